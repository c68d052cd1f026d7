#!/bin/bash
# The completion scripts for zsh and fish and the man page, checked by the programs that use them.
. tests/lib/expect.sh

run completion zsh
cp "$scratch/out" "$scratch/_comb"
if command -v zsh >/dev/null; then
    zsh -n "$scratch/_comb" || fail "zsh syntax"
else
    leave_out 'zsh is not installed'
fi

run completion fish
cp "$scratch/out" "$scratch/comb.fish"
if command -v fish >/dev/null; then
    fish -n "$scratch/comb.fish" || fail "fish syntax"
else
    leave_out 'fish is not installed'
fi

run help --man
cp "$scratch/out" "$scratch/comb.1"
if command -v man >/dev/null; then
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$scratch/comb.1" 2>&1 >/dev/null)
    [ -z "$warnings" ] || fail "man page: $warnings"
else
    leave_out 'man is not installed'
fi
finish
