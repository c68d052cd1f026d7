#!/bin/bash
# Boggle, Word Hunt, Ruzzle and Hexicon on the command line.
. tests/lib/expect.sh

# Boggle
run solve boggle PERSLATGSINETERS --json
expect_json '.board == "PERS/LATG/SINE/TERS"'
run solve boggle QUTX/IXXX/EXXX/TXXX --json
expect_json '.board == "QUTX/IXXX/EXXX/TXXX"'
run solve boggle QIT/XET --json
expect_json '[.words[] | select(.word == "QUIT")][0] | .score == 1 and (.path | length) == 3'
expect_json '[.words[] | select(.word == "QUIET")][0] | .score == 2'
for box in 1976 1987 big super; do
    run make boggle --dice $box --seed 3
    expect_status 0
    run solve boggle "$(cat "$scratch/out")" --json
    expect_status 0
done
# --shape uses as many dice as it has cells
for shape in '3x3 3,3,3' '3x4 4,4,4' '4x4 4,4,4,4' '5x5 5,5,5,5,5'; do
    run make boggle --shape "${shape% *}" --seed 4
    [ "$(tr -d ' \n' <"$scratch/out" | sed 's/QU/Q/g' | tr / '\n' | awk '{ printf "%s%d", (NR > 1 ? "," : ""), length($0) }')" = "${shape#* }" ] ||
        fail "the rows of $shape"
done
# the dice are English: other languages use their own letters, on boards of the same size
run make boggle --dice big --seed 4 --lang it
if [ "$status" -eq 0 ]; then
    [[ "$(cat "$scratch/out")" =~ ^([A-Z]{5}/){4}[A-Z]{5}$ ]] || fail "five rows of five letters"
    ! grep -q '[JKWXY]' "$scratch/out" || fail "letters as in Italian"
else
    expect_err 'no word list for Italian'
fi
run solve boggle LPE/EASR/SRTED/PING/LAS
expect_status 2
expect_err 'board:2: row 2 has 4 cells, expected 3 as in the first row'
run solve wordhunt ABC/DE
expect_err 'board:2: row 2 has 2 cells, expected 3 as in the first row'
run solve boggle ABC/DE/F
expect_err 'board:2: row 2 has 2 cells'
run solve hexicon AB/CD
expect_err 'consist of hexagons'
# one row is a board too, and its text is parsed as the same board
for strip in 'CATS/' 'AN ER:/' 'Q/'; do
    run check hexhunt "$strip" AT --json
    expect_json ".board == \"$strip\""
done

# Word Hunt: the table of points
run solve wordhunt SLPS/EAIE/RNTR/GESO --json
expect_json '.words | all(.score == ({"3":100,"4":400,"5":800,"6":1400,"7":1800,"8":2200,"9":2600,"10":3000}[.word | length | tostring]))'

# Ruzzle: bonuses, best path, errors
run solve ruzzle "C A:3l T D / W O:2w F O / I R D G / N O A S" --json
expect_status 0
expect_json '.words[0].score >= .words[1].score'
expect_json '[.words[] | select(.word == "CAT")][0].score == 4 + 3 + 1'
expect_json '[.words[] | select(.word == "COW")][0].score == (4 + 1 + 4) * 2'
run solve ruzzle "C A:4l T D / W O F O / I R D G / N O A S"
expect_status 2
expect_err "board:1:5: ':4l' is not an attribute; expected one of: 2l 3l 2w 3w"
run solve ruzzle "C A:DL T D / W O:TW F O / I R D G / N O A S" --json
expect_json '.board == "C A:2l T D / W O:3w F O / I R D G / N O A S"'
run solve ruzzle "C A T / W O F O / I R D G / N O A S"
expect_status 2
run make ruzzle --seed 2
expect_status 0
grep -q ':3w' "$scratch/out" || fail "bonuses on a random board"
printf 'cat, DOG\nxyzzy 12\nzebra\n' >"$scratch/mine.txt"
run solve ruzzle "C A:3l T D / W O:2w F O / I R D G / N O A S" --mine "$scratch/mine.txt"
expect_out 'not in the word list: XYZZY'
expect_out 'not on the board: ZEBRA'
expect_out 'missed'
run solve ruzzle "C A:3l T D / W O:2w F O / I R D G / N O A S" --mine "$scratch/mine.txt" --json
expect_json '.mine.found == 2 and .mine.missed == .count - 2 and ([.words[] | select(.mine)] | length) == 2'

