#!/bin/bash
# The pictures of tests/corpus as they are: those with a truth are read without a fault and for sure, those that are too
# small are asked about. Their truth is what they were drawn from.
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
