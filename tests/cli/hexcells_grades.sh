#!/bin/bash
# Made levels are no harder than requested: the rating has the requested grade or an easier one.
. tests/lib/expect.sh

grades=(easy medium hard expert extreme)
met=0
for wanted in 0 1 2; do
    for seed in 1 2 3 4 5 6 7 8; do
        run make hexcells --cells $((13 + 2 * seed)) --difficulty "${grades[$wanted]}" --seed "$seed"
        expect_status 0
        cp "$scratch/out" "$scratch/made.hexcells"
        run rate "$scratch/made.hexcells" --json
        expect_status 0
        expect_json "[\"easy\", \"medium\", \"hard\", \"expert\", \"extreme\"] | .[:$((wanted + 1))] | index($(jq .grade "$scratch/out")) != null"
        # the rating itself, independent of its name
        expect_json ".rating <= [2.1, 3.2, 4.2][$wanted]"
        [ "$(jq -r .grade "$scratch/out")" != "${grades[$wanted]}" ] || met=$((met + 1))
    done
done
[ "$met" -ge 16 ] || fail "only $met of 24 levels are of the grade asked for: the test would prove little"
echo passed
