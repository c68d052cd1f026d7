/* Panel: a board of The Witness as written, without any rules.
 *
 * Places are stored as they are drawn, (2 width + 1) columns by (2 height + 1) rows, rows growing downwards:
 *
 *     column   0   1   2   3   4         even, even   a node
 *     row 0    +---+---+---+---+         odd, even    a horizontal edge
 *     row 1    |  cell |  cell |         even, odd    a vertical edge
 *     row 2    +---+---+---+---+         odd, odd     a cell
 *
 * A pillar is a panel on a cylinder: its right border joins its left one, so the last column of nodes and edges is
 * missing and the last column of places is one of cells, next to column 0:
 *
 *     column   0   1   2   3   4   5 (0)
 *     row 0    +---+---+---+---+---+-          2 width columns
 *     row 1    |  cell |  cell |  cell
 *
 * Each place holds at most one thing; only starts, ends and dots can share a place. Starts and ends may be on nodes and
 * in the middle of edges. A finished panel never changes. */
#ifndef COMB_WITNESS_PANEL_H
#define COMB_WITNESS_PANEL_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_WITNESS_MAX_SIDE = 16, /* cells */
    COMB_WITNESS_MAX_CELLS = COMB_WITNESS_MAX_SIDE * COMB_WITNESS_MAX_SIDE,
    COMB_WITNESS_MAX_NODES = (COMB_WITNESS_MAX_SIDE + 1) * (COMB_WITNESS_MAX_SIDE + 1),
    COMB_WITNESS_MAX_EDGES = 2 * COMB_WITNESS_MAX_SIDE * (COMB_WITNESS_MAX_SIDE + 1),
    COMB_WITNESS_MAX_POINTS = COMB_WITNESS_MAX_NODES + 2, /* of a line: nodes, and two middles of edges */
    COMB_WITNESS_MAX_PLACES = (2 * COMB_WITNESS_MAX_SIDE + 1) * (2 * COMB_WITNESS_MAX_SIDE + 1),
    COMB_WITNESS_MIN_PILLAR = 3, /* columns of cells: with two, two edges would join the same nodes */
    COMB_WITNESS_SHAPE_SIDE = 16 /* of the bounding box of a polyomino */
};

/* The values are those of the Windmill format. */
enum comb_witness_kind {
    COMB_WITNESS_EMPTY = 0,
    COMB_WITNESS_ABSENT = 1, /* a node, edge or cell that was removed */
    COMB_WITNESS_START = 3,
    COMB_WITNESS_END = 4,
    COMB_WITNESS_GAP = 5, /* an edge broken in the middle */
    COMB_WITNESS_DOT = 6, /* the black hexagon on a node or an edge */
    COMB_WITNESS_SQUARE = 7,
    COMB_WITNESS_STAR = 8,
    COMB_WITNESS_POLYOMINO = 9,
    COMB_WITNESS_ELIMINATION = 10, /* the elimination mark, a white Y */
    COMB_WITNESS_TRIANGLE = 11
};

enum { COMB_WITNESS_KINDS = COMB_WITNESS_TRIANGLE + 1 };

/* The values are those of the Windmill format. */
enum comb_witness_colour {
    COMB_WITNESS_NO_COLOUR,
    COMB_WITNESS_BLACK,
    COMB_WITNESS_WHITE,
    COMB_WITNESS_CYAN,
    COMB_WITNESS_MAGENTA,
    COMB_WITNESS_YELLOW,
    COMB_WITNESS_RED,
    COMB_WITNESS_GREEN,
    COMB_WITNESS_BLUE,
    COMB_WITNESS_ORANGE,
    COMB_WITNESS_COLOURS
};

/* On a pillar the second line is on the other side: half the width is added to x, before x is mirrored. */
enum comb_witness_symmetry {
    COMB_WITNESS_NO_SYMMETRY,
    COMB_WITNESS_HORIZONTAL, /* x -> width - x */
    COMB_WITNESS_VERTICAL,   /* y -> height - y */
    COMB_WITNESS_ROTATIONAL, /* both */
    COMB_WITNESS_TRANSLATED  /* neither: pillars only */
};

/* Bit x of rows[y]. The box is stored as written; it may have blank margins, be empty, or hold a disconnected shape. */
struct comb_witness_shape {
    uint8_t width, height;
    uint16_t rows[COMB_WITNESS_SHAPE_SIDE];
};

