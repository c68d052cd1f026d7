#ifndef COMB_HEXCELLS_MAKE_H
#define COMB_HEXCELLS_MAKE_H

#include "core/game.h"

/* The game's `make`: generates a fair level of about --cells cells in a --shape, as close to --difficulty as the
 * attempts get. COMB_LIMIT or COMB_INTERRUPTED if the job stopped before the grade was reached; *board is then the best
 * level so far, or NULL. */
int comb_hexcells_make(void **board, const struct comb_game *game, struct comb_job *job,
                       const struct comb_params *params, struct comb_error *err);

#endif
