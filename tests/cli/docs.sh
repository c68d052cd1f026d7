#!/bin/bash
# Every `console` block of the documents is run: a line "$ comb ..." and below it, to the letter, what it prints.
. tests/lib/expect.sh
shopt -s nullglob

# Splits the blocks of a document into numbered pairs of files: the command and the output that is promised.
split() {
    awk -v dir="$scratch/$2" '
        /^```console$/ { inside = 1; next }
        /^```/ { inside = 0 }
        inside && /^\$ / { n++; print substr($0, 3) > sprintf("%s/%03d.command", dir, n); next }
        inside { print > sprintf("%s/%03d.output", dir, n) }' "$1"
}

count=0
for document in README.md docs/*.md; do
    name=$(basename "$document" .md)
    mkdir -p "$scratch/$name"
    split "$document" "$name"
    for file in "$scratch/$name"/*.command; do
        command=$(cat "$file")
        touch "${file%.command}.output"
        status=0
        (comb() { "$COMB" "$@"; } && eval "$command") >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
        cmp -s "$scratch/out" "${file%.command}.output" ||
            fail "$document promises something else: $(cat "${file%.command}.output")"
        count=$((count + 1))
    done
done
status=0
[ "$count" -ge 5 ] || fail "only $count examples found"
echo "passed: $count examples"
