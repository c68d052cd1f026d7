/* The symbols of a panel as shapes of a scene. */
#ifndef COMB_WITNESS_SCENE_SYMBOLS_H
#define COMB_WITNESS_SCENE_SYMBOLS_H

#include "games/witness/panel.h"
#include "grid/scene.h"

enum comb_role comb_witness_color_role(enum comb_witness_color color);

/* What stands in a cell, or a dot on a line; nothing for anything else. `marks` as in scene.h. */
void comb_witness_draw_symbol(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                              unsigned marks, const char *label);

#endif
