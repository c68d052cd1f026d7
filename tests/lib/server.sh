# Sourced after expect.sh by scripts that ask the server. `start_server [OPTIONS...]` starts one on a free port with a library
# of its own and sets $url; it ends with the script.
command=serve
status=0
: >"$scratch/out"
: >"$scratch/err"

start_server() {
    "$COMB" serve --port 0 --db "$scratch/library.db" "$@" >"$scratch/address" 2>"$scratch/log" &
    server=$!
    trap 'kill $server 2>/dev/null; rm -rf "$scratch"' EXIT
    for _ in $(seq 100); do
        [ -s "$scratch/address" ] && break
        sleep 0.05
    done
    url=$(head -1 "$scratch/address")
    url=${url%/}
    [ -n "$url" ] || fail "the server prints its address"
}
