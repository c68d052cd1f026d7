#!/bin/bash
# A full and a read-only file system, on tmpfs in a private mount namespace. Skipped if that is not permitted.
if [ -z "${COMB_IN_NAMESPACE-}" ]; then
    unshare --map-root-user --mount true 2>/dev/null || {
        echo "skipped: a mount namespace is not allowed here"
        exit 77
    }
    COMB_IN_NAMESPACE=1 exec unshare --map-root-user --mount "$0" "$@"
fi
. tests/lib/expect.sh
disk=$scratch/disk
mkdir "$disk"
mount -t tmpfs -o size=1600k tmpfs "$disk" || exit 77
trap 'umount "$disk"; rm -rf "$scratch"' EXIT
db=$disk/my.db
export XDG_DATA_HOME=$disk/user
fill() { cat /dev/zero >"$disk/filler" 2>/dev/null; }
clear_disk() { rm -f "$disk/filler"; }

# full from the start
fill
run solve hexhunt TS/EAR/LB --db "$db" --json
expect_status 0
expect_json '.count == 101 and (.unkept | length > 0)'
expect_err 'not saved: '
run words add GOODWORD
expect_status 2
clear_disk

# full with a library and words on it
run solve hexhunt TS/EAR/LB --db "$db" --json
expect_json '.unkept == null'
run library rename 1 first --db "$db"
fill
run solve hexhunt TS/EAR/LB --db "$db" --json
expect_status 0
expect_json '.count == 101'
run solve hexhunt ZS/EAR/LB --db "$db" --json
expect_status 0
expect_json '.count > 0 and (.unkept | length > 0)'
expect_err 'not saved: '
for action in list 'list first' 'show 1' count export; do
    # shellcheck disable=SC2086
    run library $action --db "$db"
    expect_status 0
done
clear_disk
run library --db "$db" --json
expect_json '[.puzzles[].title] == ["first"] and .puzzles[0].verified'

# words: not enough space for the compiled list (1.6 MB)
run words add GOODWORD
expect_err 'cannot write'
expect_status 2
[ -z "$(find "$disk" -name '*.tmp' -o -name 'en.*')" ] || fail "nothing is left of it"
run words own
expect_no_out
run solve hexhunt TS/EAR/LB --json
expect_json '.list == "ENABLE1"'
mount -o remount,size=8m "$disk"
run words add GOODWORD
expect_status 0
before=$(sha256sum "$XDG_DATA_HOME"/comb/words/*)
fill
run words ban TEAR
expect_status 2
expect_err 'No space left on device'
[ "$(sha256sum "$XDG_DATA_HOME"/comb/words/*)" = "$before" ] || fail "nothing has changed"
clear_disk
run words own
expect_exactly '+ GOODWORD'

# read-only: a clean library, one whose writer was killed, one of the first version
"$COMB" serve --port 0 --db "$disk/killed.db" >"$scratch/address" 2>/dev/null &
server=$!
for _ in $(seq 200); do [ -s "$scratch/address" ] && break; sleep 0.05; done
curl -s -m 60 -d '{"game":"hexhunt","board":"AS/EAR/LB","title":"in the log"}' "$(head -1 "$scratch/address")api/library" >/dev/null
kill -9 $server
wait $server 2>/dev/null
[ -s "$disk/killed.db-wal" ] || fail "the log is left"
sqlite3 "$disk/old.db" "
    CREATE TABLE puzzles (id INTEGER PRIMARY KEY, game TEXT NOT NULL, board TEXT NOT NULL, canon TEXT NOT NULL,
        title TEXT NOT NULL DEFAULT '', source TEXT NOT NULL DEFAULT '', added REAL NOT NULL, deleted REAL, UNIQUE (game, board)) STRICT;
    CREATE TABLE answers (puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE, question TEXT NOT NULL,
        code INTEGER NOT NULL, answer TEXT NOT NULL, seconds REAL NOT NULL, made REAL NOT NULL,
        PRIMARY KEY (puzzle, question)) STRICT, WITHOUT ROWID;
    CREATE TABLE tags (puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE, tag TEXT NOT NULL,
        PRIMARY KEY (puzzle, tag)) STRICT, WITHOUT ROWID;
    INSERT INTO puzzles VALUES (1, 'hexhunt', 'ES/EAR/LB', 'ES/EAR/LB', 'first', '', 1e9, NULL);
    PRAGMA application_id = 1131375970; PRAGMA user_version = 1; PRAGMA journal_mode = WAL" >/dev/null
mount -o remount,ro "$disk"
for name in my killed old; do
    for action in list 'list EAR' 'list --plain' 'show 1' 'show 1 --json' count export duplicates; do
        # shellcheck disable=SC2086
        run library $action --db "$disk/$name.db"
        expect_status 0
    done
    run library --db "$disk/$name.db" --plain
    expect_lines 1
    for action in 'tag 1 more' 'rename 1 new' 'delete 1'; do
        # shellcheck disable=SC2086
        run library $action --db "$disk/$name.db"
        expect_status 2
        expect_err 'read-only'
    done
    run solve hexhunt QS/EAR/LB --db "$disk/$name.db" --json
    expect_status 0
    expect_err 'not saved: the library is read-only'
done
run library --db "$disk/killed.db"
expect_out 'in the log'
run library --db "$disk/old.db"
expect_out 'first'
run solve hexhunt TS/EAR/LB --db "$db" --json
expect_json '.count == 101'
run words add OTHERWORD
expect_status 2
run words own
expect_exactly '+ GOODWORD'
run solve hexhunt TS/EAR/LB
expect_status 0
