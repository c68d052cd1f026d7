# Sourced by scripts that play on the screen, after expect.sh: starts a virtual display and the game of tests/x11 on it.
# Skips the test if that is not possible.
game_program=${COMB_BUILD:-build}/tests/x11_hexcells_game
poke=${COMB_BUILD:-build}/tests/x11_poke
command -v Xvfb >/dev/null || skip 'Xvfb is not installed (Debian package xvfb)'
[ -x "$game_program" ] && [ -x "$poke" ] || skip "$game_program is not built"

# ---- virtual display and game ----
server='' game='' cover='' player=''
end_all() {
    for process in $player $cover $game $server; do
        kill "$process" 2>/dev/null && wait "$process" 2>/dev/null
    done
    rm -rf "$scratch"
}
trap end_all EXIT
end_display() {
    kill "$server" 2>/dev/null
    wait "$server" 2>/dev/null
    server=''
}

# Starts Xvfb on a free display number and sets DISPLAY; fails if the server exits, or if another screen answers under that
# number. -noreset: without it the server resets after its last client has left, and disconnects clients that arrive meanwhile.
start_display() {
    : >"$scratch/display"
    Xvfb -displayfd 3 -screen 0 2000x1120x24 -nolisten tcp -noreset 3>"$scratch/display" >"$scratch/server" 2>&1 &
    server=$!
    for _ in $(seq 600); do
        DISPLAY=:$(head -1 "$scratch/display")
        [ "$DISPLAY" = : ] || [ "$("$poke" screen)" != '2000 1120 24' ] || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    end_display
    return 1
}

export DISPLAY=''
start_display || start_display || start_display || skip "no Xvfb display: $(tail -1 "$scratch/server")"
log=$scratch/log

wait_for() { # TEXT FILE
    for _ in $(seq 1200); do
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
expect_clicks() { # COUNT; the game writes its log with a delay
    for _ in $(seq 400); do
        [ "$(clicks)" -ge "$1" ] && break
        sleep 0.05
    done
    [ "$(clicks)" -eq "$1" ] || fail "expected $1 clicks, got $(clicks)"
}
expect_no_wrong_click() {
    ! grep -E 'wrong|nothing' "$log" >"$scratch/wrong" || fail "a wrong click: $(head -1 "$scratch/wrong")"
}

# Expects the level to be complete, according to the game's log.
expect_done() {
    expect_no_wrong_click
    wait_for '^done mistakes 0$' "$log"
}

# Plays a whole level.
whole() { # LEVEL OPTIONS...
    start_game "$@"
    run play --delay 0.012 --json
    expect_status 0
    expect_json '.game == "hexcells" and .solved and .left == 0 and .mistakes == 0 and .seconds > 0'
    expect_done
    expect_clicks "$(jq .clicks "$scratch/out")"
}
