#!/bin/bash
# Measures how long each method takes to reach known records, one thread: median of CPU seconds over seeds, and how many
# seeds reached the record.
#
#     bench/best.sh [PROGRAM] [SEEDS] [SECONDS]
set -euo pipefail
program=${1:-build/comb}
seeds=${2:-20}
limit=${3:-60}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
TIMEFORMAT=%U

# Prints "cpu score" of one search; a search that misses the target ends with status 3.
once() {
    local cpu
    cpu=$({ time "$program" best "$@" --threads 1 --time-limit "$limit" --json -q >"$answer" || true; } 2>&1)
    printf '%s %s\n' "$cpu" "$(jq .score "$answer")"
}

# Prints a row: the median over seeds; a seed that missed the target counts as slower than all.
row() {
    local name=$1 target=$2
    shift 2
    for seed in $(seq "$seeds"); do once "$@" --target "$target" --seed "$seed"; done |
        awk -v target="$target" -v limit="$limit" '{ print ($2 >= target ? $1 : limit * 10), ($2 >= target) }' |
        sort -n |
        awk -v name="$name" -v target="$target" -v limit="$limit" '
            { times[NR] = $1; reached += $2 }
            END {
                median = NR % 2 ? times[(NR + 1) / 2] : (times[NR / 2] + times[NR / 2 + 1]) / 2
                text = median > limit ? "> " limit " s" : sprintf("%.2f s", median)
                printf "| %s | %d | %d of %d | %s |\n", name, target, reached, NR, text
            }'
}

printf '| search | target | reached | median CPU |\n|---|---|---|---|\n'
for method in anneal heat tabu climb genetic; do
    row "hexhunt, $method" 4064 hexhunt --method $method
done
row "hexhunt 4x4, anneal" 6294 hexhunt --shape 4x4
