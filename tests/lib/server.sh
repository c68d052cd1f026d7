# Sourced after expect.sh by scripts that test the server. `start_server [OPTIONS...]` starts one on a free port with its
# own library and data folder and sets $url; it ends with the script. `ask` sends a request and stores the answer for
# expect_*.
export XDG_DATA_HOME=$scratch/data
command=serve
status=0
: >"$scratch/out"
: >"$scratch/err"

start_server() {
    : >"$scratch/address" # before the start, so that the output of an earlier server is not read
    "$COMB" serve --port 0 --db "$scratch/library.db" "$@" >"$scratch/address" 2>"$scratch/log" &
    server=$!
    trap 'kill $server 2>/dev/null; rm -rf "$scratch"' EXIT
    while [ ! -s "$scratch/address" ] && kill -0 "$server" 2>/dev/null; do
        sleep 0.05
    done
    url=$(head -1 "$scratch/address")
    url=${url%/}
    [ -n "$url" ] || fail "the server prints its address"
}

ask() { # METHOD PATH [BODY] [curl options...]
    method=$1 path=$2 body=${3-}
    shift 2
    [ $# -eq 0 ] || shift
    command="$method $path $body $*"
    if [ -n "$body" ]; then
        status=$(curl -s -m 60 -o "$scratch/out" -w '%{http_code}' -X "$method" --path-as-is -d "$body" "$@" "$url$path")
    else
        status=$(curl -s -m 60 -o "$scratch/out" -w '%{http_code}' -X "$method" --path-as-is "$@" "$url$path")
    fi
}
