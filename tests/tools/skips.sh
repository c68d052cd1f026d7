#!/bin/bash
# Tests that cannot run count as skipped, never as passed: every test that needs ../shared exits with 77 without it and reports
# that, CTest treats 77 as skipped for every test, and the last line counts them.
set -euo pipefail

root=$PWD
build=$(realpath "$COMB_BUILD")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

ctest --test-dir "$build" --show-only=json-v1 >"$scratch/tests.json"
jq -r '.tests[] | select([.properties[]? | select(.name == "SKIP_RETURN_CODE" and .value == 77)] == []) | .name' \
    "$scratch/tests.json" | grep -v '^fuzz\.' >"$scratch/unskippable" || true
[ ! -s "$scratch/unskippable" ] || fail "these tests cannot be skipped: $(tr '\n' ' ' <"$scratch/unskippable")"

# a copy of the scripts without ../shared
mkdir "$scratch/project"
cp -r tests "$scratch/project/tests"
cd "$scratch/project"
count=0
while IFS=$'\t' read -r name program argument; do
    status=0
    COMB=$build/comb COMB_BUILD=$build "${program/#$root\/tests\//tests/}" ${argument:+"$argument"} >"$scratch/out" 2>&1 || status=$?
    [ "$status" -eq 77 ] || fail "$name without ../shared ends with $status: $(tail -3 "$scratch/out")"
    grep -q 'skipped: .*shared' "$scratch/out" || fail "$name does not say what is missing: $(tail -3 "$scratch/out")"
    count=$((count + 1))
done < <(jq -r '.tests[] | select(.name | test("[._]shared$")) | [.name, .command[0], .command[1] // ""] | @tsv' "$scratch/tests.json")
[ "$count" -ge 12 ] || fail "only $count tests need ../shared"
cd "$root"

# no other test uses ../shared, except helpers of these tests
grep -rlE '\.\./shared/' tests --include='*.sh' --include='*.mjs' --include='*.c' --include='*.h' | sort >"$scratch/users"
while read -r file; do
    case $file in
    *_shared.sh | tests/tools/skips.sh | tests/unit/engine/word_boards.h | tests/pictures/draw_*.mjs) ;;
    *.c) grep -q '^static void test_shared_' "$file" || fail "$file needs ../shared, but has no test_shared_NAME" ;;
    *) fail "$file needs ../shared, but is not called so" ;;
    esac
done <"$scratch/users"

# the last line
cat >"$scratch/report.xml" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="x"
	tests="10"
	failures="0"
	disabled="1"
	skipped="2"
	hostname=""
	time="4"
>
	<testcase name="a" tests="99"/>
</testsuite>
END
[ "$(tools/sum-tests "$scratch/report.xml")" = '7 passed, 0 failed, 3 skipped' ] || fail 'the sum of a report'
printf '%s\n' '5 passed, 0 failed' 'noise: 9 passed, 9 failed' '3 passed, 0 failed, 2 skipped' >"$scratch/log"
[ "$(tools/sum-tests "$scratch/log")" = '8 passed, 0 failed, 2 skipped' ] || fail 'the sum of closing lines'
echo '3 passed, 1 failed' >"$scratch/log"
! tools/sum-tests "$scratch/log" >"$scratch/out" || fail 'a failure has a status'
: >"$scratch/log"
! tools/sum-tests "$scratch/log" >"$scratch/out" || fail 'no test at all is no success'
echo passed
