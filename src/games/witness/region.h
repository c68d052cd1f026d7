/* Regions as the solver judges them: one closed region against all rules that live in it, with a memory of verdicts.
 * The verifier (verify.h) says the same of a whole line in words, with code of its own. */
#ifndef COMB_WITNESS_REGION_H
#define COMB_WITNESS_REGION_H

#include "core/job.h"
#include "games/witness/graph.h"
#include "games/witness/rules.h"
#include "games/witness/surface.h"

/* One per thread. */
struct comb_witness_judge;

int comb_witness_judge_new(struct comb_witness_judge **out, const struct comb_witness_graph *graph,
                           const struct comb_witness_rules *rules, struct comb_job *job, struct comb_error *err);
void comb_witness_judge_free(struct comb_witness_judge *judge);

/* The cells that regions are made of, and the joints between them. */
const struct comb_witness_cells *comb_witness_judge_cells(const struct comb_witness_judge *judge);
const struct comb_witness_surface *comb_witness_judge_surface(const struct comb_witness_judge *judge);

/* Whether a region that can no longer change is right. `cells` are its cells, `used` the edges of the line and of its
 * mirror image: final for every edge and node that touches the region (of others it may say anything). COMB_OK,
 * COMB_NO, or COMB_LIMIT, COMB_INTERRUPTED, COMB_NO_MEMORY when no verdict was reached.
 *
 * A dot that the line leaves out between cells of several regions makes the line wrong; the region that holds the first
 * of these cells says so. Not judged here: dots without any cell beside them (comb_witness_judge_stray), and dots of a
 * colour under a line of another. */
int comb_witness_judge_region(struct comb_witness_judge *judge, const struct comb_witness_cells *cells,
                              const struct comb_witness_edges *used);

/* COMB_NO when the line leaves out a dot that no region could answer for; else COMB_OK. */
int comb_witness_judge_stray(const struct comb_witness_judge *judge, const struct comb_witness_edges *used);

/* All regions of a finished line, and stray dots. Slower than judging regions as they close; for lines that come from
 * elsewhere. `wrong`, or NULL, gets the cells of the region that is not right (none for a stray dot). */
int comb_witness_judge_line(struct comb_witness_judge *judge, const struct comb_witness_edges *used,
                            struct comb_witness_cells *wrong);

#endif
