#!/bin/bash
# Hints: level by level, from the path drawn so far, with the reason; wrong beginnings are reported; reports of correct,
# wrong and partial paths.
. tests/lib/expect.sh

panel='+ - + - E/| sq:white | sq:black |/+ - + - +/| sq:white | . |/S - + - +'

run hint witness "$panel" --plain
expect_status 0
expect_exactly "look at the white square in cell (0,0), the black square in cell (1,0)"
run hint witness "$panel" --plain --level 2
expect_exactly "squares of different colours must be in different regions"
run hint witness "$panel" --plain --level 3
expect_exactly "the white square in cell (0,0) and the black square in cell (1,0) must be separated: the line goes between them, over (1,0)-(1,1)"
run hint witness "$panel" --level 4 --json
expect_status 0
expect_json '(.ladder | length) == 4 and .kind == "clue" and .edges == [[[1,0],[1,1]]] and .because == [[1,1],[3,1]]'
expect_json '.path[0] == [0,2]'
run hint witness "$panel" --level 5 --json
expect_json '(.ladder | length) == 5 and .path[-1] == [2,0] and .drawn == 0'
run hint witness "$panel" --level 4 --color=never
expect_out "••••••••" # steps not drawn yet
run hint witness "$panel" --level 3 --color=never
expect_out "╏" # the edge is drawn

# from a path drawn so far
run hint witness "$panel" --from '0,2 1,2' --level 4 --json
expect_status 0
expect_json '.path[0:2] == [[0,2],[1,2]] and (.path | length) > 2'
run hint witness "$panel" --from 'UURR' --plain
expect_status 1
expect_out "already wrong: no solution begins like this (proved)"
run hint witness "$panel" --from '1,1' --plain
expect_status 1
expect_out "does not begin at a start"
run hint witness "$panel" --from '0,2 7,7'
expect_status 2
expect_err "--from: node 2 is off the panel"
run hint witness "$panel" --from '0,2 1,2 1,1 1,0 2,0' --plain
expect_status 1
expect_out "the line is complete"

# an edge that only a search finds: two stars of a colour must be together, far from each other
run hint witness '+ - + - E/| star:red | . |/+ - + - +/| . | star:red |/S - + - +' --level 3 --plain
expect_status 0
[ -s "$scratch/out" ] || fail "some hint"

# an argument with a supposition: the piece of three cells cannot fill a larger region
run hint witness '+ - + - E/| poly:### | . |/+ - + - +/| . | . |/S - + - +' --level 3 --plain
expect_status 1 # it does not fit at all
run hint witness '+ - + - E/| poly:## | . |/+ - + - +/| . | tri:1 |/S - + - +' --level 3 --json
expect_status 0
expect_json '.kind == "cases" and .argument[0].rule == "suppose" and .argument[-1].rule == "case"'
expect_json '.text | contains(": otherwise ")'

# pillars: an edge over the seam; a line that starts in the middle of an edge uses half of it
run hint witness 'pillar/S - + - + -/| sq:black | . | sq:white/+ - + - + -/| . | . | ./E - + - + -' --level 3 --json
expect_status 0
expect_json '.kind == "clue" and .edges == [[[0,0],[0,1]]]'
run hint witness '+ - + - E/| . | . |/+ - + - +/: . : . |/+ : + S +' --level 3 --json
expect_status 0
expect_json '.edges == [[[1.5,2],[2,2]]] and (.text | contains("(1.5,2)-(2,2)"))'
run hint witness '+ - + - E/| . | . |/+ - + - +/| . | . |/x : + S +' --level 5 --json --from '1.5,2'
expect_status 0
expect_json '.path[0] == [1.5,2] and .drawn == 1'
run rate witness 'pillar/S - + - + -/| sq:black | . | sq:white/+ - + - + -/| . | . | ./E - + - + -' --json
expect_status 0
expect_json '.unique == false'

# no solution
run hint witness '+ - E/| sq:white |/S : +' --level 1 --plain
expect_status 0
run hint witness '+ : E/| . |/S : +' --plain
expect_status 1
expect_out "this panel has no solution (proved)"

# reports
run check witness "$panel" '0,2 0,1 0,0 1,0 2,0' --plain
expect_status 1
expect_out "valid	no"
expect_out "wrong	square"
run check witness "$panel" '0,2 0,1 0,0 1,0 2,0' --color=never
expect_status 1
expect_out "wrong: "
run solve witness "$panel" --plain
expect_status 0
expect_out "solved	yes"
expect_out "path	0,2 "
run solve witness "$panel" --color=never
expect_out "solved under windmill rules:"
echo passed
