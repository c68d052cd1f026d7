/* The symbols of a panel as shapes of a scene. */
#ifndef COMB_WITNESS_DRAW_SYMBOLS_H
#define COMB_WITNESS_DRAW_SYMBOLS_H

#include "games/witness/panel/panel.h"
#include "grid/scene.h"

enum comb_role comb_witness_colour_role(enum comb_witness_colour colour);

/* Draws a symbol in a cell or a dot on a line; nothing for other things. `marks` as in scene.h. */
void comb_witness_draw_symbol(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                              unsigned marks, const char *label);

#endif
