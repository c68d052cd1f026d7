#!/bin/bash
# The server: the API gives the same results as the command line; jobs can be followed and cancelled; foreign, malformed,
# too large and too slow requests are rejected without stopping the server; SIGTERM ends it.
# cost: 14
. tests/lib/expect.sh
. tests/lib/server.sh

start_server

# the same object as on the command line
ask POST /api/solve '{"game":"hexhunt","board":"LPE/EASR/SRTED/PING/LAS"}'
expect_status 200
cp "$scratch/out" "$scratch/web.json"
"$COMB" solve hexhunt LPE/EASR/SRTED/PING/LAS --json >"$scratch/cli.json"
cmp -s "$scratch/web.json" "$scratch/cli.json" || fail "the page and the command line give the same object"
ask POST /api/solve '{"game":"hexhunt","board":"LPE/EASR/SRTED/PING/LAS"}'
expect_json '.library == true'
ask POST /api/solve '{"game":"boggle","board":"????/????/????/???A","seconds":0.2,"keep":false}'
expect_status 200
expect_json '.complete == false and .count == (.words | length)'
ask GET /api/games
expect_status 200
expect_json '.schema == 1 and (.games | map(.name) | index("hexcells")) and (.games[] | select(.name == "hexhunt") | .verbs | index("best"))'
# every verb of a game; other verbs have their own paths, or make no sense on a page
jq -c '.games[] | [.name, (.verbs | sort)]' "$scratch/out" >"$scratch/web.verbs"
"$COMB" games --json | jq -c '.games[] | [.name, (.verbs - ["bench", "draw", "play", "read"] | sort)]' >"$scratch/cli.verbs"
cmp -s "$scratch/web.verbs" "$scratch/cli.verbs" || fail "the page has the verbs of the command line: $(diff "$scratch/web.verbs" "$scratch/cli.verbs")"
ask POST /api/prove '{"game":"hexhunt","options":{"shape":"hex7","target":376}}'
expect_status 200
cp "$scratch/out" "$scratch/web.json"
"$COMB" prove hexhunt --shape hex7 --target 376 --json 2>/dev/null | jq -c '[.shape, .target, .optimum, .proved, .boards]' >"$scratch/cli.json"
jq -c '[.shape, .target, .optimum, .proved, .boards]' "$scratch/web.json" | cmp -s - "$scratch/cli.json" || fail "a proof is the same on both"
ask POST /api/prove '{"game":"hexhunt","options":{"shape":"hex7","out":"/tmp/anywhere"}}'
expect_status 400
expect_out 'names a file'
ask GET /api/words
expect_status 200
expect_json '.schema == 1 and (.lists | map(select(.installed)) | map(.code) | index("en")) and (.lists | length > 5)'
ask GET /api
expect_status 200
expect_out 'POST   /api/jobs'
expect_out 'GET    /api/jobs/N  '

# every verb and every example of every game
ask GET /api/games
cp "$scratch/out" "$scratch/games.json"
jq -r '.games[] | .name as $game | .verbs[] as $verb | select($verb | IN("solve", "hint", "rate")) | [$game, $verb] | @tsv' "$scratch/games.json" >"$scratch/pairs"
[ "$(wc -l <"$scratch/pairs")" -ge 8 ] || fail "games and verbs"
while IFS=$'\t' read -r game verb; do
    body=$(jq -c --arg game "$game" '{game: $game, board: (.games[] | select(.name == $game) | .examples[0].input)}' "$scratch/games.json")
    ask POST "/api/$verb" "$body"
    expect_status 200
    expect_json ".schema == 1 and .game == \"$game\""
    ask POST /api/board "$body"
    expect_status 200
    expect_json '.board != "" and .code != "" and .scene.alt != ""'
    ask POST /api/picture "$body"
    expect_status 200
    grep -q '<svg' "$scratch/out" || fail "an SVG"
done <"$scratch/pairs"

