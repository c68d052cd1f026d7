/* A character canvas for terminals. Lines are stored as arms (up, right, down, left; none, light, heavy or double) and
 * become box-drawing characters only when printed, so that crossings are right in any drawing order. Internal to
 * src/grid. */
#ifndef COMB_GRID_CANVAS_H
#define COMB_GRID_CANVAS_H

#include "grid/render.h"

struct comb_canvas_cell {
    uint32_t code; /* 0: empty, or drawn from the arms */
    enum comb_colour ink;
    enum comb_colour paper; /* COMB_COLOUR_NONE: the terminal's own */
    unsigned char arms[4];  /* up, right, down, left; 0 to 3: none, light, heavy, double */
    bool bold;
};

/* Columns left .. left + width - 1, lines top .. top + height - 1. */
struct comb_canvas {
    struct comb_canvas_cell *cells;
    int left, top, width, height;
};

struct comb_canvas_style {
    enum comb_colour ink;
    enum comb_colour paper;
    bool bold;
};

/* COMB_LIMIT if the canvas would have more than four million cells. */
int comb_canvas_init(struct comb_canvas *canvas, int left, int top, long long width, long long height,
                     struct comb_error *err);
void comb_canvas_free(struct comb_canvas *canvas);

/* All of these ignore positions outside. A paper of COMB_COLOUR_NONE leaves the existing paper. */
struct comb_canvas_cell *comb_canvas_at(const struct comb_canvas *canvas, int column, int line); /* NULL outside */
void comb_canvas_put(struct comb_canvas *canvas, int column, int line, uint32_t code, struct comb_canvas_style ink);
void comb_canvas_text(struct comb_canvas *canvas, int column, int line, const char *text, struct comb_canvas_style ink);
void comb_canvas_fill(struct comb_canvas *canvas, int column, int line, int columns, enum comb_colour paper);

/* Draws a line between two neighbouring positions. */
void comb_canvas_join(struct comb_canvas *canvas, int column, int line, int to_column, int to_line, int weight,
                      enum comb_colour ink);

int comb_canvas_columns(const char *text); /* columns of a text */

void comb_canvas_print(struct comb_buf *out, const struct comb_canvas *canvas, const struct comb_terminal_style *style);

/* Prints a line of text outside the canvas, with its colour set and reset. */
void comb_terminal_line(struct comb_buf *out, const char *text, size_t length, struct comb_canvas_style ink,
                        const struct comb_terminal_style *style);

#endif
