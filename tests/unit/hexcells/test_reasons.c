/* Compares reasons with a brute-force search: they force their cells, no clue can be left out, the smallest are
 * smallest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/hexcells/reasons/reasons.h"

#include "random_problem.h"

#include <stdlib.h>

static struct comb_context *context;

static struct comb_job *start_job(void)
{
    struct comb_job *job;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = context};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    return job;
}

static void end_job(struct comb_job *job)
{
    comb_job_free(job);
    comb_context_free(context);
}

/* The set of clues as bits; the counter is bit clue_count. */
static unsigned long set_of(const unsigned *ids, size_t count, const struct small_problem *problem)
{
    unsigned long set = 0;
    for (size_t i = 0; i < count; i++) {
        size_t clue = 0;
        while (clue < problem->clue_count && problem->clues[clue].id != ids[i])
            clue++;
        assert_true(clue < problem->clue_count || ids[i] == COMB_HEXCELLS_COUNTER);
        assert_false(set >> clue & 1);
        set |= 1ul << clue;
    }
    return set;
}

static bool forces(const struct small_problem *problem, unsigned long set, unsigned cell, signed char colour)
{
    unsigned long every, some;
    complete_slowly(&every, &some, problem, set, set >> problem->clue_count & 1);
    return forced_slowly(every, some, cell) == colour;
}

static bool smaller_set_forces(const struct small_problem *problem, int size, unsigned cell, signed char colour)
{
    for (unsigned long set = 0; set < 2ul << problem->clue_count; set++)
        if (__builtin_popcountl(set) < size && forces(problem, set, cell, colour))
            return true;
    return false;
}

static void expect_disjoint(const struct comb_hexcells_reason *reason, const struct small_problem *problem)
{
    unsigned long set = set_of(reason->disjoint, reason->disjoint_count, problem);
    unsigned long covered = 0;
    long outside = problem->remaining;
    assert_int_equal(set & ~set_of(reason->ids, reason->count, problem), 0);
    for (size_t i = 0; i < problem->clue_count; i++) {
        const struct comb_hexcells_clue *clue = &problem->clues[i];
        if (!(set >> i & 1))
            continue;
        outside -= clue->count;
        for (unsigned k = 0; k < clue->size; k++) {
            if (clue->cells[k] == COMB_HEXCELLS_GAP)
                continue;
            outside += problem->known[clue->cells[k]] == COMB_HEXCELLS_BLUE;
            if (problem->known[clue->cells[k]] != COMB_HEXCELLS_UNKNOWN)
                continue;
            assert_false(covered >> clue->cells[k] & 1);
            covered |= 1ul << clue->cells[k];
        }
    }
    assert_int_equal(outside, reason->outside);
}

static void expect_reason(const struct comb_hexcells_reason *reason, const struct small_problem *problem, unsigned cell,
                          signed char colour)
{
    unsigned long set = set_of(reason->ids, reason->count, problem);
    assert_true(reason->count > 0);
    assert_true(forces(problem, set, cell, colour));
    for (size_t i = 0; i <= problem->clue_count; i++)
        if (set >> i & 1)
            assert_false(forces(problem, set & ~(1ul << i), cell, colour));
    for (size_t i = 1; i < reason->count; i++)
        assert_true(reason->ids[i - 1] < reason->ids[i]);
    if (set >> problem->clue_count & 1)
        expect_disjoint(reason, problem);
    else
        assert_int_equal(reason->disjoint_count, 0);
}

static struct comb_hexcells_logic *open_logic(const struct small_problem *problem, struct comb_job *job)
{
    struct comb_hexcells_logic *logic;
    struct comb_hexcells_problem view = view_of(problem);
    assert_int_equal(comb_hexcells_logic_new(&logic, &view, job, NULL), COMB_OK);
    return logic;
}

