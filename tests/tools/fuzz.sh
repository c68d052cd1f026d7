#!/bin/bash
# tools/fuzz with fake targets: the line per target, the last line, the exit status.
set -euo pipefail

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir "$build/fuzz"

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    cat "$build/out" >&2
    exit 1
}

cat >"$build/fuzz/fuzz_share" <<'END'
#!/bin/sh
printf '%s\n' "$@" >"${0%/*}/arguments"
printf 'stat::number_of_executed_units: 1234\nstat::average_exec_per_sec:     9\n' >&2
END
cat >"$build/fuzz/fuzz_moves" <<'END'
#!/bin/sh
for word; do case $word in -artifact_prefix=*) echo x >"${word#*=}0123" ;; esac done
printf '%s\n' "$@" >"${0%/*}/arguments"
echo 'SUMMARY: AddressSanitizer: heap-buffer-overflow' >&2
echo 'stat::number_of_executed_units: 7' >&2
exit 77
END
chmod +x "$build/fuzz/"*

FUZZ_SECONDS=5 tools/fuzz "$build" share >"$build/out" || fail 'a target without findings'
grep -Eq '^share +1234 runs +[0-9]+ s +[0-9]+ runs/s  0 findings$' "$build/out" || fail 'the line of a target'
[ "$(tail -n 1 "$build/out")" = '1 passed, 0 failed' ] || fail 'the closing line'
grep -qx -- '-max_total_time=5' "$build/fuzz/arguments" || fail 'FUZZ_SECONDS'

! tools/fuzz "$build" moves share >"$build/out" || fail 'a target with a finding'
grep -Eq '^moves +7 runs .* 1 findings$' "$build/out" || fail 'the line of a target that fails'
grep -q 'SUMMARY: AddressSanitizer' "$build/out" || fail 'what was found'
grep -q "input: $build/crash-moves-0123" "$build/out" || fail 'which input'
[ "$(tail -n 1 "$build/out")" = '1 passed, 1 failed' ] || fail 'the closing line with a failure'
tools/fuzz "$build" moves >"$build/out" || true
grep -Eq -- '^-max_len=[1-9][0-9]*$' "$build/fuzz/arguments" || fail 'the longest input that the target looks at'

! tools/fuzz "$build" >"$build/out" || fail 'targets that are not there'
targets=(fuzz/fuzz_*.c)
[ "$(tail -n 1 "$build/out")" = "1 passed, $((${#targets[@]} - 1)) failed" ] || fail 'every target is run'

# each target has seeds, and each folder of seeds a target
for source in "${targets[@]}"; do
    name=$(basename "$source" .c)
    [ -n "$(ls "fuzz/corpus/${name#fuzz_}")" ] || fail "no seeds for ${name#fuzz_}"
done
for folder in fuzz/corpus/*; do
    [ -f "fuzz/fuzz_$(basename "$folder").c" ] || fail "no target for $folder"
done
echo passed
