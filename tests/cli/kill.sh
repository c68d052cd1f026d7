#!/bin/bash
# labels: slow
# timeout: 1800
# Kills searches and proofs (SIGKILL) at random times, repeatedly with the same files: reported results are never lost,
# every file is complete, and the next run continues from it. COMB_KILLS sets the number of kills; for the full test:
#
#     COMB=build/comb COMB_KILLS=150 tests/cli/kill.sh
. tests/lib/expect.sh

kills=${COMB_KILLS:-9}
RANDOM=${COMB_KILL_SEED:-1}

# killed WANTED COUNT COMMAND...: runs the command until the function COUNT prints at least WANTED, plus a few
# milliseconds, for a few seconds at most. True if it was killed before it ended.
killed() {
    local wanted=$1 count=$2 job tries=0
    shift 2
    command="$*"
    "$COMB" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null &
    job=$!
    while kill -0 "$job" 2>/dev/null && [ "$("$count")" -lt "$wanted" ] && [ "$tries" -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.02
    done
    sleep "$(printf '0.%03d' $((RANDOM % 30)))"
    kill -9 "$job" 2>/dev/null
    status=0
    wait "$job" 2>/dev/null || status=$?
    [ "$status" -eq 137 ] && return 0
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || fail 'a run after a kill'
    return 1
}

# ---- best --state: reported boards are in the state ----

highest() { awk '$2 == "s" && $3 + 0 > most { most = $3 + 0 } END { print most + 0 }' "$scratch/err"; }
announcements() { grep -c ' s  ' "$scratch/err"; }
in_state() { jq -e '[.best[].score] | max // 0' "$scratch/state.json" 2>/dev/null || echo unreadable; }

best=(best hexhunt --seed 1 --threads 1 --time-limit 60 --state "$scratch/state.json")
known=0
announced=0
kill_best() {
    killed $((RANDOM % 6)) announcements "${best[@]}"
    local told stored
    told=$(highest)
    announced=$((announced + (told > 0)))
    [ "$told" -gt "$known" ] && known=$told
    [ ! -e "$scratch/state.json" ] && [ "$known" -eq 0 ] && return
    stored=$(in_state)
    [ "$stored" != unreadable ] || fail 'the state cannot be read'
    [ "$stored" -ge "$known" ] || fail "$known was announced, the state has $stored"
    known=$stored
}

# ---- best --save: a report is complete or missing ----

reported=0
reports() { find "$scratch/reports" -name '*.txt' 2>/dev/null | wc -l; }
check_reports() {
    local report
    for report in "$scratch"/reports/*.txt; do
        [ -e "$report" ] || continue
        awk -F': ' '/^Total score/ { total = $2 } words { sum += $2 } /^Words found/ { words = 1 }
            END { exit total == 0 || sum != total }' "$report" || fail "$report is not whole"
    done
}
save=(best hexhunt --shape hex7 --seed 1 --threads 1 --target 376 --keep 150 --save "$scratch/reports" --json -q)
kill_save() {
    rm -rf "$scratch/reports"
    killed $((RANDOM % 40)) reports "${save[@]}"
    check_reports
    reported=$((reported + $(reports)))
}

# ---- prove --out: a recorded unit stays recorded ----

prove=(prove hexhunt --shape hex7 --target 330 --letters AELNPRSTB --depth 2 --threads 1 --out "$scratch/proof" -q --plain)
run "${prove[@]}"
expect_status 0
cp "$scratch/out" "$scratch/boards"
rm -r "$scratch/proof"
finished=0
whole_units() { [ ! -e "$scratch/proof/units.txt" ] || grep -a '^[US] .* sum=[0-9a-f]\{16\}$' "$scratch/proof/units.txt" | sort; }
units() { whole_units | wc -l; }
kill_prove() {
    whole_units >"$scratch/before"
    local alive=1
    killed $(($(units) + RANDOM % 12)) units "${prove[@]}" || alive=0
    whole_units >"$scratch/after"
    [ -z "$(comm -23 "$scratch/before" "$scratch/after")" ] || fail 'a unit that was recorded is lost'
    if [ "$alive" -eq 0 ]; then
        cmp -s "$scratch/out" "$scratch/boards" || fail 'the proof has other boards'
        run verify-proof "$scratch/proof" --letters AELNPRSTB --recheck all --threads 1 --json
        expect_status 0
        expect_json '.sound'
        rm -r "$scratch/proof"
        finished=$((finished + 1))
    fi
}

for ((n = 0; n < kills; n++)); do
    case $((n % 3)) in
        0) kill_best ;;
        1) kill_save ;;
        2) kill_prove ;;
    esac
    if [ $((n % 9)) -eq 6 ]; then # start another search, where boards are found quickly
        rm -f "$scratch/state.json"
        known=0
    fi
done

# to the end
run best hexhunt --seed 1 --threads 1 --time-limit 0.3 --state "$scratch/state.json" --json -q
expect_status 3
expect_json ".score >= $known"
run "${save[@]}"
expect_status 0
check_reports
ls "$scratch"/reports/376.txt >/dev/null || fail 'no report of the best board'
run "${prove[@]}"
expect_status 0
cmp -s "$scratch/out" "$scratch/boards" || fail 'the proof has other boards'
run verify-proof "$scratch/proof" --letters AELNPRSTB --recheck all --threads 1 --json
expect_status 0
expect_json '.sound'
echo "passed: $kills kills; boards announced in $announced searches, $reported reports, $finished proofs finished"