/* Generates the next problem that has completions, and what all of them agree on. */
static uint64_t next_problem(struct small_problem *problem, unsigned long *every, unsigned long *some, uint64_t seed,
                             unsigned cells)
{
    unsigned long count = 0;
    for (; count == 0; seed++) {
        struct comb_rng rng;
        comb_rng_seed(&rng, seed);
        random_problem(problem, &rng, cells);
        count = complete_slowly(every, some, problem, ~0ul, true);
    }
    return seed;
}

static void test_reasons_are_minimal(void **state)
{
    (void)state;
    struct comb_job *job = start_job();
    uint64_t seed = 1;
    size_t found = 0, with_counter = 0, long_ones = 0;
    for (unsigned i = 0; i < 2500; i++) {
        struct small_problem problem;
        unsigned long every, some;
        seed = next_problem(&problem, &every, &some, seed, 10);
        struct comb_hexcells_logic *logic = open_logic(&problem, job);
        for (unsigned cell = 0; cell < problem.cells; cell++) {
            struct comb_hexcells_reason reason;
            signed char colour = forced_slowly(every, some, cell);
            if (problem.known[cell] != COMB_HEXCELLS_UNKNOWN)
                continue;
            enum comb_hexcells_colour asked = colour == COMB_HEXCELLS_UNKNOWN ? COMB_HEXCELLS_BLUE : colour;
            int code = comb_hexcells_reason(&reason, logic, cell, asked, NULL, NULL);
            assert_int_equal(code, colour == COMB_HEXCELLS_UNKNOWN ? COMB_NO : COMB_OK);
            if (code != COMB_OK)
                continue;
            expect_reason(&reason, &problem, cell, colour);
            found++;
            with_counter += reason.ids[reason.count - 1] == COMB_HEXCELLS_COUNTER;
            long_ones += reason.count > 2;
            comb_hexcells_reason_free(&reason);
        }
        comb_hexcells_logic_free(logic);
    }
    assert_true(found > 3000 && with_counter > 200 && long_ones > 100);
    end_job(job);
}

static void test_smallest_reasons_are_smallest(void **state)
{
    (void)state;
    struct comb_job *job = start_job();
    struct comb_hexcells_reason_options options = {.smallest = true};
    uint64_t seed = 100000;
    size_t searched = 0;
    for (unsigned i = 0; i < 300; i++) {
        struct small_problem problem;
        unsigned long every, some;
        seed = next_problem(&problem, &every, &some, seed, 8);
        struct comb_hexcells_logic *logic = open_logic(&problem, job);
        for (unsigned cell = 0; cell < problem.cells; cell++) {
            struct comb_hexcells_reason reason;
            signed char colour = forced_slowly(every, some, cell);
            if (problem.known[cell] != COMB_HEXCELLS_UNKNOWN || colour == COMB_HEXCELLS_UNKNOWN)
                continue;
            assert_int_equal(comb_hexcells_reason(&reason, logic, cell, colour, &options, NULL), COMB_OK);
            expect_reason(&reason, &problem, cell, colour);
            assert_true(reason.smallest);
            assert_false(smaller_set_forces(&problem, (int)reason.count, cell, colour));
            searched += reason.count > 2;
            comb_hexcells_reason_free(&reason);
        }
        comb_hexcells_logic_free(logic);
    }
    assert_true(searched > 5);
    end_job(job);
}

