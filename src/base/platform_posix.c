#define _DEFAULT_SOURCE /* flock */
#define _POSIX_C_SOURCE 200809L
#include "base/platform.h"

#include "base/without_const.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double comb_thread_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double comb_clock_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double comb_unix_seconds(void)
{
    return seconds_of(CLOCK_REALTIME);
}

int comb_lock_file(int file, bool wait)
{
    int failed = 0;
    do
        failed = flock(file, LOCK_EX | (wait ? 0 : LOCK_NB));
    while (failed != 0 && errno == EINTR);
    return failed == 0 ? 0 : errno;
}

const void *comb_map_file(int file, size_t length)
{
    void *data = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
    return data == MAP_FAILED ? NULL : data;
}

void comb_unmap_file(const void *data, size_t length)
{
    if (data)
        munmap(comb_without_const(data), length);
}
