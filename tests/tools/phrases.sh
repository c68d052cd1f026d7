#!/bin/bash
# tools/phrases finds the phrases of tools/banned_phrases.txt, also across a line break, and nothing else. `make check` runs
# it on the project.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    cat "$work/out"
    exit 1
}

cat >"$work/bad.c" <<'END'
/* Makes a board by
 * chance. An Honest answer is never told: it is an honest
 * no. */
static const char *help = "a point a letter";
static const char *more = "one board " "a line of FILE";
END
! tools/phrases "$work/bad.c" >"$work/out" || fail 'banned phrases were accepted'
grep -qF "$work/bad.c:1: 'by chance'; write: random, at random" "$work/out" || fail 'a phrase across a line break'
grep -qF "$work/bad.c:2: 'honest'" "$work/out" || fail 'a phrase with a capital'
grep -qF "$work/bad.c:4: 'a point a letter'; write: one X per Y" "$work/out" || fail 'a phrase in a message'
grep -qF "'one board a line'" "$work/out" || fail 'a phrase in a string of two parts'

printf 'Cells are uncertain.\n\nNothing is in\n\ndoubt\n' >"$work/paragraphs.md"
! tools/phrases "$work/paragraphs.md" >"$work/out" || fail 'a banned word was accepted'
! grep -q 'in doubt' "$work/out" || fail 'a phrase across paragraphs'

cat >"$work/good.c" <<'END'
/* Prints one point per letter. Bystander; chancellor; two passes over the text; there is no solution. */
int by_chance(void); /* comb_by_chance */
END
tools/phrases "$work/good.c" >"$work/out" || fail 'plain text was refused'

# every phrase has a replacement
cp -r tools "$work/tools"
echo 'no replacement' >>"$work/tools/banned_phrases.txt"
! "$work/tools/phrases" "$work/good.c" >"$work/out" 2>&1 || fail 'a list without a replacement was accepted'
grep -q 'expected PHRASE' "$work/out" || fail 'the damaged line is not named'
# the project itself
tools/phrases >"$work/out" || fail "banned phrases in the project: $(cat "$work/out")"
echo passed
