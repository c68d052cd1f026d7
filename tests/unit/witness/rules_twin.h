/* A second implementation of the rules of The Witness, for tests: slow, literal, and without any code of the
 * program's own rules. It reads the panel as data and does the rest itself:
 *
 *     lines      every walk from every start, with its mirror image, from place to place
 *     regions    a flood over all places; around a pillar the last column is beside the first
 *     symbols    as each program checks them, trying every choice of what to eliminate
 *     pieces     every position of every blue piece, then yellow ones over the first cell that lacks one
 *
 * Up to 16 cells: regions and sets of symbols are sets of bits. */
#ifndef COMB_TESTS_WITNESS_RULES_TWIN_H
#define COMB_TESTS_WITNESS_RULES_TWIN_H

#include "games/witness/panel/panel.h"
#include "games/witness/rules/rules.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TWIN_SIDE = 9, TWIN_CELLS = 16, TWIN_PAD = 5, TWIN_PLANE = 4 + 2 * TWIN_PAD, TWIN_MEMO = 1 << 14 };
enum { TWIN_NONE = -1 };

struct rules_twin {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    int width, height;                /* cells */
    int columns, rows;                /* places */
    int line[TWIN_SIDE][TWIN_SIDE];   /* by column, row: 0 free, 1 the line, 2 its mirror image */
    bool half[TWIN_SIDE][TWIN_SIDE];  /* a line starts or ends in the middle of this edge: it separates nothing */
    int region[TWIN_SIDE][TWIN_SIDE]; /* number, or TWIN_NONE */
    bool outside[TWIN_SIDE][TWIN_SIDE];
    int regions;
    /* one region */
    unsigned cells, pieces; /* as sets of cells */
    int dots;
    /* placing */
    int need[TWIN_PLANE][TWIN_PLANE];
    int edges[TWIN_SIDE][TWIN_SIDE];
    struct {
        bool cached, fits;
        unsigned cells, pieces;
        unsigned char walls[TWIN_SIDE * TWIN_SIDE];
    } memo[TWIN_MEMO];
};

static inline const struct comb_witness_thing *twin_at(const struct rules_twin *twin, int column, int row)
{
    return comb_witness_at(twin->panel, (unsigned)column, (unsigned)row);
}

static inline bool twin_on_panel(const struct rules_twin *twin, int column, int row)
{
    return column >= 0 && row >= 0 && column < twin->columns && row < twin->rows;
}

/* The column, or around a pillar the one that it is there. */
static inline int twin_column(const struct rules_twin *twin, int column)
{
    while (twin->panel->pillar && column < 0)
        column += twin->columns;
    return twin->panel->pillar ? column % twin->columns : column;
}

static inline bool twin_dotted(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_DOT || thing->also_dot;
}

static inline const struct comb_witness_thing *twin_cell(const struct rules_twin *twin, int cell)
{
    return twin_at(twin, 2 * (cell % twin->width) + 1, 2 * (cell / twin->width) + 1);
}

static inline int twin_bits(unsigned set)
{
    int count = 0;
    for (; set; set >>= 1)
        count += (int)(set & 1);
    return count;
}

/* ---- regions ---- */

static inline void twin_let_in(struct rules_twin *twin, int column, int row)
{
    column = twin_column(twin, column);
    if (!twin_on_panel(twin, column, row) || twin->outside[column][row])
        return;
    const struct comb_witness_thing *thing = twin_at(twin, column, row);
    if (column % 2 != row % 2 && thing->kind != COMB_WITNESS_ABSENT)
        return;
    if (column % 2 == 0 && row % 2 == 0) {
        twin->outside[column][row] = !twin_dotted(thing);
        return;
    }
    twin->outside[column][row] = true;
    twin_let_in(twin, column - 1, row);
    twin_let_in(twin, column + 1, row);
    twin_let_in(twin, column, row - 1);
    twin_let_in(twin, column, row + 1);
}

