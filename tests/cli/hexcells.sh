#!/bin/bash
# Hexcells on the command line: levels and positions, solving with reasons, hints, ratings, checks, making, errors.
. tests/lib/expect.sh

level=$scratch/level.hexcells
printf '%s\n' 'Hexcells level v1' 'So tiny' 'Somebody' '' '' \
    '......|+......' '....|n........' '..|+..x.../+..' '\+..x...o.....' '..x...o...o...' '....x...o.....' \
    '..o...x...o...' '....o...o.....' '..x...x...o...' '....x...o.....' '......x.......' >"$level"

# solving: the game is detected from the file; every cell once, every step with its reason
run solve "$level" --json
expect_status 0
expect_no_err
expect_json '.schema == 1 and .game == "hexcells" and .title == "So tiny" and .solved and .left == 0 and .rounds == 1'
expect_json '(.cells | length) == 19 and ([.cells[] | select(.blue)] | length) == 9'
expect_json '[.steps[].cells[]] | length == 19'
expect_json '.steps | all((.because | length) > 0 and (.text | length) > 10 and .round == 1)'
expect_json '[.steps[].because[]] | unique - ["l3,0", "l2,1", "l1,2", "l5,2", "l0,3", "counter"] == []'
run solve "$level"
expect_out 'solved: 19 cells in 1 round'
expect_out 'the -3- on the line down from (2,1)'
# each step has a pattern and a cost, none is harder than the rating says
run solve "$level" --json
hardest=$(jq '[.steps[].cost] | max' "$scratch/out")
expect_json '.steps | all((.pattern | length) > 3 and .cost >= 1)'
run rate "$level" --json
expect_json ".rating == $hardest and .work > 0 and .hardest.pattern != null and .hard_moments >= 1"
run solve "$level" --plain
expect_lines 19
expect_out '2,3=blue'
run solve "$level" --no-reasons --json
expect_json '.solved and .steps == []'

# moves, and a mistake
run solve "$level" --moves '2,3=blue 4,3=black' --json
expect_json '.solved and (.cells | length) == 17'
run solve "$level" --moves '2,3=black'
expect_status 1
expect_err 'is wrong: '
run solve "$level" --moves '3,3=blue'
expect_status 2
expect_err 'no cell at (3,3)'

# a hint level reveals no more than requested
run hint "$level" --json
expect_status 0
expect_json '(.ladder | length) == 1 and .because == [] and .cells == []'
run hint "$level" --level 2 --json
expect_json '(.ladder | length) == 2 and .because == ["l2,1"] and .cells == []'
run hint "$level" --level 3 --json
expect_json '.because == ["l2,1"] and .pattern == "apart" and (.text | startswith("apart: ")) and .cells == []'
run hint "$level" --level 4 --json
expect_json '(.text | startswith("another colour would join")) and .cells == []'
run hint "$level" --level 5 --json
expect_json '.because == ["l2,1"] and (.cells | map([.x, .y, .blue])) == [[2, 3, true], [2, 9, true]]'
# the first level points at a small group of hidden cells
run hint "$level" --json
expect_json '(.region | length) >= 1 and (.region | length) <= 12 and (.text | startswith("look at the group of "))'
run hint "$level" --level 5 --from $'Hexcells position v1\n3: 2=x 4=?\n9: 2=x' --json
expect_json '(.known | length) == 3 and (.cells | any([.x, .y] == [2, 3]) | not)'
run hint "$level" --from $'Hexcells position v1\n3: 2=?'
expect_status 2
expect_err 'does not match the level at (2,3)'
run hint "$level" --level 6
expect_status 2

# the drawing has the letters of the text; coordinates come with axes
run hint "$level" --level 5
expect_out 'A:-3-'
expect_out 'from A: B and C are blue'
run hint "$level" --level 5 --coordinates
expect_out '(-3-)'
expect_out 'from (2,1): (2,3) and (2,9) are blue'
grep -q '^ *0   1   2   3   4   5' "$scratch/out" || fail "no axis"
run solve "$level" --step 2
expect_out 'step 2 of '
run solve "$level" --step 1000
expect_status 2
expect_err '--step 1000: there are '
# a number on a blue cell differs from one on a black cell without colours
run draw hexcells $'Hexcells position v1\n0: 2=x2\n2: 2=2'
expect_out '⬢2'
expect_out '╱ 2 ╲'

