#!/bin/bash
# Every program in docs/library.md compiles without warnings, in C11 and in C++17, and prints exactly what the document
# shows; so do the Python programs, through ctypes. The C programs also run against the static library.
. tests/lib/expect.sh
root=$PWD
build=$(realpath "${COMB_BUILD:-build}")

setting() {
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}

# Splits the document: NN.c or NN.py, and NN.expected.
awk -v dir="$scratch" '
    /^```(c|python)$/ { n++; file = sprintf("%s/%02d.%s", dir, n, $0 == "```c" ? "c" : "py"); inside = 1; next }
    /^```text$/ { file = sprintf("%s/%02d.expected", dir, n); printf "" > file; inside = 1; next }
    /^```/ { inside = 0 }
    inside { print > file }' docs/library.md

flags=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -g -I"$root/include")
sanitize=$(setting COMB_SANITIZE)
[ -z "$sanitize" ] || flags+=("-fsanitize=$sanitize")
[ "$(setting COMB_COVERAGE)" != ON ] || flags+=(--coverage)
shared=(-L"$build" "-Wl,-rpath,$build" -lcomb)
read -ra static_libraries <<<"$(sed -n 's/^Libs.private: //p' "$build/generated/local_development/comb.pc")"

# compare <example>: runs ./program in a folder of its own
compare() {
    command="$1"
    status=0
    (mkdir "$scratch/run" && cd "$scratch/run" && "${@:2}") >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
    rm -rf "$scratch/run"
    expect_status 0
    cmp -s "$scratch/out" "${1%.*}.expected" || fail "docs/library.md promises: $(cat "${1%.*}.expected")"
}

compile_and_compare() {
    command="$*"
    status=0
    "${@:2}" -o "$scratch/program" >"$scratch/out" 2>"$scratch/err" || fail 'an example does not compile'
    compare "$1" "$scratch/program"
}

export XDG_DATA_HOME=$scratch/data
c=0
for source in "$scratch"/*.c; do
    compile_and_compare "$source" "$(setting CMAKE_C_COMPILER)" -std=c11 "${flags[@]}" "$source" "${shared[@]}"
    compile_and_compare "$source" "$(setting CMAKE_CXX_COMPILER)" -std=c++17 "${flags[@]}" -x c++ "$source" -x none "${shared[@]}"
    compile_and_compare "$source" "$(setting CMAKE_C_COMPILER)" -std=c11 "${flags[@]}" "$source" "$build/libcomb.a" "${static_libraries[@]}"
    c=$((c + 1))
done
[ "$c" -ge 6 ] || fail "only $c C examples found"

command -v python3 >/dev/null || leave_out 'python3 is not installed'
[ -z "$sanitize" ] || leave_out "Python cannot load a sanitizer's library"
if [ -z "$left_out" ]; then
    for source in "$scratch"/*.py; do
        compare "$source" env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root/examples" COMB_LIBRARY="$build/libcomb.so" python3 "$source"
    done
fi
finish
