/* Context: holds what outlives a request. One per program or server, shared by all jobs and threads.
 *
 * It caches resources that are costly to open (dictionaries), each once per name. The data behind a name may change at
 * run time: a request states the version it wants, and if the cached one differs, the resource is reopened. The old one
 * is closed when its last holder releases it. Jobs request resources with comb_job_resource, so that each sees one
 * version from start to end. */
#ifndef COMB_CORE_CONTEXT_H
#define COMB_CORE_CONTEXT_H

#include "base/error.h"

struct comb_context;
struct comb_resource;

/* Which resource, and how to open and close it. */
struct comb_resource_request {
    const char *name;
    const char *state; /* any text that changes when the data behind the name does */
    int (*open)(void **out, const void *payload, struct comb_error *err);
    void (*close)(void *value);
    const void *payload; /* for open */
};

int comb_context_new(struct comb_context **out, struct comb_error *err);
void comb_context_free(struct comb_context *context); /* after everything was released */

/* Acquires the resource until comb_context_release. A failed open is reported and retried on the next call. */
int comb_context_acquire(struct comb_resource **out, struct comb_context *context,
                         const struct comb_resource_request *request, struct comb_error *err);
void comb_context_release(struct comb_context *context, struct comb_resource *resource);

const char *comb_resource_name(const struct comb_resource *resource);
void *comb_resource_value(const struct comb_resource *resource);

#endif
