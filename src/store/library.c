#define _POSIX_C_SOURCE 200809L
#include "store/library.h"

#include "base/file.h"
#include "store/library_parts.h"

#include <stdlib.h>
#include <string.h>

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
