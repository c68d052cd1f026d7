#!/bin/bash
# Checks every step of every public level: its reason forces its cells, and no clue of it is redundant. The test run
# checks a sample.
#
#     bench/hexcells_reasons.sh [BUILD]
set -euo pipefail
build=${1:-build}
time COMB_ALL_LEVELS=1 "$build/tests/test_unit_hexcells_levels_data" 2>&1 |
    grep -E 'steps|minimal_on_levels|FAILED|PASSED'
