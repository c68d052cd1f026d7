/* Where things of a scene lie and what outline they have, in units (see vector.h). Inside src/grid only. */
#ifndef COMB_GRID_SCENE_GEOMETRY_H
#define COMB_GRID_SCENE_GEOMETRY_H

#include "grid/vector.h"

/* Places of the parts of a cell, from its centre, and their sizes. */
struct comb_cell_layout {
    double text_size, text_room; /* room: how wide a text may be before it is made smaller */
    struct comb_spot text, value, step, badge, tag, side;
};

const struct comb_cell_layout *comb_cell_layout(enum comb_scene_kind kind);

struct comb_spot comb_scene_place(enum comb_scene_kind kind, struct comb_point point);
struct comb_spot comb_spot_add(struct comb_spot a, struct comb_spot b, double times); /* a + b * times */
struct comb_spot comb_spot_turn(struct comb_spot spot, double degrees);               /* clockwise around 0, 0 */

/* The outline of a cell; scale 1 makes neighbours touch. */
void comb_outline_cell(struct comb_outline *outline, enum comb_scene_kind kind, struct comb_spot centre, double scale);

/* A size at which the text is no wider than the room, judged by its number of characters, because a picture is laid
 * out before its font is known. */
double comb_text_size(const char *text, double size, double room);
double comb_text_width(const char *text, double size);

/* The next line of a text in lines of so many characters, broken at spaces where there are any. Returns its bytes and
 * moves *text to the line after it; *text is at the end when nothing is left. */
size_t comb_text_wrap(const char **text, size_t columns);

struct comb_box {
    double left, top, right, bottom;
};

/* The board without title and captions: all that is drawn, with a margin. */
struct comb_box comb_scene_board_box(const struct comb_scene *scene);

/* The plate behind a panel's lines. */
struct comb_box comb_scene_panel_box(const struct comb_scene *scene);

#endif