struct comb_witness_thing {
    uint8_t kind;   /* enum comb_witness_kind */
    uint8_t colour; /* enum comb_witness_colour, as written; polyominoes, triangles and elimination marks usually have
                       none */
    uint8_t triangles; /* as written; the rules define what 0 means */
    int8_t toward_x;   /* direction of the cap of an end, each -1, 0 or 1; both 0: from the outline */
    int8_t toward_y;   /*   of the panel */
    bool free;         /* a polyomino that may be rotated */
    bool negative;     /* a blue polyomino, which subtracts cells */
    bool also_end;     /* a start that is an end, too, with its cap */
    bool also_dot;     /* a start or end with a dot; `colour` is the dot's */
    bool hidden;       /* a dot that players do not see */
    const struct comb_witness_shape *shape; /* of a polyomino; owned by the panel */
};

struct comb_witness_panel {
    unsigned width, height; /* cells */
    bool pillar;
    bool unpaired; /* under symmetry starts and ends stay as they are, without partners */
    uint8_t rules; /* the rule set that the panel names: its number in COMB_WITNESS_RULE_NAMES, from 1; 0: none */
    enum comb_witness_symmetry symmetry;
    uint8_t line_colours[2];           /* of the line and of its mirror image; none: it covers dots of every colour */
    struct comb_witness_thing *places; /* comb_witness_columns() * comb_witness_rows() entries */
    struct comb_witness_shape *shapes;
    size_t shape_count;
};

static inline unsigned comb_witness_columns(const struct comb_witness_panel *panel)
{
    return 2 * panel->width + !panel->pillar;
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

/* Columns of nodes. */
static inline unsigned comb_witness_across(const struct comb_witness_panel *panel)
{
    return panel->width + !panel->pillar;
}

static inline bool comb_witness_is_start(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_START;
}

static inline bool comb_witness_is_end(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_END || (thing->kind == COMB_WITNESS_START && thing->also_end);
}

static inline bool comb_witness_has_dot(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_DOT || thing->also_dot;
}

/* Places. */
struct comb_witness_at {
    unsigned column, row;
};

/* The place onto which the panel's symmetry maps this one; without symmetry the same place. */
struct comb_witness_at comb_witness_mirror_place(const struct comb_witness_panel *panel, struct comb_witness_at at);

/* Moves a place by some columns and rows, around a pillar; false if that is off the panel. */
bool comb_witness_move_place(const struct comb_witness_panel *panel, struct comb_witness_at *at, int columns, int rows);

/* Returns a message if the panel cannot have its size or symmetry; NULL if it can. */
const char *comb_witness_bad_form(unsigned width, bool pillar, enum comb_witness_symmetry symmetry);

/* Creates an empty panel with room for `shapes` polyominoes. Set
 * `pillar` before any place. */
int comb_witness_panel_new(struct comb_witness_panel **out, unsigned width, unsigned height, size_t shapes,
                           struct comb_error *err);

/* Copies what is not on a place: pillar, rules, symmetry, line colours. */
void comb_witness_panel_form(struct comb_witness_panel *panel, const struct comb_witness_panel *like);
int comb_witness_panel_copy(struct comb_witness_panel **out, const struct comb_witness_panel *panel, size_t more_shapes,
                            struct comb_error *err);
void comb_witness_panel_free(struct comb_witness_panel *panel);
bool comb_witness_panel_same(const struct comb_witness_panel *a, const struct comb_witness_panel *b);

/* Pairs starts and ends under symmetry: copies each onto its mirror place unless that holds the same kind, and erases
 * one that is its own mirror image. Uses The Windmill's order, columns first. */
void comb_witness_panel_pair(struct comb_witness_panel *panel);

/* Gets the direction of the cap of an end, for drawing: as written; otherwise the first of left, right, up, down
 * that is off the board or has an absent edge; otherwise (0, 0). */
void comb_witness_end_direction(int direction[2], const struct comb_witness_panel *panel, unsigned column,
                                unsigned row);

/* Returns a message if the panel has no start or no end ("the panel has no start"); NULL if it has both. */
const char *comb_witness_missing_endpoint(const struct comb_witness_panel *panel);

const char *comb_witness_colour_name(enum comb_witness_colour colour); /* "black"; "" for none */

unsigned comb_witness_shape_size(const struct comb_witness_shape *shape); /* cells */

/* The shape after a quarter turn, clockwise. */
struct comb_witness_shape comb_witness_shape_turned(const struct comb_witness_shape *shape);

#endif
