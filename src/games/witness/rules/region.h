/* Checks one closed region against all rules that apply within it, with a cache of verdicts, for the solver. The
 * verifier (verify.h) checks and explains a whole line with independent code. */
#ifndef COMB_WITNESS_RULES_REGION_H
#define COMB_WITNESS_RULES_REGION_H

#include "core/job.h"
#include "games/witness/panel/graph.h"
#include "games/witness/rules/rules.h"
#include "games/witness/rules/surface.h"

/* One per thread. */
struct comb_witness_region_checker;

int comb_witness_region_checker_new(struct comb_witness_region_checker **out, const struct comb_witness_graph *graph,
                                    const struct comb_witness_rules *rules, struct comb_job *job,
                                    struct comb_error *err);
void comb_witness_region_checker_free(struct comb_witness_region_checker *checker);

/* The joints between the cells of regions. */
const struct comb_witness_surface *
comb_witness_region_checker_surface(const struct comb_witness_region_checker *checker);

/* Tells the checker where the lines of the following checks begin and end, as far as that matters: see graph.h. Without
 * tips a node is on a line if a used edge is beside it. */
void comb_witness_region_checker_tips(struct comb_witness_region_checker *checker,
                                      const struct comb_witness_tips *tips);

/* Checks a region that can no longer change. `cells` are its cells, `used` the edges of the line and of its mirror
 * image: final for every edge and node that touches the region (arbitrary elsewhere). Returns COMB_OK, COMB_NO, or
 * COMB_LIMIT, COMB_INTERRUPTED, COMB_NO_MEMORY if there is no verdict.
 *
 * A dot that the line misses between cells of several regions makes the line wrong; the region with the first of
 * these cells reports it. Not checked here: dots without any cell beside them (comb_witness_check_stray_dots), and
 * coloured dots under a line of another colour. */
int comb_witness_check_region(struct comb_witness_region_checker *checker, const struct comb_witness_cells *cells,
                              const struct comb_witness_edges *used);

/* Returns COMB_NO if the line misses a dot that belongs to no region, else COMB_OK. */
int comb_witness_check_stray_dots(const struct comb_witness_region_checker *checker,
                                  const struct comb_witness_edges *used);

#endif
