/* Searches puzzles and makes small changes: titles, tags, deletions. */
#include "store/library.h"

#include "base/escape.h"
#include "store/library_parts.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { MAX_SEARCH_LENGTH = 10000, MAX_SEARCH_WORDS = 200 }; /* well below SQLite's own limits */

/* ---- outcome of a puzzle ---- */

/* Outcome of an answer, best first. A puzzle has the best outcome of its answers. */
enum outcome { OUTCOME_SOLVED, OUTCOME_PART, OUTCOME_STUCK, OUTCOME_NONE };

static const char *const outcome_names[] = {"solved", "partly solved", "stuck", "no solution"};

/* SQL: the outcome of an answer as a number; NULL if it answers nothing. The "solved" member of the answer decides if
 * there is one: a position is answered (code 0) by its next cells, and a panel with two solutions has no unique one
 * (code 1). A position without deductions while numbers are missing is not stuck but open. */
#define OUTCOME                                                                                                        \
    "CASE WHEN code NOT IN (0, 1) OR NOT json_valid(answer) THEN NULL"                                                 \
    " WHEN coalesce(json_extract(answer, '$.solved'), code = 0) THEN 0"                                                \
    " WHEN code = 0 THEN 1"                                                                                            \
    " WHEN json_extract(answer, '$.missing') > 0 AND json_extract(answer, '$.contradiction') IS NULL THEN NULL"        \
    " WHEN json_extract(answer, '$.left') > 0 AND json_extract(answer, '$.contradiction') IS NULL THEN 2"              \
    " ELSE 3 END"

#define OUTCOME_OF_PUZZLE "(SELECT min(" OUTCOME ") FROM answers WHERE puzzle = id)"

/* 2 * outcome, plus 1 if unverified: among equal answers the verified one comes first. */
#define RANK "2 * (" OUTCOME ") + NOT verified(game, board, question, code, answer, mac)"
#define RANK_OF_PUZZLE "(SELECT min(" RANK ") FROM answers WHERE puzzle = id)"

static void set_outcome(struct comb_json *build, json_t *object, sqlite3_stmt *row, int column)
{
    bool answered = sqlite3_column_type(row, column) != SQLITE_NULL;
    int rank = sqlite3_column_int(row, column);
    int outcome = rank / 2;
    comb_json_set(build, object, "solved", comb_json_bool(build, answered && outcome == OUTCOME_SOLVED));
    comb_json_set(build, object, "answered", comb_json_bool(build, answered));
    comb_json_set(build, object, "outcome", comb_json_string(build, answered ? outcome_names[outcome] : "open"));
    comb_json_set(build, object, "verified", comb_json_bool(build, answered && rank % 2 == 0));
}

/* ---- a puzzle as JSON ---- */

#define PUZZLE_COLUMNS                                                                                                 \
    "id, game, title, source, board, added,"                                                                           \
    " (SELECT json_group_array(tag) FROM (SELECT tag FROM tags WHERE puzzle = id ORDER BY tag)),"                      \
    " (SELECT count(*) FROM answers WHERE puzzle = id),"                                                               \
    " " RANK_OF_PUZZLE

static json_t *json_column(struct comb_json *build, sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    json_t *value = NULL;
    if (text && comb_json_parse(&value, text, (size_t)sqlite3_column_bytes(statement, column), NULL) == COMB_OK)
        return value;
    return comb_json_string(build, text ? text : "");
}

/* The board text in the current format; an earlier version may have stored it. */
static json_t *board_text(struct comb_json *build, sqlite3_stmt *row)
{
    struct comb_buf text = {0};
    const char *name = (const char *)sqlite3_column_text(row, 1);
    const char *stored = (const char *)sqlite3_column_text(row, 4);
    comb_board_update_text(&text, comb_game_find(name ? name : ""), stored ? stored : "");
    build->failed |= text.failed;
    json_t *value = comb_json_string(build, comb_buf_text(&text));
    comb_buf_free(&text);
    return value;
}

static json_t *puzzle_object(struct comb_json *build, sqlite3_stmt *row)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "id", comb_json_int(build, sqlite3_column_int64(row, 0)));
    comb_json_set(build, object, "game", comb_sql_text(build, row, 1));
    comb_json_set(build, object, "title", comb_sql_text(build, row, 2));
    comb_json_set(build, object, "source", comb_sql_text(build, row, 3));
    comb_json_set(build, object, "board", board_text(build, row));
    comb_json_set(build, object, "added", comb_json_real(build, sqlite3_column_double(row, 5)));
    comb_json_set(build, object, "tags", json_column(build, row, 6));
    comb_json_set(build, object, "answers", comb_json_int(build, sqlite3_column_int64(row, 7)));
    set_outcome(build, object, row, 8);
    return object;
}

