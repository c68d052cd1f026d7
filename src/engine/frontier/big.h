/* Unsigned integers of up to 512 bits, for counts that do not fit a machine word. */
#ifndef COMB_ENGINE_FRONTIER_BIG_H
#define COMB_ENGINE_FRONTIER_BIG_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

enum { COMB_BIG_LIMBS = 8 };

struct comb_big {
    uint64_t limbs[COMB_BIG_LIMBS]; /* lowest first */
};

/* Adds `count` limbs, lowest first, to `size` >= count limbs. Returns the final carry, 0 or 1. */
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

/* Returns false if the sum overflows; `sum` is then the sum modulo 2^512. */
bool comb_big_add(struct comb_big *sum, const uint64_t *limbs, unsigned count);

unsigned comb_big_bits(const struct comb_big *number); /* 0 for the number 0 */
uint64_t comb_big_modulo(const struct comb_big *number, uint64_t modulus);

/* Prints in decimal; a non-zero separator goes between groups of three digits. */
void comb_big_print(struct comb_buf *out, const struct comb_big *number, char separator);

/* Returns the nearest double, for texts such as 4.2e10. */
double comb_big_real(const struct comb_big *number);

#endif
