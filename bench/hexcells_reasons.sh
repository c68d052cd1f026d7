#!/bin/bash
# Every step of every public level: its reason forces its cells, and no clue can be left out of it. The test run does a sample.
#
#     bench/hexcells_reasons.sh [BUILD]
set -euo pipefail
build=${1:-build}
time COMB_ALL_LEVELS=1 "$build/tests/test_unit_hexcells_levels_data" 2>&1 | grep -E 'steps|minimal_on_levels|FAILED|PASSED'
