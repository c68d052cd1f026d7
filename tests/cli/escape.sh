#!/bin/bash
# Untrusted text (imports, levels, word lists, file names) cannot move the cursor, forge a record of --plain or reverse text;
# JSON preserves it exactly.
. tests/lib/expect.sh
export XDG_DATA_HOME=$scratch/user
db=$scratch/my.db
evil=$'\e]0;owned\a\e[2Jx\n7\thexhunt\tsolved\t2020-01-01\tforged\u009b31m\u202eback'

expect_clean() { # neither stream has a control character but line feeds (and the tabs of --plain), C1 or bidi override
    # shellcheck disable=SC2016
    ! perl -CSD -ne 'exit 1 if /[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]/' "$scratch/out" "$scratch/err"
    [ $? -eq 1 ] || fail "no control characters"
}

# a library: title, source, tags, answers
jq -cn --arg evil "$evil" '{game: "hexhunt", board: "TS/EAR/LB", title: $evil, source: $evil, tags: [("a\u001b[31m\u202e"), "fine"],
    solutions: [{question: ("lang=\u001b[2J" + $evil), code: 0, answer: {a: $evil}, seconds: 1}]}' >"$scratch/evil.jsonl"
run library import "$scratch/evil.jsonl" --db "$db"
expect_status 0
run library --db "$db" --plain
expect_lines 1
expect_clean
[ "$(awk -F'\t' '{print NF}' "$scratch/out")" = 5 ] || fail "five fields"
expect_out '\x1b]0;owned\x07'
run library --db "$db"
expect_lines 1
expect_clean
expect_out '#fine'
run library show 1 --db "$db"
expect_clean
expect_out 'from    \x1b'
run library show 1 --db "$db" --json
expect_clean
[ "$(jq -r .puzzle.title "$scratch/out")" = "$evil" ] || fail "JSON is exact"
[ "$(jq -r .puzzle.source "$scratch/out")" = "$evil" ] || fail "JSON is exact"
run library export --db "$db"
expect_clean
[ "$(jq -r .title "$scratch/out")" = "$evil" ] || fail "the export is exact"
run library tag 1 $'a\eb' --db "$db"
expect_status 2
expect_clean
for tag in $'\u009b' $'\u202ex' $'a\tb' ''; do
    run library tag 1 "$tag" --db "$db"
    expect_status 2
    expect_clean
done

# edited in the database file: the board, the game, a tag
cp "$db" "$scratch/edited.db"
sqlite3 "$scratch/edited.db" "UPDATE puzzles SET title = '', board = char(27) || '[2J' || char(10) || char(0x202e) || 'x', game = char(27) || 'c'
    WHERE id = 1; INSERT INTO tags VALUES (1, char(27) || '[0m' || char(10))"
for action in list 'list --plain' 'show 1' 'show 1 --plain' count export duplicates; do
    # shellcheck disable=SC2086
    run library $action --db "$scratch/edited.db"
    expect_status 0
    expect_clean
done

# a level's title, author and text; its title in a library
printf 'Hexcells level v1\nA\u009b2J\u202eB\nC\u009b\u2066D\nE\u0085F\n\n..x...\n....o+' >"$scratch/level.hexcells"
for verb in solve draw 'draw --format text' hint rate check 'solve --plain'; do
    # shellcheck disable=SC2086
    run $verb "$scratch/level.hexcells"
    expect_clean
done
run solve "$scratch/level.hexcells" --json
expect_clean
[ "$(jq -r .title "$scratch/out")" = $'A\u009b2J\u202eB' ] || fail "the title is exact"
run library import "$scratch/level.hexcells" --db "$scratch/level.db"
for action in list 'list --plain' 'show 1' 'show 1 --plain'; do
    # shellcheck disable=SC2086
    run library $action --db "$scratch/level.db"
    expect_clean
done
printf 'Hexcells position v1\ntitle A\u009b2J\u202eB\nauthor \u2067\nremaining 3\n2: 2=o\n3: 1=o 3=0\n4: 2=o 10=o' >"$scratch/position.txt"
run solve hexcells "$scratch/position.txt"
expect_clean

# word lists: the file name as title, a player's word, the words of the list
list=$scratch/$'li\e[2Jst\u202e\n.txt'
printf 'EAR\nSEAT\n' >"$list"
printf 'EAR\n\033[2Jfoo\n' >"$scratch/mine.txt"
run solve hexhunt TS/EAR/LB --words "$list"
expect_status 0
expect_clean
run solve hexhunt TS/EAR/LB --words "$list" --mine "$scratch/mine.txt"
expect_clean
run words compile "$list" "$scratch/list.dict"
expect_clean
run solve hexhunt TS/EAR/LB --words "$scratch/list.dict"
expect_clean
run words lookup $'x\e[2J'
expect_clean
run words add $'x\e[2J\ny'
expect_status 2
expect_clean
expect_err "x\\x1b[2J\\ny"
run words add TESTWORD
printf 'A\033[2J\n' >>"$XDG_DATA_HOME/comb/words/en.add"
run words own
expect_clean

# names of files and other arguments in messages; pictures; Windmill strings
for arguments in "solve" "solve hexhunt" "read" "draw" "library import" "words compile" "verify-proof"; do
    # shellcheck disable=SC2086
    run $arguments "$scratch/$evil.png"
    [ "$status" -ne 0 ] || fail "there is no such file"
    expect_clean
done
run "$evil"
expect_status 2
expect_clean
run solve "--$evil"
expect_clean
run solve hexhunt "$evil"
expect_clean
run solve witness "$evil"
expect_clean
run solve witness "https://windmill.thefifthmatt.com/build/$evil"
expect_clean
run check hexhunt TS/EAR/LB "$evil"
expect_clean
run library show "$evil" --db "$db"
expect_clean
run library --db "$scratch/$evil.db"
expect_clean
printf '%s\n' "$evil" >"$scratch/boards.txt"
run solve hexhunt --jsonl "$scratch/boards.txt"
expect_clean
run solve hexhunt TS/EAR/LB --db "$scratch/folder/$evil.db"
expect_clean
expect_err 'not saved: '
