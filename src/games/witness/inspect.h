/* The game's `inspect`: what the maker of a panel wants to know. */
#ifndef COMB_WITNESS_INSPECT_H
#define COMB_WITNESS_INSPECT_H

#include "core/game.h"

/* {"fair", "lines", "complete", "unique", "shortest", "path", "rival", "redundant", "findings", "rules", "text"}:
 *
 *     fair         a line solves it
 *     lines        how many do; with complete = false at least that many
 *     unique       exactly one does; not there when that is not known
 *     shortest     steps of a shortest line, where it was found
 *     path, rival  a line, and another one where there is one
 *     redundant    [[column, row], ...] symbols and gaps that could be left out, each by itself, of a panel with one
 *                  line without a second one; only there when all were tried or the time was up
 *     tried        how many of them were tried
 *     findings     [{"place": [column, row], "message"}, ...] what is odd
 *
 * COMB_NO when no line solves the panel; COMB_LIMIT when that is not known. */
int comb_witness_inspect(json_t **findings, const void *board, struct comb_job *job, const struct comb_params *params,
                         struct comb_error *err);

#endif
