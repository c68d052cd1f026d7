#!/bin/sh
# tools/bootstrap prints nothing and uses no network if nothing is missing, and otherwise reports what is missing. Stubs
# replace npm, apt-get and sleep, so that nothing is installed.
# labels: slow
# shellcheck disable=SC2016 # the stubs expand their own arguments
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree" "$work/bin" "$work/empty"
cp -r tools "$work/tree/"
words=${COMB_WORDS_DIR:-$PWD/.deps/words}

# stub <name> <its commands>
stub() {
    printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n%s\n' "$1" "$work" "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# run <exit code expected> <environment and arguments...>
run() {
    expected=$1
    shift
    code=0
    rm -f "$work/calls"
    touch "$work/calls"
    (cd "$work/empty" && env PATH="$work/bin:$PATH" "$@" >"$work/said" 2>&1) || code=$?
    if [ "$code" -ne "$expected" ]; then
        echo "expected $expected but got $code from: $*"
        cat "$work/said"
        exit 1
    fi
}

expect_said() {
    grep -qF -- "$1" "$work/said" || {
        echo "expected '$1' in:"
        cat "$work/said"
        exit 1
    }
}

expect_silence() {
    if [ -s "$work/said" ] || [ -s "$work/calls" ]; then
        echo "expected no output and no calls:"
        cat "$work/said" "$work/calls"
        exit 1
    fi
}

bootstrap=$work/tree/tools/bootstrap
stub npm 'exit 1'
stub apt-get 'exit 100'
stub sleep ''
stub sudo 'exec "$@"'

# Nothing is missing.
stub dpkg-query 'shift 3; for package; do echo "$package installed"; done'
sed -i '/calls/d' "$work/bin/dpkg-query"
run 0 COMB_WORDS_DIR="$words" "$bootstrap" all
expect_silence

run 1 "$bootstrap" everything
expect_said "unknown purpose 'everything'"

# The list cannot be fetched, or is damaged.
run 1 COMB_WORDS_DIR= "$bootstrap" build
expect_said 'could not fetch the npm package boggle-game-solver@1.0.1'
[ "$(grep -c '^npm pack' "$work/calls")" -eq 3 ]
run 1 COMB_WORDS_DIR="$work/empty" "$bootstrap"
expect_said "$work/empty/enable1.txt is missing"
mkdir -p "$work/tree/.deps/words"
echo aardvark >"$work/tree/.deps/words/enable1.txt"
run 1 COMB_WORDS_DIR= "$bootstrap"
expect_said 'could not fetch'
stub npm 'echo other >package.tgz'
run 1 COMB_WORDS_DIR= "$bootstrap"
expect_said 'is not the expected package'
[ "$(cat "$work/tree/.deps/words/enable1.txt")" = aardvark ]
[ "$(ls "$work/tree/.deps")" = words ]

# A package is missing and cannot be installed.
stub dpkg-query 'shift 3; for package; do [ "$package" = cmake ] || echo "$package installed"; done'
run 1 COMB_WORDS_DIR="$words" "$bootstrap"
expect_said 'could not install: cmake'
grep -q 'apt-get .* install -y --no-install-recommends cmake$' "$work/calls"
run 0 COMB_WORDS_DIR="$words" COMB_SKIP_PACKAGES=1 "$bootstrap"
expect_silence
stub apt-get ''
run 0 COMB_WORDS_DIR="$words" "$bootstrap"
[ "$(grep -c '^apt-get .* update$' "$work/calls")" -eq 1 ]

run 0 COMB_WORDS_DIR="$words" "$bootstrap" --simulate
grep -q 'apt-get .* --simulate install -y --no-install-recommends cmake$' "$work/calls"
run 0 COMB_WORDS_DIR= "$bootstrap" --simulate # fetches nothing
! grep -q '^npm' "$work/calls" || exit 1

# A release may lack a package: the build needs its packages, the rest is left out with a message.
stub dpkg-query 'shift 3; for package; do [ "$package" = jq ] || [ "$package" = curl ] || echo "$package installed"; done'
stub apt-cache 'shift; for package; do [ "$package" = jq ] || echo "Package: $package"; done'
run 0 COMB_WORDS_DIR="$words" "$bootstrap" test
expect_said 'this release has no package jq'
grep -q 'apt-get .* install -y --no-install-recommends curl$' "$work/calls"
stub dpkg-query 'shift 3; for package; do [ "$package" = jq ] || echo "$package installed"; done'
run 0 COMB_WORDS_DIR="$words" "$bootstrap" test
if grep 'apt-get .* install' "$work/calls"; then
    exit 1
fi
sed -i '/calls/d' "$work/bin/dpkg-query" "$work/bin/apt-cache"
run 0 COMB_WORDS_DIR="$words" "$bootstrap" --check test
expect_silence
stub apt-cache 'exit 100' # no package lists
run 0 COMB_WORDS_DIR="$words" "$bootstrap" test
grep -q 'apt-get .* install -y --no-install-recommends jq$' "$work/calls"
stub apt-cache 'shift; for package; do [ "$package" = cmake ] || echo "Package: $package"; done'
sed -i '/calls/d' "$work/bin/apt-cache"
stub dpkg-query 'shift 3; for package; do [ "$package" = cmake ] || echo "$package installed"; done'
run 0 COMB_WORDS_DIR="$words" "$bootstrap"
grep -q 'apt-get .* install -y --no-install-recommends cmake$' "$work/calls"

# --check installs nothing: it names what is missing and the command that installs it.
sed -i '/calls/d' "$work/bin/dpkg-query"
expect_no_calls() {
    [ ! -s "$work/calls" ] || {
        echo "expected no calls of npm and apt-get:"
        cat "$work/calls"
        exit 1
    }
}
run 1 COMB_WORDS_DIR="$words" "$bootstrap" --check build
expect_said 'missing packages: cmake'
expect_said "run 'make setup' to install it"
expect_no_calls
run 1 COMB_WORDS_DIR="$words" "$bootstrap" --check test cluster
expect_said "run 'make setup FOR=\"test cluster\"' to install it"
expect_no_calls
run 1 COMB_WORDS_DIR= COMB_SKIP_PACKAGES=1 "$bootstrap" --check
expect_said 'missing: the word list ENABLE1'
expect_no_calls
run 0 COMB_WORDS_DIR="$words" COMB_SKIP_PACKAGES=1 "$bootstrap" --check
expect_silence

# These make targets install nothing and stop before they build anything; the others below install packages.
cp Makefile CMakePresets.json "$work/tree/"
stub cmake ''
stub ctest ''
for goal in all check bench fuzz coverage test-cluster install package; do
    run 2 COMB_WORDS_DIR="$words" make -C "$work/tree" "$goal"
    expect_said 'missing packages: cmake'
    expect_said "run 'make setup"
    expect_no_calls
done
for goal in setup demo test test-asan; do
    stub apt-get 'exit 100'
    run 2 COMB_WORDS_DIR="$words" make -C "$work/tree" "$goal"
    expect_said 'installing cmake'
    grep -q 'apt-get .* install -y --no-install-recommends cmake$' "$work/calls"
done

# A system without apt-get: only the commands that the script needs are on the path.
rm "$work/bin/apt-get"
for command in sh dirname awk grep sha256sum id env; do
    ln -s "$(command -v "$command")" "$work/empty/$command"
done
run 1 PATH="$work/empty" COMB_WORDS_DIR="$words" "$bootstrap" test
expect_said 'this system has no apt-get'
expect_said 'libcmocka-dev'
