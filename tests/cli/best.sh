#!/bin/bash
# 'best': finds known optima, the same seed gives the same result, saves and restores its state, complete search is complete.
# cost: 11
. tests/lib/expect.sh

run best hexhunt --shape hex7 --target 376 --time-limit 60 --json
expect_status 0
expect_json '.schema == 1 and .game == "hexhunt" and .score == 376 and .evaluations > 0 and .seconds > 0'
expect_err '376  '
run best hexhunt --shape hex10 --target 1026 --time-limit 120 --json -q
expect_status 0
expect_no_err
expect_json '.score == 1026'

# one thread and one seed: the same boards in the same order
run best hexhunt --shape hex7 --seed 5 --threads 1 --target 370 --json -q
first=$(jq -c '[.evaluations, .board, .score]' "$scratch/out")
run best hexhunt --shape hex7 --seed 5 --threads 1 --target 370 --json -q
[ "$(jq -c '[.evaluations, .board, .score]' "$scratch/out")" = "$first" ] || fail "a seed repeats a run"

# every method makes progress on every game
for method in anneal climb tabu genetic heat; do
    run best hexhunt --shape hex7 --method $method --target 330 --time-limit 60 --json -q
    expect_status 0
    expect_json ".method == \"$method\" and .score >= 330"
done
run best boggle --shape 3x3 --target 300 --time-limit 60 --json -q
expect_status 0
for method in anneal climb heat tabu; do # Q is the tile Qu: the board found must have the reported score
    run best boggle --shape 3x3 --letters QITESA --method $method --target 20 --time-limit 20 --keep 20 --json -q
    [ "$status" -ne 5 ] || fail "the score of a board with Qu"
done
run best boggle --fix "?IT/XET" --letters QX --json -q
expect_json '.board == "QIT/XET"'
run best wordhunt --target 60000 --time-limit 60 --json -q
expect_status 0
run best ruzzle --start "C A:3l T D / W O:2w F O / I R D G / N O A S" --target 4000 --time-limit 60 --json -q
expect_status 0
expect_json '.board | test(":3l.*:2w")'

# the reported boards differ, also under rotation and reflection
run best hexhunt --shape hex7 --keep 6 --time-limit 1 --json -q
expect_status 3
expect_json '(.boards | length) == 6 and ([.boards[].score] == ([.boards[].score] | sort | reverse))'

# complete search against brute force: every filling solved separately
letters=AERST
for a in A E R S T; do for b in A E R S T; do echo "TS/E$a$b/LB"; done; done >"$scratch/all.txt"
run solve hexhunt --jsonl "$scratch/all.txt"
expect_lines 25
top=$(jq -s 'map(.score) | max' "$scratch/out")
run best hexhunt --fix "TS/E??/LB" --letters $letters --json -q
expect_status 0
expect_json ".complete and .method == \"complete\" and .score == $top and .evaluations == 25"

# state: the next run continues from it; the state of a different search is rejected
run best hexhunt --time-limit 1 --state "$scratch/state.json" --json -q
expect_status 3
before=$(jq .evaluations "$scratch/out")
score=$(jq .score "$scratch/out")
run best hexhunt --time-limit 1 --state "$scratch/state.json" --json -q
expect_json ".evaluations > $before and .score >= $score and .seconds > 1.5"
run best hexhunt --time-limit 1 --state "$scratch/state.json" --seed 77
expect_status 2
expect_err 'belongs to a different search'

# an edited state: boards of other shapes and false scores are rejected, and the file is unchanged
for edit in '.best[0].score = 99999' '.best[0].score = -1' '.best[0].board = "TS/EAR/LB"' '.best[0].board = 7' '.best[0].board |= sub("[A-Z]"; "?")'; do
    jq "$edit" "$scratch/state.json" >"$scratch/edited.json"
    cp "$scratch/edited.json" "$scratch/kept.json"
    run best hexhunt --time-limit 1 --state "$scratch/edited.json"
    expect_status 2
    expect_err '--state: '
    cmp -s "$scratch/edited.json" "$scratch/kept.json" || fail "a refused run leaves the state: $edit"
done
echo '{' >"$scratch/broken.json"
run best hexhunt --time-limit 1 --state "$scratch/broken.json"
expect_status 2

# Ctrl-C: the best so far
timeout -s INT 2 "$COMB" best hexhunt --json >"$scratch/out" 2>"$scratch/err"
command="best (interrupted)"
status=0
expect_json '.score > 500'
expect_err 'interrupted'

# reports
run best hexhunt --shape hex7 --target 376 --save "$scratch/reports" -q --plain
expect_status 0
grep -q 'Total score: 376' "$scratch/reports/376.txt" || fail "report"
grep -qx 'BLEARS: 6' "$scratch/reports/376.txt" || fail "report lists words"

# files that cannot be written are reported before the search, and existing files are unchanged
for option in --save --state; do
    run best hexhunt --shape hex7 $option "$scratch/missing/x" --time-limit 30 --json
    expect_status 2
    expect_no_out
    expect_err "$scratch/missing/x"
done
run best hexhunt --shape hex7 --save "$scratch/state.json" --time-limit 30 --json
expect_status 2
expect_no_out
run best hexhunt --shape hex7 --state "$scratch" --time-limit 30 --json
expect_status 2
expect_no_out
cp "$scratch/state.json" "$scratch/kept.json"
run best hexhunt --time-limit 30 --state "$scratch/state.json" --save "$scratch/missing/x" --json
expect_status 2
cmp -s "$scratch/state.json" "$scratch/kept.json" || fail "a refused run leaves the state"
# folder removed during the search: prints the board, then the error
mkdir "$scratch/gone"
(until [ -e "$scratch/gone/reports" ]; do sleep 0.05; done; until rm -rf "$scratch/gone"; do :; done) &
run best hexhunt --shape hex7 --save "$scratch/gone/reports" --time-limit 3 --json -q
wait
expect_status 2
expect_json '.score > 0 and (.board | length) > 0'
expect_err "$scratch/gone/reports"

# mistakes
run best hexicon
expect_status 2
run best
expect_status 2
run best hexhunt --fix TS/EAR/LB
expect_status 2
expect_err 'nothing to search'
run best hexhunt --letters 'A1'
expect_status 2
run best hexhunt LPE/EASR/SRTED/PING/LAS
expect_status 2
expect_err '--start'
# a report has hexagons on a grid of half cells, the rest of it as dots
run best hexhunt --shape hex7 --target 376 --save "$scratch/dots" -q --plain
sed -n 2,4p "$scratch/dots/376.txt" >"$scratch/out"
[ "$(tr 'A-Z' x <"$scratch/out")" = $'. x . x .\nx . x . x\n. x . x .' ] || fail "rows with dots"

# on a terminal improvements are at most one line per second, with a live status
if command -v script >/dev/null; then
    script -qec "$COMB best hexhunt --seed 1 --time-limit 1.5" /dev/null >"$scratch/out" </dev/null
    lines=$(tr '\r' '\n' <"$scratch/out" | grep -cE '^(.\[K)? +[0-9.]+ s +[0-9]+  [A-Z]')
    [ "$lines" -ge 1 ] && [ "$lines" -le 4 ] || fail "$lines lines of improvements in 1.5 seconds"
    grep -q 'best [0-9]* [A-Z]' "$scratch/out" || fail "the status shows the best board"
fi

echo passed
