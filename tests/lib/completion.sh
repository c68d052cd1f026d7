# shellcheck shell=bash disable=SC2034,SC2154
# Sourced by tests/cli/completion_*.sh, which define `candidates WORD...`: the completions of the last word, one per
# line. The expectations are the same for every shell.
offers() {
    wanted=$1
    shift
    command="(complete) $*"
    candidates "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    for each in $wanted; do grep -qx -- "$each" "$scratch/out" || fail "expected to be offered: $each"; done
}

withholds() {
    for each in $1; do ! grep -qx -- "$each" "$scratch/out" || fail "expected not to be offered: $each"; done
}

check_completion() {
    offers 'solve' comb so
    offers 'boggle hexcells hexhunt' comb solve ''
    offers '--limit --sort --lang --words --shape --json --jsonl' comb solve hexhunt --
    withholds '--pick --rules --no-reasons --dice --mover --reply --start --target'
    offers '--rules --all --json' comb solve witness --
    withholds '--lang --words --limit --pick --shape --mover'
    offers '--pick --smallest' comb solve hexcells --
    withholds '--rules --lang --words'
    offers '--dice --shape --seed' comb make boggle --
    withholds '--limit --sort --difficulty --bonuses --jsonl'
    offers '--limit --rules --pick' comb solve -- # no game yet: options of all games
    offers 'en it es en-gb' comb solve hexhunt --lang ''
    withholds 'LPE hexhunt'
    offers 'it' comb words add --lang i
    offers 'windmill ttws game' comb solve witness --rules ''
    offers 'length score word' comb solve hexhunt --sort ''
    offers '4x4 6x6' comb make boggle --shape ''
    withholds 'hexagon hex19'
    offers 'hexagon diamond free' comb make hexcells --shape ''
    withholds '4x4'
    offers 'auto always never' comb solve hexhunt --color ''
    offers 'hexcells witness' comb read --game ''
    offers 'list export build' comb words ''
    offers 'list import export' comb library ''
    offers 'list import' comb library hexhunt ''
    withholds 'boggle'
    offers 'bash zsh fish' comb completion ''
    offers 'solve witness' comb help ''
    mkdir -p "$scratch/files"
    : >"$scratch/files/mine.txt"
    cd "$scratch/files" || exit 1
}
