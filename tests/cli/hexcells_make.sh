#!/bin/bash
# A hundred generated levels over shapes, sizes and seeds: each is fair by the solver and its verifier, no two are alike, each opens
# again as the same file.
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
echo passed
