/* The game's `hint`: --level says how much to reveal. */
#ifndef COMB_WITNESS_HINTS_HINT_H
#define COMB_WITNESS_HINTS_HINT_H

#include "core/game.h"

#define COMB_WITNESS_HINT_OPTIONS                                                                                      \
    {                                                                                                                  \
        .name = "from", .kind = COMB_OPTION_TEXT, .argument = "LINE", .verbs = "hint",                                 \
        .help = "the line drawn so far, as for check: nodes such as '0,4 1,4' or steps such as '0,4 RUU'"              \
    }

/* {"level", "ladder", "area", "because", "edges", "avoid", "kind", "argument", "path", "drawn", "rules", "text"}:
 *
 *     ladder     one text per level: which symbols or region, which rule, an edge of the line and why, the next few
 *                steps, all steps
 *     area       [[x, y], ...] cells to look at: the region that the reason is about
 *     because    [[column, row], ...] places of the symbols that are the reason
 *     edges      [[[x, y], [x, y]], ...] edges that the line must use, from level 3
 *     avoid      the same for edges that it cannot use, instead of edges
 *     kind       "clue": follows from the rules; "cases": the same with suppositions; "proof": every solution uses the
 *                edge, found by search; "line": the next step of one solution, others may differ
 *     argument   for clues and cases: the claims it consists of, as verify/argument.h checks them
 *     path       the line drawn so far (`drawn` nodes); from level 4 some steps further
 *
 * COMB_NO with "text" if there is nothing to hint at: no solution continues the line drawn ("right" is the number of
 * its right steps, if known), the panel has no solution, or it is solved. COMB_LIMIT if neither a solution nor a
 * forced edge was found within the time limit. */
int comb_witness_hint(json_t **hint, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err);

#endif
