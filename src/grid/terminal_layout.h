/* Layout of a scene in characters: cell sizes and positions. Internal to src/grid. */
#ifndef COMB_GRID_TERMINAL_LAYOUT_H
#define COMB_GRID_TERMINAL_LAYOUT_H

#include "grid/canvas.h"

struct comb_terminal_layout {
    const struct comb_scene *scene;
    const struct comb_terminal_style *style;
    struct comb_canvas canvas;
    int unit_x, unit_y; /* columns and lines per coordinate step */
    int half_width;     /* columns of a cell on either side of its centre */
    int half_height;    /* lines of a cell above and below its centre */
    bool roomy;         /* there is space for values, badges and tags */
};

struct comb_canvas_position {
    int column, line;
};

struct comb_canvas_position comb_terminal_layout_position(const struct comb_terminal_layout *layout,
                                                          struct comb_point point);

/* Chooses the sizes: as large as the texts need, smaller if they exceed the style's width. */
void comb_terminal_layout_measure(struct comb_terminal_layout *layout);

/* Creates a canvas large enough for everything. */
int comb_terminal_layout_open_canvas(struct comb_terminal_layout *layout, struct comb_error *err);

/* Texts of a cell: mark or player, content, step number. */
struct comb_cell_texts {
    char left[8];
    const char *text;
    char right[32];
    bool omitted; /* there was no room for a mark */
};

/* The one or two characters that show a mark; "" for none. */
const char *comb_mark_signs(unsigned marks);

struct comb_cell_texts comb_cell_texts(const struct comb_terminal_layout *layout, const struct comb_scene_cell *cell);

/* Number of line segments that a tail covers, per direction. */
struct comb_canvas_position comb_terminal_layout_tail(const struct comb_terminal_layout *layout, struct comb_vec2 tail);

#endif
