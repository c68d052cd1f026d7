#!/bin/sh
# What `make install` puts down is complete: the program runs, a C program builds against the library with pkg-config
# alone, the library shows exactly the functions of comb.h, manual page and completions are there.
# labels: slow
set -eu

build=${COMB_BUILD:-build}
if grep -q '^COMB_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: a sanitizer's library cannot be used by a plain program"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$*"
    exit 1
}

DESTDIR="$work" cmake --install "$build" --prefix /opt/comb --strip >"$work/said"
top=$work/opt/comb
for file in bin/comb include/comb.h lib/libcomb.so lib/pkgconfig/comb.pc share/man/man1/comb.1 \
    share/bash-completion/completions/comb share/zsh/site-functions/_comb share/fish/vendor_completions.d/comb.fish; do
    [ -s "$top/$file" ] || fail "$file is missing or empty"
done
"$top/bin/comb" games --plain >"$work/games"
[ -s "$work/games" ] || fail "the installed program lists no game"

sed -n 's/^COMB_API .*[ *]\(comb_[a-z0-9_]*\)(.*/\1/p' include/comb.h | LC_ALL=C sort >"$work/promised"
[ -s "$work/promised" ] || fail "comb.h promises nothing"
nm --dynamic --defined-only "$top/lib/libcomb.so" | awk '{ print $3 }' | LC_ALL=C sort >"$work/visible"
diff "$work/promised" "$work/visible" || fail "libcomb.so does not show what comb.h promises (< promised, > visible)"

cat >"$work/user.c" <<'END'
#include <comb.h>
#include <stdio.h>

int main(void)
{
    struct comb_context *comb = NULL;
    struct comb_board *board = NULL;
    struct comb_error err = {0};
    char *json = NULL;
    int code = comb_open(&comb, &err);
    if (code == COMB_OK)
        code = comb_board_read(&board, comb, comb_game_name(0), comb_game_example(0), NULL, &err);
    if (code == COMB_OK)
        code = comb_solve(&json, comb, board, NULL, NULL, &err);
    if (code == COMB_OK)
        printf("%s %s\n", comb_version(), json);
    else
        fprintf(stderr, "%d: %s\n", code, err.message);
    comb_text_free(json);
    comb_board_free(board);
    comb_close(comb);
    return code;
}
END
PKG_CONFIG_PATH=$top/lib/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # a list of options
cc -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$work/user" "$work/user.c" $(pkg-config --cflags --libs comb)
LD_LIBRARY_PATH=$top/lib "$work/user" >"$work/said"
grep -q "^$(pkg-config --modversion comb) {.*\"game\":\"$(head -n 1 "$work/games")\"" "$work/said" ||
    fail "the answer of the library is not what was expected: $(head -c 300 "$work/said")"
bash -n "$top/share/bash-completion/completions/comb"
