#!/bin/sh
# tools/lengths passes on the project and rejects long files and functions.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tools/lengths

# A file of $2 functions, each of $3 lines from brace to brace.
write_functions() {
    awk -v count="$2" -v lines="$3" 'BEGIN {
        for (i = 0; i < count; i++) {
            printf "static int function_%d(int x)\n{\n", i
            for (j = 2; j < lines; j++)
                print "    x++;"
            print "}"
        }
    }' >"$1"
}

expect_failure() {
    if tools/lengths "$1" >"$work/said"; then
        echo "tools/lengths accepted: $2"
        cat "$work/said"
        exit 1
    fi
}

write_functions "$work/fine.c" 10 15
tools/lengths "$work/fine.c" >"$work/said"
grep -q '10 functions: median 15 lines' "$work/said"

write_functions "$work/median.c" 10 16
expect_failure "$work/median.c" "functions of 16 lines"

write_functions "$work/ninetieth.c" 17 3
write_functions "$work/more.c" 3 61
cat "$work/more.c" >>"$work/ninetieth.c"
expect_failure "$work/ninetieth.c" "three of twenty functions have 61 lines"
grep -q "^61 $work/ninetieth.c:.* function_0$" "$work/said"

yes '/* a line */' | head -n 800 >"$work/file.c"
tools/lengths "$work/file.c" >"$work/said"
echo >>"$work/file.c"
expect_failure "$work/file.c" "a file of 801 lines"
grep -q 'file.c: 801 lines' "$work/said"