static inline void twin_flood(struct rules_twin *twin, int column, int row)
{
    column = twin_column(twin, column);
    if (!twin_on_panel(twin, column, row) || twin->region[column][row] != TWIN_NONE || twin->outside[column][row] ||
        (twin->line[column][row] != 0 && !twin->half[column][row]))
        return;
    bool cell = column % 2 == 1 && row % 2 == 1, node = column % 2 == 0 && row % 2 == 0;
    if (cell && twin_at(twin, column, row)->kind == COMB_WITNESS_ABSENT)
        return;
    if (node && !twin->rules.tracks_join)
        return;
    twin->region[column][row] = twin->regions;
    twin_flood(twin, column - 1, row);
    twin_flood(twin, column + 1, row);
    twin_flood(twin, column, row - 1);
    twin_flood(twin, column, row + 1);
}

static inline void twin_find_regions(struct rules_twin *twin)
{
    twin->regions = 0;
    memset(twin->outside, 0, sizeof twin->outside);
    for (int column = 0; column < twin->columns; column++)
        for (int row = 0; row < twin->rows; row++) {
            bool side = !twin->panel->pillar && (column == 0 || column == twin->columns - 1);
            bool border = side || row == 0 || row == twin->rows - 1;
            twin->region[column][row] = TWIN_NONE;
            if (twin->rules.set == COMB_WITNESS_GAME && border && column % 2 != row % 2)
                twin_let_in(twin, column, row);
        }
    for (int column = 1; column < twin->columns; column += 2)
        for (int row = 1; row < twin->rows; row += 2) {
            int before = twin->region[column][row];
            twin_flood(twin, column, row);
            twin->regions += before == TWIN_NONE && twin->region[column][row] != TWIN_NONE;
        }
}

/* Returns the region that a dot off the line belongs to. Without tracks: the only one among the cells around it. */
static inline int twin_dot_region(const struct rules_twin *twin, int column, int row)
{
    int found = TWIN_NONE;
    if (twin->rules.tracks_join)
        return twin->region[column][row];
    for (int near = column - 1; near <= column + 1; near++)
        for (int y = row - 1; y <= row + 1; y++) {
            int x = twin_column(twin, near);
            if (x % 2 == 0 || y % 2 == 0 || !twin_on_panel(twin, x, y) || twin->region[x][y] == TWIN_NONE)
                continue;
            if (found != TWIN_NONE && found != twin->region[x][y])
                return TWIN_NONE;
            found = twin->region[x][y];
        }
    return found;
}

/* ---- placing pieces ---- */

struct twin_shape {
    int count;
    int x[16], y[16];
};

static inline struct twin_shape twin_turned(const struct twin_shape *shape)
{
    struct twin_shape out = *shape;
    for (int i = 0; i < shape->count; i++) {
        out.x[i] = -shape->y[i];
        out.y[i] = shape->x[i];
    }
    return out;
}

static inline struct twin_shape twin_shape_of(const struct comb_witness_thing *thing)
{
    struct twin_shape out = {0};
    for (int y = 0; y < thing->shape->height; y++)
        for (int x = 0; x < thing->shape->width; x++)
            if (thing->shape->rows[y] >> x & 1) {
                assert(out.count < 16);
                out.x[out.count] = x;
                out.y[out.count++] = y;
            }
    return out;
}

static inline bool twin_has(const struct twin_shape *shape, int x, int y)
{
    for (int i = 0; i < shape->count; i++)
        if (shape->x[i] == x && shape->y[i] == y)
            return true;
    return false;
}

/* Returns whether the shape is on the plane; without overhang on the board. */
static inline bool twin_is_inside(const struct rules_twin *twin, const struct twin_shape *shape, int left, int top)
{
    int pad = twin->rules.overhang ? TWIN_PAD : 0;
    for (int i = 0; i < shape->count; i++) {
        int x = shape->x[i] + left, y = shape->y[i] + top;
        bool beside = !twin->panel->pillar && (x < -pad || x >= twin->width + pad);
        if (beside || y < -pad || y >= twin->height + pad)
            return false;
        for (int k = 0; k < i && twin->panel->pillar; k++)
            if (shape->y[i] == shape->y[k] && (shape->x[i] - shape->x[k]) % twin->width == 0)
                return false; /* it meets itself */
    }
    return true;
}

/* Changes an edge, once for each piece: around a pillar two sides of a piece may be one edge. */
static inline void twin_add_edge(struct rules_twin *twin, bool done[TWIN_SIDE][TWIN_SIDE], int column, int row, int by)
{
    column = twin_column(twin, column);
    if (!twin_on_panel(twin, column, row) || done[column][row])
        return;
    twin->edges[column][row] += by;
    done[column][row] = true;
}

