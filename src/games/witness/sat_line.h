/* Lines by SAT, for panels where the walk of search.h thrashes: one line, or the proof that there is none. */
#ifndef COMB_WITNESS_SAT_LINE_H
#define COMB_WITNESS_SAT_LINE_H

#include "games/witness/search.h"

/* Takes the same task; `shortest`, `random_order` and `found` are ignored. `effort` bounds the work (in looks at the
 * clock that the SAT solver takes, about a thousand in half a second; 0: no bound): COMB_OK with exhausted == false and
 * no line when it was reached. Runs on the calling thread. */
int comb_witness_sat_line(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                          uint64_t effort, struct comb_error *err);

#endif
