#!/bin/bash
# The Witness on the command line: every input format, every solving mode, explanations of checks, rule sets, bad strings.
. tests/lib/expect.sh
four=CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0

# the game is detected from the string, the link and the drawing
for input in "$four" "https://windmill.thefifthmatt.com/build/$four" "http://thefifthmatt.com/witness/build.html#$four" \
    '+ - + - E / | sq:black | sq:black | / + - + - + / | sq:black | sq:white | / S - + - +'; do
    run solve "$input" --json
    expect_status 0
    expect_json '.schema == 1 and .game == "witness" and .solved and .proved and .rules == "windmill" and .seconds >= 0'
    expect_json '.path == [[0,2],[1,2],[1,1],[2,1],[2,0]]'
done
run draw "$four" --format link
expect_exactly "https://windmill.thefifthmatt.com/build/$four"
run draw "$four" --format text
cp "$scratch/out" "$scratch/four.txt"
run solve "$scratch/four.txt" --json
expect_json '.path == [[0,2],[1,2],[1,1],[2,1],[2,0]]'

# first, all, count, unique, shortest
run solve witness 2x2 --all --plain
expect_status 0
[ "$(grep -c '^path' "$scratch/out")" -eq 12 ] || fail "twelve lines"
[ "$(grep '^path' "$scratch/out" | sort -u | wc -l)" -eq 12 ] || fail "each once"
run solve witness 2x2 --all --json
expect_json '.lines == 12 and .complete and (.paths | length) == 12 and (.paths | unique | length) == 12'
run solve witness 4x4 --lines --plain
expect_out 'lines	8512'
run solve witness 4x4 --lines --most 5 --json
expect_json '.lines == 5 and (.complete | not)'
run solve "$four" --unique --json
expect_status 0
expect_json '.unique'
run solve witness 2x2 --unique --json
expect_status 1
expect_json '.unique == false and .solved'
run solve witness 6x6 --shortest --json
expect_json '.path | length == 13'
run solve witness 5x5 --random --seed 7 --threads 1 --json
first=$(jq -c .path "$scratch/out")
run solve witness 5x5 --random --seed 7 --threads 1 --json
[ "$(jq -c .path "$scratch/out")" = "$first" ] || fail "a seed repeats a search"

# no solution, and a limit that is not reported as such
run solve '+-E/|.:/S-+ / ' --json
expect_status 0
run solve witness '+ : E / : . | / S - +' --json
expect_status 0
run solve witness '+ x E / x . x / S x +' --json
expect_status 1
expect_json '.solved == false and .proved == true and (has("path") | not)'
run solve '+ - E / | sq:black | / + - + / | sq:white | / + x + / | sq:black | / S - +' --json
expect_status 1
expect_json '.proved'
run solve witness 10x10 --lines --time-limit 0.3 --json
expect_status 3
expect_json '.solved and (.complete | not) and .lines > 0'

# rule sets: an elimination mark counts as white for a star only in The Windmill
star='+ - E / | star:white | / + - + / | Y | / + - + / | tri:3 | / S - +'
run check "$star" 0,3 0,2 0,1 0,0 1,0
expect_status 0
expect_out 'windmill'
run check "$star" 0,3 0,2 0,1 0,0 1,0 --rules ttws --json
expect_status 1
expect_json '.answer.rules == "ttws" and (.valid | not)'
run solve "$star" --rules nope
expect_status 2

# regions that meet around missing cells: separate in the game, one at witnesspuzzles.com
joined='S - + x + / | star:red | . x / E - + - + / x . | sq:red | / + x + - +'
run solve "$joined" --rules witnesspuzzles --json
expect_status 0
expect_json '.rules == "witnesspuzzles" and .solved and (has("notes") | not)'
run check "$joined" 0,0 D --rules witnesspuzzles --json
expect_json '.valid and .answer.rules == "witnesspuzzles"'
run solve "$joined" --rules game --json
expect_status 1
expect_json '.rules == "game" and .proved and (.notes | length) == 1 and (.notes[0] | test("--rules witnesspuzzles"))'
run hint "$joined" --rules witnesspuzzles --level 4
expect_status 0
run solve '+ - + x + - + - E> / | poly:#.,.#:yellow | . | . | . | / + - + - + - + - + / x . | . | . | . | / + - + - + - + - + / | . | . | . | . | / + - + - + - + - + / | . | . | . | . | / S - + - + - + - +' \
    --rules witnesspuzzles --json
expect_json '.solved'
run solve "$four" --rules nope
expect_err 'windmill ttws game witnesspuzzles'

# a piece that is not yellow was not made on The Windmill: uses the game's rules by default
black='S - + - + - + / | star:yellow | star:yellow | poly:###:black | / E - + - + - +'
run solve "$black" --json
expect_status 0
expect_json '.rules == "game" and (.notes[0] | test("checked under game rules"))'
run solve "$black"
expect_out 'solved under game rules'
expect_out 'note: checked under game rules'
run solve "$black" --rules game --json
expect_json '.solved and (has("notes") | not)'
run solve "$black" --rules windmill --json
expect_status 1
expect_json '.proved and (.solved | not) and (.notes[0] | test("ignores the colours.*--rules game"))'
run solve "$black" --rules windmill --plain
expect_out 'note	this rule set ignores the colours'
run check "$black" 0,0 D --json
expect_json '.valid and .answer.rules == "game"'
run check "$black" 0,0 D --rules ttws
expect_out 'note: this rule set ignores the colours'
run solve "$four" --json
expect_json 'has("notes") | not'

