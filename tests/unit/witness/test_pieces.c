/* The packing against a naive packer that tries every piece everywhere and checks the sums at the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "base/rng.h"
#include "games/witness/rules/pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAD = 8, SIDE = 5 + 2 * PAD, MAX_PIECES = 5 };

/* A panel whose first cells, in reading order, hold the pieces. */
struct stage {
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_pieces *pieces;
    struct comb_job *job;
    unsigned count;
    uint16_t counts[MAX_PIECES];
};

static void random_shape(struct comb_rng *rng, struct comb_witness_shape *shape, unsigned side)
{
    unsigned cells = 0;
    memset(shape, 0, sizeof *shape);
    shape->width = (uint8_t)(1 + comb_rng_below(rng, side));
    shape->height = (uint8_t)(1 + comb_rng_below(rng, side));
    while (cells == 0)
        for (unsigned y = 0; y < shape->height; y++) {
            shape->rows[y] = (uint16_t)comb_rng_below(rng, (uint64_t)1 << shape->width);
            cells += shape->rows[y] != 0;
        }
}

static void add_piece(struct stage *stage, struct comb_rng *rng, unsigned side, bool negative)
{
    unsigned cell = stage->count, width = stage->panel->width;
    struct comb_witness_shape *shape = &stage->panel->shapes[stage->panel->shape_count++];
    if (cell > 0 && comb_rng_below(rng, 3) == 0)
        *shape = stage->panel->shapes[comb_rng_below(rng, cell)];
    else
        random_shape(rng, shape, side);
    stage->panel->places[2 * (cell % width) + 1 + comb_witness_columns(stage->panel) * (2 * (cell / width) + 1)] =
        (struct comb_witness_thing){
            .kind = COMB_WITNESS_POLYOMINO, .free = comb_rng_below(rng, 2) == 0, .negative = negative, .shape = shape};
    stage->count++;
}

static void make_ready(struct stage *stage, struct comb_witness_rules rules)
{
    struct comb_job_setup setup = {0};
    assert_int_equal(comb_job_new(&stage->job, &setup, NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&stage->graph, stage->panel, NULL), COMB_OK);
    assert_int_equal(comb_witness_pieces_new(&stage->pieces, stage->graph, &rules, stage->job, NULL), COMB_OK);
    for (unsigned i = 0; i < stage->count; i++)
        stage->counts[comb_witness_pieces_at(stage->pieces, i)]++;
}

static void open_stage(struct stage *stage, struct comb_rng *rng, unsigned width, unsigned height, unsigned yellow,
                       unsigned blue, unsigned side, struct comb_witness_rules rules)
{
    memset(stage, 0, sizeof *stage);
    assert_int_equal(comb_witness_panel_new(&stage->panel, width, height, yellow + blue, NULL), COMB_OK);
    for (unsigned i = 0; i < yellow + blue; i++)
        add_piece(stage, rng, side, i >= yellow);
    make_ready(stage, rules);
}

static void close_stage(struct stage *stage)
{
    comb_witness_pieces_free(stage->pieces);
    comb_witness_graph_free(stage->graph);
    comb_witness_panel_free(stage->panel);
    comb_job_free(stage->job);
}

/* ---- The naive packer. ---- */

struct naive {
    const struct stage *stage;
    const struct comb_witness_cells *region; /* NULL: 0 everywhere */
    const struct comb_witness_edges *walls;
    bool leaves_board;
    int sums[SIDE][SIDE];              /* yellow minus blue */
    int owner[MAX_PIECES][SIDE][SIDE]; /* for the walls */
    struct comb_witness_shape placed[MAX_PIECES];
};

static struct comb_witness_shape turned(const struct comb_witness_shape *shape)
{
    struct comb_witness_shape out = {.width = shape->height, .height = shape->width};
    for (unsigned y = 0; y < shape->height; y++)
        for (unsigned x = 0; x < shape->width; x++)
            if (shape->rows[y] >> x & 1)
                out.rows[x] = (uint16_t)(out.rows[x] | 1u << (shape->height - 1u - y));
    return out;
}

