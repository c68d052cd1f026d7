#!/bin/bash
# 'check' accepts the output of 'solve --json', from a file or standard input, for every game.
. tests/lib/expect.sh

for game in $("$COMB" games --plain); do
    "$COMB" games "$game" --example >"$scratch/board"
    "$COMB" solve "$game" "$scratch/board" --json >"$scratch/answer.json"
    run check "$game" "$scratch/board" "$scratch/answer.json" --json
    expect_status 0
    expect_json '.valid and .violations == []'
    run_stdin "$(cat "$scratch/answer.json")" check "$game" "$scratch/board" -
    expect_status 0
    run check "$game" "$scratch/board" "$scratch/answer.json" --json
    cp "$scratch/out" "$scratch/verdict.json"
    run check "$game" "$scratch/board" "$scratch/verdict.json" # the output of check is an answer too
    expect_status 0
    # remove a step, change a word or a move, flip a colour
    jq 'if .path then .path |= del(.[1]) elif .words then .words[0].word = "ZZZ" elif .moves then .moves[0].word = "ZZZ"
        else .cells[0].blue |= not end' "$scratch/answer.json" >"$scratch/wrong.json"
    run check "$game" "$scratch/board" "$scratch/wrong.json"
    expect_status 1
    run check "$game" "$scratch/board" '{"game": "chess"}'
    expect_status 2
    expect_no_out
    expect_err "the answer is for 'chess'"
    run check "$game" "$scratch/board" '{}'
    expect_status 2
    expect_err 'nothing to check'
done

# the totals of an answer are checked too
run solve hexhunt TS/EAR/LB --json
jq '.score += 1' "$scratch/out" >"$scratch/more.json"
run check hexhunt TS/EAR/LB "$scratch/more.json" --plain
expect_status 1
expect_out 'no  score 377'

# "no solution" is checked by searching; a path is checked regardless of other claims
run_stdin '{"solved": false, "proved": true, "path": null}' check witness 2x2 -
expect_status 1
expect_out 'the panel has a solution'
run check witness 2x2 '{"solved": false, "path": [[0, 2], [1, 2]]}'
expect_status 1

# claims about all paths, and fields that cannot be checked
line='"path": [[0, 1], [0, 0], [1, 0]]'
run check witness 1x1 "{$line, \"unique\": true, \"lines\": 1, \"complete\": true}"
expect_status 1
expect_out 'wrong: the panel has more than one solution'
run check witness 1x1 "{$line, \"lines\": 2, \"complete\": true, \"seconds\": 0.1, \"colour\": 3}" --json
expect_status 0
expect_json '.valid and .not_checked == ["seconds", "colour"]'
run check witness 1x1 "{$line, \"lines\": 2, \"complete\": true, \"seconds\": 0.1, \"colour\": 3}"
expect_status 0
expect_out 'not checked: seconds, colour'
run check witness 1x1 "{$line, \"seconds\": 0.1}" --plain
expect_status 0
expect_err 'not checked: seconds'
run check witness 9x9 '{"lines": 1000000000000, "path": [[0,9],[0,8],[0,7],[0,6],[0,5],[0,4],[0,3],[0,2],[0,1],[0,0],
    [1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0],[9,0]]}' --time-limit 0.2 --json
expect_status 3
expect_json '.valid and .not_checked == ["lines"]'
expect_err 'time limit of 0.2 s reached before all claims were checked'

# output of best, prove and count is not an answer
run best hexhunt --shape hex7 --time-limit 0.1 --threads 1 --json -q
expect_json .score
run check hexhunt TS/EAR/LB "$(cat "$scratch/out")"
expect_status 2
expect_err 'nothing to check'
run count witness 2x2 --json
run check witness 2x2 "$(cat "$scratch/out")"
expect_status 2

# words may come from a file, too
printf 'TEAR\n\nzebra\n' >"$scratch/words.txt"
run check hexhunt TS/EAR/LB "$scratch/words.txt" --plain
expect_status 1
expect_out 'yes TEAR'
expect_out 'no  ZEBRA'
run check hexhunt TS/EAR/LB "$scratch/nothing.txt"
expect_status 2
expect_err 'nothing.txt'
run_stdin '{' check hexhunt TS/EAR/LB -
expect_status 2
expect_err 'stdin:1'
run check hexhunt - -
expect_status 2
expect_err 'cannot both be read from standard input'
echo passed
