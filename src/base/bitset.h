/* Sets of small numbers as arrays of 64-bit words. COMB_BITSET_WORDS(n) words are enough for 0 .. n-1. */
#ifndef COMB_BASE_BITSET_H
#define COMB_BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COMB_BITSET_WORDS(bits) (((size_t)(bits) + 63) / 64)

static inline void comb_bit_set(uint64_t *set, size_t bit)
{
    set[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static inline void comb_bit_clear(uint64_t *set, size_t bit)
{
    set[bit / 64] &= ~((uint64_t)1 << (bit % 64));
}

static inline bool comb_bit_test(const uint64_t *set, size_t bit)
{
    return set[bit / 64] >> (bit % 64) & 1;
}

static inline size_t comb_bit_count(const uint64_t *set, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t)__builtin_popcountll(set[i]);
    return count;
}

/* Returns the first set bit at or after `from`, or `bits` if there is none:
 *     for (size_t i = comb_bit_next(set, n, 0); i < n; i = comb_bit_next(set, n, i + 1)) */
size_t comb_bit_next(const uint64_t *set, size_t bits, size_t from);

#endif
