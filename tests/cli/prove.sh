#!/bin/bash
# Proofs: known optima, certificates that survive a kill, shards that add up, no mixing of proofs.
# cost: 15
. tests/lib/expect.sh

run prove hexhunt --shape hex7 --target 376 --json -q
expect_status 0
expect_json '.schema == 1 and .game == "hexhunt" and .shape == "hex7" and .target == 376 and .optimum == 376 and .proved'
expect_json '(.boards | length) == 1 and .boards[0].score == 376 and .nodes > 0 and .seconds > 0 and .units_left == 0'
run prove hexhunt --shape hex7 --target 377 --plain -q
expect_status 0
expect_exactly ""
run prove hexhunt --shape hex7 --target 377
expect_out "proved, no board scores 377 or more"

# without a target: a good board is found first
few="--shape hex7 --letters AELRST"
run prove hexhunt $few --json -q
expect_status 0
best=$(jq .optimum "$scratch/out")
run best hexhunt $few --target "$best" --time-limit 60 --json -q
expect_json ".score == $best"

# against brute force: every filling with three letters, symmetric boards counted once
run best hexhunt --fix "??/???/??" --letters AES --method complete --keep 10000 --json -q
list='[.boards[] | select(.score >= 60) | .score] | sort'
expected=$(jq -c "$list" "$scratch/out")
for depth in 0 1 2 3; do
    run prove hexhunt --shape hex7 --letters AES --target 60 --depth $depth --json -q
    [ "$(jq -c "$list" "$scratch/out")" = "$expected" ] || fail "the same boards as a complete search, depth $depth"
done

# a certificate: one line per unit; running the command again does nothing
proof=$scratch/proof
run prove hexhunt $few --target 300 --out "$proof" --json -q
expect_status 0
result=$(jq -c '[.boards, .optimum, .proved, .nodes]' "$scratch/out")
[ "$(grep -c '^U ' "$proof/units.txt")" -eq 6 ] || fail "a line a unit"
before=$(sha256sum "$proof/units.txt")
run prove hexhunt $few --target 300 --out "$proof" --json -q
[ "$(jq -c '[.boards, .optimum, .proved, .nodes]' "$scratch/out")" = "$result" ] || fail "the result of the records"
[ "$(sha256sum "$proof/units.txt")" = "$before" ] || fail "nothing is done twice"

# cut in the middle of a line, a digit changed, a unit missing: those units are done again
sed -i -e '2s/boards=/boards= /' -e '4d' "$proof/units.txt"
truncate -s -20 "$proof/units.txt"
run prove hexhunt --merge "$proof" $few --json -q
expect_status 3
expect_json '.proved == false and .units_left == 3 and .optimum == null and .damaged_lines == 2'
run prove --merge "$proof"
expect_status 3
expect_err 'incomplete: 3 of 6 units are missing: '
expect_err "run the original command with --out $proof"
run prove hexhunt $few --target 300 --out "$proof" --json -q
[ "$(jq -c '[.boards, .optimum, .proved, .nodes]' "$scratch/out")" = "$result" ] || fail "the same result after damage"

# a different proof and a damaged header are rejected
run prove hexhunt $few --target 301 --out "$proof"
expect_status 2
expect_err "belongs to a different proof"
sed -i 's/^target 300/target 301/' "$proof/header.txt"
run prove hexhunt $few --target 301 --out "$proof"
expect_status 2
expect_err "checksum"

# killed at any time: nothing is lost but the units in flight
"$COMB" prove hexhunt --shape hex7 --target 376 --out "$scratch/killed" -q --threads 1 >/dev/null 2>&1 &
pid=$!
for _ in $(seq 600); do [ -s "$scratch/killed/units.txt" ] && break; sleep 0.05; done
kill -9 $pid
wait $pid 2>/dev/null
run prove hexhunt --shape hex7 --target 376 --out "$scratch/killed" --json -q
expect_status 0
expect_json '.proved and .optimum == 376 and (.boards | length) == 1'

# a limit: results so far, and how to continue
run prove hexhunt --shape hex10 --target 1026 --time-limit 0.5 --out "$scratch/limited" --json
expect_status 3
expect_json '.proved == false and .optimum == null and .units_left > 0'
expect_err "run the same command again"

# shards add up
for shard in 0 1 2; do
    run prove hexhunt $few --target 300 --depth 2 --shards 3 --shard $shard --out "$scratch/sharded" --json -q
    expect_status 0
done
run prove --merge "$scratch/sharded" --json -q
expect_status 0
expect_json '.proved and .units_left == 0'
[ "$(jq -c '[.boards, .optimum, .proved]' "$scratch/out")" = "$(jq -c '.[0:3]' <<<"$result")" ] || fail "shards give the whole"
run prove hexhunt $few --shards 3 --shard 3
expect_status 2

