#!/bin/bash
# The contract for scripts: exit codes, streams, suggestions, batch runs.
. tests/lib/expect.sh
record=LPE/EASR/SRTED/PING/LAS

run --version
expect_status 0
expect_out 'comb 0.'
run
expect_status 2
expect_no_out
expect_err 'comb VERB [GAME] [INPUT]'
run hint # the example is of a game that supports the verb
expect_status 2
expect_err 'example: comb hint hexcells '
run --help
expect_status 0
expect_out 'Verbs'
for verb in $("$COMB" completion bash | sed -n "s/.*--help --version \(.*\)' -- .*/\1/p"); do
    run "$verb" --help
    expect_status 0
    expect_out "comb $verb"
    run help "$verb"
    expect_status 0
done
for game in $("$COMB" games --plain); do
    run help "$game"
    expect_status 0
    expect_out 'Example boards'
    run games "$game" --example
    expect_status 0
    run solve "$game" "$(cat "$scratch/out")" --json
    expect_status 0
    expect_json '.schema == 1'
done
run games --json
expect_json '.schema == 1 and (.games | length) >= 1'

# mistakes: status 2, nothing on stdout, a helpful message
run sovle hexhunt $record
expect_status 2
expect_no_out
expect_err "unknown verb 'sovle'; did you mean 'solve'?"
run hexhunt $record
expect_status 2
expect_err "did you mean 'comb solve hexhunt'?"
run solve hexhnut $record
expect_status 2
expect_err "no such game 'hexhnut'; did you mean hexhunt?"
run solve hexhunt $record --lmit 3
expect_status 2
expect_err "unknown option '--lmit'; did you mean --limit?"
run solve hexicon A/BC/D --path X
expect_status 2
expect_err '--path is an option of draw, not of solve'
run check hexhunt TS/EAR/LB TSAR --jsonl boards.txt
expect_err '--jsonl is an option of count, hint, rate, read and solve, not of check'
# an option without effect is rejected
run best hexhunt --fix 'S?/PEA/I?' --shape hex7
expect_status 2
expect_err '--fix and --shape cannot be used together'
run best hexhunt --fix 'S?/PEA/I?' --start SA/PEA/IT
expect_status 2
run solve witness 2x2 --reveal 2 --json
expect_status 2
expect_no_out
expect_err '--reveal and --json cannot be used together'
run draw witness 2x2 --reveal 2
expect_status 2
expect_err '--reveal requires --solved'
run draw witness 2x2 --reveal 2 --solved
expect_status 0
run solve witness 2x2 --most 3
expect_status 2
expect_err '--most requires --all or --lines'
run solve witness 2x2 --most 3 --lines
expect_status 0
run help hexicon
expect_out 'draw the path of WORD on the board (draw)'
run help draw hexicon
expect_out 'draw the path of WORD on the board'
run solve hexhunt $record --limit many
expect_status 2
expect_err "'many' is not a whole number"
run solve hexhunt $record --sort colour
expect_status 2
expect_err 'length score word'
run solve hexhunt $record --limit
expect_status 2
expect_err '--limit needs a value'
run solve hexhunt $record --json=yes
expect_status 2
expect_err 'takes no value'
run solve hexhunt $record -x
expect_status 2
run solve hexhunt
expect_status 2
expect_err 'example: comb solve hexhunt'
run solve hexhunt ''
expect_status 2
expect_no_out
expect_err 'the board is empty'
run solve hexhunt 'LPE/EASR/SRT/PING/LAS'
expect_status 0
run solve hexhunt 'LPE/EASR/SRTED/PIN/LAS'
expect_status 2
expect_err 'board:4:'
run solve hexhunt 'LPE/EA5R/SRTED/PING/LAS'
expect_status 2
expect_err "board:2:3: '5' is not a letter"
run solve hexhunt 'LPE//SRTED'
expect_status 2
expect_err 'board:2: row 2 is empty'
run solve hexhunt "$(printf 'A%.0s' $(seq 65))"
expect_status 2
expect_err 'at most 64 cells'
run solve squaredle "$(printf 'A%.0s' $(seq 101))"
expect_status 2
expect_err 'at most 100 cells'
run best squaredle --shape 10x10
expect_status 2
expect_err "board has 100 cells; 'best' supports at most 64"
run solve hexhunt nowhere.txt
expect_status 2
expect_err "cannot open 'nowhere.txt'"
head -c 100000 /dev/urandom >"$scratch/noise"
run solve hexhunt "$scratch/noise"
expect_status 2
expect_no_out
run solve hexhunt $record --words /nonexistent
expect_status 2
expect_err "cannot open '/nonexistent'"
: >"$scratch/empty.txt"
run solve hexhunt $record --words "$scratch/empty.txt"
expect_status 2
run draw hexhunt $record -o "$scratch/board.xyz"
expect_status 2
expect_err 'unknown extension'
run draw hexhunt $record -o "$scratch/no/such/folder.svg"
expect_status 2
run completion csh
expect_status 2
run games chess
expect_status 2

