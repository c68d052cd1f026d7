#!/bin/bash
# Questions about a picture, on a pseudo-terminal of script(1). A board with a hole leaves one question.
. tests/lib/expect.sh
command -v script >/dev/null || {
    echo 'skipped: script(1) is not installed (Debian package bsdutils)'
    exit 77
}
"$COMB" draw hexhunt LPE/EASR/SR.ED/PING/LAS --size 96 -o "$scratch/hole.png" || exit 1

mkfifo "$scratch/keys"

# Waits until the terminal shows COUNT prompts or the program has ended.
wait_for_prompt() { # COUNT PROCESS
    while kill -0 "$2" 2>/dev/null && [ "$(grep -c '^> ' "$scratch/out")" -lt "$1" ]; do
        sleep 0.02
    done
}

# on_terminal ANSWERS ARGUMENTS...: answers one prompt after the other; what the terminal showed goes to out. The keyboard
# stays open until the program has ended, because the end of input would interrupt the questions.
on_terminal() {
    answers=$1
    shift
    command="$* (answers: $answers)"
    status=0
    prompts=0
    : >"$scratch/out"
    env TERM="${terminal:-xterm}" COLORTERM="${colours:-}" script -qec "$COMB $*" /dev/null <"$scratch/keys" >"$scratch/out" 2>"$scratch/err" &
    asking=$!
    exec 3>"$scratch/keys"
    while IFS= read -r line; do
        prompts=$((prompts + 1))
        wait_for_prompt $prompts $asking
        (printf '%s\n' "$line" >&3) 2>/dev/null # the program may have ended
    done < <(printf '%b' "$answers")
    wait $asking || status=$?
    exec 3>&-
}

# asked, answered, solved
on_terminal 'T\n' "solve $scratch/hole.png --limit 3"
expect_status 0
expect_out '4,2'
expect_out '(1 of 1)'
expect_out '4064 points'

# an answer that the game rejects is reported and the question repeated
on_terminal '%%\nT\n' "solve $scratch/hole.png --limit 3"
expect_status 0
[ "$(grep -c 'Type the value' "$scratch/out")" -eq 2 ] || fail "asked twice"
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

# two guesses: Enter selects the first, 2 the second, other text is a value; the question is repeated after a bad value
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

# end of input leaves the cell uncertain; --no-input never asks
on_terminal '\004\n' "solve $scratch/hole.png"
expect_status 4
expect_out '1 uncertain'
on_terminal 'T\n' "solve $scratch/hole.png --no-input"
expect_status 4
grep -q 'Type the value' "$scratch/out" && fail "no questions with --no-input"

on_terminal 'T\n' "read $scratch/hole.png --json"
expect_status 4
expect_out '"sure":false'
grep -q 'Type the value' "$scratch/out" && fail "no questions with --json"

# another game, or no board
on_terminal 'no board\n' "read $scratch/hole.png"
expect_status 4
expect_out 'no board in the picture, as answered'
on_terminal 'game nothing\nT\n' "read $scratch/hole.png"
expect_status 0
expect_out "no game 'nothing'"

# a correction settles the question that it answers
"$COMB" draw witness "$(printf 'Witness panel v1\n+ - + - +\n| sq:white | . |\n+ - + - +\n| . | sq:blue |\nS - + - +')" --size 100 -o "$scratch/endless.png" || exit 1
run read "$scratch/endless.png"
expect_status 4
run read "$scratch/endless.png" --fix '4,0=E^'
expect_status 0

# no terminal: no question
run solve "$scratch/hole.png"
expect_status 4
grep -q 'Type the value' "$scratch/err" && fail "no questions without a terminal"

# questions go to the terminal, JSON to the file
on_terminal 'T\n' "solve $scratch/hole.png --json >$scratch/answer.json"
expect_status 0
jq -e '.score == 4064' "$scratch/answer.json" >/dev/null || fail "pure JSON"
echo passed
