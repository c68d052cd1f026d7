#!/bin/sh
# tools/asserts passes on the project and rejects a folder with too few asserts.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tools/asserts

mkdir "$work/few" "$work/small"
awk 'BEGIN { for (i = 1; i <= 1000; i++) print i % 250 ? "    x++;" : "    assert(x > 0);" }' >"$work/few/file.c"
printf '    static_assert(1, "not counted");\n    check_assert(x);\n' >"$work/small/file.c"
if tools/asserts "$work/few" "$work/small" >"$work/said"; then
    echo 'four asserts in a thousand lines were accepted'
    exit 1
fi
grep -q '1000 lines     4 asserts    4.0 per 1,000  expected at least 5' "$work/said"
grep -q '2 lines     0 asserts' "$work/said"
echo '    assert(y);' >>"$work/few/file.c"
sed -i 1d "$work/few/file.c"
tools/asserts "$work/few" "$work/small" >"$work/said"
