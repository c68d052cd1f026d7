#!/bin/sh
# QR codes of the page, one of each version, read by an independent program.
set -eu

command -v node >/dev/null || {
    echo 'skipped: node is not installed (Debian package nodejs)'
    exit 77
}
command -v zbarimg >/dev/null || {
    echo 'skipped: zbarimg is not installed (Debian package zbar-tools)'
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
node tests/page/draw_qr.mjs "$scratch"
checked=0
for text in "$scratch"/*.txt; do
    zbarimg -q --raw "${text%.txt}.pgm" >"$scratch/read" 2>"$scratch/err" || {
        echo "no code found for $(wc -c <"$text") bytes"
        exit 1
    }
    printf '\n' | cat "$text" - | cmp -s - "$scratch/read" || {
        echo "a code for $(wc -c <"$text") bytes is read as another text"
        exit 1
    }
    checked=$((checked + 1))
done
[ "$checked" -ge 41 ] || {
    echo "only $checked codes"
    exit 1
}
echo "$checked codes are right"
