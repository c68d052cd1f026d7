#!/bin/sh
# Real screenshots are read as they are without a fault; varied, none is misread without a doubt being named.
# timeout: 900
# cost: 60
# labels: slow
set -eu

[ -d ../shared/data/screens ] || {
    printf 'skipped: ../shared/data/screens is not there\n'
    exit 77
}
exec "$COMB_BUILD/bench/vision" --strict --sample 6 --truth tests/pictures/screens.json ../shared/data/screens