/* Places a shape (by = 1) or removes it again (-1). `edges`: its effect on edges under the rules of the game: a
 * yellow piece needs those inside it, a blue one provides all of its edges, each once. */
static inline void twin_place_shape(struct rules_twin *twin, const struct twin_shape *shape, int left, int top,
                                    bool blue, int by)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    bool done[TWIN_SIDE][TWIN_SIDE] = {{false}};
    for (int i = 0; i < shape->count; i++) {
        int x = shape->x[i], y = shape->y[i];
        int across = twin->panel->pillar ? (x + left + 64 * twin->width) % twin->width : x + left;
        twin->need[across + TWIN_PAD][y + top + TWIN_PAD] += blue ? by : -by;
        for (int side = 0; side < 4; side++) {
            int column = 2 * (x + left) + 1 + steps[side][0], row = 2 * (y + top) + 1 + steps[side][1];
            bool inner = twin_has(shape, x + steps[side][0], y + steps[side][1]);
            if (inner || blue)
                twin_add_edge(twin, done, column, row, blue ? by : -by);
        }
    }
}

static inline bool twin_edges_good(const struct rules_twin *twin)
{
    for (int column = 0; column < twin->columns; column++)
        for (int row = 0; row < twin->rows; row++)
            if (column % 2 != row % 2 && twin->edges[column][row] < 0)
                return false;
    return true;
}

static inline bool twin_place_yellow(struct rules_twin *twin, unsigned yellow)
{
    int at_x = TWIN_NONE, at_y = TWIN_NONE;
    for (int y = 0; y < TWIN_PLANE; y++)
        for (int x = 0; x < TWIN_PLANE; x++) {
            if (twin->need[x][y] < 0)
                return false;
            if (twin->need[x][y] > 0 && at_x == TWIN_NONE) {
                at_x = x - TWIN_PAD;
                at_y = y - TWIN_PAD;
            }
        }
    if (twin->rules.set == COMB_WITNESS_GAME && !twin_edges_good(twin))
        return false;
    if (at_x == TWIN_NONE)
        return yellow == 0;
    for (int cell = 0; cell < TWIN_CELLS; cell++) {
        if (!(yellow >> cell & 1))
            continue;
        struct twin_shape shape = twin_shape_of(twin_cell(twin, cell));
        for (int turn = 0; turn < (twin_cell(twin, cell)->free ? 4 : 1); turn++) {
            for (int i = 0; i < shape.count; i++) {
                int left = at_x - shape.x[i], top = at_y - shape.y[i];
                if (!twin_is_inside(twin, &shape, left, top))
                    continue;
                twin_place_shape(twin, &shape, left, top, false, 1);
                bool fits = twin_place_yellow(twin, yellow & ~(1u << cell));
                twin_place_shape(twin, &shape, left, top, false, -1);
                if (fits)
                    return true;
            }
            shape = twin_turned(&shape);
        }
    }
    return false;
}

static inline bool twin_place_blue(struct rules_twin *twin, unsigned blue, unsigned yellow)
{
    int cell = 0;
    if (blue == 0)
        return twin_place_yellow(twin, yellow);
    while (!(blue >> cell & 1))
        cell++;
    struct twin_shape shape = twin_shape_of(twin_cell(twin, cell));
    for (int turn = 0; turn < (twin_cell(twin, cell)->free ? 4 : 1); turn++) {
        bool pillar = twin->panel->pillar;
        for (int left = pillar ? 0 : -TWIN_PAD - 4; left < twin->width + (pillar ? 0 : TWIN_PAD + 4); left++)
            for (int top = -TWIN_PAD - 4; top < twin->height + TWIN_PAD + 4; top++) {
                if (!twin_is_inside(twin, &shape, left, top))
                    continue;
                twin_place_shape(twin, &shape, left, top, true, 1);
                bool fits = twin_place_blue(twin, blue & ~(1u << cell), yellow);
                twin_place_shape(twin, &shape, left, top, true, -1);
                if (fits)
                    return true;
            }
        shape = twin_turned(&shape);
    }
    return false;
}