# jobs
ask POST /api/jobs '{"verb":"best","game":"hexhunt","options":{"shape":"hex7","target":376},"revision":7}'
expect_status 200
job=$(jq .job "$scratch/out")
ask GET "/api/jobs/$job/events" ''
grep -q '^event: result' "$scratch/out" || fail "a job ends with its result"
grep -q '"revision":7' "$scratch/out" || fail "the revision comes back"
grep -q '"score":376' "$scratch/out" || fail "the best board of seven hexagons"
ask POST /api/jobs '{"verb":"best","game":"hexhunt","options":{"target":99999}}'
job=$(jq .job "$scratch/out")
ask DELETE "/api/jobs/$job"
expect_status 200
ask GET "/api/jobs/$job/events" ''
grep -q '"code":130' "$scratch/out" || fail "a cancelled job says so"
ask GET /api/jobs/99999
expect_status 404

# a job watched, paused and resumed: its state is a path of single steps, and no work is done while it is paused
ask POST /api/jobs '{"verb":"solve","game":"witness","board":"8x8","options":{"lines":true},"look":true,"seconds":900}'
job=$(jq .job "$scratch/out")
ask POST "/api/jobs/$job/pause" ''
expect_json '.paused and (.done | not)'
ask POST "/api/jobs/$job/resume" ''
expect_json '.paused | not'
curl -sN -o "$scratch/events" "$url/api/jobs/$job/events" &
stream=$!
until grep -q '^event: look' "$scratch/events" 2>/dev/null || ! kill -0 $stream 2>/dev/null; do sleep 0.05; done
ask DELETE "/api/jobs/$job"
wait $stream
grep -A1 '^event: look' "$scratch/events" | sed -n 's/^data: //p' >"$scratch/looks"
[ -s "$scratch/looks" ] || fail "a search that is watched shows its line"
jq -es 'all(.[]; .path as $p | [range(1; $p | length) | ($p[.][0] - $p[. - 1][0] | fabs) + ($p[.][1] - $p[. - 1][1] | fabs)] | all(.[]; . == 1))' \
    "$scratch/looks" >/dev/null || fail "the line goes from node to neighbouring node"

# counts are stored; "keep": "board" stores the board without its answer
ask POST /api/count '{"game":"witness","board":"2x2","title":"counted"}'
ask POST /api/solve '{"game":"witness","board":"3x2","title":"each line","options":{"all":true},"keep":"board"}'
ask POST /api/count '{"game":"witness","board":"3x3","title":"not kept","keep":false}'
ask GET '/api/library?game=witness'
expect_json '[.puzzles[] | select(.title != "") | [.title, .outcome]] == [["each line", "open"], ["counted", "open"]]'

# HEAD is answered wherever GET is
for path in / /api /api/games /api/words /api/jobs /api/library /api/library/count /solve; do
    ask HEAD "$path" '' --head
    expect_status 200
done

# the library
ask GET '/api/library?q=LPE'
expect_json '.puzzles | length == 1'
id=$(jq '.puzzles[0].id' "$scratch/out")
ask POST "/api/library/$id" '{"title":"the record","tag":"best"}'
expect_status 200
ask GET '/api/library?tag=best'
expect_json '.puzzles[0].title == "the record"'
ask DELETE "/api/library/$id"
ask GET "/api/library/$id"
expect_status 404
ask POST /api/library/undo '{}'
expect_status 200
ask GET "/api/library/$id"
expect_json '.puzzle.answers[0].answer.score == 4064'
ask POST /api/library/import '{"game":"hexhunt","text":"TS/EAR/LB\nb!d\nAS/EAR/LB"}'
expect_json '.import.kept == 2 and .import.known == 0 and .import.refused == 1 and .import.first_refused == 2 and .import.why != "" and (.import.refusals | length) == 1 and .import.refusals[0].line == 2'
ask POST /api/library/import '{"game":"hexhunt","text":"TS/EAR/LB\nAS/EAR/LB"}'
expect_json '.import.kept == 0 and .import.known == 2 and .import.refused == 0'

