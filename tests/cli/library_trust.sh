#!/bin/bash
# Stored answers: only answers written by this program are reused. Answers that were imported, edited, moved or lost their key
# are stored as unverified, solved again on first use, and replaced.
. tests/lib/expect.sh
export XDG_DATA_HOME=$scratch/user
key=$XDG_DATA_HOME/comb/answers.key
record=LPE/EASR/SRTED/PING/LAS

# a library with the answers of three games, and an export with false answers
run solve witness 2x2 --db "$scratch/true.db" --json
expect_json '.solved and .library == null'
run solve witness 3x3 --lines --db "$scratch/true.db" --json
expect_json '.lines == 184'
run solve hexhunt TS/EAR/LB --db "$scratch/true.db" --json
words=$(jq -c 'del(.seconds)' "$scratch/out")
count=$(jq .count "$scratch/out")
[ "$(stat -c %a "$key")" = 600 ] || fail "the key is for the user alone"
[ "$(stat -c %s "$key")" = 32 ] || fail "a key of 32 bytes"
run library export "$scratch/true.jsonl" --db "$scratch/true.db"
hex() { od -An -v -tx1 "$1" | tr -d ' \n'; }
leaks() { grep -qF "$(hex "$key")" "$1" || hex "$1" | grep -qF "$(hex "$key")"; } # as bytes or as hex
! leaks "$scratch/true.jsonl" || fail "the key is not exported"
jq -c '.solutions |= map(
    if .answer.game == "hexhunt" then .answer.words |= .[:1] | .answer.count = 1 | .answer.score = .answer.words[0].score
    elif .answer.lines then .answer.lines = 7
    else .code = 1 | .answer.solved = false | .answer.proved = true | .answer.path = null end)' \
    "$scratch/true.jsonl" >"$scratch/lies.jsonl"
run library import "$scratch/lies.jsonl" --db "$scratch/lies.db"
expect_status 0

# list and show mark unverified answers
run library --db "$scratch/lies.db" --json
expect_json 'all(.puzzles[]; .verified == false and .answered)'
run library --db "$scratch/lies.db"
expect_out '(unverified)'
run library show 1 --db "$scratch/lies.db" --json
expect_json 'all(.puzzle.answers[]; .verified == false)'
run library show 1 --db "$scratch/lies.db"
expect_out 'unverified: imported'

# solved again, then from the library
run solve witness 2x2 --db "$scratch/lies.db" --json
expect_status 0
expect_json '.solved and .library == null'
run solve witness 3x3 --lines --db "$scratch/lies.db" --json
expect_json '.lines == 184 and .library == null'
run solve hexhunt TS/EAR/LB --db "$scratch/lies.db" --json
expect_json ".count == $count and .library == null"
for question in 'witness 2x2' 'witness 3x3 --lines' 'hexhunt TS/EAR/LB'; do
    # shellcheck disable=SC2086
    run solve $question --db "$scratch/lies.db" --json
    expect_json '.library == true'
done
run library --db "$scratch/lies.db" --json
expect_json 'all(.puzzles[]; .verified)'
run library --db "$scratch/lies.db"
! grep -q unverified "$scratch/out" || fail "verified again"

# every manual change of the file: the answer is right and not taken from the library
attack() { # NAME SQL: on a copy of a good library
    rm -f "$scratch"/attack.db*
    cp "$scratch/true.db" "$scratch/attack.db"
    sqlite3 "$scratch/attack.db" "$2" || fail "attack: $1"
    run solve hexhunt TS/EAR/LB --db "$scratch/attack.db" --json
    expect_json ".count == $count and .library == null"
    [ "$(jq -c 'del(.seconds)' "$scratch/out")" = "$words" ] || fail "$1: the same answer"
}
hexhunt="puzzle = (SELECT id FROM puzzles WHERE board = 'TS/EAR/LB')"
attack 'the code' "UPDATE answers SET code = 1 WHERE $hexhunt"
attack 'the answer' "UPDATE answers SET answer = json_set(answer, '\$.words', json('[]'), '\$.count', 0, '\$.score', 0) WHERE $hexhunt"
attack 'a space in it' "UPDATE answers SET answer = answer || ' ' WHERE $hexhunt"
attack 'no code' "UPDATE answers SET mac = NULL WHERE $hexhunt"
attack 'a short code' "UPDATE answers SET mac = substr(mac, 1, 31) WHERE $hexhunt"
attack 'a code as text' "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'mac BLOB', 'mac ANY')
    WHERE name = 'answers'; PRAGMA writable_schema = RESET; UPDATE answers SET mac = hex(mac)"
