#!/bin/bash
# No operand is ignored: operands that form one board are joined, all others are rejected.
. tests/lib/expect.sh
record=LPE/EASR/SRTED/PING/LAS

# rows, cells, and boards that were pasted without their quotes
run solve hexhunt LPE EASR SRTED PING LAS --json --limit 0
expect_status 0
expect_json ".board == \"$record\" and .score == 4064"
run solve boggle PERS LATG SINE TERS --json --limit 0
expect_json '.board == "PERS/LATG/SINE/TERS"'
run solve boggle P E R S L A T G S I N E T E R S --json --limit 0
expect_json '.board == "PERS/LATG/SINE/TERS"'
run solve ruzzle C A:3l T D / W O:2w F O / I R D G / N O A S --json --limit 0
expect_json '.board == "C A:3l T D / W O:2w F O / I R D G / N O A S"'
run solve hexhunt l p e / e a s r / s '?' t e d / p . n g / l qu s --json --limit 0
expect_json '.board == "L P E / E A S R / S ? T E D / P . N G / L QU S"'
run draw hexicon S / T A:b / E R:b N / D O:r / G --format text
expect_exactly 'S / T A:b / E R:b N / D O:r / G'
run draw hexhunt TS EAR LB --format text
expect_exactly 'TS/EAR/LB'

# operands that do not form one board, or are ambiguous
refused() {
    run "$@"
    expect_status 2
    expect_no_out
}
refused solve hexhunt $record PASTING
expect_err "the 2 operands do not form one hexhunt board"
refused solve hexhunt $record X
refused solve boggle AB/CD E
refused solve boggle AB CD/EF
refused solve hexhunt LPE / EASR PING / LAS
expect_err "'EASR PING' could be several rows or one row of tiles"
refused solve hexhunt LPE EASR SRTED PINGX LAS
expect_err 'board:4: the 5 operands do not form one hexhunt board: row 4 has 5 cells'
refused solve LPE EASR
expect_err "unexpected operand 'EASR': 'comb solve' takes an optional game and one board"
printf '%s\n' $record >"$scratch/board.txt"
refused solve hexhunt "$scratch/board.txt" "$scratch/board.txt"
expect_err 'for several, use --jsonl FILE'
refused solve hexhunt $record -
refused solve "$scratch/board.txt" - hexhunt
for verb in solve draw hint count check; do
    refused $verb witness 2x2 3x3
done
for verb in solve hint rate draw; do
    refused $verb hexcells "$("$COMB" games hexcells --example)" more
    expect_err "unexpected operand 'more': 'comb $verb' takes one board"
done
refused make boggle 4x4
refused best boggle PERS/LATG/SINE/TERS
refused prove boggle 3x3
refused bench hexhunt now
refused read one.png two.png
refused games hexhunt boggle
refused help hexhunt boggle
refused help solve hexhunt draw
refused completion bash zsh
refused play hexcells one.png
refused serve now
refused verify-proof one two

# after the board, check takes an answer: the board is the first operand and nothing else
run check hexhunt TS/EAR/LB EAR TSAR
expect_status 0
expect_lines 2
refused check hexhunt TS EAR LB
expect_err '2 cells without rows'

# an option with two values, or without effect
refused solve hexhunt $record --limit 3 --limit 5
expect_err "--limit is given twice, with '3' and '5'"
run solve hexhunt $record --limit 3 --plain --limit=3
expect_status 0
expect_lines 3
refused words lookup cat --lang it
expect_err "--lang does not apply to 'comb words lookup'"
refused library count --most 3 --db "$scratch/none.db"
refused library hexhunt count --db "$scratch/none.db"
refused draw hexhunt TS/EAR/LB --json --format svg
run draw hexhunt TS/EAR/LB --json
expect_json '.kind == "hex-pointy"'
echo passed
