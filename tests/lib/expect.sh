# Sourced by the scripts of tests/cli. `run ARGS...` runs the program and stores its output; the expect_* functions check
# it and end the script at the first failure.
set -u
: "${COMB:?set COMB to the program under test}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8
unset NO_COLOR COLORTERM

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

# Reports a part of a script that cannot run here. A script with such parts ends with `finish`: status 77, which CTest
# counts as skipped, if a part was left out.
left_out=''
leave_out() {
    printf 'skipped: %s\n' "$*"
    left_out=yes
}
finish() {
    [ -z "$left_out" ] || exit 77
    echo passed
}

fail() {
    printf 'FAILED: %s\n  command: comb %s\n  status: %s\n' "$*" "$command" "$status" >&2
    printf '  stdout: %s\n' "$(head -c 600 "$scratch/out")" >&2
    printf '  stderr: %s\n' "$(head -c 600 "$scratch/err")" >&2
    exit 1
}

# a mistyped command must end the script too (bash runs this in a subshell)
command_not_found_handle() {
    printf 'FAILED: there is no command %s\n' "$1" >&2
    kill -TERM $$
}

run() {
    command="$*"
    status=0
    "$COMB" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
}

run_stdin() {
    input=$1
    shift
    command="$* (with input)"
    status=0
    printf '%s' "$input" | "$COMB" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
}

expect_status() { [ "$status" -eq "$1" ] || fail "expected status $1"; }
expect_out() { grep -qF -- "$1" "$scratch/out" || fail "expected on stdout: $1"; }
expect_err() { grep -qF -- "$1" "$scratch/err" || fail "expected on stderr: $1"; }
expect_no_out() { [ ! -s "$scratch/out" ] || fail "expected nothing on stdout"; }
expect_no_err() { [ ! -s "$scratch/err" ] || fail "expected nothing on stderr"; }
expect_exactly() { [ "$(cat "$scratch/out")" = "$1" ] || fail "expected exactly: $1"; }
# jq accepts any condition on empty input
expect_json() { [ -s "$scratch/out" ] && jq -e "$1" "$scratch/out" >/dev/null || fail "expected JSON with: $1"; }
expect_lines() { [ "$(wc -l <"$scratch/out")" -eq "$1" ] || fail "expected $1 lines, got $(wc -l <"$scratch/out")"; }
