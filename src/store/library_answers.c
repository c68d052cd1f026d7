/* Storing answers and finding them again, each with the code that shows whether this program wrote it. */
#include "store/library.h"

#include "store/library_parts.h"

#include <string.h>

/* NULL: there is none, and none can be made. Asked of the disk once, and again where one is to be made. */
static const struct comb_answer_key *key_of(struct comb_library *library, bool make)
{
    if (library->key_state == COMB_KEY_NOT_READ || (library->key_state == COMB_KEY_MISSING && make))
        library->key_state =
            comb_answer_key_open(&library->key, make, NULL) == COMB_OK ? COMB_KEY_THERE : COMB_KEY_MISSING;
    return library->key_state == COMB_KEY_THERE ? &library->key : NULL;
}

/* ---- verified(game, board, question, code, answer, mac) for SQL ---- */

/* NULL for what is no text, or one with a zero byte in it: such a text is none of ours. */
static const char *text_value(sqlite3_value *value)
{
    const char *text = sqlite3_value_type(value) == SQLITE_TEXT ? (const char *)sqlite3_value_text(value) : NULL;
    return text && strlen(text) == (size_t)sqlite3_value_bytes(value) ? text : NULL;
}

static void verified(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct comb_library *library = sqlite3_user_data(context);
    const struct comb_answer_key *key = sqlite3_value_type(values[5]) == SQLITE_BLOB ? key_of(library, false) : NULL;
    struct comb_answer_claim claim = {
        .game = text_value(values[0]),
        .board = text_value(values[1]),
        .question = text_value(values[2]),
        .code = sqlite3_value_int64(values[3]),
        .answer = text_value(values[4]),
        .answer_length = (size_t)sqlite3_value_bytes(values[4]),
    };
    (void)count;
    bool fits =
        key && claim.game && claim.board && claim.question && claim.answer &&
        comb_answer_mac_fits(sqlite3_value_blob(values[5]), (size_t)sqlite3_value_bytes(values[5]), key, &claim);
    sqlite3_result_int(context, fits);
}

int comb_library_learn_mac(struct comb_library *library, struct comb_error *err)
{
    int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    return sqlite3_create_function(library->db, "verified", 6, flags, library, verified, NULL, NULL) == SQLITE_OK
               ? COMB_OK
               : comb_fail_memory(err);
}

/* ---- storing ---- */

/* The puzzle's game and board, as they are in the file, go into the code. COMB_NO where the puzzle is gone. */
static int sign(unsigned char mac[COMB_BLAKE2S_BYTES], struct comb_library *library, int64_t puzzle,
                const struct comb_answer_key *key, struct comb_answer_claim claim, struct comb_error *err)
{
    sqlite3_stmt *row = NULL;
    int code = comb_sql_prepare(&row, library->db, err, "SELECT game, board FROM puzzles WHERE id = ?", "i", puzzle);
    if (code == COMB_OK)
        code = comb_sql_step(row, err);
    if (code == COMB_OK) {
        claim.game = (const char *)sqlite3_column_text(row, 0);
        claim.board = (const char *)sqlite3_column_text(row, 1);
        if (claim.game && claim.board)
            comb_answer_mac(mac, key, &claim);
        else
            code = comb_fail_memory(err);
    }
    sqlite3_finalize(row);
    return code;
}

static int remember_text(struct comb_library *library, int64_t puzzle, const struct comb_answer_claim *claim, bool ours,
                         double seconds, struct comb_error *err)
{
    unsigned char mac[COMB_BLAKE2S_BYTES];
    const struct comb_answer_key *key = ours ? key_of(library, true) : NULL;
    int code = key ? sign(mac, library, puzzle, key, *claim, err) : COMB_OK;
    if (code != COMB_OK)
        return code;
    return comb_sql_do(library->db, err,
                       "INSERT OR REPLACE INTO answers (puzzle, question, code, answer, seconds, made, mac)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)",
                       "ititddb", puzzle, claim->question, (int64_t)claim->code, claim->answer, seconds,
                       comb_library_now(), key ? mac : NULL, key ? sizeof mac : (size_t)0);
}

int comb_library_remember(struct comb_library *library, int64_t puzzle, const char *question, int code,
                          const json_t *answer, double seconds, bool ours, struct comb_error *err)
{
    struct comb_buf text = {0};
    comb_json_print(&text, answer);
    struct comb_answer_claim claim = {
        .question = question, .code = code, .answer = comb_buf_text(&text), .answer_length = text.length};
    int kept = text.failed ? comb_fail_memory(err) : remember_text(library, puzzle, &claim, ours, seconds, err);
    comb_buf_free(&text);
    return kept;
}

/* ---- finding ---- */

static int find_answer(sqlite3_stmt **out, struct comb_library *library, const struct comb_board *board,
                       const char *question, struct comb_error *err)
{
    struct comb_buf text = {0};
    board->game->print(&text, board->data);
    int code = text.failed ? comb_fail_memory(err)
                           : comb_sql_prepare(out, library->db, err,
                                              "SELECT answer, code, verified(game, board, question, code, answer, mac)"
                                              " FROM answers JOIN puzzles ON id = puzzle"
                                              " WHERE game = ? AND board = ? AND question = ? AND deleted IS NULL",
                                              "ttt", board->game->name, comb_buf_text(&text), question);
    comb_buf_free(&text);
    return code == COMB_OK ? comb_sql_step(*out, err) : code;
}

int comb_library_recall(json_t **answer, int *code, bool *ours, struct comb_library *library,
                        const struct comb_board *board, const char *question, struct comb_error *err)
{
    sqlite3_stmt *statement = NULL;
    *answer = NULL;
    *ours = false;
    int found = find_answer(&statement, library, board, question, err);
    if (found == COMB_OK) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        *code = sqlite3_column_int(statement, 1);
        *ours = sqlite3_column_int(statement, 2) == 1;
        /* what cannot be read counts as not there */
        if (text && comb_json_parse(answer, text, (size_t)sqlite3_column_bytes(statement, 0), NULL) != COMB_OK)
            *answer = NULL;
    }
    sqlite3_finalize(statement);
    return found == COMB_NO ? COMB_OK : found;
}
