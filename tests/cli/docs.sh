#!/bin/bash
# Checks every example in the docs: `console` blocks print exactly the output shown; other commands (`sh` blocks, indented
# lines, the table of the README) run; boards and levels parse; C examples compile and run.
# cost: 28
. tests/lib/expect.sh
shopt -s nullglob
root=$PWD
# docs/commands.md is generated from the records of --help, whose examples the test cli.help runs
documents=(README.md)
for document in docs/*.md; do
    [ "$document" = docs/commands.md ] || documents+=("$document")
done

# Splits the blocks of a document into numbered pairs of files: the command and its expected output.
split() {
    awk -v dir="$scratch/$2" '
        /^```console$/ { inside = 1; next }
        /^```/ { inside = 0 }
        inside && /^\$ / { n++; print substr($0, 3) > sprintf("%s/%03d.command", dir, n); next }
        inside { print > sprintf("%s/%03d.output", dir, n) }' "$1"
}

count=0
for document in "${documents[@]}"; do
    name=$(basename "$document" .md)
    mkdir -p "$scratch/$name"
    split "$document" "$name"
    for file in "$scratch/$name"/*.command; do
        command=$(cat "$file")
        touch "${file%.command}.output"
        status=0
        (comb() { "$COMB" "$@"; } && eval "$command") >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
        cmp -s "$scratch/out" "${file%.command}.output" ||
            fail "$document promises something else: $(cat "${file%.command}.output")"
        count=$((count + 1))
    done
done
status=0
[ "$count" -ge 5 ] || fail "only $count examples found"

# ---- commands without expected output ----

# Lines "comb ..." of the documents, one per line: blocks of sh, indented lines, and code in the first column of tables.
commands() {
    awk '
        /^```sh$/ { inside = 1; next }
        /^```/ { inside = 0 }
        inside || /^    (build\/)?comb / { line = $0; sub(/^ +/, "", line); sub(/   +.*/, "", line); print line }
        /^\| `comb / {
            split($0, columns, " \\| ")
            n = split(columns[1], parts, "`")
            for (i = 2; i <= n; i += 2)
                if (parts[i] ~ /^comb /)
                    print parts[i]
        }' "$@" | sed -n 's|^build/comb |comb |; /^comb /p' | LC_ALL=C sort -u
}

# The files and boards used by the examples.
work=$scratch/work
mkdir -p "$work/data" "$work/docs"
cd "$work" || exit 1
"$COMB" draw hexhunt LPE/EASR/SRTED/PING/LAS -o screenshot.png --quiet || fail 'no picture for the examples'
squares=ABCDEFGH/IJKLMNOP/QRSTUVWX/YZABCDEF/GHIJKLMN/OPQRSTUV/WXYZABCD/EFGHIJKL
"$COMB" draw wordhunt "$squares" -o shot.png --quiet || fail 'no picture for the examples'
echo LPE/EASR/SRTED/PING/LAS | tee board.txt boards.txt >/dev/null
printf 'pasted\ntrip\n' | tee found.txt my-list.txt >/dev/null
"$COMB" make hexcells --seed 3 --quiet >level.hexcells || fail 'no level for the examples'
"$COMB" solve hexhunt TS/EAR/LB --db my.db >/dev/null || fail 'no library for the examples'
# shellcheck disable=SC2034 # named by the commands below
{
    panel='Witness panel v1 / + - + - + - + - E / | . | . | . | . | / + - + - + - + - + / | . | . | . | . | / + - + - + - + - + / | . | . | . | . | / + - + - + - + - + / | . | . | . | . | / S - + - + - + - +'
    board_hexhunt=LPE/EASR/SRTED/PING/LAS
    board_ruzzle='C A:3l T D / W O:2w F O / I R D G / N O A S'
    board_hexicon='S / T A:b / E R:b N / D O:r / G'
}

# Limits the search for the best board; exit status 3 is allowed.
comb() {
    case $1 in
    best) "$COMB" "$@" --time-limit 1s --quiet ;;
    words) XDG_DATA_HOME=$work/data "$COMB" "$@" ;;
    *) "$COMB" "$@" ;;
    esac
}

