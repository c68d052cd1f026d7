/* The interval of an estimate contains the true mean about as often as stated, even for a few draws with a heavy
 * tail. */
#include <cmocka.h>

#include "base/rng.h"
#include "proof/certificate/interval.h"

#include <math.h>

enum { TRIALS = 4000 };

static double normal(struct comb_rng *rng)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += comb_rng_unit(rng);
    return sum - 6;
}

/* `sigma` 0 means the exponential distribution. */
static double draw(struct comb_rng *rng, double sigma)
{
    return sigma > 0 ? exp(sigma * normal(rng)) : -log(1 - comb_rng_unit(rng));
}

/* For a sum of twelve uniform draws, whose tails are a little lighter than those of a normal distribution. */
static double mean_of(double sigma)
{
    double factor = sigma > 0 ? 2 * sinh(sigma / 2) / sigma : 1;
    return sigma > 0 ? pow(factor, 12) : 1;
}

static double coverage(double sigma, unsigned count, struct comb_rng *rng)
{
    double truth = mean_of(sigma);
    unsigned held = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        double values[32];
        for (unsigned i = 0; i < count; i++)
            values[i] = draw(rng, sigma);
        struct comb_words_interval interval = comb_words_interval(values, count);
        held += interval.low <= truth && truth <= interval.high;
    }
    return (double)held / TRIALS;
}

static void test_mean_is_covered_at_the_stated_rate(void **state)
{
    (void)state;
    static const double sigmas[] = {0, 0.5, 1, 1.5};
    static const unsigned counts[] = {3, 4, 8, 16, 24};
    struct comb_rng rng;
    comb_rng_seed(&rng, 5);
    for (unsigned s = 0; s < 4; s++)
        for (unsigned c = 0; c < 5; c++) {
            double rate = coverage(sigmas[s], counts[c], &rng);
            print_message("sigma %.1f, %2u draws: %.3f\n", sigmas[s], counts[c], rate);
            assert_true(rate > 0.90);
        }
}

/* Three draws, one of them heavy: the mean and its standard error alone, 34 and 33, claim too much precision. */
static void test_one_heavy_draw_of_three_gives_a_wide_interval(void **state)
{
    (void)state;
    static const double values[] = {1, 2, 100};
    struct comb_words_interval interval = comb_words_interval(values, 3);
    assert_true(interval.low < 1);
    assert_true(interval.high > 170);
}

static void test_many_even_draws_give_a_narrow_interval(void **state)
{
    (void)state;
    double values[200];
    for (unsigned i = 0; i < 200; i++)
        values[i] = 10 + i % 3;
    struct comb_words_interval interval = comb_words_interval(values, 200);
    assert_true(interval.low > 10.8 && interval.high < 11.2);
}

static void test_one_draw_gives_an_infinite_interval(void **state)
{
    (void)state;
    struct comb_words_interval interval = comb_words_interval((const double[]){5}, 1);
    assert_true(interval.low <= 0 && isinf(interval.high));
    interval = comb_words_interval((const double[]){0, 0, 3}, 3); /* a zero has no logarithm */
    assert_true(interval.low <= 0 && interval.high > 3 && isfinite(interval.high));
}
