#ifndef COMB_HEXCELLS_VERIFY_H
#define COMB_HEXCELLS_VERIFY_H

#include "core/game.h"
#include "games/hexcells/level/level.h"

/* The game's `verify`. */
int comb_hexcells_verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err);

#endif
