#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The published generator with the state 1, 2, 3, 4; the other values come from a second implementation. */
static void test_known_first_numbers(void **state)
{
    (void)state;
    struct comb_rng rng = {{1, 2, 3, 4}};
    static const uint64_t published[] = {11520,
                                         0,
                                         1509978240,
                                         1215971899390074240u,
                                         1216172134540287360u,
                                         607988272756665600u,
                                         16172922978634559625u,
                                         8476171486693032832u,
                                         10595114339597558777u,
                                         2904607092377533576u};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        assert_true(comb_rng_next(&rng) == published[i]);
}

static void test_known_seeds(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        uint64_t first[4];
    } known[] = {
        {0, {0x99ec5f36cb75f2b4u, 0xbf6e1f784956452au, 0x1a5f849d4933e6e0u, 0x6aa594f1262d2d2cu}},
        {1, {0xb3f2af6d0fc710c5u, 0x853b559647364ceau, 0x92f89756082a4514u, 0x642e1c7bc266a3a7u}},
        {42, {0x15780b2e0c2ec716u, 0x6104d9866d113a7eu, 0xae17533239e499a1u, 0xecb8ad4703b360a1u}},
        {UINT64_MAX, {0x8f5520d52a7ead08u, 0xc476a018caa1802du, 0x81de31c0d260469eu, 0xbf658d7e065f3c2fu}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct comb_rng rng;
        comb_rng_seed(&rng, known[i].seed);
        for (size_t j = 0; j < 4; j++)
            assert_true(comb_rng_next(&rng) == known[i].first[j]);
    }
}

static void test_the_same_seed_gives_the_same_numbers(void **state)
{
    (void)state;
    struct comb_rng a;
    struct comb_rng b;
    comb_rng_seed(&a, 7);
    comb_rng_seed(&b, 7);
    for (uint64_t i = 1; i < 1000; i++)
        assert_true(comb_rng_below(&a, i) == comb_rng_below(&b, i));
    comb_rng_seed(&b, 8);
    assert_true(comb_rng_next(&a) != comb_rng_next(&b));
}

/* Chi square with 9 degrees of freedom: above 33.7 once in 10,000 seeds, and the seed is fixed. */
static void test_below_is_uniform(void **state)
{
    (void)state;
    enum { BUCKETS = 10, DRAWS = 100000 };
    struct comb_rng rng;
    comb_rng_seed(&rng, 11);
    long counts[BUCKETS] = {0};
    for (int i = 0; i < DRAWS; i++)
        counts[comb_rng_below(&rng, BUCKETS)]++;
    double chi = 0;
    for (int i = 0; i < BUCKETS; i++) {
        double off = (double)counts[i] - (double)DRAWS / BUCKETS;
        chi += off * off / ((double)DRAWS / BUCKETS);
    }
    assert_true(chi < 33.7);
}

/* With the bound 3 * 2^62, a plain remainder would return the first third twice as often, and the high half of a plain
 * product would favour every third number. */
static void test_below_has_no_bias_for_huge_bounds(void **state)
{
    (void)state;
    enum { DRAWS = 30000 };
    uint64_t bound = (uint64_t)3 << 62;
    struct comb_rng rng;
    comb_rng_seed(&rng, 12);
    int thirds[3] = {0};
    int every_third[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint64_t value = comb_rng_below(&rng, bound);
        assert_true(value < bound);
        thirds[value >> 62]++;
        every_third[value % 3]++;
    }
    for (int i = 0; i < 3; i++) {
        assert_in_range(thirds[i], DRAWS / 3 - 400, DRAWS / 3 + 400);
        assert_in_range(every_third[i], DRAWS / 3 - 400, DRAWS / 3 + 400);
    }
}

static void test_below_at_its_edges(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 13);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(comb_rng_below(&rng, 1), 0);
        assert_true(comb_rng_below(&rng, UINT64_MAX) < UINT64_MAX);
    }
}

static void test_unit_stays_inside(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 14);
    double sum = 0;
    for (int i = 0; i < 100000; i++) {
        double value = comb_rng_unit(&rng);
        assert_true(value >= 0 && value < 1);
        sum += value;
    }
    assert_true(sum > 49500 && sum < 50500);
}
