#!/bin/bash
# Help fits the terminal, and every command in it works when pasted into a shell.
. tests/lib/expect.sh
COMB=$(realpath "$COMB")
verbs=$("$COMB" completion bash | sed -n "s/.*--help --version \(.*\)' -- .*/\1/p")
games=$("$COMB" games --plain)
[ -n "$verbs" ] && [ -n "$games" ] || exit 1

# Literal commands may be longer: they begin with "  comb " and end where their quotes do.
cat >"$scratch/split.awk" <<'AWK'
/^  comb / && !open { literal = 1 }
literal {
    quotes = gsub(/'/, "&")
    open = (open + quotes) % 2
    if (commands) { sub(/^  comb /, "comb "); print; if (!open) printf "%c\n", 1 }
    if (!open) literal = 0
    next
}
!commands && length($0) > width { print }
AWK
fits() {
    awk -v width="$COLUMNS" -f "$scratch/split.awk" "$scratch/out" >"$scratch/long"
    [ ! -s "$scratch/long" ] || fail "wider than $COLUMNS columns: $(head -1 "$scratch/long")"
    expect_status 0
}
for COLUMNS in 40 60 80 120; do
    export COLUMNS
    run help
    fits
    run games
    fits
    for topic in $verbs $games; do
        run help "$topic"
        fits
    done
    for verb in $verbs; do
        run "$verb" --help
        fits
    done
    for game in $games; do
        run solve "$game" --help
        fits
        run help make "$game"
        fits
    done
    [ "$(awk '{ print length($0) }' "$scratch/out" | sort -n | tail -1)" -gt $((COLUMNS / 2)) ] || fail "lines are filled"
done
for COLUMNS in '' 0 -5 wide 7; do # no width, or an invalid one
    export COLUMNS
    run help solve
    expect_status 0
    [ "$COLUMNS" = 7 ] && COLUMNS=40 || COLUMNS=80
    fits
done
unset COLUMNS

# on a terminal: as wide as the terminal
if command -v script >/dev/null; then
    script -qec "stty cols 50; '$COMB' help solve" /dev/null </dev/null | tr -d '\r' >"$scratch/out"
    status=0 command='help solve (50 columns)'
    expect_out 'Options of every verb'
    COLUMNS=50 fits
fi

# Every command that help and messages print, pasted: the shell splits it into words that comb accepts.
{
    for topic in '' $verbs $games; do
        # shellcheck disable=SC2086
        "$COMB" help $topic
    done
    for verb in $verbs; do
        for game in $games; do "$COMB" help "$verb" "$game"; done
    done
    for game in $games; do
        for verb in solve draw check; do "$COMB" $verb "$game" 2>&1 </dev/null | sed -n 's/^  for example: /  /; /^  comb /,$p'; done
    done
} >"$scratch/printed"
awk -v commands=1 -f "$scratch/split.awk" "$scratch/printed" | awk 'BEGIN { RS = "\001\n"; ORS = "\001" } !seen[$0]++' >"$scratch/commands"
[ "$(tr -cd '\1' <"$scratch/commands" | wc -c)" -gt 60 ] || fail "commands were found"
mkdir -p "$scratch/bin" "$scratch/home/.local/share/bash-completion/completions" "$scratch/home/.zfunc" \
    "$scratch/home/.config/fish/completions" "$scratch/paste"
printf '#!/bin/sh\nexec "%s" "$@" --help\n' "$COMB" >"$scratch/bin/comb"
chmod +x "$scratch/bin/comb"
cd "$scratch/paste" || exit 1
while IFS= read -r -d $'\1' pasted; do
    command="(pasted) $pasted"
    status=0
    HOME=$scratch/home PATH=$scratch/bin:$PATH sh -uc "$pasted" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
    expect_status 0
    expect_no_err
done <"$scratch/commands"
[ -z "$(ls)" ] || fail "a word of a command was taken for something else: $(ls)"

# Pasted example boards are parsed as the same board.
printf '#!/bin/sh\nexec "%s" "$@"\n' "$COMB" >"$scratch/bin/comb"
boards=0
while IFS= read -r -d $'\1' pasted; do
    case $pasted in 'comb solve '*) ;; *) continue ;; esac
    pasted=${pasted%$'\n'}
    game=${pasted#comb solve }
    game=${game%% *}
    board=$("$COMB" games "$game" --json 2>/dev/null | jq -r --arg line "$pasted" \
        '.games[].examples[].input | select(. as $board | $line | endswith($board) or endswith("\u0027" + $board + "\u0027"))')
    [ -n "$board" ] || continue
    boards=$((boards + 1))
    command="(pasted) $pasted"
    status=0
    PATH=$scratch/bin:$PATH sh -uc "$pasted --json" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
    expect_status 0
    [ "$(jq -r .board "$scratch/out")" = "$("$COMB" draw "$game" "$board" --format text)" ] ||
        [ "$game" = hexcells ] || fail "another board than the example"
done <"$scratch/commands"
[ $boards -ge 15 ] || fail "the boards of every game: $boards"
echo passed