static const struct comb_witness_thing *piece_at(const struct stage *stage, unsigned piece)
{
    return stage->graph->on_cell[piece];
}

static int target(const struct naive *naive, int x, int y)
{
    int width = (int)naive->stage->panel->width, height = (int)naive->stage->panel->height;
    if (!naive->region || x < 0 || y < 0 || x >= width || y >= height)
        return 0;
    return comb_bit_test(naive->region->words, (size_t)(x + width * y));
}

/* Checks every edge of the board, literally as in the rules. */
static bool edges_right(const struct naive *naive)
{
    const struct comb_witness_graph *graph = naive->stage->graph;
    int width = (int)graph->panel->width;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        bool level = edge < graph->panel->width * (graph->panel->height + 1);
        int i = (int)edge - (level ? 0 : width * ((int)graph->panel->height + 1));
        int x = i % (level ? width : width + 1), y = i / (level ? width : width + 1);
        int other_x = level ? x : x - 1, other_y = level ? y - 1 : y;
        int room = target(naive, x, y) && target(naive, other_x, other_y) &&
                   !(naive->walls && comb_bit_test(naive->walls->words, edge));
        for (unsigned piece = 0; piece < naive->stage->count; piece++) {
            bool one = naive->owner[piece][y + PAD][x + PAD];
            bool other = naive->owner[piece][other_y + PAD][other_x + PAD];
            room += piece_at(naive->stage, piece)->negative ? (one || other) : -(one && other);
        }
        if (room < 0)
            return false;
    }
    return true;
}

static bool naive_done(const struct naive *naive)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (naive->sums[y][x] != target(naive, x - PAD, y - PAD))
                return false;
    return !naive->walls || edges_right(naive);
}

static void naive_place(struct naive *naive, unsigned piece, const struct comb_witness_shape *shape, int x, int y,
                        int by)
{
    int sign = piece_at(naive->stage, piece)->negative ? -by : by;
    for (int i = 0; i < shape->height; i++)
        for (int j = 0; j < shape->width; j++)
            if (shape->rows[i] >> j & 1) {
                naive->sums[y + i][x + j] += sign;
                naive->owner[piece][y + i][x + j] += by;
            }
}

/* Returns whether the cells, not the box, are on the board or near enough to it. */
static bool naive_may_lie(const struct naive *naive, const struct comb_witness_shape *shape, int x, int y)
{
    int width = (int)naive->stage->panel->width, height = (int)naive->stage->panel->height;
    int out = naive->leaves_board ? 3 : 0;
    for (int i = 0; i < shape->height; i++)
        for (int j = 0; j < shape->width; j++)
            if ((shape->rows[i] >> j & 1) &&
                (x + j < PAD - out || x + j >= PAD + width + out || y + i < PAD - out || y + i >= PAD + height + out))
                return false;
    return true;
}

/* More defects than remaining cells. */
static bool naive_lost(const struct naive *naive, unsigned piece)
{
    int cells = 0;
    for (; piece < naive->stage->count; piece++)
        cells += (int)comb_witness_shape_size(piece_at(naive->stage, piece)->shape);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            cells -= abs(naive->sums[y][x] - target(naive, x - PAD, y - PAD));
    return cells < 0;
}

static bool naive_fit(struct naive *naive, unsigned piece)
{
    if (piece == naive->stage->count)
        return naive_done(naive);
    if (naive_lost(naive, piece))
        return false;
    const struct comb_witness_thing *thing = piece_at(naive->stage, piece);
    struct comb_witness_shape shape = *thing->shape;
    int last = PAD + 5 + 3;
    for (unsigned turn = 0; turn < (thing->free ? 4u : 1u); turn++, shape = turned(&shape))
        for (int y = PAD - 5; y < last; y++)
            for (int x = PAD - 5; x < last; x++) {
                if (!naive_may_lie(naive, &shape, x, y))
                    continue;
                naive_place(naive, piece, &shape, x, y, 1);
                bool fits = naive_fit(naive, piece + 1);
                naive_place(naive, piece, &shape, x, y, -1);
                if (fits)
                    return true;
            }
    return false;
}

