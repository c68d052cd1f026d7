# Sourced by scripts that play on the screen, after expect.sh: a display of our own, and the game of tests/x11 on it. The
# test is skipped where there can be none.
game_program=${COMB_BUILD:-build}/tests/x11_hexcells_game
poke=${COMB_BUILD:-build}/tests/x11_poke
command -v Xvfb >/dev/null || skip 'Xvfb is not installed (Debian package xvfb)'
[ -x "$game_program" ] && [ -x "$poke" ] || skip "$game_program is not built"

# ---- a display of our own, and the game on it ----
server='' game='' cover='' player=''
end_all() {
    for process in $player $cover $game $server; do
        kill "$process" 2>/dev/null && wait "$process" 2>/dev/null
    done
    rm -rf "$scratch"
}
trap end_all EXIT
Xvfb -displayfd 3 -screen 0 2000x1120x24 -nolisten tcp 3>"$scratch/display" >"$scratch/server" 2>&1 &
server=$!
for _ in $(seq 100); do
    [ -s "$scratch/display" ] && break
    sleep 0.1
done
[ -s "$scratch/display" ] || skip "Xvfb does not start: $(tail -1 "$scratch/server")"
DISPLAY=:$(cat "$scratch/display")
export DISPLAY
log=$scratch/log

wait_for() { # TEXT FILE
    for _ in $(seq 200); do
        grep -q -- "$1" "$2" 2>/dev/null && return
        sleep 0.05
    done
    fail "never seen: $1"
}

start_game() { # LEVEL OPTIONS...
    end_game
    rm -f "$log"
    "$game_program" "$@" --log "$log" &
    game=$!
    wait_for ready "$log"
}

end_game() {
    [ -z "$game" ] || { kill "$game" && wait "$game"; } 2>/dev/null
    game=''
}

clicks() { grep -c -E '^(left|right) ' "$log"; }
expect_clicks() { # COUNT; the game writes a moment later
    for _ in $(seq 40); do
        [ "$(clicks)" -ge "$1" ] && break
        sleep 0.05
    done
    [ "$(clicks)" -eq "$1" ] || fail "expected $1 clicks, got $(clicks)"
}
expect_no_wrong_click() {
    ! grep -E 'wrong|nothing' "$log" >"$scratch/wrong" || fail "a wrong click: $(head -1 "$scratch/wrong")"
}

# The whole level, by the game's own account.
expect_done() {
    expect_no_wrong_click
    wait_for '^done mistakes 0$' "$log"
}

# A level from start to end.
whole() { # LEVEL OPTIONS...
    start_game "$@"
    run play --delay 0.012 --json
    expect_status 0
    expect_json '.game == "hexcells" and .solved and .left == 0 and .mistakes == 0 and .seconds > 0'
    expect_done
    expect_clicks "$(jq .clicks "$scratch/out")"
}
