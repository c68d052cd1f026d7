#!/bin/sh
# tools/analyse finds planted errors, one for clang-tidy and one for cppcheck. `make check` runs it on the project.
set -eu

for tool in clang-tidy cppcheck jq; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src" "$work/build"
cp -r tools .clang-tidy "$work/"

# expect <exit code> <text of the report>: the result for src/code.c
expect() {
    code=0
    (cd "$work" && tools/analyse build) >"$work/said" 2>&1 || code=$?
    echo >>"$work/said"
    if [ "$code" -ne "$1" ] || ! grep -qF -- "$2" "$work/said"; then
        echo "expected status $1 and '$2', got $code and:"
        cat "$work/said"
        exit 1
    fi
}

expect 1 'compile_commands.json does not exist'
echo '[]' >"$work/build/compile_commands.json"
expect 1 'no file to check'
printf '[{"directory": "%s", "file": "%s", "command": "cc -c %s"}]\n' "$work/build" "$work/src/code.c" "$work/src/code.c" \
    >"$work/build/compile_commands.json"

cat >"$work/src/code.c" <<'END'
#include <string.h>
int same(const char *a, const char *b);
int same(const char *a, const char *b)
{
    if (strcmp(a, b))
        return 0;
    return 1;
}
END
expect 1 'bugprone-suspicious-string-compare'

cat >"$work/src/code.c" <<'END'
int last(const int *from);
int last(const int *from)
{
    int list[4];
    for (int i = 0; i < 4; i++)
        list[i] = from[i];
    return list[4];
}
END
expect 1 'arrayIndexOutOfBounds'

sed -i 's/return list\[4\]/return list[3]/' "$work/src/code.c"
expect 0 ''
