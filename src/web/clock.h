/* Monotonic clock in seconds, for deadlines. */
#ifndef COMB_WEB_CLOCK_H
#define COMB_WEB_CLOCK_H

#include <time.h>

static inline double comb_clock_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

#endif
