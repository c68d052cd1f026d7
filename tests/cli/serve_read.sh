#!/bin/bash
# Pictures over HTTP: the same object as on the command line, corrections, limits, malformed requests.
. tests/lib/expect.sh
. tests/lib/server.sh
"$COMB" draw hexhunt LPE/EASR/SRTED/PING/LAS --size 96 -o "$scratch/record.png" || exit 1
"$COMB" draw hexhunt LPE/EASR/SR.ED/PING/LAS --size 96 -o "$scratch/hole.png" || exit 1
start_server

post() { # PATH FILE [curl options...]
    path=$1 file=$2
    shift 2
    command="POST $path $*"
    status=$(curl -s -m 60 -o "$scratch/out" -w '%{http_code}' --data-binary "@$file" "$@" "$url$path")
}

# the list of readers
curl -s "$url/api" >"$scratch/out"
expect_out 'POST   /api/read '
curl -s "$url/api/games" >"$scratch/out"
expect_json '.games[] | select(.name == "hexhunt") | .pictures == true'

# the same object as on the command line
post /api/read "$scratch/record.png" -H 'Content-Type: image/png'
expect_status 200
"$COMB" read "$scratch/record.png" --json -q >"$scratch/cli.json"
cmp -s "$scratch/out" "$scratch/cli.json" || fail "the page and the command line give the same object"
post '/api/read?game=hexhunt' "$scratch/record.png" -H 'Content-Type: application/octet-stream'
expect_status 200
expect_json '.board == "LPE/EASR/SRTED/PING/LAS" and .sure'
post '/api/read?fix=3,3=J%3B2,0=K' "$scratch/record.png"
expect_json '.board == "KPE/EASR/SRTED/PJNG/LAS"'

# uncertain: still 200, with the uncertain cells; then corrected
post /api/read "$scratch/hole.png"
expect_status 200
expect_json '.sure == false and .doubts[0].x == 4 and .doubts[0].y == 2'
cp "$scratch/out" "$scratch/reading.json"
jq -c '{reading: ., fix: ["4,2=T", "3,3=J"]}' "$scratch/reading.json" >"$scratch/body"
post /api/read/fix "$scratch/body"
expect_status 200
expect_json '.sure == true and .board == "LPE/EASR/SRTED/PJNG/LAS" and .doubts == []'
jq -c '{reading: ., fix: "4,2=T;3,3=J"}' "$scratch/reading.json" >"$scratch/body"
post /api/read/fix "$scratch/body"
expect_json '.sure == true and .board == "LPE/EASR/SRTED/PJNG/LAS"'
jq -c '{reading: ., fix: []}' "$scratch/reading.json" >"$scratch/body"
post /api/read/fix "$scratch/body"
expect_status 200
expect_json '.sure == false'

# no board, no picture, no such game
{
    printf 'BM\066\060\000\000\000\000\000\000\066\000\000\000\050\000\000\000\100\000\000\000\100\000\000\000\001\000\030\000'
    printf '\000\000\000\000\000\060\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
    head -c 12288 /dev/zero | tr '\000' '\377'
} >"$scratch/white.bmp"
post /api/read "$scratch/white.bmp" -H 'Content-Type: image/bmp'
expect_status 422
expect_json '.error.code == 4 and (.error.message | test("no board found"))'
post '/api/read?quiet=1' "$scratch/white.bmp" -H 'Content-Type: image/bmp'
expect_status 200
expect_json '.error.code == 4'
printf 'LPE/EASR' >"$scratch/text"
post /api/read "$scratch/text"
expect_status 400
expect_json '.error.message | test("PNG")'
: >"$scratch/nothing"
post /api/read "$scratch/nothing"
expect_status 400
post '/api/read?game=chess' "$scratch/record.png"
expect_status 400
post '/api/read?fix=nonsense' "$scratch/record.png"
expect_status 400
post /api/read/nope "$scratch/record.png"
expect_status 404
head -c 17000000 /dev/zero >"$scratch/large"
post /api/read "$scratch/large"
expect_status 413

# forged readings
for change in 'del(.cells)' '.cells = 7' '.cells = [7]' '.cells = [{}]' '.cells[0].x = "a"' '.cells[0].x = 100000' '.cells[0].box = [1, 2]' \
    '.cells[0].text = 7' 'del(.cells[0].state)' '.cells[0].confidence = "high"' '.game = "chess"' 'del(.game)' '.doubts = {}' \
    '.doubts = [7]' '.lines = [[]]' '.cells = [limit(5000; repeat(.cells[0]))]'; do
    jq -c "{reading: ($change), fix: []}" "$scratch/reading.json" >"$scratch/body"
    post /api/read/fix "$scratch/body"
    expect_status 400
    expect_json '.error.message != ""'
done
for body in '{' '[]' '{}' '{"reading": 7, "fix": []}' '{"reading": {}, "fix": []}'; do
    printf '%s' "$body" >"$scratch/body"
    post /api/read/fix "$scratch/body"
    expect_status 400
done
for fix in '7' '[7]' '{}' '["nonsense"]' '["4,2=%%"]' '["999999,0=A"]'; do
    jq -c "{reading: ., fix: $fix}" "$scratch/reading.json" >"$scratch/body"
    post /api/read/fix "$scratch/body"
    expect_status 400
done
# odd but well-formed: an answer or an error, and the server survives
for change in '.cells = []' '.cells[0].x = -5' '.cells[0].text = ""' '.cells[0].text = "\u0000\u2603"' '.cells[1] = .cells[0]' '.expected = "many"' \
    '.lines = [{"x": 0, "y": 0, "text": "3"}]' '.game = "hexcells"' '.game = "witness"' '.game = "hexicon"' '.game = "ruzzle"'; do
    jq -c "{reading: ($change), fix: [\"4,2=T\"]}" "$scratch/reading.json" >"$scratch/body"
    post /api/read/fix "$scratch/body"
    [ "$status" = 200 ] || [ "$status" = 400 ] || [ "$status" = 422 ] || fail "an answer to $change"
done
post /api/read "$scratch/record.png"
expect_status 200

# pages of other sites
post /api/read "$scratch/record.png" -H 'Origin: http://evil.example'
expect_status 403
kill -0 $server || fail "the server lives"
exit 0
