#include "base/bitset.h"

size_t comb_bit_next(const uint64_t *set, size_t bits, size_t from)
{
    while (from < bits) {
        uint64_t word = set[from / 64] >> (from % 64);
        if (word) {
            size_t bit = from + (size_t)__builtin_ctzll(word);
            return bit < bits ? bit : bits;
        }
        from = (from / 64 + 1) * 64;
    }
    return bits;
}
