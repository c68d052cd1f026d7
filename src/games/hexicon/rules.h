/* Hexicon's rules: what a word does to the board. Sets of cells are bits of a 64-bit word, so that a move costs a few
 * dozen operations. */
#ifndef COMB_HEXICON_RULES_H
#define COMB_HEXICON_RULES_H

#include "family/words/game.h"

enum comb_hexicon_side { COMB_HEXICON_BLUE, COMB_HEXICON_RED };

/* Who owns which cell. Captured cells are the centres of captured hexagons; they are in `owned` too. */
struct comb_hexicon_state {
    uint64_t owned[2]; /* by enum comb_hexicon_side */
    uint64_t captured;
};

struct comb_hexicon_shape {
    unsigned cells;
    uint64_t neighbours[COMB_WORDS_MAX_CELLS];
    uint64_t inner; /* cells with six neighbours; only they can be centres */
    bool one_super; /* overlapping super hexagons: only the first is cleared (--supers one) */
};

/* The result of a move. Counts are indexed by side, not by mover. */
struct comb_hexicon_outcome {
    struct comb_hexicon_state after;
    uint64_t cleared; /* cells without an owner again; they get a new letter */
    uint64_t centres; /* of the hexagons that this move captures */
    unsigned hexagons[2];
    unsigned cells_cleared[2];
};

void comb_hexicon_shape_of(struct comb_hexicon_shape *shape, const struct comb_words_board *board);
void comb_hexicon_state_of(struct comb_hexicon_state *state, const struct comb_words_board *board);

/* Plays a move: the mover traces the cells of `path`. The other side must own none of them. */
void comb_hexicon_play(struct comb_hexicon_outcome *out, const struct comb_hexicon_shape *shape,
                       const struct comb_hexicon_state *before, uint64_t path, enum comb_hexicon_side mover);

#endif