static json_t *answer_object(struct comb_json *build, sqlite3_stmt *row)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "question", comb_sql_text(build, row, 0));
    comb_json_set(build, object, "code", comb_json_int(build, sqlite3_column_int64(row, 1)));
    comb_json_set(build, object, "answer", json_column(build, row, 2));
    comb_json_set(build, object, "seconds", comb_json_real(build, sqlite3_column_double(row, 3)));
    comb_json_set(build, object, "made", comb_json_real(build, sqlite3_column_double(row, 4)));
    set_outcome(build, object, row, 5);
    return object;
}

/* Collects all rows of a statement in an array and finalizes it. `code` is the result of preparing it. */
static int collect_rows(json_t **out, int code, sqlite3_stmt *statement,
                        json_t *(*object)(struct comb_json *build, sqlite3_stmt *row), struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *array = comb_json_array(&build);
    while (code == COMB_OK && !build.failed) {
        code = comb_sql_step(statement, err);
        if (code == COMB_OK)
            comb_json_push(&build, array, object(&build, statement));
    }
    sqlite3_finalize(statement);
    if (code != COMB_OK && code != COMB_NO) {
        json_decref(array);
        return code;
    }
    return comb_json_finish(out, &build, array, err);
}

static int load_answers(json_t **out, struct comb_library *library, int64_t id, struct comb_error *err)
{
    sqlite3_stmt *statement = NULL;
    int code = comb_sql_prepare(&statement, library->db, err,
                                "SELECT question, code, answer, seconds, made, " RANK
                                " FROM answers JOIN puzzles ON id = puzzle WHERE puzzle = ? ORDER BY question",
                                "i", id);
    return collect_rows(out, code, statement, answer_object, err);
}

int comb_library_show(json_t **out, struct comb_library *library, int64_t id, bool whole, struct comb_error *err)
{
    sqlite3_stmt *statement = NULL;
    json_t *found = NULL, *answers = NULL;
    *out = NULL;
    int code = comb_sql_prepare(&statement, library->db, err,
                                "SELECT " PUZZLE_COLUMNS " FROM puzzles WHERE id = ? AND deleted IS NULL", "i", id);
    code = collect_rows(&found, code, statement, puzzle_object, err);
    if (code == COMB_OK && json_array_size(found) == 0)
        code = comb_fail(err, COMB_NO, "the library has no puzzle %lld", (long long)id);
    if (code == COMB_OK && whole)
        code = load_answers(&answers, library, id, err);
    if (code == COMB_OK) {
        *out = json_incref(json_array_get(found, 0));
        if (whole && json_object_set(*out, "answers", answers) != 0)
            code = comb_fail_memory(err);
    }
    json_decref(found);
    json_decref(answers);
    return code;
}

/* ---- search ---- */

static bool is_ascii(const unsigned char *text, int length)
{
    for (int i = 0; i < length; i++)
        if (text[i] >= 0x80)
            return false;
    return true;
}

/* SQL function fold(text): removes case and accents. LIKE only knows the two cases of A to Z, and nobody types accents
 * to search. */
static void sql_fold(sqlite3_context *context, int count, sqlite3_value **values)
{
    const unsigned char *text = sqlite3_value_text(values[0]);
    int length = sqlite3_value_bytes(values[0]);
    utf8proc_uint8_t *folded = NULL;
    (void)count;
    utf8proc_ssize_t size =
        !text || is_ascii(text, length)
            ? -1
            : utf8proc_map(text, length, &folded, UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK);
    if (size < 0) /* nothing to fold, or invalid UTF-8 */
        sqlite3_result_value(context, values[0]);
    else
        sqlite3_result_text(context, (const char *)folded, (int)size, free);
}

int comb_library_register_fold(struct comb_library *library, struct comb_error *err)
{
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    return sqlite3_create_function(library->db, "fold", 1, flags, NULL, sql_fold, NULL, NULL) == SQLITE_OK
               ? COMB_OK
               : comb_fail_memory(err);
}

