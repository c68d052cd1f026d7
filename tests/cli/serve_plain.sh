#!/bin/bash
# The page without scripts: an answer for every example of every game, options, bad input, hostile input.
# cost: 8
. tests/lib/expect.sh
. tests/lib/server.sh
start_server

# get QUERY-ARGUMENTS...: adds each NAME=VALUE to the query; passes arguments from the first that starts with - to curl.
get() {
    local query=()
    while [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; do
        query+=(--data-urlencode "$1")
        shift
    done
    command="GET /solve ${query[*]} $*"
    status=$(curl -s -G -o "$scratch/out" -D "$scratch/head" -w '%{http_code}' "${query[@]}" "$@" "$url/solve")
}
expect_page() {
    expect_status "$1"
    grep -qi '^content-type: text/html; charset=utf-8' "$scratch/head" || fail "HTML"
    expect_out '<!doctype html>'
    expect_out '</html>'
    expect_out '<form action="/solve"'
    ! grep -qi '<script\|<style\| style=' "$scratch/out" || fail "neither scripts nor styles inside"
}

# every example of every game, as a board and as a code
curl -s "$url/api/games" >"$scratch/games.json"
games=$(jq -r '.games[] | select(.verbs | index("solve")) | .name' "$scratch/games.json")
[ "$(echo "$games" | wc -l)" -ge 7 ] || fail "seven games"
for game in $games; do
    count=$(jq --arg game "$game" '.games[] | select(.name == $game) | .examples | length' "$scratch/games.json")
    for ((i = 0; i < count; i++)); do
        board=$(jq -r --arg game "$game" --argjson i "$i" '.games[] | select(.name == $game) | .examples[$i].input' "$scratch/games.json")
        get "board=$board" "game=$game"
        expect_page 200
        expect_out '<svg'
        expect_out '<tbody>'
        expect_out "<option value=\"$game\" selected>"
        code=$(grep -o '#/play/comb[12]-[A-Za-z0-9_-]*' "$scratch/out" | head -1)
        code=${code#\#/play/}
        [ -n "$code" ] || fail "a link to the live page"
        grep -o '<tr>.*</tr>' "$scratch/out" >"$scratch/rows"
        get "code=$code"
        expect_page 200
        grep -o '<tr>.*</tr>' "$scratch/out" | cmp -s - "$scratch/rows" || fail "the code gives the same answer"
    done
done

# the text of the answers
get board=LPE/EASR/SRTED/PING/LAS game=hexhunt
expect_out '4064 points, 782 words, longest ASTRINGED.'
expect_out 'With the word list ENABLE1.'
expect_out '<td>ASTRINGED</td><td class="num">9</td>'
level=$(jq -r '.games[] | select(.name == "hexcells") | .examples[0].input' "$scratch/games.json")
get "board=$level"
expect_out 'Solved: 6 cells in 1 round.'
expect_out 'has all its blue cells: (3,3) is black'
get "board=$(jq -r '.games[] | select(.name == "witness") | .examples[0].input' "$scratch/games.json")" rules=ttws overhang=1
expect_out 'Solved under ttws rules: 19 steps'
expect_out 'With the rule set ttws.'
expect_out '<td>Squares: one colour per region</td><td class="num">4</td><td>satisfied</td>'

# "no solution" is an answer; work that takes too long is stopped and reported
get board=$'Witness panel v1\nS -o- +\n| sq:white :\n+ - E' game=witness
expect_page 200
expect_out 'No solution under windmill rules'
get board=9x9 game=witness lines=1
expect_page 200
expect_out 'Stopped after 5 seconds'

# no query, and HEAD
get
expect_page 200
expect_out '<h1>Solve a board</h1>'
grep -c 'href="/solve?code=comb[12]-' "$scratch/out" | grep -qx "$(echo "$games" | wc -l)" || fail "an example of each game"
get board=TS/EAR/LB game=hexhunt -I
expect_status 200
[ "$(grep -ci '^content-length: [1-9]' "$scratch/head")" -eq 1 ] || fail "HEAD tells the length"

# bad input is reported in words, with the right status
get code=comb1-nonsense
expect_page 400
expect_out 'Share code: no game is named'
get board=LPE/EA!R/SRTED game=hexhunt
expect_page 400
expect_out 'Line 2'
get board=x game=nope
expect_page 400
get board=TS/EAR/LB
expect_page 400
expect_out 'Cannot tell the game'
get board=TS/EAR/LB game=hexhunt words=/etc/passwd
expect_page 400
get board=4x4 game=witness rules=nonsense
expect_page 400
expect_out 'is not one of: windmill ttws game witnesspuzzles'

# markup is escaped: in a board, in a title, in the name of a game
get 'board=<script>alert(1)</script>' game=hexhunt
expect_page 400
expect_out '&lt;script&gt;'
get board=4x4 'game="><script>alert(1)</script>'
expect_page 400
get "board=$(sed '2s/.*/<script>alert("1")<\/script>/; 3s/.*/<\/textarea><b>/' <<<"$level")"
expect_page 200
expect_out '<h1>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</h1>'
! grep -q '</textarea><b>' "$scratch/out" || fail "the board stays in its field"

# requests from other sites are rejected; typed addresses and our own form work
get board=TS/EAR/LB game=hexhunt -H 'Sec-Fetch-Site: cross-site'
expect_page 403
! grep -q '<svg' "$scratch/out" || fail "nothing was solved"
expect_out 'TS/EAR/LB'
for site in none same-origin; do
    get board=TS/EAR/LB game=hexhunt -H "Sec-Fetch-Site: $site"
    expect_page 200
done
get board=TS/EAR/LB game=hexhunt -H 'Host: evil.example'
expect_status 421

# not stored
curl -s "$url/api/library" >"$scratch/out"
expect_json '.puzzles | length == 0'

# its style sheet, with board colours for dark systems, and the policy that allows it and the form
curl -s -D "$scratch/head" -o "$scratch/out" "$url/plain.css"
grep -qi '^content-type: text/css' "$scratch/head" || fail "a sheet"
expect_out '--paper:'
expect_out '@media screen and (prefers-color-scheme: dark) {'
grep -qi "style-src 'self' 'sha256-" "$scratch/head" || fail "styles of our own"
grep -qi "form-action 'self'" "$scratch/head" || fail "forms of our own"
kill "$server"
wait "$server" 2>/dev/null
echo passed
