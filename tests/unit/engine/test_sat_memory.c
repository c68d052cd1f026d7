/* The SAT wrapper when memory runs out, inside the library too: the n-th allocation fails, for every n, and all after
 * it, or that one alone. The result is right or COMB_SAT_NO_MEMORY; the program never ends. The solver's memory is
 * leaked. */
#include <cmocka.h>

#include "engine/sat/sat.h"

#pragma GCC visibility push(default) /* so that C++'s operator new finds it */
#include "failing_allocator.h"
#pragma GCC visibility pop

#if FAILING_ALLOCATOR

enum { PIGEONS = 6, HOLES = PIGEONS - 1 };

static int in_hole(unsigned pigeon, unsigned hole)
{
    return (int)(pigeon * HOLES + hole) + 1;
}

/* One pigeon more than holes: takes the solver some work to refute. */
static void add_pigeons(struct comb_sat *sat)
{
    int literals[PIGEONS];
    for (unsigned pigeon = 0; pigeon < PIGEONS; pigeon++) {
        for (unsigned hole = 0; hole < HOLES; hole++)
            literals[hole] = in_hole(pigeon, hole);
        comb_sat_clause(sat, literals, HOLES);
    }
    for (unsigned hole = 0; hole < HOLES; hole++) {
        for (unsigned pigeon = 0; pigeon < PIGEONS; pigeon++)
            literals[pigeon] = in_hole(pigeon, hole);
        comb_sat_between(sat, literals, PIGEONS, 0, 1);
    }
}

/* Exactly 20 of 40, the first of them false. */
static enum comb_sat_answer count_half(struct comb_sat *sat)
{
    int first = comb_sat_variables(sat, 40);
    int literals[40];
    for (int i = 0; i < 40 && first; i++)
        literals[i] = first + i;
    if (!first)
        return COMB_SAT_NO_MEMORY;
    comb_sat_between(sat, literals, 40, 20, 20);
    comb_sat_assume(sat, -first);
    enum comb_sat_answer answer = comb_sat_solve(sat);
    unsigned ones = 0;
    for (int i = 0; i < 40 && answer == COMB_SAT_SATISFIABLE; i++)
        ones += comb_sat_value(sat, literals[i]);
    if (answer == COMB_SAT_SATISFIABLE) {
        assert_int_equal(ones, 20);
        assert_false(comb_sat_value(sat, first));
    }
    return answer;
}

/* Ends at the first COMB_SAT_NO_MEMORY. */
static bool solve_both(void)
{
    struct comb_sat *sat = comb_sat_new();
    if (!sat)
        return false;
    bool answered = comb_sat_variables(sat, PIGEONS * HOLES) != 0;
    enum comb_sat_answer half = answered ? count_half(sat) : COMB_SAT_NO_MEMORY;
    assert_true(half == COMB_SAT_SATISFIABLE || half == COMB_SAT_NO_MEMORY);
    if (half == COMB_SAT_SATISFIABLE)
        add_pigeons(sat);
    enum comb_sat_answer pigeons = comb_sat_solve(sat);
    assert_true(pigeons == COMB_SAT_NO_MEMORY || (half == COMB_SAT_SATISFIABLE && pigeons == COMB_SAT_UNSATISFIABLE));
    comb_sat_free(sat);
    return pigeons != COMB_SAT_NO_MEMORY;
}

static void fail_each(bool once)
{
    unsigned refused = 0;
    long n = 0;
    for (;; n++) {
        fails_once = once;
        has_failed = false;
        allocations_left = n;
        bool answered = solve_both();
        allocations_left = -1;
        refused += !answered;
        if (!has_failed) {
            assert_true(answered);
            break;
        }
    }
    print_message("%ld allocations, %u of them without an answer\n", n, refused);
    assert_true(refused > 50);
}

#else

static void fail_each(bool once)
{
    (void)once;
    skip();
}

#endif

static void test_every_allocation_fails(void **state)
{
    (void)state;
    fail_each(false);
}

static void test_each_allocation_fails_alone(void **state)
{
    (void)state;
    fail_each(true);
}