static inline bool twin_place(struct rules_twin *twin, unsigned blue, unsigned yellow, bool fill)
{
    memset(twin->need, 0, sizeof twin->need);
    memset(twin->edges, 0, sizeof twin->edges);
    for (int cell = 0; cell < twin->width * twin->height && fill; cell++)
        if (twin->cells >> cell & 1)
            twin->need[cell % twin->width + TWIN_PAD][cell / twin->width + TWIN_PAD] = 1;
    for (int column = 0; column < twin->columns && fill; column++)
        for (int row = 0; row < twin->rows; row++)
            if (column % 2 != row % 2 && twin->line[column][row] == 0) {
                int across = column % 2 == 0, before = twin_column(twin, column - across);
                int after = twin_column(twin, column + across), above = row - !across, below = row + !across;
                twin->edges[column][row] = twin_on_panel(twin, before, above) && twin_on_panel(twin, after, below) &&
                                           (twin->cells >> (before / 2 + twin->width * (above / 2)) & 1) &&
                                           (twin->cells >> (after / 2 + twin->width * (below / 2)) & 1);
            }
    return twin_place_blue(twin, blue, yellow);
}

static inline bool twin_fits_at_all(struct rules_twin *twin, unsigned pieces)
{
    unsigned blue = 0, yellow = 0;
    int net = 0, area = twin_bits(twin->cells);
    for (int cell = 0; cell < TWIN_CELLS; cell++) {
        if (!(pieces >> cell & 1))
            continue;
        const struct comb_witness_thing *thing = twin_cell(twin, cell);
        int size = twin_shape_of(thing).count;
        *(thing->negative ? &blue : &yellow) |= 1u << cell;
        net += thing->negative ? -size : size;
    }
    if (pieces == 0)
        return true;
    if (twin->rules.set == COMB_WITNESS_WINDMILL && net == 0)
        return true;
    if (twin->rules.set == COMB_WITNESS_TTWS && yellow == 0)
        return false;
    if (net != 0 && net != area)
        return false;
    if (net == 0 && twin->rules.set == COMB_WITNESS_TTWS && blue == 0)
        return false; /* pieces without cells on a region that has some */
    return twin_place(twin, blue, yellow, net != 0);
}

/* Returns whether these pieces (a set of cells) fit the region; cached. */
static inline bool twin_fits(struct rules_twin *twin, unsigned pieces)
{
    unsigned char walls[TWIN_SIDE * TWIN_SIDE] = {0};
    unsigned hash = twin->cells * 2654435761u ^ pieces * 40503u;
    for (int i = 0; i < TWIN_SIDE * TWIN_SIDE && twin->rules.set == COMB_WITNESS_GAME; i++) {
        walls[i] = twin->line[i / TWIN_SIDE][i % TWIN_SIDE] != 0;
        hash = hash * 31 + walls[i];
    }
    for (unsigned probe = 0; probe < 64; probe++) {
        unsigned slot = (hash + probe) % TWIN_MEMO;
        if (!twin->memo[slot].cached) {
            twin->memo[slot].fits = twin_fits_at_all(twin, pieces);
            twin->memo[slot].cached = true;
            twin->memo[slot].cells = twin->cells;
            twin->memo[slot].pieces = pieces;
            memcpy(twin->memo[slot].walls, walls, sizeof walls);
            return twin->memo[slot].fits;
        }
        if (twin->memo[slot].cells == twin->cells && twin->memo[slot].pieces == pieces &&
            memcmp(twin->memo[slot].walls, walls, sizeof walls) == 0)
            return twin->memo[slot].fits;
    }
    return twin_fits_at_all(twin, pieces);
}

/* ---- symbols ---- */

/* The colour that a star counts; 0: none. */
static inline unsigned twin_colour(const struct rules_twin *twin, const struct comb_witness_thing *thing)
{
    bool written = twin->rules.set == COMB_WITNESS_GAME && thing->colour != 0;
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->colour;
    case COMB_WITNESS_POLYOMINO:
        return written ? thing->colour : thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    case COMB_WITNESS_TRIANGLE:
        return written ? thing->colour : COMB_WITNESS_ORANGE;
    case COMB_WITNESS_ELIMINATION:
        return written ? thing->colour : COMB_WITNESS_WHITE;
    default:
        return 0;
    }
}

