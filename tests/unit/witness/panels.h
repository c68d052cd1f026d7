/* Slow reference implementation for everything that searches lines on panels of The Witness, for tests:
 *
 *   - random panels (witness_random_panel): small, with every kind of symbol, colour, symmetry, gap and hole,
 *   - every solution of a panel (witness_twin_solve): all walks from every start, each checked by the verifier.
 *
 * The code is simple on purpose, so that it can be trusted. A walk on a 3 x 3 panel has some thousand continuations:
 * a panel takes a few milliseconds, more with several starts. */
#ifndef COMB_TESTS_WITNESS_PANELS_H
#define COMB_TESTS_WITNESS_PANELS_H

#include "base/buf.h"
#include "base/rng.h"
#include "base/vec.h"
#include "games/witness/search/search.h"
#include "games/witness/text/text.h"
#include "games/witness/verify/verify.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- random panels ---- */

/* What a random panel may contain; all zero: everything, up to 3 x 3. */
struct witness_panel_options {
    unsigned width, height; /* cells; 0: 1 .. 3, random */
    bool no_symmetry;
    bool no_eliminations;
    bool no_pieces;
    bool no_blue_pieces;
    bool no_squares;
    bool no_stars;
    bool no_triangles;
    bool no_dots;
    bool no_holes;        /* absent nodes, edges and cells */
    bool no_gaps;         /* broken edges */
    bool no_line_colours; /* and no coloured dots */
    bool one_start;       /* and one end (two of each under symmetry) */
    bool many_holes;      /* many absent edges and cells, often on the border */
    bool eliminations;    /* always */
    bool coloured_lines;  /* always two lines with colours, and coloured dots */
    bool pillar;          /* 3 or 4 columns, at most 2 rows unless a size is given */
    bool half_points;     /* starts and ends also in the middle of edges */
    bool shared_points;   /* starts that are ends, and dots on starts and ends; hidden dots */
};

struct witness_maker {
    struct comb_rng rng;
    struct comb_witness_panel *panel;
    const struct witness_panel_options *options;
    unsigned palette[3];
    bool has_kind[COMB_WITNESS_TRIANGLE + 1]; /* kinds that this panel has */
    bool blue;
};

static inline bool witness_random_bool(struct witness_maker *maker, unsigned percent)
{
    return comb_rng_below(&maker->rng, 100) < percent;
}

static inline unsigned witness_random_below(struct witness_maker *maker, unsigned below)
{
    return (unsigned)comb_rng_below(&maker->rng, below);
}

static inline struct comb_witness_thing *witness_place(struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    return &panel->places[column + comb_witness_columns(panel) * row];
}

/* Grows cell by cell; the next cell usually touches an earlier one. The box occasionally has a blank margin, and
 * rarely no cell at all. */
static inline void witness_random_shape(struct witness_maker *maker, struct comb_witness_shape *shape, unsigned cells)
{
    bool grid[4][4] = {{false}};
    unsigned x = witness_random_below(maker, 3), y = witness_random_below(maker, 3);
    for (unsigned tries = 0; cells > 0 && tries < 50; tries++) {
        if (!grid[y][x]) {
            grid[y][x] = true;
            cells--;
        }
        bool jump = witness_random_bool(maker, 8);
        x = jump ? witness_random_below(maker, 3)
                 : (x + (witness_random_bool(maker, 50) ? 0 : 1 + witness_random_below(maker, 2) * 2)) % 4;
        y = jump ? witness_random_below(maker, 3)
                 : (y + (witness_random_bool(maker, 50) ? 0 : 1 + witness_random_below(maker, 2) * 2)) % 4;
    }
    unsigned left = 4, top = 4, right = 0, bottom = 0;
    for (y = 0; y < 4; y++)
        for (x = 0; x < 4; x++)
            if (grid[y][x]) {
                left = x < left ? x : left;
                right = x > right ? x : right;
                top = y < top ? y : top;
                bottom = y > bottom ? y : bottom;
            }
    bool margin = witness_random_bool(maker, 5) || left > right;
    left = margin ? 0 : left;
    top = margin ? 0 : top;
    right = margin ? 3 : right;
    bottom = margin ? 3 : bottom;
    *shape = (struct comb_witness_shape){(uint8_t)(right - left + 1), (uint8_t)(bottom - top + 1), {0}};
    for (y = top; y <= bottom; y++)
        for (x = left; x <= right; x++)
            shape->rows[y - top] |= (uint16_t)((grid[y][x] ? 1u : 0u) << (x - left));
}

