/* Counts lines of panels by the sweep and by walking each of them with its mirror image. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/witness/count.h"

#include <string.h>

static struct comb_job *new_job(struct comb_context **context, double time_limit, size_t memory_limit)
{
    struct comb_job *job;
    struct comb_error err;
    assert_int_equal(comb_context_new(context, &err), COMB_OK);
    struct comb_job_setup setup = {.context = *context, .time_limit = time_limit, .memory_limit = memory_limit};
    assert_int_equal(comb_job_new(&job, &setup, &err), COMB_OK);
    return job;
}

static struct comb_witness_thing *place(struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    return &panel->places[column + comb_witness_columns(panel) * row];
}

/* ---- the walk: columns and rows of places, independent of the solver's graph ---- */

struct walker {
    const struct comb_witness_panel *panel;
    enum comb_witness_stops stops;
    bool dots; /* must all be covered */
    unsigned start[2];
    bool used[COMB_WITNESS_MAX_PLACES]; /* nodes and edges of both lines */
    uint64_t lines;
};

static void mirror_of(unsigned out[2], const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    enum comb_witness_symmetry symmetry = panel->symmetry;
    out[0] =
        symmetry == COMB_WITNESS_HORIZONTAL || symmetry == COMB_WITNESS_ROTATIONAL ? 2 * panel->width - column : column;
    out[1] = symmetry == COMB_WITNESS_VERTICAL || symmetry == COMB_WITNESS_ROTATIONAL ? 2 * panel->height - row : row;
}

static bool open_place(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    unsigned kind = comb_witness_at(panel, column, row)->kind;
    return kind != COMB_WITNESS_ABSENT && kind != COMB_WITNESS_GAP;
}

/* Returns whether the place is open to the line and to its mirror image. */
static bool open_twice(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    unsigned mirror[2];
    mirror_of(mirror, panel, column, row);
    return open_place(panel, column, row) && open_place(panel, mirror[0], mirror[1]);
}

static bool covers_dots(const struct walker *walker)
{
    const struct comb_witness_panel *panel = walker->panel;
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (panel->places[i].kind == COMB_WITNESS_DOT && !walker->used[i])
            return false;
    return true;
}

static bool stops_here(const struct walker *walker, unsigned column, unsigned row)
{
    const struct comb_witness_panel *panel = walker->panel;
    if (walker->dots && !covers_dots(walker))
        return false;
    if (walker->stops == COMB_WITNESS_STOP_ANYWHERE)
        return true;
    if (walker->stops == COMB_WITNESS_STOP_AT_ENDS)
        return comb_witness_at(panel, column, row)->kind == COMB_WITNESS_END;
    return column == 2 * panel->width - walker->start[0] && row == 2 * panel->height - walker->start[1];
}

static void walk(struct walker *walker, unsigned column, unsigned row)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const struct comb_witness_panel *panel = walker->panel;
    unsigned columns = comb_witness_columns(panel), mirror[2];
    mirror_of(mirror, panel, column, row);
    bool alone = panel->symmetry == COMB_WITNESS_NO_SYMMETRY;
    if (!alone && mirror[0] == column && mirror[1] == row)
        return;
    bool *here = &walker->used[column + columns * row], *there = &walker->used[mirror[0] + columns * mirror[1]];
    *here = *there = true;
    walker->lines += stops_here(walker, column, row);
    for (unsigned side = 0; side < 4; side++) {
        int x = (int)column + 2 * steps[side][0], y = (int)row + 2 * steps[side][1];
        if (x < 0 || y < 0 || x > 2 * (int)panel->width || y > 2 * (int)panel->height)
            continue;
        unsigned next_column = (unsigned)x, next_row = (unsigned)y;
        unsigned edge[2] = {(column + next_column) / 2, (row + next_row) / 2};
        if (walker->used[next_column + columns * next_row] || !open_twice(panel, next_column, next_row) ||
            !open_twice(panel, edge[0], edge[1]))
            continue;
        mirror_of(mirror, panel, edge[0], edge[1]);
        bool *way = &walker->used[edge[0] + columns * edge[1]], *back = &walker->used[mirror[0] + columns * mirror[1]];
        *way = *back = true;
        walk(walker, next_column, next_row);
        *way = *back = false;
    }
    *here = *there = false;
}

