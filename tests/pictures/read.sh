#!/bin/bash
# Pictures drawn by a browser are read as they are without a fault; varied (scaled, blurred, turned, ...) none is misread
# without a doubt being named; each in another variation. `bench/vision` does it all.
# timeout: 900
# cost: 150
# labels: slow
set -euo pipefail

. tests/lib/browser.sh

drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
node tests/pictures/draw.mjs "$drawn"
"$COMB_BUILD/bench/vision" --strict --sample 24 "$drawn"
while IFS='|' read -r picture variation; do # each was once misread in silence
    "$COMB_BUILD/bench/vision" --strict --only "$picture" --variation "$variation" "$drawn"
done <<'EOF'
hexcells-six-4|dark
hexcells-six-4|lean
hexcells-16|blur 2
windmill-rust-45|35 %
ruzzle|25 %
ruzzle-path|chat
hexicon|grey
EOF
