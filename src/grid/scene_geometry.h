/* Positions and outlines of the parts of a scene, in units (see vector.h). Internal to src/grid. */
#ifndef COMB_GRID_SCENE_GEOMETRY_H
#define COMB_GRID_SCENE_GEOMETRY_H

#include "grid/vector.h"

/* Positions of the parts of a cell, relative to its centre, and their sizes. */
struct comb_cell_layout {
    double text_size, text_room; /* room: maximum width before the text is shrunk */
    struct comb_vec2 text, value, step, badge, tag, side;
};

const struct comb_cell_layout *comb_cell_layout(enum comb_scene_kind kind);

struct comb_vec2 comb_scene_position(enum comb_scene_kind kind, struct comb_point point);
struct comb_vec2 comb_vec2_add_scaled(struct comb_vec2 a, struct comb_vec2 b, double factor); /* a + b * times */
struct comb_vec2 comb_vec2_rotate(struct comb_vec2 vec, double degrees); /* clockwise around 0, 0 */

/* Appends the outline of a cell; with scale 1 neighbours touch. */
void comb_outline_cell(struct comb_outline *outline, enum comb_scene_kind kind, struct comb_vec2 centre, double scale);

/* Returns a font size at which the text fits the room. Estimated by the number of characters, because the layout is
 * computed before the font is known. */
double comb_text_fit_size(const char *text, double size, double room);
double comb_text_width(const char *text, double size);

/* Wraps text at spaces into lines of at most `columns` characters. Returns the length of the next line in bytes and
 * advances *text past it. */
size_t comb_text_wrap(const char **text, size_t columns);

struct comb_rect2 {
    double left, top, right, bottom;
};

/* Bounds of the board without title and captions, with a margin. */
struct comb_rect2 comb_scene_board_bounds(const struct comb_scene *scene);

/* Bounds of the plate behind a panel's lines. */
struct comb_rect2 comb_scene_panel_bounds(const struct comb_scene *scene);

#endif
