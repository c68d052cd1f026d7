/* Checks what an answer claims about the whole position, by ranking the moves again. */
#ifndef COMB_HEXICON_RECHECK_H
#define COMB_HEXICON_RECHECK_H

#include "core/game.h"

extern const char *const comb_hexicon_verified[];

int comb_hexicon_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err);

#endif
