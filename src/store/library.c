#define _POSIX_C_SOURCE 200809L
#include "store/library.h"

#include "base/file.h"
#include "store/library_parts.h"
#include "store/schema.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 5000 };

static const double SWEEP_SECONDS = 30.0 * 86400; /* how long a deleted puzzle can be had back */

/* ---- open and close ---- */

static int make_folder(const char *path, struct comb_error *err)
{
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return COMB_OK;
    return comb_fail(err, COMB_IO, "cannot make the folder '%.150s': %s", path, strerror(errno));
}

/* Every folder on the way to the file's name. */
static int make_folders(char *path, struct comb_error *err)
{
    int code = COMB_OK;
    for (char *slash = strchr(path + 1, '/'); code == COMB_OK && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        code = make_folder(path, err);
        *slash = '/';
    }
    return code;
}

static int default_name(struct comb_buf *out, struct comb_error *err)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data && data[0] == '/')
        comb_buf_printf(out, "%s/comb/library.db", data);
    else if (home && home[0] == '/')
        comb_buf_printf(out, "%s/.local/share/comb/library.db", home);
    else
        return comb_fail(err, COMB_BAD_INPUT, "no data folder is known (HOME is not set): say --db FILE");
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

static int prepare_file(struct comb_library *library, struct comb_error *err)
{
    sqlite3_busy_timeout(library->db, BUSY_MILLISECONDS);
    sqlite3_limit(library->db, SQLITE_LIMIT_LENGTH, 256 << 20);
    sqlite3_db_config(library->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(library->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    int code = comb_library_learn_fold(library, err);
    if (code == COMB_OK)
        code = comb_schema_update(library->db, err);
    if (code == COMB_OK)
        code = comb_sql_run(library->db,
                            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", err);
    if (code == COMB_OK)
        code = comb_sql_do(library->db, err, "DELETE FROM puzzles WHERE deleted < ?", "d",
                           comb_library_now() - SWEEP_SECONDS);
    return code;
}

static int name_file(struct comb_library *library, const char *path, struct comb_error *err)
{
    if (!path)
        return default_name(&library->path, err);
    comb_buf_str(&library->path, path);
    return library->path.failed ? comb_fail_memory(err) : COMB_OK;
}

static int open_file(struct comb_library *library, const char *file, struct comb_error *err)
{
    if (sqlite3_open_v2(file, &library->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return comb_fail(err, COMB_IO, "cannot open the library '%.150s': %s", file,
                         library->db ? sqlite3_errmsg(library->db) : "out of memory");
    return prepare_file(library, err);
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
        code = make_folders(library->path.data, err);
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
    sqlite3_close(library->db);
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

int comb_library_end(struct comb_library *library, bool commit, struct comb_error *err)
{
    return comb_sql_run(library->db, commit ? "COMMIT" : "ROLLBACK", err);
}

/* ---- puzzles ---- */

static int texts_of(struct comb_buf *text, struct comb_buf *canon, const struct comb_board *board,
                    struct comb_error *err)
{
    board->game->print(text, board->data);
    int code = board->game->canon ? board->game->canon(canon, board->data, err) : COMB_OK;
    if (!board->game->canon)
        comb_buf_add(canon, comb_buf_text(text), text->length);
    return code != COMB_OK ? code : text->failed || canon->failed ? comb_fail_memory(err) : COMB_OK;
}

/* The title that was given, or what the board's maker calls it. */
static const char *title_of(const struct comb_board *board, const struct comb_library_new *about)
{
    if (about && about->title && *about->title)
        return about->title;
    return board->game->board_title ? board->game->board_title(board->data) : NULL;
}

static int keep_texts(int64_t *id, struct comb_library *library, const struct comb_board *board, const char *text,
                      const char *canon, const struct comb_library_new *about, struct comb_error *err)
{
    const char *game = board->game->name;
    int code = comb_sql_do(library->db, err,
                           "INSERT INTO puzzles (game, board, canon, title, source, added)"
                           " VALUES (?1, ?2, ?3, coalesce(?4, ''), coalesce(?5, ''), ?6)"
                           " ON CONFLICT (game, board) DO UPDATE SET deleted = NULL,"
                           " title = iif(title = '', excluded.title, title),"
                           " source = iif(source = '', excluded.source, source)",
                           "tttttd", game, text, canon, title_of(board, about), about ? about->source : NULL,
                           comb_library_now());
    if (code == COMB_OK)
        code =
            comb_sql_int(id, library->db, err, "SELECT id FROM puzzles WHERE game = ? AND board = ?", "tt", game, text);
    return code;
}

int comb_library_keep(int64_t *id, struct comb_library *library, const struct comb_board *board,
                      const struct comb_library_new *about, struct comb_error *err)
{
    struct comb_buf text = {0}, canon = {0};
    int code = texts_of(&text, &canon, board, err);
    if (code == COMB_OK)
        code = keep_texts(id, library, board, comb_buf_text(&text), comb_buf_text(&canon), about, err);
    comb_buf_free(&text);
    comb_buf_free(&canon);
    return code;
}

/* ---- boards being made ---- */

/* The entry that may become another board: COMB_NO where there is none. */
static int find_draft(int64_t *id, struct comb_library *library, const struct comb_board *before, const char *source,
                      struct comb_error *err)
{
    struct comb_buf text = {0};
    *id = 0;
    if (!before)
        return COMB_NO;
    before->game->print(&text, before->data);
    int code = text.failed ? comb_fail_memory(err)
                           : comb_sql_int(id, library->db, err,
                                          "SELECT id FROM puzzles WHERE game = ? AND board = ? AND source = ?"
                                          " AND deleted IS NULL"
                                          " AND NOT EXISTS (SELECT 1 FROM answers WHERE puzzle = id)"
                                          " AND NOT EXISTS (SELECT 1 FROM tags WHERE puzzle = id)",
                                          "ttt", before->game->name, comb_buf_text(&text), source);
    comb_buf_free(&text);
    return code;
}

static const char *own_title(const struct comb_board *board)
{
    return board->game->board_title ? board->game->board_title(board->data) : NULL;
}

/* What is written, deleted or not: a board text is there once. */
static int is_written(bool *written, struct comb_library *library, const char *game, const char *text,
                      struct comb_error *err)
{
    int64_t id;
    int code =
        comb_sql_int(&id, library->db, err, "SELECT id FROM puzzles WHERE game = ? AND board = ?", "tt", game, text);
    *written = code == COMB_OK;
    return code == COMB_NO ? COMB_OK : code;
}

static int update_draft(struct comb_library *library, int64_t id, const struct comb_board *board,
                        const struct comb_board *before, struct comb_error *err)
{
    struct comb_buf text = {0}, canon = {0};
    int code = texts_of(&text, &canon, board, err);
    if (code == COMB_OK)
        code = comb_sql_do(library->db, err,
                           "UPDATE puzzles SET board = ?1, canon = ?2, added = ?3,"
                           " title = iif(title = coalesce(?4, ''), coalesce(?5, ''), title) WHERE id = ?6",
                           "ttdtti", comb_buf_text(&text), comb_buf_text(&canon), comb_library_now(), own_title(before),
                           own_title(board), id);
    comb_buf_free(&text);
    comb_buf_free(&canon);
    return code;
}

/* Something else has this text, or nothing can become it: it is kept as any board, and the state before goes. */
static int keep_instead(int64_t *id, struct comb_library *library, int64_t draft, const struct comb_board *board,
                        const struct comb_library_new *about, struct comb_error *err)
{
    int code = comb_library_keep(id, library, board, about, err);
    if (code == COMB_OK && draft > 0 && draft != *id)
        code = comb_sql_do(library->db, err, "DELETE FROM puzzles WHERE id = ?", "i", draft);
    return code;
}

static int revise(int64_t *id, struct comb_library *library, const struct comb_board *board,
                  const struct comb_board *before, const struct comb_library_new *about, struct comb_error *err)
{
    struct comb_buf text = {0};
    bool written = false;
    int code = find_draft(id, library, before, about->source, err);
    int64_t draft = code == COMB_OK ? *id : 0;
    board->game->print(&text, board->data);
    if (code == COMB_NO || code == COMB_OK)
        code = text.failed ? comb_fail_memory(err)
                           : is_written(&written, library, board->game->name, comb_buf_text(&text), err);
    if (code == COMB_OK && (written || draft == 0))
        code = keep_instead(id, library, draft, board, about, err);
    else if (code == COMB_OK)
        code = update_draft(library, draft, board, before, err);
    comb_buf_free(&text);
    return code;
}

int comb_library_revise(int64_t *id, struct comb_library *library, const struct comb_board *board,
                        const struct comb_board *before, const struct comb_library_new *about, struct comb_error *err)
{
    int code = comb_library_begin(library, err);
    if (code != COMB_OK)
        return code;
    code = revise(id, library, board, before, about, err);
    if (code == COMB_OK)
        return comb_library_end(library, true, err);
    comb_library_end(library, false, NULL);
    return code;
}

int comb_library_find(int64_t *id, struct comb_library *library, const struct comb_board *board, struct comb_error *err)
{
    struct comb_buf text = {0};
    board->game->print(&text, board->data);
    int code = text.failed ? comb_fail_memory(err)
                           : comb_sql_int(id, library->db, err,
                                          "SELECT id FROM puzzles WHERE game = ? AND board = ? AND deleted IS NULL",
                                          "tt", board->game->name, comb_buf_text(&text));
    comb_buf_free(&text);
    return code;
}

int comb_library_withdraw(struct comb_library *library, int64_t id, const char *title, struct comb_error *err)
{
    return comb_sql_do(library->db, err,
                       "DELETE FROM puzzles WHERE id = ? AND title = ? AND deleted IS NULL"
                       " AND NOT EXISTS (SELECT 1 FROM answers WHERE puzzle = id)"
                       " AND NOT EXISTS (SELECT 1 FROM tags WHERE puzzle = id)",
                       "it", id, title);
}

/* ---- answers ---- */

int comb_library_question(struct comb_buf *out, const struct comb_game *game, const struct comb_params *params,
                          struct comb_error *err)
{
    for (const struct comb_option *row = game->options; row && row->name; row++) {
        const char *value = comb_params_text(params, row->name, NULL);
        if (!value || row->tells_board || !comb_list_holds(row->verbs, "solve"))
            continue;
        comb_buf_printf(out, "%s%s%s%s", out->length > 0 ? " " : "", row->name, *value ? "=" : "", value);
        if (row->kind == COMB_OPTION_FILE) {
            comb_buf_char(out, '@');
            comb_file_stamp(out, value);
        }
    }
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

/* One "name=value" or "name" of a question; a file's value ends before its stamp. */
static int set_asked(struct comb_params *out, const struct comb_game *game, char *word, struct comb_error *err)
{
    char *value = strchr(word, '=');
    if (value)
        *value++ = '\0';
    const struct comb_option *row = comb_option_find(game->options, word);
    char *stamp = row && value && row->kind == COMB_OPTION_FILE ? strrchr(value, '@') : NULL;
    if (stamp)
        *stamp = '\0';
    return row ? comb_params_set(out, row, value, err)
               : comb_fail(err, COMB_BAD_INPUT, "%s has no option '%.40s'", game->name, word);
}

int comb_library_asked(struct comb_params *out, const struct comb_game *game, const char *question,
                       struct comb_error *err)
{
    char *text = strdup(question), *rest = text;
    int code = text ? COMB_OK : comb_fail_memory(err);
    for (char *word; code == COMB_OK && (word = strtok_r(rest, " ", &rest));)
        code = set_asked(out, game, word, err);
    free(text);
    return code == COMB_OK ? comb_params_defaults(out, game->options, err) : code;
}

int comb_library_remember(struct comb_library *library, int64_t puzzle, const char *question, int code,
                          const json_t *answer, double seconds, struct comb_error *err)
{
    struct comb_buf text = {0};
    comb_json_print(&text, answer);
    int kept =
        text.failed
            ? comb_fail_memory(err)
            : comb_sql_do(library->db, err,
                          "INSERT OR REPLACE INTO answers (puzzle, question, code, answer, seconds, made)"
                          " VALUES (?, ?, ?, ?, ?, ?)",
                          "ititdd", puzzle, question, (int64_t)code, comb_buf_text(&text), seconds, comb_library_now());
    comb_buf_free(&text);
    return kept;
}

static int find_answer(sqlite3_stmt **out, struct comb_library *library, const struct comb_board *board,
                       const char *question, struct comb_error *err)
{
    struct comb_buf text = {0};
    board->game->print(&text, board->data);
    int code = text.failed ? comb_fail_memory(err)
                           : comb_sql_prepare(out, library->db, err,
                                              "SELECT answer, code FROM answers JOIN puzzles ON id = puzzle"
                                              " WHERE game = ? AND board = ? AND question = ? AND deleted IS NULL",
                                              "ttt", board->game->name, comb_buf_text(&text), question);
    comb_buf_free(&text);
    return code == COMB_OK ? comb_sql_step(*out, err) : code;
}

int comb_library_recall(json_t **answer, int *code, struct comb_library *library, const struct comb_board *board,
                        const char *question, struct comb_error *err)
{
    sqlite3_stmt *statement = NULL;
    *answer = NULL;
    int found = find_answer(&statement, library, board, question, err);
    if (found == COMB_OK) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        *code = sqlite3_column_int(statement, 1);
        /* what cannot be read counts as not there */
        if (text && comb_json_parse(answer, text, (size_t)sqlite3_column_bytes(statement, 0), NULL) != COMB_OK)
            *answer = NULL;
    }
    sqlite3_finalize(statement);
    return found == COMB_NO ? COMB_OK : found;
}
