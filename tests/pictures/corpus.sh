#!/bin/bash
# Reads the unmodified pictures of tests/corpus: those listed in truth.json are read correctly and with confidence, those
# too small are reported as uncertain. truth.json holds the boards they were drawn from.
# labels: slow
set -euo pipefail

pictures=tests/corpus/pictures
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

[ "$(jq length $pictures/truth.json)" -ge 30 ] || fail 'fewer than 30 pictures'
"$COMB_BUILD/bench/vision" --strict --variation 'as it is' $pictures
for picture in $pictures/asks-*.png; do
    status=0
    "$COMB" read "$picture" --no-input -q >/dev/null 2>&1 || status=$?
    [ "$status" -eq 4 ] || fail "$picture: expected status 4, got $status"
done
for picture in $pictures/*.png; do
    name=$(basename "$picture")
    case $name in
    asks-*) ;;
    *) jq -e --arg name "$name" 'has($name)' $pictures/truth.json >/dev/null || fail "$name has no truth" ;;
    esac
done
echo passed
