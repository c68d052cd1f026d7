#!/bin/bash
# Multi-threaded work: batches, searches, proofs, and a server with many concurrent requests and jobs. The answers must equal
# those of one thread. Under the thread sanitizer (make test-tsan) a data race ends the program with status 66.
# labels: threads
# processors: 2
# timeout: 1800
# cost: 9
. tests/lib/expect.sh
. tests/lib/server.sh

# batches, in order; a word list opened by all threads at once
boards=(LPE/EASR/SRTED/PING/LAS TS/EAR/LB AS/EAR/LB b!d TS/EAR/LD)
for i in $(seq 60); do echo "${boards[i % 5]}"; done >"$scratch/boards"
run solve hexhunt --jsonl "$scratch/boards" --threads 1
cp "$scratch/out" "$scratch/one"
run solve hexhunt --jsonl "$scratch/boards" --threads 8
expect_status 0
expect_lines 60
cmp -s "$scratch/out" "$scratch/one" || fail "eight threads answer as one"
run count witness --jsonl <(yes 2x2 | head -40) --threads 8
expect_status 0
expect_lines 40
run solve hexhunt --jsonl "$scratch/boards" --threads 8 --db "$scratch/batch.db"
expect_status 0

# searches and proofs
run best hexhunt --shape hex7 --target 330 --threads 4 --time-limit 200 --json
expect_status 0
expect_json '.score >= 330'
run prove hexhunt --shape hex7 --letters AELRST --target 300 --threads 4 --out "$scratch/proof" --json
expect_status 0
expect_json '.proved'
run verify-proof "$scratch/proof" --letters AELRST --threads 4 --recheck all --json
expect_status 0
run solve witness 6x6 --threads 4 --json
expect_status 0
expect_json '.solved'

# Ctrl-C while threads search
"$COMB" best hexhunt --target 99999 --threads 4 --json >"$scratch/out" 2>"$scratch/err" &
search=$!
until grep -q ' s ' "$scratch/err" || ! kill -0 $search 2>/dev/null; do sleep 0.05; done
kill -INT $search
wait $search
status=$?
expect_status 130

# a server: concurrent requests, with and without the library
start_server --threads 4
for i in $(seq 12); do
    body='{"game":"hexhunt","board":"'${boards[i % 3]}'","keep":'$([ $((i % 2)) = 0 ] && echo true || echo false)'}'
    curl -s -m 200 "$url/api/solve" -d "$body" -o "$scratch/answer$i" "$url/api/games" -o /dev/null "$url/" -o /dev/null &
    waited+=($!)
    curl -s -m 200 -o /dev/null "$url/solve?game=hexhunt&board=TS/EAR/LB" &
    waited+=($!)
    curl -s -m 200 -o /dev/null "$url/api/words" "$url/api/library" -o /dev/null &
    waited+=($!)
done
# jobs: followed by two clients, paused and resumed, abandoned, cancelled, all at once
job() { # BODY: its number
    curl -s -m 200 "$url/api/jobs" -d "$1" | jq .job
}
followed=$(job '{"verb":"best","game":"hexhunt","options":{"shape":"hex7","target":330}}')
paused=$(job '{"verb":"solve","game":"witness","board":"8x8","options":{"lines":true},"look":true,"seconds":1}')
cancelled=$(job '{"verb":"best","game":"hexhunt","options":{"target":99999}}')
left=$(job '{"verb":"best","game":"boggle","options":{"target":99999}}')
curl -s -m 200 -o "$scratch/first" "$url/api/jobs/$followed/events" &
waited+=($!)
curl -s -m 200 -o "$scratch/second" "$url/api/jobs/$followed/events" &
waited+=($!)
curl -s -m 200 -o "$scratch/looks" "$url/api/jobs/$paused/events" &
waited+=($!)
curl -s -m 200 -o "$scratch/left" "$url/api/jobs/$left/events" &
reader=$!
for _ in 1 2 3; do
    ask POST "/api/jobs/$paused/pause" ''
    expect_json '.paused'
    ask GET /api/jobs
    ask POST "/api/jobs/$paused/resume" ''
done
until [ -s "$scratch/left" ]; do sleep 0.05; done
kill $reader
ask DELETE "/api/jobs/$cancelled"
expect_status 200
ask GET "/api/jobs/$cancelled/events" ''
grep -q '"code":130' "$scratch/out" || fail "a cancelled job says so"
for pid in "${waited[@]}"; do wait "$pid"; done
for i in $(seq 12); do
    cp "$scratch/answer$i" "$scratch/out"
    expect_json '.count > 0'
done
grep -q '"score":3' "$scratch/first" || fail "a job that is followed ends with its result"
sed -n '/^event: result/,$p' "$scratch/first" | cmp -s - <(sed -n '/^event: result/,$p' "$scratch/second") || fail "both see the same result"
grep -q '^event: result' "$scratch/looks" || fail "a job that was paused ends"

# clients that disconnect during their work, and shutdown while others wait
for _ in 1 2 3 4; do
    curl -s -m 0.5 -o /dev/null "$url/api/solve" -d '{"game":"witness","board":"9x9","options":{"lines":true},"keep":false}' &
    gone+=($!)
done
for pid in "${gone[@]}"; do wait "$pid"; done
curl -s -m 200 -o "$scratch/last" "$url/api/solve" -d '{"game":"witness","board":"9x9","options":{"lines":true},"keep":false}' &
last=$!
ask GET /api/games
kill -TERM $server
wait $server
status=$?
[ "$status" -eq 0 ] || fail "the server ends well: $(tail -c 2000 "$scratch/log")"
wait $last
exit 0
