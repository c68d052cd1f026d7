/* Infers the shape of a board written without rows, and checks boards against --shape. */
#ifndef COMB_FAMILY_WORDS_BOARD_SHAPE_H
#define COMB_FAMILY_WORDS_BOARD_SHAPE_H

#include "family/words/game.h"

/* Row lengths; capacity COMB_WORDS_MAX_CELLS. */
struct comb_words_rows {
    unsigned *lengths;
    size_t count;
};

/* Splits a single row into the shape with this number of cells; false if there is none. */
bool comb_words_infer_rows(struct comb_words_rows *rows, const struct comb_words_game *game);

/* Sets an error that lists the numbers of cells that need no rows, and explains how to write rows. */
int comb_words_refuse_row(const struct comb_words_game *game, unsigned cells, struct comb_error *err);

/* Splits a single row (`one_row`) into the named shape, or compares written rows with it. */
int comb_words_fit_shape(struct comb_words_rows *rows, const struct comb_words_game *game, const char *shape,
                         bool one_row, struct comb_error *err);

/* Whether the text has several lines, each a board: with rows, or with a number of cells that needs no rows. */
bool comb_words_is_board_list(const struct comb_words_game *game, const char *text, size_t length);

#endif
