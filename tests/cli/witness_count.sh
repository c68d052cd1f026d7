#!/bin/bash
# Exact path counts of panels: the published table, corner to corner, gaps, symmetry, limits, errors.
. tests/lib/expect.sh

# every path from a corner to any point
while read -r size lines; do
    run count witness "$size" --plain
    expect_status 0
    expect_no_err
    expect_exactly "$lines"
done <<'TABLE'
1x1 7
1x2 18
2x2 79
2x3 309
3x3 2111
3x4 13591
4x4 153745
4x5 1670522
5x5 31811177
5x6 588083855
TABLE

# the game is detected from a size
run count 5x5 --plain
expect_exactly 31811177

# the same from both sides, and beyond what can be enumerated
run count witness 6x3 --plain
wide=$(cat "$scratch/out")
run count witness 3x6 --plain
expect_exactly "$wide"
run count witness 8x8 --ends corner --json
expect_status 0
expect_json '.schema == 1 and .game == "witness" and .size == "8x8" and .ends == "corner" and .starts == 1'
expect_json '.paths == "3266598486981642" and .states > 1000 and .seconds >= 0'
run count witness 8x8 --ends panel --plain
expect_exactly 3266598486981642
run count witness 10x10 --ends corner --plain
expect_exactly 1568758030464750013214100

# for people
run count witness 8x8 --ends corner
expect_out '8x8: 3,266,598,486,981,642 lines from the start, to the node diagonally opposite'
expect_out 'enumerating them at ten million per second would take 10.4 years'

# a square with a gap is a chain of four nodes; symbols do not matter
run count witness 'Witness panel v1/+ ---- E/: tri:2 |/S --o- +' --plain
expect_exactly 4
run count witness 'Witness panel v1/+ ---- E/: tri:2 |/S --o- +' --plain --ends panel
expect_exactly 1
run count witness 'Witness panel v1/+ -- E/: . :/S -- +' --plain --ends panel
expect_exactly 0

# --dots
run count witness 'Witness panel v1/+ - E/| . |/S - +' --ends panel --plain
expect_exactly 2
run count witness 'Witness panel v1/o - E/| . |/S - +' --ends panel --plain --dots
expect_exactly 1
run count witness 'Witness panel v1/+ -o- E/| . |/S - +' --ends panel --json --dots
expect_json '.paths == "1" and .dots'
run count witness 'Witness panel v1/o - E/| . |/S - o' --ends panel --dots
expect_status 0
expect_out '0 lines from the start, to the ends, over every dot'
run count witness 'Witness panel v1/symmetry rotational/lines cyan yellow/o:cyan - E/| . |/S - +' --dots
expect_status 2
expect_err '--dots: the dot in row 1, column 1 is cyan'

# two starts
run count witness 'Witness panel v1/+ - S/| . |/S - +' --plain
expect_exactly 14

# symmetry: three paths with their mirror images, distinct if the paths have colours
run count witness 'Witness panel v1/symmetry rotational/+ - +/| . |/S - +' --plain
expect_exactly 3
run count witness 'Witness panel v1/symmetry rotational/lines cyan yellow/+ - +/| . |/S - +' --plain
expect_exactly 6
run count witness 'Witness panel v1/symmetry horizontal/+ - + - +/| . | . |/+ - + - +/| . | . |/S - + - +' --plain
expect_exactly 3
run count witness 'Witness panel v1/symmetry vertical/+ - E/| . |/+ - +/| . |/S - +' --ends panel
expect_out '1 line from the starts, to the ends, each with its mirror image'
run count witness 'Witness panel v1/symmetry rotational/+ - E/| . |/S - +' --ends corner
expect_status 0
expect_out ': 0 lines'
expect_out 'the mirror image blocks it'

# the solver finds as many paths as are counted, on panels with only dots
for panel in 3x3 'Witness panel v1/+ - + - E/| . o . |/+ - + : +/| . | . |/S - + - +' \
    'Witness panel v1/symmetry rotational/E - + - + - +/| . | . | . |/+ - + - o - +/| . | . | . |/S - + - + - +'; do
    run solve witness "$panel" --lines --json
    expect_status 0
    lines=$(jq -r .lines "$scratch/out")
    run count witness "$panel" --ends panel --dots --plain
    expect_exactly "$lines"
done

# limits: a partial count is not printed
run count witness 16x16 --time-limit 0.3
expect_status 3
expect_no_out
expect_err 'raise --time-limit'
run count witness 16x16 --memory-limit 2M
expect_status 3
expect_no_out
expect_err '--memory-limit'

# errors
run count witness 8x8 --ends middle
expect_status 2
expect_err "--ends: 'middle' is not one of: any corner panel"
run count hexhunt LPE/EASR/SRTED/PING/LAS
expect_status 2
expect_err 'count'
run count witness 99x99
expect_status 2

echo passed
