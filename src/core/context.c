#define _POSIX_C_SOURCE 200809L
#include "core/context.h"

#include "base/vec.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct comb_resource {
    char *name;
    char *state;
    void *value;
    void (*close)(void *value);
    unsigned holders;
    bool replaced; /* by one in another state: goes with its last holder */
};

struct comb_context {
    pthread_mutex_t lock;
    struct COMB_VEC(struct comb_resource *) resources;
};

int comb_context_new(struct comb_context **out, struct comb_error *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return comb_fail_memory(err);
    pthread_mutex_init(&(*out)->lock, NULL);
    return COMB_OK;
}

static void close_resource(struct comb_resource *resource)
{
    if (resource->value)
        resource->close(resource->value);
    free(resource->name);
    free(resource->state);
    free(resource);
}

void comb_context_free(struct comb_context *context)
{
    if (!context)
        return;
    for (size_t i = context->resources.count; i-- > 0;)
        close_resource(context->resources.items[i]);
    comb_vec_free(&context->resources);
    pthread_mutex_destroy(&context->lock);
    free(context);
}

/* The one that was not replaced, in whatever state; NULL when there is none. */
static struct comb_resource *find(const struct comb_context *context, const char *name)
{
    for (size_t i = 0; i < context->resources.count; i++) {
        struct comb_resource *resource = context->resources.items[i];
        if (!resource->replaced && strcmp(resource->name, name) == 0)
            return resource;
    }
    return NULL;
}

static void drop_if_unused(struct comb_context *context, struct comb_resource *resource)
{
    if (!resource->replaced || resource->holders > 0)
        return;
    size_t at = 0;
    while (context->resources.items[at] != resource)
        at++;
    context->resources.items[at] = context->resources.items[--context->resources.count];
    close_resource(resource);
}

static int open_resource(struct comb_resource **out, struct comb_context *context,
                         const struct comb_resource_wanted *wanted, struct comb_error *err)
{
    struct comb_resource *fresh = *out = calloc(1, sizeof *fresh);
    if (!fresh)
        return comb_fail_memory(err);
    fresh->name = strdup(wanted->name);
    fresh->state = strdup(wanted->state);
    fresh->close = wanted->close;
    int code = fresh->name && fresh->state ? wanted->open(&fresh->value, wanted->payload, err) : comb_fail_memory(err);
    if (code == COMB_OK && !comb_vec_push(&context->resources, fresh))
        code = comb_fail_memory(err);
    if (code == COMB_OK)
        return COMB_OK;
    close_resource(fresh);
    *out = NULL;
    return code;
}

int comb_context_hold(struct comb_resource **out, struct comb_context *context,
                      const struct comb_resource_wanted *wanted, struct comb_error *err)
{
    int code = COMB_OK;
    pthread_mutex_lock(&context->lock);
    struct comb_resource *old = *out = find(context, wanted->name);
    if (!old || strcmp(old->state, wanted->state) != 0) {
        code = open_resource(out, context, wanted, err);
        if (code == COMB_OK && old) {
            old->replaced = true;
            drop_if_unused(context, old);
        }
    }
    if (code == COMB_OK)
        (*out)->holders++;
    pthread_mutex_unlock(&context->lock);
    return code;
}

void comb_context_release(struct comb_context *context, struct comb_resource *resource)
{
    pthread_mutex_lock(&context->lock);
    assert(resource->holders > 0);
    resource->holders--;
    drop_if_unused(context, resource);
    pthread_mutex_unlock(&context->lock);
}

const char *comb_resource_name(const struct comb_resource *resource)
{
    return resource->name;
}

void *comb_resource_value(const struct comb_resource *resource)
{
    return resource->value;
}