# options may come anywhere; -- ends them
run solve --json hexhunt --limit=1 $record
expect_json '.words | length == 1'
run solve --json -- hexhunt $record
expect_json '.score == 4064'

# a limit: status 3, partial result on stdout, the reason on stderr
wild='????????/????????/????????/????????/????????/????????/????????/????????'
run solve hexhunt "$wild" --time-limit 0.2 --json
expect_status 3
expect_json '.schema == 1 and (.words | type) == "array" and .count == (.words | length) and .complete == false'
expect_err 'time limit of 0.2 s reached'
run solve hexhunt "$wild" --memory-limit 1k --time-limit 60 --json
expect_status 3
expect_json '.schema == 1 and .complete == false'
expect_err 'memory limit of 1024 bytes reached'
for limit in 'time-limit 0' 'time-limit 0s' 'time-limit=-1' 'memory-limit 0' 'memory-limit 0.2'; do # 0 does not mean "no limit"
    run solve hexhunt $record --$limit
    expect_status 2
    expect_no_out
done
expect_err "--memory-limit: '0.2': expected a size above 0 such as 64k, 200M or 4G"
run solve hexhunt $record --time-limit 0
expect_err "--time-limit: '0': expected a time above 0 such as 90, 1.5s, 10m or 2h"
run solve hexhunt $record --memory-limit 1G --json
expect_status 0
expect_json 'has("complete") | not'

# Ctrl-C: status 130, partial result
status=0
timeout -s INT 2 "$COMB" solve hexhunt "$wild" --json >"$scratch/out" 2>"$scratch/err" || status=$?
command="solve (interrupted)"
expect_json '.schema == 1 and .complete == false'
expect_err 'interrupted'

# batch: output in order, a bad line does not stop the run
{
    echo $record
    echo 'nonsense 1'
    echo
    echo 'SLPS/EAIE/RNTR/GESO'
    echo '{"board": "TS/EAR/LB"}'
    echo '{"board": 5}'
    echo '{'
    for _ in $(seq 200); do echo TS/EAR/LB; done
    printf '%s' $record
} >"$scratch/boards.txt"
run solve hexhunt --jsonl "$scratch/boards.txt"
expect_status 0
expect_lines 207
expect_err '3 of 207 lines failed, the first is line 2'
jq -s -e '[.[] | .score] | .[0] == 4064 and .[1] == null and .[2] == 6294 and .[3] == 376 and .[-1] == 4064' "$scratch/out" \
    >/dev/null || fail "batch in order"
jq -s -e '.[1].error.code == 2 and .[1].line == 2 and (.[1].error.message | length) > 5' "$scratch/out" >/dev/null ||
    fail "batch error object"
# a limit applies to each line: the run continues, reports the lines that hit it, and exits with 3
run_stdin "$(printf '????/????/????/????\nTS/EAR/LB\n')" solve hexhunt --jsonl - --time-limit 0.5 --limit 0
expect_status 3
expect_lines 2
expect_err '1 of 2 lines hit a limit, the first is line 1'

run_stdin "$(printf 'TS/EAR/LB\nTS/EAR/LB\n')" solve hexhunt --jsonl -
expect_lines 2
run solve --jsonl "$scratch/boards.txt" --limit 3
expect_status 2
expect_err 'name the game'

# colours only on demand or on a terminal
run solve hexhunt $record
! grep -q $'\033' "$scratch/out" || fail "no colours in a pipe"
run solve hexhunt $record --color=always
grep -q $'\033' "$scratch/out" || fail "colours on demand"
LC_ALL=C run draw hexhunt $record
! LC_ALL=C grep -q '[^ -~]' "$scratch/out" || fail "ASCII only in the C locale"
echo passed
