/* Compares the logic with a brute-force search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/hexcells/logic/parts.h"

#include "random_problem.h"

#include <stdlib.h>

static struct comb_context *context;

static struct comb_job *start_job(double time_limit)
{
    struct comb_job *job;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = context, .time_limit = time_limit};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    return job;
}

static void end_job(struct comb_job *job)
{
    comb_job_free(job);
    comb_context_free(context);
}

/* ---- one clue ---- */

static const enum comb_hexcells_arrangement arrangements[] = {COMB_HEXCELLS_ANY_ARRANGEMENT, COMB_HEXCELLS_TOGETHER,
                                                              COMB_HEXCELLS_APART};

/* Sets the members of a clue to cells 0, 1, 2 ..., with gaps where the bit is set; returns the number of cells. */
static unsigned set_members(struct comb_hexcells_clue *clue, unsigned *members, unsigned size, unsigned gaps)
{
    unsigned cells = 0;
    clue->size = size;
    clue->cells = members;
    for (unsigned i = 0; i < size; i++)
        members[i] = gaps >> i & 1 ? COMB_HEXCELLS_GAP : cells++;
    return cells;
}

/* Enumerates the 3^cells combinations of known colours. */
static bool next_known(signed char *known, unsigned cells)
{
    for (unsigned i = 0; i < cells; i++) {
        if (known[i] < COMB_HEXCELLS_BLUE) {
            known[i]++;
            return true;
        }
        known[i] = COMB_HEXCELLS_UNKNOWN;
    }
    return false;
}

static void check_options(const struct comb_hexcells_clue *clue, const bool *holds, const signed char *known,
                          unsigned cells)
{
    unsigned char can[8] = {0}, expected[8] = {0};
    unsigned inside[8];
    bool possible = false;
    for (unsigned long mask = 0; mask < 1ul << cells; mask++) {
        if (!holds[mask] || !agrees_with_known(known, cells, mask))
            continue;
        possible = true;
        for (unsigned i = 0; i < clue->size; i++)
            if (clue->cells[i] != COMB_HEXCELLS_GAP)
                expected[i] |= mask >> clue->cells[i] & 1 ? COMB_HEXCELLS_CAN_BE_BLUE : COMB_HEXCELLS_CAN_BE_BLACK;
    }
    if (comb_hexcells_clue_options(can, inside, clue, known) != possible)
        fail_msg("wrong options for a clue of %u", clue->count);
    if (possible)
        assert_memory_equal(can, expected, clue->size);
}

static void check_encoding(const struct comb_hexcells_clue *clue, const bool *holds, const signed char *known,
                           unsigned cells)
{
    struct comb_hexcells_scratch scratch = {0};
    struct comb_sat *sat = comb_sat_new();
    assert_non_null(sat);
    comb_sat_variables(sat, cells + 1);
    assert_true(comb_hexcells_encode(sat, &scratch, clue, known));
    for (unsigned long mask = 0; mask < 1ul << cells; mask++) {
        if (!agrees_with_known(known, cells, mask))
            continue;
        for (unsigned cell = 0; cell < cells; cell++)
            comb_sat_assume(sat, mask >> cell & 1 ? comb_hexcells_literal(cell) : -comb_hexcells_literal(cell));
        assert_int_equal(comb_sat_solve(sat), holds[mask] ? COMB_SAT_SATISFIABLE : COMB_SAT_UNSATISFIABLE);
    }
    comb_sat_free(sat);
    comb_vec_free(&scratch.literals);
    comb_vec_free(&scratch.windows);
}

