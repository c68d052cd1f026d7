/* Which shape a board has that is written without rows, and whether one written with rows has the shape asked for. */
#ifndef COMB_FAMILY_WORDS_SHAPE_H
#define COMB_FAMILY_WORDS_SHAPE_H

#include "family/words/game.h"

/* Row lengths; there is room for COMB_WORDS_MOST_CELLS of them. */
struct comb_words_rows {
    unsigned *lengths;
    size_t count;
};

/* Cuts one row into the shape that its number of cells tells; false when it tells none. */
bool comb_words_unfold(struct comb_words_rows *rows, const struct comb_words_game *game);

/* Says which numbers of cells need no rows, and how rows are written. */
int comb_words_refuse_row(const struct comb_words_game *game, unsigned cells, struct comb_error *err);

/* Cuts one row (`one_row`) into the shape of that name, or compares rows that were written out with it. */
int comb_words_fit_shape(struct comb_words_rows *rows, const struct comb_words_game *game, const char *shape,
                         bool one_row, struct comb_error *err);

/* Whether each of several lines is a board by itself: has rows of its own, or as many cells as need none. */
bool comb_words_lists_boards(const struct comb_words_game *game, const char *text, size_t length);

#endif