# ratings
run rate "$level" --json
expect_status 0
expect_json '(.grade == "hard" or .grade == "medium") and .rating >= 2.5 and (.hardest.because | length) > 1'
run rate "$level"
expect_out 'hardest step'

# checking an answer, and the level itself
run check "$level" 2,3=blue 4,3=black
expect_status 0
run check "$level" 2,3=black
expect_status 1
expect_out 'wrong: (2,3) is not black'
run check "$level" --json
expect_status 0
expect_json '.fair and (.findings | map(.message) | any(contains("11 rows of 14")))'
run check "$level" --redundant --json
expect_json '.redundant == []'

# a level that needs a guess: exit status 1, shows two solutions, prints the level text, as it may state a rule
stuck=$scratch/stuck.hexcells
printf '%s\n' 'Hexcells level v1' 'Guess' '' '' 'all blue cells are on the left' 'x...o.' >"$stuck"
run solve "$stuck"
expect_status 1
expect_out 'stuck: 2 cells are not decided'
expect_out 'all blue cells are on the left'
run solve "$stuck" --json
expect_status 1
expect_json '.solved == false and .left == 2 and .cells == []'
run check "$stuck" --json
expect_status 1
expect_json '.fair == false and .completions.count == 2 and .completions.all'
expect_json '.completions.first != .completions.second'
# the fewest hints that make it fair, and a level without blue cells
run check "$stuck" --repair --json # at the top of the file there is no place for a line hint
expect_json '.repair == [] and .repair_complete'
printf '%s\n' 'Hexcells level v1' 'Guess' '' '' '' '......' '......' 'x...o.' >"$scratch/guess.hexcells"
run check "$scratch/guess.hexcells" --repair --json
expect_status 1
expect_json '(.repair | length) == 1 and .repair_complete and (.text | contains("repair: it is fair with "))'
printf '%s\n' 'Hexcells level v1' 'Column' '' '' '' '|+' '..' 'x.' '..' 'o.' '..' 'x.' >"$scratch/column.hexcells"
run check "$scratch/column.hexcells" --repair --json
expect_json '.repair == [{"x": 1, "y": 3, "text": "0", "line": true, "direction": "sw"}] and .repair_complete'
# redundant hints in the order to remove them: the 1 that no step uses before the line hint that is used
printf '%s\n' 'Hexcells level v1' 'Spare' '' '' '' '|+' '..' 'x.' '..' 'O+' >"$scratch/spare.hexcells"
run check "$scratch/spare.hexcells" --redundant --json
expect_json '(.redundant | sort) == ["c0,4", "l0,0"] and .redundant_together == 2 and (.text | contains("all of them can be removed together"))'
printf '%s\n' 'Hexcells level v1' 'Black' '' '' '' 'O...' >"$scratch/black.hexcells"
run check "$scratch/black.hexcells"
expect_out 'warning: the level has no blue cell'
run hint "$stuck"
expect_status 1
expect_out 'nothing can be deduced'
run rate "$stuck"
expect_status 1

# positions, as text and as JSON
position=$'Hexcells position v1\nremaining 1\n0: 0=s1\n2: 0=o\n3: 3=o\n4: 0=o 2=0'
run solve hexcells "$position" --json
expect_status 0
expect_json '.left == 2 and (.cells | map([.x, .y, .blue])) == [[3, 3, false]]'
run solve '{"game":"hexcells","remaining":0,"cells":[{"x":0,"y":0,"state":"hidden"}]}' --json
expect_json '.solved and .cells[0].blue == false'
run solve hexcells $'Hexcells position v1\n0: 0=o\n2: 0=3'
expect_status 1
expect_out 'contradict'

