#!/bin/bash
# zsh completion: options of the chosen game, and values of options. Runs zsh in a pseudo-terminal (zsh/zpty) and records
# the candidates passed to compadd.
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
    # skip internal calls that fill an array
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
