/* Stores and loads answers, each with the MAC that shows whether this program wrote it. */
#include "store/library.h"

#include "store/library_parts.h"

#include <string.h>

/* Returns NULL if there is no key and none can be created. Reads the disk once, and again if a key is to be created. */
static const struct comb_answer_key *get_key(struct comb_library *library, bool create)
{
    if (library->key_state == COMB_KEY_NOT_READ || (library->key_state == COMB_KEY_MISSING && create))
        library->key_state =
            comb_answer_key_open(&library->key, create, NULL) == COMB_OK ? COMB_KEY_LOADED : COMB_KEY_MISSING;
    return library->key_state == COMB_KEY_LOADED ? &library->key : NULL;
}

/* ---- verified(game, board, question, code, answer, mac) for SQL ---- */

/* NULL if the value is not text or contains a NUL byte: we never write such text. */
static const char *text_value(sqlite3_value *value)
{
    const char *text = sqlite3_value_type(value) == SQLITE_TEXT ? (const char *)sqlite3_value_text(value) : NULL;
    return text && strlen(text) == (size_t)sqlite3_value_bytes(value) ? text : NULL;
}

static void sql_verified(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct comb_library *library = sqlite3_user_data(context);
    const struct comb_answer_key *key = sqlite3_value_type(values[5]) == SQLITE_BLOB ? get_key(library, false) : NULL;
    struct comb_answer_mac_input input = {
        .game = text_value(values[0]),
        .board = text_value(values[1]),
        .question = text_value(values[2]),
        .code = sqlite3_value_int64(values[3]),
        .answer = text_value(values[4]),
        .answer_length = (size_t)sqlite3_value_bytes(values[4]),
    };
    (void)count;
    bool valid =
        key && input.game && input.board && input.question && input.answer &&
        comb_answer_mac_verify(sqlite3_value_blob(values[5]), (size_t)sqlite3_value_bytes(values[5]), key, &input);
    sqlite3_result_int(context, valid);
}

int comb_library_register_mac(struct comb_library *library, struct comb_error *err)
{
    int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    return sqlite3_create_function(library->db, "verified", 6, flags, library, sql_verified, NULL, NULL) == SQLITE_OK
               ? COMB_OK
               : comb_fail_memory(err);
}

/* ---- storing ---- */

/* Computes the MAC with the puzzle's game and board as stored in the file. COMB_NO if the puzzle is gone. */
static int sign_answer(unsigned char mac[COMB_BLAKE2S_BYTES], struct comb_library *library, int64_t puzzle,
                       const struct comb_answer_key *key, struct comb_answer_mac_input input, struct comb_error *err)
{
    sqlite3_stmt *row = NULL;
    int code = comb_sql_prepare(&row, library->db, err, "SELECT game, board FROM puzzles WHERE id = ?", "i", puzzle);
    if (code == COMB_OK)
        code = comb_sql_step(row, err);
    if (code == COMB_OK) {
        input.game = (const char *)sqlite3_column_text(row, 0);
        input.board = (const char *)sqlite3_column_text(row, 1);
        if (input.game && input.board)
            comb_answer_mac(mac, key, &input);
        else
            code = comb_fail_memory(err);
    }
    sqlite3_finalize(row);
    return code;
}

static int insert_answer(struct comb_library *library, int64_t puzzle, const struct comb_answer_mac_input *input,
                         bool ours, double seconds, struct comb_error *err)
{
    unsigned char mac[COMB_BLAKE2S_BYTES];
    const struct comb_answer_key *key = ours ? get_key(library, true) : NULL;
    int code = key ? sign_answer(mac, library, puzzle, key, *input, err) : COMB_OK;
    if (code != COMB_OK)
        return code;
    return comb_sql_exec(library->db, err,
                         "INSERT OR REPLACE INTO answers (puzzle, question, code, answer, seconds, made, mac)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?)",
                         "ititddb", puzzle, input->question, (int64_t)input->code, input->answer, seconds,
                         comb_unix_seconds(), key ? mac : NULL, key ? sizeof mac : (size_t)0);
}

int comb_library_store_answer(struct comb_library *library, int64_t puzzle, const char *question, int code,
                              const json_t *answer, double seconds, bool ours, struct comb_error *err)
{
    struct comb_buf text = {0};
    comb_json_print(&text, answer);
    struct comb_answer_mac_input input = {
        .question = question, .code = code, .answer = comb_buf_text(&text), .answer_length = text.length};
    int stored = text.failed ? comb_fail_memory(err) : insert_answer(library, puzzle, &input, ours, seconds, err);
    comb_buf_free(&text);
    return stored;
}

/* ---- loading ---- */

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

int comb_library_load_answer(json_t **answer, int *code, bool *ours, struct comb_library *library,
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
        /* unreadable answers count as missing */
        if (text && comb_json_parse(answer, text, (size_t)sqlite3_column_bytes(statement, 0), NULL) != COMB_OK)
            *answer = NULL;
    }
    sqlite3_finalize(statement);
    return found == COMB_NO ? COMB_OK : found;
}