# Not run: commands that need a user, a cluster, a window, a package or minutes of work, or are abbreviated.
not_run='comb (play|serve|bench|words build fr)|--slurm|hex12|proof12|…|\.\.\. |parallel'
# Under the sanitizers proofs take a minute.
build=${COMB_BUILD:-$root/build}
sanitize=$(sed -n 's/^COMB_SANITIZE:STRING=//p' "$build/CMakeCache.txt")
[ -z "$sanitize" ] || not_run+='|prove|verify-proof'
ran=0
while IFS= read -r example; do
    command=$example
    read -r _ verb game _ <<<"$example"
    "$COMB" help "$verb" >"$scratch/help" 2>"$scratch/err" || fail "unknown verb in an example"
    [ "$("$COMB" games --plain | grep -cx -- "$game")" -eq 0 ] || "$COMB" help "$game" >>"$scratch/help"
    for option in $(grep -oE -- ' --[a-z][a-z-]*' <<<"$example"); do
        grep -qE -- "$option( |\$|,)" "$scratch/help" || fail "no help names $option"
    done
    [[ ! "$example" =~ $not_run ]] || continue
    line=${example/ PANEL/ \"\$panel\"}
    [[ "$line" != *--fix* ]] || line=${line/screenshot.png/shot.png} # the corrections are for a square board
    line=${line/ BOARD/ \"\$board_$game\"}
    line=${line/ WORD.../ PASTED}
    status=0
    (eval "$line") >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
    case $status in
    0 | 1 | 3 | 4) ran=$((ran + 1)) ;;
    *) fail "an example does not run" ;;
    esac
done < <(cd "$root" && commands "${documents[@]}")
status=0
[ "$ran" -ge 12 ] || fail "only $ran commands found"
cd "$root" || exit 1

# ---- boards and levels ----

mkdir "$scratch/boards"
awk -v dir="$scratch/boards" '
    /^```/ && inside { inside = 0; next }
    /^```(text)?$/ { inside = 1; first = 1; next }
    /^```/ { inside = 1; first = 0; known = 0; next }
    inside && first { first = 0; known = /^(Hexcells|Witness) [a-z]+ v1$|^\{"game"/; n += known }
    inside && known { print > sprintf("%s/%02d", dir, n) }' "${documents[@]}"
read_count=0
for board in "$scratch/boards"/*; do
    run draw "$board" --format text
    expect_status 0
    read_count=$((read_count + 1))
done
[ "$read_count" -ge 3 ] || fail "only $read_count boards found"

# ---- C ----

# The example of comb.h and every block of C, each a file; pieces without main() get one.
mkdir "$scratch/c"
sed -n '/^\/\* Comb/,/\*\//p' include/comb.h | sed -n 's/^ \*     //p' >"$scratch/c/header.c"
awk -v dir="$scratch/c" '/^```c$/ { inside = 1; n++; next } /^```/ { inside = 0 } inside { print > sprintf("%s/%02d.c", dir, n) }' \
    "${documents[@]/docs\/library.md/}" # those are tested by cli.library_examples
setting() {
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}

# compile <file>: beside it, the program; then it is run
compile_and_run() {
    command="C example ${1##*/}"
    status=0
    if ! grep -q 'int main' "$1"; then
        { printf '#include <comb.h>\n#include <stdio.h>\n\nint main(void)\n{\n' && cat "$1" && printf '    return 0;\n}\n'; } >"$1.tmp"
        mv "$1.tmp" "$1"
    fi
    "$(setting CMAKE_C_COMPILER)" -std=c17 -Wall -Wextra -Wpedantic -Wno-comment -Werror -g ${sanitize:+"-fsanitize=$sanitize"} -Iinclude \
        -o "${1%.c}" "$1" -L"$build" -lcomb -Wl,-rpath,"$build" >"$scratch/out" 2>"$scratch/err" || fail 'an example does not compile'
    "${1%.c}" >"$scratch/out" 2>"$scratch/err" || status=$?
    expect_status 0
}

compiled=0
for source in "$scratch/c"/*.c; do
    compile_and_run "$source"
    expect_out '"score":4064,"count":782'
    # with a bad board it prints an error and releases what it has
    sed 's|LPE/EASR|L%E/EASR|' "$source" >"${source%.c}_bad.c"
    sed -i 's/return code;/return 0;/' "${source%.c}_bad.c"
    compile_and_run "${source%.c}_bad.c"
    expect_no_out
    expect_err "'%'"
    compiled=$((compiled + 1))
done
[ "$compiled" -ge 2 ] || fail "only $compiled C examples found"
echo "passed: $count examples with output, $ran commands, $read_count boards, $compiled C examples"
