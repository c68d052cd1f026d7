#!/bin/bash
# timeout: 1200
# Certificates of 'comb prove': genuine ones are accepted, changed ones rejected. Unless the test is about checksums, they are
# updated after a change, as an attacker who knows the format would do.
# cost: 9
. tests/lib/expect.sh

# FNV-1a over standard input, with 64 bits that wrap around.
sum_of() {
    local sum=-3750763034362895579 byte
    for byte in $(od -An -v -tu1); do
        sum=$(((sum ^ byte) * 1099511628211))
    done
    printf '%016x' "$sum"
}

# Updates the checksums of a certificate: the header's, then that of every line that begins with U or S.
sign() {
    local header line
    sed -i '/^sum /d' "$1/header.txt"
    header=$(sum_of <"$1/header.txt")
    printf 'sum %s\n' "$header" >>"$1/header.txt"
    while IFS= read -r line; do
        line=${line% sum=*}
        printf '%s sum=%s\n' "$line" "$(printf '%s%s' "$line" "$header" | sum_of)"
    done <"$1/units.txt" >"$1/units.new"
    mv "$1/units.new" "$1/units.txt"
}

# tampered FILE SCRIPT: copies the certificate and changes one file with sed; fails if nothing changed.
tampered() {
    rm -rf "$scratch/bad"
    cp -r "$scratch/good" "$scratch/bad"
    sed -i -E "$2" "$scratch/bad/$1"
    ! cmp -s "$scratch/bad/$1" "$scratch/good/$1" || fail "nothing was changed by $2"
}

# refused REASON [OPTIONS...]
refused() {
    local reason=$1
    shift
    run verify-proof "$scratch/bad" --threads 1 "$@" --json
    expect_status 1
    expect_json '.valid == false and (.problems | length) > 0'
    expect_out "$reason"
}

# A small board keeps this short: seven hexagons, nine letters.
letters=(--letters AELNPRSTB)
run prove hexhunt --shape hex7 --target 330 "${letters[@]}" --depth 1 --threads 1 --out "$scratch/good" --json -q
expect_status 0
expect_json '.proved and .optimum == 376'
boards=$(jq '.boards | length' "$scratch/out")
[ "$boards" -gt 3 ] || fail 'too few boards for these tests'
cp "$scratch/out" "$scratch/proved"

run verify-proof "$scratch/good" "${letters[@]}" --threads 1 --recheck all --json
expect_status 0
expect_json ".schema == 1 and .valid and .sound and .trusted == 0 and .complete and .optimum == 376 and .units == 9 and .rechecked == 9
    and (.boards | length) == $boards and .problems == [] and .seconds > 0"
jq -c '[.boards[] | [.score, .board]] | sort' "$scratch/out" >"$scratch/checked-boards"
jq -c '[.boards[] | [.score, .board]] | sort' "$scratch/proved" | cmp -s - "$scratch/checked-boards" ||
    fail 'checker and prover list other boards'
run verify-proof "$scratch/good" "${letters[@]}" --threads 1 --recheck all
expect_status 0
expect_out 'sound: 9 units, 9 rechecked, 0 taken on trust'
run verify-proof "$scratch/good" "${letters[@]}" --threads 1
expect_status 3
expect_out 'plausible: 9 units, 2 rechecked, 7 taken on trust'
expect_out '376  '
expect_no_err

# this script computes the same checksums as the prover
cp -r "$scratch/good" "$scratch/signed"
sign "$scratch/signed"
cmp "$scratch/signed/units.txt" "$scratch/good/units.txt" || fail 'checksums of lines'
cmp "$scratch/signed/header.txt" "$scratch/good/header.txt" || fail 'checksum of the header'

# damage without updated checksums
tampered units.txt '3s/bound=[0-9]+/bound=100/'
refused 'missing' "${letters[@]}" --recheck 0
expect_out 'units.txt:3: checksum mismatch'
tampered header.txt 's/^target .*/target 331/'
refused 'header.txt:35: checksum mismatch' "${letters[@]}"
tampered units.txt '$d'
head -c -30 "$scratch/good/units.txt" >"$scratch/bad/units.txt"
refused 'missing' "${letters[@]}" --recheck 0
expect_out 'truncated line'
cp "$scratch/good/units.txt" "$scratch/bad/units-0-of-1.txt" # another file has the truncated unit
run verify-proof "$scratch/bad" "${letters[@]}" --recheck 0 --json
expect_status 3
expect_json '.valid and (.sound | not) and (.notes | length) == 1'

