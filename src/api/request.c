/* comb.h: requests of the API, answered by the request layer, and the library of puzzles.
 *
 * A context holds its library as a resource: opened by the first request that needs it, closed with the context. */
#include "api/parts.h"

#include "request/routes.h"
#include "request/service.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- the library of a context ---- */

struct library_request {
    const char *path; /* NULL: the user's */
    bool opened;
};

static int open_cache(void **out, const void *payload, struct comb_error *err)
{
    struct library_request *const *request = payload;
    struct comb_cache *cache = NULL;
    int code = comb_cache_open(&cache, (*request)->path, err);
    (*request)->opened = code == COMB_OK;
    *out = cache;
    return code;
}

static void close_cache(void *value)
{
    comb_cache_close(value);
}

/* Acquires the library of the context; release it with comb_context_release. */
static int acquire_library(struct comb_resource **out, struct comb_context *context, struct library_request *request,
                           struct comb_error *err)
{
    struct comb_resource_request resource = {
        .name = "library", .state = "", .open = open_cache, .close = close_cache, .payload = (const void *)&request};
    return comb_context_acquire(out, context, &resource, err);
}

int comb_open_library(struct comb_context *context, const char *path, struct comb_error *err)
{
    struct library_request request = {.path = path};
    struct comb_resource *resource = NULL;
    int code = comb_api_require(context, "context", err);
    if (code == COMB_OK)
        code = comb_api_require(path, "path", err);
    if (code == COMB_OK)
        code = acquire_library(&resource, context, &request, err);
    if (code != COMB_OK)
        return code;
    comb_context_release(context, resource);
    return request.opened ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "the library of this context is open already");
}

/* ---- the query of a path ---- */

enum { MAX_QUERY = 16 };

struct query {
    char *text; /* the path and the pairs, decoded, each ended by zero */
    const char *names[MAX_QUERY], *values[MAX_QUERY];
    size_t count;
};

static const char *query_value(const struct comb_request *request, const char *name)
{
    const struct query *query = request->client;
    for (size_t i = 0; i < query->count; i++)
        if (strcmp(query->names[i], name) == 0)
            return query->values[i];
    return NULL;
}

static int hex_value(char digit)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = digit ? strchr(digits, digit) : NULL;
    int value = at ? (int)(at - digits) : -1;
    return value > 15 ? value - 6 : value;
}

/* Decodes %41 and + in place. */
static void decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        int high = *from == '%' ? hex_value(from[1]) : -1;
        int low = high >= 0 ? hex_value(from[2]) : -1;
        if (low >= 0 && high * 16 + low > 0) {
            *to++ = (char)(high * 16 + low);
            from += 2;
        } else {
            *to++ = *from == '+' ? ' ' : *from;
        }
    }
    *to = '\0';
}

static int parse_query(struct query *query, const char *path, struct comb_error *err)
{
    size_t length = strlen(path);
    *query = (struct query){.text = malloc(length + 1)};
    if (!query->text)
        return comb_fail_memory(err);
    memcpy(query->text, path, length + 1);
    char *pair = strchr(query->text, '?');
    while (pair) {
        *pair++ = '\0';
        char *next = strchr(pair, '&');
        if (next)
            *next = '\0';
        if (query->count == MAX_QUERY)
            return comb_fail(err, COMB_BAD_INPUT, "'path' has more than %d parameters", MAX_QUERY);
        char *value = strchr(pair, '=');
        if (value)
            *value++ = '\0';
        decode(pair);
        if (value)
            decode(value);
        query->names[query->count] = pair;
        query->values[query->count++] = value ? value : "";
        pair = next;
    }
    return COMB_OK;
}

/* ---- answering ---- */

/* The server's jobs run in the background; here the caller waits. */
static void run_job(struct comb_service *service, json_t *object, comb_background_work *work, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_job *job = NULL;
    json_t *answer = NULL;
    int code = comb_job_new(&job, &(struct comb_job_setup){.context = service->context}, &err);
    if (code == COMB_OK)
        code = work(&answer, object, job, &err);
    comb_job_free(job);
    comb_reply_result(reply, code, answer, &err);
}