attack 'of another answer' "UPDATE answers SET mac = (SELECT mac FROM answers WHERE NOT $hexhunt LIMIT 1) WHERE $hexhunt"
run solve hexhunt AB/EAR/LB --db "$scratch/true.db" --json -q
attack 'of another board' "DELETE FROM answers WHERE $hexhunt; UPDATE answers SET puzzle =
    (SELECT id FROM puzzles WHERE board = 'TS/EAR/LB') WHERE puzzle = (SELECT id FROM puzzles WHERE board = 'AB/EAR/LB')"
attack 'the board' "DELETE FROM puzzles WHERE board = 'TS/EAR/LB'; UPDATE puzzles SET board = 'TS/EAR/LB' WHERE board = 'AB/EAR/LB'"

# moved to other options: rules, language, length, and a changed list
run solve witness 3x3 --rules ttws --db "$scratch/rules.db" --json -q
sqlite3 "$scratch/rules.db" "UPDATE answers SET question = replace(question, 'ttws', 'game')"
run solve witness 3x3 --rules game --db "$scratch/rules.db" --json
expect_json '.rules == "game" and .library == null'
run solve hexhunt TS/EAR/LB --min-length 5 --db "$scratch/length.db" --json -q
sqlite3 "$scratch/length.db" "UPDATE answers SET question = replace(question, 'min-length=5', 'min-length=4')"
run solve hexhunt TS/EAR/LB --min-length 4 --db "$scratch/length.db" --json
expect_json '.library == null'
four=$(jq .count "$scratch/out")
run solve hexhunt TS/EAR/LB --min-length 4 --json
expect_json ".count == $four"
printf 'EAR\nEARS\nSEAT\n' >"$scratch/list.txt"
run solve hexhunt TS/EAR/LB --words "$scratch/list.txt" --db "$scratch/list.db" --json
listed=$(jq .count "$scratch/out")
printf 'EAR\nEARS\nTEAR\n' >"$scratch/new.txt"
touch -r "$scratch/list.txt" "$scratch/new.txt"
cat "$scratch/new.txt" >"$scratch/list.txt" # the same file, size and time
touch -r "$scratch/new.txt" "$scratch/list.txt"
run solve hexhunt TS/EAR/LB --words "$scratch/list.txt" --db "$scratch/list.db" --json
expect_json '.library == null and ([.words[].word] | index("TEAR")) and ([.words[].word] | index("SEAT") | not)'
[ "$listed" -ge 1 ] || fail "the list was used"
run solve hexhunt TS/EAR/LB --db "$scratch/own.db" --json -q
run words add ZZTEARZZ
expect_status 0
run words ban EAR
expect_status 0
run solve hexhunt TS/EAR/LB --db "$scratch/own.db" --json
expect_json '.library == null and ([.words[].word] | index("EAR") | not)'
run words forget EAR ZZTEARZZ

# without the key no answer is trusted; a new key is made, and new answers are reused again
rm "$key"
run solve hexhunt $record --db "$scratch/true.db" --json -q
[ -s "$key" ] || fail "a new key"
run solve hexhunt TS/EAR/LB --db "$scratch/true.db" --json
expect_json ".count == $count and .library == null"
run solve hexhunt TS/EAR/LB --db "$scratch/true.db" --json
expect_json '.library == true'
printf 'not a key' >"$key"
run solve hexhunt TS/EAR/LB --db "$scratch/true.db" --json
expect_json ".count == $count and .library == null"
run solve hexhunt TS/EAR/LB --db "$scratch/true.db" --json
expect_json '.library == true'

# reading creates no key; without a data folder answers are right and never trusted
mkdir "$scratch/nobody"
XDG_DATA_HOME=$scratch/nobody run library show 1 --db "$scratch/true.db" --json
expect_json 'all(.puzzle.answers[]; .verified == false)'
[ -z "$(ls "$scratch/nobody")" ] || fail "looking makes nothing"
for _ in first again; do
    command="solve without a home" status=0
    env -u HOME -u XDG_DATA_HOME "$COMB" solve hexhunt TS/EAR/LB --db "$scratch/homeless.db" --json >"$scratch/out" 2>"$scratch/err" || status=$?
    expect_status 0
    expect_json ".count == $count and .library == null and .unkept == null"