/* Symbols of a kind in the region, as a set of cells. */
static inline unsigned twin_kind(const struct rules_twin *twin, unsigned kind)
{
    unsigned set = 0;
    for (int cell = 0; cell < twin->width * twin->height; cell++) {
        const struct comb_witness_thing *thing = twin_cell(twin, cell);
        bool blank = (kind == COMB_WITNESS_SQUARE || kind == COMB_WITNESS_STAR) && thing->colour == 0;
        bool empty = kind == COMB_WITNESS_POLYOMINO && twin->rules.set == COMB_WITNESS_GAME &&
                     thing->kind == COMB_WITNESS_POLYOMINO && twin_shape_of(thing).count == 0;
        if ((twin->cells >> cell & 1) && thing->kind == kind && !blank && !empty)
            set |= 1u << cell;
    }
    return set;
}

static inline unsigned twin_coloured(const struct rules_twin *twin, unsigned among, unsigned colour)
{
    unsigned set = 0;
    for (int cell = 0; cell < twin->width * twin->height; cell++)
        if ((among >> cell & 1) && twin_colour(twin, twin_cell(twin, cell)) == colour)
            set |= 1u << cell;
    return set;
}

static inline unsigned twin_wrong_triangles(const struct rules_twin *twin)
{
    unsigned set = twin_kind(twin, COMB_WITNESS_TRIANGLE), wrong = 0;
    for (int cell = 0; cell < twin->width * twin->height; cell++) {
        int column = 2 * (cell % twin->width) + 1, row = 2 * (cell / twin->width) + 1;
        int sides = (twin->line[column - 1][row] != 0) + (twin->line[twin_column(twin, column + 1)][row] != 0) +
                    (twin->line[column][row - 1] != 0) + (twin->line[column][row + 1] != 0);
        int expected = twin_cell(twin, cell)->triangles;
        expected = expected == 0 && twin->rules.set == COMB_WITNESS_WINDMILL ? 1 : expected;
        if ((set >> cell & 1) && sides != expected)
            wrong |= 1u << cell;
    }
    return wrong;
}

static inline unsigned twin_symbols(const struct rules_twin *twin)
{
    return twin_kind(twin, COMB_WITNESS_SQUARE) | twin_kind(twin, COMB_WITNESS_STAR) |
           twin_kind(twin, COMB_WITNESS_TRIANGLE) | twin_kind(twin, COMB_WITNESS_POLYOMINO) |
           twin_kind(twin, COMB_WITNESS_ELIMINATION);
}

/* ---- windmill ---- */

static inline int twin_windmill_squares(const struct rules_twin *twin)
{
    unsigned squares = twin_kind(twin, COMB_WITNESS_SQUARE);
    char best[16] = "";
    int kept = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        char text[16];
        int count = twin_bits(twin_coloured(twin, squares, colour));
        snprintf(text, sizeof text, "%d,%u", count, colour);
        if (count > 0 && strcmp(text, best) > 0) {
            strcpy(best, text);
            kept = count;
        }
    }
    return twin_bits(squares) - kept;
}

static inline int twin_windmill_stars(const struct rules_twin *twin)
{
    int gone = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        int stars = twin_bits(twin_coloured(twin, twin_kind(twin, COMB_WITNESS_STAR), colour));
        int all = twin_bits(twin_coloured(twin, twin_symbols(twin), colour));
        if (stars == 0 || all == 2)
            continue;
        gone += stars > 1 && all - 2 < stars ? all - 2 : stars;
    }
    return gone;
}

static inline bool twin_windmill(struct rules_twin *twin)
{
    int marks = twin_bits(twin_kind(twin, COMB_WITNESS_ELIMINATION));
    int left = marks - twin_windmill_squares(twin) - twin_windmill_stars(twin) - twin->dots -
               twin_bits(twin_wrong_triangles(twin));
    unsigned pieces = twin_kind(twin, COMB_WITNESS_POLYOMINO);
    if (left < 0)
        return false;
    if (twin_fits(twin, pieces))
        return left == 0;
    if (left == twin_bits(pieces))
        return true;
    for (int cell = 0; cell < TWIN_CELLS && left == 1; cell++)
        if ((pieces >> cell & 1) && twin_fits(twin, pieces & ~(1u << cell)))
            return true;
    return false;
}