static uint64_t walk_all(const struct comb_witness_panel *panel, enum comb_witness_stops stops, bool dots)
{
    struct walker walker = {.panel = panel, .stops = stops, .dots = dots};
    for (unsigned row = 0; row < comb_witness_rows(panel); row += 2)
        for (unsigned column = 0; column < comb_witness_columns(panel); column += 2)
            if (comb_witness_at(panel, column, row)->kind == COMB_WITNESS_START) {
                walker.start[0] = column;
                walker.start[1] = row;
                walk(&walker, column, row);
            }
    /* Every line was found, and so was its mirror line, from the mirror start. */
    bool pictures = panel->symmetry != COMB_WITNESS_NO_SYMMETRY && panel->line_colours[0] == COMB_WITNESS_NO_COLOUR &&
                    panel->line_colours[1] == COMB_WITNESS_NO_COLOUR;
    return pictures ? walker.lines / 2 : walker.lines;
}

/* ---- random panels ---- */

static void put_anywhere(struct comb_witness_panel *panel, struct comb_rng *rng, enum comb_witness_kind kind)
{
    unsigned column = 2 * (unsigned)comb_rng_below(rng, panel->width + 1);
    unsigned row = 2 * (unsigned)comb_rng_below(rng, panel->height + 1);
    place(panel, column, row)->kind = (uint8_t)kind;
}

static struct comb_witness_panel *random_panel(struct comb_rng *rng)
{
    struct comb_witness_panel *panel;
    unsigned width = 1 + (unsigned)comb_rng_below(rng, 4), height = 1 + (unsigned)comb_rng_below(rng, 4);
    unsigned damage = 4 + (unsigned)comb_rng_below(rng, 40);
    assert_int_equal(comb_witness_panel_new(&panel, width, height, 0, NULL), COMB_OK);
    panel->symmetry = (enum comb_witness_symmetry)comb_rng_below(rng, 4);
    panel->line_colours[comb_rng_below(rng, 2)] = comb_rng_below(rng, 4) == 0 ? COMB_WITNESS_BLUE : 0;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            bool edge = (column + row) % 2 == 1;
            if (comb_rng_below(rng, damage) == 0 && (edge || comb_rng_below(rng, 4) == 0))
                place(panel, column, row)->kind =
                    edge && comb_rng_below(rng, 2) ? COMB_WITNESS_GAP : COMB_WITNESS_ABSENT;
        }
    for (uint64_t left = 1 + comb_rng_below(rng, 3); left > 0; left--)
        put_anywhere(panel, rng, COMB_WITNESS_START);
    for (uint64_t left = comb_rng_below(rng, 4); left > 0; left--)
        put_anywhere(panel, rng, COMB_WITNESS_END);
    for (uint64_t left = comb_rng_below(rng, 3); left > 0; left--) {
        unsigned column = (unsigned)comb_rng_below(rng, comb_witness_columns(panel));
        unsigned row = (unsigned)comb_rng_below(rng, comb_witness_rows(panel));
        if (column % 2 == 0 || row % 2 == 0)
            place(panel, column, row)->kind = COMB_WITNESS_DOT;
    }
    comb_witness_panel_pair(panel);
    return panel;
}

static void test_random_panels_against_a_walk(void **state)
{
    (void)state;
    struct comb_context *context;
    struct comb_job *job = new_job(&context, 0, 0);
    struct comb_rng rng;
    unsigned many[4] = {0}, covering[4] = {0};
    comb_rng_seed(&rng, 3);
    for (unsigned round = 0; round < 6000; round++) {
        struct comb_witness_panel *panel = random_panel(&rng);
        uint64_t free_lines = walk_all(panel, COMB_WITNESS_STOP_ANYWHERE, false);
        for (unsigned kind = 0; kind < 6; kind++) {
            enum comb_witness_stops stops = kind % 3;
            struct comb_witness_count_task task = {.panel = panel, .stops = stops, .dots = kind >= 3};
            struct comb_frontier_count count;
            uint64_t expected = walk_all(panel, stops, task.dots);
            assert_int_equal(comb_witness_count_lines(&count, &task, job, NULL), COMB_OK);
            assert_true(comb_big_bits(&count.paths) <= 64);
            if (count.paths.limbs[0] != expected)
                fail_msg("panel %u (%ux%u, symmetry %d), stops %d: %llu instead of %llu", round, panel->width,
                         panel->height, (int)panel->symmetry, (int)stops, (unsigned long long)count.paths.limbs[0],
                         (unsigned long long)expected);
            many[panel->symmetry] += expected > 20 && !task.dots;
            covering[panel->symmetry] += task.dots && expected > 0 && kind == 3 && expected < free_lines;
        }
        comb_witness_panel_free(panel);
    }
    for (unsigned symmetry = 0; symmetry < 4; symmetry++)
        assert_true(many[symmetry] > 150 && covering[symmetry] > 150);
    comb_job_free(job);
    comb_context_free(context);
}

