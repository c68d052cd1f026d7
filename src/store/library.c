#define _POSIX_C_SOURCE 200809L
#include "store/library.h"

#include "base/file.h"
#include "store/library_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- puzzles ---- */

static int print_texts(struct comb_buf *text, struct comb_buf *canon, const struct comb_board *board,
                       struct comb_error *err)
{
    board->game->print(text, board->data);
    int code = board->game->canon ? board->game->canon(canon, board->data, err) : COMB_OK;
    if (!board->game->canon)
        comb_buf_add(canon, comb_buf_text(text), text->length);
    return code != COMB_OK ? code : text->failed || canon->failed ? comb_fail_memory(err) : COMB_OK;
}

/* The given title, or the board author's title. */
static const char *chosen_title(const struct comb_board *board, const struct comb_library_metadata *metadata)
{
    if (metadata && metadata->title && *metadata->title)
        return metadata->title;
    return board->game->board_title ? board->game->board_title(board->data) : NULL;
}

static int insert_puzzle(int64_t *id, struct comb_library *library, const struct comb_board *board, const char *text,
                         const char *canon, const struct comb_library_metadata *metadata, struct comb_error *err)
{
    const char *game = board->game->name;
    int code = comb_sql_exec(library->db, err,
                             "INSERT INTO puzzles (game, board, canon, title, source, added)"
                             " VALUES (?1, ?2, ?3, coalesce(?4, ''), coalesce(?5, ''), ?6)"
                             " ON CONFLICT (game, board) DO UPDATE SET deleted = NULL,"
                             " title = iif(title = '', excluded.title, title),"
                             " source = iif(source = '', excluded.source, source)",
                             "tttttd", game, text, canon, chosen_title(board, metadata),
                             metadata ? metadata->source : NULL, comb_unix_seconds());
    if (code == COMB_OK)
        code =
            comb_sql_int(id, library->db, err, "SELECT id FROM puzzles WHERE game = ? AND board = ?", "tt", game, text);
    return code;
}

int comb_library_save(int64_t *id, struct comb_library *library, const struct comb_board *board,
                      const struct comb_library_metadata *metadata, struct comb_error *err)
{
    struct comb_buf text = {0}, canon = {0};
    int code = print_texts(&text, &canon, board, err);
    if (code == COMB_OK)
        code = insert_puzzle(id, library, board, comb_buf_text(&text), comb_buf_text(&canon), metadata, err);
    comb_buf_free(&text);
    comb_buf_free(&canon);
    return code;
}

/* ---- boards being edited ---- */

/* Finds the entry that may be updated to the next state; COMB_NO if there is none. */
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

static const char *author_title(const struct comb_board *board)
{
    return board->game->board_title ? board->game->board_title(board->data) : NULL;
}

/* Whether the board text is stored, deleted or not. */
static int is_stored(bool *stored, struct comb_library *library, const char *game, const char *text,
                     struct comb_error *err)
{
    int64_t id;
    int code =
        comb_sql_int(&id, library->db, err, "SELECT id FROM puzzles WHERE game = ? AND board = ?", "tt", game, text);
    *stored = code == COMB_OK;
    return code == COMB_NO ? COMB_OK : code;
}

static int update_draft(struct comb_library *library, int64_t id, const struct comb_board *board,
                        const struct comb_board *before, struct comb_error *err)
{
    struct comb_buf text = {0}, canon = {0};
    int code = print_texts(&text, &canon, board, err);
    if (code == COMB_OK)
        code = comb_sql_exec(library->db, err,
                             "UPDATE puzzles SET board = ?1, canon = ?2, added = ?3,"
                             " title = iif(title = coalesce(?4, ''), coalesce(?5, ''), title) WHERE id = ?6",
                             "ttdtti", comb_buf_text(&text), comb_buf_text(&canon), comb_unix_seconds(),
                             author_title(before), author_title(board), id);
    comb_buf_free(&text);
    comb_buf_free(&canon);
    return code;
}

/* Saves the board as a normal puzzle and removes the previous state: the text is already stored, or there is no entry
 * to update. */
static int save_as_new(int64_t *id, struct comb_library *library, int64_t draft, const struct comb_board *board,
                       const struct comb_library_metadata *metadata, struct comb_error *err)
{
    int code = comb_library_save(id, library, board, metadata, err);
    if (code == COMB_OK && draft > 0 && draft != *id)
        code = comb_sql_exec(library->db, err, "DELETE FROM puzzles WHERE id = ?", "i", draft);
    return code;
}

static int revise_in_transaction(int64_t *id, struct comb_library *library, const struct comb_board *board,
                                 const struct comb_board *before, const struct comb_library_metadata *metadata,
                                 struct comb_error *err)
{
    struct comb_buf text = {0};
    bool stored = false;
    int code = find_draft(id, library, before, metadata->source, err);
    int64_t draft = code == COMB_OK ? *id : 0;
    board->game->print(&text, board->data);
    if (code == COMB_NO || code == COMB_OK)
        code = text.failed ? comb_fail_memory(err)
                           : is_stored(&stored, library, board->game->name, comb_buf_text(&text), err);
    if (code == COMB_OK && (stored || draft == 0))
        code = save_as_new(id, library, draft, board, metadata, err);
    else if (code == COMB_OK)
        code = update_draft(library, draft, board, before, err);
    comb_buf_free(&text);
    return code;
}

int comb_library_revise(int64_t *id, struct comb_library *library, const struct comb_board *board,
                        const struct comb_board *before, const struct comb_library_metadata *metadata,
                        struct comb_error *err)
{
    int code = comb_library_begin(library, err);
    if (code != COMB_OK)
        return code;
    code = revise_in_transaction(id, library, board, before, metadata, err);
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
    return comb_sql_exec(library->db, err,
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
        if (!value || row->board_format_only || !comb_list_contains(row->verbs, "solve"))
            continue;
        comb_buf_printf(out, "%s%s%s%s", out->length > 0 ? " " : "", row->name, *value ? "=" : "", value);
        if (row->kind == COMB_OPTION_FILE) {
            comb_buf_char(out, '@');
            comb_file_stamp(out, value);
        }
    }
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

/* Sets one "name=value" or "name" of a question. A file value ends before its stamp. */
static int set_question_option(struct comb_params *out, const struct comb_game *game, char *word,
                               struct comb_error *err)
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

int comb_library_parse_question(struct comb_params *out, const struct comb_game *game, const char *question,
                                struct comb_error *err)
{
    char *text = strdup(question), *rest = text;
    int code = text ? COMB_OK : comb_fail_memory(err);
    for (char *word; code == COMB_OK && (word = strtok_r(rest, " ", &rest));)
        code = set_question_option(out, game, word, err);
    free(text);
    return code == COMB_OK ? comb_params_defaults(out, game->options, err) : code;
}
