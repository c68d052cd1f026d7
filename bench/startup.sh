#!/bin/bash
# Measures what a user waits for besides solving: the program's start, and one whole solve. Means of many runs, with
# `true` from the same shell as the lower limit. Processor time (user and system) does not depend on what else the
# machine does; elapsed time does. With several programs, runs take turns.
#
#     bench/startup.sh [PROGRAM...]
set -euo pipefail
[ $# -gt 0 ] || set -- build/comb
runs=200
rounds=10
TIMEFORMAT='%R %U %S'

# mean <name> <command...>: appends "<name>|<elapsed> <user> <system>" of runs / rounds runs
mean() {
    local name=$1 times
    shift
    times=$({ time for _ in $(seq $((runs / rounds))); do "$@" >/dev/null; done; } 2>&1)
    printf '%s|%s\n' "$name" "$times"
}

measure() {
    mean '/bin/true' /bin/true
    for program in "$@"; do
        mean "$program --version" "$program" --version
        mean "$program solve hexhunt (the record)" "$program" solve hexhunt LPE/EASR/SRTED/PING/LAS
        mean "$program solve hexhunt --json" "$program" solve hexhunt LPE/EASR/SRTED/PING/LAS --json
    done
}

printf '| command | processor time | elapsed | libraries |\n|---|---|---|---|\n'
for _ in $(seq $rounds); do measure "$@"; done | awk -F '[| ]*[|] *' -v runs=$runs '
    { split($2, t, " "); if (!($1 in elapsed)) order[++n] = $1; elapsed[$1] += t[1]; used[$1] += t[2] + t[3] }
    END {
        for (i = 1; i <= n; i++) {
            program = order[i]
            sub(/ .*/, "", program)
            command = "ldd " program " | grep -c \"=>\""
            command | getline libraries
            close(command)
            printf "| %s | %.2f ms | %.2f ms | %d |\n", order[i], used[order[i]] / runs * 1000, elapsed[order[i]] / runs * 1000, libraries
        }
    }'