static inline void witness_random_piece(struct witness_maker *maker, struct comb_witness_thing *thing)
{
    struct comb_witness_shape *shape = &maker->panel->shapes[maker->panel->shape_count++];
    thing->kind = COMB_WITNESS_POLYOMINO;
    thing->free = witness_random_bool(maker, 40);
    thing->negative = maker->blue && witness_random_bool(maker, 40);
    thing->shape = shape;
    unsigned cells = witness_random_bool(maker, 1) ? 0 : 1 + witness_random_below(maker, thing->negative ? 3 : 4);
    witness_random_shape(maker, shape, cells);
    if (witness_random_bool(maker, 5))
        thing->colour = (uint8_t)maker->palette[witness_random_below(maker, 3)];
}

static inline void witness_random_symbol(struct witness_maker *maker, struct comb_witness_thing *thing)
{
    static const uint8_t kinds[] = {COMB_WITNESS_SQUARE, COMB_WITNESS_STAR, COMB_WITNESS_POLYOMINO,
                                    COMB_WITNESS_ELIMINATION, COMB_WITNESS_TRIANGLE};
    unsigned kind = kinds[witness_random_below(maker, sizeof kinds)];
    if (!maker->has_kind[kind])
        return;
    if (kind == COMB_WITNESS_POLYOMINO) {
        witness_random_piece(maker, thing);
        return;
    }
    thing->kind = (uint8_t)kind;
    if (kind == COMB_WITNESS_SQUARE || kind == COMB_WITNESS_STAR)
        thing->colour = witness_random_bool(maker, 2) ? 0 : (uint8_t)maker->palette[witness_random_below(maker, 3)];
    else if (witness_random_bool(maker, 10))
        thing->colour = (uint8_t)maker->palette[witness_random_below(maker, 3)];
    if (kind == COMB_WITNESS_TRIANGLE)
        thing->triangles = (uint8_t)(witness_random_bool(maker, 8) ? 0 : 1 + witness_random_below(maker, 3));
}

static inline void witness_fill_cells(struct witness_maker *maker)
{
    struct comb_witness_panel *panel = maker->panel;
    unsigned density = 30 + witness_random_below(maker, 71);
    for (unsigned row = 1; row < comb_witness_rows(panel); row += 2)
        for (unsigned column = 1; column < comb_witness_columns(panel); column += 2) {
            struct comb_witness_thing *thing = witness_place(panel, column, row);
            if (maker->has_kind[COMB_WITNESS_ABSENT] && witness_random_bool(maker, maker->options->many_holes ? 20 : 8))
                thing->kind = COMB_WITNESS_ABSENT;
            else if (witness_random_bool(maker, density))
                witness_random_symbol(maker, thing);
        }
}

/* Dots, gaps and holes on nodes and edges. */
static inline void witness_fill_lines(struct witness_maker *maker)
{
    struct comb_witness_panel *panel = maker->panel;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            struct comb_witness_thing *thing = witness_place(panel, column, row);
            bool node = column % 2 == 0 && row % 2 == 0;
            if (column % 2 == 1 && row % 2 == 1)
                continue;
            unsigned border = (!panel->pillar && (column == 0 || column + 1 == comb_witness_columns(panel))) ||
                              row == 0 || row + 1 == comb_witness_rows(panel);
            unsigned holes = maker->options->many_holes ? (node ? 1 : border ? 20 : 3) : node ? 3 : 8;
            if (maker->has_kind[COMB_WITNESS_DOT] &&
                witness_random_bool(maker, maker->options->coloured_lines ? 15 : 8)) {
                thing->kind = COMB_WITNESS_DOT;
                if (panel->line_colours[0] && witness_random_bool(maker, 60))
                    thing->colour = panel->line_colours[witness_random_below(maker, 2)];
                thing->hidden = maker->options->shared_points && !thing->colour && witness_random_bool(maker, 10);
            } else if (maker->has_kind[COMB_WITNESS_ABSENT] && witness_random_bool(maker, holes)) {
                thing->kind = COMB_WITNESS_ABSENT;
            } else if (!node && maker->has_kind[COMB_WITNESS_GAP] && witness_random_bool(maker, 8)) {
                thing->kind = COMB_WITNESS_GAP;
            }
        }
}