static void check_clue(const struct comb_hexcells_clue *clue, unsigned cells, struct comb_rng *rng)
{
    bool holds[256];
    signed char known[8], colours[8];
    memset(known, COMB_HEXCELLS_UNKNOWN, sizeof known);
    for (unsigned long mask = 0; mask < 1ul << cells; mask++) {
        for (unsigned cell = 0; cell < cells; cell++)
            colours[cell] = (signed char)(mask >> cell & 1);
        holds[mask] = clue_holds_slowly(clue, mask);
        assert_int_equal(comb_hexcells_clue_holds(clue, colours), holds[mask]);
    }
    check_encoding(clue, holds, known, cells);
    do {
        check_options(clue, holds, known, cells);
    } while (next_known(known, cells));
    for (unsigned cell = 0; cell < cells; cell++)
        known[cell] = (signed char)((int)comb_rng_below(rng, 3) - 1);
    check_encoding(clue, holds, known, cells);
}

static void test_rings_with_every_pattern_of_gaps(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (unsigned gaps = 0; gaps < 64; gaps++)
        for (unsigned count = 0; count <= 7; count++)
            for (size_t i = 0; i < 3; i++) {
                unsigned members[6];
                struct comb_hexcells_clue clue = {.arrangement = arrangements[i], .ring = true, .count = count};
                unsigned cells = set_members(&clue, members, 6, gaps);
                check_clue(&clue, cells, &rng);
            }
}

static void test_lines_up_to_eight(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 2);
    for (unsigned size = 0; size <= 8; size++)
        for (unsigned count = 0; count <= size + 1; count++)
            for (size_t i = 0; i < 3; i++) {
                unsigned members[8];
                struct comb_hexcells_clue clue = {.arrangement = arrangements[i], .count = count};
                unsigned cells = set_members(&clue, members, size, 0);
                check_clue(&clue, cells, &rng);
            }
}

static void test_small_rings_without_gaps(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 3);
    for (unsigned size = 0; size <= 8; size++)
        for (unsigned count = 0; count <= size + 1; count++)
            for (size_t i = 0; i < 3; i++) {
                unsigned members[8];
                struct comb_hexcells_clue clue = {.arrangement = arrangements[i], .ring = true, .count = count};
                unsigned cells = set_members(&clue, members, size, 0);
                check_clue(&clue, cells, &rng);
            }
}

/* ---- many clues ---- */

static void expect_forced(const signed char *colours, const struct small_problem *problem, unsigned long every,
                          unsigned long some, uint64_t seed)
{
    for (unsigned cell = 0; cell < problem->cells; cell++)
        if (colours[cell] != forced_slowly(every, some, cell))
            fail_msg("problem %llu: cell %u is reported as %d", (unsigned long long)seed, cell, colours[cell]);
}

static void expect_completion(const signed char *colours, const struct small_problem *problem)
{
    unsigned long mask = 0;
    for (unsigned cell = 0; cell < problem->cells; cell++)
        mask |= (unsigned long)(colours[cell] == COMB_HEXCELLS_BLUE) << cell;
    assert_true(agrees_with_known(problem->known, problem->cells, mask));
    for (size_t i = 0; i < problem->clue_count; i++)
        assert_true(clue_holds_slowly(&problem->clues[i], mask));
    assert_true(problem->remaining < 0 || counter_holds(problem, mask));
}

static void expect_completions(const struct small_problem *problem, unsigned long count, uint64_t limit,
                               struct comb_job *job)
{
    struct comb_hexcells_completions completions;
    struct comb_hexcells_problem view = view_of(problem);
    assert_int_equal(comb_hexcells_completions(&completions, &view, limit, job, NULL), COMB_OK);
    assert_int_equal(completions.count, count < limit ? count : limit);
    assert_int_equal(completions.all, count <= limit);
    assert_int_equal(completions.first != NULL, count >= 1);
    assert_int_equal(completions.second != NULL, count >= 2);
    if (completions.first)
        expect_completion(completions.first, problem);
    if (completions.second) {
        expect_completion(completions.second, problem);
        assert_memory_not_equal(completions.first, completions.second, problem->cells);
    }
    comb_hexcells_completions_free(&completions);
}

