/* Finds one solution by local search: bends a line cell by cell until every symbol is right. Never proves that there
 * is none. For panels with many pieces, where walk and SAT thrash. */
#ifndef COMB_WITNESS_LOCAL_LOCAL_LINE_H
#define COMB_WITNESS_LOCAL_LOCAL_LINE_H

#include "games/witness/search/search.h"

struct comb_local_line;

/* Takes the same task as the search; ignores `effort`, `shortest`, `random_order` and `on_found`. *out is NULL, with
 * COMB_OK, if the panel is of a kind that local search does not handle: with symmetry, absent places, required edges,
 * or without a start and an end on the border. For one thread. */
int comb_local_line_new(struct comb_local_line **out, const struct comb_witness_task *task, struct comb_job *job,
                        uint64_t seed, struct comb_error *err);
void comb_local_line_free(struct comb_local_line *local);

/* Proposes `changes` changes, from where the last call stopped. COMB_OK if the line is a solution, COMB_NO if not;
 * COMB_LIMIT, COMB_INTERRUPTED or COMB_NO_MEMORY if the job ended. */
int comb_local_line_run(struct comb_local_line *local, uint64_t changes);

/* The line as it is now: from a start to an end, not through gaps if it is a solution. */
void comb_local_line_get(struct comb_witness_line *line, const struct comb_local_line *local);

/* The fewest regions that were wrong at once so far; UINT_MAX before the first run. */
unsigned comb_local_line_least_wrong(const struct comb_local_line *local);

#endif
