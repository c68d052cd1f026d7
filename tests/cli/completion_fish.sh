#!/bin/bash
# fish completion: options of the chosen game, and values of options.
command -v fish >/dev/null || exit 77
. tests/lib/expect.sh
. tests/lib/completion.sh
COMB=$(realpath "$COMB")
"$COMB" completion fish >"$scratch/comb.fish"
export HOME=$scratch XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data
fish -n "$scratch/comb.fish" || fail "fish syntax"
# shellcheck disable=SC2016 # fish expands it
candidates() {
    fish --no-config -c 'source $argv[1]; complete -C "$argv[2..-1]" | string split -f1 \t' "$scratch/comb.fish" "$@"
}
check_completion
offers 'mine.txt' comb solve hexhunt --words ''
offers '--limit' comb solve word-hunt --lim
withholds '--rules'
echo passed
