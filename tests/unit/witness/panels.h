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
            unsigned border = column == 0 || row == 0 || column + 1 == comb_witness_columns(panel) ||
                              row + 1 == comb_witness_rows(panel);
            unsigned holes = maker->options->many_holes ? (node ? 1 : border ? 20 : 3) : node ? 3 : 8;
            if (maker->has_kind[COMB_WITNESS_DOT] &&
                witness_random_bool(maker, maker->options->coloured_lines ? 15 : 8)) {
                thing->kind = COMB_WITNESS_DOT;
                if (panel->line_colours[0] && witness_random_bool(maker, 60))
                    thing->colour = panel->line_colours[witness_random_below(maker, 2)];
            } else if (maker->has_kind[COMB_WITNESS_ABSENT] && witness_random_bool(maker, holes)) {
                thing->kind = COMB_WITNESS_ABSENT;
            } else if (!node && maker->has_kind[COMB_WITNESS_GAP] && witness_random_bool(maker, 8)) {
                thing->kind = COMB_WITNESS_GAP;
            }
        }
}

static inline void witness_add_ends(struct witness_maker *maker)
{
    struct comb_witness_panel *panel = maker->panel;
    bool one = maker->options->one_start;
    unsigned starts = one ? 1 : 1 + witness_random_below(maker, 2), ends = one ? 1 : 1 + witness_random_below(maker, 2);
    unsigned nodes = (panel->width + 1) * (panel->height + 1);
    for (unsigned i = 0; i < starts + ends; i++) {
        unsigned node = witness_random_below(maker, nodes);
        struct comb_witness_thing *thing =
            witness_place(panel, 2 * (node % (panel->width + 1)), 2 * (node / (panel->width + 1)));
        *thing = (struct comb_witness_thing){.kind = i < starts ? COMB_WITNESS_START : COMB_WITNESS_END};
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
    int code = comb_witness_panel_new(&maker.panel, width, height, (size_t)width * height, NULL);
    assert(code == COMB_OK);
    (void)code;
    witness_choose_kinds(&maker);
    bool coloured = maker.options->coloured_lines;
    if (!maker.options->no_symmetry && (witness_random_bool(&maker, 35) || coloured)) {
        maker.panel->symmetry = (enum comb_witness_symmetry)(1 + witness_random_below(&maker, 3));
        if (!maker.options->no_line_colours && (witness_random_bool(&maker, 40) || coloured)) {
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
    bool seen[COMB_WITNESS_MAX_NODES];
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    unsigned count;
};

static inline unsigned witness_node(const struct comb_witness_panel *panel, const unsigned at[2])
{
    return at[0] + (panel->width + 1) * at[1];
}

static inline bool witness_is_right(const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                                    const unsigned (*nodes)[2], unsigned count)
{
    int code = comb_witness_verify_line(NULL, panel, rules, nodes, count, NULL, NULL);
    assert(code == COMB_OK || code == COMB_NO);
    return code == COMB_OK;
}

/* Returns whether the mirror image of the walk draws the same picture, is a line too, and is the one that counts. */
static inline bool witness_mirror_counts(const struct witness_walk *walk)
{
    const struct comb_witness_panel *panel = walk->panel;
    unsigned image[COMB_WITNESS_MAX_NODES][2];
    bool across = panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    bool down = panel->symmetry == COMB_WITNESS_VERTICAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY || panel->line_colours[0] || panel->line_colours[1])
        return false;
    for (unsigned i = 0; i < walk->count; i++) {
        image[i][0] = across ? panel->width - walk->nodes[i][0] : walk->nodes[i][0];
        image[i][1] = down ? panel->height - walk->nodes[i][1] : walk->nodes[i][1];
    }
    return witness_node(panel, image[0]) < witness_node(panel, walk->nodes[0]) &&
           witness_is_right(panel, walk->rules, (const unsigned(*)[2])image, walk->count);
}

static inline void witness_store_line(struct witness_walk *walk)
{
    struct comb_witness_line line = {.count = walk->count};
    if (!witness_is_right(walk->panel, walk->rules, (const unsigned(*)[2])walk->nodes, walk->count) ||
        witness_mirror_counts(walk))
        return;
    for (unsigned i = 0; i < walk->count; i++)
        line.nodes[i] = (uint16_t)witness_node(walk->panel, walk->nodes[i]);
    bool kept = comb_vec_push(walk->twin, line);
    assert(kept);
    (void)kept;
}

static inline void witness_walk_on(struct witness_walk *walk, unsigned x, unsigned y)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const struct comb_witness_panel *panel = walk->panel;
    unsigned here[2] = {x, y};
    if (x > panel->width || y > panel->height || walk->seen[witness_node(panel, here)] ||
        comb_witness_at(panel, 2 * x, 2 * y)->kind == COMB_WITNESS_ABSENT)
        return;
    walk->seen[witness_node(panel, here)] = true;
    walk->nodes[walk->count][0] = x;
    walk->nodes[walk->count++][1] = y;
    if (comb_witness_at(panel, 2 * x, 2 * y)->kind == COMB_WITNESS_END)
        witness_store_line(walk);
    for (unsigned side = 0; side < 4; side++) {
        int column = 2 * (int)x + steps[side][0], row = 2 * (int)y + steps[side][1];
        if (column < 0 || row < 0 || column >= (int)comb_witness_columns(panel) || row >= (int)comb_witness_rows(panel))
            continue;
        unsigned kind = comb_witness_at(panel, (unsigned)column, (unsigned)row)->kind;
        if (kind != COMB_WITNESS_ABSENT && kind != COMB_WITNESS_GAP)
            witness_walk_on(walk, (unsigned)((int)x + steps[side][0]), (unsigned)((int)y + steps[side][1]));
    }
    walk->count--;
    walk->seen[witness_node(panel, here)] = false;
}

static inline struct witness_twin witness_twin_solve(const struct comb_witness_panel *panel,
                                                     const struct comb_witness_rules *rules)
{
    struct witness_twin twin = {0};
    for (unsigned y = 0; y <= panel->height; y++)
        for (unsigned x = 0; x <= panel->width; x++)
            if (comb_witness_at(panel, 2 * x, 2 * y)->kind == COMB_WITNESS_START) {
                struct witness_walk walk = {.twin = &twin, .panel = panel, .rules = rules};
                witness_walk_on(&walk, x, y);
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