/* The bit of the clue with that id. */
static unsigned long bit_of(const struct small_problem *problem, unsigned id)
{
    for (size_t i = 0; i < problem->clue_count; i++)
        if (problem->clues[i].id == id)
            return 1ul << i;
    fail_msg("no clue %u", id);
    return 0;
}

/* The clues of a conflict contradict each other, and without any one of them they do not. */
static void expect_conflict(const struct small_problem *problem, bool contradictory, struct comb_job *job)
{
    struct comb_hexcells_conflict conflict;
    struct comb_hexcells_problem view = view_of(problem);
    unsigned long on = 0, every, some;
    assert_int_equal(comb_hexcells_conflict(&conflict, &view, job, NULL), COMB_OK);
    assert_int_equal(conflict.count > 0, contradictory);
    bool counter = conflict.count > 0 && conflict.ids[conflict.count - 1] == COMB_HEXCELLS_COUNTER;
    size_t clues = conflict.count - counter;
    for (size_t i = 0; i < clues; i++)
        on |= bit_of(problem, conflict.ids[i]);
    if (contradictory)
        assert_int_equal(complete_slowly(&every, &some, problem, on, counter), 0);
    for (size_t i = 0; i < clues; i++)
        assert_true(complete_slowly(&every, &some, problem, on & ~bit_of(problem, conflict.ids[i]), counter) > 0);
    if (counter)
        assert_true(complete_slowly(&every, &some, problem, on, false) > 0);
    comb_hexcells_conflict_free(&conflict);
}

static void test_random_problems_against_all_colourings(void **state)
{
    (void)state;
    struct comb_job *job = start_job(0);
    unsigned contradictory = 0, several = 0;
    for (uint64_t seed = 1; seed <= 6000; seed++) {
        struct small_problem problem;
        struct comb_rng rng;
        unsigned long every, some;
        signed char colours[MAX_CELLS] = {0};
        comb_rng_seed(&rng, seed);
        random_problem(&problem, &rng, seed % 10 ? 10 : MAX_CELLS);
        struct comb_hexcells_problem view = view_of(&problem);
        unsigned long count = complete_slowly(&every, &some, &problem, ~0ul, true);
        int code = comb_hexcells_forced(colours, &view, job, NULL);
        assert_int_equal(code, count == 0 ? COMB_NO : COMB_OK);
        if (count > 0)
            expect_forced(colours, &problem, every, some, seed);
        expect_completions(&problem, count, seed % 3 == 0 ? 2 : 40, job);
        expect_conflict(&problem, count == 0, job);
        contradictory += count == 0;
        several += count > 1;
    }
    assert_true(contradictory > 200 && several > 1000); /* the random problems cover both cases */
    end_job(job);
}

/* Adding the same clues one by one, with queries in between, gives the same result as adding all at once. */
static void test_incremental_board(void **state)
{
    (void)state;
    struct comb_job *job = start_job(0);
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct small_problem problem;
        struct comb_rng rng;
        signed char colours[MAX_CELLS] = {0};
        comb_rng_seed(&rng, seed * 77);
        random_problem(&problem, &rng, 11);
        struct small_problem part = problem;
        memset(part.known, COMB_HEXCELLS_UNKNOWN, sizeof part.known);
        part.clue_count = 0;
        for (unsigned cell = 0; cell < problem.cells && problem.remaining >= 0; cell++)
            part.remaining += problem.known[cell] == COMB_HEXCELLS_BLUE;
        struct comb_hexcells_logic *logic;
        struct comb_hexcells_problem view = view_of(&part);
        assert_int_equal(comb_hexcells_logic_new(&logic, &view, job, NULL), COMB_OK);
        for (unsigned cell = 0; cell <= MAX_CELLS; cell++) {
            unsigned long every, some;
            if (cell < problem.cells && problem.known[cell] != COMB_HEXCELLS_UNKNOWN) {
                part.known[cell] = problem.known[cell];
                part.remaining -= part.remaining > 0 && problem.known[cell] == COMB_HEXCELLS_BLUE;
                assert_int_equal(comb_hexcells_logic_reveal(logic, cell, part.known[cell], NULL), COMB_OK);
            }
            if (cell < problem.clue_count) {
                part.clue_count++;
                assert_int_equal(comb_hexcells_logic_add(logic, &problem.clues[cell], NULL), COMB_OK);
            }
            memcpy(part.clues, problem.clues, sizeof part.clues);
            unsigned long count = complete_slowly(&every, &some, &part, ~0ul, true);
            int code = comb_hexcells_logic_forced(colours, logic, NULL);
            assert_int_equal(code, count == 0 ? COMB_NO : COMB_OK);
            if (code != COMB_OK)
                break;
            expect_forced(colours, &part, every, some, seed);
        }
        comb_hexcells_logic_free(logic);
    }
    end_job(job);
}

