#!/bin/bash
# Write failures: the answer is still printed, the failure to save is reported, no change is left half done, and stored data
# can still be read. Uses file size limits and folders without permission; disk_full.sh uses real file systems.
. tests/lib/expect.sh
export XDG_DATA_HOME=$scratch/user
db=$scratch/my.db

limited() { # KIBIBYTES ARGUMENTS...: runs with a file size limit
    command="${*:2} (files of at most $1 KiB)"
    cat "$scratch/messages" >"$scratch/err" & # the limit must not apply to the test's own files
    (ulimit -f "$1" && exec "$COMB" "${@:2}" </dev/null 2>"$scratch/messages") | cat >"$scratch/out"
    status=${PIPESTATUS[0]}
    wait
}
mkfifo "$scratch/messages"
drafts() { find "$scratch" -name '*.tmp'; }

# a library that cannot be created: the answer, its exit status, and a warning even with -q
limited 0 solve hexhunt TS/EAR/LB --db "$db" --json
expect_status 0
expect_json '.count == 101 and (.unkept | length > 0)'
expect_err 'comb: not saved: '
limited 0 solve hexhunt TS/EAR/LB --db "$db" -q
expect_status 0
expect_out '101 words'
expect_err 'comb: not saved: '
limited 0 solve witness $'Witness panel v1\n+ - E\n| tri:3 |\nS x +' --db "$db"
expect_status 1
expect_err 'not saved: '
run solve hexhunt TS/EAR/LB --db "$scratch/no/such/folder/my.db" --json
expect_status 0
expect_json '.count == 101 and (.unkept | test("cannot open the library"))'
expect_err 'not saved: cannot open the library'
printf 'TS/EAR/LB\nb!d\nAS/EAR/LB\n' >"$scratch/boards.txt"
limited 0 solve hexhunt --jsonl "$scratch/boards.txt" --db "$db"
expect_status 0
expect_err '2 of 3 answers were not saved, the first is line 1'
[ "$(grep -c '"unkept"' "$scratch/out")" -eq 2 ] || fail "each answer says so"

# an existing library on a full disk: stored answers are used, new ones are not saved, everything can be read
run solve hexhunt TS/EAR/LB --db "$db" --json
expect_json '.unkept == null and .library == null'
run library tag 1 mine --db "$db"
size=$(stat -c %s "$db")
limited 0 solve hexhunt TS/EAR/LB --db "$db" --json
expect_json '.library == true'
expect_status 0
limited 0 solve hexhunt ZS/EAR/LB --db "$db" --json
expect_status 0
expect_json '.count > 0'
expect_err 'not saved: '
for action in list 'list TS' 'show 1' count duplicates export; do
    # shellcheck disable=SC2086
    limited 0 library $action --db "$db"
    expect_status 0
done
for action in 'tag 1 more' 'untag 1 mine' 'rename 1 new' 'delete 1' "import hexhunt $scratch/boards.txt"; do
    # shellcheck disable=SC2086
    limited 0 library $action --db "$db"
    expect_status 2
done
[ "$(stat -c %s "$db")" = "$size" ] || fail "the file has not changed"
run library show 1 --db "$db" --json
expect_json '.puzzle.tags == ["mine"] and .puzzle.title == "" and .puzzle.answers[0].verified'
run library count --db "$db" --json
expect_json '.library.puzzles == 1'

# words: a change is atomic, whichever of its files exceeds the limit
words=$XDG_DATA_HOME/comb/words
run words add GOODWORD
run words ban EAR
before=$(sha256sum "$words"/*)
for room in 0 1 64 1000; do
    limited "$room" words add NEWWORD
    expect_status 2
    expect_err 'cannot write'
    limited "$room" words ban GOODWORD TEAR
    expect_status 2
    limited "$room" words forget GOODWORD
    expect_status 2
    [ "$(sha256sum "$words"/*)" = "$before" ] || fail "nothing has changed"
    [ -z "$(drafts)" ] || fail "no drafts are left"
done
limited 1000 words compile "$scratch/boards.txt" -o "$scratch/list.dict"
run words own
expect_exactly $'+ GOODWORD\n- EAR'
limited 0 words build it
[ "$status" -ne 0 ] || fail "nothing can be built"
[ -z "$(drafts)" ] || fail "no drafts are left"

# the next change removes drafts of killed writers, and nothing else
touch "$words/it.dict.1f-2e.tmp" "$words/en.mine.dict.abc-1.tmp" "$words/notes.tmp" "$words/en.add.tmp"
run words add NEWWORD
expect_status 0
[ "$(drafts | sort)" = "$words/en.add.tmp"$'\n'"$words/notes.tmp" ] || fail "only drafts are swept"
rm "$words/notes.tmp" "$words/en.add.tmp"
touch "$scratch/out.jsonl.1f-2e.tmp"
run library export "$scratch/out.jsonl" --db "$db"
[ -z "$(drafts)" ] || fail "export sweeps its own"

# results that cannot be written
command='solve > /dev/full' status=0
"$COMB" solve hexhunt TS/EAR/LB --db "$db" >/dev/full 2>"$scratch/err" || status=$?
expect_status 2
expect_err 'cannot write the result: No space left on device'
run library export /dev/full --db "$db"
expect_status 2
expect_err 'No space left'

# a folder without permission; root, who may write anywhere, runs as another user
as_user=()
if [ "$(id -u)" = 0 ]; then
    as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    chmod 711 "$scratch"
    chmod -R a+rX "$scratch/user" "$db"
fi
if ! "${as_user[@]}" "$COMB" --version >/dev/null 2>&1; then
    echo "not tried: folders without permission (another user cannot run $COMB)"
    exit 0
fi
mkdir "$scratch/closed"
cp "$db" "$scratch/closed/my.db"
chmod 444 "$scratch/closed/my.db"
chmod 555 "$scratch/closed"
closed() {
    command="$* (in a closed folder)" status=0
    XDG_DATA_HOME=/nonexistent/data "${as_user[@]}" "$COMB" "$@" --db "$scratch/closed/my.db" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
}
for action in list 'list TS' 'show 1' count duplicates export; do
    # shellcheck disable=SC2086
    closed library $action
    expect_status 0
done
closed library export
expect_out TS/EAR/LB
closed library tag 1 more
expect_status 2
expect_err 'read-only'
closed library import hexhunt "$scratch/boards.txt"
expect_status 2
closed solve hexhunt XS/EAR/LB --json
expect_status 0
expect_json '.count > 0'
expect_err 'not saved: the library is read-only'
chmod 755 "$scratch/closed"
[ "$(ls "$scratch/closed")" = my.db ] || fail "nothing was put beside it"
