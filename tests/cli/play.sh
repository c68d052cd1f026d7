#!/bin/bash
# Plays a small Hexcells clone (tests/x11) on a private display from start to end, in several sizes and positions, without a
# wrong click; the user, other windows and uncertain pictures stop it.
# timeout: 1800
# cost: 60
. tests/lib/expect.sh
command=play
status=0
: >"$scratch/out"
: >"$scratch/err"

# ---- without a display ----
unset WAYLAND_DISPLAY DISPLAY
run play hexcells
expect_status 2
expect_err 'no X11 display: DISPLAY is not set'
expect_no_out
WAYLAND_DISPLAY=wayland-0 run play hexcells
expect_status 2
expect_err 'XWayland'
DISPLAY=:987654 run play hexcells
expect_status 2
expect_err "cannot connect to the X11 display ':987654'"
DISPLAY=nonsense run play hexcells
expect_status 2
expect_err "'nonsense' is not an X11 display"
run play hexcells --window 12monkeys
expect_status 2
expect_err 'is not a window number'
run play hexcells --window 0x12 --screen
expect_status 2
run play hexhunt
expect_status 2
expect_err "'play' does not support"
run play hexcells one two
expect_status 2

. tests/lib/play.sh

# ---- no window, more than one ----
run play hexcells
expect_status 2
expect_err "no window title contains 'Hexcells'"
run play hexcells --window 0x7
expect_status 2
expect_err 'gone or hidden'

tiny=$scratch/tiny.hexcells
printf '%s\n' 'Hexcells level v1' 'So tiny' 'Somebody' '' '' \
    '......|+......' '....|n........' '..|+..x.../+..' '\+..x...o.....' '..x...o...o...' '....x...o.....' \
    '..o...x...o...' '....o...o.....' '..x...x...o...' '....x...o.....' '......x.......' >"$tiny"
flower=$scratch/flower.hexcells
printf '%s\n' 'Hexcells level v1' 'First flower' 'Comb' '' '' \
    '....|+....' '..\+../+..' '....x.....' '..x...o+..' '....Oc....' '..x...o...' '....o+....' >"$flower"
stuck=$scratch/stuck.hexcells
printf '%s\n' 'Hexcells level v1' 'Guess' '' '' '' \
    '....x.....' '..O...O...' '....O+....' '..O...O...' '....o.....' >"$stuck"
run make hexcells --cells 61 --seed 4
cp "$scratch/out" "$scratch/made.hexcells"

start_game "$flower" --title 'Notes about Hexcells' --at 0,0 --size 400x300
run play hexcells --title Hexagons --dry-run
expect_status 2
expect_err "0x"
expect_err "'Notes about Hexcells'"
end_game

# ---- dry run ----
start_game "$tiny" --at 60,40
run play hexcells --dry-run "$scratch/plan.png" --plain
expect_status 0
expect_lines 19
expect_out 'left'
expect_out 'right'
[ "$(head -c 4 "$scratch/plan.png" | tail -c 3)" = PNG ] || fail "the plan is a picture"
run play hexcells --dry-run --json
expect_json '.schema == 1 and (.plan | length) == 19 and (.plan | all(.button == 1 or .button == 3))'
expect_json '.left == 19 and .remaining == ([.plan[] | select(.button == 1)] | length)'
run play hexcells --dry-run
expect_out '19 '
expect_out '19 clicks; hidden cells: 19 now, 0 afterwards; remaining: 9 now, 0 afterwards'
[ "$(clicks)" -eq 0 ] || fail "a dry run clicked"

# ---- --max-clicks, --title, --window, --screen ----
run play hexcells --max-clicks 3 --delay 0.02 --json
expect_status 3
expect_json '.clicks == 3 and .left == 16 and .solved == false and (.stopped | contains("3 clicks"))'
expect_clicks 3
run play hexcells --window "$(sed -n 's/^ready //p' "$log")" --max-clicks 2 --delay 0.02
expect_status 3
expect_clicks 5
run play hexcells --screen --delay 0.02
expect_status 0
expect_out 'solved: 14 clicks'
expect_done
run play hexcells --json
expect_status 0
expect_json '.solved and .clicks == 0 and .left == 0 and .mistakes == 0'

