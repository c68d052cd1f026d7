#!/bin/bash
# A board with a missing letter is not solved as one long row; boards of other shapes are written with rows, or with
# --shape. Boards stored and shared by earlier versions still open.
. tests/lib/expect.sh
refused() {
    run "$@"
    expect_status 2
    expect_no_out
}

refused solve boggle ABCDEFGHIJKLMNO
expect_err "15 cells without rows; expected 9 (3x3), 16 (4x4), 25 (5x5) or 36 (6x6) for Boggle, or rows separated by /, such as 'PERS/LATG/SINE/TERS', or --shape"
refused solve boggle ABCDEFGHIJKLMNOPQ
refused solve ruzzle ABCDEFGHIJKLMNO
expect_err 'expected 16 (4x4) for Ruzzle'
refused solve wordhunt ABCDEFGHIJKLMNO
expect_err 'expected 16 (4x4) or 25 (5x5) for Word Hunt'
refused solve hexhunt LPEEASRSRTEDPINGLA
expect_err 'expected 7, 19, 37 or 61 for Hexhunt'
refused solve hexicon ABCD
expect_err 'expected 61 for Hexicon'
refused solve boggle 'P E R S L A T G S I N E T E R'
for verb in check draw; do refused $verb boggle ABCDEFGHIJKLMNO; done
refused best hexhunt --start TSEARL --time-limit 1
for board in boggle:PERSLATGSINETERS:PERS/LATG/SINE/TERS boggle:PERSLATGS:PER/SLA/TGS hexhunt:TSEARLB:TS/EAR/LB \
    hexhunt:LPEEASRSRTEDPINGLAS:LPE/EASR/SRTED/PING/LAS wordhunt:SLPSEAIERNTRGESO:SLPS/EAIE/RNTR/GESO; do
    IFS=: read -r game text rows <<<"$board"
    run draw "$game" "$text" --format text
    expect_exactly "$rows"
done

# accepted: written rows, also a single one, and --shape
run solve boggle ABC/DEF --json
expect_status 0
run draw boggle ABCDEFGHIJKLMNO/ --format text
expect_exactly ABCDEFGHIJKLMNO/
run draw boggle ABCDEFGHIJKLMNOP/ --format text
expect_exactly ABCDEFGHIJKLMNOP/
run draw boggle ABCDEFGHIJKL --shape 3x4 --format text
expect_exactly ABCD/EFGH/IJKL
run draw hexhunt TSEARLBAAA --shape hex10 --format text
expect_exactly TSE/ARLB/AAA
run solve boggle PERS/LATG/SINE/TERS --shape 4x4 --json --limit 0
expect_status 0
refused solve boggle PERS/LATG/SINE/TERS --shape 5x5
expect_err '--shape 5x5 does not match: the board has rows of 4,4,4,4 cells'
refused solve boggle PERSLATGSINETERS --shape 5x5
expect_err '--shape 5x5 has 25 cells, the board has 16'
refused solve boggle PERSLATGSINETERS --shape 7x7
expect_err 'is not one of: 4x4 3x3 3x4 5x5 6x6'
# --shape only affects parsing: a stored answer is found with and without it
run solve boggle PERSLATGSINETERS --shape 4x4 --db "$scratch/shape.db" --json --limit 0
run solve boggle PERS/LATG/SINE/TERS --db "$scratch/shape.db" --json --limit 0
expect_json '.library == true'

# the same from --jsonl
run_stdin "$(printf 'ABCDEFGHIJKLMNO\nABCDEFGHIJKLMNO/\nPERSLATGSINETERS\n')" solve boggle --jsonl - --limit 0
expect_status 0
jq -s -e '(.[0].error.message | startswith("15 cells without rows")) and .[1].board == "ABCDEFGHIJKLMNO/"
    and .[2].board == "PERS/LATG/SINE/TERS"' "$scratch/out" >/dev/null || fail "lines are read as operands are"

# several boards in one file are not one tall board
printf 'PERS/LATG/SINE/TERS\nABCD/EFGH/IJKL/MNOP\n' >"$scratch/two.txt"
refused solve boggle "$scratch/two.txt"
expect_err 'two.txt:2: unexpected second board; use --jsonl FILE for a list, one per line'
printf 'PERSLATGSINETERS\r\n\r\nABCDEFGHIJKLMNOP\r\n' >"$scratch/two.txt"
refused solve boggle "$scratch/two.txt"
printf 'PERS/LATG/\nSINE/TERS\n' >"$scratch/two.txt"
run draw boggle "$scratch/two.txt" --format text
expect_exactly PERS/LATG/SINE/TERS
printf '\357\273\277PERS\r\nLATG\r\nSINE\r\nTERS\r\n' >"$scratch/rows.txt"
run draw boggle "$scratch/rows.txt" --format text
expect_exactly PERS/LATG/SINE/TERS

# codes, libraries and exports of versions where a single row did not end with /
run draw comb1-hexhunt-Q0FUUw-qf4jm --format text
expect_exactly CATS/
run draw comb1-ruzzle-QTozbCBCIEM-22e5q --format text
expect_exactly 'A:3l B C/'
run draw comb1-boggle-QUJDREVGR0hJSktMTU5P-m6eqs --format text
expect_exactly ABCDEFGHIJKLMNO/
run solve hexhunt CATS/ --db "$scratch/old.db" --json
expect_status 0
sqlite3 "$scratch/old.db" "UPDATE puzzles SET board = 'CATS'" || fail "write as an earlier version did"
run library show 1 --db "$scratch/old.db" --plain
expect_exactly CATS/
run library show 1 --db "$scratch/old.db"
expect_out 'CATS 0-1-2-3'
! grep -q 'not shown' "$scratch/out" || fail "an old entry is shown with its answer"
run library export --db "$scratch/old.db"
sed 's|"board":"CATS/"|"board":"CATS"|' "$scratch/out" >"$scratch/old.jsonl"
grep -q '"board":"CATS"' "$scratch/old.jsonl" || fail "an export as earlier versions wrote it"
run library import "$scratch/old.jsonl" --db "$scratch/new.db"
expect_err '1 imported'
run library show 1 --db "$scratch/new.db" --plain
expect_exactly CATS/
echo passed
