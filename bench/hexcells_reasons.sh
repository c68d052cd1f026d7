#!/bin/bash
# Checks every step of every public level with the exact logic: its clues force its cells, and in steps of one or two
# clues and in listed reasons none can be left out. The test run checks a sample.
#
#     bench/hexcells_reasons.sh [BUILD]
set -euo pipefail
build=${1:-build}
time COMB_ALL_LEVELS=1 "$build/tests/test_unit_hexcells_levels_data" 2>&1 |
    grep -E 'steps|follow_from|FAILED|PASSED'
