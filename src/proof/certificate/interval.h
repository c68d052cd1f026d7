/* Confidence interval for the mean of a few draws. */
#ifndef COMB_PROOF_CERTIFICATE_INTERVAL_H
#define COMB_PROOF_CERTIFICATE_INTERVAL_H

#include <stdbool.h>

struct comb_words_interval {
    double low;
    double high; /* infinite if a single draw says nothing about the spread */
};

/* Contains the mean of the distribution that the values were drawn from about 95 times in 100. */
struct comb_words_interval comb_words_interval(const double *values, unsigned count);

#endif