static void test_invalid_calls_are_rejected(void **state)
{
    (void)state;
    struct comb_job *job = start_job(0);
    struct comb_hexcells_logic *logic;
    struct comb_error err;
    signed char known[3] = {-1, -1, -1};
    struct comb_hexcells_problem problem = {.cells = 3, .known = known, .remaining = -1};
    assert_int_equal(comb_hexcells_logic_new(&logic, &problem, job, &err), COMB_OK);
    struct comb_hexcells_clue beyond = {.id = 7, .size = 2, .cells = (const unsigned[]){0, 3}};
    assert_int_equal(comb_hexcells_logic_add(logic, &beyond, &err), COMB_BAD_INPUT);
    assert_string_equal(err.message, "clue 7 has cell 3, expected a cell below 3");
    struct comb_hexcells_clue twice = {.id = 8, .size = 3, .cells = (const unsigned[]){1, 0, 1}};
    assert_int_equal(comb_hexcells_logic_add(logic, &twice, &err), COMB_BAD_INPUT);
    assert_string_equal(err.message, "clue 8 has cell 1 twice");
    assert_int_equal(comb_hexcells_logic_reveal(logic, 3, COMB_HEXCELLS_BLUE, &err), COMB_BAD_INPUT);
    assert_int_equal(comb_hexcells_logic_reveal(logic, 0, COMB_HEXCELLS_UNKNOWN, &err), COMB_BAD_INPUT);
    assert_int_equal(comb_hexcells_logic_count(logic, -2, &err), COMB_BAD_INPUT);
    /* The rejected calls changed nothing. */
    signed char colours[3];
    assert_int_equal(comb_hexcells_logic_forced(colours, logic, &err), COMB_OK);
    assert_memory_equal(colours, known, 3);
    assert_int_equal(comb_hexcells_logic_count(logic, 3, &err), COMB_OK);
    assert_int_equal(comb_hexcells_logic_forced(colours, logic, &err), COMB_OK);
    assert_int_equal(colours[2], COMB_HEXCELLS_BLUE);
    assert_int_equal(comb_hexcells_logic_count(logic, 2, &err), COMB_OK);
    assert_int_equal(comb_hexcells_logic_forced(colours, logic, &err), COMB_NO);
    comb_hexcells_logic_free(logic);
    end_job(job);
}

static void test_cancelled_job_stops_the_search(void **state)
{
    (void)state;
    struct comb_job *job = start_job(0);
    signed char known[4] = {-1, -1, -1, -1}, colours[4];
    const unsigned first[] = {0, 1, 2}, second[] = {1, 2, 3};
    const struct comb_hexcells_clue clues[] = {{.count = 1, .size = 3, .cells = first},
                                               {.id = 1, .count = 2, .size = 3, .cells = second}};
    struct comb_hexcells_problem problem = {4, known, clues, 2, -1};
    comb_job_cancel(job);
    assert_int_equal(comb_hexcells_forced(colours, &problem, job, NULL), COMB_INTERRUPTED);
    end_job(job);
}
