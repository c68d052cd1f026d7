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

/* Searches a colouring of the hidden cells that satisfies the hints of `because` and agrees with `known`; `scratch` has
 * room for one colour per cell. *possible is false only if there is none: true if the search was too long. Returns
 * COMB_OK or COMB_NO_MEMORY. */
int comb_hexcells_can_hold(bool *possible, signed char *scratch, const struct comb_hexcells_level *level,
                           const signed char *known, const json_t *because);

/* The same with the other colour for the cell: *refuted is true if there is such a colouring; false if there is none or
 * the search was too long. */
int comb_hexcells_refutes_reason(bool *refuted, signed char *scratch, const struct comb_hexcells_level *level,
                                 const signed char *known, const json_t *because, unsigned cell, signed char colour);

/* Whether adding the counts of `because` with these signs, as known colours leave them, decides the colour of every
 * cell in `cells`. */
bool comb_hexcells_sum_decides(const struct comb_hexcells_level *level, const signed char *known, const json_t *because,
                               const json_t *signs, const json_t *cells);

#endif
