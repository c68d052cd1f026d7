#define _POSIX_C_SOURCE 200809L
#include "core/context.h"

#include "base/vec.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct resource {
    char *key;
    void *value;
    void (*close)(void *resource);
};

struct comb_context {
    pthread_mutex_t lock;
    struct COMB_VEC(struct resource) resources;
};

int comb_context_new(struct comb_context **out, struct comb_error *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return comb_fail_memory(err);
    pthread_mutex_init(&(*out)->lock, NULL);
    return COMB_OK;
}

void comb_context_free(struct comb_context *context)
{
    if (!context)
        return;
    for (size_t i = context->resources.count; i-- > 0;) {
        context->resources.items[i].close(context->resources.items[i].value);
        free(context->resources.items[i].key);
    }
    comb_vec_free(&context->resources);
    pthread_mutex_destroy(&context->lock);
    free(context);
}

static void *lookup(const struct comb_context *context, const char *key)
{
    for (size_t i = 0; i < context->resources.count; i++)
        if (strcmp(context->resources.items[i].key, key) == 0)
            return context->resources.items[i].value;
    return NULL;
}

static int keep(struct comb_context *context, const char *key, void *value, void (*close)(void *resource),
                struct comb_error *err)
{
    struct resource fresh = {.key = strdup(key), .value = value, .close = close};
    if (fresh.key && comb_vec_push(&context->resources, fresh))
        return COMB_OK;
    free(fresh.key);
    close(value);
    return comb_fail_memory(err);
}

int comb_context_resource(void **out, struct comb_context *context, const char *key,
                          int (*open)(void **out, const void *payload, struct comb_error *err), const void *payload,
                          void (*close)(void *resource), struct comb_error *err)
{
    int code = COMB_OK;
    pthread_mutex_lock(&context->lock);
    *out = lookup(context, key);
    if (!*out) {
        code = open(out, payload, err);
        if (code == COMB_OK)
            code = keep(context, key, *out, close, err);
        if (code != COMB_OK)
            *out = NULL;
    }
    pthread_mutex_unlock(&context->lock);
    return code;
}
