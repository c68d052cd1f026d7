#!/bin/bash
# labels: slow
# timeout: 3600
# A small certificate with one byte changed, with and without updated checksums: verify-proof --recheck all prints "sound"
# only if the claim is the same as without the change (a time, a number of steps, a weaker bound). Tests every
# COMB_FLIP_STEP-th byte; 1 for all of them:
#
#     COMB=build/comb COMB_FLIP_STEP=1 tests/cli/flip.sh
. tests/lib/expect.sh

step=${COMB_FLIP_STEP:-61}
letters=(--letters AERST)

# FNV-1a over standard input, with 64 bits that wrap around.
sum_of() {
    local sum=-3750763034362895579 byte
    for byte in $(od -An -v -tu1); do
        sum=$(((sum ^ byte) * 1099511628211))
    done
    printf '%016x' "$sum"
}

# Updates the checksums of a certificate, as an attacker who knows the format would; lines without one are unchanged.
sign() {
    local header line
    LC_ALL=C sed -i '/^sum /d' "$1/header.txt"
    header=$(sum_of <"$1/header.txt")
    printf 'sum %s\n' "$header" >>"$1/header.txt"
    while IFS= read -r line; do
        line=${line% sum=*}
        printf '%s sum=%s\n' "$line" "$(printf '%s%s' "$line" "$header" | sum_of)"
    done <"$1/units.txt" >"$1/units.new"
    mv "$1/units.new" "$1/units.txt"
}

# flip FILE OFFSET BIT
flip() {
    local byte
    byte=$(od -An -v -tu1 -j "$2" -N 1 "$1")
    printf '%b' "\\0$(printf '%o' $((byte ^ 1 << $3)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# The part of a verdict about the boards, without that about the check itself.
statement() { jq -cS '[.game, .shape, .words, .target, .optimum, .units, .boards, .complete]' "$1"; }

run prove hexhunt --shape hex7 --target 290 "${letters[@]}" --depth 1 --threads 1 --out "$scratch/good" --json -q
expect_status 0
expect_json '.proved and (.boards | length) > 1'
run verify-proof "$scratch/good" "${letters[@]}" --recheck all --threads 1 --json
expect_status 0
expect_json .sound
statement "$scratch/out" >"$scratch/truth"

tries=0
refused=0
same=0
judge() {
    run verify-proof "$scratch/bad" "${letters[@]}" --recheck all --threads 1 --json
    tries=$((tries + 1))
    case $status in
        0)
            statement "$scratch/out" | cmp -s - "$scratch/truth" || fail "sound, with another statement: $1"
            same=$((same + 1))
            ;;
        1 | 2) refused=$((refused + 1)) ;;
        *) fail "neither sound nor refused: $1" ;;
    esac
}

for file in header.txt units.txt; do
    size=$(wc -c <"$scratch/good/$file")
    for ((at = 0; at < size; at += step)); do
        rm -rf "$scratch/bad"
        cp -r "$scratch/good" "$scratch/bad"
        flip "$scratch/bad/$file" "$at" $((at * 5 % 7))
        judge "$file, byte $at"
        sign "$scratch/bad" 2>/dev/null
        judge "$file, byte $at, signed anew"
    done
done
echo "passed: $tries certificates with a changed byte, $refused refused, $same with the same statement"
