/* Reads what a player enters: moves and colourings such as 12,7=blue. */
#ifndef COMB_HEXCELLS_LEVEL_MOVES_H
#define COMB_HEXCELLS_LEVEL_MOVES_H

#include "core/game.h"
#include "games/hexcells/level/level.h"

int comb_hexcells_apply(void **next, const void *board, const char *move, struct comb_error *err);
int comb_hexcells_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words,
                         size_t count, const struct comb_params *params, struct comb_error *err);

#endif
