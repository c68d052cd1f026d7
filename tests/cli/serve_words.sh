#!/bin/bash
# User words over the API: looked up, added, banned, reset; a running server uses the changed list at once, also for boards
# in its library; concurrent changes lose nothing; malformed requests are rejected.
. tests/lib/expect.sh
. tests/lib/server.sh

start_server
board='{"game":"boggle","board":"BLUR/ELFZ/AXAZ/ZZZZ"}'

# a board with a wrong number of cells is rejected as on the command line, and --shape works too
ask POST /api/solve '{"game":"boggle","board":"ABCDEFGHIJKLMNO"}'
expect_status 400
expect_json '.error.message | startswith("15 cells without rows; expected 9 (3x3), 16 (4x4)")'
ask POST /api/solve '{"game":"boggle","board":"ABCDEFGHIJKL","options":{"shape":"3x4"}}'
expect_status 200
expect_json '.board == "ABCD/EFGH/IJKL"'

# looked up and changed as on the command line
ask GET /api/words/own
expect_status 200
expect_json '. == {schema: 1, lang: "en", added: [], banned: []}'
ask POST /api/words/lookup '{"words":["zax","xyzzyx","zax"]}'
expect_status 200
expect_json '. == {schema: 1, words: {zax: ["en"], xyzzyx: []}}'
cp "$scratch/out" "$scratch/web.json"
"$COMB" words lookup zax xyzzyx zax --json >"$scratch/cli.json"
cmp -s "$scratch/web.json" "$scratch/cli.json" || fail "lookup gives what the command line gives"

# the next solve uses the change, though the library has the board and an answer
ask POST /api/solve "$board"
expect_json '(.words | map(.word) | index("BLURFLE") | not) and .list == "ENABLE1"'
before=$(jq -c '[.count, .score]' "$scratch/out")
ask POST /api/words/add '{"words":["blurfle"]}'
expect_status 200
expect_json '.added == ["BLURFLE"] and .banned == []'
ask POST /api/solve "$board"
expect_json '(.words | map(.word) | index("BLURFLE")) and (.library | not) and .list == "ENABLE1, changed"'
ask POST /api/solve "$board"
expect_json '.library == true and (.words | map(.word) | index("BLURFLE"))'
ask POST /api/check '{"game":"boggle","board":"BLUR/ELFZ/AXAZ/ZZZZ","answer":["blurfle"]}'
expect_json '.valid'
ask POST /api/check '{"game":"witness","board":"1x1","answer":{"path":[[0,1],[0,0],[1,0]],"unique":true,"seconds":1}}'
expect_json '(.valid | not) and .violations[0].rule == "unique"'
ask POST /api/check '{"game":"witness","board":"1x1","answer":{"path":[[0,1],[0,0],[1,0]],"unique":false,"seconds":1}}'
expect_json '.valid and .not_checked == ["seconds"]'
ask POST /api/words/ban '{"words":["Blurfle","blur"],"lang":"en"}'
expect_json '.added == [] and .banned == ["BLURFLE", "BLUR"]'
ask POST /api/solve "$board"
expect_json '.words | map(.word) | (index("BLURFLE") | not) and (index("BLUR") | not)'
"$COMB" words own --json >"$scratch/out"
expect_json '.banned == ["BLURFLE", "BLUR"]'

# a change from the command line reaches the running server too
run words forget blurfle blur --json
expect_status 0
expect_json '.added == [] and .banned == []'
ask POST /api/solve "$board"
expect_json '.list == "ENABLE1"'
[ "$(jq -c '[.count, .score]' "$scratch/out")" = "$before" ] || fail "taken back, all is as it was"
[ ! -e "$XDG_DATA_HOME/comb/words/en.mine.dict" ] || fail "without own words there is no changed list"

# a ban without effect changes the name of the list, but not its words
ask POST /api/words/ban '{"words":["blurfle"]}'
ask POST /api/solve "$board"
expect_json '.list == "ENABLE1, changed"'
ask POST /api/words/forget '{"words":["blurfle"]}'
ask POST /api/solve "$board"
expect_json '.list == "ENABLE1"'

# ten changes at the same time, half of them from the command line
letters=(a b c d e f g h i j)
clients=()
for i in "${letters[@]}"; do
    case $i in
    [a-e]) curl -s -m 60 -o /dev/null -d "{\"words\":[\"zz$i$i\"]}" "$url/api/words/add" & ;;
    *) "$COMB" words add "zz$i$i" 2>/dev/null & ;;
    esac
    clients+=($!)