static bool naive_fits(const struct stage *stage, const struct comb_witness_cells *region,
                       const struct comb_witness_edges *walls, bool leaves_board)
{
    static struct naive naive;
    memset(&naive, 0, sizeof naive);
    naive.stage = stage;
    naive.region = region;
    naive.walls = walls;
    naive.leaves_board = leaves_board;
    return naive_fit(&naive, 0);
}

/* ---- Regions to test. ---- */

/* Places the pieces at random: where the sums are 0 and 1 that is a region they fit. */
static bool packed_region(struct comb_witness_cells *region, const struct stage *stage, struct comb_rng *rng)
{
    int sums[16][16] = {{0}};
    int width = (int)stage->panel->width, height = (int)stage->panel->height;
    for (unsigned piece = 0; piece < stage->count; piece++) {
        const struct comb_witness_thing *thing = piece_at(stage, piece);
        struct comb_witness_shape shape = *thing->shape;
        for (uint64_t i = thing->free ? comb_rng_below(rng, 4) : 0; i > 0; i--)
            shape = turned(&shape);
        if (shape.width > width || shape.height > height)
            return false;
        uint64_t left = comb_rng_below(rng, (uint64_t)(width - shape.width + 1));
        uint64_t top = comb_rng_below(rng, (uint64_t)(height - shape.height + 1));
        for (unsigned y = 0; y < shape.height; y++)
            for (unsigned x = 0; x < shape.width; x++)
                if (shape.rows[y] >> x & 1)
                    sums[top + y][left + x] += thing->negative ? -1 : 1;
    }
    memset(region, 0, sizeof *region);
    for (int cell = 0; cell < width * height; cell++) {
        int sum = sums[cell / width][cell % width];
        if (sum < 0 || sum > 1)
            return false;
        if (sum)
            comb_bit_set(region->words, (size_t)cell);
    }
    return true;
}

/* Random cells, as many as the pieces have (or as there are). */
static void random_region(struct comb_witness_cells *region, const struct stage *stage, struct comb_rng *rng)
{
    int net = 0;
    for (unsigned i = 0; i < stage->count; i++) {
        int size = (int)comb_witness_shape_size(piece_at(stage, i)->shape);
        net += piece_at(stage, i)->negative ? -size : size;
    }
    memset(region, 0, sizeof *region);
    for (int i = 0; i < net && i < (int)stage->graph->cells; i++) {
        size_t cell = comb_rng_below(rng, stage->graph->cells);
        while (comb_bit_test(region->words, cell))
            cell = (cell + 1) % stage->graph->cells;
        comb_bit_set(region->words, cell);
    }
}

/* Replaces one cell of the region by another. */
static void move_cell(struct comb_witness_cells *region, const struct stage *stage, struct comb_rng *rng)
{
    size_t cells = stage->graph->cells, count = comb_bit_count(region->words, COMB_WITNESS_MAX_CELLS / 64);
    if (count == 0 || count == cells)
        return;
    size_t from = comb_rng_below(rng, cells), to = comb_rng_below(rng, cells);
    while (!comb_bit_test(region->words, from))
        from = (from + 1) % cells;
    while (comb_bit_test(region->words, to))
        to = (to + 1) % cells;
    comb_bit_clear(region->words, from);
    comb_bit_set(region->words, to);
}

static void any_region(struct comb_witness_cells *region, const struct stage *stage, struct comb_rng *rng)
{
    for (unsigned tries = 0; tries < 200; tries++)
        if (packed_region(region, stage, rng)) {
            if (comb_rng_below(rng, 2) == 0)
                move_cell(region, stage, rng);
            return;
        }
    random_region(region, stage, rng);
}

static bool empty(const struct comb_witness_cells *region)
{
    return comb_bit_count(region->words, sizeof region->words / sizeof *region->words) == 0;
}

