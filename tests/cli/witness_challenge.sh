#!/bin/bash
# The Challenge: a seeded series of panels; where there are three, exactly the named one has a solution.
. tests/lib/expect.sh

run make witness --challenge --seed 4 --json
expect_status 0
expect_json '(.stages | length) == 11 and .seconds > 0 and .seed == 4'
expect_json '[.stages[] | select((.panels | length) == 3)] | length == 3'
expect_json '.board == .stages[0].panels[0] and all(.stages[]; .solvable < (.panels | length))'
cp "$scratch/out" "$scratch/series"
jq -c '.stages[] | .solvable as $right | .panels | to_entries[] | {board: .value, right: (.key == $right)}' "$scratch/series" > "$scratch/panels"
run solve witness --jsonl "$scratch/panels"
paste -d' ' <(jq -r .right "$scratch/panels") <(jq -r .solved "$scratch/out") | while read -r right solved; do
    [ "$right" = "$solved" ] || fail "a panel that should be $right is $solved"
done
run make witness --challenge --seed 4 --json
cmp -s "$scratch/out" "$scratch/series" || fail "the same seed gives the same series"
run make witness --challenge --seed 4
expect_status 0
expect_out "7. stars and squares: one of three has a solution"
run make witness --challenge --size 4x4
expect_status 2
run make hexhunt --challenge
expect_status 2
echo passed