# units that take too long are split, and the parts prove the same
run prove hexhunt $few --target 300 --depth 0 --unit-limit 0.001 --out "$scratch/split" --json -q
expect_status 0
grep -q '^S - ' "$scratch/split/units.txt" || fail "a split is recorded"
[ "$(jq -c '[.boards, .optimum, .proved]' "$scratch/out")" = "$(jq -c '.[0:3]' <<<"$result")" ] || fail "parts give the whole"

# classes of letters: the same boards, whole, in shards, and split at a class
classes="$few --target 300 --classes RL,ST"
run prove hexhunt $classes --depth 2 --out "$scratch/classes" --json -q
expect_status 0
expect_json '.proved and .units < 21'
scores='[[.boards[].score], .optimum, .proved]'
[ "$(jq -c "$scores" "$scratch/out")" = "$(jq -c '[[.[0][].score], .[1], .[2]]' <<<"$result")" ] || fail "classes prove the same"
grep -qx 'letters AELRST' "$scratch/classes/header.txt" && grep -qx 'class 2 ST' "$scratch/classes/header.txt" ||
    fail "the header names the classes"
run prove hexhunt $few --target 300 --classes none --depth 2 --out "$scratch/classes"
expect_status 2
expect_err "belongs to a different proof"
for shard in 0 1; do
    run prove hexhunt $classes --depth 2 --shards 2 --shard $shard --unit-limit 0.0005 --out "$scratch/class-split" -q
done
grep -q '^S .*[12]' "$scratch/class-split/units-0-of-2.txt" || fail "a unit with a class is split"
for _ in 1 2 3 4; do
    run prove hexhunt $classes --depth 2 --out "$scratch/class-split" -q
done
run prove --merge "$scratch/class-split" --json -q
[ "$(jq -c "$scores" "$scratch/out")" = "$(jq -c '[[.[0][].score], .[1], .[2]]' <<<"$result")" ] || fail "parts of classes prove the same"
run verify-proof "$scratch/class-split" --letters AELRST --recheck all --json
expect_status 0
expect_json '.valid and .complete'
run prove hexhunt --shape hex7 --target 376 --classes usual --depth 2 --out "$scratch/usual" --json -q
expect_json '.proved and .optimum == 376 and (.boards | length) == 1 and .units < 676'
grep -qx 'class 1 JQXZ' "$scratch/usual/header.txt" && grep -qx 'class 2 KVW' "$scratch/usual/header.txt" ||
    fail "the rarest letters of English"
run prove hexhunt $few --target 300 --classes RL,LS
expect_status 2
expect_err "none of them in another class"
run prove hexhunt $few --target 300 --classes R
expect_status 2
expect_err "two or more letters"

# holes: the ring of eight cells, against all of its boards, and the checker
run prove squaredle --shape small-ring --letters AERST --target 200 --out "$scratch/ring" --json -q
expect_status 0
expect_json '.proved and .optimum == 220 and (.boards | length) == 20 and (.boards | all(.board[5:6] == "."))'
jq -c '[.boards[].score]' "$scratch/out" >"$scratch/proved"
run best squaredle --fix '???/?.?/???' --letters AERST --keep 20 --json -q
expect_json '.complete'
[ "$(jq -c '[.boards[].score]' "$scratch/out")" = "$(cat "$scratch/proved")" ] || fail "the prover and all boards differ"
run verify-proof "$scratch/ring" --letters AERST --recheck all --json
expect_status 0
expect_json '.valid and .complete'
grep -qx 'holes 4' "$scratch/ring/header.txt" || fail "the header names the hole"
run prove wordhunt --shape donut --letters AE --units of:.AEA./AEAEA/EA.AE/AEAEA/.AEA. --target 100000 --json -q
expect_status 0
run prove wordhunt --shape cross --letters AE --units of:.AEA./AEAEA/EA.AE/AEAEA/.AEA. --target 100000 --json -q
expect_status 2
expect_err 'does not have the shape cross'

# chosen units
run prove hexhunt --shape hex7 --target 376 --units of:TS/EAR/LB --json -q
expect_status 0
expect_json '.proved == false and .boards[0].score == 376 and .units_left == 25'
run prove hexhunt --shape hex7 --target 376 --units random:3 --json -q
expect_status 0
run prove hexhunt --shape hex7 --target 376 --units AB
expect_status 2
expect_err "is not a unit"

# an estimate is labelled as such
run prove hexhunt --shape hex7 --target 376 --estimate --samples 6 --json -q
expect_status 0
expect_json '.cpu_seconds > 0 and .standard_error >= 0 and .samples == 6 and .units == 26'
expect_json '.confidence == 0.95 and .cpu_seconds_low < .cpu_seconds and .cpu_seconds_high > .cpu_seconds + .standard_error'
run prove hexhunt --shape hex7 --target 376 --estimate --samples 3 -q
expect_status 0
expect_out 'with 95 % confidence'

run prove hexcells
expect_status 2
run prove ruzzle
expect_status 2
