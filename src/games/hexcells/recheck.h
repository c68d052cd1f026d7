/* Checks by playing the board again what an answer says of all of it. */
#ifndef COMB_GAMES_HEXCELLS_RECHECK_H
#define COMB_GAMES_HEXCELLS_RECHECK_H

#include "core/game.h"

extern const char *const comb_hexcells_verified[];

int comb_hexcells_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err);

#endif
