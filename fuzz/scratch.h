/* A temporary folder for targets whose parsers take file names: in memory if the system has such a file system, removed
 * when the program ends. */
#ifndef COMB_FUZZ_SCRATCH_H
#define COMB_FUZZ_SCRATCH_H

#include "base/file.h"

#include <assert.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char scratch_folder[64];

static int scratch_remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void scratch_remove(void)
{
    nftw(scratch_folder, scratch_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static inline void scratch_make(void)
{
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(scratch_folder, sizeof scratch_folder, "%s/comb-fuzz-XXXXXX", place);
    char *made = mkdtemp(scratch_folder);
    assert(made);
    atexit(scratch_remove);
}

/* The path of a file in the folder; valid until the next call. */
static inline const char *scratch_path(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    return path;
}

static inline void scratch_write(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(scratch_path(name), "wb");
    assert(file);
    size_t written = size > 0 ? fwrite(data, 1, size, file) : 0;
    assert(written == size);
    fclose(file);
}

#endif
