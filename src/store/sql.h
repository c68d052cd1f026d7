/* A thin hand on SQLite: statements that are prepared, bound, stepped and put away in one place, errors in our words.
 */
#ifndef COMB_STORE_SQL_H
#define COMB_STORE_SQL_H

#include "base/json.h"

#include <sqlite3.h>

/* Statements without a result, separated by semicolons. */
int comb_sql_run(sqlite3 *db, const char *sql, struct comb_error *err);

/* A statement with its parameters bound in order; `kinds` has a letter for each: t text (NULL allowed), i int64_t, d
 * double, b blob (const void *, size_t). */
int comb_sql_prepare(sqlite3_stmt **out, sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...);

/* COMB_OK with a row, COMB_NO at the end. */
int comb_sql_step(sqlite3_stmt *statement, struct comb_error *err);

/* Prepares, steps to the end and puts away. */
int comb_sql_do(sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...);

/* The first column of the first row; COMB_NO where there is no row. */
int comb_sql_int(int64_t *out, sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...);

json_t *comb_sql_text(struct comb_json *build, sqlite3_stmt *statement, int column); /* "" for NULL */

#endif
