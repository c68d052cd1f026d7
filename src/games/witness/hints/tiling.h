/* Whether the yellow pieces of a region whose outline is not known yet can be arranged. */
#ifndef COMB_WITNESS_HINTS_TILING_H
#define COMB_WITNESS_HINTS_TILING_H

#include "games/witness/hints/reasons.h"

struct comb_witness_tilings *comb_witness_tilings_new(void); /* a cache for one panel; NULL: no memory */
void comb_witness_tilings_free(struct comb_witness_tilings *tilings);

/* Returns whether the piece in a cell can be placed within some cells. */
bool comb_witness_piece_fits(struct comb_witness_facts *facts, unsigned cell, const struct comb_witness_cells *within);

/* `least` has at least one piece, `most` neither a blue piece, an empty piece nor an elimination mark. False: there is
 * no arrangement. True: there is one, or the search was too long. */
bool comb_witness_tiling_possible(struct comb_witness_facts *facts, const struct comb_witness_cells *least,
                                  const struct comb_witness_cells *most);

#endif