/* Complete panels under symmetry, where the walk is still short. */
static void test_complete_panels_under_symmetry(void **state)
{
    (void)state;
    struct comb_context *context;
    struct comb_job *job = new_job(&context, 0, 0);
    for (unsigned size = 1; size <= 5; size++)
        for (enum comb_witness_symmetry symmetry = COMB_WITNESS_HORIZONTAL; symmetry <= COMB_WITNESS_ROTATIONAL;
             symmetry++) {
            struct comb_witness_panel *panel;
            struct comb_frontier_count count;
            assert_int_equal(comb_witness_panel_new(&panel, size, size == 5 ? 4 : size, 0, NULL), COMB_OK);
            panel->symmetry = symmetry;
            place(panel, 0, 2 * panel->height)->kind = COMB_WITNESS_START;
            comb_witness_panel_pair(panel);
            struct comb_witness_count_task task = {.panel = panel};
            assert_int_equal(comb_witness_count_lines(&count, &task, job, NULL), COMB_OK);
            assert_int_equal(count.paths.limbs[0], walk_all(panel, COMB_WITNESS_STOP_ANYWHERE, false));
            comb_witness_panel_free(panel);
        }
    comb_job_free(job);
    comb_context_free(context);
}

/* ---- limits ---- */

static struct comb_witness_panel *empty_panel(unsigned size)
{
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_panel_new(&panel, size, size, 0, NULL), COMB_OK);
    place(panel, 0, 2 * size)->kind = COMB_WITNESS_START;
    place(panel, 2 * size, 0)->kind = COMB_WITNESS_END;
    return panel;
}

/* A job that watches the whole process may notice first that memory is short: then either code is fine. */
static void expect_refusal(double time_limit, size_t memory_limit, bool cancelled, int code, const char *says)
{
    struct comb_context *context;
    struct comb_job *job = new_job(&context, time_limit, memory_limit);
    struct comb_witness_panel *panel = empty_panel(16);
    struct comb_error err = {0};
    json_t *counted;
    if (cancelled)
        comb_job_cancel(job);
    int got = comb_witness_count(&counted, panel, job, NULL, &err);
    assert_true(got == code || (got == COMB_LIMIT && memory_limit > 0));
    assert_null(counted);
    assert_int_equal(err.code, got);
    assert_non_null(strstr(err.message, says));
    comb_witness_panel_free(panel);
    comb_job_free(job);
    comb_context_free(context);
}

static void test_incomplete_count_is_rejected(void **state)
{
    (void)state;
    expect_refusal(0.2, 0, false, COMB_LIMIT, "--time-limit");
    expect_refusal(0, 1 << 20, false, COMB_NO_MEMORY, "--memory-limit");
    expect_refusal(0, 0, true, COMB_INTERRUPTED, "interrupted");
}

static void test_json_object(void **state)
{
    (void)state;
    struct comb_context *context;
    struct comb_job *job = new_job(&context, 0, 0);
    struct comb_witness_panel *panel = empty_panel(8);
    struct comb_error err = {0};
    json_t *counted;
    assert_int_equal(comb_witness_count(&counted, panel, job, NULL, &err), COMB_OK);
    assert_string_equal(json_string_value(json_object_get(counted, "size")), "8x8");
    assert_string_equal(json_string_value(json_object_get(counted, "ends")), "any");
    assert_int_equal(json_integer_value(json_object_get(counted, "starts")), 1);
    assert_true(json_integer_value(json_object_get(counted, "states")) > 100);
    assert_true(json_real_value(json_object_get(counted, "seconds")) >= 0);
    const char *paths = json_string_value(json_object_get(counted, "paths"));
    assert_int_equal(strlen(paths), strspn(paths, "0123456789"));
    assert_non_null(strstr(json_string_value(json_object_get(counted, "text")), "from the start, to any node"));
    json_decref(counted);
    comb_witness_panel_free(panel);
    comb_job_free(job);
    comb_context_free(context);
}