/* Turns {"error": {"code", "message", ...}} back into an error. */
static int read_error(const struct comb_reply *reply, struct comb_error *err)
{
    json_t *object = NULL;
    struct comb_error found = {.code = COMB_BAD_INPUT};
    if (reply->body.length == 0 ||
        comb_json_parse(&object, comb_buf_text(&reply->body), reply->body.length, NULL) != COMB_OK)
        return comb_fail_memory(err);
    const json_t *error = json_object_get(object, "error");
    const char *message = json_string_value(json_object_get(error, "message"));
    long long code = json_integer_value(json_object_get(error, "code"));
    snprintf(found.message, sizeof found.message, "%s", message ? message : "unknown error");
    found.code = code > 0 ? (int)code : COMB_BAD_INPUT;
    found.line = (unsigned)json_integer_value(json_object_get(error, "line"));
    found.column = (unsigned)json_integer_value(json_object_get(error, "column"));
    found.position = (size_t)json_integer_value(json_object_get(error, "position"));
    found.length = (size_t)json_integer_value(json_object_get(error, "length"));
    json_decref(object);
    if (err)
        *err = found;
    return found.code;
}

/* "Not a board" is an answer with status 200 for browsers, and an error here. */
static bool is_error(const struct comb_reply *reply)
{
    static const char start[] = "{\"schema\":1,\"error\":";
    return reply->status >= 400 ||
           (reply->body.length >= sizeof start - 1 && memcmp(reply->body.data, start, sizeof start - 1) == 0);
}

static int return_reply(char **out, size_t *length, struct comb_reply *reply, struct comb_error *err)
{
    if (is_error(reply)) {
        int code = read_error(reply, err);
        comb_buf_free(&reply->body);
        return code;
    }
    if (reply->data)
        comb_buf_add(&reply->body, reply->data, reply->length);
    *length = reply->body.length;
    int code = comb_api_return_text(out, &reply->body, COMB_OK, err);
    if (code != COMB_OK)
        *length = 0;
    return code;
}

/* Only requests about the library, or that ask to save, open it. */
static bool needs_library(const char *path, const struct comb_buf *body)
{
    json_t *object = NULL;
    if (strncmp(path, "/api/library", strlen("/api/library")) == 0)
        return true;
    if (body->length == 0 || comb_buf_text(body)[0] != '{' ||
        comb_json_parse(&object, comb_buf_text(body), body->length, NULL) != COMB_OK)
        return false;
    const json_t *keep = json_object_get(object, "keep");
    bool asked = keep && !json_is_false(keep);
    json_decref(object);
    return asked;
}

static int answer(char **out, size_t *length, struct comb_context *context, struct comb_request *request,
                  struct comb_error *err)
{
    struct comb_service service = {
        .context = context, .time_limit = DBL_MAX, .save_if_asked = true, .start_job = run_job};
    struct library_request library = {0};
    struct comb_resource *resource = NULL;
    struct comb_reply reply = {0};
    if (needs_library(request->path, &request->body) &&
        acquire_library(&resource, context, &library, &service.library_error) == COMB_OK)
        service.cache = comb_resource_value(resource);
    request->service = &service;
    comb_dispatch(request, &reply);
    if (resource)
        comb_context_release(context, resource);
    return return_reply(out, length, &reply, err);
}

static int check_request(char **out, size_t *length, const struct comb_context *context, const char *method,
                         const char *path, struct comb_error *err)
{
    if (length)
        *length = 0;
    int code = comb_api_require_out(out, "out", err);
    if (code == COMB_OK)
        code = comb_api_require(length, "length", err);
    if (code == COMB_OK)
        code = comb_api_require(context, "context", err);
    if (code == COMB_OK)
        code = comb_api_require(method, "method", err);
    return code == COMB_OK ? comb_api_require(path, "path", err) : code;
}

int comb_request_run(char **out, size_t *length, struct comb_context *context, const char *method, const char *path,
                     const void *body, size_t body_length, struct comb_error *err)
{
    struct query query = {0};
    int code = check_request(out, length, context, method, path, err);
    if (code == COMB_OK && body_length > 0)
        code = comb_api_require(body, "body", err);
    if (code != COMB_OK)
        return code;
    if (body_length > comb_route_max_body(path))
        return comb_fail(err, COMB_BAD_INPUT, "the body has %zu bytes; at most %zu are accepted", body_length,
                         comb_route_max_body(path));
    code = parse_query(&query, path, err);
    struct comb_request request = {.method = method, .path = query.text, .query = query_value, .client = &query};
    if (code == COMB_OK && body_length > 0) {
        comb_buf_add(&request.body, body, body_length);
        if (request.body.failed)
            code = comb_fail_memory(err);
    }
    if (code == COMB_OK)
        code = answer(out, length, context, &request, err);
    comb_buf_free(&request.body);
    free(query.text);
    return code;
}
