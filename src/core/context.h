/* Context: what outlives a request. One per program or server; shared by all its jobs and threads.
 *
 * It keeps resources that are costly to open (dictionaries), each opened once under a name. What lies behind a name may
 * change while the program runs: whoever asks says which state it wants, and a resource in another state is opened anew
 * and replaces the old one, which goes when nobody holds it any more. Work asks through its job (comb_job_resource), so
 * that it sees one state from start to end. */
#ifndef COMB_CORE_CONTEXT_H
#define COMB_CORE_CONTEXT_H

#include "base/error.h"

struct comb_context;
struct comb_resource;

/* What is asked for, and how it is opened and closed. */
struct comb_resource_wanted {
    const char *name;
    const char *state; /* any text that differs when what lies behind the name does */
    int (*open)(void **out, const void *payload, struct comb_error *err);
    void (*close)(void *value);
    const void *payload; /* for open */
};

int comb_context_new(struct comb_context **out, struct comb_error *err);
void comb_context_free(struct comb_context *context); /* once nothing is held */

/* Holds the resource until it is released. A failed open is reported and tried again the next time. */
int comb_context_hold(struct comb_resource **out, struct comb_context *context,
                      const struct comb_resource_wanted *wanted, struct comb_error *err);
void comb_context_release(struct comb_context *context, struct comb_resource *resource);

const char *comb_resource_name(const struct comb_resource *resource);
void *comb_resource_value(const struct comb_resource *resource);

#endif