# Hexicon: the sample position, swaps, replies, both sides
board=$("$COMB" games hexicon --example)
run solve hexicon "$board" --json
expect_status 0
expect_json '.moves[0] | .word == "MURE" and .blue_hexagons == 2 and .red_hexagons == 0 and .blue_cleared == 8 and .swap == null'
expect_json '[.moves[] | .blue_hexagons - .red_hexagons] | . == (sort | reverse)'
run solve hexicon "$board" --mover red --json
expect_json '.mover == "red"'
run solve hexicon "$board" --swap --json
expect_json '.moves[0].blue_hexagons >= 2 and ([.moves[] | select(.swap)] | length) > 0'
any=$(jq .count "$scratch/out")
run solve hexicon "$board" --swap --swap-cells path --json --limit 200
expect_json '.swap_cells == "path" and .count < '"$any"' and ([.moves[] | select(.swap) | .path as $p | .swap | any(. as $c | $p | index($c) != null)] | all)'
run solve hexicon "$board" --supers one --json
expect_json '.supers == "one"'
run solve hexicon "$board" --reply --candidates 5 --samples 2 --json
expect_json '(.moves | length) == 5 and .samples == 2 and (.moves | all(has("reply")))'
run solve hexicon "$board"
expect_out 'after the move'
run check hexicon "$board" mure zebra
expect_status 1
run draw hexicon "$board" --moves "blue:44-40-45-50" --format text
expect_out 'R:B'
run draw hexicon "$board" --moves "blue:44-60"
expect_status 2

# Boggle: the rules follow the size of the board, --rules chooses others, the answer names them
big=DNTAI/SEROE/LATIR/INSTQ/ERDES
run solve boggle PERS/LATG/SINE/TERS --json
expect_json '.rules == "Boggle: 3 letters or more" and ([.words[].word | length] | min) == 3'
run solve boggle "$big" --json
expect_json '.rules == "Big Boggle: 4 letters or more" and ([.words[].word | length] | min) == 4 and .words[0].score == 11'
run solve boggle "$big" --rules classic --json
expect_json '([.words[].word | length] | min) == 3'
run solve boggle "$big" --rules super --json
expect_json '.words[0] | .word == "ENTRAINERS" and .score == 20'
run check boggle "$big" entrainers --rules super
expect_out 'ENTRAINERS  20'
run solve boggle "$big"
expect_out '(Big Boggle: 4 letters or more; ENABLE1)'
run make boggle --dice big-2011 --seed 4
[ "$(tr / '\n' <"$scratch/out" | grep -c .)" = 5 ] || fail "a Big Boggle board has five rows"
run check boggle PERS/LATG/SINE/TERS pet --rules big
expect_status 1

# Word Hunt's boards with holes
run make wordhunt --shape donut --seed 1
grep -qE '^\.[A-Z]{3}\./[A-Z]{5}/[A-Z]{2}\.[A-Z]{2}/[A-Z]{5}/\.[A-Z]{3}\.$' "$scratch/out" || fail "the doughnut has no corners and no centre"
run make wordhunt --shape cross --seed 1
grep -qE '^[A-Z]{2}\.[A-Z]{2}/[A-Z]{5}/\.[A-Z]{3}\./[A-Z]{5}/[A-Z]{2}\.[A-Z]{2}$' "$scratch/out" || fail "the cross lacks the middle of each side"
run best wordhunt --shape cross --time-limit 0.3 --json
jq -r .board "$scratch/out" | grep -qE '^[A-Z]{2}\.[A-Z]{2}/[A-Z]{5}/\.[A-Z]{3}\./' || fail "best keeps the holes"
run prove wordhunt --shape cross --letters AE --target 100000 --units of:AE.AE/AEAEA/.EAE./AEAEA/AE.AE --json -q
expect_status 0
expect_json '.shape == "cross"'