# ---- from start to end ----
whole "$flower" --size 800x600 --at 200,100
whole "$tiny" --size 1024x768 --at 333,77 --hover
whole "$tiny" --size 1280x720 --override --end
whole "$tiny" --size 1152x648 --at 8,8 --drift --animate
whole "$scratch/made.hexcells" --size 1920x1080 --at 31,17 --animate --hover --end
whole "$scratch/made.hexcells" --size 960x540 --at 900,500

# ---- swapped buttons ----
start_game "$tiny" --swap
run play hexcells --swap-buttons --delay 0.012
expect_status 0
expect_done

# ---- stuck: no guessing ----
start_game "$stuck"
run play hexcells --delay 0.012 --json
expect_status 1
expect_err 'stuck'
expect_json '.solved == false and .clicks == 0 and .left == 2'
[ "$(clicks)" -eq 0 ] || fail "it guessed"

# ---- the game reports a mistake ----
start_game "$tiny" --lie 2,3
run play hexcells --delay 0.012 --json
expect_status 4
expect_err 'the game reports a mistake'
expect_json '.solved == false and .mistakes == 1'

# ---- what stops it while it plays ----
begin() { # LEVEL OPTIONS...: starts a slow game and returns after two clicks
    start_game "$@"
    command="play hexcells --delay 0.25"
    "$COMB" play hexcells --delay 0.25 --json >"$scratch/out" 2>"$scratch/err" &
    player=$!
    for _ in $(seq 1200); do
        [ "$(clicks)" -ge 2 ] && return
        sleep 0.05
    done
    fail "it does not begin"
}

expect_stop() { # STATUS TEXT
    wait "$player"
    status=$?
    player=''
    expect_status "$1"
    expect_err "$2"
    expect_json '.solved == false and .clicks >= 2 and .left > 0 and (.stopped | length) > 0'
    expect_no_wrong_click
    before=$(clicks)
    sleep 0.4
    [ "$(clicks)" -eq "$before" ] || fail "it clicks on"
    [ "$before" -le 5 ] || fail "it stopped late, after $before clicks"
}

begin "$tiny" --at 100,100
"$poke" move 700 650
expect_stop 130 'stopped: the mouse was moved'
[ "$("$poke" pointer)" = '700 650' ] || fail "the mouse was moved back"

begin "$tiny" --at 100,100
"$poke" escape
expect_stop 130 'stopped: Escape was pressed'

begin "$tiny" --at 100,100
kill -INT "$player"
expect_stop 130 ''

begin "$tiny" --at 100,100
"$poke" cover 300 150 700 600 >"$scratch/covered" &
cover=$!
wait_for covered "$scratch/covered"
expect_stop 4 'stopped: another window covers the game'
run play hexcells --dry-run
expect_status 4
expect_err "another window covers the game: 0x"
expect_err "'Notes'"
kill "$cover" && wait "$cover" 2>/dev/null
cover=''

begin "$tiny" --at 100,100
end_game
expect_stop 4 'stopped: the game window has closed'

# the window moves: it is found again and the game continues
begin "$tiny" --at 100,100
"$poke" shift "$(sed -n 's/^ready //p' "$log")" 640 333
wait "$player"
status=$?
player=''
expect_status 0
expect_done

# a part of the window is beyond the screen; the picture shows no board
start_game "$tiny" --at 1500,0
run play hexcells
expect_status 2
expect_err 'off the screen'
end_game
"$poke" cover 100 100 800 600 >"$scratch/covered" &
cover=$!
wait_for covered "$scratch/covered"
run play hexcells --title Notes
expect_status 4
expect_err 'no board'
exit 0
