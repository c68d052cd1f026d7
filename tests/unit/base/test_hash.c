#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* Computed by an independent implementation in another language. */
static void test_known_values(void **state)
{
    (void)state;
    unsigned char rising[100];
    for (size_t i = 0; i < sizeof rising; i++)
        rising[i] = (unsigned char)i;
    const char *board = "LPE/EASR/SRTED/PING/LAS";
    assert_true(comb_hash("", 0, 0) == 0xa6657a5acc6175cfu);
    assert_true(comb_hash(NULL, 0, 0) == 0xa6657a5acc6175cfu);
    assert_true(comb_hash("a", 1, 0) == 0x8863d20b1ff2d0abu);
    assert_true(comb_hash("hexhunt", 7, 1) == 0xc40553d140ab9d02u);
    assert_true(comb_hash(board, strlen(board), 0) == 0xdcbb89ad8ea11a39u);
    assert_true(comb_hash(rising, 16, 7) == 0xe69c8131e9c22545u);
    assert_true(comb_hash(rising, 100, UINT64_MAX) == 0xbc0765d5a237468au);
}

static void test_alignment_does_not_matter(void **state)
{
    (void)state;
    char bytes[80];
    for (size_t shift = 0; shift < 16; shift++) {
        memcpy(bytes + shift, "abcdefghijklmnopqrstuvwxyz", 26);
        assert_true(comb_hash(bytes + shift, 26, 5) == comb_hash("abcdefghijklmnopqrstuvwxyz", 26, 5));
    }
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void assert_distinct(uint64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    for (size_t i = 1; i < count; i++)
        assert_true(values[i - 1] != values[i]);
}

static void test_trailing_zeros_and_seeds_count(void **state)
{
    (void)state;
    static const unsigned char zeros[64];
    uint64_t values[128];
    for (size_t i = 0; i < 64; i++) {
        values[i] = comb_hash(zeros, i, 0);
        values[64 + i] = comb_hash(zeros, 20, i + 1);
    }
    assert_distinct(values, 128);
}

static void test_numbers_do_not_collide(void **state)
{
    (void)state;
    enum { COUNT = 200000 };
    uint64_t *values = malloc(COUNT * sizeof *values);
    assert_non_null(values);
    for (uint64_t i = 0; i < COUNT; i++)
        values[i] = comb_hash(&i, sizeof i, 0);
    assert_distinct(values, COUNT);
    free(values);
}

/* Flipping one input bit flips each bit of the hash about half of the time. */
static void test_every_input_bit_affects_every_hash_bit(void **state)
{
    (void)state;
    enum { ROUNDS = 500, BITS = 24 * 8 };
    for (size_t bit = 0; bit < BITS; bit++) {
        int flipped = 0;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            uint64_t words[3] = {round * 0x9e3779b97f4a7c15u, round * 77 + 5, ~round};
            uint64_t before = comb_hash(words, sizeof words, 0);
            words[bit / 64] ^= (uint64_t)1 << (bit % 64);
            flipped += __builtin_popcountll(before ^ comb_hash(words, sizeof words, 0));
        }
        assert_in_range(flipped, ROUNDS * 30, ROUNDS * 34);
    }
}
