/* Finds the hints that a level does not need. */
#ifndef COMB_HEXCELLS_HINTS_REDUNDANT_H
#define COMB_HEXCELLS_HINTS_REDUNDANT_H

#include "base/vec.h"
#include "games/hexcells/reasons/rounds.h"

struct comb_hexcells_redundant {
    struct COMB_VEC(unsigned) ids; /* in the order in which an author should remove them */
    size_t together;               /* the first of them that can all be removed at once */
    bool complete;                 /* every hint was tested */
};

/* Stops early with the job; what was found until then is valid. Free it in any case. */
int comb_hexcells_find_redundant(struct comb_hexcells_redundant *out, const struct comb_hexcells_level *level,
                                 struct comb_job *job, struct comb_error *err);
void comb_hexcells_redundant_free(struct comb_hexcells_redundant *redundant);

#endif
