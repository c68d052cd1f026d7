/* The game's `hint`: a nudge, and more of it by --level. */
#ifndef COMB_WITNESS_HINT_H
#define COMB_WITNESS_HINT_H

#include "core/game.h"

#define COMB_WITNESS_HINT_OPTIONS                                                                                      \
    {                                                                                                                  \
        .name = "from", .kind = COMB_OPTION_TEXT, .argument = "LINE", .verbs = "hint",                                 \
        .help = "the line drawn so far, as for check: nodes such as '0,4 1,4' or steps such as '0,4 RUU'"              \
    }

/* {"level", "ladder", "area", "because", "edges", "kind", "path", "rules", "text"}:
 *
 *     ladder     where to look, which symbol, an edge of the line and why, the line a few steps further
 *     area       [[x, y], ...] cells to look at
 *     because    [[column, row], ...] places of the symbols that are the reason, from level 2
 *     edges      [[[x, y], [x, y]], ...] edges that the line must use, from level 3
 *     kind       "clue": it follows from symbols nearby; "proof": without the edge no line solves the panel, found by
 *                search; "line": the next step of one line that solves it, others may not
 *     path       the line drawn so far; at level 4 some steps further
 *
 * COMB_NO with "text" when there is nothing to hint at: no line goes on from the one drawn ("right" tells how many of
 * its steps are right, where that is known), none solves the panel, or it is solved. COMB_LIMIT when neither a line
 * nor a reason was found in the time there was. */
int comb_witness_hint(json_t **hint, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err);

#endif
