/* Explains steps and hints in sentences. */
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
                               const struct comb_hexcells_step *step);

/* Explains a step, with the numbers as they were before it. */
void comb_hexcells_explain_step(struct comb_buf *out, const struct comb_hexcells_play *play,
                                struct comb_hexcells_moment moment);

/* "at the upper left": where the cells of a step are on the board. */
const char *comb_hexcells_name_region(const struct comb_hexcells_level *level, const struct comb_hexcells_step *step);

#endif
