#!/bin/bash
# Hexhunt on the command line: scores of the record boards, every board notation, every symmetry, every option.
. tests/lib/expect.sh
record=LPE/EASR/SRTED/PING/LAS

run solve hexhunt $record --json
expect_status 0
expect_no_err
expect_json '.schema == 1 and .game == "hexhunt" and .board == "LPE/EASR/SRTED/PING/LAS"'
expect_json '.score == 4064 and .count == 782 and (.words | length) == 782'
expect_json '[.words[].score] | add == 4064'
expect_json '[.words[] | .word | length] | group_by(.) | map(length) == [26, 84, 160, 177, 172, 110, 44, 9]'
expect_json '.words | all((.path | length) == (.word | length) and .score == (.word | length))'
expect_json '(.longest | length) == 9'

run solve hexhunt SLPS/EAIE/RNTR/GESO --json
expect_json '.score == 6294 and .count == 1186'
run solve hexhunt PERS/LATG/SINE/TERS --json
expect_json '.score == 5869'
run solve hexhunt TS/EAR/LB --json
expect_json '.score == 376'
run solve hexhunt ETS/REAM/SLP --json
expect_json '.score == 1026'
run solve hexhunt TSP/EAE/LRD --json
expect_json '.score == 1296'

# the twelve symmetric boards of the record
for image in LPE/EASR/SRTED/PING/LAS LAS/PING/SRTED/EASR/LPE EPL/RSAE/DETRS/GNIP/SAL SAL/GNIP/DETRS/RSAE/EPL \
    SEL/PRAP/LITSE/ANER/SGD LES/PARP/ESTIL/RENA/DGS DGS/RENA/ESTIL/PARP/LES SGD/ANER/LITSE/PRAP/SEL; do
    run solve hexhunt $image --json
    expect_json '.score == 4064 and .count == 782'
done

# ways to write the same board
for text in "lpe/easr/srted/ping/las" "L P E / E A S R / S R T E D / P I N G / L A S" "LPE EASR SRTED PING LAS" \
    "LPEEASRSRTEDPINGLAS" $'LPE\nEASR\nSRTED\nPING\nLAS\n' $'  L P E\r\n E A S R\r\nS R T E D\r\n P I N G\r\n  L A S\r\n'; do
    run solve hexhunt "$text" --json
    expect_json '.score == 4064 and .board == "LPE/EASR/SRTED/PING/LAS"'
done
run_stdin $'\xef\xbb\xbfLPE\nEASR\nSRTED\nPING\nLAS\n' solve hexhunt - --json
expect_json '.score == 4064'
printf 'LPE/EASR\nSRTED\n\nPING/LAS' >"$scratch/board.txt"
run solve hexhunt "$scratch/board.txt" --json
expect_json '.score == 4064'

# options
run solve hexhunt $record --plain
expect_status 0
expect_lines 782
run solve hexhunt $record --plain --sort word --limit 3
expect_lines 3
run solve hexhunt $record --plain --sort word
sort -c "$scratch/out" || fail "words in order"
run solve hexhunt $record --json --min-length 8
expect_json '.count == 53 and (.words | all(.score >= 8))'
run solve hexhunt $record --json --limit 5
expect_json '.count == 782 and .score == 4064 and (.words | length) == 5'
run solve hexhunt $record
expect_out '4064 points, 782 words'
expect_out '9 letters: 9 words'
run solve hexhunt $record --path pasted
expect_status 0
expect_out '4064 points'
run solve hexhunt $record --path zebra
expect_status 1
expect_err "'zebra' cannot be traced"
printf 'cat\nact\n# a comment\r\noat\n' >"$scratch/list.txt"
run solve hexhunt CA/XTO/ZZ --words "$scratch/list.txt" --plain --sort word
expect_exactly $'ACT\nCAT\nOAT'
run solve hexhunt LPE/EA?R/SRTED/P.NG/LAS --json
expect_json '.count > 782'
run solve hexhunt "QU A / I T Z / E R" --json
expect_json '.words | map(.word) | index("QUA") != null or index("QUIT") != null'

# moves and share codes
run draw hexhunt $record --moves "0=Z 18=." --format text
expect_exactly "ZPE/EASR/SRTED/PING/LA."
run draw hexhunt $record --format code
code=$(cat "$scratch/out")
run solve "$code" --json
expect_json '.score == 4064'
run solve "${code%?}" --json
expect_status 2
expect_err 'share code'
run solve "http://127.0.0.1:8237/#/play/$code" --json
expect_json '.score == 4064'
run draw "https://puzzles.example/comb/#/play/$code?theme=dark" --format text
expect_exactly $record
printf 'http://localhost:1/#/play/%s\n' "$code" >"$scratch/links"
run solve --jsonl "$scratch/links"
expect_json '.score == 4064'
run library import "$scratch/links" --db "$scratch/library.db"
expect_status 0
run library list --db "$scratch/library.db" --json
expect_json '.puzzles | length == 1 and .[0].game == "hexhunt"'
run solve hexhunt $record --moves "99=A"
expect_status 2
expect_err 'moves:1: move '

# check
run check hexhunt $record pasted STAPLERS
expect_status 0
run check hexhunt $record pasted zebra xyzzy --json
expect_status 1
expect_json '.valid == false and (.violations | length) == 2'
expect_json '.violations[0].rule == "path" and .violations[1].rule == "list"'
# each mark belongs to its own word; the first of equal words counts
run check hexhunt TS/EAR/LB TSAR 'TSAR x' --plain
expect_status 1
expect_exactly $'yes TSAR  4  0-1-3-4\nno  TSAR x is not in the word list ENABLE1'
run check hexhunt TS/EAR/LB tsar TSAR --plain
expect_status 1
expect_exactly $'yes TSAR  4  0-1-3-4\nno  TSAR is listed twice'
run check hexhunt TS/EAR/LB tsar ear tsar --json
expect_json '.answer.score == 7 and .answer.count == 3 and (.violations | map([.rule, .index])) == [["repeat", 2]]'
for letter in a é 字; do
    run check hexhunt TS/EAR/LB "$(printf "%0260d" 0 | sed "s/0/$letter/g")" TSAR --plain
    expect_status 1
    head -1 "$scratch/out" | grep -q '^no ' || fail "a long word is told to be wrong"
    tail -1 "$scratch/out" | grep -q '^yes TSAR' || fail "and the word after it right"
done

run check hexhunt $record
expect_status 2
expect_err 'no words given'

# make
run make hexhunt --seed 5
first=$(cat "$scratch/out")
run make hexhunt --seed 5
expect_exactly "$first"
run make hexhunt --seed 6
[ "$(cat "$scratch/out")" != "$first" ] || fail "another seed, another board"
run make hexhunt --shape 4x4 --json
expect_json '.board | test("^[A-Z]{4}(/[A-Z]{4}){3}$")'
echo passed
