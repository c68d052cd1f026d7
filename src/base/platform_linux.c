#define _GNU_SOURCE /* CPU_COUNT, getentropy */
#include "base/platform.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

unsigned comb_cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

size_t comb_resident_bytes(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%*u %lu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

int comb_random_bytes(void *out, size_t length)
{
    return getentropy(out, length) == 0 ? 0 : errno;
}

bool comb_program_path(char *out, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", out, size);
    if (length <= 0 || (size_t)length >= size)
        return false;
    out[length] = '\0';
    return true;
}

/* Everything is embedded. */
int comb_load_data(const unsigned char **bytes, size_t *size, const char *name, struct comb_error *err)
{
    *bytes = NULL;
    *size = 0;
    return comb_fail(err, COMB_IO, "'%s' is not part of this program", name);
}