static int check_search(const char *text, struct comb_error *err)
{
    size_t words = 0, length = strlen(text);
    for (const char *c = text; *c; c++)
        words += *c != ' ' && (c[1] == ' ' || c[1] == '\0');
    if (length > MAX_SEARCH_LENGTH || words > MAX_SEARCH_WORDS)
        return comb_fail(err, COMB_BAD_INPUT, "search text too long: at most %d words and %d characters",
                         MAX_SEARCH_WORDS, MAX_SEARCH_LENGTH);
    return COMB_OK;
}

/* Requires every word to occur somewhere; quotes the pattern characters of LIKE. */
static void add_words(struct comb_buf *sql, const char *text)
{
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        char *quoted = sqlite3_mprintf("%.*q", (int)length, text);
        comb_buf_str(sql, " AND fold(title || ' ' || source || ' ' || board || ' ' || game || ' ' ||"
                          " coalesce((SELECT group_concat(tag, ' ') FROM tags WHERE puzzle = id), ''))"
                          " LIKE fold('%");
        for (const char *c = quoted; c && *c; c++)
            comb_buf_printf(sql, "%s%c", *c == '%' || *c == '_' || *c == '\\' ? "\\" : "", *c);
        comb_buf_str(sql, "%') ESCAPE '\\'");
        sql->failed |= quoted == NULL;
        sqlite3_free(quoted);
        text += length;
    }
}

int comb_library_search(json_t **out, struct comb_library *library, const struct comb_library_query *query,
                        struct comb_error *err)
{
    sqlite3_stmt *statement = NULL;
    struct comb_buf sql = {0};
    *out = NULL;
    if (query->text && check_search(query->text, err) != COMB_OK)
        return COMB_BAD_INPUT;
    comb_buf_printf(&sql,
                    "SELECT " PUZZLE_COLUMNS " FROM puzzles WHERE deleted IS %s NULL"
                    " AND (?1 IS NULL OR game = ?1)"
                    " AND (?2 IS NULL OR EXISTS (SELECT 1 FROM tags WHERE puzzle = id AND tag = ?2))",
                    query->deleted ? "NOT" : "");
    if (query->text)
        add_words(&sql, query->text);
    comb_buf_str(&sql, " ORDER BY added DESC, id DESC LIMIT ?3 OFFSET ?4");
    int code = sql.failed ? comb_fail_memory(err)
                          : comb_sql_prepare(&statement, library->db, err, comb_buf_text(&sql), "ttii", query->game,
                                             query->tag, query->limit > 0 ? (int64_t)query->limit : (int64_t)-1,
                                             (int64_t)query->offset);
    comb_buf_free(&sql);
    return collect_rows(out, code, statement, puzzle_object, err);
}

static json_t *group_object(struct comb_json *build, sqlite3_stmt *row)
{
    return json_column(build, row, 0);
}

int comb_library_duplicates(json_t **out, struct comb_library *library, struct comb_error *err)
{
    sqlite3_stmt *statement = NULL;
    int code = comb_sql_prepare(&statement, library->db, err,
                                "SELECT json_group_array(id) FROM puzzles WHERE deleted IS NULL"
                                " GROUP BY game, canon HAVING count(*) > 1 ORDER BY min(id)",
                                "");
    return collect_rows(out, code, statement, group_object, err);
}

/* ---- changes ---- */

/* Returns COMB_NO if the last statement changed nothing. */
static int require_change(struct comb_library *library, int code, int64_t id, struct comb_error *err)
{
    if (code == COMB_OK && sqlite3_changes(library->db) == 0)
        return comb_fail(err, COMB_NO, "the library has no puzzle %lld", (long long)id);
    return code;
}

int comb_library_rename(struct comb_library *library, int64_t id, const char *title, struct comb_error *err)
{
    int code = comb_sql_exec(library->db, err, "UPDATE puzzles SET title = ? WHERE id = ? AND deleted IS NULL", "ti",
                             title, id);
    return require_change(library, code, id, err);
}

static int remove_tag(struct comb_library *library, int64_t id, const char *tag, struct comb_error *err)
{
    int64_t found_id;
    int code =
        comb_sql_int(&found_id, library->db, err, "SELECT id FROM puzzles WHERE id = ? AND deleted IS NULL", "i", id);
    if (code == COMB_NO)
        return comb_fail(err, COMB_NO, "the library has no puzzle %lld", (long long)id);
    if (code == COMB_OK)
        code = comb_sql_exec(library->db, err, "DELETE FROM tags WHERE puzzle = ? AND tag = ?", "it", id, tag);
    if (code == COMB_OK && sqlite3_changes(library->db) == 0)
        return comb_fail(err, COMB_NO, "puzzle %lld has no tag '%.40s'", (long long)id, tag);
    return code;
}

