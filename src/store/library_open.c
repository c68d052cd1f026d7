/* Opening a library. A file that cannot be written (a read-only disk or folder, a full disk, a file of another user) is
 * opened for reading alone, so that it can still be searched, shown and exported:
 *
 *     read and write  ->  read only  ->  read only without the files that SQLite puts beside it
 *
 * The last one needs no room on the disk, but sees only what is in the file itself: it is not tried while a log (-wal)
 * lies beside it. An older version that cannot be brought up to date on the disk is, in a copy in memory. */
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

static const double SWEEP_SECONDS = 30.0 * 86400; /* how long a deleted puzzle can be had back */

static void close_file(struct comb_library *library)
{
    sqlite3_close(library->db);
    library->db = NULL;
}

static int connect_to(struct comb_library *library, const char *name, int flags, struct comb_error *err)
{
    if (sqlite3_open_v2(name, &library->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return comb_fail(err, COMB_IO, "cannot open the library '%.150s': %s", comb_library_path(library),
                         library->db ? sqlite3_errmsg(library->db) : "out of memory");
    sqlite3_busy_timeout(library->db, BUSY_MILLISECONDS);
    sqlite3_limit(library->db, SQLITE_LIMIT_LENGTH, 256 << 20);
    sqlite3_db_config(library->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(library->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    int code = comb_library_learn_fold(library, err);
    return code == COMB_OK ? comb_library_learn_mac(library, err) : code;
}

/* ---- read and write ---- */

static int open_to_write(struct comb_library *library, const char *name, struct comb_error *err)
{
    int code = connect_to(library, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (code == COMB_OK && sqlite3_db_readonly(library->db, "main") == 1)
        code = comb_fail(err, COMB_IO, "the library is read-only");
    if (code == COMB_OK)
        code = comb_schema_update(library->db, err);
    if (code == COMB_OK)
        code = comb_sql_run(library->db,
                            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", err);
    if (code == COMB_OK) /* what cannot be swept today can be tomorrow */
        comb_sql_do(library->db, NULL, "DELETE FROM puzzles WHERE deleted < ?", "d",
                    comb_library_now() - SWEEP_SECONDS);
    return code;
}

/* ---- read only ---- */

static int copy_all(sqlite3 *to, sqlite3 *from, struct comb_error *err)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    int step = copy ? sqlite3_backup_step(copy, -1) : SQLITE_ERROR;
    sqlite3_backup_finish(copy);
    return step == SQLITE_DONE ? COMB_OK
                               : comb_fail(err, COMB_IO, "the library cannot be read: %s", sqlite3_errstr(step));
}

/* Nothing must be written to the copy: it would be lost. */
static int update_in_memory(struct comb_library *library, struct comb_error *err)
{
    sqlite3 *file = library->db;
    int code = connect_to(library, ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (code == COMB_OK)
        code = copy_all(library->db, file, err);
    if (code == COMB_OK)
        code = comb_schema_update(library->db, err);
    if (code == COMB_OK)
        code = comb_sql_run(library->db, "PRAGMA query_only = ON", err);
    sqlite3_close(file);
    return code;
}

static int open_to_read(struct comb_library *library, const char *name, int flags, struct comb_error *err)
{
    bool current = true;
    close_file(library);
    int code = connect_to(library, name, SQLITE_OPEN_READONLY | flags, err);
    if (code == COMB_OK)
        code = comb_schema_check(&current, library->db, err);
    return code == COMB_OK && !current ? update_in_memory(library, err) : code;
}

/* The path as a URI that says that nobody changes the file. */
static int open_unchanging(struct comb_library *library, const char *path, struct comb_error *err)
{
    struct comb_buf name = {0};
    comb_buf_str(&name, "file:");
    for (const char *c = path; *c; c++)
        comb_buf_printf(&name, strchr("?#%", *c) ? "%%%02x" : "%c", (unsigned char)*c);
    comb_buf_str(&name, "?immutable=1");
    int code = name.failed ? comb_fail_memory(err) : open_to_read(library, name.data, SQLITE_OPEN_URI, err);
    comb_buf_free(&name);
    return code;
}

static bool has_bytes(const char *path, const char *ending)
{
    struct stat status;
    struct comb_buf name = {0};
    comb_buf_printf(&name, "%s%s", path, ending);
    bool has = !name.failed && stat(name.data, &status) == 0 && status.st_size > 0;
    comb_buf_free(&name);
    return has;
}

/* The error is the first one, why the file cannot be written, unless the file turns out to be no library. */
static int open_file(struct comb_library *library, const char *name, struct comb_error *err)
{
    int code = open_to_write(library, name, err);
    if (code != COMB_IO || !has_bytes(name, ""))
        return code;
    struct comb_error trouble = {0};
    int again = open_to_read(library, name, 0, &trouble);
    if (again == COMB_IO && !has_bytes(name, "-wal"))
        again = open_unchanging(library, name, &trouble);
    if (again == COMB_OK || again == COMB_IO)
        return again == COMB_OK ? COMB_OK : code;
    if (err)
        *err = trouble;
    return again;
}

/* ---- open and close ---- */

static int name_file(struct comb_library *library, const char *path, struct comb_error *err)
{
    if (!path)
        return comb_data_file(&library->path, "library.db", err);
    comb_buf_str(&library->path, path);
    return library->path.failed ? comb_fail_memory(err) : COMB_OK;
}

/* Without `makes`, a library of nobody stands in for the missing one of the data folder: in memory, and empty. */
static int open_library(struct comb_library **out, const char *path, bool makes, struct comb_error *err)
{
    struct comb_library *library = *out = calloc(1, sizeof *library);
    if (!library)
        return comb_fail_memory(err);
    int code = name_file(library, path, err);
    bool missing = code == COMB_OK && !makes && access(library->path.data, F_OK) != 0;
    if (missing && path)
        code = comb_fail(err, COMB_BAD_INPUT, "there is no library '%.150s'", path);
    if (code == COMB_OK && makes && !path)
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

int comb_library_open_kept(struct comb_library **out, const char *path, struct comb_error *err)
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

double comb_library_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
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
        comb_sql_run(library->db, "ROLLBACK", NULL); /* the disk is full: what was begun must not stay open */
    return code;
}
