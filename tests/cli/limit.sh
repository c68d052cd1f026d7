#!/bin/bash
# --limit limits the list only, not counts, scores and rankings.
. tests/lib/expect.sh
board=TS/EAR/LB

run solve hexhunt $board
cp "$scratch/out" "$scratch/whole"
for limit in 0 1 5 30 100; do
    run solve hexhunt $board --limit $limit
    expect_out '376 points, 101 words, longest BLEARS'
    expect_out "$limit of 101 words shown"
    while read -r heading; do # each group has the same size as in the full list
        grep -qF "${heading%, * shown}" "$scratch/whole" || fail "with --limit $limit: $heading"
    done < <(grep '^[0-9]* letters:' "$scratch/out")
    run solve hexhunt $board --limit $limit --json
    expect_json ".score == 376 and .count == 101 and .longest == \"BLEARS\" and (.words | length) == $limit"
    expect_json '(.lengths | add) == 101 and .lengths["5"] == 17'
    cp "$scratch/out" "$scratch/answer.json"
    run check hexhunt $board "$scratch/answer.json"
    expect_status 0
    run solve hexhunt $board --limit $limit --plain
    expect_lines $limit
done
run solve hexhunt $board --limit 5
expect_out '5 letters: 17 words, 1 shown'
jq -c '.lengths["5"] += 1' "$scratch/answer.json" >"$scratch/wrong.json"
run check hexhunt $board "$scratch/wrong.json"
expect_status 1
expect_out 'the word counts by length do not match'
jq -c '.lengths["5"] -= 16 | .lengths["4"] += 16' "$scratch/answer.json" >"$scratch/wrong.json"
run check hexhunt $board "$scratch/wrong.json"
expect_status 1

# a player's own words
printf 'EAR\nSTAB\n' >"$scratch/mine.txt"
for limit in 1 50 1000; do
    run solve hexhunt $board --mine "$scratch/mine.txt" --limit $limit --sort score
    expect_out 'you: 7 points (1.9 % of 376), 2 words; 99 missed'
    run solve hexhunt $board --mine "$scratch/mine.txt" --limit $limit --json
    expect_json '.mine.missed == 99 and .mine.found == 2'
done
run solve hexhunt $board --mine "$scratch/mine.txt" --limit 5
expect_out '5 of 99 missed words shown'

# one line each
run_stdin "$(printf '%s\n' $board $board)" solve hexhunt --jsonl - --limit 2
jq -s -e 'all(.count == 101 and .score == 376 and (.words | length) == 2)' "$scratch/out" >/dev/null || fail "counts in a batch"

# Hexicon: moves
game=$("$COMB" games hexicon --example)
run solve hexicon "$game" --json
expect_json '.count > 100 and (.moves | length) == 100'
count=$(jq .count "$scratch/out")
run solve hexicon "$game"
expect_out "$count moves for blue"
expect_out "20 of $count moves shown"
for limit in 0 3 100 150; do
    run solve hexicon "$game" --limit $limit
    expect_out "$count moves for blue"
    expect_out "$limit of $count moves shown"
    run solve hexicon "$game" --limit $limit --json
    expect_json ".count == $count and (.moves | length) == $limit"
    run solve hexicon "$game" --limit $limit --plain
    expect_lines $limit
done
# the best move considering the reply is chosen from the same candidates
run solve hexicon "$game" --reply --candidates 8 --samples 3 --json
expect_json '(.moves | length) == 8'
first=$(jq -c '.moves[0]' "$scratch/out")
run solve hexicon "$game" --reply --candidates 8 --samples 3 --limit 1 --json
[ "$(jq -c '.moves[0]' "$scratch/out")" = "$first" ] || fail "--limit changes which move is the best"
expect_json ".count == $count and (.moves | length) == 1"

# The Witness: a stopped count is reported as incomplete
run solve witness 2x2 --lines --most 3
expect_out 'at least 3 solutions; stopped early'
run solve witness 2x2 --all --most 3 --json
expect_json '.lines == 3 and .complete == false'
echo passed
