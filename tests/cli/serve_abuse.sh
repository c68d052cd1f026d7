#!/bin/bash
# Abusive clients on loopback: after each kind of abuse the server still answers, and SIGTERM during it ends the server
# cleanly.
# timeout: 1200
# cost: 15
. tests/lib/expect.sh
. tests/lib/server.sh

long='{"game":"witness","board":"9x9","options":{"lines":true},"keep":false}'
port() { echo "${url##*:}"; }
connect() { # sets $fd
    exec {fd}<>"/dev/tcp/127.0.0.1/$(port)" || fail "a connection is accepted"
    opened+=("$fd")
}
hang_up() {
    for fd in "${opened[@]}"; do exec {fd}>&-; done
    opened=()
}
post() { # LENGTH BODY: a request on $fd
    printf 'POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: %s\r\n\r\n%s' "$(port)" "$1" "$2" >&"$fd"
}
honest() {
    ask POST /api/solve '{"game":"hexhunt","board":"TS/EAR/LB"}'
    expect_status 200
}
opened=()
trap '' PIPE # a dropped connection must not end the test

idle_connections() { # more than the server accepts
    for _ in $(seq 300); do connect; done
}
heads_that_do_not_end() {
    for _ in $(seq 300); do
        connect
        printf 'GET / HTTP/1.1\r\nX: y\r\n' >&"$fd"
    done
}
bodies_that_stop_midway() {
    for _ in $(seq 140); do
        connect
        post 1000 '{"game":'
    done
}
long_work_left_alone() {
    for _ in $(seq 20); do
        connect
        post ${#long} "$long"
    done
    hang_up
}
long_work_waited_for() {
    for _ in $(seq 6); do
        connect
        post ${#long} "$long"
    done
}
events_that_nobody_reads() {
    ask POST /api/jobs '{"verb":"solve","game":"witness","board":"8x8","options":{"all":true},"keep":false}'
    expect_status 200
    events=/api/jobs/$(jq .job "$scratch/out")/events
    for _ in $(seq 20); do
        connect
        printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' "$events" "$(port)" >&"$fd"
    done
}
answers_that_nobody_reads() { # many requests in one go
    for _ in $(seq 10); do
        connect
        for _ in $(seq 50); do printf 'GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' "$(port)"; done >&"$fd"
    done
}
connects_in_sequence() {
    for _ in $(seq 1000); do
        connect
        exec {fd}>&-
    done
    opened=()
}
no_http_at_all() { # the reply, if any, does not echo the request
    for bytes in 'GARBAGE marker\r\n\r\n' 'GET /marker HTTP/9.9\r\n\r\n' 'GET / HTTP/1.1\r\nHost marker\r\n\r\n' \
        'POST /marker HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n' 'POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n' \
        'POST /marker HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nmarker\r\n' "GET /marker$(printf '%070000d' 0) HTTP/1.1\r\n\r\n" \
        '\x00\xff\x16\x03\x01marker\r\n\r\n'; do
        connect
        # shellcheck disable=SC2059 # the escapes are meant
        printf "$bytes" >&"$fd"
    done
    for fd in "${opened[@]}"; do
        timeout 2 cat <&"$fd" | grep -a marker && fail "an answer repeats what was sent"
    done
}

for kind in idle_connections heads_that_do_not_end bodies_that_stop_midway long_work_left_alone long_work_waited_for \
    events_that_nobody_reads answers_that_nobody_reads connects_in_sequence no_http_at_all; do
    start_server --threads 2
    "$kind" 2>"$scratch/abuse"
    for _ in 1 2 3; do honest; done
    kill -0 "$server" || fail "$kind: the server lives on"
    kill -TERM "$server"
    wait "$server"
    status=$?
    command="$kind, then SIGTERM"
    expect_status 0
    hang_up
    printf 'ok %s\n' "$kind"
done
