/* Finds one solution with SAT, or proves that there is none, for panels where the walk of search.h thrashes. */
#ifndef COMB_WITNESS_SAT_SAT_LINE_H
#define COMB_WITNESS_SAT_SAT_LINE_H

#include "games/witness/search/search.h"

struct comb_sat_line;

/* Takes the same task; ignores `effort`, `shortest`, `random_order` and `on_found`. *out is NULL, with COMB_OK, if the
 * formula does not encode such panels. Runs on the calling thread. */
int comb_sat_line_new(struct comb_sat_line **out, const struct comb_witness_task *task, struct comb_job *job,
                      struct comb_error *err);
void comb_sat_line_free(struct comb_sat_line *model);

/* Searches on, with what earlier calls learned. `effort` bounds the work (in calls of the SAT solver's terminate
 * callback, about a thousand in half a second; 0: no bound): COMB_OK with exhausted == false and no line if it was
 * reached. */
int comb_sat_line_run(struct comb_witness_outcome *out, struct comb_sat_line *model, uint64_t effort,
                      struct comb_error *err);

/* All of it at once; without a line and not exhausted if the panel is not encoded. */
int comb_witness_sat_line(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                          uint64_t effort, struct comb_error *err);

#endif
