#include "base/bitset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"

#include <string.h>

enum { BITS = 300 };

static size_t naive_next(const bool *set, size_t bits, size_t from)
{
    while (from < bits && !set[from])
        from++;
    return from < bits ? from : bits;
}

/* `bits` may end in the middle of a word: bits set after it must be ignored. */
static void assert_same_set(const uint64_t *set, const bool *naive)
{
    size_t count = 0;
    for (size_t i = 0; i < BITS; i++) {
        assert_int_equal(comb_bit_test(set, i), naive[i]);
        count += naive[i];
    }
    assert_int_equal(comb_bit_count(set, COMB_BITSET_WORDS(BITS)), count);
    for (size_t bits = 0; bits <= BITS; bits += 7)
        for (size_t from = 0; from <= bits + 1; from++)
            assert_int_equal(comb_bit_next(set, bits, from), naive_next(naive, bits, from));
}

static void test_matches_an_array_of_bools(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 3);
    for (uint64_t density = 1; density <= 200; density *= 6) {
        uint64_t set[COMB_BITSET_WORDS(BITS)] = {0};
        bool naive[BITS] = {false};
        for (int i = 0; i < 400; i++) {
            size_t bit = comb_rng_below(&rng, BITS);
            bool on = comb_rng_below(&rng, density) == 0;
            (on ? comb_bit_set : comb_bit_clear)(set, bit);
            naive[bit] = on;
        }
        assert_same_set(set, naive);
    }
}

static void test_words_needed(void **state)
{
    (void)state;
    assert_int_equal(COMB_BITSET_WORDS(0), 0);
    assert_int_equal(COMB_BITSET_WORDS(1), 1);
    assert_int_equal(COMB_BITSET_WORDS(64), 1);
    assert_int_equal(COMB_BITSET_WORDS(65), 2);
}

static void test_full_and_empty(void **state)
{
    (void)state;
    uint64_t set[2] = {0, 0};
    assert_int_equal(comb_bit_next(set, 128, 0), 128);
    assert_int_equal(comb_bit_next(set, 0, 0), 0);
    assert_int_equal(comb_bit_next(set, 100, 1000), 100);
    memset(set, 0xff, sizeof set);
    for (size_t i = 0; i < 128; i++)
        assert_int_equal(comb_bit_next(set, 128, i), i);
    assert_int_equal(comb_bit_count(set, 2), 128);
}