# requests from other sites
ask GET /api/games '' -H 'Host: evil.example'
expect_status 421
ask GET /api/games '' -H "Host: 127.0.0.1.evil.example:${url##*:}"
expect_status 421
ask POST /api/solve '{"game":"hexhunt","board":"TS/EAR/LB"}' -H 'Origin: http://evil.example'
expect_status 403
ask POST /api/solve '{"game":"hexhunt","board":"TS/EAR/LB"}' -H 'Sec-Fetch-Site: cross-site'
expect_status 403
ask POST /api/solve '{"game":"hexhunt","board":"TS/EAR/LB"}' -H "Origin: $url"
expect_status 200

# malformed requests
for body in '{' '[]' '"x"' '{}' '{"game":"nope","board":"x"}' '{"game":"hexhunt"}' '{"game":"hexhunt","board":7}' \
    '{"game":"hexhunt","board":"b!d"}' '{"game":"hexhunt","board":"TS/EAR/LB","options":{"words":"/etc/passwd"}}' \
    '{"game":"hexhunt","board":"TS/EAR/LB","options":{"nope":1}}' '{"game":"hexhunt","board":"TS/EAR/LB","options":7}'; do
    ask POST /api/solve "$body"
    expect_status 400
    expect_json '.schema == 1 and .error.message != ""'
done
ask POST /api/board '{"board":"this is no board"}' # a valid question, not an error
expect_status 200
expect_json '.schema == 1 and .error.message != ""'
ask POST /api/board '{'
expect_status 400
ask POST /api/nope '{}'
expect_status 400
ask PUT /api/solve '{}'
expect_status 405
for path in /../etc/passwd /..%2f..%2fetc/passwd /%2e%2e/etc/passwd //etc/passwd /web/../../etc/passwd; do
    ask GET "$path"
    expect_status 404
    grep -q root: "$scratch/out" && fail "no file of the system"
done
head -c 40000000 /dev/zero | tr '\0' ' ' >"$scratch/large"
ask POST /api/solve "@$scratch/large"
expect_status 413

# a client that sends half a request and waits does not delay others
exec 3<>"/dev/tcp/127.0.0.1/${url##*:}"
printf 'POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: 100\r\n\r\n{' "${url##*:}" >&3
ask POST /api/solve '{"game":"hexhunt","board":"TS/EAR/LB"}'
expect_status 200
exec 3>&-

# headers that keep the page to itself
curl -s -D "$scratch/out" -o /dev/null "$url/api/games"
for line in "Content-Security-Policy: default-src 'none'" 'X-Content-Type-Options: nosniff' 'Cross-Origin-Resource-Policy: same-origin'; do
    expect_out "$line"
done

# another address needs a token
run_serve() { command="$*" status=0; timeout 5 "$COMB" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?; }
run_serve serve --listen 127.0.0.1 --token short --port 0
expect_status 2
expect_err 'at least 16 characters'
run_serve serve --token 'with space; and more' --port 0
expect_status 2
expect_err 'letters, digits'
run_serve serve --listen localhost --port 0
expect_status 2
expect_err "'localhost' is not an address"
start_other() { # OPTIONS...: another server; sets $other and $address
    : >"$scratch/guarded"
    "$COMB" serve --port 0 "$@" >"$scratch/guarded" 2>"$scratch/other.log" &
    other=$!
    for _ in $(seq 100); do
        [ -s "$scratch/guarded" ] && break
        sleep 0.05
    done
    address=$(head -1 "$scratch/guarded")
}
start_other --token 0123456789abcdef --db "$scratch/other.db"
place=${address%%\?*}
token() { # PATH [curl options...]: the status
    command="with a token: $*"
    curl -s -o "$scratch/out" -w '%{http_code}' "$place$1" "${@:2}"
}
[ "$address" = "${place}?token=0123456789abcdef" ] || fail "the address has the token, got $address"
[ "$(token app.js)" = 401 ] || fail "nothing without a token"
[ "$(token app.js -H 'Authorization: Bearer 0123456789abcdef')" = 200 ] || fail "a bearer is let in"
[ "$(token '?token=0123456789abcdeX' -c "$scratch/jar")" = 401 ] || fail "a wrong token is refused"
[ "$(token app.js -b "$scratch/jar")" = 401 ] || fail "a wrong token sets no cookie"
[ "$(token '?token=0123456789abcdef' -c "$scratch/jar")" = 200 ] || fail "the printed address is let in"
grep -q '#HttpOnly_.*comb_token_' "$scratch/jar" || fail "the token becomes a cookie that scripts cannot see"
[ "$(token app.js -b "$scratch/jar")" = 200 ] || fail "the cookie is let in"
[ "$(token api/solve -b "$scratch/jar" -H 'Origin: http://evil.example' -d '{}')" = 403 ] || fail "a foreign page has no use of the cookie"
kill $other

