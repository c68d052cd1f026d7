/* A library file of arbitrary bytes: refused with a message, or read without harm. */
#define _POSIX_C_SOURCE 200809L
#include "store/library.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(struct comb_library *library)
{
    json_t *found = NULL;
    if (comb_library_search(&found, library, &(struct comb_library_query){.text = "a"}, NULL) == COMB_OK)
        json_decref(found);
    if (comb_library_show(&found, library, 1, true, NULL) == COMB_OK)
        json_decref(found);
    if (comb_library_duplicates(&found, library, NULL) == COMB_OK)
        json_decref(found);
    if (comb_library_count(&found, library, NULL) == COMB_OK)
        json_decref(found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/comb-fuzz-XXXXXX", tail[64];
    struct comb_library *library;
    struct comb_error err = {0};
    int file = mkstemp(path);
    assert(file >= 0);
    bool written = write(file, data, size) == (ssize_t)size;
    close(file);
    if (written && comb_library_open(&library, path, &err) == COMB_OK) {
        look(library);
        comb_library_close(library);
    } else {
        assert(!written || err.message[0]);
    }
    unlink(path);
    snprintf(tail, sizeof tail, "%s-wal", path);
    unlink(tail);
    snprintf(tail, sizeof tail, "%s-shm", path);
    unlink(tail);
    return 0;
}
