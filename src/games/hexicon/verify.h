#ifndef COMB_HEXICON_VERIFY_H
#define COMB_HEXICON_VERIFY_H

#include "family/words/game.h"

/* Member of struct comb_game. */
int comb_hexicon_verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                        const struct comb_params *params, struct comb_error *err);

#endif
