/* Tests each rule of a Hexicon move on the board of 61 hexagons: what is coloured, captured and cleared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/run.h"
#include "games/hexicon/rules.h"

#include <string.h>

#define BIT(cell) ((uint64_t)1 << (cell))

/* The shape of the first example board. */
static struct comb_hexicon_shape example_shape(void)
{
    const struct comb_game *game = comb_game_find("hexicon");
    struct comb_hexicon_shape shape;
    struct comb_context *context;
    struct comb_job *job;
    struct comb_board *board;
    const char *text = game->examples[0].input;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context}, NULL), COMB_OK);
    assert_int_equal(comb_board_open(&board, game, text, strlen(text), job, NULL, NULL), COMB_OK);
    comb_hexicon_shape_of(&shape, board->data);
    comb_board_free(board);
    comb_job_free(job);
    comb_context_free(context);
    return shape;
}

/* Returns a cell with six neighbours that have six neighbours each. */
static unsigned middle_of(const struct comb_hexicon_shape *shape)
{
    unsigned cell = 0;
    while (!(shape->inner >> cell & 1) || (shape->neighbours[cell] & ~shape->inner) != 0)
        cell++;
    assert_true(cell < shape->cells);
    return cell;
}

static uint64_t lowest(uint64_t set, unsigned count)
{
    uint64_t chosen = 0;
    for (; count > 0; count--) {
        chosen |= set & -set;
        set &= set - 1;
    }
    return chosen;
}

/* Colours all neighbours of the middle, `red` of them red; then blue traces the middle. */
static struct comb_hexicon_outcome capture_middle(const struct comb_hexicon_shape *shape, unsigned red)
{
    struct comb_hexicon_outcome out;
    unsigned middle = middle_of(shape);
    struct comb_hexicon_state before = {0};
    before.owned[COMB_HEXICON_RED] = lowest(shape->neighbours[middle], red);
    before.owned[COMB_HEXICON_BLUE] = shape->neighbours[middle] & ~before.owned[COMB_HEXICON_RED];
    comb_hexicon_play(&out, shape, &before, BIT(middle), COMB_HEXICON_BLUE);
    return out;
}

static void test_majority_of_seven_captures_the_hexagon(void **state)
{
    (void)state;
    struct comb_hexicon_shape shape = example_shape();
    unsigned middle = middle_of(&shape);
    for (unsigned red = 0; red <= 6; red++) {
        enum comb_hexicon_side owner = red >= 4 ? COMB_HEXICON_RED : COMB_HEXICON_BLUE;
        struct comb_hexicon_outcome out = capture_middle(&shape, red);
        assert_true(out.centres == BIT(middle));
        assert_int_equal(out.hexagons[owner], 1);
        assert_int_equal(out.hexagons[1 - owner], 0);
        assert_true(out.after.owned[owner] == BIT(middle) && out.after.owned[1 - owner] == 0);
        assert_true(out.after.captured == BIT(middle));
        assert_true(out.cleared == shape.neighbours[middle]);
        assert_int_equal(out.cells_cleared[COMB_HEXICON_RED], red);
        assert_int_equal(out.cells_cleared[COMB_HEXICON_BLUE], 6 - red);
    }
}

static void test_missing_neighbour_captures_nothing(void **state)
{
    (void)state;
    struct comb_hexicon_shape shape = example_shape();
    struct comb_hexicon_outcome out;
    unsigned middle = middle_of(&shape);
    struct comb_hexicon_state before = {.owned = {shape.neighbours[middle] & (shape.neighbours[middle] - 1)}};
    comb_hexicon_play(&out, &shape, &before, BIT(middle), COMB_HEXICON_BLUE);
    assert_true(out.centres == 0 && out.cleared == 0);
    assert_true(out.after.owned[COMB_HEXICON_BLUE] == (before.owned[COMB_HEXICON_BLUE] | BIT(middle)));
}

