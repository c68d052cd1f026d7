#!/bin/bash
# Boggle and Hexicon against external references: the proved best board, the board of a screenshot.
. tests/lib/expect.sh
list=../shared/data/words/enable2k.txt
truth=../shared/data/screens/truth.json
for file in $list $truth; do
    [ -e $file ] || skip "$file is not there"
done

# Boggle: the proved best board, with the list it was proved for
run solve boggle PERS/LATG/SINE/TERS --words $list --json
expect_json '.score == 3625'
run solve boggle PERSLATGSINETERS --words $list --json
expect_json '.score == 3625 and .board == "PERS/LATG/SINE/TERS"'

# Hexicon: the game's example is the board of this screenshot
sample=$(jq -r '."hexicon-1080x2160.png" | [.rows_top_to_bottom, .row_colours] | transpose | map(
    [(.[0] / ""), .[1]] | transpose | map(.[0] + ({"none":"","blue":":b","red":":r","very_blue":":B","very_red":":R"}[.[1]])) |
    join(" ")) | join(" / ")' $truth)
run draw hexicon "$sample" --format text
expect_exactly "$("$COMB" games hexicon --example)"
echo passed
