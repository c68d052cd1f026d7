#include "base/error.h"

#include <stdio.h>

static void fill(struct comb_error *err, int code, struct comb_error_location location, const char *format,
                 va_list args)
{
    if (!err)
        return;
    err->code = code;
    err->position = location.position;
    err->length = location.length;
    err->line = location.line;
    err->column = location.column;
    vsnprintf(err->message, sizeof err->message, format, args);
}

int comb_fail(struct comb_error *err, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(err, code, (struct comb_error_location){0}, format, args);
    va_end(args);
    return code;
}

int comb_fail_at(struct comb_error *err, int code, struct comb_error_location location, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(err, code, location, format, args);
    va_end(args);
    return code;
}

int comb_fail_memory(struct comb_error *err)
{
    return comb_fail(err, COMB_NO_MEMORY, "out of memory: raise --memory-limit or give a smaller input");
}
