#include "base/rng.h"

#include <assert.h>

/* splitmix64 spreads a small seed over the whole state, which must not be all zero. */
static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void comb_rng_seed(struct comb_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->state[i] = splitmix(&seed);
}

static uint64_t rotate_left(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t comb_rng_next(struct comb_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Lemire's method: the high half of a product is uniform once the few biased low halves are rejected. */
uint64_t comb_rng_below(struct comb_rng *rng, uint64_t bound)
{
    assert(bound > 0);
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)comb_rng_next(rng) * bound;
    if ((uint64_t)product < bound) {
        uint64_t threshold = (0 - bound) % bound;
        while ((uint64_t)product < threshold)
            product = (wide)comb_rng_next(rng) * bound;
    }
    return (uint64_t)(product >> 64);
}

double comb_rng_unit(struct comb_rng *rng)
{
    return (double)(comb_rng_next(rng) >> 11) * 0x1.0p-53;
}
