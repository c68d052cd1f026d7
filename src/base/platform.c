#define _GNU_SOURCE
#include "base/platform.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

unsigned comb_platform_cpus(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

size_t comb_platform_memory(void)
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

int comb_platform_load(const unsigned char **bytes, size_t *size, const char *name, struct comb_error *err)
{
    *bytes = NULL;
    *size = 0;
    return comb_fail(err, COMB_IO, "'%s' is not part of this program", name);
}
