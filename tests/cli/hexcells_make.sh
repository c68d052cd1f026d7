#!/bin/bash
# A hundred generated levels over shapes, sizes and seeds: each is solvable without guessing, all differ, and each file is
# parsed and printed unchanged.
# cost: 9
. tests/lib/expect.sh

for seed in $(seq 100); do
    case $((seed % 3)) in
    0) shape=hexagon ;;
    1) shape=diamond ;;
    *) shape=free ;;
    esac
    run make hexcells --shape $shape --cells $((12 + seed / 4)) --seed "$seed"
    expect_status 0
    cp "$scratch/out" "$scratch/$seed.hexcells"
    run solve "$scratch/$seed.hexcells" --json
    expect_status 0
    expect_json '.solved and .left == 0'
    run draw "$scratch/$seed.hexcells" --format text
    diff -q "$scratch/out" "$scratch/$seed.hexcells" >/dev/null || fail "prints as it was made"
done
alike=$(md5sum "$scratch"/*.hexcells | cut -d ' ' -f 1 | sort | uniq -d | wc -l)
[ "$alike" -eq 0 ] || fail "$alike levels are alike"

# hitting a limit: the level so far is fair, and the exit status shows that it is not the final one for the seed
for limit in 0.25 0.5 1 2 4 8 16 32; do # reaching the last fair level takes more than twice as long as the first
    run make hexcells --cells 169 --difficulty expert --seed 1 --time-limit $limit
    expect_status 3
    [ ! -s "$scratch/out" ] || break
done
expect_err "time limit of $limit s reached before a level of grade 'expert' was found; showing the best so far"
cp "$scratch/out" "$scratch/cut.hexcells"
run solve "$scratch/cut.hexcells" --json
expect_status 0
expect_json '.solved'
run make hexcells --cells 169 --difficulty expert --seed 1 --time-limit 0.01
expect_status 3
expect_no_out
expect_err "time limit of 0.01 s reached before a level was found"
echo passed
