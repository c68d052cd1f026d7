#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "grid/lattice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned direction_counts[] = {8, 4, 6, 6};

/* Defines neighbours by distance in the plane, without a table. */
static bool are_adjacent(enum comb_lattice_kind kind, struct comb_point a, struct comb_point b)
{
    double dx = a.x - b.x;
    double dy = a.y - b.y;
    if (kind == COMB_LATTICE_SQUARE)
        return fmax(fabs(dx), fabs(dy)) == 1;
    if (kind == COMB_LATTICE_HEX_POINTY)
        return fabs(hypot(dx / 2, dy * sqrt(3) / 2) - 1) < 1e-6;
    if (kind == COMB_LATTICE_HEX_FLAT)
        return fabs(hypot(dx * sqrt(3) / 2, dy / 2) - 1) < 1e-6;
    return fabs(dx) + fabs(dy) == 1;
}

/* Distinct points of one or of both parities in a small box, in random order. */
static size_t random_points(struct comb_point *out, struct comb_rng *rng, size_t max, bool one_parity)
{
    bool used[24][24] = {{false}};
    size_t want = 1 + comb_rng_below(rng, max);
    size_t count = 0;
    for (int tries = 0; tries < 4000 && count < want; tries++) {
        int x = (int)comb_rng_below(rng, 24);
        int y = (int)comb_rng_below(rng, 24);
        if (used[x][y] || (one_parity && (x + y) % 2 != 0))
            continue;
        used[x][y] = true;
        out[count++] = (struct comb_point){x - 12, y - 12};
    }
    return count;
}

static bool is_neighbour(const struct comb_lattice *lattice, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < lattice->degree[a]; i++) {
        if (lattice->neighbours[a][i] == b)
            return true;
    }
    return false;
}

static void check_against_distances(const struct comb_lattice *lattice)
{
    for (unsigned a = 0; a < lattice->count; a++) {
        for (unsigned b = 0; b < lattice->count; b++) {
            bool expected = are_adjacent(lattice->kind, lattice->at[a], lattice->at[b]);
            assert_int_equal(is_neighbour(lattice, a, b), expected);
            assert_int_equal(is_neighbour(lattice, b, a), expected);
            if (lattice->masks)
                assert_int_equal(lattice->masks[a] >> b & 1, expected);
        }
    }
}

static void test_neighbours_are_the_cells_at_distance_one(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (int round = 0; round < 200; round++) {
        enum comb_lattice_kind kind = (enum comb_lattice_kind)(round % COMB_LATTICE_KINDS);
        struct comb_point points[200];
        size_t count = random_points(points, &rng, round % 3 ? 64 : 200, round % 2 == 0);
        struct comb_lattice *lattice;
        assert_int_equal(comb_lattice_from_points(&lattice, kind, points, count, NULL), COMB_OK);
        assert_int_equal(lattice->count, count);
        assert_int_equal(lattice->masks == NULL, count > 64);
        assert_memory_equal(lattice->at, points, count * sizeof points[0]);
        check_against_distances(lattice);
        comb_lattice_free(lattice);
    }
}

/* Clockwise from north: the angle of each step grows. */
static void test_directions_turn_clockwise_from_north(void **state)
{
    (void)state;
    for (int kind = 0; kind < COMB_LATTICE_KINDS; kind++) {
        double before = -1;
        assert_int_equal(comb_direction_count((enum comb_lattice_kind)kind), direction_counts[kind]);
        for (unsigned d = 0; d < direction_counts[kind]; d++) {
            struct comb_point step = comb_direction_step((enum comb_lattice_kind)kind, d);
            double angle = atan2(step.x, -step.y);
            angle = angle < 0 ? angle + 8 * atan(1) : angle;
            assert_true(angle > before);
            assert_int_equal(comb_direction_of((enum comb_lattice_kind)kind, step), d);
            before = angle;
        }
        assert_int_equal(comb_direction_of((enum comb_lattice_kind)kind, (struct comb_point){5, 5}), -1);
    }
}

static void test_neighbours_come_in_the_order_of_directions(void **state)
{
    (void)state;
    const unsigned lengths[] = {3, 4, 5, 4, 3};
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_rows(&lattice, lengths, 5, NULL), COMB_OK);
    for (unsigned cell = 0; cell < lattice->count; cell++) {
        unsigned next = 0;
        for (unsigned d = 0; d < 6; d++) {
            int other = comb_lattice_step(lattice, cell, d);
            if (other >= 0)
                assert_int_equal(lattice->neighbours[cell][next++], other);
        }
        assert_int_equal(next, lattice->degree[cell]);
    }
    comb_lattice_free(lattice);
}

static void test_find_returns_every_cell_and_nothing_else(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 2);
    struct comb_point points[200];
    size_t count = random_points(points, &rng, 200, false);
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_points(&lattice, COMB_LATTICE_SQUARE, points, count, NULL), COMB_OK);
    size_t found = 0;
    for (int y = -20; y <= 20; y++) {
        for (int x = -20; x <= 20; x++) {
            int cell = comb_lattice_find(lattice, (struct comb_point){x, y});
            if (cell < 0)
                continue;
            assert_int_equal(lattice->at[cell].x, x);
            assert_int_equal(lattice->at[cell].y, y);
            found++;
        }
    }
    assert_int_equal(found, count);
    comb_lattice_free(lattice);
}

