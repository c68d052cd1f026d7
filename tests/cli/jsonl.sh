#!/bin/bash
# --jsonl of every verb: each answer equals that of the verb for a single board.
. tests/lib/expect.sh

"$COMB" games hexcells --example | jq -Rsc '{board: .}' >"$scratch/levels.jsonl"
echo '{"board": "Hexcells level v1"}' >>"$scratch/levels.jsonl"
for verb in rate 'hint --level 3'; do
    # shellcheck disable=SC2086
    run_stdin "$("$COMB" games hexcells --example)" $verb hexcells - --json
    alone=$(cat "$scratch/out")
    # shellcheck disable=SC2086
    run $verb hexcells --jsonl "$scratch/levels.jsonl"
    expect_status 0
    expect_lines 2
    [ "$(head -1 "$scratch/out")" = "$alone" ] || fail "$verb: a line is answered as the board alone"
    [ "$(tail -1 "$scratch/out" | jq .line)" = 2 ] || fail "$verb: a line that cannot be read is named"
    expect_err '1 of 2 lines failed, the first is line 2'
done
run_stdin "$(printf '3x3\n{"board": "2x2", "game": "witness"}\n')" count witness --jsonl -
expect_status 0
[ "$(jq -r .paths "$scratch/out" | paste -sd ' ')" = '2111 79' ] || fail "counts in order"

# pictures: a line is a path; an uncertain picture gives status 4, as for a single picture
run draw hexhunt LPE/EASR/SRTED/PING/LAS -o "$scratch/board.png"
printf '%s\n%s\n{"picture": "%s"}\n' "$scratch/board.png" "$scratch/nothing.png" "$scratch/board.png" >"$scratch/pictures.txt"
run read --jsonl "$scratch/pictures.txt"
expect_status 0
expect_lines 3
[ "$(jq -r '.board // .error.message' "$scratch/out" | sed -n '1p;3p' | uniq)" = LPE/EASR/SRTED/PING/LAS ] || fail "boards of pictures"
sed -n 1p "$scratch/out" | jq -e --arg path "$scratch/board.png" '.picture == $path' >/dev/null || fail "the picture is named"
sed -n 2p "$scratch/out" | jq -e '.line == 2 and .error.code == 2' >/dev/null || fail "a picture that is not there"

# a line that hits a limit gives status 3, with or without a partial result
run_stdin "$(printf '2x2\n9x9\n')" solve witness --jsonl - --lines --time-limit 0.01
expect_status 3
expect_lines 2
expect_err '1 of 2 lines hit a limit, the first is line 2'
run_stdin 9x9 count witness --jsonl - --time-limit 0.001
expect_status 3
expect_json '.error.code == 3'
expect_err '1 of 1 lines hit a limit, the first is line 1'

# moves are applied to every board
run_stdin '{"board": "TS/EAR/LB"}' solve hexhunt --jsonl - --moves 0=A
expect_json '.board == "AS/EAR/LB"'

# operands and options without effect are rejected
run count witness 4x4 --jsonl "$scratch/levels.jsonl"
expect_status 2
expect_no_out
expect_err "unexpected operand '4x4': --jsonl reads the input from FILE"
run solve hexhnut --jsonl "$scratch/levels.jsonl"
expect_status 2
expect_err 'did you mean hexhunt?'
run rate hexhunt --jsonl "$scratch/levels.jsonl"
expect_status 2
expect_err "'rate' does not support hexhunt"
run read --jsonl "$scratch/pictures.txt" --fix '0,0=A'
expect_status 2
expect_err '--fix applies to a single picture'
run draw hexhunt TS/EAR/LB --jsonl "$scratch/levels.jsonl"
expect_status 2
expect_err '--jsonl is an option of count, hint, rate, read and solve, not of draw'
echo passed