# on all addresses: accepts only the address that was connected to
start_other --listen 0.0.0.0 --token 0123456789abcdef --db "$scratch/other.db"
port=${address#http://0.0.0.0:} place=http://127.0.0.2:${port%%/*}/
[ "$(token 'api/games?token=0123456789abcdef')" = 200 ] || fail "the address that was reached is ours"
[ "$(token api/games -H "Authorization: Bearer 0123456789abcdef" -H "Host: 127.0.0.3:${port%%/*}")" = 421 ] || fail "another is not"
[ "$(token api/games)" = 401 ] || fail "there too the token is wanted"
kill $other

# no browser: reported, and the page is served anyway
"$(command -v env)" PATH=/nowhere "$(command -v "$COMB")" serve --port 0 --open --db "$scratch/other.db" >"$scratch/guarded" 2>"$scratch/other.log" &
other=$!
for _ in $(seq 100); do
    grep -q 'cannot open a browser' "$scratch/other.log" && break
    sleep 0.05
done
grep -q 'cannot open a browser' "$scratch/other.log" || fail "--open says that it could not"
[ "$(curl -s -o /dev/null -w '%{http_code}' "$(head -1 "$scratch/guarded")api")" = 200 ] || fail "and the page is there"
kill $other

# an unusable library: reported at the start and with each answer that is not saved
start_other --db "$scratch/no/such/folder.db"
curl -s "${address}api/solve" -d '{"game":"hexhunt","board":"TS/EAR/LB"}' >"$scratch/out"
expect_json '.count > 0 and (.unkept | test("cannot open the library"))'
curl -s "${address}api/solve" -d '{"game":"hexhunt","board":"TS/EAR/LB","keep":false}' >"$scratch/out"
expect_json '.count > 0 and has("unkept") == false'
grep -q 'nothing will be saved: cannot open the library' "$scratch/other.log" || fail "the server says that nothing is kept"
kill $other

# a port in use: the next one, unless --port was given
run_serve serve --port "${url##*:}"
expect_status 2
expect_err 'is it in use?'

# SIGTERM: running requests are answered with the results so far
curl -s -m 60 -o "$scratch/last" "$url/api/solve" -d '{"game":"witness","board":"9x9","options":{"lines":true},"keep":false}' &
last=$!
ticks() { awk '{ print $14 + $15 }' "/proc/$server/stat"; } # CPU time of the server, in hundredths of a second
before=$(ticks)
until [ $(($(ticks) - before)) -ge 20 ] || ! kill -0 $last 2>/dev/null; do sleep 0.05; done
kill -TERM $server
for _ in $(seq 200); do
    kill -0 $server 2>/dev/null || break
    sleep 0.05
done
kill -0 $server 2>/dev/null && fail "SIGTERM ends the server"
wait $server
[ $? -eq 0 ] || fail "and it ends well"
wait $last
cp "$scratch/last" "$scratch/out"
expect_json '.complete == false and .lines > 0'
exit 0
