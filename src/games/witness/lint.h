/* The game's `lint`: checks a panel for its author. */
#ifndef COMB_WITNESS_LINT_H
#define COMB_WITNESS_LINT_H

#include "core/game.h"

/* {"fair", "lines", "complete", "unique", "shortest", "path", "rival", "redundant", "findings", "rules", "text"}:
 *
 *     fair         the panel has a solution
 *     lines        number of solutions; with complete = false at least that many
 *     unique       there is exactly one; missing if unknown
 *     shortest     steps of a shortest solution, if found
 *     path, rival  a solution, and another one if there is one
 *     redundant    [[column, row], ...] symbols and gaps, any one of which can go without adding a second solution;
 *                  only for a panel with one solution
 *     tried        how many of them were tried before the time limit
 *     findings     [{"place": [column, row], "message"}, ...] warnings
 *
 * COMB_NO if the panel has no solution; COMB_LIMIT if that is unknown. */
int comb_witness_lint(json_t **report, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err);

#endif
