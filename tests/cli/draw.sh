#!/bin/bash
# Drawing: each format by extension and by name, the terminal, the path of a word.
. tests/lib/expect.sh
record=LPE/EASR/SRTED/PING/LAS

run draw hexhunt $record
expect_status 0
for row in L.*P.*E E.*A.*S.*R S.*R.*T.*E.*D P.*I.*N.*G L.*A.*S; do
    grep -q "$row" "$scratch/out" || fail "row $row"
done
run draw hexhunt $record -o "$scratch/a.svg"
expect_status 0
expect_no_out
grep -q '<svg' "$scratch/a.svg" && grep -q '<title' "$scratch/a.svg" || fail "svg with a title"
run draw hexhunt $record --format svg
cmp -s "$scratch/out" "$scratch/a.svg" || fail "the same by name and by ending"
run draw hexhunt $record -o "$scratch/a.png" --size 20
[ "$(head -c 4 "$scratch/a.png" | tail -c 3)" = PNG ] || fail "png"
run draw hexhunt $record --path steads -o "$scratch/b.svg"
cmp -s "$scratch/b.svg" "$scratch/a.svg" && fail "the path is drawn"
run draw hexhunt $record --solved --theme dark -o "$scratch/c.png"
expect_status 0
run draw hexhunt $record --format json
expect_json '.schema == 1 and (.cells | length) == 19'
run draw hexhunt "SLPS/EAIE/RNTR/GESO"
expect_out S
echo passed
