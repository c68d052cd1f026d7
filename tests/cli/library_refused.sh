#!/bin/bash
# A rejected request changes nothing: every route and action that changes the library or the words, with one bad part among
# good ones.
. tests/lib/expect.sh
. tests/lib/server.sh
db=$scratch/library.db
start_server

state() { # dumps everything that is stored
    sqlite3 "$db" .dump
    sha256sum "$XDG_DATA_HOME"/comb/words/*
}
unchanged() { [ "$(state)" = "$before" ] || fail "nothing has changed"; }
refused() { # STATUS METHOD PATH BODY
    ask "${@:2}"
    [ "$status" = "$1" ] || fail "expected HTTP status $1, got $status"
    unchanged
}

ask POST /api/library '{"game":"hexhunt","board":"TS/EAR/LB","title":"old","source":"test"}'
expect_json '.id == 1'
ask POST /api/library '{"game":"hexhunt","board":"AS/EAR/LB"}'
ask POST /api/library '{"game":"hexhunt","board":"ES/EAR/LB"}'
ask POST /api/library/1 '{"tag":"mine"}'
ask DELETE /api/library/2
expect_json '.id == 2'
ask POST /api/words/add '{"words":["GOODWORD"]}'
ask POST /api/words/ban '{"words":["EAR"]}'
before=$(state)

# a puzzle: title, tag, untag
for bad in '"tag":"two words"' '"tag":""' '"tag":"a\u001bb"' '"tag":5' '"tag":["a"]' '"tag":null' '"untag":5' '"untag":{}' '"title":7'; do
    refused 400 POST /api/library/1 "{\"title\":\"new\",\"untag\":\"mine\",$bad}"
    refused 400 POST /api/library/1 "{$bad,\"tag\":\"good\"}"
done
refused 404 POST /api/library/1 '{"title":"new","tag":"good","untag":"nothing"}'
refused 404 POST /api/library/2 '{"title":"new","tag":"good"}'
refused 404 POST /api/library/99 '{"title":"new","tag":"good"}'
refused 400 POST /api/library/1 '{}'
refused 400 POST /api/library/1 '{"title":"new"'
refused 400 POST /api/library/1 '["title"]'
refused 404 POST /api/library/1x '{"title":"new"}'
refused 404 DELETE /api/library/99
refused 404 DELETE /api/library/2

# undo: a bad number does not undo the last deletion
for id in '"2"' 0 -1 2.0 true null '[2]'; do
    refused 400 POST /api/library/undo "{\"id\":$id}"
done
refused 404 POST /api/library/undo '{"id":1}'

# a new puzzle, and an import
for bad in '"title":5' '"source":5' '"title":null' '"source":[]' '"game":5' '"game":"nogame"' '"board":"b!d"' '"board":5'; do
    refused 400 POST /api/library "{\"game\":\"hexhunt\",\"board\":\"XY/ABC/DE\",$bad}"
    [ "$bad" = '"board":"b!d"' ] || [ "$bad" = '"board":5' ] ||
        refused 400 POST /api/library/import "{\"text\":\"XY/ABC/DE\\nXZ/ABC/DE\",${bad/\"title\"/\"source\"}}"
done
refused 400 POST /api/library/import '{"text":["XY/ABC/DE"],"game":"hexhunt"}'

# words
for bad in '"words":["NEWWORD","b!d"]' '"words":["NEWWORD",5]' '"words":[]' '"words":"NEWWORD"' '"words":["NEWWORD"],"lang":5' \
    '"words":["NEWWORD"],"lang":"xx"' '"words":["NEWWORD","X"]'; do
    for route in add ban forget; do
        refused 400 POST "/api/words/$route" "{$bad}"
    done
done

# the command line: one bad operand rejects all
cli() { # STATUS ARGUMENTS...
    run "${@:2}" --db "$db"
    expect_status "$1"
    unchanged
}
cli 2 library tag 1 good 'two words'
cli 2 library tag 1 good $'a\eb'
cli 1 library untag 1 mine nothing
cli 1 library tag 99 good
cli 1 library rename 99 title
cli 2 library rename x title
cli 1 library delete 1 3 99
cli 2 library delete 1 x
cli 1 library undo 2 1
cli 2 library undo 2 x
printf 'XY/ABC/DE\n' >"$scratch/good.txt"
cli 2 library import hexhunt "$scratch/good.txt" "$scratch/missing.txt"
cli 2 library import hexhunt /dev/null
printf 'no board at all!\n' >"$scratch/bad.txt"
cli 2 library import hexhunt "$scratch/bad.txt"
run words add NEWWORD 'b!d'
expect_status 2
unchanged
run words ban NEWWORD ''
expect_status 2
unchanged

# and the good ones still work
ask POST /api/library/1 '{"title":"new","tag":"good","untag":"mine"}'
ask GET /api/library/1
expect_json '.puzzle.title == "new" and .puzzle.tags == ["good"]'
ask POST /api/library/undo '{}'
expect_json '.id == 2'
run library delete 1 2 --db "$db"
expect_status 0
run library undo 1 2 --db "$db"
expect_err 'restored puzzles 1 2'
