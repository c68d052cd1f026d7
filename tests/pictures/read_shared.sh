#!/bin/sh
# Real screenshots are read correctly; when varied, none is misread without an uncertainty being reported.
# timeout: 1800
# cost: 20
# labels: slow
set -eu

[ -d ../shared/data/screens ] || {
    printf 'skipped: ../shared/data/screens is missing\n'
    exit 77
}
exec "$COMB_BUILD/bench/vision" --strict --sample 6 --truth tests/pictures/screens.json ../shared/data/screens
