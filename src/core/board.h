/* Board: a game with its parsed data, and how text becomes one. */
#ifndef COMB_CORE_BOARD_H
#define COMB_CORE_BOARD_H

#include "core/game.h"

struct comb_board {
    const struct comb_game *game;
    void *data;
};

void comb_board_free(struct comb_board *board);

/* Parses a board from text: a share code, or the text format of `game` (of the detected game if `game` is NULL). */
int comb_board_open(struct comb_board **out, const struct comb_game *game, const char *text, size_t length,
                    struct comb_job *job, const struct comb_params *params, struct comb_error *err);

/* Parses stored text of `game` (library, share code), printed by this or an earlier version. */
int comb_board_open_stored(struct comb_board **out, const struct comb_game *game, const char *text,
                           struct comb_job *job, const struct comb_params *params, struct comb_error *err);

/* Appends stored text in the current format; unchanged if `game` is NULL (unknown). */
void comb_board_update_text(struct comb_buf *out, const struct comb_game *game, const char *text);

/* Generates a random board; the game must have `make`. There may be a board even with COMB_LIMIT or COMB_INTERRUPTED.
 */
int comb_board_make(struct comb_board **out, const struct comb_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

/* Detects the game of a text. COMB_BAD_INPUT, listing the games, if none or several match best. */
int comb_board_detect(const struct comb_game **out, const char *text, size_t length, struct comb_error *err);

/* Makes one move: *out is the board after it. */
int comb_board_apply(struct comb_board **out, const struct comb_board *board, const char *move, struct comb_error *err);

/* Calls `make` for each move of a text, separated by newlines, spaces or semicolons, until it fails; err->line is then
 * the number of the move. */
int comb_board_each_move(const char *moves, int (*make)(void *payload, const char *move, struct comb_error *err),
                         void *payload, struct comb_error *err);

/* Applies the moves of a text. Stops at the first illegal one; err->line is its number,
 * and the moves before it are made. */
int comb_board_play(struct comb_board *board, const char *moves, struct comb_error *err);

#endif