/* Puts a start or end on a place; with `shared_points` what is there may stay. */
static inline void witness_add_point(struct witness_maker *maker, struct comb_witness_thing *thing, bool start)
{
    struct comb_witness_thing before = *thing;
    bool share = maker->options->shared_points && witness_random_bool(maker, 70);
    bool both = share && (before.kind == COMB_WITNESS_START || before.kind == COMB_WITNESS_END ||
                          witness_random_bool(maker, 10));
    bool dot = share && (before.kind == COMB_WITNESS_DOT || before.also_dot || witness_random_bool(maker, 15));
    *thing = (struct comb_witness_thing){.kind = start || both ? COMB_WITNESS_START : COMB_WITNESS_END};
    thing->also_end = both;
    thing->also_dot = dot;
    thing->colour = dot ? before.colour : 0;
    thing->hidden = dot && before.hidden;
}

static inline void witness_add_ends(struct witness_maker *maker)
{
    struct comb_witness_panel *panel = maker->panel;
    bool one = maker->options->one_start;
    unsigned starts = one ? 1 : 1 + witness_random_below(maker, 2), ends = one ? 1 : 1 + witness_random_below(maker, 2);
    for (unsigned i = 0; i < starts + ends; i++) {
        unsigned column = 2 * witness_random_below(maker, comb_witness_across(panel));
        unsigned row = 2 * witness_random_below(maker, panel->height + 1);
        if (maker->options->half_points && witness_random_bool(maker, 60)) {
            column = witness_random_below(maker, comb_witness_columns(panel));
            row = column % 2 == 1 ? row : 2 * witness_random_below(maker, panel->height) + 1;
        }
        witness_add_point(maker, witness_place(panel, column, row), i < starts);
    }
    comb_witness_panel_pair(panel);
}

static inline void witness_choose_kinds(struct witness_maker *maker)
{
    const struct witness_panel_options *options = maker->options;
    static const uint8_t telling[] = {COMB_WITNESS_WHITE, COMB_WITNESS_YELLOW, COMB_WITNESS_BLUE, COMB_WITNESS_ORANGE};
    for (unsigned i = 0; i < 3; i++)
        maker->palette[i] = witness_random_bool(maker, 60) ? 1 + witness_random_below(maker, 9)
                                                           : telling[witness_random_below(maker, 4)];
    maker->has_kind[COMB_WITNESS_SQUARE] = !options->no_squares && witness_random_bool(maker, 45);
    maker->has_kind[COMB_WITNESS_STAR] = !options->no_stars && witness_random_bool(maker, 45);
    maker->has_kind[COMB_WITNESS_POLYOMINO] = !options->no_pieces && witness_random_bool(maker, 50);
    maker->has_kind[COMB_WITNESS_ELIMINATION] = !options->no_eliminations && witness_random_bool(maker, 50);
    maker->has_kind[COMB_WITNESS_TRIANGLE] = !options->no_triangles && witness_random_bool(maker, 35);
    maker->has_kind[COMB_WITNESS_DOT] = !options->no_dots && witness_random_bool(maker, 35);
    maker->has_kind[COMB_WITNESS_ABSENT] = !options->no_holes && witness_random_bool(maker, 25);
    maker->has_kind[COMB_WITNESS_GAP] = !options->no_gaps && witness_random_bool(maker, 35);
    maker->has_kind[COMB_WITNESS_ABSENT] |= options->many_holes;
    maker->has_kind[COMB_WITNESS_ELIMINATION] |= options->eliminations;
    maker->has_kind[COMB_WITNESS_DOT] |= options->coloured_lines;
    maker->blue = !options->no_blue_pieces && witness_random_bool(maker, 50);
}

/* Makes the same panel for the same seed and options; `options` may be NULL. Freed by comb_witness_panel_free. The
 * panel has at least one node and may have no start or no end (under symmetry, or if one replaced the other). */