/* ---- ttws ---- */

/* Counts the stars that go if these squares, pieces and triangles stay; those beyond the second of a colour are
 * already gone. */
static inline int twin_ttws_stars(const struct rules_twin *twin, unsigned others)
{
    int gone = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        int stars = twin_bits(twin_coloured(twin, twin_kind(twin, COMB_WITNESS_STAR), colour));
        int fixed = twin_bits(twin_coloured(twin, others, colour));
        gone += stars > 2 ? stars - 2 : 0;
        stars = stars > 2 ? 2 : stars;
        if (stars > 0 && stars + fixed != 2)
            gone += stars;
    }
    return gone;
}

static inline bool twin_ttws(struct rules_twin *twin)
{
    unsigned squares = twin_kind(twin, COMB_WITNESS_SQUARE), pieces = twin_kind(twin, COMB_WITNESS_POLYOMINO);
    unsigned right = twin_kind(twin, COMB_WITNESS_TRIANGLE) & ~twin_wrong_triangles(twin);
    int marks = twin_bits(twin_kind(twin, COMB_WITNESS_ELIMINATION));
    int errors = twin->dots + twin_bits(twin_wrong_triangles(twin));
    for (unsigned kept = pieces;; kept = (kept - 1) & pieces) {
        for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++) {
            unsigned same = colour ? twin_coloured(twin, squares, colour) : 0;
            if (squares ? same == 0 : colour > 0)
                continue;
            int cost = errors + twin_bits(pieces & ~kept) + twin_bits(squares & ~same) +
                       twin_ttws_stars(twin, kept | same | right);
            if (cost == marks && twin_fits(twin, kept))
                return true;
        }
        if (kept == 0)
            return false;
    }
}

/* ---- game ---- */

struct twin_errors {
    unsigned very_wrong, some; /* errors that only removing the symbol itself fixes, and other errors */
};

/* Finds errors among `there`, a set of symbols. */
static inline struct twin_errors twin_errors_of(struct rules_twin *twin, unsigned there)
{
    struct twin_errors errors = {.very_wrong = twin_wrong_triangles(twin) & there};
    unsigned squares = twin_kind(twin, COMB_WITNESS_SQUARE) & there, stars = twin_kind(twin, COMB_WITNESS_STAR) & there;
    unsigned pieces = twin_kind(twin, COMB_WITNESS_POLYOMINO) & there;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned mine = twin_coloured(twin, stars, colour);
        int all = twin_bits(twin_coloured(twin, there, colour));
        errors.very_wrong |= all == 1 ? mine : 0;
        errors.some |= all > 2 ? mine : 0;
        if (twin_coloured(twin, squares, colour) && twin_coloured(twin, squares, colour) != squares)
            errors.some |= squares;
    }
    if (!twin_fits(twin, pieces))
        errors.some |= pieces;
    return errors;
}

static inline bool twin_game(struct rules_twin *twin)
{
    unsigned all = twin_symbols(twin), marks = twin_kind(twin, COMB_WITNESS_ELIMINATION);
    struct twin_errors first = twin_errors_of(twin, all);
    int surplus = twin_bits(marks) - twin_bits(first.very_wrong) - twin->dots;
    if (surplus < 0)
        return false;
    for (unsigned gone = first.some;; gone = (gone - 1) & first.some) {
        int left = surplus - twin_bits(gone);
        if (left >= 0 && left % 2 == 0) {
            struct twin_errors rest = twin_errors_of(twin, all & ~marks & ~first.very_wrong & ~gone);
            if (rest.very_wrong == 0 && rest.some == 0)
                return true;
        }
        if (gone == 0)
            return false;
    }
}

/* ---- the whole line ---- */

static inline bool twin_dots_good(const struct rules_twin *twin)
{
    for (int column = 0; column < twin->columns; column++)
        for (int row = 0; row < twin->rows; row++) {
            const struct comb_witness_thing *thing = twin_at(twin, column, row);
            int mark = twin->line[column][row];
            if (!twin_dotted(thing) || (column % 2 == 1 && row % 2 == 1))
                continue;
            if (mark == 0 && twin_dot_region(twin, column, row) == TWIN_NONE)
                return false;
            unsigned colour = mark == 0 ? 0 : twin->panel->line_colours[mark - 1];
            if (colour != 0 && thing->colour != 0 && colour != thing->colour)
                return false;
        }
    return true;
}

