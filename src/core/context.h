/* Context: what outlives a request. One per program or server; shared by all its jobs and threads.
 *
 * It keeps resources that are costly to open and never change afterwards (dictionaries), each opened once under a name.
 */
#ifndef COMB_CORE_CONTEXT_H
#define COMB_CORE_CONTEXT_H

#include "base/error.h"

struct comb_context;

int comb_context_new(struct comb_context **out, struct comb_error *err);
void comb_context_free(struct comb_context *context);

/* The resource called `key`, opened with open(out, payload, err) if it is not there yet. It lives as long as the
 * context and is released by close. A failed open is reported and tried again the next time. */
int comb_context_resource(void **out, struct comb_context *context, const char *key,
                          int (*open)(void **out, const void *payload, struct comb_error *err), const void *payload,
                          void (*close)(void *resource), struct comb_error *err);

#endif
