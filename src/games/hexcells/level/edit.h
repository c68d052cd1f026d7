/* Edits levels, for the linter and the generator. */
#ifndef COMB_HEXCELLS_LEVEL_EDIT_H
#define COMB_HEXCELLS_LEVEL_EDIT_H

#include "games/hexcells/reasons/rounds.h"

/* Removes the hints for which `removed` is true, by clue id: cells lose their numbers, lines disappear. */
int comb_hexcells_without(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                          const bool *removed, struct comb_error *err);

/* Whether the level can be solved without guessing. */
int comb_hexcells_fair(bool *fair, const struct comb_hexcells_level *level, struct comb_job *job,
                       struct comb_error *err);

/* The same without the hint of that id. */
int comb_hexcells_fair_without(bool *fair, const struct comb_hexcells_level *level, unsigned id, struct comb_job *job,
                               struct comb_error *err);

#endif