static void compare(unsigned rounds, uint64_t seed, unsigned yellow, unsigned blue, unsigned side,
                    struct comb_witness_rules rules)
{
    struct comb_rng rng;
    unsigned fitting = 0, asked = 0;
    comb_rng_seed(&rng, seed);
    for (unsigned round = 0; round < rounds; round++) {
        struct stage stage;
        struct comb_witness_cells region;
        bool leaves = blue > 0 && (rules.set == COMB_WITNESS_WINDMILL || rules.overhang);
        unsigned width = 3 + (unsigned)comb_rng_below(&rng, leaves ? 1 : 3),
                 height = 2 + (unsigned)comb_rng_below(&rng, 2);
        open_stage(&stage, &rng, width, height, yellow, blue, side, rules);
        for (unsigned i = 0; i < 6; i++) {
            any_region(&region, &stage, &rng);
            if (empty(&region))
                continue;
            int code = comb_witness_pieces_fit(stage.pieces, &region, stage.counts, NULL);
            bool expected = naive_fits(&stage, &region, NULL, leaves);
            assert_int_equal(code, expected ? COMB_OK : COMB_NO);
            fitting += expected;
            asked++;
        }
        close_stage(&stage);
    }
    assert_true(fitting > 0 && fitting < asked);
}

static void test_yellow(void **state)
{
    (void)state;
    compare(120, 1, 2, 0, 3, (struct comb_witness_rules){.set = COMB_WITNESS_WINDMILL});
    compare(120, 2, 3, 0, 3, (struct comb_witness_rules){.set = COMB_WITNESS_TTWS});
    compare(40, 3, 4, 0, 2, (struct comb_witness_rules){.set = COMB_WITNESS_TTWS});
}

static void test_blue_on_board(void **state)
{
    (void)state;
    compare(100, 4, 1, 1, 3, (struct comb_witness_rules){.set = COMB_WITNESS_TTWS});
    compare(50, 5, 2, 1, 3, (struct comb_witness_rules){.set = COMB_WITNESS_TTWS});
    compare(40, 6, 2, 2, 2, (struct comb_witness_rules){.set = COMB_WITNESS_GAME});
}

static void test_blue_off_board(void **state)
{
    (void)state;
    compare(40, 7, 1, 1, 3, (struct comb_witness_rules){.set = COMB_WITNESS_WINDMILL});
    compare(12, 8, 2, 1, 2, (struct comb_witness_rules){.set = COMB_WITNESS_WINDMILL});
    compare(12, 9, 2, 1, 2, (struct comb_witness_rules){.set = COMB_WITNESS_GAME, .overhang = true});
}

static void random_walls(struct comb_witness_edges *walls, const struct stage *stage,
                         const struct comb_witness_cells *region, struct comb_rng *rng)
{
    const struct comb_witness_graph *graph = stage->graph;
    memset(walls, 0, sizeof *walls);
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        uint16_t a = graph->edge_cell[edge][0], b = graph->edge_cell[edge][1];
        if (a != COMB_WITNESS_NOWHERE && b != COMB_WITNESS_NOWHERE && comb_bit_test(region->words, a) &&
            comb_bit_test(region->words, b) && comb_rng_below(rng, 3) == 0)
            comb_bit_set(walls->words, edge);
    }
}

static void compare_walls(unsigned rounds, uint64_t seed, unsigned yellow, unsigned blue, unsigned side, bool overhang)
{
    struct comb_rng rng;
    unsigned fitting = 0, asked = 0;
    comb_rng_seed(&rng, seed);
    for (unsigned round = 0; round < rounds; round++) {
        struct stage stage;
        struct comb_witness_cells region;
        struct comb_witness_edges walls;
        open_stage(&stage, &rng, 3, 2 + (unsigned)comb_rng_below(&rng, 2), yellow, blue, side,
                   (struct comb_witness_rules){.set = COMB_WITNESS_GAME, .overhang = overhang});
        for (unsigned i = 0; i < 6; i++) {
            any_region(&region, &stage, &rng);
            if (empty(&region))
                continue;
            random_walls(&walls, &stage, &region, &rng);
            bool expected = naive_fits(&stage, &region, &walls, overhang && blue > 0);
            assert_int_equal(comb_witness_pieces_fit(stage.pieces, &region, stage.counts, &walls),
                             expected ? COMB_OK : COMB_NO);
            fitting += expected;
            asked++;
        }
        close_stage(&stage);
    }
    assert_true(fitting > 0 && fitting < asked);
}

