#!/bin/bash
# Pictures drawn by a browser are read correctly; when varied (scaled, blurred, rotated, ...), each in another way, none is
# misread without an uncertainty being reported. `bench/vision` runs and checks them.
# timeout: 1800
# cost: 220
# labels: slow
set -euo pipefail

. tests/lib/browser.sh

drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
node tests/pictures/draw.mjs "$drawn"
"$COMB_BUILD/bench/vision" --strict --sample 24 "$drawn"
while IFS='|' read -r picture variation; do # each of these was once misread silently
    "$COMB_BUILD/bench/vision" --strict --only "$picture" --variation "$variation" "$drawn"
done <<'EOF'
hexcells-six-4|dark
hexcells-six-4|lean
hexcells-16|blur 2
windmill-rust-45|35 %
ruzzle|25 %
ruzzle-path|chat
ruzzle-discs|jpeg 30
hexicon|grey
EOF

# bench/vision folds letters beyond A to Z as the default word list does, so their marks are compared here.
# shellcheck disable=SC2016 # JavaScript
node -e 'for (const [file, one] of Object.entries(require(`${process.argv[1]}/truth.json`)))
    if (/[^\x00-\x7f]/.test(one.board) && one.game !== "boggle") console.log(`${file}|${one.board}`)' "$drawn" >"$drawn/accents"
[ "$(wc -l <"$drawn/accents")" -ge 3 ]
while IFS='|' read -r picture board; do
    read=$("$COMB_BUILD/comb" read "$drawn/$picture" --no-input 2>/dev/null)
    [ "$read" = "$board" ] || { echo "$picture: expected $board, read $read"; exit 1; }
done <"$drawn/accents"

# --lang writes letters as the language does.
french=$("$COMB_BUILD/comb" read "$drawn/wordhunt-accents.png" --lang fr --no-input 2>/dev/null)
spanish=$("$COMB_BUILD/comb" read "$drawn/wordhunt-accents.png" --lang es --no-input 2>/dev/null)
[ "$french/$spanish" = EFZR/INKT/PPUD/LCBC/EFZR/IÑKT/PPUD/LCBC ] || { echo "--lang: $french, $spanish"; exit 1; }