static void test_small_effort_proves_no_smallest_reason(void **state)
{
    (void)state;
    /* x0+x1, x1+x2, x2+x3, x3+x4: each 1, and x0+x4 = 2: a chain in which no single clue decides x2. */
    struct comb_job *job = start_job();
    struct small_problem problem = {.cells = 5, .known = {-1, -1, -1, -1, -1}, .clue_count = 5, .remaining = -1};
    for (unsigned i = 0; i < 5; i++) {
        problem.members[i][0] = i;
        problem.members[i][1] = (i + 1) % 5;
        problem.clues[i] = (struct comb_hexcells_clue){.id = i, .count = 1, .size = 2, .cells = problem.members[i]};
    }
    problem.clues[4].count = 2;
    struct comb_hexcells_logic *logic = open_logic(&problem, job);
    struct comb_hexcells_reason reason;
    struct comb_hexcells_reason_options options = {.smallest = true, .effort = 1};
    assert_int_equal(comb_hexcells_reason(&reason, logic, 2, COMB_HEXCELLS_BLUE, &options, NULL), COMB_OK);
    expect_reason(&reason, &problem, 2, COMB_HEXCELLS_BLUE);
    assert_int_equal(reason.count, 3);
    assert_false(reason.smallest);
    comb_hexcells_reason_free(&reason);
    options.effort = 0;
    assert_int_equal(comb_hexcells_reason(&reason, logic, 2, COMB_HEXCELLS_BLUE, &options, NULL), COMB_OK);
    assert_int_equal(reason.count, 3);
    assert_true(reason.smallest);
    comb_hexcells_reason_free(&reason);
    comb_hexcells_logic_free(logic);
    end_job(job);
}

static void expect_steps(const struct comb_hexcells_steps *steps, const struct small_problem *problem,
                         unsigned long every, unsigned long some)
{
    unsigned long covered_cells = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const struct comb_hexcells_step *step = &steps->items[i];
        assert_true(step->count > 0);
        assert_true(i == 0 || steps->items[i - 1].reason.count <= step->reason.count);
        for (size_t k = 0; k < step->count; k++) {
            assert_false(covered_cells >> step->cells[k] & 1);
            covered_cells |= 1ul << step->cells[k];
            assert_int_equal(step->colours[k], forced_slowly(every, some, step->cells[k]));
            expect_reason(&step->reason, problem, step->cells[k], step->colours[k]);
        }
    }
    for (unsigned cell = 0; cell < problem->cells; cell++)
        assert_int_equal(covered_cells >> cell & 1, problem->known[cell] == COMB_HEXCELLS_UNKNOWN &&
                                                        forced_slowly(every, some, cell) != COMB_HEXCELLS_UNKNOWN);
}

static void test_steps_contain_every_forced_cell_once(void **state)
{
    (void)state;
    struct comb_job *job = start_job();
    uint64_t seed = 200000;
    size_t grouped = 0;
    for (unsigned i = 0; i < 1500; i++) {
        struct small_problem problem;
        struct comb_hexcells_steps steps;
        struct comb_hexcells_reason_options options = {.smallest = i % 2 == 0};
        unsigned long every, some;
        seed = next_problem(&problem, &every, &some, seed, 9);
        struct comb_hexcells_logic *logic = open_logic(&problem, job);
        assert_int_equal(comb_hexcells_steps(&steps, logic, &options, NULL), COMB_OK);
        expect_steps(&steps, &problem, every, some);
        for (size_t k = 0; k < steps.count; k++)
            grouped += steps.items[k].count > 1 && steps.items[k].reason.count > 1;
        comb_hexcells_steps_free(&steps);
        comb_hexcells_logic_free(logic);
    }
    assert_true(grouped > 50);
    end_job(job);
}

