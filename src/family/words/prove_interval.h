/* How sure a mean of few draws is. */
#ifndef COMB_FAMILY_WORDS_PROVE_INTERVAL_H
#define COMB_FAMILY_WORDS_PROVE_INTERVAL_H

#include <stdbool.h>

struct comb_words_interval {
    double low;
    double high; /* infinite where one draw says nothing of the spread */
};

/* Holds the mean of the distribution that the values were drawn from about 95 times in 100. */
struct comb_words_interval comb_words_interval(const double *values, unsigned count);

#endif