done

# several programs that start without a key agree on one
rm -rf "$XDG_DATA_HOME"
for i in 1 2 3 4 5 6; do
    "$COMB" solve hexhunt TS/EAR/LB --db "$scratch/race$i.db" --json -q >/dev/null 2>&1 &
done
wait
for i in 1 2 3 4 5 6; do
    run solve hexhunt TS/EAR/LB --db "$scratch/race$i.db" --json
    expect_json '.library == true'
done
[ "$(ls "$XDG_DATA_HOME/comb")" = answers.key ] || fail "one key and nothing else"

# a library of the first version opens with its puzzles and tags, and its answers are solved again
sqlite3 "$scratch/old.db" "
    CREATE TABLE puzzles (id INTEGER PRIMARY KEY, game TEXT NOT NULL, board TEXT NOT NULL, canon TEXT NOT NULL,
        title TEXT NOT NULL DEFAULT '', source TEXT NOT NULL DEFAULT '', added REAL NOT NULL, deleted REAL, UNIQUE (game, board)) STRICT;
    CREATE INDEX puzzles_canon ON puzzles (game, canon);
    CREATE TABLE answers (puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE, question TEXT NOT NULL,
        code INTEGER NOT NULL, answer TEXT NOT NULL, seconds REAL NOT NULL, made REAL NOT NULL,
        PRIMARY KEY (puzzle, question)) STRICT, WITHOUT ROWID;
    CREATE TABLE tags (puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE, tag TEXT NOT NULL,
        PRIMARY KEY (puzzle, tag)) STRICT, WITHOUT ROWID;
    CREATE INDEX tags_tag ON tags (tag);
    INSERT INTO puzzles VALUES (1, 'witness', '2x2', '2x2', 'old', '', 1e9, NULL);
    INSERT INTO tags VALUES (1, 'mine');
    PRAGMA application_id = 1131375970; PRAGMA user_version = 1"
question=$(sqlite3 "$scratch/true.db" "SELECT question FROM answers JOIN puzzles ON id = puzzle WHERE game = 'witness' ORDER BY id LIMIT 1")
board=$(sqlite3 "$scratch/true.db" "SELECT board FROM puzzles WHERE game = 'witness' ORDER BY id LIMIT 1")
sqlite3 "$scratch/old.db" "UPDATE puzzles SET board = '$board', canon = '$board';
    INSERT INTO answers VALUES (1, '$question', 1, '{\"schema\":1,\"game\":\"witness\",\"solved\":false,\"proved\":true}', 0.1, 1e9)"
cp "$scratch/old.db" "$scratch/older.db"
run library show 1 --db "$scratch/old.db" --json
expect_json '.puzzle.title == "old" and .puzzle.tags == ["mine"] and .puzzle.outcome == "no solution" and .puzzle.answers[0].verified == false'
run solve witness 2x2 --db "$scratch/older.db" --json
expect_json '.solved and .library == null'
run solve witness 2x2 --db "$scratch/older.db" --json
expect_json '.solved and .library == true'

# the web API follows the same rules and does not reveal the key
. tests/lib/server.sh
key=$XDG_DATA_HOME/comb/answers.key
start_server
jq -Rs '{text: ., source: "lies.jsonl"}' "$scratch/lies.jsonl" >"$scratch/body"
ask POST /api/library/import "@$scratch/body"
expect_json '.import.kept == 3'
ask GET /api/library/1
expect_json 'all(.puzzle.answers[]; .verified == false)'
ask POST /api/solve '{"game":"hexhunt","board":"TS/EAR/LB"}'
expect_json ".count == $count and .library == null"
ask POST /api/solve '{"game":"hexhunt","board":"TS/EAR/LB"}'
expect_json ".count == $count and .library == true"
ask POST /api/solve '{"game":"witness","board":"3x3","options":{"lines":true}}'
expect_json '.lines == 184'
ask POST /api/solve '{"game":"witness","board":"2x2"}'
expect_json '.solved and .library == null'
ask GET '/api/library?q='
expect_json 'all(.puzzles[]; has("verified"))'
for path in /answers.key /api/answers.key /api/library/answers.key /../answers.key /api/library/export; do
    ask GET "$path"
    ! leaks "$scratch/out" || fail "the key is not given away"
done
