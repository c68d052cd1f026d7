#!/bin/sh
# `make new NAME=sixth` is all it takes to add a game: in a copy of the tree, the program lists it, explains it,
# completes it, and the conformance tests pass with it; no other file was touched.
# timeout: 900
# cost: 60
# processors: 2
# labels: slow
set -eu

work=$(mktemp -d "${COMB_BUILD:-build}/new_game.XXXXXX")
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
COMB_WORDS_DIR=${COMB_WORDS_DIR:-$PWD/.deps/words}
export COMB_WORDS_DIR
model=$PWD/build/generated/model.glyphs # to learn the glyphs again would take longer than all the rest
[ -f "$model" ] || model=

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

# Names that cannot be.
for name in '' 'Sixth' '6th' 'six_th' 'si xth' '../sixth' 'hexhunt' 'template' '_template'; do
    if make --no-print-directory new NAME="$name" >said 2>&1; then
        fail "make new NAME='$name' should have been refused"
    fi
    grep -q '^new-game: ' said || fail "make new NAME='$name' gave no reason: $(cat said)"
    rm said
done

manifest >"$work.before"
make --no-print-directory new NAME=sixth
manifest >"$work.after"
diff "$work.before" "$work.after" >"$work.diff" || true
changes=$(grep -v '^[0-9]' "$work.diff" | grep -v '^> [0-9a-f]*  \./src/games/sixth/[^/]*$' || true)
rm "$work.before" "$work.after" "$work.diff"
[ -z "$changes" ] || fail "more than the new folder changed: $changes"
! grep -ri template src/games/sixth || fail "the template's name is left in the copy"

cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCOMB_TESTS=ON -DCOMB_WERROR=ON -DCOMB_GLYPHS_MODEL="$model" >configured
cmake --build build --parallel 2 --target comb conformance >built 2>&1 || fail "$(cat built)"

build/comb games --plain >listed
grep -qx sixth listed || fail "comb games does not list it"
! grep -q template listed || fail "comb games lists the template"
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
