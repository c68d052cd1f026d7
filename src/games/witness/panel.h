/* Panel: a board of The Witness as its makers write it, without any rule.
 *
 * Places are stored as they are drawn, (2 width + 1) columns by (2 height + 1) rows, rows growing downwards:
 *
 *     column   0   1   2   3   4         even, even   a node
 *     row 0    +---+---+---+---+         odd, even    an edge from left to right
 *     row 1    |  cell |  cell |         even, odd    an edge from top to bottom
 *     row 2    +---+---+---+---+         odd, odd     a cell
 *
 * Each place holds at most one thing. A panel never changes once it is made. */
#ifndef COMB_WITNESS_PANEL_H
#define COMB_WITNESS_PANEL_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_WITNESS_MOST_SIDE = 16, /* cells */
    COMB_WITNESS_MOST_CELLS = COMB_WITNESS_MOST_SIDE * COMB_WITNESS_MOST_SIDE,
    COMB_WITNESS_MOST_NODES = (COMB_WITNESS_MOST_SIDE + 1) * (COMB_WITNESS_MOST_SIDE + 1),
    COMB_WITNESS_MOST_EDGES = 2 * COMB_WITNESS_MOST_SIDE * (COMB_WITNESS_MOST_SIDE + 1),
    COMB_WITNESS_MOST_PLACES = (2 * COMB_WITNESS_MOST_SIDE + 1) * (2 * COMB_WITNESS_MOST_SIDE + 1),
    COMB_WITNESS_SHAPE_SIDE = 16 /* of the box of a polyomino */
};

/* The numbers are those of the Windmill format. */
enum comb_witness_kind {
    COMB_WITNESS_EMPTY = 0,
    COMB_WITNESS_ABSENT = 1, /* removed: a node or edge that is not there, or a cell */
    COMB_WITNESS_START = 3,
    COMB_WITNESS_END = 4,
    COMB_WITNESS_GAP = 5, /* an edge that is broken in the middle */
    COMB_WITNESS_DOT = 6, /* the black hexagon on a node or an edge */
    COMB_WITNESS_SQUARE = 7,
    COMB_WITNESS_STAR = 8,
    COMB_WITNESS_POLYOMINO = 9,
    COMB_WITNESS_ELIMINATION = 10, /* the white Y */
    COMB_WITNESS_TRIANGLE = 11
};

/* Again the numbers of the Windmill format. */
enum comb_witness_color {
    COMB_WITNESS_NO_COLOR,
    COMB_WITNESS_BLACK,
    COMB_WITNESS_WHITE,
    COMB_WITNESS_CYAN,
    COMB_WITNESS_MAGENTA,
    COMB_WITNESS_YELLOW,
    COMB_WITNESS_RED,
    COMB_WITNESS_GREEN,
    COMB_WITNESS_BLUE,
    COMB_WITNESS_ORANGE,
    COMB_WITNESS_COLORS
};

enum comb_witness_symmetry {
    COMB_WITNESS_NO_SYMMETRY,
    COMB_WITNESS_HORIZONTAL, /* x -> width - x */
    COMB_WITNESS_VERTICAL,   /* y -> height - y */
    COMB_WITNESS_ROTATIONAL  /* both */
};

/* Bit x of rows[y]. The box is kept as it was written; it may have blank margins, be empty, or fall apart into pieces.
 */
struct comb_witness_shape {
    uint8_t width, height;
    uint16_t rows[COMB_WITNESS_SHAPE_SIDE];
};

struct comb_witness_thing {
    uint8_t kind;      /* enum comb_witness_kind */
    uint8_t color;     /* enum comb_witness_color. As written: polyominoes, triangles and Ys mostly have none */
    uint8_t triangles; /* as written; what 0 means is up to the rules */
    int8_t toward_x;   /* where the cap of an end points, each -1, 0 or 1; both 0: by the outline */
    int8_t toward_y;   /*   of the panel */
    bool free;         /* a polyomino that may be turned */
    bool negative;     /* a blue one, that takes cells away */
    const struct comb_witness_shape *shape; /* of a polyomino; belongs to the panel */
};

struct comb_witness_panel {
    unsigned width, height; /* cells */
    enum comb_witness_symmetry symmetry;
    uint8_t line_colors[2];            /* of the line and of its mirror image; none: every dot takes it */
    struct comb_witness_thing *places; /* comb_witness_columns() * comb_witness_rows() of them */
    struct comb_witness_shape *shapes;
    size_t shape_count;
};

static inline unsigned comb_witness_columns(const struct comb_witness_panel *panel)
{
    return 2 * panel->width + 1;
}

static inline unsigned comb_witness_rows(const struct comb_witness_panel *panel)
{
    return 2 * panel->height + 1;
}

static inline const struct comb_witness_thing *comb_witness_at(const struct comb_witness_panel *panel, unsigned column,
                                                               unsigned row)
{
    return &panel->places[column + comb_witness_columns(panel) * row];
}

/* An empty panel; `shapes` is how many polyominoes it can hold. */
int comb_witness_panel_new(struct comb_witness_panel **out, unsigned width, unsigned height, size_t shapes,
                           struct comb_error *err);
int comb_witness_panel_copy(struct comb_witness_panel **out, const struct comb_witness_panel *panel, size_t more_shapes,
                            struct comb_error *err);
void comb_witness_panel_free(struct comb_witness_panel *panel);
bool comb_witness_panel_same(const struct comb_witness_panel *a, const struct comb_witness_panel *b);

/* Under symmetry starts and ends come in pairs: each is copied onto its mirror node where another kind stands, and one
 * that is its own mirror image is erased; the order is that of The Windmill, columns first. */
void comb_witness_panel_pair(struct comb_witness_panel *panel);

/* Which way the cap of an end points, for drawing: as written, else to the first of left, right, up, down that is off
 * the board or whose edge is absent, else (0, 0). */
void comb_witness_end_direction(int direction[2], const struct comb_witness_panel *panel, unsigned column,
                                unsigned row);

/* What every line needs and the panel has none of, in words: "the panel has no start"; NULL when it has both. */
const char *comb_witness_lacks(const struct comb_witness_panel *panel);

const char *comb_witness_color_name(enum comb_witness_color color); /* "black"; "" for none */

unsigned comb_witness_shape_size(const struct comb_witness_shape *shape); /* cells */

#endif
