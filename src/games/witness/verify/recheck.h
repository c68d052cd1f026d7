/* Checks by another search what an answer claims about all solutions. */
#ifndef COMB_WITNESS_VERIFY_RECHECK_H
#define COMB_WITNESS_VERIFY_RECHECK_H

#include "core/game.h"

extern const char *const comb_witness_verified[];

int comb_witness_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err);

#endif
