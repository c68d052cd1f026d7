/* Maps costs to grades: the limits, and the first cost beyond each; and adds up the costs of a play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/hexcells/hints/hint.h"

static void test_every_grade_ends_at_its_limit(void **state)
{
    (void)state;
    static const struct {
        double hardest;
        enum comb_hexcells_grade grade;
    } cases[] = {
        {0, COMB_HEXCELLS_EASY},      {2.1, COMB_HEXCELLS_EASY},   {2.11, COMB_HEXCELLS_MEDIUM},
        {3.2, COMB_HEXCELLS_MEDIUM},  {3.21, COMB_HEXCELLS_HARD},  {4.2, COMB_HEXCELLS_HARD},
        {4.21, COMB_HEXCELLS_EXPERT}, {5.5, COMB_HEXCELLS_EXPERT}, {5.51, COMB_HEXCELLS_EXTREME},
        {8, COMB_HEXCELLS_EXTREME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (comb_hexcells_grade_of(cases[i].hardest) != cases[i].grade)
            fail_msg("cost %.2f is %s", cases[i].hardest,
                     comb_hexcells_grade_name(comb_hexcells_grade_of(cases[i].hardest)));
}

static void test_limits_match_the_manual(void **state)
{
    (void)state;
    static const double limits[] = {2.1, 3.2, 4.2, 5.5, 0}; /* 0: none */
    for (unsigned grade = 0; grade < COMB_HEXCELLS_GRADES; grade++)
        assert_float_equal(comb_hexcells_grade_limit(grade), limits[grade], 0);
}

static void test_work_grows_with_every_step(void **state)
{
    (void)state;
    struct comb_hexcells_argument steps[] = {{.cost = 1}, {.cost = 3.3}, {.cost = 2}, {.cost = 3.3}};
    struct comb_hexcells_play play = {.steps = {.items = steps, .count = 4}};
    struct comb_hexcells_costs costs = comb_hexcells_costs(&play);
    assert_float_equal(costs.hardest, 3.3, 0);
    assert_int_equal(costs.hardest_step, 1);
    assert_int_equal(costs.hard_moments, 2);
    assert_float_equal(costs.work, 2.961, 0.001); /* ln(1 + 2 e^2.07 + e^0.9) */
    play.steps.count = 1;
    assert_float_equal(comb_hexcells_costs(&play).work, 0, 0);
}
