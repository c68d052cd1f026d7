/* Runs a verb as a job: the module is busy until it ends, events go to Module.onEvent meanwhile. */
#include "core/run.h"
#include "request/call.h"
#include "request/events.h"
#include "wasm/front.h"

#include <emscripten.h>

EM_JS(void, send_text, (const char *name, const char *data),
      { Module.onEvent(UTF8ToString(name), UTF8ToString(data)); })

struct running {
    struct comb_wasm *wasm;
    struct comb_call call;
    struct comb_job *job;
};

static void send_event(const char *name, const json_t *data)
{
    struct comb_buf text = {0};
    comb_json_print(&text, data);
    if (!text.failed)
        send_text(name, comb_buf_text(&text));
    comb_buf_free(&text);
}

static void send_new(const char *name, json_t *data)
{
    if (data)
        send_event(name, data);
    json_decref(data);
}

static void on_progress(void *payload, const struct comb_progress *progress)
{
    (void)payload;
    send_new("progress", comb_event_progress(progress));
}

static void on_state(void *payload, const json_t *state)
{
    (void)payload;
    send_event("look", state);
}

static void on_message(void *payload, const char *line)
{
    (void)payload;
    send_new("line", comb_event_line(line));
}

static bool on_part(void *payload, const json_t *part)
{
    struct running *running = payload;
    if (comb_run_verify_part(part, running->call.board, running->job, &running->call.params, NULL) != COMB_OK)
        return false;
    send_event("part", part);
    return true;
}

/* Makes the job report its events; without a limit of its own it runs until it is cancelled. */
static void follow(struct comb_job_setup *setup, struct running *running, const json_t *request)
{
    double seconds = json_number_value(json_object_get(request, "seconds"));
    setup->time_limit = seconds > 0 ? seconds : 0;
    setup->on_progress = on_progress;
    setup->on_message = on_message;
    setup->on_part = on_part;
    setup->on_state = json_is_true(json_object_get(request, "look")) ? on_state : NULL;
    setup->payload = running;
}

static int run(json_t **answer, struct running *running, json_t *request, bool followed, struct comb_error *err)
{
    struct comb_service *service = &running->wasm->service;
    struct comb_job_setup setup = comb_call_limits(service, request);
    if (followed)
        follow(&setup, running, request);
    int code = comb_job_new(&running->job, &setup, err);
    if (code == COMB_OK)
        code = comb_call_parse(&running->call, NULL, request, running->job, err);
    return code == COMB_OK ? comb_call_run(answer, &running->call, service, running->job, err) : code;
}

/* Runs the request, as for POST /api/jobs, until its end. The last event is "result", the only one if the job is not
 * followed; then the limits of a request apply. */
EMSCRIPTEN_KEEPALIVE void comb_wasm_job(struct comb_wasm *wasm, const char *text, bool followed)
{
    struct running running = {.wasm = wasm};
    struct comb_error err = {0};
    json_t *answer = NULL, *request = json_loads(text, 0, NULL);
    int code = comb_wasm_begin(wasm, &err);
    if (code == COMB_OK)
        code = run(&answer, &running, request, followed, &err);
    json_t *result = comb_event_result(code, request, answer, &err);
    json_object_set_new(result, "status", json_integer(answer ? 200 : (json_int_t)comb_error_http_status(&err)));
    json_object_set_new(result, "seconds", json_real(running.job ? comb_job_seconds(running.job) : 0));
    json_object_set_new(result, "partial", json_boolean(running.job && comb_job_has_delivered(running.job)));
    send_new("result", result);
    json_decref(answer);
    comb_call_free(&running.call);
    comb_job_free(running.job);
    comb_wasm_end(wasm);
    json_decref(request);
}
