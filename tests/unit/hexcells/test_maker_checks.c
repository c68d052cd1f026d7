/* What `check` tells authors, on generated levels: redundant hints against a slow twin that tests every claim on its
 * own, and repairs of levels from which hints were removed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "comb.h"
#include "core/job.h"
#include "games/hexcells/hints/hint.h"
#include "games/hexcells/hints/redundant.h"
#include "games/hexcells/hints/repair.h"
#include "games/hexcells/level/edit.h"
#include "games/hexcells/make/make.h"

#include <stdlib.h>
#include <string.h>

struct maker {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_hexcells_level *level;
};

static struct maker make_level(unsigned seed)
{
    struct maker maker = {0};
    void *board = NULL;
    assert_int_equal(comb_context_new(&maker.context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = maker.context, .threads = 1, .seed = seed};
    assert_int_equal(comb_job_new(&maker.job, &setup, NULL), COMB_OK);
    assert_int_equal(comb_hexcells_make(&board, NULL, maker.job, NULL, NULL), COMB_OK);
    maker.level = board;
    return maker;
}

static void release(struct maker *maker)
{
    comb_hexcells_level_free(maker->level);
    comb_job_free(maker->job);
    comb_context_free(maker->context);
}

static bool is_fair(const struct maker *maker, const struct comb_hexcells_level *level)
{
    bool fair = false;
    assert_int_equal(comb_hexcells_fair(&fair, level, maker->job, NULL), COMB_OK);
    return fair;
}

static bool is_fair_without(const struct maker *maker, const unsigned *ids, size_t count)
{
    const struct comb_hexcells_level *level = maker->level;
    struct comb_hexcells_level *reduced;
    bool *removed = calloc((size_t)level->cell_count + level->line_count, sizeof *removed);
    assert_non_null(removed);
    for (size_t i = 0; i < count; i++)
        removed[ids[i]] = true;
    assert_int_equal(comb_hexcells_without(&reduced, level, removed, NULL), COMB_OK);
    bool fair = is_fair(maker, reduced);
    comb_hexcells_level_free(reduced);
    free(removed);
    return fair;
}

static bool contains(const struct comb_hexcells_redundant *redundant, unsigned id)
{
    for (size_t i = 0; i < redundant->ids.count; i++)
        if (redundant->ids.items[i] == id)
            return true;
    return false;
}

/* Gives every black cell a number, so that there are redundant ones. */
static void fill_numbers(struct comb_hexcells_level *level)
{
    for (unsigned i = 0; i < level->cell_count; i++)
        if (level->cells[i].truth == COMB_HEXCELLS_BLACK && level->cells[i].hint == COMB_HEXCELLS_NO_HINT)
            level->cells[i].hint = COMB_HEXCELLS_NUMBER;
    assert_int_equal(comb_hexcells_level_finish(level, NULL), COMB_OK);
}

static void test_redundant(void **state)
{
    (void)state;
    size_t partly = 0;
    for (unsigned seed = 1; seed <= 12; seed++) {
        struct maker maker = make_level(seed);
        struct comb_hexcells_redundant redundant;
        fill_numbers(maker.level);
        assert_int_equal(comb_hexcells_find_redundant(&redundant, maker.level, maker.job, NULL), COMB_OK);
        assert_true(redundant.complete);
        assert_true(redundant.ids.count > 0 && redundant.together > 0);
        for (unsigned id = 0; id < maker.level->cell_count + maker.level->line_count; id++)
            if (id >= maker.level->cell_count || maker.level->cells[id].hint != COMB_HEXCELLS_NO_HINT)
                assert_true(is_fair_without(&maker, &id, 1) == contains(&redundant, id));
        assert_true(is_fair_without(&maker, redundant.ids.items, redundant.together));
        /* none of the others can be added */
        for (size_t i = redundant.together; i < redundant.ids.count; i++) {
            unsigned kept = redundant.ids.items[redundant.together];
            redundant.ids.items[redundant.together] = redundant.ids.items[i];
            redundant.ids.items[i] = kept;
            assert_false(is_fair_without(&maker, redundant.ids.items, redundant.together + 1));
            partly++;
        }
        comb_hexcells_redundant_free(&redundant);
        release(&maker);
    }
    assert_true(partly > 0);
}

/* A copy of the level with the hints of the repair. */
static struct comb_hexcells_level *repaired(const struct comb_hexcells_level *level,
                                            const struct comb_hexcells_repair *repair)
{
    struct comb_hexcells_level *copy;
    assert_int_equal(
        comb_hexcells_level_new(&copy, level->cell_count, level->line_count + COMB_HEXCELLS_MAX_REPAIR, NULL), COMB_OK);
    memcpy(copy->cells, level->cells, level->cell_count * sizeof *level->cells);
    if (level->line_count > 0)
        memcpy(copy->lines, level->lines, level->line_count * sizeof *level->lines);
    copy->line_count = level->line_count;
    copy->truth_known = true;
    for (unsigned i = 0; i < repair->count; i++) {
        const struct comb_hexcells_addition *item = &repair->items[i];
        int cell = comb_hexcells_cell_at(level, item->at.x, item->at.y);
        int line = comb_hexcells_line_at(level, item->at.x, item->at.y);
        assert_true(item->line == (cell < 0));
        assert_true(item->present == (line >= 0 || (cell >= 0 && level->cells[cell].hint != COMB_HEXCELLS_NO_HINT)));
        if (cell >= 0)
            copy->cells[cell].hint = item->hint;
        else if (line >= 0)
            copy->lines[line].hint = item->hint;
        else
            copy->lines[copy->line_count++] =
                (struct comb_hexcells_line){.at = item->at, .direction = item->direction, .hint = item->hint};
    }
    assert_int_equal(comb_hexcells_level_finish(copy, NULL), COMB_OK);
    for (unsigned i = 0; i < repair->count; i++) {
        int cell = comb_hexcells_cell_at(copy, repair->items[i].at.x, repair->items[i].at.y);
        if (cell >= 0)
            assert_true(copy->cells[cell].hint == repair->items[i].hint &&
                        copy->cells[cell].number == repair->items[i].number);
    }
    return copy;
}

/* Removes one hint that is needed: one added hint repairs the level. */
static void test_repair(void **state)
{
    (void)state;
    unsigned tried = 0;
    for (unsigned seed = 1; seed <= 8; seed++) {
        struct maker maker = make_level(seed);
        struct comb_hexcells_level *whole = maker.level;
        bool *removed = calloc((size_t)whole->cell_count + whole->line_count, sizeof *removed);
        assert_non_null(removed);
        for (unsigned id = seed; id < whole->cell_count; id += 7) {
            struct comb_hexcells_level *stuck;
            struct comb_hexcells_repair repair;
            removed[id] = true;
            assert_int_equal(comb_hexcells_without(&stuck, whole, removed, NULL), COMB_OK);
            removed[id] = false;
            if (!is_fair(&maker, stuck)) {
                assert_int_equal(comb_hexcells_find_repair(&repair, stuck, maker.job, NULL), COMB_OK);
                assert_int_equal(repair.count, 1);
                struct comb_hexcells_level *copy = repaired(stuck, &repair);
                assert_true(is_fair(&maker, copy));
                comb_hexcells_level_free(copy);
                tried++;
            }
            comb_hexcells_level_free(stuck);
        }
        free(removed);
        release(&maker);
    }
    assert_true(tried >= 5);
}
