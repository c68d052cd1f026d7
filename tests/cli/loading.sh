#!/bin/bash
# The program maps only what every command needs; libraries for pictures, screen and server are loaded on first use, and
# one that cannot be loaded is an error with a message.
. tests/lib/expect.sh
grep -q '^COMB_LAZY_LIBRARIES:BOOL=ON' "$COMB_BUILD/CMakeCache.txt" || skip 'built with COMB_LAZY_LIBRARIES=OFF'

# shellcheck disable=SC2034 # fail prints it
command='ldd'
status=0
ldd "$COMB" >"$scratch/out" 2>"$scratch/err" || fail 'ldd'
if grep -E 'libcairo|liblept|libmicrohttpd|libxcb|libX11|libgnutls' "$scratch/out"; then
    fail 'a library that a word solve does not need is linked'
fi

# Libraries that are no libraries take the place of the installed ones.
mkdir "$scratch/lib"
names=$(sed -n 's/^static const char \*const files.*{"\(.*\)", NULL};/\1/p' "$COMB_BUILD"/generated/lazy_*.c | sed 's/", "/ /g')
[ "$(wc -w <<<"$names")" -ge 6 ] || fail "only these are loaded on first use: $names"
for name in $names; do : >"$scratch/lib/$name"; done
export LD_LIBRARY_PATH=$scratch/lib
run solve hexhunt TS/EAR/LB --json
expect_status 0
expect_json '.score == 376'
run draw hexhunt TS/EAR/LB --format svg
expect_status 0
run draw hexhunt TS/EAR/LB -o "$scratch/a.png"
expect_err "cannot load a library: $scratch/lib/libcairo"
[ "$status" -ne 0 ] || fail 'expected a failure'
run read tests/corpus/pictures/boggle.png
expect_err "cannot load a library: $scratch/lib/liblept"
[ "$status" -ne 0 ] || fail 'expected a failure'
run serve --port 0
expect_err "cannot load a library: $scratch/lib/libmicrohttpd"
[ "$status" -ne 0 ] || fail 'expected a failure'
DISPLAY=:9999 run play hexcells --dry-run
expect_err "cannot load a library: $scratch/lib/libxcb"
[ "$status" -ne 0 ] || fail 'expected a failure'
echo passed
