/* Schoolbook arithmetic on a fixed number of limbs. Only addition is frequent; it is inline in the header. Division
 * works on half limbs, so that quotient and remainder fit into 64 bits and no wider type is needed:
 *
 *     remainder * 2^32 + next half   <   divisor * 2^32   <   2^64            for divisors below 2^32
 *
 * Longer divisors are handled bit by bit; only tests use them. */
#include "engine/frontier/big.h"

#include <assert.h>
#include <string.h>

bool comb_big_add(struct comb_big *sum, const uint64_t *limbs, unsigned count)
{
    return comb_limbs_add(sum->limbs, COMB_BIG_LIMBS, limbs, count) == 0;
}

unsigned comb_big_bits(const struct comb_big *number)
{
    for (unsigned i = COMB_BIG_LIMBS; i-- > 0;)
        if (number->limbs[i])
            return 64 * i + 64 - (unsigned)__builtin_clzll(number->limbs[i]);
    return 0;
}

uint64_t comb_big_modulo(const struct comb_big *number, uint64_t modulus)
{
    uint64_t remainder = 0;
    assert(modulus > 0 && modulus < (uint64_t)1 << 63);
    for (unsigned bit = 64 * COMB_BIG_LIMBS; bit-- > 0;) {
        remainder = 2 * remainder + (number->limbs[bit / 64] >> bit % 64 & 1);
        if (remainder >= modulus)
            remainder -= modulus;
    }
    return remainder;
}

/* Divides in place and returns the remainder. */
static uint32_t divide_small(struct comb_big *number, uint32_t divisor)
{
    uint64_t remainder = 0;
    for (unsigned i = COMB_BIG_LIMBS; i-- > 0;) {
        uint64_t high = remainder << 32 | number->limbs[i] >> 32;
        uint64_t low = (high % divisor) << 32 | (number->limbs[i] & UINT32_MAX);
        number->limbs[i] = (high / divisor) << 32 | low / divisor;
        remainder = low % divisor;
    }
    return (uint32_t)remainder;
}

void comb_big_print(struct comb_buf *out, const struct comb_big *number, char separator)
{
    struct comb_big quotient = *number;
    char text[256]; /* 2^512 has 155 digits and 51 separators */
    size_t at = sizeof text;
    for (unsigned digits = 0; digits == 0 || comb_big_bits(&quotient) > 0; digits++) {
        if (separator && digits > 0 && digits % 3 == 0)
            text[--at] = separator;
        text[--at] = (char)('0' + divide_small(&quotient, 10));
    }
    comb_buf_add(out, text + at, sizeof text - at);
}

double comb_big_real(const struct comb_big *number)
{
    double value = 0;
    for (unsigned i = COMB_BIG_LIMBS; i-- > 0;)
        value = value * 0x1p64 + (double)number->limbs[i];
    return value;
}
