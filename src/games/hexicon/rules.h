/* Hexicon's rules: what a word does to the board. Cells are bits of 64-bit sets, so that a move costs a few dozen
 * operations. */
#ifndef COMB_GAMES_HEXICON_RULES_H
#define COMB_GAMES_HEXICON_RULES_H

#include "family/words/game.h"

enum comb_hexicon_side { COMB_HEXICON_BLUE, COMB_HEXICON_RED };

/* Who owns which cell. `very` marks the fixed centres of claimed hexagons; they are owned too. */
struct comb_hexicon_state {
    uint64_t owned[2]; /* by enum comb_hexicon_side */
    uint64_t very;
};

struct comb_hexicon_shape {
    unsigned cells;
    uint64_t neighbours[COMB_WORDS_MOST_CELLS];
    uint64_t inner; /* cells with six neighbours: they can be centres */
};

/* What a move brings. Counts are by colour, not by mover. */
struct comb_hexicon_outcome {
    struct comb_hexicon_state after;
    uint64_t cleared; /* cells that are none again, with a new letter */
    uint64_t centres; /* of hexagons completed by this move */
    unsigned hexagons[2];
    unsigned cells_cleared[2];
};

void comb_hexicon_shape_of(struct comb_hexicon_shape *shape, const struct comb_words_board *board);
void comb_hexicon_state_of(struct comb_hexicon_state *state, const struct comb_words_board *board);

/* The mover traces the cells of `path`, none of which the other side owns. */
void comb_hexicon_play(struct comb_hexicon_outcome *out, const struct comb_hexicon_shape *shape,
                       const struct comb_hexicon_state *before, uint64_t path, enum comb_hexicon_side mover);

#endif
