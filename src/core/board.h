/* Board: a game together with what it parsed; how any text becomes one. */
#ifndef COMB_CORE_BOARD_H
#define COMB_CORE_BOARD_H

#include "core/game.h"

struct comb_board {
    const struct comb_game *game;
    void *data;
};

void comb_board_free(struct comb_board *board);

/* Reads a board from text: a share code, or the text of `game`, or of the game that recognises it when `game` is NULL.
 */
int comb_board_open(struct comb_board **out, const struct comb_game *game, const char *text, size_t length,
                    struct comb_job *job, const struct comb_params *params, struct comb_error *err);

/* Reads a board of `game` from a text that this or an earlier version printed: from a library, a share code. */
int comb_board_open_stored(struct comb_board **out, const struct comb_game *game, const char *text,
                           struct comb_job *job, const struct comb_params *params, struct comb_error *err);

/* Appends such a text as it would be printed today; of an unknown game (NULL) as it is. */
void comb_board_update_text(struct comb_buf *out, const struct comb_game *game, const char *text);

/* A new board by chance; the game must have `make`. With COMB_LIMIT or COMB_INTERRUPTED there may be one all the same.
 */
int comb_board_make(struct comb_board **out, const struct comb_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

/* The game that is surest of the text; COMB_BAD_INPUT with the games named when none is, or when two are equally sure.
 */
int comb_board_detect(const struct comb_game **out, const char *text, size_t length, struct comb_error *err);

/* Applies moves written one a line, or separated by spaces or semicolons. */
int comb_board_play(struct comb_board *board, const char *moves, struct comb_error *err);

#endif
