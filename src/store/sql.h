/* Thin SQLite helpers: prepare, bind, step, finalize, and errors as struct comb_error. */
#ifndef COMB_STORE_SQL_H
#define COMB_STORE_SQL_H

#include "base/json.h"

#include <sqlite3.h>

/* Runs statements without a result, separated by semicolons. */
int comb_sql_run(sqlite3 *db, const char *sql, struct comb_error *err);

/* Prepares a statement and binds its parameters in order. `kinds` has a letter for each: t text (NULL allowed), i
 * int64_t, d double, b blob (const void *, size_t). */
int comb_sql_prepare(sqlite3_stmt **out, sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...);

/* COMB_OK with a row, COMB_NO at the end. */
int comb_sql_step(sqlite3_stmt *statement, struct comb_error *err);

/* Prepares, steps to the end and finalizes. */
int comb_sql_exec(sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...);

/* Reads the first column of the first row; COMB_NO if there is no row. */
int comb_sql_int(int64_t *out, sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...);

json_t *comb_sql_text(struct comb_json *build, sqlite3_stmt *statement, int column); /* "" for NULL */

#endif
