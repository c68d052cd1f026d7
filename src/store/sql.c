#include "store/sql.h"

#include <stdarg.h>

static int fail_sql(sqlite3 *db, struct comb_error *err)
{
    int code = sqlite3_errcode(db);
    if (code == SQLITE_NOMEM)
        return comb_fail_memory(err);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return comb_fail(err, COMB_BAD_INPUT, "the file is damaged or not a library: %s", sqlite3_errmsg(db));
    if (code == SQLITE_READONLY)
        return comb_fail(err, COMB_IO, "the library is read-only");
    if (code == SQLITE_FULL)
        return comb_fail(err, COMB_IO, "cannot write the library: the disk is full");
    return comb_fail(err, COMB_IO, "cannot use the library: %s", sqlite3_errmsg(db));
}

int comb_sql_run(sqlite3 *db, const char *sql, struct comb_error *err)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? COMB_OK : fail_sql(db, err);
}

static int bind_value(sqlite3_stmt *statement, int index, char kind, va_list *values)
{
    switch (kind) {
    case 'i':
        return sqlite3_bind_int64(statement, index, va_arg(*values, int64_t));
    case 'd':
        return sqlite3_bind_double(statement, index, va_arg(*values, double));
    case 'b': {
        const void *blob = va_arg(*values, const void *);
        size_t length = va_arg(*values, size_t);
        return sqlite3_bind_blob64(statement, index, blob, length, SQLITE_TRANSIENT);
    }
    default:
        return sqlite3_bind_text(statement, index, va_arg(*values, const char *), -1, SQLITE_TRANSIENT);
    }
}

static int prepare_bound(sqlite3_stmt **out, sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds,
                         va_list *values)
{
    if (sqlite3_prepare_v2(db, sql, -1, out, NULL) != SQLITE_OK)
        return fail_sql(db, err);
    for (int i = 0; kinds[i]; i++)
        if (bind_value(*out, i + 1, kinds[i], values) != SQLITE_OK) {
            int code = fail_sql(db, err);
            sqlite3_finalize(*out);
            *out = NULL;
            return code;
        }
    return COMB_OK;
}

int comb_sql_prepare(sqlite3_stmt **out, sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...)
{
    va_list values;
    va_start(values, kinds);
    int code = prepare_bound(out, db, err, sql, kinds, &values);
    va_end(values);
    return code;
}

int comb_sql_step(sqlite3_stmt *statement, struct comb_error *err)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return COMB_OK;
    return code == SQLITE_DONE ? COMB_NO : fail_sql(sqlite3_db_handle(statement), err);
}

int comb_sql_exec(sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...)
{
    sqlite3_stmt *statement = NULL;
    va_list values;
    va_start(values, kinds);
    int code = prepare_bound(&statement, db, err, sql, kinds, &values);
    va_end(values);
    while (code == COMB_OK)
        code = comb_sql_step(statement, err);
    sqlite3_finalize(statement);
    return code == COMB_NO ? COMB_OK : code;
}

int comb_sql_int(int64_t *out, sqlite3 *db, struct comb_error *err, const char *sql, const char *kinds, ...)
{
    sqlite3_stmt *statement = NULL;
    va_list values;
    va_start(values, kinds);
    int code = prepare_bound(&statement, db, err, sql, kinds, &values);
    va_end(values);
    if (code == COMB_OK)
        code = comb_sql_step(statement, err);
    if (code == COMB_OK)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code;
}

json_t *comb_sql_text(struct comb_json *build, sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return comb_json_string_n(build, text ? text : "", (size_t)sqlite3_column_bytes(statement, column));
}
