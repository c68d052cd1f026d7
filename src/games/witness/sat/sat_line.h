/* Finds one solution with SAT, or proves that there is none, for panels where the walk of search.h thrashes. */
#ifndef COMB_WITNESS_SAT_SAT_LINE_H
#define COMB_WITNESS_SAT_SAT_LINE_H

#include "games/witness/search/search.h"

/* Takes the same task; ignores `shortest`, `random_order` and `on_found`. `effort` bounds the work (in calls of the
 * SAT solver's terminate callback, about a thousand in half a second; 0: no bound): COMB_OK with exhausted == false
 * and no line if it was reached. Runs on the calling thread. */
int comb_witness_sat_line(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                          uint64_t effort, struct comb_error *err);

#endif
