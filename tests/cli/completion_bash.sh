#!/bin/bash
# bash completion: options of the chosen game, and values of options.
. tests/lib/expect.sh
. tests/lib/completion.sh
COMB=$(realpath "$COMB")
"$COMB" completion bash >"$scratch/comb.bash"
bash -n "$scratch/comb.bash" || fail "bash syntax"

# shellcheck disable=SC1090,SC1091
candidates() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { echo "(files)"; }; _comb
        printf "%s\n" "${COMPREPLY[@]}"' _ "$scratch/comb.bash" "$@"
}
check_completion
offers '(files)' comb solve hexhunt --words ''
offers '(files)' comb draw hexhunt -o ''
# bash splits --lang=it at the =
offers 'it' comb solve hexhunt --lang = i
offers 'en es' comb solve hexhunt --lang =
offers '--limit' comb solve word-hunt --lim
withholds '--rules'
echo passed