struct rows_case {
    unsigned lengths[6];
    size_t rows;
    int kind;    /* -1: rejected */
    unsigned at; /* rejected row */
};

static void test_rows_determine_squares_or_hexagons(void **state)
{
    (void)state;
    static const struct rows_case cases[] = {
        {{3, 4, 5, 4, 3}, 5, COMB_LATTICE_HEX_POINTY, 0},
        {{2, 3, 2}, 3, COMB_LATTICE_HEX_POINTY, 0},
        {{3, 4, 3, 2}, 4, COMB_LATTICE_HEX_POINTY, 0},
        {{1, 2, 1, 2}, 4, COMB_LATTICE_HEX_POINTY, 0},
        {{4, 4, 4, 4}, 4, COMB_LATTICE_SQUARE, 0},
        {{7}, 1, COMB_LATTICE_SQUARE, 0},
        {{3, 4, 4}, 3, -1, 3},
        {{4, 4, 5}, 3, -1, 3},
        {{4, 6, 4}, 3, -1, 2},
        {{3, 4, 6}, 3, -1, 3},
        {{2, 1, 3}, 3, -1, 3},
        {{3, 0, 3}, 3, -1, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct comb_lattice *lattice;
        struct comb_error err = {0};
        int code = comb_lattice_from_rows(&lattice, cases[i].lengths, cases[i].rows, &err);
        assert_int_equal(code, cases[i].kind < 0 ? COMB_BAD_INPUT : COMB_OK);
        if (code == COMB_OK) {
            assert_int_equal(lattice->kind, cases[i].kind);
        } else {
            assert_null(lattice);
            assert_int_equal(err.line, cases[i].at);
        }
        comb_lattice_free(lattice);
    }
}

static void test_a_wrong_row_error_says_what_is_expected(void **state)
{
    (void)state;
    struct comb_lattice *lattice;
    struct comb_error err;
    comb_lattice_from_rows(&lattice, (const unsigned[]){3, 4, 4}, 3, &err);
    assert_string_equal(err.message, "row 3 has 4 cells: expected 3 or 5 (hexagons: neighbouring rows differ by one)");
    comb_lattice_from_rows(&lattice, (const unsigned[]){4, 4, 3}, 3, &err);
    assert_string_equal(err.message, "row 3 has 3 cells: expected 4 as in the rows before (squares)");
    comb_lattice_from_rows(&lattice, (const unsigned[]){4, 2}, 2, &err);
    assert_string_equal(err.message,
                        "row 2 has 2 cells: expected 4 as in row 1 (squares), or one more or one fewer (hexagons)");
    comb_lattice_from_rows(&lattice, NULL, 0, &err);
    assert_string_equal(err.message, "board has no rows: expected at least one");
}

/* Rows are centred: the longest row starts at x = 0, and each row starts half a cell from the next. */
static void test_hexagon_rows_are_centred(void **state)
{
    (void)state;
    const unsigned lengths[] = {3, 4, 3, 2};
    static const int first[] = {1, 0, 1, 2};
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_rows(&lattice, lengths, 4, NULL), COMB_OK);
    unsigned cell = 0;
    for (int y = 0; y < 4; y++) {
        for (unsigned i = 0; i < lengths[y]; i++, cell++) {
            assert_int_equal(lattice->at[cell].x, first[y] + 2 * (int)i);
            assert_int_equal(lattice->at[cell].y, y);
        }
    }
    assert_int_equal(cell, lattice->count);
    comb_lattice_free(lattice);
}

static void test_invalid_points_are_rejected(void **state)
{
    (void)state;
    struct comb_lattice *lattice;
    struct comb_error err;
    const struct comb_point twice[] = {{0, 0}, {1, 0}, {0, 0}};
    assert_int_equal(comb_lattice_from_points(&lattice, COMB_LATTICE_SQUARE, twice, 3, &err), COMB_BAD_INPUT);
    assert_null(lattice);
    assert_string_equal(err.message, "cells 1 and 3 are both at (0, 0): expected one cell per point");
    const struct comb_point far[] = {{COMB_LATTICE_MAX_COORDINATE + 1, 0}};
    assert_int_equal(comb_lattice_from_points(&lattice, COMB_LATTICE_SQUARE, far, 1, &err), COMB_BAD_INPUT);
    assert_int_equal(comb_lattice_from_points(&lattice, COMB_LATTICE_SQUARE, far, 0, &err), COMB_BAD_INPUT);
    const unsigned huge[] = {COMB_LATTICE_MAX_CELLS, 1};
    assert_int_equal(comb_lattice_from_rows(&lattice, huge, 2, &err), COMB_BAD_INPUT);
    assert_int_equal(err.line, 2);
}

static void test_a_large_board_has_all_its_neighbours(void **state)
{
    (void)state;
    enum { SIDE = 300 };
    unsigned lengths[SIDE];
    for (int i = 0; i < SIDE; i++)
        lengths[i] = SIDE;
    struct comb_lattice *lattice;
    assert_int_equal(comb_lattice_from_rows(&lattice, lengths, SIDE, NULL), COMB_OK);
    size_t joins = 0;
    for (unsigned cell = 0; cell < lattice->count; cell++)
        joins += lattice->degree[cell];
    assert_int_equal(joins, 2 * (2 * SIDE * (SIDE - 1) + 2 * (SIDE - 1) * (SIDE - 1)));
    comb_lattice_free(lattice);
}
