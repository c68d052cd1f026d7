#!/bin/bash
# Requests that libmicrohttpd rejects before the server sees them: its replies carry none of the server's security headers
# (SECURITY.md), so they must repeat nothing of the request and end the connection.
. tests/lib/expect.sh
. tests/lib/server.sh
start_server
address=${url#http://}
mark='<script>marked</script>'

# Sends the text as it is; what the server replies until it closes the connection goes to out. The server may close before
# it has read everything, so a failing write is no error.
send_raw() { # TEXT
    command="raw request ${1:0:60}"
    (
        trap '' PIPE
        exec 3<>"/dev/tcp/${address%:*}/${address##*:}"
        printf '%s' "$1" >&3
        cat <&3
    ) >"$scratch/out" 2>"$scratch/err"
}

expect_constant() { # STATUS REQUEST
    send_raw "$2"
    status=$(head -1 "$scratch/out" | cut -d ' ' -f 2)
    [ "$status" = "$1" ] || fail "expected status $1"
    grep -qi '^connection: close' "$scratch/out" || fail 'expected the connection to be closed'
    grep -q 'marked' "$scratch/out" && fail 'the reply repeats the request'
    grep -qi '^set-cookie\|^access-control\|^location' "$scratch/out" && fail 'unexpected header'
    return 0
}

line=$'\r\n'
host="Host: $address$line"
large=$(head -c 100000 /dev/zero | tr '\0' a)
expect_constant 400 "GET /$mark HTTP/1.1$line$mark$line$line"
expect_constant 505 "GET /$mark HTTP/9.9$line$host$line"
expect_constant 400 "POST /api/solve?$mark HTTP/1.1$line${host}Content-Length: $mark$line$line"
expect_constant 400 "POST /api/solve HTTP/1.1$line${host}Transfer-Encoding: chunked$line$line$mark$line"
expect_constant 414 "GET /$mark$large HTTP/1.1$line$host$line"
expect_constant 431 "GET /$mark HTTP/1.1$line${host}X-Large: $mark$large$line$line"

# between the server's limit for heads and the library's buffer, the server answers itself, with its headers
send_raw "GET / HTTP/1.1$line${host}Connection: close${line}X-Large: ${large:0:40000}$line$line"
status=$(head -1 "$scratch/out" | cut -d ' ' -f 2)
expect_status 431
expect_out 'Content-Security-Policy: '
expect_out 'X-Content-Type-Options: nosniff'

ask GET /api
expect_status 200
echo passed