/* A captured neighbour counts for its owner and is not cleared. */
static void test_captured_cells_are_not_cleared(void **state)
{
    (void)state;
    struct comb_hexicon_shape shape = example_shape();
    struct comb_hexicon_outcome out;
    unsigned middle = middle_of(&shape);
    uint64_t captured = lowest(shape.neighbours[middle], 1);
    struct comb_hexicon_state before = {.owned = {shape.neighbours[middle]}, .captured = captured};
    comb_hexicon_play(&out, &shape, &before, BIT(middle), COMB_HEXICON_BLUE);
    assert_true(out.after.captured == (captured | BIT(middle)));
    assert_true(out.after.owned[COMB_HEXICON_BLUE] == (captured | BIT(middle)));
    assert_int_equal(out.cells_cleared[COMB_HEXICON_BLUE], 5);
}

/* A captured cell with coloured neighbours is not captured again. */
static void test_hexagon_is_captured_once(void **state)
{
    (void)state;
    struct comb_hexicon_shape shape = example_shape();
    struct comb_hexicon_outcome out;
    unsigned middle = middle_of(&shape);
    uint64_t last = lowest(shape.neighbours[middle], 1);
    struct comb_hexicon_state before = {.owned = {(shape.neighbours[middle] & ~last) | BIT(middle)},
                                        .captured = BIT(middle)};
    comb_hexicon_play(&out, &shape, &before, last, COMB_HEXICON_BLUE);
    assert_true(out.centres == 0 && out.hexagons[COMB_HEXICON_BLUE] == 0);
}

/* Capturing the last of a captured cell and its six neighbours clears all seven. */
static void test_seven_captured_cells_are_cleared(void **state)
{
    (void)state;
    struct comb_hexicon_shape shape = example_shape();
    struct comb_hexicon_outcome out;
    unsigned middle = middle_of(&shape);
    uint64_t seven = shape.neighbours[middle] | BIT(middle);
    struct comb_hexicon_state before = {.owned = {0, shape.neighbours[middle]}, .captured = shape.neighbours[middle]};
    comb_hexicon_play(&out, &shape, &before, BIT(middle), COMB_HEXICON_BLUE);
    assert_true(out.centres == BIT(middle));
    assert_int_equal(out.hexagons[COMB_HEXICON_RED], 1);
    assert_true(out.cleared == seven);
    assert_true(out.after.captured == 0 && (out.after.owned[0] | out.after.owned[1]) == 0);
}

/* Two captured cells side by side, all their neighbours captured but one, which the move captures. */
static void test_super_hexagons_that_share_cells(void **state)
{
    (void)state;
    struct comb_hexicon_shape shape = example_shape();
    struct comb_hexicon_outcome out;
    unsigned first = middle_of(&shape);
    unsigned second = (unsigned)__builtin_ctzll(shape.neighbours[first] & ~(BIT(first + 1) - 1));
    uint64_t sevens = shape.neighbours[first] | shape.neighbours[second];
    unsigned last = (unsigned)__builtin_ctzll(shape.neighbours[first] & shape.neighbours[second]);
    assert_int_equal(__builtin_popcountll(sevens), 10);
    assert_true(shape.inner >> second & 1 && shape.inner >> last & 1);
    struct comb_hexicon_state before = {.captured = sevens & ~BIT(last)};
    before.owned[COMB_HEXICON_BLUE] = sevens | (shape.neighbours[last] & ~BIT(last));
    before.owned[COMB_HEXICON_BLUE] &= ~BIT(last);
    comb_hexicon_play(&out, &shape, &before, BIT(last), COMB_HEXICON_BLUE);
    assert_int_equal(out.hexagons[COMB_HEXICON_BLUE], 1);
    assert_int_equal(sevens & ~out.cleared, 0);
    shape.one_super = true;
    comb_hexicon_play(&out, &shape, &before, BIT(last), COMB_HEXICON_BLUE);
    uint64_t seven = shape.neighbours[first] | BIT(first);
    assert_int_equal(out.cleared & sevens, seven);
    assert_int_equal(out.after.captured, sevens & ~seven);
}