int comb_library_check_tag(const char *tag, struct comb_error *err)
{
    if (*tag && !strchr(tag, ' ') && comb_escape_is_safe(tag, strlen(tag), COMB_ESCAPE_FIELD))
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "'%.40s' is not a tag: expected one word without control characters", tag);
}

int comb_library_tag(struct comb_library *library, int64_t id, const char *tag, bool add, struct comb_error *err)
{
    int code = add ? comb_library_check_tag(tag, err) : COMB_OK;
    if (code != COMB_OK)
        return code;
    if (!add)
        return remove_tag(library, id, tag, err);
    code = comb_sql_exec(library->db, err,
                         "INSERT INTO tags (puzzle, tag) SELECT id, ?2 FROM puzzles WHERE id = ?1 AND deleted IS NULL"
                         " ON CONFLICT DO UPDATE SET tag = excluded.tag",
                         "it", id, tag);
    return require_change(library, code, id, err);
}

int comb_library_delete(struct comb_library *library, int64_t id, struct comb_error *err)
{
    int code = comb_sql_exec(library->db, err, "UPDATE puzzles SET deleted = ? WHERE id = ? AND deleted IS NULL", "di",
                             comb_unix_seconds(), id);
    return require_change(library, code, id, err);
}

int comb_library_undo(int64_t *id, struct comb_library *library, struct comb_error *err)
{
    int64_t requested = *id;
    int code = comb_sql_int(id, library->db, err,
                            "SELECT id FROM puzzles WHERE deleted IS NOT NULL AND ?1 IN (0, id)"
                            " ORDER BY deleted DESC, id DESC",
                            "i", requested);
    if (code == COMB_NO && requested)
        return comb_fail(err, COMB_NO, "the library has no deleted puzzle %lld", (long long)requested);
    if (code == COMB_NO)
        return comb_fail(err, COMB_NO, "no deleted puzzle to restore");
    if (code == COMB_OK)
        code = comb_sql_exec(library->db, err, "UPDATE puzzles SET deleted = NULL WHERE id = ?", "i", *id);
    return code;
}

/* ---- statistics ---- */

static json_t *game_counts(struct comb_json *build, sqlite3_stmt *row)
{
    json_t *counts = comb_json_array(build);
    comb_json_push(build, counts, comb_sql_text(build, row, 0));
    comb_json_push(build, counts, comb_json_int(build, sqlite3_column_int64(row, 1)));
    comb_json_push(build, counts, comb_json_int(build, sqlite3_column_int64(row, 2)));
    comb_json_push(build, counts, comb_json_int(build, sqlite3_column_int64(row, 3)));
    return counts;
}

int comb_library_count(json_t **out, struct comb_library *library, struct comb_error *err)
{
    sqlite3_stmt *statement = NULL;
    json_t *rows = NULL;
    int64_t bytes = 0;
    int code = comb_sql_prepare(&statement, library->db, err,
                                "SELECT game, count(*), sum(outcome = 0), count(outcome) FROM"
                                " (SELECT game, " OUTCOME_OF_PUZZLE " AS outcome FROM puzzles WHERE deleted IS NULL)"
                                " GROUP BY game ORDER BY game",
                                "");
    code = collect_rows(&rows, code, statement, game_counts, err);
    if (code == COMB_OK)
        code = comb_sql_int(&bytes, library->db, err,
                            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()", "");
    if (code != COMB_OK) {
        json_decref(rows);
        return code;
    }
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build), *games = comb_json_object(&build);
    long long puzzles = 0, solved = 0, answered = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        puzzles += json_integer_value(json_array_get(row, 1));
        solved += json_integer_value(json_array_get(row, 2));
        answered += json_integer_value(json_array_get(row, 3));
        comb_json_set(&build, games, json_string_value(json_array_get(row, 0)), json_incref(json_array_get(row, 1)));
    }
    json_decref(rows);
    comb_json_set(&build, root, "puzzles", comb_json_int(&build, puzzles));
    comb_json_set(&build, root, "solved", comb_json_int(&build, solved));
    comb_json_set(&build, root, "answered", comb_json_int(&build, answered));
    comb_json_set(&build, root, "games", games);
    comb_json_set(&build, root, "bytes", comb_json_int(&build, bytes));
    return comb_json_finish(out, &build, root, err);
}
