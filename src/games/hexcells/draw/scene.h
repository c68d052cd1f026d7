#ifndef COMB_HEXCELLS_DRAW_SCENE_H
#define COMB_HEXCELLS_DRAW_SCENE_H

#include "core/game.h"
#include "games/hexcells/level/level.h"

/* The game's `scene`. */
int comb_hexcells_scene(struct comb_scene **out, const void *board, const json_t *answer,
                        const struct comb_params *params, struct comb_error *err);

/* The same, with axes instead of letters if `coordinates`. */
int comb_hexcells_draw(struct comb_scene **out, const struct comb_hexcells_level *level, const json_t *answer,
                       bool coordinates, struct comb_error *err);

#endif
