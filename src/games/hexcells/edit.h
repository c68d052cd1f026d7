/* Changes to levels, for inspecting and making them. */
#ifndef COMB_GAMES_HEXCELLS_EDIT_H
#define COMB_GAMES_HEXCELLS_EDIT_H

#include "games/hexcells/play.h"

/* The level without the hints that `gone` is true for, by clue id: cells lose their numbers, lines go. */
int comb_hexcells_without(struct comb_hexcells_level **out, const struct comb_hexcells_level *level, const bool *gone,
                          struct comb_error *err);

/* Whether everything follows without guessing. */
int comb_hexcells_fair(bool *fair, const struct comb_hexcells_level *level, struct comb_job *job,
                       struct comb_error *err);

/* Whether it does without the hint of that id. */
int comb_hexcells_fair_without(bool *fair, const struct comb_hexcells_level *level, unsigned id, struct comb_job *job,
                               struct comb_error *err);

#endif
