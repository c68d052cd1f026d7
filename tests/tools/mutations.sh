#!/bin/sh
# Every mutation of tests/mutations still applies to the sources and names tests that exist, there are enough of them, and
# tools/mutate notices a record that has gone stale. `make mutate` runs the mutations themselves.
set -eu

tools/mutate -c
count=$(tools/mutate -c | awk 'END { print $1 }')
[ "$count" -ge 60 ] || {
    echo "$count mutations, expected at least 60"
    exit 1
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/tools" "$scratch/tests/mutations" "$scratch/src"
cp tools/mutate "$scratch/tools/"
echo 'int limit = 8;' >"$scratch/src/a.c"
printf 'title   a limit is raised\nfile    src/a.c\nfrom    limit = 8\nto      limit = 9\ntests   tools.none\n' \
    >"$scratch/tests/mutations/a.txt"
if "$scratch/tools/mutate" -c >"$scratch/out"; then
    echo 'a mutation that names a missing test was accepted'
    exit 1
fi
grep -q 'unknown test tools.none' "$scratch/out"
mkdir -p "$scratch/tests/tools"
touch "$scratch/tests/tools/none.sh"
"$scratch/tools/mutate" -c >/dev/null
sed 's/^to .*/to      limits = 9/' "$scratch/tests/mutations/a.txt" >"$scratch/renamed"
mv "$scratch/tests/mutations/a.txt" "$scratch/kept"
mv "$scratch/renamed" "$scratch/tests/mutations/a.txt"
if "$scratch/tools/mutate" -c >"$scratch/out"; then
    echo 'a mutation with a name that does not exist was accepted'
    exit 1
fi
grep -q "unknown in 'limits = 9': limits" "$scratch/out"
mv "$scratch/kept" "$scratch/tests/mutations/a.txt"
echo 'int limit = 7;' >"$scratch/src/a.c"
if "$scratch/tools/mutate" -c >"$scratch/out"; then
    echo 'a stale mutation was accepted'
    exit 1
fi
grep -q "'limit = 8' does not occur exactly once" "$scratch/out"