# solutions and correct paths list the eliminated symbols; a partial path does not reveal them
run solve "$star" --json
expect_json '.cancelled == [[1,5]]'
run solve "$star"
expect_out 'the elimination mark removes: 3 orange triangles in cell (0,2)'
run solve "$star" --plain
expect_out 'cancelled	1,5'
run solve "$star" --reveal 1
! grep -q 'mark removes' "$scratch/out" || fail "a part of a line keeps it"
run check "$star" 0,3 0,2 0,1 0,0 1,0 --json
expect_json '.valid and .answer.cancelled == [[1,5]]'
run check "$star" 0,3 0,2 0,1 0,0 1,0
expect_out 'the elimination mark removes: 3 orange triangles in cell (0,2)'
run check "$star" 0,3 0,2 0,1 0,0 1,0 --rules ttws --json
expect_json '.answer | has("cancelled") | not'
run solve "$four" --json
expect_json 'has("cancelled") | not'
run solve 'S - E / | Y | / + - + / | Y | / + - +' --rules game --all --json
expect_json '.cancelled == [[1,1],[1,3]]'
run solve 'S - E / | Y | / + - + / | Y | / + - +' --rules game
expect_out 'the elimination marks remove: a white elimination mark in cell (0,0); a white elimination mark in cell (0,1)'
run draw "$star" --solved --format svg
expect_out 'stroke-dasharray'
run draw "$star" --solved --format json
expect_json '[.. | objects | select(.marks? // [] | index("off")) | .label] == ["3 orange triangles in cell (0,2), cancelled by an elimination mark"]'

# checks name the symbol, the region and the reason
run check "$four" RRUU
expect_status 1
expect_out 'black and white squares'
run check "$four" RRUU --json
expect_json '.valid == false and .violations[0].rule == "square" and (.violations[0].region | length) == 4 and .violations[0].rules == "windmill"'
run check "$four" '[[0,2],[1,2],[1,1],[2,1],[2,0]]'
expect_status 0
for line in '0,2 2,2' '0,2 1,2 0,2' '1,1' '0,2 9,9' '0,2' RRUUUU; do
    # shellcheck disable=SC2086
    run check "$four" $line
    expect_status 1
done
for line in X '0,' '0,2 ?' '[' '[[0'; do
    run check "$four" "$line"
    expect_status 2
done

# invalid strings: exit 2 with the reason
while IFS=@ read -r text reason; do
    run solve witness "$text"
    expect_status 2
    expect_no_out
    expect_err "$reason"
done <<'STRINGS'
CAUSAigE@_0
CAUSAigEEgIIBBI_0@cut short
CA!SAigE_0@byte 0x21
CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigD_0@
CAQSAigE_0@
CAUSBijw____Dw==_0@
0x5@16x16
17x17@16x16
+ - E / | sq:pink | / S - +@pink
+ - E / | . | / S - + -@
STRINGS

# a file of panels, one of them bad, with a library
{
    echo "$four"
    echo rubbish_0
    echo 3x3
} >"$scratch/panels.txt"
run solve witness --jsonl "$scratch/panels.txt" --db "$scratch/my.db"
expect_status 0
expect_lines 3
[ "$(jq -c 'has("error")' "$scratch/out" | tr '\n' ' ')" = 'false true false ' ] || fail "the bad line alone is refused"
run solve "$four" --db "$scratch/my.db" --json
expect_json '.library and .path == [[0,2],[1,2],[1,1],[2,1],[2,0]]'
run solve "$four" --rules game --db "$scratch/my.db" --json
expect_json '.library == null'

# without input a panel is generated
run solve witness --seed 3 --json
expect_status 0
expect_json '.solved'
expect_err 'comb make witness --seed 3'

# pictures in every form
for format in terminal svg png json; do
    run draw "$four" --solved --format $format
    expect_status 0
    [ -s "$scratch/out" ] || fail "a picture"
done

# the number of paths is unknown if the count was stopped
run solve witness 6x6 --lines --plain --time-limit 0.2
expect_status 3
expect_out $'proved\tno'
expect_out $'complete\tno'
for question in lines unique; do
    run solve witness 2x2 --$question --plain
    expect_out $'proved\tyes'
done

# a panel without a start or an end is reported
for panel in $'+ - E\n| . |\n+ - +=the panel has no start' $'+ - +\n| . |\nS - +=the panel has no end' $'+ - +\n| . |\n+ - +=the panel has neither start nor end'; do
    run solve witness "Witness panel v1"$'\n'"${panel%=*}" --json
    expect_status 1
    expect_json ".solved == false and .proved and .note == \"${panel#*=}\""
    for verb in solve check hint; do
        run $verb witness "Witness panel v1"$'\n'"${panel%=*}"
        expect_status 1
        expect_out "${panel#*=}: no solution"
    done
done
