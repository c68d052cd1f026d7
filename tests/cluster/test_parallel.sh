#!/bin/bash
# Runs shards of a proof with GNU parallel: killed half-way, resumed, merged, and compared with a single run on this
# machine.
. tests/lib/expect.sh
command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q 'GNU parallel' || {
    echo 'skipped: GNU parallel is not installed (apt-get install parallel)'
    exit 77
}

# Prints a certificate without what differs between runs.
content() {
    cat "$1"/header.txt
    cat "$1"/units*.txt | sed -E 's/ (nodes|leaves|ms|sum)=[^ ]*//g' | sort -u
}

proof=(prove hexhunt --shape hex7 --target 340 --depth 2 --threads 1 --quiet --plain)
run "${proof[@]}" --out "$scratch/alone"
expect_status 0
cp "$scratch/out" "$scratch/boards"
[ -s "$scratch/boards" ] || fail 'no boards'

# The first run gives each task too little time; completed units are kept.
command='parallel, with too little time'
seq 0 3 | parallel -j 2 "'$COMB' ${proof[*]} --out '$scratch/shards' --shards 4 --shard {} --time-limit 0.5" \
    >/dev/null 2>"$scratch/err"
run verify-proof "$scratch/shards" --recheck 0 --json
expect_status 1
expect_json '.complete == false and .valid == false and .missing > 0 and .missing < .units'
command='parallel'
seq 0 3 | parallel -j 2 "'$COMB' ${proof[*]} --out '$scratch/shards' --shards 4 --shard {}" \
    >/dev/null 2>"$scratch/err" ||
    fail 'a shard failed'
run prove hexhunt --shape hex7 --target 340 --depth 2 --merge "$scratch/shards" --plain
expect_status 0
cmp -s "$scratch/out" "$scratch/boards" || fail 'the shards found different boards'
run verify-proof "$scratch/shards" --threads 1 --json
expect_status 3 # plausible: only some units were rechecked
expect_json '.valid and .complete and .optimum == 376 and .rechecked > 1'
content "$scratch/alone" >"$scratch/content-alone"
content "$scratch/shards" >"$scratch/content-shards"
cmp "$scratch/content-alone" "$scratch/content-shards" || fail 'the certificate differs from a single run'
echo passed
