/* Shared by the files of the verifier. */
#ifndef COMB_HEXCELLS_VERIFY_PARTS_H
#define COMB_HEXCELLS_VERIFY_PARTS_H

#include "games/hexcells/verify/verify.h"

struct comb_hexcells_members {
    int cells[COMB_HEXCELLS_MAX_SIDE]; /* -1 for a gap in a ring */
    unsigned count;
    bool ring;
};

/* The members of a hint, computed by the verifier's own geometry. `blue` selects the hint of a blue or a black cell. */
void comb_hexcells_members_of(struct comb_hexcells_members *members, const struct comb_hexcells_level *level,
                              unsigned id, bool blue);

/* Searches a colouring that satisfies the hints of `because`, agrees with `known` and gives the cell the other colour;
 * `scratch` has room for one colour per cell. *refuted is true if there is one; false if there is none or the search
 * was too long. Returns COMB_OK or COMB_NO_MEMORY. */
int comb_hexcells_refutes_reason(bool *refuted, signed char *scratch, const struct comb_hexcells_level *level,
                                 const signed char *known, const json_t *because, unsigned cell, signed char colour);

#endif