static void test_walls(void **state)
{
    (void)state;
    compare_walls(100, 10, 3, 0, 2, false);
    compare_walls(30, 11, 2, 1, 3, false);
    compare_walls(40, 12, 2, 2, 2, false);
    compare_walls(8, 13, 2, 1, 2, true);
}

static void test_cancelling(void **state)
{
    struct comb_rng rng;
    unsigned yes = 0, no = 0;
    (void)state;
    comb_rng_seed(&rng, 14);
    for (unsigned round = 0; round < 80; round++) {
        struct stage stage;
        bool leaves = round % 2 == 0;
        unsigned yellow = 1 + (unsigned)comb_rng_below(&rng, 2),
                 blue = leaves ? 1 : 1 + (unsigned)comb_rng_below(&rng, 2);
        open_stage(&stage, &rng, 3, 3, yellow, blue, leaves ? 2 : 3,
                   (struct comb_witness_rules){.set = COMB_WITNESS_TTWS, .overhang = leaves});
        bool expected = naive_fits(&stage, NULL, NULL, leaves);
        assert_int_equal(comb_witness_pieces_cancel(stage.pieces, stage.counts), expected ? COMB_OK : COMB_NO);
        *(expected ? &yes : &no) += 1;
        close_stage(&stage);
    }
    assert_true(yes > 5 && no > 5);
}

/* The same pieces on a board of 16 x 16 cells. */
static void open_large_stage(struct stage *large, const struct stage *small, struct comb_witness_rules rules)
{
    memset(large, 0, sizeof *large);
    assert_int_equal(comb_witness_panel_new(&large->panel, 16, 16, small->count, NULL), COMB_OK);
    for (unsigned i = 0; i < small->count; i++) {
        struct comb_witness_thing *thing = &large->panel->places[33 + 2 * i + 1];
        *thing = *piece_at(small, i);
        large->panel->shapes[i] = *thing->shape;
        thing->shape = &large->panel->shapes[i];
    }
    large->panel->shape_count = large->count = small->count;
    make_ready(large, rules);
}

static void shift_region(struct comb_witness_cells *out, const struct comb_witness_cells *region, unsigned width,
                         unsigned x, unsigned y)
{
    memset(out, 0, sizeof *out);
    for (unsigned cell = 0; cell < 64; cell++)
        if (comb_bit_test(region->words, cell))
            comb_bit_set(out->words, cell % width + x + 16 * (cell / width + y));
}

/* Boards of up to 64, 128 and 256 cells take different paths through the code. If pieces may leave the board, or all
 * are yellow, the size of the board does not matter. */
static void test_board_size_does_not_matter(void **state)
{
    struct comb_witness_rules rules = {.set = COMB_WITNESS_WINDMILL};
    struct comb_rng rng;
    unsigned fitting = 0, asked = 0;
    (void)state;
    comb_rng_seed(&rng, 15);
    for (unsigned round = 0; round < 300; round++) {
        struct stage small, large;
        struct comb_witness_cells region, shifted;
        open_stage(&small, &rng, 6, 6, 3, (unsigned)comb_rng_below(&rng, 3), 3, rules);
        open_large_stage(&large, &small, rules);
        for (unsigned i = 0; i < 6; i++) {
            any_region(&region, &small, &rng);
            if (empty(&region))
                continue;
            shift_region(&shifted, &region, 6, (unsigned)comb_rng_below(&rng, 11), (unsigned)comb_rng_below(&rng, 11));
            int code = comb_witness_pieces_fit(small.pieces, &region, small.counts, NULL);
            assert_int_equal(comb_witness_pieces_fit(large.pieces, &shifted, large.counts, NULL), code);
            fitting += code == COMB_OK;
            asked++;
        }
        close_stage(&large);
        close_stage(&small);
    }
    assert_true(fitting > 50 && asked - fitting > 50);
}
