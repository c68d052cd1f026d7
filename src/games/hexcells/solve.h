/* The game's `solve`, and the parts of answers that hints and ratings share. */
#ifndef COMB_HEXCELLS_SOLVE_H
#define COMB_HEXCELLS_SOLVE_H

#include "core/game.h"
#include "games/hexcells/hints/phrases.h"

int comb_hexcells_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                        struct comb_error *err);

void comb_hexcells_print(struct comb_buf *out, const void *board);

/* Sets "missing", the number of uncovered cells with an unknown number, if there are any. */
void comb_hexcells_set_missing(struct comb_json *build, json_t *object, const struct comb_hexcells_level *level);

/* {x, y, blue}, and "round" if it is not 0. */
json_t *comb_hexcells_cell_object(struct comb_json *build, const struct comb_hexcells_level *level, unsigned cell,
                                  signed char colour, unsigned round);
json_t *comb_hexcells_step_cells(struct comb_json *build, const struct comb_hexcells_level *level,
                                 const struct comb_hexcells_conclusion *step);
json_t *comb_hexcells_ids_array(struct comb_json *build, const struct comb_hexcells_level *level, const unsigned *ids,
                                size_t count);
/* The cells decided before a step. */
json_t *comb_hexcells_known_cells(struct comb_json *build, const struct comb_hexcells_play *play, size_t step);
/* Sets "cells", "because", "pattern", "cost", "signs" and "links" of a step, and "text". */
void comb_hexcells_set_argument(struct comb_json *build, json_t *object, const struct comb_hexcells_play *play,
                                size_t step);

#endif
