/* Seeded random numbers (xoshiro256**). Callers pass the generator in, so the same seed gives the same result. */
#ifndef COMB_BASE_RNG_H
#define COMB_BASE_RNG_H

#include <stdint.h>

struct comb_rng {
    uint64_t state[4];
};

void comb_rng_seed(struct comb_rng *rng, uint64_t seed);
uint64_t comb_rng_next(struct comb_rng *rng);
uint64_t comb_rng_below(struct comb_rng *rng, uint64_t bound); /* 0 .. bound-1, unbiased; bound > 0 */
double comb_rng_unit(struct comb_rng *rng);                    /* [0, 1) */

#endif