done
wait "${clients[@]}"
ask GET '/api/words/own?lang=en'
expect_json '.added | length == 10'
ask POST /api/words/lookup '{"words":["zzaa","zzjj"]}'
expect_json '.words == {zzaa: ["en"], zzjj: ["en"]}'
find "$XDG_DATA_HOME" -name '*.tmp' | grep -q . && fail "nothing half written is left"

# requests from other sites and malformed requests change nothing
ask POST /api/words/add '{"words":["blurfle"]}' -H 'Origin: http://evil.example'
expect_status 403
ask POST /api/words/add '{"words":["blurfle"]}' -H 'Sec-Fetch-Site: cross-site'
expect_status 403
for body in '{' '[]' '{}' '{"words":[]}' '{"words":"blurfle"}' '{"words":[7]}' '{"words":["blurfle",null]}' '{"words":[""]}' '{"words":["x"]}' \
    '{"words":["blurfle","two words"]}' '{"words":["слово"]}' '{"words":["blurfle"],"lang":"klingon"}' '{"words":["blurfle"],"lang":7}' \
    '{"words":["blurfle"],"lang":"it"}' '{"words":["../../passwd"]}'; do
    ask POST /api/words/add "$body"
    expect_status 400
    expect_json '.schema == 1 and .error.message != ""'
done
ask POST /api/words/add '{"words":["слово"]}'
expect_json '.error.message | contains("слово") and contains("ABCDEF")'
jq -nc '{words: [range(10000) | "blurfle"]}' >"$scratch/many"
ask POST /api/words/add "@$scratch/many"
expect_status 413
expect_json '.error.message | contains("at most 1000")'
ask GET '/api/words/own?lang=klingon'
expect_status 400
for way in 'GET /api/words/add' 'DELETE /api/words/own' 'POST /api/words'; do
    ask "${way% *}" "${way#* }"
    expect_status 405
done
ask POST /api/words/nope
expect_status 404
ask GET /api/words/own
expect_json '(.added | length == 10) and .banned == []'

# lists of one's own are added, used and removed
printf 'cat\nblurfle\n12\n' >"$scratch/list"
ask POST '/api/words/add-list?name=mine&lang=en' '' --data-binary "@$scratch/list"
expect_status 200
expect_json '.code == "mine" and .words == 2 and .skipped == 1 and .own'
ask GET /api/words
expect_json '.lists[-1] | .code == "mine" and .own and .installed and .base == "en"'
ask POST /api/solve '{"game":"boggle","board":"BLUR/ELFZ/CATZ/ZZZZ","options":{"lang":"mine"}}'
expect_json '[.words[].word] == ["BLURFLE", "CAT"] and .list == "mine"'
ask POST '/api/words/add-list?name=it' '' --data-binary "@$scratch/list"
expect_status 400
ask POST '/api/words/add-list?name=other' ''
expect_status 400
ask POST /api/words/remove-list '{"name":"mine"}'
expect_status 200
expect_json '[.lists[] | select(.own)] == []'
ask POST /api/words/remove-list '{"name":"mine"}'
expect_status 400
ask POST /api/words/remove-list '{}'
expect_status 400

# a list is built as a job, as by `comb words build`; lists that cannot be built are rejected at once
ask POST /api/words/build '{"lang":"en"}'
expect_status 400
expect_json '.error.message == "en is built into the program: nothing to build"'
ask POST /api/words/build '{"lang":"klingon"}'
expect_status 400
ask GET /api/words
while read -r package; do
    code=$(jq -r --arg package "$package" '[.lists[] | select(.package == $package)][0].code' "$scratch/out")
    ask POST /api/words/build "{\"lang\":\"$code\"}"
    expect_status 400
    expect_out "is not installed; install the Debian package $package"
    ask GET /api/words
done < <(jq -r '.lists[] | select(.buildable == false) | .package' "$scratch/out" | sort -u)
if jq -e '.lists[] | select(.code == "en-us") | .buildable' "$scratch/out" >/dev/null; then
    ask POST /api/words/build '{"lang":"en-us"}'
    expect_status 200
    expect_json '.job > 0'
    ask GET "/api/jobs/$(jq .job "$scratch/out")/events"
    sed -n '/^event: result/{n;s/^data: //p}' "$scratch/out" >"$scratch/result" && mv "$scratch/result" "$scratch/out"
    expect_json '.code == 0 and .result.installed and .result.code == "en-us" and .result.words > 10000'
    ask GET /api/words
    expect_json '.lists[] | select(.code == "en-us") | .installed'
else
    leave_out 'hunspell-en-us is not installed'
fi
ask GET /api
expect_out '/api/words/build'
finish
