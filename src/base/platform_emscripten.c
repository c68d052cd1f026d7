#define _GNU_SOURCE /* getentropy */
#include "base/platform.h"

#include <emscripten.h>
#include <emscripten/heap.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* The module is compiled without threads; a page uses several Workers instead. */
unsigned comb_cpu_count(void)
{
    return 1;
}

/* WebAssembly memory never shrinks, so this is the most that was ever used. */
size_t comb_resident_bytes(void)
{
    return emscripten_get_heap_size();
}

int comb_random_bytes(void *out, size_t length)
{
    return getentropy(out, length) == 0 ? 0 : errno;
}

bool comb_program_path(char *out, size_t size)
{
    (void)out;
    (void)size;
    return false;
}

/* Copies the file that the embedder's Module.loadData(name) returns to memory of the module; returns its address, or 0
 * if there is none. */
EM_JS(unsigned char *, load_data, (const char *name, size_t *size), {
    const file = UTF8ToString(name), known = Module.loaded || (Module.loaded = new Map());
    if (!known.has(file)) {
        const bytes = Module.loadData(file), place = bytes ? _malloc(bytes.length) : 0;
        if (!place)
            return 0;
        HEAPU8.set(bytes, place);
        known.set(file, [ place, bytes.length ]);
    }
    HEAPU32[size >> 2] = known.get(file)[1];
    return known.get(file)[0];
})

int comb_load_data(const unsigned char **bytes, size_t *size, const char *name, struct comb_error *err)
{
    *size = 0;
    *bytes = load_data(name, size);
    return *bytes ? COMB_OK : comb_fail(err, COMB_IO, "cannot load '%s'; is the network available?", name);
}
