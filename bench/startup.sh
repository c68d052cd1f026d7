#!/bin/bash
# Measures what a user waits for besides solving: the program's start, and one whole solve. Mean of many runs, with
# `true` from the same shell as the lower limit.
#
#     bench/startup.sh [PROGRAM]
set -euo pipefail
program=${1:-build/comb}
runs=200

mean() {
    local start end
    start=$(date +%s%N)
    for _ in $(seq $runs); do "$@" >/dev/null; done
    end=$(date +%s%N)
    awk -v ns=$((end - start)) -v runs=$runs 'BEGIN { printf "%.2f ms", ns / runs / 1e6 }'
}

printf '| command | mean of %d runs |\n|---|---|\n' $runs
printf '| /bin/true | %s |\n' "$(mean /bin/true)"
printf '| comb --version | %s |\n' "$(mean "$program" --version)"
printf '| comb solve hexhunt (the record) | %s |\n' "$(mean "$program" solve hexhunt LPE/EASR/SRTED/PING/LAS)"
printf '| comb solve hexhunt --json | %s |\n' "$(mean "$program" solve hexhunt LPE/EASR/SRTED/PING/LAS --json)"
