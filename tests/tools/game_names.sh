#!/bin/sh
# No file of the page names a game: the page reads everything about games from GET /api/games. Only a family with one game
# may be named, in its own views, in web/families.js and in style sheets. The generated web/types is not part of the page.
set -eu

fail() {
    echo "$*"
    exit 1
}

# The places in the folder $1 that name the game $2 (a folder of src/games).
places() {
    source=src/games/$2/$2.c
    title=$(sed -n 's/^    \.title = "\(.*\)",$/\1/p' "$source" | head -n 1)
    [ -n "$title" ] || fail "$source has no title"
    if grep -q "^    \.page_family = \"$2\",\$" "$source"; then
        grep -rniE "$2|$title" "$1" --include='*.js' --include='*.html' | grep -vE "^$1/(families\.js|views/$2[^/]*\.js):" || true
    else
        grep -rniE "$2|$title" "$1" --exclude-dir=types || true
    fi
}

games=$(cd src/games && for folder in [!_]*; do [ ! -f "$folder/$folder.c" ] || echo "$folder"; done)
[ "$(echo "$games" | wc -l)" -ge 7 ] || fail "expected at least seven games, found: $games"

# The search itself: a name is found in any file, and an own view may have it.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/views"
echo "// Word Hunt" >"$work/views/words.js"
echo "hexcells" >"$work/views/hexcells-edit.js"
[ -n "$(places "$work" wordhunt)" ] || fail "a planted title was not found"
[ -z "$(places "$work" hexcells)" ] || fail "the name in a game's own view was reported"
echo "game === 'hexcells'" >"$work/app.js"
[ -n "$(places "$work" hexcells)" ] || fail "a planted name was not found"

found=$(for game in $games; do places web "$game"; done)
[ -z "$found" ] || fail "the page names games:
$found"
