/* Checks by ranking the moves again what an answer says of the whole position. */
#ifndef COMB_GAMES_HEXICON_RECHECK_H
#define COMB_GAMES_HEXICON_RECHECK_H

#include "core/game.h"

extern const char *const comb_hexicon_verified[];

int comb_hexicon_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err);

#endif
