#ifndef COMB_GAMES_HEXCELLS_MAKE_H
#define COMB_GAMES_HEXCELLS_MAKE_H

#include "core/game.h"

/* The game's `make`: a fair level of about --cells cells in a --shape, as near to --difficulty as chance allows.
 * COMB_LIMIT or COMB_INTERRUPTED before the grade was hit, with the best level so far if there is one. */
int comb_hexcells_make(void **board, struct comb_job *job, const struct comb_params *params, struct comb_error *err);

#endif
