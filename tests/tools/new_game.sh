#!/bin/sh
# `make new NAME=sixth` adds a word game: in a copy of the tree, the program lists, explains and completes it, the
# conformance tests pass, and the page shows, edits and solves its boards; no other file changes. FROM=sample adds a game
# without a family.
# timeout: 900
# cost: 50
# processors: 2
# labels: slow
set -eu

root=$PWD
built=$(cd "${COMB_BUILD:-build}" && pwd)
work=$(mktemp -d "${COMB_BUILD:-build}/new_game.XXXXXX")
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
COMB_WORDS_DIR=${COMB_WORDS_DIR:-$PWD/.deps/words}
export COMB_WORDS_DIR

fail() {
    echo "$*"
    exit 1
}

list_files() {
    git ls-files --cached --others --exclude-standard 2>/dev/null ||
        find . -name 'build*' -prune -o -name .git -prune -o -name .deps -prune -o -type f -print
}

list_files | while read -r file; do
    [ ! -f "$file" ] || cp -p --parents "$file" "$work"
done
cd "$work"
manifest() {
    find . -type f -exec sha256sum {} + | LC_ALL=C sort -k 2
}

# Invalid names.
if make --no-print-directory new NAME=sixth FROM=nothing >said 2>&1; then
    fail "FROM=nothing should have been rejected"
fi
grep -q '^new-game: FROM=nothing' said || fail "FROM=nothing gave no reason: $(cat said)"
rm said
for name in '' 'Sixth' '6th' 'six_th' 'si xth' '../sixth' 'hexhunt' 'template' '_template' 'sample'; do
    if make --no-print-directory new NAME="$name" >said 2>&1; then
        fail "make new NAME='$name' should have been rejected"
    fi
    grep -q '^new-game: ' said || fail "make new NAME='$name' gave no reason: $(cat said)"
    rm said
done

manifest >"$work.before"
make --no-print-directory new NAME=sixth
make --no-print-directory new NAME=seventh FROM=sample
manifest >"$work.after"
diff "$work.before" "$work.after" >"$work.diff" || true
changes=$(grep -v '^[0-9]' "$work.diff" | grep -v '^> [0-9a-f]*  \./src/games/\(sixth\|seventh\)/[^/]*$' || true)
rm "$work.before" "$work.after" "$work.diff"
[ -z "$changes" ] || fail "more than the new folders changed: $changes"
! grep -riE 'template|sample' src/games/sixth src/games/seventh || fail "the name of the template is left in the copy"

# No other file changed, so the objects of the build under test are those of this tree.
cmake -S . -B build -G Ninja -DCOMB_TESTS=ON -DCOMB_WERROR=ON -DCOMB_OBJECTS_FROM="$built" >configured
cmake --build build --parallel 2 --target comb conformance >built 2>&1 || fail "$(cat built)"

build/comb games --plain >listed
grep -qx sixth listed || fail "comb games does not list it"
grep -qx seventh listed || fail "comb games does not list the game without a family"
! grep -qE 'template|sample' listed || fail "comb games lists a template"
build/comb games sixth >said || fail "comb games sixth failed"
grep -qi sixth said || fail "comb games sixth does not name it"
build/comb help sixth >said || fail "comb help sixth failed"
grep -qi sixth said || fail "comb help sixth does not name it"
build/comb help --man >said
grep -qi sixth said || fail "the manual page does not name it"
for shell in bash zsh fish; do
    build/comb completion "$shell" >said
    grep -q sixth said || fail "the completion for $shell does not name it"
done
ctest --test-dir build --output-on-failure --tests-regex '^conformance\.' --no-tests=error

# The page.
program=$PWD/build/comb
mkdir data
cd "$root"
# shellcheck source=tests/lib/browser.sh
. tests/lib/browser.sh
COMB=$program node tests/tools/new_game_page.mjs sixth "$work/data"
