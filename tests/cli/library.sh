#!/bin/bash
# The library: solved puzzles are stored, answered again without solving, found, renamed, tagged, deleted and restored.
. tests/lib/expect.sh
export XDG_DATA_HOME=$scratch/user
db=$scratch/my.db
record=LPE/EASR/SRTED/PING/LAS

run solve hexhunt $record --db "$db" --json
expect_status 0
expect_json '.score == 4064 and .library == null'
expect_no_err
run solve hexhunt $record --db "$db" --json
expect_status 0
expect_json '.score == 4064 and .library == true'
expect_err 'answer taken from the library'
run solve hexhunt $record --min-length 5 --db "$db" --json # other options
expect_json '.score != 4064 and .library == null'

# a modified answer does not pass the verifier: the puzzle is solved again
sqlite3 "$db" "UPDATE answers SET answer = replace(answer, '4064', '9999')" || fail "tamper with the file"
run solve hexhunt $record --db "$db" --json
expect_status 0
expect_json '.score == 4064 and .library == null'
run solve hexhunt $record --db "$db" --json
expect_json '.score == 4064 and .library == true'

# a partial answer is not a solution: the puzzle is stored, the answer is not
for _ in first again; do
    run solve boggle '????/????/????/???A' --time-limit 0.2 --db "$scratch/cut.db" --json
    expect_status 3
    expect_json '.complete == false and .library == null'
done
run library count --db "$scratch/cut.db" --json
expect_json '.library.puzzles == 1 and .library.solved == 0'

# an answer is not always a solution: list, show and count distinguish stuck, no solution, and partly solved
answered=$scratch/answered.db
run solve hexcells $'Hexcells position v1\nremaining 2\n2: 2=o 4=o 6=o\n3: 1=o 3=1' --db "$answered"
expect_status 1
run solve hexcells $'Hexcells position v1\nremaining 5\n2: 2=o' --db "$answered"
expect_status 1
run solve hexcells $'Hexcells position v1\nremaining 3\n2: 2=o\n3: 1=o 3=0\n4: 2=o 10=o 12=o 20=o 22=o' --db "$answered"
expect_status 0
run solve witness $'Witness panel v1\n+ - E\n| tri:3 |\nS x +' --db "$answered"
expect_status 1
run solve witness $'Witness panel v1\n+ - E\n| . |\nS - +' --unique --db "$answered" # two lines: not unique, but solved
expect_status 1
run library --db "$answered" --json
expect_json '[.puzzles[].outcome] == ["solved", "no solution", "partly solved", "no solution", "stuck"]'
expect_json '[.puzzles[] | select(.solved)] | length == 1'
expect_json 'all(.puzzles[]; .answered)'
run library count --db "$answered"
expect_out '5 puzzles, 1 solved, 4 more answered'
run library show 1 --db "$answered"
expect_out 'answer  stuck in'
run library show 2 --db "$answered" --json
expect_json '.puzzle.answers[0].outcome == "no solution"'

run library --db "$db" --json
expect_json '.schema == 1 and (.puzzles | length) == 1 and .puzzles[0].solved and .puzzles[0].answers == 2'
run library rename 1 'the record' --db "$db"
expect_status 0
run library tag 1 best hexagons --db "$db"
expect_status 0
for words in record best 'hexag rec' LPE; do
    # shellcheck disable=SC2086
    run library list $words --db "$db" --plain
    expect_lines 1
done
for words in nothing 'best nothing' % _; do
    # shellcheck disable=SC2086
    run library list $words --db "$db" --plain
    expect_status 0
    expect_no_out
done
run library list --tag best --db "$db" --plain
expect_lines 1
run library untag 1 best --db "$db"
run library untag 1 best --db "$db"
expect_status 1
expect_err "puzzle 1 has no tag 'best'"
run library list --tag best --db "$db" --plain
expect_no_out
run library show 1 --db "$db"
expect_out 'the record #hexagons'
expect_out $record

# files: one puzzle per line, objects, whole levels; bad lines are counted; symmetric duplicates are found
printf 'SAL/GNIP/DETRS/RSAE/EPL\n\nno board\n%s\n' $record >"$scratch/boards.txt"
run library import hexhunt "$scratch/boards.txt" --db "$db"
expect_status 0
expect_err '1 imported, 1 already in the library, 1 rejected'
expect_err 'first rejected: line 3: '
run library import hexhunt "$scratch/boards.txt" --db "$db"
expect_status 0
expect_err '0 imported, 2 already in the library, 1 rejected'
run library duplicates --db "$db"
expect_exactly '1 2'
printf 'Hexcells level v1\nSmall\nComb\n\n\n..x...\n....o+' >"$scratch/small.hexcells"
run library import "$scratch/small.hexcells" --db "$db"
expect_status 0
run library count --db "$db" --json
expect_json '.library.puzzles == 3 and .library.solved == 1 and .library.games.hexcells == 1'
run library export --db "$db"
expect_lines 3
cp "$scratch/out" "$scratch/all.jsonl"
run library import "$scratch/all.jsonl" --db "$scratch/copy.db"
expect_err '3 imported, 0 already in the library, 0 rejected'
sqlite3 "$scratch/copy.db" "UPDATE puzzles SET source = '' WHERE id = 1"
run library import "$scratch/all.jsonl" --db "$scratch/copy.db"
expect_err '0 imported, 3 already in the library, 0 rejected'
run library show 1 --db "$scratch/copy.db" --json
expect_json '.puzzle.source == ""' # existing puzzles are unchanged
run library show 2 --db "$scratch/copy.db" --json
expect_json '.puzzle.source | endswith("boards.txt, line 1")' # imported puzzles keep their source

