/* Errors: what went wrong, where in the input, and a code for the caller.
 *
 * The struct is public (comb.h). A function that can fail returns an enum comb_code as int, 0 for success, and fills in
 * the error it was given. A NULL error is always allowed and only loses the message. */
#ifndef COMB_BASE_ERROR_H
#define COMB_BASE_ERROR_H

#include "comb.h"

#include <stdarg.h>

/* Location of an error. Line and column count from 1 (0: unknown); position and length are in bytes. */
struct comb_error_location {
    size_t position;
    size_t length;
    unsigned line;
    unsigned column;
};

/* Both return `code`, so that a failing function can end with `return comb_fail(err, ...)`. */
int comb_fail(struct comb_error *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
int comb_fail_at(struct comb_error *err, int code, struct comb_error_location location, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports exhausted memory, whether malloc failed or a memory limit was reached. */
int comb_fail_memory(struct comb_error *err);

#endif