# changed, with updated checksums: detected without rechecking
tampered units.txt '4d'
sign "$scratch/bad"
refused ': the unit is missing' "${letters[@]}" --recheck 0
run verify-proof "$scratch/bad" "${letters[@]}" --recheck 0
expect_status 1
expect_out 'incomplete, 1 missing'
tampered units.txt 's/(boards=[1-9].*):376/\1:377/'
sign "$scratch/bad"
refused 'the board scores 376, not 377' "${letters[@]}" --recheck 0
tampered units.txt '0,/boards=[1-9]/s/bound=[0-9]+( .* boards=[1-9])/bound=329\1/'
sign "$scratch/bad"
refused 'above the bound' "${letters[@]}" --recheck 0
tampered units.txt '0,/boards=[1-9]/s/(boards=[1-9][0-9]* )(.)(.)(.)(.*)$/\1\2\4\3\5/'
sign "$scratch/bad"
refused 'units.txt:1:' "${letters[@]}" --recheck 0
tampered units.txt '$s/^U [A-Z]/U A/'
sign "$scratch/bad"
refused 'recorded twice' "${letters[@]}" --recheck 0
tampered header.txt 's/^target .*/target 331/'
sign "$scratch/bad"
refused '331 in the header' "${letters[@]}" --recheck 0
tampered header.txt 's/^dictionary ./dictionary x/; s/x/0/'
sign "$scratch/bad"
refused 'with a different word list' "${letters[@]}" --recheck 0
tampered header.txt 's/^letters .*/letters AELNPRST/'
sign "$scratch/bad"
refused 'differ from --letters' "${letters[@]}" --recheck 0
tampered header.txt '0,/^symmetry [1-9]/s/^symmetry [1-9].*/symmetry 0 1 2 3 4 6 5/'
sign "$scratch/bad"
refused 'not a symmetry of the shape' "${letters[@]}" --recheck 0
tampered header.txt 's/^points 0 0 2/points 0 0 0/'
sign "$scratch/bad"
refused 'a word of 2 letters scores 2 points' "${letters[@]}" --recheck 0

# detected only by rechecking the unit: a missing board, a bound that is too low
tampered units.txt 's/boards=[1-9].* sum=/boards=0 sum=/'
sign "$scratch/bad"
run verify-proof "$scratch/bad" "${letters[@]}" --recheck 0 --json
expect_status 3
expect_json '.valid and (.sound | not) and .trusted == 9'
refused 'is not listed' "${letters[@]}"
refused 'is not listed' "${letters[@]}" --recheck all
tampered units.txt 's/bound=[0-9]+( .*boards=0 )/bound=20\1/'
sign "$scratch/bad"
refused "above the unit's bound" "${letters[@]}" --recheck all
# a bound of 0 covers every board: the first one refutes it, and the check ends
tampered units.txt 's/bound=[0-9]+/bound=0/; s/boards=[1-9].* sum=/boards=0 sum=/'
sign "$scratch/bad"
refused "above the unit's bound" "${letters[@]}" --recheck all
run verify-proof "$scratch/good" "${letters[@]}" --threads 1 --recheck all --unit-limit 0.000001 --json
expect_status 3
expect_json '.valid and (.sound | not) and .rechecked == 0 and .trusted == 9 and .unfinished == 9 and (.notes | length) == 9'
expect_out 'the recheck of the unit reached its limit'

# a proof for some letters or some words does not hold for all
run verify-proof "$scratch/good" --recheck 0
expect_status 1
expect_out '--letters'
run verify-proof "$scratch/good" "${letters[@]}" --min-length 3 --recheck 0
expect_status 1

# mistakes and limits
run verify-proof
expect_status 2
run verify-proof "$scratch/nowhere"
expect_status 2
expect_err 'nowhere'
run verify-proof "$scratch/good" "${letters[@]}" --recheck some
expect_status 2
expect_err '--recheck'
mkdir "$scratch/empty"
printf 'hello\n' >"$scratch/empty/header.txt"
run verify-proof "$scratch/empty"
expect_status 2
expect_err 'header.txt'
run verify-proof "$scratch/good" "${letters[@]}" --threads 1 --recheck all --time-limit 0.01 --json
expect_status 3
expect_json '.valid == false'

