#!/bin/bash
# Kills programs (SIGKILL) while they write: no confirmed change is lost, no change is half done, and the library and the word
# lists open afterwards. A few runs by default; more with
#
#     COMB=build/comb tests/cli/killed.sh 150
. tests/lib/expect.sh
runs=${1:-14}
export XDG_DATA_HOME=$scratch/user
db=$scratch/my.db
list=$scratch/list.dict
RANDOM=$$
confirmed=0 killed=0
: >"$scratch/boards" # confirmed boards, one per line
: >"$scratch/tags"
: >"$scratch/added"
: >"$scratch/banned"

letters() { # NUMBER: four letters unique to the number
    local n=$1 text=
    for _ in 1 2 3 4; do
        text+=$(printf '%b' "\\x$(printf %x $((65 + n % 26)))")
        n=$((n / 26))
    done
    echo "$text"
}
board() { # NUMBER: a board with the letters of the number
    local text
    text=$(letters "$1")
    echo "${text:0:2}/${text:2:2}R/LB"
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

declare -A longest
attempt() { # KIND ARGUMENTS...: starts and kills the command at a random time; true if the change was confirmed
    local kind=$1 begin pid result=0
    shift
    command="$* (killed)"
    begin=$(milliseconds)
    "$COMB" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null &
    pid=$!
    if [ -n "${longest[$kind]-}" ]; then
        sleep "$(printf '0.%03d' $((RANDOM % (longest[$kind] + 2) % 1000)))"
        kill -9 $pid 2>/dev/null
    fi
    wait $pid 2>/dev/null
    result=$?
    status=$result
    [ -n "${longest[$kind]-}" ] || longest[$kind]=$(($(milliseconds) - begin)) # the first run of a kind measures the duration
    [ $result -eq 0 ] || [ $result -eq 137 ] || fail "neither done nor killed"
    confirmed=$((confirmed + (result == 0)))
    killed=$((killed + (result == 137)))
    return $result
}

stored() { "$COMB" library export --db "$db" | jq -r .board | sort; } # all boards

do_import() { # imports a file atomically
    local first=$(($1 * 40)) count
    for i in $(seq $first $((first + 19))); do board "$i"; done >"$scratch/import.txt"
    sort "$scratch/import.txt" >"$scratch/import.sorted"
    local done_=no
    attempt import library import hexhunt "$scratch/import.txt" --db "$db" && done_=yes
    [ -e "$db" ] || return 0
    run library count --db "$db" --json
    expect_status 0
    count=$(stored | comm -12 - "$scratch/import.sorted" | wc -l)
    [ "$count" -eq 20 ] || { [ "$count" -eq 0 ] && [ $done_ = no ]; } || fail "$count of 20 puzzles of an import"
    [ $done_ = no ] || cat "$scratch/import.txt" >>"$scratch/boards"
}
do_solve() {
    local text
    text=$(board $(($1 * 40 + 30)))
    attempt solve solve hexhunt "$text" --db "$db" --json && echo "$text" >>"$scratch/boards"
    if [ -s "$scratch/boards" ]; then # the store opens and answers
        run solve hexhunt "$(tail -1 "$scratch/boards")" --db "$db" --json
        expect_status 0
        expect_json '.unkept == null'
    fi
}
do_tag() {
    attempt tag library tag 1 "t$1" "u$1" --db "$db" && echo "t$1 u$1" >>"$scratch/tags"
    run library show 1 --db "$db" --json
    expect_json "(.puzzle.tags | index(\"t$1\") == null) == (.puzzle.tags | index(\"u$1\") == null)"
}
check_words() { # the user's listed words are the ones in effect
    run words own --json
    expect_status 0
    local own=$scratch/own.json
    cp "$scratch/out" "$own"
    run words lookup "$1" --json
    expect_json "(.words[\"$1\"] | index(\"en\") == null) == (\$own[0].added | index(\"$1\") == null)"
}
expect_json() { [ -s "$scratch/out" ] && jq -e --slurpfile own <(cat "$scratch/own.json" 2>/dev/null) "$1" "$scratch/out" >/dev/null || fail "expected JSON with: $1"; }
do_add() {
    local word
    word=ZQ$(letters "$1")
    attempt add words add "$word" && echo "$word" >>"$scratch/added"
    check_words "$word"
}
do_ban() {
    local word
    word=$(sed -n "$((1 + $1 * 37 % 8000))p" "$scratch/words")
    attempt ban words ban "$word" && echo "$word" >>"$scratch/banned"
    run words own --json
    cp "$scratch/out" "$scratch/own.json"
    run words lookup "$word" --json
    expect_json "(.words[\"$word\"] | index(\"en\") == null) == (\$own[0].banned | index(\"$word\") != null)"
}
do_compile() { # the old list or the new one
    [ $(($1 % 2)) -eq 0 ] && printf 'EAR\nTEAR\n' >"$scratch/list.txt" || "$COMB" words export en >"$scratch/list.txt"
    attempt "compile$(($1 % 2))" words compile "$scratch/list.txt" -o "$list"
    [ -e "$list" ] || return 0
    run solve hexhunt TS/EAR/LB --words "$list" --json
    expect_status 0
    expect_json '.count == 2 or .count == 101'
}
do_build() {
    attempt build words build it
    run words list --json
    expect_status 0
    if [ -e "$XDG_DATA_HOME/comb/words/it.dict" ]; then
        run words lookup casa
        expect_out ' it'
    fi
}

"$COMB" words export en | grep -E '^[A-Z]{5}$' >"$scratch/words"
kinds=(import solve tag add ban compile)
[ ! -e /usr/share/hunspell/it_IT.dic ] || [ "$runs" -lt 50 ] || kinds+=(build)
run library import hexhunt <(board 0) --db "$db" # puzzle 1
board 0 >"$scratch/boards"
for number in $(seq 1 "$runs"); do
    "do_${kinds[number % ${#kinds[@]}]}" "$number"
done

# everything that was confirmed
run library --db "$db" --plain
expect_status 0
[ -z "$(sort -u "$scratch/boards" | comm -23 - <(stored))" ] || fail "a puzzle is lost"
run library show 1 --db "$db" --json
for tag in $(cat "$scratch/tags"); do expect_json ".puzzle.tags | index(\"$tag\")"; done
run words own --json
for word in $(cat "$scratch/added"); do expect_json ".added | index(\"$word\")"; done
for word in $(cat "$scratch/banned"); do expect_json ".banned | index(\"$word\")"; done
sqlite3 "$db" 'PRAGMA integrity_check' >"$scratch/out"
expect_exactly ok

# one more writer of each kind; no draft remains
run words add LASTWORD
expect_status 0
run words compile "$scratch/list.txt" -o "$list"
expect_status 0
[ -z "$(find "$scratch" -name '*.tmp')" ] || fail "no drafts are left"
echo "$runs runs: $killed killed, $confirmed done before; nothing confirmed was lost"
