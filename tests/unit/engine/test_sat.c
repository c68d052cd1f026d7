/* The SAT wrapper: cardinality constraints against simple counting, guards, assumptions, stopping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sat/sat.h"

/* Solves for each assignment of the first `count` variables; it must be satisfiable exactly if min..max of them are
 * true. */
static void expect_between(struct comb_sat *sat, unsigned count, long min, long max, int assumption)
{
    for (unsigned mask = 0; mask < 1u << count; mask++) {
        long ones = __builtin_popcount(mask);
        for (unsigned i = 0; i < count; i++)
            comb_sat_assume(sat, mask >> i & 1 ? (int)i + 1 : -(int)i - 1);
        if (assumption)
            comb_sat_assume(sat, assumption);
        assert_int_equal(comb_sat_solve(sat),
                         ones >= min && ones <= max ? COMB_SAT_SATISFIABLE : COMB_SAT_UNSATISFIABLE);
    }
}

static struct comb_sat *with_variables(int *literals, unsigned count)
{
    struct comb_sat *sat = comb_sat_new();
    assert_non_null(sat);
    assert_int_equal(comb_sat_variables(sat, count), 1);
    for (unsigned i = 0; i < count; i++)
        literals[i] = (int)i + 1;
    return sat;
}

static void test_between_small_bounds(void **state)
{
    (void)state;
    int literals[8];
    for (unsigned count = 0; count <= 6; count++)
        for (long min = -1; min <= (long)count + 1; min++)
            for (long max = min - 1; max <= (long)count + 1; max++) {
                struct comb_sat *sat = with_variables(literals, count);
                comb_sat_between(sat, literals, count, min, max);
                expect_between(sat, count, min, max, 0);
                comb_sat_free(sat);
            }
}

/* Ten and eleven literals are too many for plain clauses: totalizers, cut off from below and above. */
static void test_between_with_totalizers(void **state)
{
    (void)state;
    int literals[11];
    const long bounds[][2] = {{0, 4}, {5, 5}, {3, 6}, {6, 10}, {7, 8}, {2, 9}, {4, 11}, {0, 7}, {5, 6}};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        for (unsigned count = 10; count <= 11; count++) {
            struct comb_sat *sat = with_variables(literals, count);
            comb_sat_between(sat, literals, count, bounds[i][0], bounds[i][1]);
            expect_between(sat, count, bounds[i][0], bounds[i][1], 0);
            comb_sat_free(sat);
        }
}

static void test_guarded_bounds_apply_while_the_guard_is_off(void **state)
{
    (void)state;
    int literals[11];
    for (unsigned count = 4; count <= 10; count += 6) {
        struct comb_sat *sat = with_variables(literals, count);
        int off = comb_sat_variables(sat, 1);
        comb_sat_guard(sat, off);
        comb_sat_between(sat, literals, count, 2, 3);
        comb_sat_guard(sat, 0);
        expect_between(sat, count, 2, 3, -off);
        expect_between(sat, count, 0, count, off);
        comb_sat_unit(sat, off);
        expect_between(sat, count, 0, count, 0);
        comb_sat_free(sat);
    }
}

static void test_totalizer_outputs_are_the_number(void **state)
{
    (void)state;
    for (unsigned count = 0; count <= 7; count++)
        for (unsigned cut = 0; cut <= 8; cut++) {
            int literals[8], outputs[8];
            struct comb_sat *sat = with_variables(literals, count);
            comb_sat_totalizer(sat, outputs, literals, count, cut);
            for (unsigned mask = 0; mask < 1u << count; mask++) {
                for (unsigned i = 0; i < count; i++)
                    comb_sat_assume(sat, mask >> i & 1 ? (int)i + 1 : -(int)i - 1);
                assert_int_equal(comb_sat_solve(sat), COMB_SAT_SATISFIABLE);
                for (unsigned k = 0; k < count && k < cut; k++)
                    assert_int_equal(comb_sat_value(sat, outputs[k]), (unsigned)__builtin_popcount(mask) > k);
            }
            comb_sat_free(sat);
        }
}

static void test_failed_assumptions_are_reported(void **state)
{
    (void)state;
    struct comb_sat *sat = comb_sat_new();
    assert_int_equal(comb_sat_variables(sat, 4), 1);
    comb_sat_clause_2(sat, -1, -2);
    for (int literal = 1; literal <= 4; literal++)
        comb_sat_assume(sat, literal);
    assert_int_equal(comb_sat_solve(sat), COMB_SAT_UNSATISFIABLE);
    assert_true(comb_sat_failed(sat, 1) && comb_sat_failed(sat, 2));
    assert_false(comb_sat_failed(sat, 3) || comb_sat_failed(sat, 4));
    assert_int_equal(comb_sat_solve(sat), COMB_SAT_SATISFIABLE); /* assumptions apply to one solve only */
    comb_sat_assume(sat, 2);
    assert_int_equal(comb_sat_solve(sat), COMB_SAT_SATISFIABLE);
    assert_true(comb_sat_value(sat, 2));
    assert_false(comb_sat_value(sat, -2));
    comb_sat_free(sat);
    comb_sat_free(NULL);
}

static bool stop_at_the_third(void *payload)
{
    unsigned *asked = payload;
    return ++*asked >= 3;
}

/* Twelve pigeons in eleven holes take a SAT solver long. */
static void test_a_long_search_can_be_stopped(void **state)
{
    (void)state;
    enum { PIGEONS = 12, HOLES = 11 };
    struct comb_sat *sat = comb_sat_new();
    unsigned asked = 0;
    comb_sat_variables(sat, PIGEONS * HOLES);
    for (int pigeon = 0; pigeon < PIGEONS; pigeon++) {
        int holes[HOLES];
        for (int hole = 0; hole < HOLES; hole++)
            holes[hole] = pigeon * HOLES + hole + 1;
        comb_sat_clause(sat, holes, HOLES);
    }
    for (int hole = 1; hole <= HOLES; hole++)
        for (int a = 0; a < PIGEONS; a++)
            for (int b = 0; b < a; b++)
                comb_sat_clause_2(sat, -(a * HOLES + hole), -(b * HOLES + hole));
    comb_sat_set_terminate(sat, stop_at_the_third, &asked);
    assert_int_equal(comb_sat_solve(sat), COMB_SAT_STOPPED);
    assert_true(asked >= 3);
    comb_sat_free(sat);
}

static void test_too_many_variables_are_reported(void **state)
{
    (void)state;
    struct comb_sat *sat = comb_sat_new();
    assert_int_equal(comb_sat_variables(sat, 2000000000u), 0);
    assert_int_equal(comb_sat_solve(sat), COMB_SAT_NO_MEMORY);
    comb_sat_free(sat);
}
