/* Moves from arbitrary bytes on one board per game (chosen by the first byte): applied or rejected with a message;
 * the resulting board prints as text that parses. */
#define _POSIX_C_SOURCE 200809L
#include "core/board.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 512 };

static const struct comb_game *choose_game(uint8_t byte)
{
    size_t count = 0;
    while (comb_games[count])
        count++;
    return comb_games[byte % count];
}

/* Plays the moves; what they lead to prints and parses again. */
static void play(struct comb_board *board, const char *moves)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    void *copy;
    int code = comb_board_play(board, moves, &err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    board->game->print(&text, board->data);
    assert(!text.failed);
    assert(board->game->parse(&copy, board->game, NULL, text.data, text.length, NULL, NULL) == COMB_OK);
    board->game->free(copy);
    comb_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > MAX_BYTES)
        return 0;
    struct comb_board board = {.game = choose_game(data[0])};
    const char *example = board.game->examples[0].input;
    char *moves = strndup((const char *)data + 1, size - 1);
    assert(moves);
    if (board.game->apply &&
        board.game->parse(&board.data, board.game, NULL, example, strlen(example), NULL, NULL) == COMB_OK) {
        play(&board, moves);
        board.game->free(board.data);
    }
    free(moves);
    return 0;
}
