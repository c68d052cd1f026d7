#!/bin/sh
# `make package` builds three complete Debian packages without lintian errors and warnings.
# labels: slow
# cost: 15
set -eu

build=${COMB_BUILD:-build}
if grep -q '^COMB_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo 'skipped: packages are made of plain builds'
    exit 77
fi
for tool in dpkg-deb dpkg-shlibdeps file lintian; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$*"
    exit 1
}

(cd "$build" && cpack -G DEB -B "$work/made") >"$work/said" 2>&1 || fail "cpack failed: $(cat "$work/said")"
for package in comb libcomb0 libcomb-dev; do
    file=$(echo "$work/made/${package}_"*.deb)
    [ -f "$file" ] || fail "there is no package $package: $(ls "$work/made")"
    dpkg-deb -x "$file" "$work/root"
done
lintian --no-cfg --allow-root --fail-on error,warning "$work"/made/*.deb || fail 'lintian found errors or warnings'

field() {
    dpkg-deb -f "$(echo "$work/made/$1_"*.deb)" "$2"
}
field comb Depends | grep -q 'libc6 (>= ' || fail 'the libraries that comb needs are not named'
for library in libcairo libmicrohttpd libxcb1; do # loaded on first use: dpkg-shlibdeps does not see them
    field comb Depends | grep -q "$library" || fail "comb does not need $library: $(field comb Depends)"
done
field comb Depends | grep -qE 'liblept5|libleptonica6' || fail "comb does not need Leptonica: $(field comb Depends)"
field libcomb0 Depends | grep -q libcairo || fail "libcomb0 does not need Cairo: $(field libcomb0 Depends)"
field libcomb-dev Depends | grep -qx "libcomb0 (= $(field libcomb0 Version))" || fail 'libcomb-dev does not need its own libcomb0'
[ ! -e "$work/root/usr/lib/libcomb.so.0" ] || fail 'the library lies in /usr/lib itself'
"$work/root/usr/bin/comb" --version >"$work/said"
grep -q '^comb [0-9]' "$work/said" || fail 'the packaged program does not start'

# The header and library of the packages serve a program.
lib=$(dirname "$(find "$work/root/usr/lib" -name libcomb.so.0)")
printf '#include <comb.h>\n#include <stdio.h>\nint main(void) { puts(comb_version()); return 0; }\n' >"$work/user.c"
# shellcheck disable=SC2046 # a list of options
cc -o "$work/user" "$work/user.c" $(PKG_CONFIG_PATH="$lib/pkgconfig" pkg-config --cflags --libs comb)
LD_LIBRARY_PATH=$lib "$work/user" >"$work/said"
[ "comb $(cat "$work/said")" = "$("$work/root/usr/bin/comb" --version)" ] || fail 'library and program differ in version'