# another game: squares and a tile of two letters
run prove boggle --shape 3x3 --letters EIQST --target 85 --threads 1 --out "$scratch/boggle" --json -q
expect_status 0
boards=$(jq '.boards | length' "$scratch/out")
run verify-proof "$scratch/boggle" --letters EIQST --threads 1 --recheck all --json
expect_status 0
expect_json ".valid and .game == \"boggle\" and (.boards | length) == $boards"
echo passed

# letter classes: accepted unchanged; detected are a missing box, a changed class, half a split, a board of another unit,
# and a board missing from a box
rm -rf "$scratch/good"
boards=$(jq '.boards | length' "$scratch/proved")
class_options=("${letters[@]}" --threads 1)
run prove hexhunt --shape hex7 --target 330 "${letters[@]}" --classes AE,NR --depth 2 --threads 1 --out "$scratch/good" --json -q
expect_status 0
expect_json ".proved and (.boards | length) == $boards"
run verify-proof "$scratch/good" "${class_options[@]}" --recheck all --json
expect_status 0
expect_json ".valid and .complete and (.boards | length) == $boards and .rechecked == .units"
unit=$(grep -m1 -oE '^U [A-Z][12]' "$scratch/good/units.txt" | cut -c3-)
tampered units.txt "/^U $unit /d"
refused "$unit: the unit is missing" "${class_options[@]}" --recheck 0
run verify-proof "$scratch/bad" "${class_options[@]}" --recheck 3 --partial --json
expect_status 3
expect_json '.valid and (.complete | not) and .missing == 1 and .rechecked > 0 and .problems == []'
run verify-proof "$scratch/bad" "${class_options[@]}" --recheck 0 --partial
expect_out 'plausible but incomplete, 1 missing'
run verify-proof "$scratch/bad" "${class_options[@]}" --recheck all --partial
expect_status 0
expect_out 'sound but incomplete, 1 missing'
sed -i -E '4s/bound=[0-9]+/bound=100/' "$scratch/bad/units.txt"
sign "$scratch/bad"
sed -i -E '5s/^U (.)/U \11/' "$scratch/bad/units.txt"
sign "$scratch/bad"
refused 'units.txt' "${class_options[@]}" --recheck 0 --partial
tampered header.txt 's/^class 1 AE/class 1 AS/'
sign "$scratch/bad"
refused 'missing' "${class_options[@]}" --recheck 0
tampered header.txt '/^class 2/d'
sign "$scratch/bad"
refused 'expected a unit or split line' "${class_options[@]}" --recheck 0
tampered header.txt 's/^class 2 NR/class 2 ER/'
sign "$scratch/bad"
run verify-proof "$scratch/bad" "${class_options[@]}"
expect_status 2
tampered units.txt "s/^U $unit (.*) bound=.*/S $unit \\1 ms=1 sum=/"
sign "$scratch/bad"
refused 'the unit is missing' "${class_options[@]}" --recheck 0
boxed=$(grep -m1 -oE '^U [A-Z]*[12][A-Z0-9]* .* boards=[1-9]' "$scratch/good/units.txt" | cut -d' ' -f2)
[ -n "$boxed" ] || fail 'no box with a board'
line=$(grep -m1 "^U $boxed " "$scratch/good/units.txt")
count=${line##* boards=}
count=${count%% *}
tampered units.txt "/^U $boxed /s/ boards=$count (.*) [A-Z]+:[0-9]+ sum/ boards=$((count - 1)) \\1 sum/
    /^U $boxed /s/ boards=1 [A-Z]+:[0-9]+ sum/ boards=0 sum/"
sign "$scratch/bad"
refused 'is not listed' "${class_options[@]}" --recheck all
board=${line##* boards=$count }
other=$(grep -v "^U $boxed " "$scratch/good/units.txt" | grep -m1 -oE '^U [A-Z0-9]{2} .*boards=0' | cut -d' ' -f2)
tampered units.txt "/^U $other /s/ bound=[0-9]+(.*) boards=0/ bound=9999\\1 boards=1 ${board%% *}/"
sign "$scratch/bad"
refused "does not begin with the unit's prefix" "${class_options[@]}" --recheck 0

# holes: a header with other holes, or without them, is refused
run prove squaredle --shape small-ring --letters AERST --target 200 --out "$scratch/ring" --json -q
expect_status 0
for change in 's/^holes 4/holes 3/' '/^holes/d'; do
    rm -rf "$scratch/bad"
    cp -r "$scratch/ring" "$scratch/bad"
    sed -i "$change" "$scratch/bad/header.txt"
    sign "$scratch/bad"
    refused 'the holes differ from those of the shape' --letters AERST --recheck 0
done
