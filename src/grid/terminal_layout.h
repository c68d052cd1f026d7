/* How a scene is laid out in characters: the size of its cells and where they lie. Inside src/grid only. */
#ifndef COMB_GRID_TERMINAL_LAYOUT_H
#define COMB_GRID_TERMINAL_LAYOUT_H

#include "grid/canvas.h"

struct comb_sheet {
    const struct comb_scene *scene;
    const struct comb_terminal_style *style;
    struct comb_canvas canvas;
    int unit_x, unit_y; /* columns and lines to one step of a coordinate */
    int half;           /* columns of a cell on either side of its middle */
    int rise;           /* lines of a cell above and below its middle */
    bool roomy;         /* values, badges and tags have places of their own */
};

struct comb_seat {
    int column, line;
};

struct comb_seat comb_sheet_seat(const struct comb_sheet *sheet, struct comb_point point);

/* Chooses the sizes: as large as the texts need, smaller where the style's width asks for it. */
void comb_sheet_measure(struct comb_sheet *sheet);

/* Opens the canvas around all that will be drawn. */
int comb_sheet_open(struct comb_sheet *sheet, struct comb_error *err);

/* What stands in a cell: mark or side, text, number of the step. */
struct comb_cell_words {
    char left[8];
    const char *text;
    char right[32];
    bool left_out; /* a mark found no room */
};

/* The one or two characters that stand for a mark, "" for none. */
const char *comb_mark_signs(unsigned marks);

struct comb_cell_words comb_cell_words(const struct comb_sheet *sheet, const struct comb_scene_cell *cell);

/* How many segments of a line a tail covers, and in which direction. */
struct comb_seat comb_sheet_tail(const struct comb_sheet *sheet, struct comb_spot tail);

#endif
