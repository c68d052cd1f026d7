/* Explains steps and hints in sentences. Places are written as coordinates, "(5,4)"; comb_hexcells_letters replaces
 * them by the letters of the drawing. */
#ifndef COMB_HEXCELLS_HINTS_PHRASES_H
#define COMB_HEXCELLS_HINTS_PHRASES_H

#include "games/hexcells/reasons/rounds.h"

/* "the {3} on the line down from (17,11)", "the 2 at (5,4)", "the blue 7 at (5,4)", "the counter". */
void comb_hexcells_name_clue(struct comb_buf *out, const struct comb_hexcells_level *level, unsigned id);

/* "the 2 at (5,4) and the counter" */
void comb_hexcells_name_clues(struct comb_buf *out, const struct comb_hexcells_level *level, const unsigned *ids,
                              size_t count);

/* "(3,4) and (5,4) are blue, (6,7) is black" */
void comb_hexcells_name_result(struct comb_buf *out, const struct comb_hexcells_level *level,
                               const struct comb_hexcells_conclusion *step);

/* The argument of a step in one sentence, with the numbers as they were before it; and with its result after a colon.
 */
void comb_hexcells_print_argument(struct comb_buf *out, const struct comb_hexcells_play *play, size_t step);
void comb_hexcells_explain_step(struct comb_buf *out, const struct comb_hexcells_play *play, size_t step);

/* The hidden cells near the first cell of a step: at most twelve or its neighbours, the cell itself included,
 * ascending. `cells` has room for COMB_HEXCELLS_REGION; returns how many there are. */
enum { COMB_HEXCELLS_REGION = 19 };
unsigned comb_hexcells_region(unsigned cells[COMB_HEXCELLS_REGION], const struct comb_hexcells_play *play, size_t step);

/* "the group of 7 hidden cells at the lower left" */
void comb_hexcells_name_region(struct comb_buf *out, const struct comb_hexcells_level *level, const unsigned *cells,
                               size_t count);

#endif
