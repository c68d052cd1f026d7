#include "base/lazy.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

enum { MAX_FILES = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *find_symbol(void *const *libraries, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        void *found = dlsym(libraries[i], name);
        if (found)
            return found;
    }
    return NULL;
}

/* Libraries stay open after a failure too: they may have started threads or registered handlers. */
static int load(struct comb_lazy *lazy, struct comb_error *err)
{
    void *libraries[MAX_FILES];
    size_t count = 0;
    for (; lazy->files[count] && count < MAX_FILES; count++) {
        libraries[count] = dlopen(lazy->files[count], RTLD_LAZY | RTLD_LOCAL);
        if (!libraries[count])
            return comb_fail(err, COMB_IO, "cannot load a library: %s", dlerror());
    }
    for (size_t i = 0; i < lazy->count; i++) {
        void *symbol = find_symbol(libraries, count, lazy->names[i]);
        if (!symbol)
            return comb_fail(err, COMB_IO, "%s lacks '%s': another version is installed than the one built for",
                             lazy->files[0], lazy->names[i]);
        memcpy((char *)lazy->table + i * sizeof symbol, &symbol, sizeof symbol); /* may be a function pointer */
    }
    return COMB_OK;
}

int comb_lazy_load(struct comb_lazy *lazy, struct comb_error *err)
{
    if (atomic_load(&lazy->loaded))
        return COMB_OK;
    pthread_mutex_lock(&lock);
    int code = atomic_load(&lazy->loaded) ? COMB_OK : load(lazy, err);
    if (code == COMB_OK)
        atomic_store(&lazy->loaded, true);
    pthread_mutex_unlock(&lock);
    return code;
}