static inline bool twin_region_good(struct rules_twin *twin, int region)
{
    twin->cells = 0;
    twin->dots = 0;
    for (int column = 0; column < twin->columns; column++)
        for (int row = 0; row < twin->rows; row++) {
            bool cell = column % 2 == 1 && row % 2 == 1;
            if (cell && twin->region[column][row] == region)
                twin->cells |= 1u << (column / 2 + twin->width * (row / 2));
            if (!cell && twin_dotted(twin_at(twin, column, row)) && twin->line[column][row] == 0)
                twin->dots += twin_dot_region(twin, column, row) == region;
        }
    return twin->rules.set == COMB_WITNESS_WINDMILL ? twin_windmill(twin)
           : twin->rules.set == COMB_WITNESS_TTWS   ? twin_ttws(twin)
                                                    : twin_game(twin);
}

/* Replaces the place by its mirror image. On a pillar the image is on the far side. */
static inline void twin_mirror(const struct rules_twin *twin, int *column, int *row)
{
    enum comb_witness_symmetry symmetry = twin->panel->symmetry;
    if (twin->panel->pillar && symmetry != COMB_WITNESS_NO_SYMMETRY)
        *column = *column + twin->width;
    if (symmetry == COMB_WITNESS_HORIZONTAL || symmetry == COMB_WITNESS_ROTATIONAL)
        *column = 2 * twin->width - *column;
    if (symmetry == COMB_WITNESS_VERTICAL || symmetry == COMB_WITNESS_ROTATIONAL)
        *row = 2 * twin->height - *row;
    *column = twin_column(twin, *column);
}

static inline bool twin_walkable(const struct rules_twin *twin, int column, int row)
{
    unsigned kind = twin_at(twin, column, row)->kind;
    return kind != COMB_WITNESS_ABSENT && kind != COMB_WITNESS_GAP;
}

/* Marks a place of the line and its mirror image; false if that is impossible. */
static inline bool twin_draw(struct rules_twin *twin, int column, int row)
{
    int to_column = column, to_row = row;
    if (!twin_walkable(twin, column, row) || twin->line[column][row] != 0)
        return false;
    twin->line[column][row] = 1;
    if (twin->panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return true;
    twin_mirror(twin, &to_column, &to_row);
    if (!twin_walkable(twin, to_column, to_row) || twin->line[to_column][to_row] != 0)
        return false;
    twin->line[to_column][to_row] = 2;
    return true;
}

/* Returns whether a walk, given as all its places from a start to an end, solves the panel. */
static inline bool rules_twin_accepts(struct rules_twin *twin, const int (*places)[2], unsigned count)
{
    memset(twin->line, 0, sizeof twin->line);
    memset(twin->half, 0, sizeof twin->half);
    for (unsigned i = 0; i < count; i++)
        if (!twin_draw(twin, places[i][0], places[i][1]))
            return false;
    for (unsigned i = 0; i<count; i += count> 1 ? count - 1 : 1) {
        int column = places[i][0], row = places[i][1];
        if (column % 2 == 0 && row % 2 == 0)
            continue;
        twin->half[column][row] = true;
        twin_mirror(twin, &column, &row);
        twin->half[column][row] = true;
    }
    twin_find_regions(twin);
    if (!twin_dots_good(twin))
        return false;
    for (int region = 0; region < twin->regions; region++)
        if (!twin_region_good(twin, region))
            return false;
    return true;
}

/* Panels of up to 4 x 4 cells. Freed by free(). */
static inline struct rules_twin *rules_twin_new(const struct comb_witness_panel *panel,
                                                const struct comb_witness_rules *rules)
{
    struct rules_twin *twin = calloc(1, sizeof *twin);
    assert(twin && panel->width <= 4 && panel->height <= 4);
    twin->panel = panel;
    twin->rules = *rules;
    twin->width = (int)panel->width;
    twin->height = (int)panel->height;
    twin->columns = 2 * twin->width + (panel->pillar ? 0 : 1);
    twin->rows = 2 * twin->height + 1;
    return twin;
}

#endif
