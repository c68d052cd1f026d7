#!/bin/bash
# Shells accept the completion scripts; the manual page contains every verb and renders without warnings.
. tests/lib/expect.sh

run completion bash
cp "$scratch/out" "$scratch/comb.bash"
bash -n "$scratch/comb.bash" || fail "bash syntax"
# shellcheck disable=SC1090,SC1091
complete_bash() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; _comb; printf "%s\n" "${COMPREPLY[@]}"' \
        _ "$scratch/comb.bash" "$@"
}
command="(completion)"
complete_bash comb so | grep -qx solve || fail "verbs complete"
complete_bash comb solve hexh | grep -qx hexhunt || fail "games complete"
complete_bash comb solve hexhunt --lim | grep -qx -- --limit || fail "options complete"
for verb in library words; do
    for action in $(complete_bash comb $verb ''); do
        case " $("$COMB" games --plain | paste -sd ' ') " in *" $action "*) continue ;; esac
        XDG_DATA_HOME=$scratch/data run $verb "$action" 1 2 3 --db "$scratch/none.db"
        ! grep -qE 'is nothing that|is none of' "$scratch/err" || fail "$verb $action is completed but not known"
    done
    complete_bash comb $verb '' | grep -qx export || fail "what $verb does completes"
done
complete_bash comb solve hexhunt --sort '' | grep -qx score || fail "choices complete"
run completion zsh
cp "$scratch/out" "$scratch/_comb"
run completion fish
cp "$scratch/out" "$scratch/comb.fish"
grep -q 'complete -c comb.*-l limit' "$scratch/comb.fish" || fail "fish options"

run help --man
expect_status 0
for verb in solve check draw games make help completion; do expect_out "comb $verb"; done
echo passed