/* Checks each step of a chain with the colours found by the earlier steps. */
static void test_chain_uses_earlier_steps(void **state)
{
    (void)state;
    struct comb_job *job = start_job();
    uint64_t seed = 300000;
    size_t longest = 0, chained = 0;
    for (unsigned i = 0; i < 1500; i++) {
        struct small_problem problem;
        struct comb_hexcells_steps steps;
        struct comb_hexcells_reason_options options = {.chain = true, .smallest = i % 4 == 0};
        unsigned long every, some;
        seed = next_problem(&problem, &every, &some, seed, 9);
        struct comb_hexcells_logic *logic = open_logic(&problem, job);
        assert_int_equal(comb_hexcells_steps(&steps, logic, &options, NULL), COMB_OK);
        size_t cells = 0, forced = 0;
        for (unsigned cell = 0; cell < problem.cells; cell++)
            forced += problem.known[cell] == COMB_HEXCELLS_UNKNOWN &&
                      forced_slowly(every, some, cell) != COMB_HEXCELLS_UNKNOWN;
        for (size_t k = 0; k < steps.count; k++) {
            const struct comb_hexcells_step *step = &steps.items[k];
            for (size_t n = 0; n < step->count; n++)
                expect_reason(&step->reason, &problem, step->cells[n], step->colours[n]);
            for (size_t n = 0; n < step->count; n++) {
                assert_int_equal(problem.known[step->cells[n]], COMB_HEXCELLS_UNKNOWN);
                problem.known[step->cells[n]] = step->colours[n];
                problem.remaining -= problem.remaining >= 0 && step->colours[n] == COMB_HEXCELLS_BLUE;
            }
            cells += step->count;
            longest = step->reason.count > longest ? step->reason.count : longest;
            chained += k > 0 && step->reason.count < steps.items[k - 1].reason.count;
        }
        assert_int_equal(cells, forced);
        comb_hexcells_steps_free(&steps);
        comb_hexcells_logic_free(logic);
    }
    assert_true(longest > 2 && chained > 20);
    end_job(job);
}

/* A chain adds colours to the solver that are not known; later reasons must not use them. */
static void test_chain_does_not_affect_later_reasons(void **state)
{
    (void)state;
    struct comb_job *job = start_job();
    struct small_problem problem = {.cells = 3, .known = {-1, -1, -1}, .clue_count = 2, .remaining = -1};
    const unsigned members[2][2] = {{0, 1}, {1, 2}};
    memcpy(problem.members[0], members[0], sizeof members[0]);
    memcpy(problem.members[1], members[1], sizeof members[1]);
    problem.clues[0] = (struct comb_hexcells_clue){.id = 4, .count = 2, .size = 2, .cells = problem.members[0]};
    problem.clues[1] = (struct comb_hexcells_clue){.id = 5, .count = 1, .size = 2, .cells = problem.members[1]};
    struct comb_hexcells_logic *logic = open_logic(&problem, job);
    struct comb_hexcells_reason_options options = {.chain = true};
    for (int round = 0; round < 2; round++) {
        struct comb_hexcells_steps steps;
        struct comb_hexcells_reason reason;
        assert_int_equal(comb_hexcells_steps(&steps, logic, &options, NULL), COMB_OK);
        assert_int_equal(steps.count, 2);
        assert_int_equal(steps.items[1].reason.count, 1);
        assert_int_equal(steps.items[1].reason.ids[0], 5);
        comb_hexcells_steps_free(&steps);
        assert_int_equal(comb_hexcells_reason(&reason, logic, 2, COMB_HEXCELLS_BLACK, NULL, NULL), COMB_OK);
        assert_int_equal(reason.count, 2);
        comb_hexcells_reason_free(&reason);
    }
    comb_hexcells_logic_free(logic);
    end_job(job);
}

static void test_contradictions_have_no_steps(void **state)
{
    (void)state;
    struct comb_job *job = start_job();
    struct small_problem problem = {.cells = 2, .known = {-1, -1}, .clue_count = 1, .remaining = 2};
    problem.members[0][0] = 0;
    problem.members[0][1] = 1;
    problem.clues[0] = (struct comb_hexcells_clue){.count = 1, .size = 2, .cells = problem.members[0]};
    struct comb_hexcells_logic *logic = open_logic(&problem, job);
    struct comb_hexcells_steps steps;
    struct comb_hexcells_reason reason;
    assert_int_equal(comb_hexcells_steps(&steps, logic, NULL, NULL), COMB_NO);
    assert_int_equal(steps.count, 0);
    assert_int_equal(comb_hexcells_reason(&reason, logic, 0, COMB_HEXCELLS_BLUE, NULL, NULL), COMB_NO);
    assert_int_equal(comb_hexcells_reason(&reason, logic, 2, COMB_HEXCELLS_BLUE, NULL, NULL), COMB_BAD_INPUT);
    comb_hexcells_logic_free(logic);
    end_job(job);
}