static inline struct comb_witness_panel *witness_random_panel(uint64_t seed,
                                                              const struct witness_panel_options *options)
{
    static const struct witness_panel_options anything = {0};
    struct witness_maker maker = {.options = options ? options : &anything};
    comb_rng_seed(&maker.rng, seed);
    unsigned width = maker.options->width ? maker.options->width : 1 + witness_random_below(&maker, 3);
    unsigned height = maker.options->height ? maker.options->height : 1 + witness_random_below(&maker, 3);
    if (maker.options->pillar && !maker.options->width)
        width = 3 + witness_random_below(&maker, 2);
    if (maker.options->pillar && !maker.options->height)
        height = 1 + height % 2;
    int code = comb_witness_panel_new(&maker.panel, width, height, (size_t)width * height, NULL);
    assert(code == COMB_OK);
    (void)code;
    maker.panel->pillar = maker.options->pillar;
    witness_choose_kinds(&maker);
    bool coloured = maker.options->coloured_lines;
    if (!maker.options->no_symmetry && (witness_random_bool(&maker, 35) || coloured)) {
        maker.panel->symmetry =
            (enum comb_witness_symmetry)(1 + witness_random_below(&maker, maker.options->pillar ? 4 : 3));
        if (maker.options->pillar && width % 2 == 1)
            maker.panel->symmetry = COMB_WITNESS_NO_SYMMETRY;
        if (maker.panel->symmetry != COMB_WITNESS_NO_SYMMETRY && !maker.options->no_line_colours &&
            (witness_random_bool(&maker, 40) || coloured)) {
            maker.panel->line_colours[0] = COMB_WITNESS_CYAN;
            maker.panel->line_colours[1] = COMB_WITNESS_YELLOW;
        }
    }
    witness_fill_cells(&maker);
    witness_fill_lines(&maker);
    witness_add_ends(&maker);
    return maker.panel;
}

/* Prints the panel to stderr, for a failing test. */
static inline void witness_print(const struct comb_witness_panel *panel)
{
    struct comb_buf text = {0};
    comb_witness_text_print(&text, panel);
    fprintf(stderr, "%s\n", comb_buf_text(&text));
    comb_buf_free(&text);
}

/* ---- every solution ---- */

/* All solutions of the panel, each once, as search.h counts them. */
struct witness_twin {
    struct comb_witness_line *items;
    size_t count;
    size_t capacity;
};

struct witness_walk {
    struct witness_twin *twin;
    const struct comb_witness_panel *panel;
    const struct comb_witness_rules *rules;
    bool seen[COMB_WITNESS_MAX_PLACES];
    unsigned points[COMB_WITNESS_MAX_POINTS][2]; /* column and row */
    unsigned count;
};

static inline unsigned witness_node(const struct comb_witness_panel *panel, const unsigned at[2])
{
    return at[0] + comb_witness_across(panel) * at[1];
}

/* The number of a point, given by column and row, in a line of the search. */
static inline unsigned witness_point(const struct comb_witness_panel *panel, const unsigned at[2])
{
    unsigned across = comb_witness_across(panel), nodes = across * (panel->height + 1);
    if (at[0] % 2 == 0 && at[1] % 2 == 0)
        return at[0] / 2 + across * (at[1] / 2);
    if (at[0] % 2 == 1)
        return nodes + at[0] / 2 + panel->width * (at[1] / 2);
    return nodes + panel->width * (panel->height + 1) + at[0] / 2 + across * (at[1] / 2);
}

static inline bool witness_is_right(const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                                    const unsigned (*nodes)[2], unsigned count)
{
    int code = comb_witness_verify_line(NULL, panel, rules, nodes, count, NULL, NULL);
    assert(code == COMB_OK || code == COMB_NO);
    return code == COMB_OK;
}

static inline bool witness_points_right(const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                                        const unsigned (*points)[2], unsigned count)
{
    int code = comb_witness_verify_points(NULL, panel, rules, points, count, NULL, NULL);
    assert(code == COMB_OK || code == COMB_NO);
    return code == COMB_OK;
}

/* The points of a line of the search, by column and row. */
static inline void witness_points_of(unsigned (*points)[2], const struct comb_witness_graph *graph,
                                     const struct comb_witness_line *line)
{
    for (unsigned i = 0; i < line->count; i++) {
        struct comb_witness_at at = comb_witness_point_place(graph, line->nodes[i]);
        points[i][0] = at.column;
        points[i][1] = at.row;
    }
}

