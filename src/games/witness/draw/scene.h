/* The game's `scene`: draws the panel and the contents of an answer object. */
#ifndef COMB_WITNESS_DRAW_SCENE_H
#define COMB_WITNESS_DRAW_SCENE_H

#include "core/game.h"
#include "games/witness/panel/panel.h"

#define COMB_WITNESS_REVEAL_OPTION                                                                                     \
    {                                                                                                                  \
        .name = "reveal", .kind = COMB_OPTION_INT, .argument = "N", .min = 0, .max = 1000,                             \
        .verbs = "solve draw check", .needs = "solved", .excludes = "json jsonl lines",                                \
        .help = "show only the first N steps of the line"                                                              \
    }

int comb_witness_scene(struct comb_scene **out, const void *board, const json_t *answer,
                       const struct comb_params *params, struct comb_error *err);

/* The same without the captions that summarise the answer, for callers that print their own. */
int comb_witness_scene_bare(struct comb_scene **out, const void *board, const json_t *answer,
                            const struct comb_params *params, struct comb_error *err);

/* Returns the place that a [column, row] of an answer names, or -1. */
int comb_witness_place_of(const struct comb_witness_panel *panel, const json_t *pair);

#endif
