#define _POSIX_C_SOURCE 200809L
#include "wasm/front.h"

#include "base/platform.h"
#include "vision/pixels/pixels_header.h"

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

static const double CONTROL_SECONDS = 0.05;

enum { MAX_SECONDS = 60, MAX_MEMORY = 1 << 30 }; /* per request, as of the server */

enum { GO_ON, PAUSE, CANCEL };

EM_JS(int, ask_control, (void), { return Module.control ? Module.control() : 0; })

/* ---- control ---- */

/* The clock of the parent job. Jobs read it at every tick, which is the only time when a Worker that computes can learn
 * what the user wants. */
static double controlled_clock(void *payload)
{
    struct comb_wasm *wasm = payload;
    double time = comb_clock_seconds();
    struct comb_job *job = wasm->service.root_job;
    if (wasm->asking || !job || time - wasm->asked_at < CONTROL_SECONDS)
        return time;
    wasm->asking = true; /* pausing reads the clock */
    int wanted = ask_control();
    wasm->asked_at = time = comb_clock_seconds();
    if (wanted == CANCEL)
        comb_job_cancel(job);
    else if (comb_job_paused(job) != (wanted == PAUSE))
        comb_job_pause(job, wanted == PAUSE);
    wasm->asking = false;
    return time;
}

int comb_wasm_begin(struct comb_wasm *wasm, struct comb_error *err)
{
    struct comb_job_setup setup = {
        .context = wasm->service.context, .threads = 1, .clock = controlled_clock, .payload = wasm};
    wasm->asked_at = comb_clock_seconds(); /* short requests are not asked about */
    return comb_job_new(&wasm->service.root_job, &setup, err);
}

void comb_wasm_end(struct comb_wasm *wasm)
{
    comb_job_free(wasm->service.root_job);
    wasm->service.root_job = NULL;
}

/* ---- called from JavaScript ---- */

/* Returns NULL if out of memory. */
EMSCRIPTEN_KEEPALIVE struct comb_wasm *comb_wasm_new(void)
{
    struct comb_wasm *wasm = calloc(1, sizeof *wasm);
    if (!wasm)
        return NULL;
    wasm->service.time_limit = MAX_SECONDS;
    wasm->service.memory_limit = MAX_MEMORY;
    comb_fail(&wasm->service.library_error, COMB_IO, "the library is not open here");
    return comb_context_new(&wasm->service.context, NULL) == COMB_OK ? wasm : NULL;
}

/* Opens the library in Module.files and answers the requests of store.c. Returns NULL, or why it could not be opened.
 */
EMSCRIPTEN_KEEPALIVE const char *comb_wasm_open_library(struct comb_wasm *wasm)
{
    struct comb_error *err = &wasm->service.library_error;
    wasm->service.routes = comb_wasm_routes;
    return comb_cache_open(&wasm->service.cache, NULL, err) == COMB_OK ? NULL : err->message;
}

static const char *query_value(const struct comb_request *request, const char *name)
{
    return json_string_value(json_object_get(request->client, name));
}

/* Answers a request; `query` is a JSON object of strings. The reply is kept until the next request. Returns its status.
 */
EMSCRIPTEN_KEEPALIVE unsigned comb_wasm_request(struct comb_wasm *wasm, const char *method, const char *path,
                                                const char *query, const char *body, size_t length)
{
    struct comb_error err = {0};
    json_t *parameters = json_loads(query, 0, NULL);
    struct comb_request request = {
        .service = &wasm->service, .method = method, .path = path, .query = query_value, .client = parameters};
    comb_buf_free(&wasm->reply.body);
    wasm->reply = (struct comb_reply){0};
    if (length > comb_route_max_body(path)) {
        comb_reply_refuse(&wasm->reply, 413, "%zu bytes is too large; expected at most %zu", length,
                          comb_route_max_body(path));
    } else {
        comb_buf_add(&request.body, body, length);
        int code = request.body.failed ? comb_fail_memory(&err) : comb_wasm_begin(wasm, &err);
        if (code == COMB_OK)
            comb_dispatch(&request, &wasm->reply);
        else
            comb_reply_error(&wasm->reply, 0, &err);
        comb_wasm_end(wasm);
    }
    comb_buf_free(&request.body);
    json_decref(parameters);
    return wasm->reply.status;
}

EMSCRIPTEN_KEEPALIVE const void *comb_wasm_reply_bytes(const struct comb_wasm *wasm)
{
    return wasm->reply.data ? wasm->reply.data : wasm->reply.body.data;
}

EMSCRIPTEN_KEEPALIVE size_t comb_wasm_reply_length(const struct comb_wasm *wasm)
{
    return wasm->reply.data ? wasm->reply.length : wasm->reply.body.length;
}

EMSCRIPTEN_KEEPALIVE const char *comb_wasm_reply_type(const struct comb_wasm *wasm)
{
    return wasm->reply.type;
}

/* Whether the bytes are a picture within the limits, by its header: only such pictures should be decoded. */
EMSCRIPTEN_KEEPALIVE bool comb_wasm_is_picture(const unsigned char *bytes, size_t length)
{
    struct comb_picture_header header;
    return comb_pixels_check(&header, bytes, length, NULL) == COMB_OK;
}
