#define _POSIX_C_SOURCE 200809L
#include "core/board.h"

#include "base/text.h"
#include "core/share.h"

#include <stdlib.h>
#include <string.h>

void comb_board_free(struct comb_board *board)
{
    if (!board)
        return;
    if (board->data)
        board->game->free(board->data);
    free(board);
}

static int parse_board(struct comb_board **out, const struct comb_game *game, const char *text, size_t length,
                       struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_board *board = calloc(1, sizeof *board);
    if (!board)
        return comb_fail_memory(err);
    board->game = game;
    int code = game->parse(&board->data, game, job, text, length, params, err);
    if (code == COMB_OK)
        *out = board;
    else
        free(board);
    return code;
}

int comb_board_make(struct comb_board **out, const struct comb_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err)
{
    struct comb_board *board = *out = calloc(1, sizeof *board);
    if (!board)
        return comb_fail_memory(err);
    board->game = game;
    int code = game->make(&board->data, game, job, params, err);
    bool usable = board->data && (code == COMB_LIMIT || code == COMB_INTERRUPTED);
    if (code != COMB_OK && !usable) {
        free(board);
        *out = NULL;
    }
    return code;
}

int comb_board_apply(struct comb_board **out, const struct comb_board *board, const char *move, struct comb_error *err)
{
    *out = NULL;
    if (!board->game->apply)
        return comb_fail(err, COMB_BAD_INPUT, "%s has no moves", board->game->name);
    struct comb_board *next = calloc(1, sizeof *next);
    if (!next)
        return comb_fail_memory(err);
    next->game = board->game;
    int code = board->game->apply(&next->data, board->data, move, err);
    if (code == COMB_OK)
        *out = next;
    else
        free(next);
    return code;
}

int comb_board_each_move(const char *moves, int (*make)(void *payload, const char *move, struct comb_error *err),
                         void *payload, struct comb_error *err)
{
    static const char separators[] = " ;\n\r\t";
    char *copy = strdup(moves);
    if (!copy)
        return comb_fail_memory(err);
    int code = COMB_OK;
    unsigned number = 0;
    char *rest = NULL;
    for (char *move = strtok_r(copy, separators, &rest); move && code == COMB_OK;
         move = strtok_r(NULL, separators, &rest)) {
        number++;
        code = make(payload, move, err);
    }
    if (code != COMB_OK && err && err->line == 0)
        err->line = number;
    free(copy);
    return code;
}

static int play_move(void *payload, const char *move, struct comb_error *err)
{
    struct comb_board *board = payload;
    struct comb_board *next;
    int code = comb_board_apply(&next, board, move, err);
    if (code == COMB_OK) {
        board->game->free(board->data);
        board->data = next->data;
        free(next);
    }
    return code;
}

int comb_board_play(struct comb_board *board, const char *moves, struct comb_error *err)
{
    return comb_board_each_move(moves, play_move, board, err);
}

int comb_board_open_stored(struct comb_board **out, const struct comb_game *game, const char *text,
                           struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_buf updated = {0};
    *out = NULL;
    comb_board_update_text(&updated, game, text);
    int code = updated.failed ? comb_fail_memory(err)
                              : parse_board(out, game, comb_buf_text(&updated), updated.length, job, params, err);
    comb_buf_free(&updated);
    return code;
}

void comb_board_update_text(struct comb_buf *out, const struct comb_game *game, const char *text)
{
    size_t before = out->length;
    if (game && game->update_text)
        game->update_text(out, game, text, strlen(text));
    if (out->length == before)
        comb_buf_str(out, text);
}

/* Rejects a list of codes: the caller asked for one board. */
static int decode_single_code(struct comb_shared *out, const char *text, size_t length, struct comb_error *err)
{
    unsigned line = 1;
    for (size_t at = 0; at < length; at++) {
        if (text[at] != '\n')
            continue;
        line++;
        if (comb_share_is_code(text + at + 1, length - at - 1))
            return comb_fail_at(err, COMB_BAD_INPUT,
                                (struct comb_error_location){.position = at + 1, .line = line, .column = 1},
                                "a second share code: expected one board; --jsonl FILE takes a list, one per line");
    }
    return comb_share_decode(out, text, length, err);
}

/* Decodes a code and finds its game. Free `out` in every case. */
static int decode_with_game(struct comb_shared *out, const struct comb_game **game, const char *text, size_t length,
                            struct comb_error *err)
{
    int code = decode_single_code(out, text, length, err);
    if (code != COMB_OK)
        return code;
    *game = comb_game_find(out->game);
    return *game ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "share code: no such game '%s'", out->game);
}

static int open_code(struct comb_board **out, const struct comb_game *game, const char *text, size_t length,
                     struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_shared shared = {0};
    const struct comb_game *named = NULL;
    int code = decode_with_game(&shared, &named, text, length, err);
    if (code == COMB_OK && game && game != named)
        code = comb_fail(err, COMB_BAD_INPUT, "share code: contains a %s board, expected %s", named->name, game->name);
    if (code == COMB_OK)
        code = comb_board_open_stored(out, named, comb_buf_text(&shared.board), job, params, err);
    if (code == COMB_OK && shared.moves.length > 0) {
        code = comb_board_play(*out, comb_buf_text(&shared.moves), err);
        if (code != COMB_OK) {
            comb_board_free(*out);
            *out = NULL;
        }
    }
    comb_shared_free(&shared);
    return code;
}

static int reject_utf16(struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT,
                     "the text is UTF-16: save it as UTF-8, or convert it with 'iconv -f UTF-16 -t UTF-8'");
}

int comb_board_open(struct comb_board **out, const struct comb_game *game, const char *text, size_t length,
                    struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    *out = NULL;
    if (comb_is_utf16(text, length))
        return reject_utf16(err);
    if (comb_share_is_code(text, length))
        return open_code(out, game, text, length, job, params, err);
    if (!game) {
        int code = comb_board_detect(&game, text, length, err);
        if (code != COMB_OK)
            return code;
    }
    return parse_board(out, game, text, length, job, params, err);
}

static int fail_with_game_list(struct comb_error *err, const char *before, const char *after)
{
    struct comb_buf names = {0};
    for (const struct comb_game *const *game = comb_games; *game; game++)
        comb_buf_printf(&names, "%s%s", names.length ? ", " : "", (*game)->name);
    int code = comb_fail(err, COMB_BAD_INPUT, "%s: %s %s", before, after, comb_buf_text(&names));
    comb_buf_free(&names);
    return code;
}

int comb_board_detect(const struct comb_game **out, const char *text, size_t length, struct comb_error *err)
{
    int best = 0;
    bool tie = false;
    if (comb_is_utf16(text, length))
        return reject_utf16(err);
    if (comb_share_is_code(text, length)) {
        struct comb_shared shared = {0};
        int code = decode_with_game(&shared, out, text, length, err);
        comb_shared_free(&shared);
        return code;
    }
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        int confidence = (*game)->detect ? (*game)->detect(text, length) : 0;
        tie = confidence == best ? tie || confidence > 0 : confidence > best ? false : tie;
        if (confidence > best) {
            best = confidence;
            *out = *game;
        }
    }
    if (best == 0)
        return fail_with_game_list(err, "cannot tell the game from this input", "name the game first, one of");
    if (tie)
        return fail_with_game_list(err, "this input could be a board of several games", "name the game first, one of");
    return COMB_OK;
}
