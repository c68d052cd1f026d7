#!/bin/bash
# The generated documents are up to date, and the results of every verb of every game fit their JSON Schema.
# cost: 60
# labels: slow
. tests/lib/expect.sh
COMB=$(realpath "$COMB")
export COMB

# the documents
tools/generate "$scratch/new"
for file in docs/commands.md docs/api.md web/types/api.d.ts docs/schema; do
    diff -r "$file" "$scratch/new/$file" >"$scratch/difference" 2>&1 ||
        { head -20 "$scratch/difference"; echo "FAILED: $file is out of date: run tools/generate"; exit 1; }
done
run help --reference schema
expect_status 2
run help --reference schema serve
expect_status 2
run help --reference nonsense
expect_status 2

# the results
python3 -c 'import jsonschema' 2>/dev/null || skip 'python3-jsonschema is not installed'
keep_results() { # verb, arguments
    "$COMB" "$@" --json -q --time-limit 20 2>/dev/null | jq -c --arg verb "$1" '{verb: $verb, result: .}' >>"$scratch/results"
}
"$COMB" games --json | jq -r '.games[] | .name as $game | .verbs[] as $verb | .examples[] |
    select($verb | IN("solve", "hint", "rate", "count", "check")) | [$verb, $game, .input] | @json' >"$scratch/boards"
[ "$(wc -l <"$scratch/boards")" -ge 40 ] || { echo 'FAILED: too few examples'; exit 1; }
while read -r line; do
    verb=$(jq -r '.[0]' <<<"$line") game=$(jq -r '.[1]' <<<"$line") input=$(jq -r '.[2]' <<<"$line")
    case $verb in
    hint)
        for level in 1 2 3 4; do keep_results hint "$game" "$input" --level "$level"; done ;;
    check)
        "$COMB" solve "$game" "$input" --json -q >"$scratch/answer.json"
        keep_results check "$game" "$input" "$scratch/answer.json"
        case $game in hexcells | witness) keep_results check "$game" "$input" ;; esac ;;
    *)
        keep_results "$verb" "$game" "$input" ;;
    esac
done <"$scratch/boards"
for game in boggle hexcells hexhunt ruzzle witness wordhunt; do
    keep_results make "$game"
done
for game in boggle hexhunt ruzzle wordhunt; do
    keep_results best "$game" --target 100
done
keep_results prove hexhunt --shape hex7 --target 376
keep_results prove hexhunt --shape hex7 --target 376 --estimate

# results with options: wrong answers, the player's words, limits, several solutions, boards without a solution
keep_results check hexhunt LPE/EASR/SRTED/PING/LAS PASTING ZEBRA
keep_results solve hexhunt LPE/EASR/SRTED/PING/LAS --limit 3
keep_results solve boggle 'PERS/LATG/SINE/TERS' --db "$scratch/library.db"
keep_results solve boggle 'PERS/LATG/SINE/TERS' --db "$scratch/library.db"
keep_results solve witness 2x2 --unique
keep_results count witness 4x4 --ends corner
python3 tests/lib/validate.py <"$scratch/results" || exit 1
[ "$(jq -r .verb "$scratch/results" | sort -u | wc -l)" -eq "$(find src/request/verbs -name "*.c" | wc -l)" ] ||
    { echo 'FAILED: a verb has no result'; exit 1; }
finish
