/* Step i upgrades the file from version i to i + 1. Released steps are never changed, only added. The version is in the
 * file header (user_version); application_id identifies our files. */
#include "store/schema.h"

#include "store/sql.h"

static const int64_t APPLICATION = 0x436f6d62; /* "Comb" */

static const char *const steps[] = {
    "CREATE TABLE puzzles ("
    "  id INTEGER PRIMARY KEY,"
    "  game TEXT NOT NULL,"
    "  board TEXT NOT NULL,"
    "  canon TEXT NOT NULL,"
    "  title TEXT NOT NULL DEFAULT '',"
    "  source TEXT NOT NULL DEFAULT '',"
    "  added REAL NOT NULL,"
    "  deleted REAL,"
    "  UNIQUE (game, board)"
    ") STRICT;"
    "CREATE INDEX puzzles_canon ON puzzles (game, canon);"
    "CREATE TABLE answers ("
    "  puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,"
    "  question TEXT NOT NULL,"
    "  code INTEGER NOT NULL,"
    "  answer TEXT NOT NULL,"
    "  seconds REAL NOT NULL,"
    "  made REAL NOT NULL,"
    "  PRIMARY KEY (puzzle, question)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE tags ("
    "  puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,"
    "  tag TEXT NOT NULL,"
    "  PRIMARY KEY (puzzle, tag)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX tags_tag ON tags (tag);",
    "ALTER TABLE answers ADD COLUMN mac BLOB;", /* NULL: not written by this program (store/answer_mac.h) */
};

enum { VERSION = sizeof steps / sizeof *steps };

static int check_owner(int64_t *version, sqlite3 *db, struct comb_error *err)
{
    int64_t application = 0, tables = 0;
    int code = comb_sql_int(version, db, err, "PRAGMA user_version", "");
    if (code == COMB_OK)
        code = comb_sql_int(&application, db, err, "PRAGMA application_id", "");
    if (code == COMB_OK)
        code = comb_sql_int(&tables, db, err, "SELECT count(*) FROM sqlite_schema", "");
    if (code != COMB_OK)
        return code;
    if (application != APPLICATION && (tables > 0 || *version != 0))
        return comb_fail(err, COMB_BAD_INPUT, "not a library: the file is a database of another program");
    if (*version < 0)
        return comb_fail(err, COMB_BAD_INPUT, "the library is damaged: its version is %lld, expected 0 to %d",
                         (long long)*version, VERSION);
    if (*version > VERSION)
        return comb_fail(err, COMB_BAD_INPUT,
                         "the library has version %lld, but this program only supports up to %d: update the program",
                         (long long)*version, VERSION);
    return COMB_OK;
}

int comb_schema_check(bool *current, sqlite3 *db, struct comb_error *err)
{
    int64_t version = 0;
    int code = check_owner(&version, db, err);
    *current = version == VERSION;
    return code;
}

int comb_schema_update(sqlite3 *db, struct comb_error *err)
{
    int64_t version = 0;
    int code = check_owner(&version, db, err);
    if (code != COMB_OK || version == VERSION)
        return code;
    code = comb_sql_run(db, "BEGIN IMMEDIATE", err);
    if (code != COMB_OK)
        return code;
    code = check_owner(&version, db, err); /* another program may have upgraded it */
    for (int64_t step = version; code == COMB_OK && step < VERSION; step++)
        code = comb_sql_run(db, steps[step], err);
    char mark[96];
    sqlite3_snprintf(sizeof mark, mark, "PRAGMA application_id = %lld; PRAGMA user_version = %d",
                     (long long)APPLICATION, (int)VERSION);
    if (code == COMB_OK)
        code = comb_sql_run(db, mark, err);
    if (code == COMB_OK)
        return comb_sql_run(db, "COMMIT", err);
    comb_sql_run(db, "ROLLBACK", NULL);
    return code;
}
