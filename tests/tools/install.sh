#!/bin/sh
# `make install` installs everything: the program runs, a C program builds with pkg-config alone and starts, the library
# exports exactly the functions of comb.h, manual page and completions exist. `make uninstall` leaves nothing behind.
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

# A stub records when the loader's cache would be refreshed; it lists the real folders of the loader.
real_ldconfig=$(PATH=$PATH:/usr/sbin:/sbin command -v ldconfig)
mkdir "$work/bin"
cat >"$work/bin/ldconfig" <<END
#!/bin/sh
echo "ldconfig \$*" >>"$work/ldconfig_calls"
[ \$# -eq 0 ] || exec "$real_ldconfig" "\$@"
END
printf '#!/bin/sh\necho 0\n' >"$work/bin/id" # root: nothing here needs its rights
chmod +x "$work/bin/ldconfig" "$work/bin/id"
PATH=$work/bin:$PATH
refreshed() {
    grep -qx 'ldconfig ' "$work/ldconfig_calls"
}

# Into a folder that the loader does not search: the program must start nevertheless.
top=$work/opt/comb
tools/install "$build" "$top" >"$work/said"
for file in bin/comb include/comb.h lib/libcomb.so lib/libcomb.so.0 lib/libcomb.a lib/pkgconfig/comb.pc \
    lib/cmake/comb/comb-config.cmake lib/cmake/comb/comb-config-version.cmake share/man/man1/comb.1.gz \
    share/bash-completion/completions/comb share/zsh/site-functions/_comb share/fish/vendor_completions.d/comb.fish; do
    [ -s "$top/$file" ] || fail "$file is missing or empty"
done
gzip -t "$top/share/man/man1/comb.1.gz"
"$top/bin/comb" games --plain >"$work/games"
[ -s "$work/games" ] || fail "the installed program lists no game"

sed -n 's/^COMB_API .*[ *]\(comb_[a-z0-9_]*\)(.*/\1/p' include/comb.h | LC_ALL=C sort >"$work/promised"
[ -s "$work/promised" ] || fail "comb.h declares no function"
nm --dynamic --defined-only "$top/lib/libcomb.so" | awk '$2 != "A" { print $3 }' >"$work/exported"
sed 's/@@COMB_0$//' "$work/exported" | LC_ALL=C sort >"$work/visible"
! grep -v '@@COMB_0$' "$work/exported" || fail 'exported without a version'
diff "$work/promised" "$work/visible" || fail "libcomb.so does not export what comb.h declares (< declared, > exported)"

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
env -u LD_LIBRARY_PATH "$work/user" >"$work/said"
grep -q "^$(pkg-config --modversion comb) {.*\"game\":\"$(head -n 1 "$work/games")\"" "$work/said" ||
    fail "the answer of the library is not what was expected: $(head -c 300 "$work/said")"
# shellcheck disable=SC2046 # a list of options
cc -std=c17 -o "$work/static" "$work/user.c" -Wl,-Bstatic $(pkg-config --cflags --libs-only-L comb) -lcomb -Wl,-Bdynamic \
    $(pkg-config --static --libs-only-l comb | sed 's/-lcomb//')
! ldd "$work/static" | grep -q libcomb || fail 'the static library was not used'
"$work/static" | cmp -s - "$work/said" || fail 'the static library answers differently'

# find_package(comb), shared and static, also after the installation was moved; an incompatible version is refused.
mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(comb ${WANTED} REQUIRED)
add_executable(shared ../user.c)
target_link_libraries(shared PRIVATE comb::comb)
add_executable(static ../user.c)
target_link_libraries(static PRIVATE comb::static)
END
mv "$top" "$work/opt/moved"
version=$(PKG_CONFIG_PATH=$work/opt/moved/lib/pkgconfig pkg-config --modversion comb)
cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$work/opt/moved" -DWANTED="$version" >"$work/cmake" 2>&1 &&
    cmake --build "$work/project/build" >>"$work/cmake" 2>&1 || fail "find_package(comb): $(cat "$work/cmake")"
"$work/project/build/shared" | cmp -s - "$work/said" || fail 'comb::comb answers differently'
"$work/project/build/static" | cmp -s - "$work/said" || fail 'comb::static answers differently'
if cmake -S "$work/project" -B "$work/project/other" -DCMAKE_PREFIX_PATH="$work/opt/moved" -DWANTED=9.0 >"$work/cmake" 2>&1; then
    fail 'find_package accepted version 9.0'
fi
mv "$work/opt/moved" "$top"
bash -n "$top/share/bash-completion/completions/comb"

# Uninstalling removes everything that was installed, even after installing twice, and nothing else.
tools/install "$build" "$top/" >"$work/said"
echo mine >"$top/share/man/man1/other.1"
tools/uninstall "$top" >"$work/said"
[ "$(cd "$top" && find . -type f)" = ./share/man/man1/other.1 ] || fail "left or lost: $(find "$top")"
[ ! -e "$top/lib" ] || fail 'a created folder still exists'
if tools/uninstall "$top" 2>"$work/said"; then
    fail 'uninstalling twice was not an error'
fi
grep -q 'nothing was installed with this PREFIX' "$work/said"

# With DESTDIR: the loader's cache is not touched, existing folders stay.
root=$work/root
mkdir -p "$root/usr/local/bin"
rm -f "$work/ldconfig_calls"
tools/install "$build" /usr/local "$root" >"$work/said"
! refreshed || fail 'the loader was refreshed for an installation below DESTDIR'
[ -x "$root/usr/local/bin/comb" ] || fail 'DESTDIR was not honoured'
! grep -q rpath "$root/usr/local/lib/pkgconfig/comb.pc" || fail 'comb.pc names a folder that the loader searches anyway'
tools/uninstall /usr/local "$root" >"$work/said"
[ "$(cd "$root" && find . | LC_ALL=C sort | tr '\n' ' ')" = '. ./usr ./usr/local ./usr/local/bin ' ] || fail "left: $(find "$root")"

# If the loader searches the folder and root installs, its cache is refreshed, before and after.
printf '#!/bin/sh\necho "ldconfig $*" >>"%s/ldconfig_calls"\n[ $# -eq 0 ] || echo "%s/system/lib: (from a test)"\n' \
    "$work" "$work" >"$work/bin/ldconfig"
tools/install "$build" "$work/system" >"$work/said"
refreshed || fail 'the loader was not refreshed'
! grep -q rpath "$work/system/lib/pkgconfig/comb.pc" || fail 'comb.pc names a folder that the loader searches anyway'

# A damaged manifest removes nothing outside the prefix.
echo "$work/games" >>"$work/system/share/doc/comb/install_manifest.txt"
if tools/uninstall "$work/system" 2>"$work/said"; then
    fail 'a path outside the prefix was accepted'
fi
grep -q 'nothing was removed' "$work/said"
if [ ! -s "$work/games" ] || [ ! -x "$work/system/bin/comb" ]; then
    fail 'something was removed'
fi
sed -i '$d' "$work/system/share/doc/comb/install_manifest.txt"
rm -f "$work/ldconfig_calls"
tools/uninstall "$work/system" >"$work/said"
refreshed || fail 'the loader was not refreshed'
[ ! -e "$work/system" ] || fail "left: $(find "$work/system")"
