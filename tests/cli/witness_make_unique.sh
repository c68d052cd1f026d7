#!/bin/bash
# Panels with a unique solution: few gaps, nothing that could be dropped, exact numbers of symbols, and the difficulty
# that was requested.
. tests/lib/expect.sh

for seed in 1 2 3 4; do
    run make witness --size 6x6 --unique --seed "$seed"
    expect_status 0
    panel="$scratch/panel-$seed"
    cp "$scratch/out" "$panel"
    gaps=$(grep -o ':\( \|$\)' "$panel" | wc -l)
    [ "$gaps" -le 4 ] || fail "at most 4 gaps on 6 x 6 cells, not $gaps"
    run check witness "$panel" --json
    expect_status 0
    expect_json '.unique and (.redundant | length) == 0'
done

run make witness --size 5x5 --unique --gaps 3 --seed 5
expect_status 0
[ "$(grep -o ':\( \|$\)' "$scratch/out" | wc -l)" -eq 3 ] || fail "--gaps 3 gives 3 gaps"

for seed in 1 2 3; do
    run make witness --size 5x5 --symbols 'eliminations:2 squares:8' --seed "$seed"
    expect_status 0
    [ "$(grep -o 'sq:' "$scratch/out" | wc -l)" -eq 8 ] || fail "8 squares"
    [ "$(grep -ow 'Y' "$scratch/out" | wc -l)" -eq 2 ] || fail "2 elimination marks"
    ! grep -qE 'star:|tri:|poly:|rot:| o |o-' "$scratch/out" || fail "no other symbols"
done

for grade in easy medium hard; do
    run make witness --size 4x4 --difficulty "$grade" --seed 3
    expect_status 0
    cp "$scratch/out" "$scratch/panel"
    run rate witness "$scratch/panel" --json
    expect_status 0
    expect_json ".grade == \"$grade\" and .unique and .cases == 0 or .grade == \"hard\""
done
run make witness --difficulty gentle
expect_status 2
run make witness --any --difficulty easy
expect_status 2
expect_err "--any and --difficulty exclude each other"
run rate witness '+ : E/| . |/S : +'
expect_status 1
expect_err "no solution to rate"
echo passed
