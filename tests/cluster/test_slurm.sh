#!/bin/bash
# Runs a proof on a temporary Slurm: a task is killed half-way, the same command resumes, and the certificate equals
# that of a single run on this machine. Needs Debian's Slurm packages (make setup FOR=cluster).
. tests/lib/expect.sh
[ "$(id -u)" -eq 0 ] || {
    echo 'skipped: only root can start the daemons of Slurm'
    exit 77
}
"$COMB" help prove | grep -q -- '--slurm ' || {
    echo 'skipped: this build has no --slurm'
    exit 77
}

cluster=$scratch/slurm
chmod 755 "$scratch"
trap 'tools/slurm-local stop "$cluster" 2>/dev/null; rm -rf "$scratch"' EXIT
command='slurm-local start'
status=0
tools/slurm-local start "$cluster" >"$scratch/out" 2>"$scratch/err" || fail 'Slurm did not start'
eval "$(tools/slurm-local env "$cluster")"

content() {
    cat "$1"/header.txt
    cat "$1"/units*.txt | sed -E 's/ (nodes|leaves|ms|sum)=[^ ]*//g' | sort -u
}

proof=(prove hexhunt --shape hex7 --target 340 --depth 2)
run "${proof[@]}" --out "$scratch/alone" --threads 1 --quiet --plain
expect_status 0
cp "$scratch/out" "$scratch/boards"

# errors
run "${proof[@]}" --slurm
expect_status 2
expect_err '--out'
run prove hexhunt --shape hex7 --out "$scratch/shared" --slurm
expect_status 2
expect_err '--target'

run "${proof[@]}" --out "$scratch/shared" --slurm --shards 3 --json
expect_status 0
expect_json '.submitted == 3 and .open == 3 and (.complete | not)'
job=$(jq -r .job "$scratch/out")
run "${proof[@]}" --out "$scratch/shared" --slurm --shards 3
expect_status 1
expect_out 'still has'

# Kills a task when some units are done and others are not; the other tasks continue.
for _ in $(seq 600); do
    [ "$(cat "$scratch/shared/units-0-of-3.txt" 2>/dev/null | wc -l)" -lt 5 ] || break
    sleep 0.1
done
scancel --signal=KILL --full "${job}_0" || fail 'the task could not be killed'
for _ in $(seq 600); do
    [ -n "$(squeue --noheader --jobs="$job" 2>/dev/null)" ] || break
    sleep 0.5
done
done_first=$(wc -l <"$scratch/shared/units-0-of-3.txt")
run verify-proof "$scratch/shared" --recheck 0 --json
expect_status 1
expect_json '.complete == false and .missing > 0'

# The same command submits the missing shards only.
run "${proof[@]}" --out "$scratch/shared" --slurm --shards 3 --wait --json
expect_status 0
expect_json '.submitted == 1 and .open == 0 and .complete'
[ "$(wc -l <"$scratch/shared/units-0-of-3.txt")" -gt "$done_first" ] || fail 'the task did not continue'
run "${proof[@]}" --out "$scratch/shared" --slurm --shards 3
expect_status 0
expect_out 'all units are done'

run "${proof[@]}" --merge "$scratch/shared" --plain
expect_status 0
cmp -s "$scratch/out" "$scratch/boards" || fail 'the cluster found different boards'
run verify-proof "$scratch/shared" --threads 1 --json
expect_status 3 # plausible: only some units were rechecked
expect_json '.valid and .complete and .optimum == 376'
content "$scratch/alone" >"$scratch/content-alone"
content "$scratch/shared" >"$scratch/content-shared"
cmp "$scratch/content-alone" "$scratch/content-shared" || fail 'the certificate differs from a single run'
echo passed
