/* Errors: what went wrong, where in the input, and the code a caller acts on.
 *
 * The structure itself is public (comb.h). A function that can fail returns enum comb_code as an int, 0 for success,
 * and fills in the error it was given; a NULL error is allowed everywhere and only loses the message. */
#ifndef COMB_BASE_ERROR_H
#define COMB_BASE_ERROR_H

#include "comb.h"

#include <stdarg.h>

/* Where an error lies. Line and column count from 1 and are 0 when unknown; position and length are bytes. */
struct comb_place {
    size_t position;
    size_t length;
    unsigned line;
    unsigned column;
};

/* Both return `code`, so that a failing function ends with `return comb_fail(err, ...)`. */
int comb_fail(struct comb_error *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
int comb_fail_at(struct comb_error *err, int code, struct comb_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The one wording for memory that could not be had, and for a memory limit that was reached. */
int comb_fail_memory(struct comb_error *err);

#endif
