/* Loads a library when it is first used (cmake/CombLazy.cmake generates what calls this). */
#ifndef COMB_BASE_LAZY_H
#define COMB_BASE_LAZY_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct comb_lazy {
    const char *const *files; /* names for the loader, ended by NULL */
    const char *const *names; /* of functions and variables, each in one of the files */
    size_t count;
    void *table; /* where their addresses go: `count` pointers in the order of the names */
    atomic_bool loaded;
};

/* Fills in the table, once; the library stays loaded. Any thread may call it. COMB_IO if the library or one of the
 * names is missing; the next call tries again. */
int comb_lazy_load(struct comb_lazy *lazy, struct comb_error *err);

#endif
