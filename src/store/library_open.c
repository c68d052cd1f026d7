/* Opens a library. A file that cannot be written (read-only disk or folder, full disk, file of another user) is opened
 * read-only, so that it can still be searched, shown and exported:
 *
 *     read and write  ->  read only  ->  read only without the files that SQLite puts beside it
 *
 * The last one needs no disk space, but sees only the file itself: it is not tried while a log (-wal) exists. A file of
 * an older version that cannot be upgraded on disk is upgraded in a copy in memory. */
#define _POSIX_C_SOURCE 200809L
#include "store/data_folder.h"
#include "store/library.h"
#include "store/library_parts.h"
#include "store/schema.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 5000 };

static const double PURGE_SECONDS = 30.0 * 86400; /* how long a deleted puzzle can be restored */

static void close_file(struct comb_library *library)
{
    sqlite3_close(library->db);
    library->db = NULL;
}

static int open_connection(struct comb_library *library, const char *name, int flags, struct comb_error *err)
{
    if (sqlite3_open_v2(name, &library->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return comb_fail(err, COMB_IO, "cannot open the library '%.150s': %s", comb_library_path(library),
                         library->db ? sqlite3_errmsg(library->db) : "out of memory");
    sqlite3_busy_timeout(library->db, BUSY_MILLISECONDS);
    sqlite3_limit(library->db, SQLITE_LIMIT_LENGTH, 256 << 20);
    sqlite3_db_config(library->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(library->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    int code = comb_library_register_fold(library, err);
    return code == COMB_OK ? comb_library_register_mac(library, err) : code;
}

/* ---- read and write ---- */

static int open_read_write(struct comb_library *library, const char *name, struct comb_error *err)
{
    int code = open_connection(library, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (code == COMB_OK && sqlite3_db_readonly(library->db, "main") == 1)
        code = comb_fail(err, COMB_IO, "the library is read-only");
    if (code == COMB_OK)
        code = comb_schema_update(library->db, err);
    if (code == COMB_OK)
        code = comb_sql_run(library->db,
                            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", err);
    if (code == COMB_OK) /* failure is harmless: purged next time */
        comb_sql_exec(library->db, NULL, "DELETE FROM puzzles WHERE deleted < ?", "d",
                      comb_unix_seconds() - PURGE_SECONDS);
    return code;
}

/* ---- read only ---- */

static int copy_all(sqlite3 *to, sqlite3 *from, struct comb_error *err)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    int step = copy ? sqlite3_backup_step(copy, -1) : SQLITE_ERROR;
    sqlite3_backup_finish(copy);
    return step == SQLITE_DONE ? COMB_OK : comb_fail(err, COMB_IO, "cannot read the library: %s", sqlite3_errstr(step));
}

/* The copy is read-only: changes would be lost. */
static int update_in_memory(struct comb_library *library, struct comb_error *err)
{
    sqlite3 *file = library->db;
    int code = open_connection(library, ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (code == COMB_OK)
        code = copy_all(library->db, file, err);
    if (code == COMB_OK)
        code = comb_schema_update(library->db, err);
    if (code == COMB_OK)
        code = comb_sql_run(library->db, "PRAGMA query_only = ON", err);
    sqlite3_close(file);
    return code;
}

static int open_read_only(struct comb_library *library, const char *name, int flags, struct comb_error *err)
{
    bool current = true;
    close_file(library);
    int code = open_connection(library, name, SQLITE_OPEN_READONLY | flags, err);
    if (code == COMB_OK)
        code = comb_schema_check(&current, library->db, err);
    return code == COMB_OK && !current ? update_in_memory(library, err) : code;
}

/* Opens the path as an immutable URI. */
static int open_immutable(struct comb_library *library, const char *path, struct comb_error *err)
{
    struct comb_buf name = {0};
    comb_buf_str(&name, "file:");
    for (const char *c = path; *c; c++)
        comb_buf_printf(&name, strchr("?#%", *c) ? "%%%02x" : "%c", (unsigned char)*c);
    comb_buf_str(&name, "?immutable=1");
    int code = name.failed ? comb_fail_memory(err) : open_read_only(library, name.data, SQLITE_OPEN_URI, err);
    comb_buf_free(&name);
    return code;
}

static bool is_nonempty_file(const char *path, const char *suffix)
{
    struct stat status;
    struct comb_buf name = {0};
    comb_buf_printf(&name, "%s%s", path, suffix);
    bool has = !name.failed && stat(name.data, &status) == 0 && status.st_size > 0;
    comb_buf_free(&name);
    return has;
}

/* Reports why the file cannot be written, unless the file turns out not to be a library. */
static int open_file(struct comb_library *library, const char *name, struct comb_error *err)
{
    int code = open_read_write(library, name, err);
    if (code != COMB_IO || !is_nonempty_file(name, ""))
        return code;
    struct comb_error read_error = {0};
    int read_code = open_read_only(library, name, 0, &read_error);
    if (read_code == COMB_IO && !is_nonempty_file(name, "-wal"))
        read_code = open_immutable(library, name, &read_error);
    if (read_code == COMB_OK || read_code == COMB_IO)
        return read_code == COMB_OK ? COMB_OK : code;
    if (err)
        *err = read_error;
    return read_code;
}

/* ---- open and close ---- */

static int set_path(struct comb_library *library, const char *path, struct comb_error *err)
{
    if (!path)
        return comb_data_file(&library->path, "library.db", err);
    comb_buf_str(&library->path, path);
    return library->path.failed ? comb_fail_memory(err) : COMB_OK;
}

/* Without `create`, an empty library in memory replaces a missing default library. */
static int open_library(struct comb_library **out, const char *path, bool create, struct comb_error *err)
{
    struct comb_library *library = *out = calloc(1, sizeof *library);
    if (!library)
        return comb_fail_memory(err);
    int code = set_path(library, path, err);
    bool missing = code == COMB_OK && !create && access(library->path.data, F_OK) != 0;
    if (missing && path)
        code = comb_fail(err, COMB_BAD_INPUT, "library '%.150s' does not exist", path);
    if (code == COMB_OK && create && !path)
        code = comb_data_make_folders(library->path.data, err);
    if (code == COMB_OK)
        code = open_file(library, missing ? ":memory:" : comb_buf_text(&library->path), err);
    if (code != COMB_OK) {
        comb_library_close(library);
        *out = NULL;
    }
    return code;
}

int comb_library_open(struct comb_library **out, const char *path, struct comb_error *err)
{
    return open_library(out, path, true, err);
}

int comb_library_open_existing(struct comb_library **out, const char *path, struct comb_error *err)
{
    return open_library(out, path, false, err);
}

void comb_library_close(struct comb_library *library)
{
    if (!library)
        return;
    close_file(library);
    comb_buf_free(&library->path);
    free(library);
}

const char *comb_library_path(const struct comb_library *library)
{
    return comb_buf_text(&library->path);
}

int comb_library_begin(struct comb_library *library, struct comb_error *err)
{
    return comb_sql_run(library->db, "BEGIN IMMEDIATE", err);
}

bool comb_library_in_transaction(const struct comb_library *library)
{
    return sqlite3_get_autocommit(library->db) == 0;
}

int comb_library_end(struct comb_library *library, bool commit, struct comb_error *err)
{
    int code = comb_sql_run(library->db, commit ? "COMMIT" : "ROLLBACK", err);
    if (commit && code != COMB_OK && comb_library_in_transaction(library))
        comb_sql_run(library->db, "ROLLBACK", NULL); /* the disk is full: close the transaction */
    return code;
}
