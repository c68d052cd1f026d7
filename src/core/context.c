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
    bool replaced; /* by a newer state: closed with its last holder */
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

/* The current resource of that name, in whatever state; NULL if there is none. */
static struct comb_resource *find_resource(const struct comb_context *context, const char *name)
{
    for (size_t i = 0; i < context->resources.count; i++) {
        struct comb_resource *resource = context->resources.items[i];
        if (!resource->replaced && strcmp(resource->name, name) == 0)
            return resource;
    }
    return NULL;
}

static void close_if_unused(struct comb_context *context, struct comb_resource *resource)
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
                         const struct comb_resource_request *request, struct comb_error *err)
{
    struct comb_resource *resource = *out = calloc(1, sizeof *resource);
    if (!resource)
        return comb_fail_memory(err);
    resource->name = strdup(request->name);
    resource->state = strdup(request->state);
    resource->close = request->close;
    int code = resource->name && resource->state ? request->open(&resource->value, request->payload, err)
                                                 : comb_fail_memory(err);
    if (code == COMB_OK && !comb_vec_push(&context->resources, resource))
        code = comb_fail_memory(err);
    if (code == COMB_OK)
        return COMB_OK;
    close_resource(resource);
    *out = NULL;
    return code;
}

int comb_context_acquire(struct comb_resource **out, struct comb_context *context,
                         const struct comb_resource_request *request, struct comb_error *err)
{
    int code = COMB_OK;
    pthread_mutex_lock(&context->lock);
    struct comb_resource *old = *out = find_resource(context, request->name);
    if (!old || strcmp(old->state, request->state) != 0) {
        code = open_resource(out, context, request, err);
        if (code == COMB_OK && old) {
            old->replaced = true;
            close_if_unused(context, old);
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
    close_if_unused(context, resource);
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
