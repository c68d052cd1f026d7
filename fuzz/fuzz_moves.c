/* Moves of arbitrary bytes, one board for each game (the first byte chooses): made or refused with a message; what was
 * made can be undone to the very board it began with, and made again. */
#define _POSIX_C_SOURCE 200809L
#include "core/session.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 512 };

static const struct comb_game *choose_game(uint8_t byte)
{
    size_t count = 0;
    while (comb_games[count])
        count++;
    return comb_games[byte % count];
}

static void print(struct comb_buf *out, const struct comb_game *game, const struct comb_session *session)
{
    comb_buf_clear(out);
    game->print(out, comb_session_board(session));
    assert(!out->failed);
}

static void play(struct comb_session *session, const struct comb_game *game, const char *moves)
{
    struct comb_buf start = {0}, end = {0}, text = {0};
    struct comb_error err = {0};
    print(&start, game, session);
    int code = comb_session_play_all(session, moves, &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    print(&end, game, session);
    comb_session_print(&text, session);
    size_t made = comb_session_moves(session);
    while (comb_session_undo(session)) {
    }
    print(&text, game, session);
    assert(strcmp(comb_buf_text(&text), comb_buf_text(&start)) == 0);
    while (comb_session_redo(session)) {
    }
    print(&text, game, session);
    assert(comb_session_moves(session) == made && strcmp(comb_buf_text(&text), comb_buf_text(&end)) == 0);
    comb_buf_free(&start);
    comb_buf_free(&end);
    comb_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_session *session;
    void *board;
    if (size == 0 || size > MOST_BYTES)
        return 0;
    const struct comb_game *game = choose_game(data[0]);
    const char *example = game->examples[0].input;
    char *moves = strndup((const char *)data + 1, size - 1);
    assert(moves);
    if (game->apply && game->parse(&board, NULL, example, strlen(example), NULL, NULL) == COMB_OK &&
        comb_session_new(&session, game, board, NULL) == COMB_OK) {
        play(session, game, moves);
        comb_session_free(session);
    }
    free(moves);
    return 0;
}
