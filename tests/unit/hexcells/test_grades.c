/* Maps ratings to grades: the limits, and the first rating beyond each. */
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
        struct comb_hexcells_weight hardest;
        double rating;
        enum comb_hexcells_grade grade;
    } cases[] = {
        {{1, false, false}, 1, COMB_HEXCELLS_EASY},    {{1, false, true}, 1.5, COMB_HEXCELLS_EASY},
        {{1, true, false}, 2, COMB_HEXCELLS_MEDIUM},   {{2, false, false}, 2, COMB_HEXCELLS_MEDIUM},
        {{2, false, true}, 2.5, COMB_HEXCELLS_MEDIUM}, {{1, true, true}, 2.5, COMB_HEXCELLS_MEDIUM},
        {{3, false, false}, 3, COMB_HEXCELLS_HARD},    {{2, true, false}, 3, COMB_HEXCELLS_HARD},
        {{3, false, true}, 3.5, COMB_HEXCELLS_HARD},   {{4, false, true}, 4.5, COMB_HEXCELLS_HARD},
        {{4, true, false}, 5, COMB_HEXCELLS_HARD},     {{5, false, false}, 5, COMB_HEXCELLS_HARD},
        {{5, false, true}, 5.5, COMB_HEXCELLS_EXPERT}, {{4, true, true}, 5.5, COMB_HEXCELLS_EXPERT},
        {{6, false, false}, 6, COMB_HEXCELLS_EXPERT},  {{30, true, true}, 31.5, COMB_HEXCELLS_EXPERT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_float_equal(comb_hexcells_rating(cases[i].hardest), cases[i].rating, 0);
        if (comb_hexcells_grade_of(cases[i].hardest) != cases[i].grade)
            fail_msg("rating %.1f is %s", cases[i].rating,
                     comb_hexcells_grade_name(comb_hexcells_grade_of(cases[i].hardest)));
    }
}

static void test_limits_match_the_manual(void **state)
{
    (void)state;
    assert_float_equal(comb_hexcells_grade_limit(COMB_HEXCELLS_EASY), 1.5, 0);
    assert_float_equal(comb_hexcells_grade_limit(COMB_HEXCELLS_MEDIUM), 2.5, 0);
    assert_float_equal(comb_hexcells_grade_limit(COMB_HEXCELLS_HARD), 5, 0);
    assert_float_equal(comb_hexcells_grade_limit(COMB_HEXCELLS_EXPERT), 0, 0); /* none */
}