# unknown numbers are not clues, and no verb claims to be stuck while some are missing
unread=$'Hexcells position v1\nremaining 1\n2: 4=_ 6=o\n3: 3=o 5=x_'
for verb in hint solve check; do
    run "$verb" hexcells "$unread"
    expect_status 1
    expect_out 'no safe step without the missing numbers; enter the numbers of 2 cells: (4,2) (5,3)'
    grep -Eq 'nothing can be deduced|stuck' "$scratch/out" && fail "$verb claims to know"
    run "$verb" hexcells "$unread" --json
    expect_json '.missing == 2'
done
run hint hexcells "${unread/_/1}" --json
expect_json '.missing == 1'
run hint hexcells "${unread/_/?}" --json # "?" is known and carries no information
expect_json '.missing == 1'
run solve hexcells "${unread/_/2}" --json # the known clues suffice
expect_status 0
expect_json '.missing == 1 and .solved'
# a black cell that is uncovered without its number is not a "?"
run solve hexcells "$position" --moves '3,3=black' --json
expect_json '.missing == 1 and (.board | contains("3: 3=_"))'
run check hexcells "$position"
expect_out 'open: some cells can be deduced now; the other 2 cells depend on the numbers they uncover'

# packs
pack=$scratch/pack.hexcells
cat "$level" "$stuck" >"$pack"
run solve "$pack" --json
expect_json '.title == "So tiny"'
run solve "$pack" --pick 2 --json
expect_json '.title == "Guess"'
run check "$pack" --json
expect_json '.levels == 2'
run solve "$pack" --pick 3
expect_status 2
expect_err 'contains 2'

# parse errors have a location
printf '%s\n' 'Hexcells level v1' '' '' '' '' 'x...' '..q.' >"$scratch/bad.hexcells"
run solve "$scratch/bad.hexcells"
expect_status 2
expect_err 'bad.hexcells:7:3:'
expect_no_out
printf '%s\n' 'Hexcells level v1' '' '' '' '' 'x...' '..' >"$scratch/ragged.hexcells"
run solve "$scratch/ragged.hexcells"
expect_status 2
expect_err 'row 2: expected 2 pairs'
head -c 10000000 /dev/zero >"$scratch/noise.hexcells"
run solve hexcells "$scratch/noise.hexcells"
expect_status 2
: >"$scratch/empty.hexcells"
run solve hexcells "$scratch/empty.hexcells"
expect_status 2

# made levels need no guessing, have the requested grade, and are the same for the same seed
for shape in hexagon diamond free; do
    run make hexcells --cells 30 --shape $shape --difficulty easy --seed 5
    expect_status 0
    cp "$scratch/out" "$scratch/made.hexcells"
    run make hexcells --cells 30 --shape $shape --difficulty easy --seed 5
    cmp -s "$scratch/out" "$scratch/made.hexcells" || fail "the same seed gives another level"
    run check "$scratch/made.hexcells"
    expect_status 0
    expect_out 'fair'
    run rate "$scratch/made.hexcells" --json
    expect_json '.grade == "easy"'
done

# drawings
run draw "$level"
expect_out '-3-'
expect_out 'remaining 9'
run draw "$level" --format svg
expect_out '<svg'

# the old name of the number of steps stays
"$COMB" games hexcells --example >"$scratch/level"
run rate hexcells "$scratch/level" --json
expect_json '.gentle_rounds == .rounds'

# contradicting clues are named, and no others
printf 'Hexcells position v1\nremaining 2\n10: 10=o\n11: 9=o 11=o\n12: 10=5\n13: 9=1 11=o\n' >"$scratch/wrong"
for verb in hint check; do
    run "$verb" "$scratch/wrong" --json
    expect_status 1
    expect_json '.contradiction and .because == ["c10,12"] and (.text | contains("the 5 at (10,12) cannot be satisfied"))'
done

# a coordinate that overflows int is rejected, not truncated
run draw hexcells $'Hexcells position v1\n2: 2=o\n' --moves '4294967298,2=blue' --format text
expect_status 2
expect_err "4294967298,2=blue"
