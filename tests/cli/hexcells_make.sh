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
for limit in 0.1 0.25 0.5 1 2 4 8 16 32 64; do # reaching the last fair level takes more than twice as long as the first
    run make hexcells --shape free --cells 300 --difficulty expert --seed 3 --time-limit $limit
    expect_status 3
    [ ! -s "$scratch/out" ] || break
done
expect_err "time limit of $limit s reached before a level of grade 'expert' was found; showing the best so far"
cp "$scratch/out" "$scratch/cut.hexcells"
run solve "$scratch/cut.hexcells" --json
expect_status 0
expect_json '.solved'
run make hexcells --shape free --cells 300 --difficulty expert --seed 3 --time-limit 0.01
expect_status 3
expect_no_out
expect_err "time limit of 0.01 s reached before a level was found"
# symmetries, pictures and letters: the outline has them, the level is fair
run make hexcells --shape free --cells 40 --symmetry turn6 --seed 4 --json
expect_json '.board | startswith("Hexcells level v1")'
jq -r .board "$scratch/out" >"$scratch/turned.hexcells"
run solve "$scratch/turned.hexcells" --json
expect_json '.solved'
# (x,y) turned by a sixth around (16,16), in cube coordinates
run make hexcells --shape free --cells 40 --symmetry turn6 --seed 4 --json
expect_json '[.board | split("\n")[5:] | to_entries[] | .key as $y | .value | [scan("..")] | to_entries[] | select(.value[0:1] | test("[oxOX]"))
    | {x: (.key - 16), y: ($y - 16), blue: (.value[0:1] | test("[xX]"))} | {q: .x, r: ((.y - .x) / 2), blue}]
    | (map([.q, .r, .blue]) | sort) == (map([-.r, .q + .r, .blue]) | sort)'
run make hexcells --shape islands --cells 40 --symmetry mirror --seed 4 --json
expect_json '[.board | split("\n")[5:] | to_entries[] | .key as $y | .value | [scan("..")] | to_entries[] | select(.value[0:1] | test("[oxOX]"))
    | [(.key - 16), $y, (.value[0:1] | test("[xX]"))]] | sort == (map([-.[0], .[1], .[2]]) | sort)'
# every shape with every symmetry: about as many cells as asked for, all on one tiling, so that none overlap
for shape in hexagon diamond free ring islands; do
    for symmetry in none turn2 turn3 turn6 mirror; do
        for cells in 36 97; do
            run make hexcells --shape $shape --symmetry $symmetry --cells $cells --difficulty easy --seed 5 --json
            expect_status 0
            expect_json "[.board | split(\"\\n\")[5:] | to_entries[] | .key as \$y | .value | [scan(\"..\")] | to_entries[]
                | select(.value[0:1] | test(\"[oxOX]\")) | (.key + \$y) % 2] | (unique | length) == 1 and length >= $cells / 2 and length <= $cells * 2"
        done
    done
done
run make hexcells --letters HEX --as blue --seed 2 --json
expect_json '[.board | scan("[xX]")] | length >= 30'
run make hexcells --picture '.##./####/.##.' --seed 1 --json
expect_json '[.board | split("\n")[5:] | join("") | scan("[oxOX]")] | length == 8'
run make hexcells --picture 'xx/ox/oo' --seed 1 --json
expect_json '[.board | split("\n")[5:] | join("") | scan("[xX]")] | length == 3'
run make hexcells --picture '#?#'
expect_status 2
expect_err "picture: row 1, column 2: unexpected '?'"
run make hexcells --letters HEX --picture '##'
expect_status 2
run make hexcells --mix marks=200
expect_status 2
expect_err '--mix: '
# a level whose hints are to be found keeps its cells and colours
run make hexcells --from "$scratch/turned.hexcells" --seed 9 --json
expect_json "[.board | split(\"\\n\")[5:] | join(\"\") | scan(\"[xX]\")] | length == $(grep -v '^[A-Z]' "$scratch/turned.hexcells" | grep -o '[xX]' | wc -l)"
# without the counter: the same position without its counter is solved as well
run make hexcells --cells 30 --counter no --seed 2
cp "$scratch/out" "$scratch/counter.hexcells"
run rate "$scratch/counter.hexcells" --json
expect_json '.rating != null'
echo passed
