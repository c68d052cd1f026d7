/* What the verifier's two files share. */
#ifndef COMB_GAMES_HEXCELLS_VERIFY_PARTS_H
#define COMB_GAMES_HEXCELLS_VERIFY_PARTS_H

#include "games/hexcells/verify.h"

struct comb_hexcells_members {
    int cells[COMB_HEXCELLS_MOST_SIDE]; /* -1 for a gap in a ring */
    unsigned count;
    bool ring;
};

/* The members of a hint, by the verifier's own geometry. `blue` says which hint a cell has. */
void comb_hexcells_members_of(struct comb_hexcells_members *members, const struct comb_hexcells_level *level,
                              unsigned id, bool blue);

/* Looks for a colouring that fulfils the hints named in `because`, agrees with `known`, and gives the cell the other
 * colour; `scratch` has room for a colour per cell. `refuted` when there is one; not when there is none, nor when the
 * search was given up as too long. COMB_OK or COMB_NO_MEMORY. */
int comb_hexcells_refutes_reason(bool *refuted, signed char *scratch, const struct comb_hexcells_level *level,
                                 const signed char *known, const json_t *because, unsigned cell, signed char colour);

#endif
