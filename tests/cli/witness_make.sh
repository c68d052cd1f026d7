#!/bin/bash
# Made panels over sizes, symbols, symmetries, rule sets and seeds: each is solvable, passes the verifier, is parsed as
# printed, and with --unique has one solution; impossible requests are reported.
# cost: 11
. tests/lib/expect.sh

check_panel() { # the rule set; the panel is on stdout
    cp "$scratch/out" "$scratch/panel"
    run draw witness "$scratch/panel" --format text
    diff -q "$scratch/out" "$scratch/panel" >/dev/null || fail "prints as it was made"
    run solve witness "$scratch/panel" --rules "$1" --json --time-limit 60
    expect_status 0
    expect_json '.solved and (.path | length) > 1'
    run check witness "$scratch/panel" "$(jq -c .path "$scratch/out")" --rules "$1"
    expect_status 0
    expect_out "right: a line of"
}

for seed in $(seq 12); do
    case $((seed % 3)) in
    0) rules=windmill ;;
    1) rules=ttws ;;
    *) rules=game ;;
    esac
    case $((seed % 4)) in
    0) symmetry=none ;;
    1) symmetry=horizontal ;;
    2) symmetry=vertical ;;
    *) symmetry=rotational ;;
    esac
    run make witness --seed "$seed" --rules $rules
    expect_status 0
    check_panel $rules
    run make witness --seed "$seed" --rules $rules --symmetry $symmetry --size $((3 + seed % 4))x$((3 + seed % 3)) \
        --symbols "squares stars triangles dots polyominoes eliminations blue" --gaps 2 --starts 2 --exits 2 --colors 3
    expect_status 0
    check_panel $rules
    run make witness --seed "$seed" --rules $rules --size 4x4 --unique
    expect_status 0
    check_panel $rules
    run solve witness "$scratch/panel" --rules $rules --unique --json
    expect_status 0
    expect_json '.unique'
    run check witness "$scratch/panel" --rules $rules --json
    expect_status 0
    expect_json '.fair and .unique and .lines == 1 and (.redundant | type) == "array"'
done

run make witness --seed 5
cp "$scratch/out" "$scratch/first"
run make witness --seed 5
diff -q "$scratch/out" "$scratch/first" >/dev/null || fail "the same seed gives the same panel"
run make witness --symbols "squares:6 stars:4" --json
expect_json '.board | [scan("sq:")] | length == 6'
expect_json '.board | [scan("star:")] | length == 4'
run make witness --any --seed 3
expect_status 0
run make witness --any --unique
expect_status 2
expect_err "--any and --unique exclude each other"
run make witness --symbols circles
expect_status 2
expect_err "'circles': expected squares"
run make witness --size 2x2 --symbols squares:9
expect_status 1
expect_err "request fewer"
run make witness --size 0x3
expect_status 2

# with --unique: only the requested symbols, in the exact numbers
run make witness --size 4x4 --seed 8 --unique --symbols 'squares:4' --gaps 0
expect_status 1
expect_no_out
expect_err "allow more dots, triangles or gaps"
for seed in 1 2 3 4 5 6; do
    run make witness --size 4x4 --seed $seed --unique --symbols 'squares:4 dots:7' --gaps 3 --json
    expect_status 0
    expect_json '[.board | scan("sq:")] | length == 4'
    expect_json '[.board | gsub("sq:[a-z]+"; "") | scan("o")] | length == 7'
    expect_json '[.board | gsub("sq:[a-z]+"; "") | scan(":")] | length == 3'
    expect_json '[.board | gsub("sq:[a-z]+"; "") | scan("tri|star|poly|Y")] | length == 0'
    jq -r .board "$scratch/out" >"$scratch/panel"
    run check witness "$scratch/panel" --json
    expect_json '.unique'
    run make witness --size 4x4 --seed $seed --unique --symbols 'squares:4 triangles' --json
    expect_status 0
    expect_json '[.board | scan("sq:")] | length == 4'
    expect_json '[.board | gsub("sq:[a-z]+"; "") | scan("star|poly|Y|o")] | length == 0'
done

# the time limit applies to the search for a second solution too; a panel not proved unique is not printed
for size in 8x8 10x10; do
    began=${EPOCHREALTIME/./}
    run make witness --size $size --unique --time-limit 0.5 --seed 1
    [ $((${EPOCHREALTIME/./} - began)) -lt 2000000 ] || fail "the time limit is kept"
    expect_status 3
    expect_no_out
    expect_err "time limit of 0.5 s reached before a panel with a unique solution was found"
done

# warnings about a panel, and a panel without a solution
run check witness '+ - E/| tri:4 |/S - +'
expect_status 1
expect_out "no solution under windmill rules (proved)"
expect_out "a line covers at most three sides"

# the message names the limit that was reached
run check witness 5x5 --memory-limit 64k
expect_status 3
expect_out "no solution found under windmill rules within the memory limit"
expect_err "memory limit of 65536 bytes reached"
run hint witness 5x5 --memory-limit 64k
[ "$status" -ne 3 ] || expect_err "memory limit of 65536 bytes reached"
echo passed