# titles in any language are found regardless of case and accents; hostile search text is harmless
run library rename 3 'Über die Größe, élan' --db "$db"
for words in über ÜBER uber größe GROSSE 'Élan DIE'; do
    # shellcheck disable=SC2086
    run library list $words --db "$db" --plain
    expect_lines 1
done
# shellcheck disable=SC2046
run library list $(yes a | head -300) --db "$db"
expect_status 2
expect_err 'search text too long'
run library list "$(yes a | head -60000 | tr -d '\n')" --db "$db"
expect_status 2

# a folder of files; deleting several puzzles is atomic
mkdir "$scratch/folder"
for letters in {A..F}{A..Z}; do
    echo "AB/$letters" >"$scratch/folder/$letters.txt"
done
run library import boggle "$scratch"/folder/*.txt --db "$scratch/folder.db"
expect_status 0
run library delete 1 2 9999 --db "$scratch/folder.db"
expect_status 1
run library list --deleted --db "$scratch/folder.db" --plain
expect_no_out
run library delete 1 2 --db "$scratch/folder.db"
expect_status 0
run library list --deleted --db "$scratch/folder.db" --plain
expect_lines 2
run library show --db "$db"
expect_status 2
expect_err "'comb library show' takes 1 operand;"

# a file of several levels gives each of them with its title; a missing file is reported
printf 'Hexcells level v1\nOther\nComb\n\n\n..x...\n....x.\n' >"$scratch/other.hexcells"
{ cat "$scratch/small.hexcells"; printf '\n\n'; cat "$scratch/other.hexcells"; } >"$scratch/pack.hexcells"
run library import "$scratch/pack.hexcells" --db "$scratch/pack.db"
expect_err '2 imported, 0 already in the library, 0 rejected'
run library --db "$scratch/pack.db" --json
expect_json '[.puzzles[].title] == ["Other", "Small"] and (.puzzles[0].source | endswith("pack.hexcells, line 9"))'
printf 'Hexcells level v1\nBroken\n\n\n\nzz\n' >>"$scratch/pack.hexcells"
run library import hexcells "$scratch/pack.hexcells" --db "$scratch/pack.db"
expect_err '0 imported, 2 already in the library, 1 rejected'
expect_err 'line 16'
run library import nofile --db "$scratch/pack.db"
expect_status 2
expect_err "nofile"
expect_err 'No such file'

# random results are not reused, and a changed word file is read again
run solve witness 5x5 --random --seed 3 --db "$scratch/chance.db" --json
expect_json '.library == null'
run solve witness 5x5 --random --seed 4 --db "$scratch/chance.db" --json
expect_json '.library == null'
run solve witness 5x5 --db "$scratch/chance.db" --json
expect_json '.library == null'
run solve witness 5x5 --db "$scratch/chance.db" --json
expect_json '.library'
echo PASTING >"$scratch/mine.txt"
run solve hexhunt $record --mine "$scratch/mine.txt" --db "$scratch/chance.db" --json
expect_json '.mine.found == 1'
run solve hexhunt $record --mine "$scratch/mine.txt" --db "$scratch/chance.db" --json
expect_json '.mine.found == 1 and .library'
echo TED >>"$scratch/mine.txt"
run solve hexhunt $record --mine "$scratch/mine.txt" --db "$scratch/chance.db" --json
expect_json '.mine.found == 2 and .library == null'

# one board per line is a list, not one tall board; a word is not a board
printf 'LPE/EASR/SRTED/PING/LAS\n\nhello\n???\nTED/ABCD/FEGHI/JKLM/NOP\n' >"$scratch/mixed.txt"
run library import hexhunt "$scratch/mixed.txt" --db "$scratch/mixed.db"
expect_err '2 imported, 0 already in the library, 2 rejected'
expect_err 'line 3: 5 cells without rows'
printf 'ABCD/EFGH/IJKL/MNOP\nQRST/UVWX/YZAB/CDEF\n' >"$scratch/dice.txt"
run library import boggle "$scratch/dice.txt" --db "$scratch/mixed.db"
expect_err '2 imported'
run library list record --db "$scratch/copy.db" --plain
expect_lines 1

run library delete 1 --db "$db"
expect_status 0
run library list --deleted --db "$db" --plain
expect_lines 1
run solve hexhunt $record --db "$scratch/copy.db" --json -q
run library undo --db "$db"
expect_status 0
run library undo --db "$db"
expect_status 1
run library list record --db "$db" --plain
expect_lines 1

# any deletion can be undone, not only the last
run library delete 1 2 --db "$db"
expect_status 0
run library undo 1 --db "$db"
expect_status 0
run library list --deleted --db "$db" --plain
expect_lines 1
run library undo 1 --db "$db"
expect_status 1
run library undo 2 --db "$db"
expect_status 0

# a batch stores its answers and reuses them
printf '%s\nb!d\n%s\n' $record TS/EAR/LB >"$scratch/batch.txt"
run solve hexhunt --jsonl "$scratch/batch.txt" --db "$scratch/batch.db"
expect_status 0
run solve hexhunt --jsonl "$scratch/batch.txt" --db "$scratch/batch.db"
[ "$(grep -c '"library": *true' "$scratch/out")" -eq 2 ] || fail "two answers from the library"

# a file that is not a library is rejected and unchanged
printf 'hello' >"$scratch/text"
run library --db "$scratch/text"
expect_status 2
expect_err 'not a library'
[ "$(cat "$scratch/text")" = hello ] || fail "the file is left alone"
sqlite3 "$scratch/other.db" 'CREATE TABLE t (x)'
run library --db "$scratch/other.db"
expect_status 2
expect_err 'another program'
sqlite3 "$db" 'PRAGMA user_version = 99'
run library --db "$db"
expect_status 2
expect_err 'update the program'
run library show x --db "$scratch/copy.db"
expect_status 2
run library show 99 --db "$scratch/copy.db"
expect_status 1
run library frobnicate
expect_status 2
expect_err 'expected one of: list'

# without --db: the data folder; reading creates no file, nor does a mistyped name
XDG_DATA_HOME=$scratch/data run library
expect_status 0
expect_no_out
XDG_DATA_HOME=$scratch/data run library count --json
expect_json '.library.puzzles == 0'
[ ! -e "$scratch/data" ] || fail "looking makes no library"
XDG_DATA_HOME=$scratch/data run library import hexhunt "$scratch/mixed.txt"
expect_status 0
[ -f "$scratch/data/comb/library.db" ] || fail "the library in the data folder"
XDG_DATA_HOME=$scratch/data run library --plain
expect_lines 2
for action in list 'show 1' export 'rename 1 x' 'tag 1 x' 'delete 1' undo count duplicates; do
    # shellcheck disable=SC2086
    run library $action --db "$scratch/typo.db"
    expect_status 2
    expect_no_out
    expect_err "library '$scratch/typo.db' does not exist"
done
[ ! -e "$scratch/typo.db" ] || fail "a mistyped library is not made"

# export includes answers and tags; existing puzzles get only missing answers
run solve hexhunt $record --db "$scratch/from.db" --json -q
run solve hexhunt $record --min-length 6 --db "$scratch/from.db" --json -q
run solve witness 3x3 --rules ttws --db "$scratch/from.db" --json -q
run library tag 1 best --db "$scratch/from.db"
run library export "$scratch/with.jsonl" --db "$scratch/from.db"
[ "$(jq -c '[.answers, (.solutions | length)]' "$scratch/with.jsonl" | paste -sd ' ')" = '[2,2] [1,1]' ] || fail "answers are exported"
run library import "$scratch/with.jsonl" --db "$scratch/to.db"
expect_err '2 imported'
run library list --tag best --db "$scratch/to.db" --plain
expect_lines 1
run solve hexhunt $record --min-length 6 --db "$scratch/to.db" --json
expect_json '.library == null' # untrusted answer: solved again
run solve hexhunt $record --min-length 6 --db "$scratch/to.db" --json
expect_json '.library == true'
run library import hexhunt "$scratch/mixed.txt" --db "$scratch/late.db"
run library import "$scratch/with.jsonl" --db "$scratch/late.db"
expect_err '1 imported, 1 already in the library'
run library show 1 --db "$scratch/late.db" --json
expect_json '.puzzle.answers | length == 2 and all(.verified == false)'
jq -c 'del(.solutions)' "$scratch/with.jsonl" >"$scratch/without.jsonl"
run library import "$scratch/without.jsonl" --db "$scratch/without.db"
expect_err '2 imported'
printf '{"game":"hexhunt","board":"TS/EAR/LB","tags":[5,"a b"],"solutions":[5,{"question":"","code":7,"answer":{}},{"question":"","code":0,"answer":[]}]}\n' >"$scratch/odd.jsonl"
run library import "$scratch/odd.jsonl" --db "$scratch/odd.db"
expect_err '1 imported'
run library count --db "$scratch/odd.db" --json
expect_json '.library.solved == 0'

# show prints valid answers as solve does
run library show 1 --db "$scratch/to.db"
expect_out 'PASTING'
expect_out 'answer  solved in'
expect_out 'min-length=6'
run library show 2 --db "$scratch/to.db"
expect_out 'solved under ttws rules'
run library show 1 --db "$scratch/to.db" --plain
expect_exactly $record
sqlite3 "$scratch/to.db" "UPDATE answers SET answer = replace(answer, '4064', '9999')"
run library show 1 --db "$scratch/to.db"
expect_status 0
expect_out 'not shown: the verifier disagrees'