/* Returns whether the mirror image of the walk draws the same picture, is a line too, and is the one that counts. */
static inline bool witness_mirror_counts(const struct witness_walk *walk)
{
    const struct comb_witness_panel *panel = walk->panel;
    unsigned image[COMB_WITNESS_MAX_POINTS][2];
    bool across = panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    bool down = panel->symmetry == COMB_WITNESS_VERTICAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    unsigned turn = panel->pillar ? panel->width : 0, columns = comb_witness_columns(panel);
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY || panel->line_colours[0] || panel->line_colours[1])
        return false;
    for (unsigned i = 0; i < walk->count; i++) {
        unsigned column = walk->points[i][0] + turn;
        image[i][0] = (across ? 2 * panel->width + 2 * turn - column : column) % columns;
        image[i][1] = down ? 2 * panel->height - walk->points[i][1] : walk->points[i][1];
    }
    return witness_point(panel, image[0]) < witness_point(panel, walk->points[0]) &&
           witness_points_right(panel, walk->rules, (const unsigned(*)[2])image, walk->count);
}

static inline void witness_store_line(struct witness_walk *walk)
{
    struct comb_witness_line line = {.count = walk->count};
    if (!witness_points_right(walk->panel, walk->rules, (const unsigned(*)[2])walk->points, walk->count) ||
        witness_mirror_counts(walk))
        return;
    for (unsigned i = 0; i < walk->count; i++)
        line.nodes[i] = (uint16_t)witness_point(walk->panel, walk->points[i]);
    bool kept = comb_vec_push(walk->twin, line);
    assert(kept);
    (void)kept;
}

/* Walks from place to place, over nodes and edges alike; the line's points are its nodes and its two ends. */
static inline void witness_walk_on(struct witness_walk *walk, unsigned column, unsigned row)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const struct comb_witness_panel *panel = walk->panel;
    const struct comb_witness_thing *thing = comb_witness_at(panel, column, row);
    unsigned place = column + comb_witness_columns(panel) * row;
    bool node = column % 2 == 0 && row % 2 == 0, end = thing->kind == COMB_WITNESS_END || thing->also_end;
    if (walk->seen[place] || thing->kind == COMB_WITNESS_ABSENT || thing->kind == COMB_WITNESS_GAP)
        return;
    walk->seen[place] = true;
    bool first = walk->count == 0, point = node || first || end;
    walk->points[walk->count][0] = column;
    walk->points[walk->count][1] = row;
    walk->count += point;
    if (end)
        witness_store_line(walk);
    if (!node && !first)
        walk->count -= point; /* an edge on the way */
    for (unsigned side = 0; side < 4; side++) {
        int to = (int)column + steps[side][0], down = (int)row + steps[side][1];
        if (panel->pillar)
            to = (to + (int)comb_witness_columns(panel)) % (int)comb_witness_columns(panel);
        if (to < 0 || down < 0 || to >= (int)comb_witness_columns(panel) || down >= (int)comb_witness_rows(panel) ||
            (to % 2 == 1 && down % 2 == 1))
            continue;
        witness_walk_on(walk, (unsigned)to, (unsigned)down);
    }
    walk->count -= node || first;
    walk->seen[place] = false;
}

static inline struct witness_twin witness_twin_solve(const struct comb_witness_panel *panel,
                                                     const struct comb_witness_rules *rules)
{
    struct witness_twin twin = {0};
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++)
            if (comb_witness_at(panel, column, row)->kind == COMB_WITNESS_START) {
                struct witness_walk walk = {.twin = &twin, .panel = panel, .rules = rules};
                witness_walk_on(&walk, column, row);
            }
    return twin;
}

static inline void witness_twin_free(struct witness_twin *twin)
{
    comb_vec_free(twin);
}

static inline bool witness_same_line(const struct comb_witness_line *a, const struct comb_witness_line *b)
{
    return a->count == b->count && memcmp(a->nodes, b->nodes, a->count * sizeof *a->nodes) == 0;
}

static inline bool witness_twin_holds(const struct witness_twin *twin, const struct comb_witness_line *line)
{
    for (size_t i = 0; i < twin->count; i++)
        if (witness_same_line(&twin->items[i], line))
            return true;
    return false;
}

#endif
