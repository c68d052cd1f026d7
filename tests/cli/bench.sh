#!/bin/bash
# Measures every game that can be solved; stops at the time limit; Ctrl-C prints the results so far.
. tests/lib/expect.sh

run bench --time-limit 0.3 --json
expect_status 0
expect_json '.schema == 1 and .complete and .threads >= 1 and .seed == 1'
expect_json 'all(.games[]; .puzzles > 0 and .boards > 0 and .puzzles_per_second > 0 and .worst_ms >= .median_ms and .median_ms > 0)'
measured=$(jq -r '.games[].game' "$scratch/out")
[ "$measured" = "$("$COMB" games --json | jq -r '.games[] | select(.verbs | index("solve")) | .name')" ] || fail "every game is measured"
expect_json '.games[] | select(.game == "hexhunt") | .words_per_second > 0'
expect_json '.games[] | select(.game == "witness") | has("words_per_second") | not'

run bench hexhunt --time-limit 0.2
expect_status 0
expect_lines 1
expect_out 'words/s'
expect_no_err
run bench boggle --lang en --time-limit 0.2 --threads 1 --plain
expect_lines 1

# interrupted: results so far
command='bench --json (interrupted)'
status=0
timeout --preserve-status -s INT 1.5 "$COMB" bench --json >"$scratch/out" 2>"$scratch/err" || status=$?
expect_status 130
expect_json '.complete == false and (.games | length) >= 1'
expect_err 'interrupted'

run bench chess
expect_status 2
expect_err "no such game 'chess'"
run bench hexhunt LPE/EASR/SRTED/PING/LAS
expect_status 2
expect_err 'unexpected operand'
run bench --lang it
expect_status 2
expect_err '--lang is an option of a game: name the game'
echo passed
