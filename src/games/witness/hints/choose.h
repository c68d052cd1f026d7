/* Chooses what a hint is about. */
#ifndef COMB_WITNESS_HINTS_CHOOSE_H
#define COMB_WITNESS_HINTS_CHOOSE_H

#include "games/witness/hints/reasons.h"

/* Finds a short argument for some edge that is not drawn yet, preferably one that the line uses and close to the node
 * `near`. `line` is a solution that continues the drawn line (count 0: unknown): it says which of the two possibilities
 * of an edge can be refuted at all. Runs the deduction first. False if nothing was found with moderate effort. */
bool comb_witness_choose(struct comb_witness_argument *out, struct comb_witness_facts *facts,
                         const struct comb_witness_line *line, unsigned near);

#endif
