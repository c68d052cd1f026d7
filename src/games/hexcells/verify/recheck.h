/* Checks what an answer claims about the whole board, by playing it again. */
#ifndef COMB_HEXCELLS_VERIFY_RECHECK_H
#define COMB_HEXCELLS_VERIFY_RECHECK_H

#include "core/game.h"

extern const char *const comb_hexcells_verified[];

int comb_hexcells_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err);

#endif
