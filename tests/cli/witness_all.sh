#!/bin/bash
# solve --all --json: few paths are one object; many are streamed one per line with a closing object, in constant memory;
# Ctrl-C ends it.
. tests/lib/expect.sh

run solve witness 3x3 --all --json
expect_status 0
expect_lines 1
expect_json '.lines == 184 and .complete and (.paths | length) == 184'

run solve witness 4x4 --all --json
expect_status 0
expect_lines 8513
jq -es 'all(.[]; .schema == 1 and .game == "witness" and (.path | length) > 8) and (.[:-1] | map(.path) | unique | length) == 8512
    and (.[-1] | .lines == 8512 and .complete and (has("paths") | not))' "$scratch/out" >/dev/null || fail 'the stream'
tail -n 1 "$scratch/out" >"$scratch/last"
run check witness 4x4 "$scratch/last" --json # the closing object is an ordinary answer
expect_status 0
expect_json '.valid and .not_checked == ["steps", "seconds"]'
run solve witness 4x4 --all --most 1200 --json
expect_lines 1201
tail -n 1 "$scratch/out" | jq -e '.lines == 1200 and (.complete | not)' >/dev/null || fail 'the most'

# a stream is not stored as an answer: the next run streams again
run solve witness 4x4 --all --json --db "$scratch/db"
run solve witness 4x4 --all --json --db "$scratch/db"
expect_lines 8513

# endless: wait for output, not for time
interrupt() { # OPTION PATTERN-OF-A-LINE
    command="solve witness 10x10 --all $1"
    "$COMB" solve witness 10x10 --all "$1" >"$scratch/out" 2>"$scratch/err" &
    local job=$! tries=0 peak
    while [ "$(grep -c "$2" "$scratch/out")" -lt 3000 ]; do
        kill -0 "$job" 2>/dev/null || fail 'it ended by itself'
        tries=$((tries + 1))
        [ "$tries" -lt 1000 ] || { kill -9 "$job"; fail 'no lines come'; }
        sleep 0.1
    done
    peak=$(awk '/^VmHWM/ { print $2 }' "/proc/$job/status")
    kill -INT "$job"
    status=0
    wait "$job" || status=$?
    expect_status 130
    [ "$peak" -lt 400000 ] || fail "peak memory $peak kB"
}
interrupt --json '^{"schema":1,"game":"witness","solved":true,"path":'
tail -n 1 "$scratch/out" | jq -e --argjson printed "$(($(wc -l <"$scratch/out") - 1))" \
    '.lines == $printed and .complete == false' >/dev/null || fail 'the closing object'
interrupt --plain '^path'
expect_out "lines	$(grep -c ^path "$scratch/out")"

# an answer that must be one object has a limited number of paths and says so
echo 10x10 >"$scratch/panels"
run solve witness --jsonl "$scratch/panels" --all
expect_status 3
expect_json '.lines == 10000 and (.complete | not) and (.paths | length) == 10000'
echo passed
