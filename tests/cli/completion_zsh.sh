#!/bin/bash
# What zsh offers: the options of the chosen game, and the values that an option takes. A shell on a terminal of its own
# (zsh/zpty) completes for real; compadd, through which every candidate goes, writes them down.
command -v zsh >/dev/null && zsh -fc 'zmodload zsh/zpty' 2>/dev/null || exit 77
. tests/lib/expect.sh
. tests/lib/completion.sh
COMB=$(realpath "$COMB")
mkdir -p "$scratch/functions"
"$COMB" completion zsh >"$scratch/functions/_comb"
zsh -n "$scratch/functions/_comb" || fail "zsh syntax"
export HOME=$scratch ZDOTDIR=$scratch hits=$scratch/hits

cat >"$scratch/inner.zsh" <<'ZSH'
fpath=($HOME/functions $fpath)
autoload -Uz compinit && compinit -C -d $HOME/dump
bindkey '^I' complete-word
zstyle ':completion:*' menu no
compadd() {
    local -a found
    # calls that only match for the completion's own use name an array to be filled
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    builtin compadd -A found "$@"
    (( $#found )) && print -rl -- $found >>$hits
    builtin compadd "$@"
}
finish() { print -r -- '(end)' >>$hits; print FINISHED; }
comppostfuncs=(finish)
print READY
ZSH
cat >"$scratch/outer.zsh" <<'ZSH'
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "source $HOME/inner.zsh"
zpty -r inner seen '*READY*'
zpty -n -w inner "$1"$'\t'
zpty -r inner seen '*FINISHED*'
zpty -d inner
ZSH
candidates() {
    : >"$hits"
    zsh -f "$scratch/outer.zsh" "$*" >"$scratch/pty" 2>&1
    grep -qx '(end)' "$hits" || return 1
    grep -vx '(end)' "$hits"
}
check_completion
offers 'mine.txt' comb solve hexhunt --words ''
offers '--limit' comb solve word-hunt --lim
withholds '--rules'
echo passed
