/* Whole numbers of up to 512 bits, for counts that no machine word holds. */
#ifndef COMB_ENGINE_BIG_H
#define COMB_ENGINE_BIG_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

enum { COMB_BIG_LIMBS = 8 };

struct comb_big {
    uint64_t limbs[COMB_BIG_LIMBS]; /* the lowest first */
};

/* Adds `count` limbs, the lowest first, to `size` >= count of them; the carry that is left over, 0 or 1. */
static inline unsigned comb_limbs_add(uint64_t *sum, unsigned size, const uint64_t *limbs, unsigned count)
{
    unsigned carry = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t part = sum[i] + limbs[i];
        unsigned over = part < limbs[i];
        sum[i] = part + carry;
        carry = over | (sum[i] < part);
    }
    for (unsigned i = count; i < size && carry; i++)
        carry = ++sum[i] == 0;
    return carry;
}

/* False when the sum does not fit; it is then what is left modulo 2^512. */
bool comb_big_add(struct comb_big *sum, const uint64_t *limbs, unsigned count);

unsigned comb_big_bits(const struct comb_big *number); /* 0 for 0 */
uint64_t comb_big_modulo(const struct comb_big *number, uint64_t modulus);

/* In decimal; with a separator (not 0) between groups of three digits. */
void comb_big_print(struct comb_buf *out, const struct comb_big *number, char separator);

/* The nearest double, for words such as 4.2e10. */
double comb_big_real(const struct comb_big *number);

#endif