# drawn boards are read: holes, and more than 64 cells
for shape in 'wordhunt donut' 'wordhunt cross' 'squaredle 10x10' 'squaredle ring'; do
    read -r game name <<<"$shape"
    board=$("$COMB" make "$game" --shape "$name" --seed 4)
    run draw "$game" "$board" --format png -o "$scratch/board.png"
    run read "$game" "$scratch/board.png" --no-input
    expect_status 0
    [ "$(cat "$scratch/out")" = "$board" ] || fail "$game $name is read as $(cat "$scratch/out")"
done
run solve squaredle "$("$COMB" make squaredle --shape 10x10 --seed 3)" --json
expect_json '.score == 8278 and .count == 1491 and ([.words[].path[]] | max) == 99'

# Ruzzle: bonuses by round
for round in 1:4 2:6 3:7; do
    run make ruzzle --round "${round%:*}" --seed 5
    [ "$(tr ' ' '\n' <"$scratch/out" | grep -c :)" = "${round#*:}" ] || fail "round $round"
done
run make ruzzle --seed 5
for bonus in 2l:1 3l:2 2w:2 3w:1; do
    [ "$(tr ' ' '\n' <"$scratch/out" | grep -c ":${bonus%:*}")" = "${bonus#*:}" ] || fail "$bonus in the second round"
done

# paths for people; JSON is unchanged
run solve boggle PERS/LATG/SINE/TERS --paths names --sort score --limit 1
expect_out 'REPLASTERING     11  C1-B1-A1-A2-B2-A3-A4-B4-C4-B3-C3-D2'
run check boggle PERS/LATG/SINE/TERS pets --paths arrows --plain
expect_out 'PETS  1  A1 E SE NE'
run solve boggle PERS/LATG/SINE/TERS --paths arrows --limit 1 --json
expect_json '.words[0].path[0] == 2'

# my words: score, share of the total, common words first
printf 'sine\ngate\n' >"$scratch/mine"
printf 'the 100\nspin 90\nrates\nzebra\n' >"$scratch/freq"
export XDG_DATA_HOME=$scratch/frequencies
run words add-frequency "$scratch/freq"
expect_status 0
run solve boggle PERS/LATG/SINE/TERS --mine "$scratch/mine" --json
expect_json '.mine.score == 1 and .mine.share > 0 and .mine.share < 0.001 and .mine.missed_common == ["RATES"]'
run solve boggle PERS/LATG/SINE/TERS --mine "$scratch/mine"
expect_out 'you: 1 point (0.0 % of'
expect_out 'common words you missed: RATES'
run solve boggle PERS/LATG/SINE/TERS --sort common --plain --limit 1
expect_exactly RATES
# without frequencies the stems of the dictionary count, those with more flags first
export XDG_DATA_HOME=$scratch/no-frequencies
if [ -r /usr/share/hunspell/en_US.dic ]; then
    run solve boggle ANIL/LPEE/ATNX/XXXX --sort common --json
    expect_json '[.words[].word] | index("PANEL") < index("ANILE")'
fi
# Hexicon: moves that win equally many hexagons are ordered by territory; --rank seed has the older order
held() { # the cells that blue holds minus red's after the first move
    "$COMB" draw hexicon "$board" --moves "blue:$(jq -r '.moves[0].path | join("-")' "$scratch/out")" --format text |
        tr ' ' '\n' | awk -F: '/:[bB]/ { n++ } /:[rR]/ { n-- } END { print n + 0 }'
}
board="A / I Y / N M G / P O S A / L I E C B / A T A I / T Y M E T / S I R S / E A N D A / L R W D / R E T U E / I G M R / T S A J E / O F N U / A T I / L O / R"
run solve hexicon "$board" --rank seed --json
expect_json '.rank == "seed" and ([.moves[].word | length] | . == (sort | reverse))'
seed=$(held)
run solve hexicon "$board" --json
expect_json '.rank == "territory" and .ranked'
[ "$(held)" -ge "$seed" ] || fail "territory holds fewer cells"
"$COMB" solve hexicon "$board" --json >"$scratch/answer.json"
run check hexicon "$board" "$scratch/answer.json"
expect_status 0
echo passed
