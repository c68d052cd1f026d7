#!/bin/bash
# Asking at the terminal what a picture shows: on a pseudo-terminal of script(1). A board with a hole leaves one question.
. tests/lib/expect.sh
command -v script >/dev/null || {
    echo 'skipped: script(1) is not installed (Debian package bsdutils)'
    exit 77
}
"$COMB" draw hexhunt LPE/EASR/SR.ED/PING/LAS --size 96 -o "$scratch/hole.png" || exit 1

# on_terminal ANSWERS ARGUMENTS...: what the terminal showed goes to out
on_terminal() {
    answers=$1
    shift
    command="$* (answers: $answers)"
    status=0
    # the answers come one by one, and the last is followed by a pause: the end of input would break the asking off
    { sleep 0.7; printf '%b' "$answers" | while IFS= read -r line; do printf '%s\n' "$line"; sleep 0.3; done; sleep 1; } |
        env TERM="${terminal:-xterm}" COLORTERM="${colours:-}" script -qec "$COMB $*" /dev/null >"$scratch/out" 2>"$scratch/err" || status=$?
}

# asked, answered, solved
on_terminal 'T\n' "solve $scratch/hole.png --limit 3"
expect_status 0
expect_out '4,2'
expect_out '(1 of 1)'
expect_out '4064 points'

# what the game does not take is said and asked again
on_terminal '%%\nT\n' "solve $scratch/hole.png --limit 3"
expect_status 0
[ "$(grep -c 'Type what stands there' "$scratch/out")" -eq 2 ] || fail "asked twice"
expect_out '4064 points'

# the cell as a small picture: half blocks in 24-bit colour, or shades
colours=truecolor on_terminal 'T\n' "read $scratch/hole.png"
expect_status 0
grep -q $'\033\[38;2;[0-9]*;[0-9]*;[0-9]*m\033\[48;2;[0-9]*;[0-9]*;[0-9]*m▀' "$scratch/out" || fail "half blocks in colour"
expect_out 'LPE/EASR/SRTED/PING/LAS'
colours=truecolor on_terminal 'T\n' "read $scratch/hole.png --plain"
expect_status 0
grep -q '▀' "$scratch/out" && fail "no half blocks with --plain"
grep -q $'\033\[38;2' "$scratch/out" && fail "no colours with --plain"

# two guesses: Enter takes the first, 2 the second, typing another; what is typed wrongly is asked again
panel=$(printf 'Witness panel v1\nsymmetry horizontal\n+ - E - + - E - +\n| . | . | . | . |\n+ - + - + - + - +\n| . | sq:white | . | sq:blue |\nS - + - + - + - S')
"$COMB" draw witness "$panel" --size 100 -o "$scratch/panel.png" || exit 1
on_terminal '\n' "read $scratch/panel.png --plain"
expect_status 0
expect_out 'Enter: horizontal   2: none'
expect_out 'symmetry horizontal'
on_terminal '2\n' "read $scratch/panel.png --plain"
expect_status 0
grep -q '^symmetry' "$scratch/out" && fail "2 takes the second guess"
on_terminal 'sideways\nrotational\n' "read $scratch/panel.png --plain"
expect_status 0
expect_out "symmetry 'sideways': expected none, horizontal"
expect_out 'symmetry rotational'

# the end of input leaves it in doubt; --no-input never asks
on_terminal '\004\n' "solve $scratch/hole.png"
expect_status 4
expect_out '1 in doubt'
on_terminal 'T\n' "solve $scratch/hole.png --no-input"
expect_status 4
grep -q 'Type what stands there' "$scratch/out" && fail "nothing is asked with --no-input"

on_terminal 'T\n' "read $scratch/hole.png --json"
expect_status 4
expect_out '"sure":false'
grep -q 'Type what stands there' "$scratch/out" && fail "JSON says itself what is in doubt"

# nobody there: no question
run solve "$scratch/hole.png"
expect_status 4
grep -q 'Type what stands there' "$scratch/err" && fail "nothing is asked where nobody is"

# the result stays pure: questions go to the terminal, JSON to the file
on_terminal 'T\n' "solve $scratch/hole.png --json >$scratch/answer.json"
expect_status 0
jq -e '.score == 4064' "$scratch/answer.json" >/dev/null || fail "pure JSON"
echo passed
