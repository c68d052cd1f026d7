#!/bin/bash
# Puts the server under load: wrk on loopback, 64 connections with solve requests. Prints failed requests, latency,
# rate, and the server's memory at the start and at the end of the load, after a warm-up.
#
#     bench/serve.sh [PROGRAM] [SECONDS]
set -euo pipefail
program=${1:-${COMB:-build/comb}}
seconds=${2:-30} # at least 7
connections=64

if ! command -v wrk >/dev/null; then
    echo 'serve.sh: installing wrk' >&2
    as_root=$([ "$(id -u)" -eq 0 ] || echo sudo)
    if ! $as_root apt-get install -y -q wrk >/dev/null 2>&1; then
        echo 'skipped: wrk is missing and could not be installed (Debian package wrk)'
        exit 0
    fi
fi

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

cat >"$work/solve.lua" <<'LUA'
local boards = { "LPE/EASR/SRTED/PING/LAS", "SEL/PRAP/LITSE/ANER/SGD" }
local turn = 0
local threads = {}
function setup(thread) table.insert(threads, thread) end
function request()
    turn = turn % #boards + 1
    local body = string.format('{"game":"hexhunt","board":"%s","keep":false,"options":{"limit":10}}', boards[turn])
    return wrk.format("POST", "/api/solve", { ["Content-Type"] = "application/json" }, body)
end
function response(status, headers, body)
    if status ~= 200 or not body:find('"score"', 1, true) then
        failed_count = (failed_count or 0) + 1
        first_failure = first_failure or (status .. " " .. body:sub(1, 120))
    end
end
function done(summary, latency, requests)
    local wrong, first = 0, nil
    for _, thread in ipairs(threads) do
        wrong = wrong + (thread:get("failed_count") or 0)
        first = first or thread:get("first_failure")
    end
    local e = summary.errors
    print(string.format("figures %d %d %d %d %.2f %.2f %.2f %.0f", summary.requests, wrong,
        e.connect + e.read + e.write, e.timeout, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
        latency.max / 1000, summary.requests / summary.duration * 1e6))
    if first then print("failure " .. first) end
end
LUA

"$program" serve --port 0 --db "$work/library.db" >"$work/address" 2>"$work/log" &
server=$!
for _ in $(seq 100); do
    [ -s "$work/address" ] && break
    sleep 0.05
done
url=$(head -n 1 "$work/address")

# resident memory of the server in kB
memory() { awk '/^VmRSS:/ { print $2 }' "/proc/$server/status"; }

load() {
    wrk --threads 1 --connections $connections --duration "$1s" --timeout 10s --latency \
        --script "$work/solve.lua" "$url"
}

# All connections have their threads during the load; between loads the threads come and go.
load 20 >/dev/null
load "$seconds" >"$work/out" &
client=$!
sleep 3
warm=$(memory)
sleep "$((seconds - 6))"
end=$(memory)
threads=$(awk '/^Threads:/ { print $2 }' "/proc/$server/status")
wait "$client"
kill "$server"
wait "$server" || true
server=

read -r _ requests wrong broken late p50 p99 max rate <<<"$(grep '^figures ' "$work/out")"
printf '| what | figure |\n|---|---|\n'
printf '| connections, seconds | %d, %d |\n' $connections "$seconds"
printf '| solve requests answered | %d |\n' "$requests"
printf '| answers without a solution | %d |\n' "$wrong"
printf '| broken connections, timeouts | %d, %d |\n' "$broken" "$late"
printf '| requests per second | %s |\n' "$rate"
printf '| p50, p99, longest | %s ms, %s ms, %s ms |\n' "$p50" "$p99" "$max"
printf '| memory 3 s after the start, warmed up | %d kB |\n' "$warm"
printf '| memory 3 s before the end | %d kB (%+d kB) |\n' "$end" $((end - warm))
printf '| threads at that time | %d |\n' "$threads"
grep '^failure ' "$work/out" || true
