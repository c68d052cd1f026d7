#!/bin/bash
# labels: slow
# timeout: 1200
# Running out of memory, by --memory-limit or the system's limit, gives exit status 3 and a message; it never ends the program
# by a signal, not even in the SAT solver.
. tests/lib/expect.sh

# A wide Hexcells position with a counter: colours from a fixed generator, some black cells shown.
awk 'function draw() { state = (state * 1103515245 + 12345) % 2147483648; return state / 2147483648 }
    function above_and_below(x, y, away) { return blue[x, y - away] + blue[x, y + away] }
    BEGIN {
        state = 7
        side = 60
        for (y = 0; y < 2 * side; y++)
            for (x = y % 2; x < side; x += 2)
                blue[x, y] = draw() < 0.4
        for (y = 0; y < 2 * side; y++) {
            row = ""
            for (x = y % 2; x < side; x += 2)
                if (!blue[x, y] && draw() < 0.15)
                    row = row sprintf(" %d=%d", x, above_and_below(x, y, 2) + above_and_below(x - 1, y, 1) + above_and_below(x + 1, y, 1))
                else {
                    row = row sprintf(" %d=o", x)
                    left += blue[x, y]
                }
            rows = rows sprintf("%d:%s\n", y, row)
        }
        printf "Hexcells position v1\nremaining %d\n%s", left, rows
    }' >"$scratch/wide.txt"
run make witness --size 12x12 --seed 2
cp "$scratch/out" "$scratch/panel.txt"
wide=(solve hexcells "$scratch/wide.txt" --threads 1 --plain)
# shellcheck disable=SC2034 # used by its name
panel=(solve witness "$scratch/panel.txt" --threads 1 --plain)
run "${wide[@]}"
expect_status 0
cp "$scratch/out" "$scratch/right"

# The answer is right, or a limit is reported.
expect_no_signal() {
    case $status in
        0) grep -q '^solved' "$scratch/out" || cmp -s "$scratch/out" "$scratch/right" || fail 'another answer' ;;
        3) expect_err ' ' ;;
        *) fail 'expected status 0 or 3' ;;
    esac
}

limited=0
for limit in 64K 300K 1M 2M 3M 4M 6M 9M 14M; do
    for question in wide panel; do
        declare -n asked=$question
        run "${asked[@]}" --memory-limit "$limit"
        expect_no_signal
        limited=$((limited + (status == 3)))
    done
done
[ "$limited" -gt 2 ] || fail 'no limit was reached'

# The system's limit on the address space. Sanitizer builds need too much of it.
start=20000
until (ulimit -v "$start" && "$COMB" games >/dev/null 2>&1); do
    start=$((start + 1000))
    [ "$start" -lt 1000000 ] || { echo 'passed, without ulimit'; exit 0; }
done
step=${COMB_MEMORY_STEP:-1500} # kB; a smaller step means more runs
failed=0
tries=0
for ((kilobytes = start; kilobytes < start + 16000; kilobytes += step)); do
    for question in wide panel; do
        declare -n asked=$question
        command="(ulimit -v $kilobytes) ${asked[*]}"
        status=0
        (ulimit -c 0 && ulimit -v "$kilobytes" && exec "$COMB" "${asked[@]}") >"$scratch/out" 2>"$scratch/err" || status=$?
        expect_no_signal
        failed=$((failed + (status == 3)))
        tries=$((tries + 1))
    done
done
[ "$failed" -gt 2 ] || fail 'memory never ran out'
echo "passed: $tries limits on the address space, $failed of them too small"
