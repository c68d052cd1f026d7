#define _POSIX_C_SOURCE 200809L
#include "web/jobs.h"

#include "base/platform.h"
#include "core/run.h"
#include "request/autosave.h"
#include "request/call.h"
#include "request/events.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROGRESS, STATE, COALESCED_KINDS };

/* A coalesced event: the next one of its kind replaces it. */
struct coalesced {
    struct comb_buf event;
    unsigned number;
};

struct web_job {
    struct web_job *next;
    struct comb_web *web;
    long long id;
    double started; /* seconds since 1970; distinguishes it from a job of an earlier server */
    unsigned users; /* streams and the thread; freed with the last */
    pthread_t thread;
    json_t *request;
    comb_background_work *work; /* NULL: a verb */
    struct comb_job *job;
    const struct comb_call *call; /* while it runs */
    struct comb_buf log;          /* all events except coalesced ones (progress, state) */
    struct coalesced coalesced[COALESCED_KINDS];
    struct comb_autosave autosave; /* of a search for the best board */
    bool autosaves;
    bool done;
    unsigned streams;
    double detached_at; /* when the last stream was closed */
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

struct comb_jobs {
    struct comb_web *web;
    pthread_mutex_t lock;
    struct web_job *first; /* newest first */
    long long last_id;
};

struct comb_stream {
    struct web_job *job;
    size_t offset;                  /* in the log */
    unsigned sent[COALESCED_KINDS]; /* number of the last event sent */
};

/* Whether nobody has followed the job for a long time and it has no end of its own. */
static bool is_abandoned(struct web_job *job)
{
    pthread_mutex_lock(&job->lock);
    bool detached = job->streams == 0 && comb_unix_seconds() - job->detached_at > job->web->detached_limit;
    pthread_mutex_unlock(&job->lock);
    bool endless = json_number_value(json_object_get(job->request, "seconds")) <= 0 || comb_job_paused(job->job);
    return detached && endless;
}

/* ---- events ---- */

static void write_event(struct comb_buf *out, const char *event, const json_t *data)
{
    comb_buf_printf(out, "event: %s\ndata: ", event);
    comb_json_print(out, data);
    comb_buf_str(out, "\n\n");
}

static void add_event(struct web_job *job, const char *event, const json_t *data)
{
    pthread_mutex_lock(&job->lock);
    write_event(&job->log, event, data);
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

static void replace_event(struct web_job *job, unsigned kind, const char *event, const json_t *data)
{
    struct coalesced *newest = &job->coalesced[kind];
    pthread_mutex_lock(&job->lock);
    comb_buf_clear(&newest->event);
    write_event(&newest->event, event, data);
    newest->number++;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

static void on_progress(void *payload, const struct comb_progress *progress)
{
    struct web_job *job = payload;
    json_t *data = comb_event_progress(progress);
    if (data)
        replace_event(job, PROGRESS, "progress", data);
    json_decref(data);
    if (job->autosaves && comb_autosave_is_due(&job->autosave, progress->seconds))
        comb_autosave_save(&job->autosave, &job->web->service, job->call->game, progress->seconds, NULL);
    if (is_abandoned(job))
        comb_job_cancel(job->job);
}

static void on_state(void *payload, const json_t *state)
{
    replace_event(payload, STATE, "look", state);
}

static void on_message(void *payload, const char *line)
{
    struct web_job *job = payload;
    json_t *data = comb_event_line(line);
    if (data)
        add_event(job, "line", data);
    json_decref(data);
    if (job->autosaves)
        comb_autosave_on_message(&job->autosave, line);
}

static bool on_part(void *payload, const json_t *part)
{
    struct web_job *job = payload;
    if (comb_run_verify_part(part, job->call->board, job->job, &job->call->params, NULL) != COMB_OK)
        return false;
    add_event(job, "part", part);
    return job->log.length < COMB_JOBS_MAX_LOG;
}

/* ---- running ---- */

static void end_job(struct web_job *job, int code, json_t *answer, bool saved, const struct comb_error *err)
{
    json_t *data = comb_event_result(code, job->request, answer, err);
    if (job->autosaves)
        json_object_set_new(data, "kept", json_boolean(saved));
    pthread_mutex_lock(&job->lock);
    write_event(&job->log, "result", data);
    job->done = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    json_decref(data);
}

static bool is_best(const struct web_job *job)
{
    const char *verb = json_string_value(json_object_get(job->request, "verb"));
    return verb && strcmp(verb, "best") == 0;
}

/* `saved`: whether the best board of a search is in the library. */
static int run_verb(json_t **answer, bool *saved, struct web_job *job, struct comb_error *err)
{
    struct comb_call call = {0};
    job->call = &call;
    int code = comb_call_parse(&call, NULL, job->request, job->job, err);
    job->autosaves = code == COMB_OK && call.save && job->web->service.cache && is_best(job);
    if (code == COMB_OK)
        code = comb_call_run(answer, &call, &job->web->service, job->job, err);
    *saved =
        job->autosaves && *answer &&
        comb_autosave_save(&job->autosave, &job->web->service, call.game, comb_job_seconds(job->job), NULL) == COMB_OK;
    const char *best = *saved ? json_string_value(json_object_get(*answer, "board")) : NULL;
    if (best)
        comb_autosave_solve(best, &job->web->service, call.game, &call.params, NULL);
    job->call = NULL;
    comb_call_free(&call);
    return code;
}

static void *run_job(void *payload)
{
    struct web_job *job = payload;
    struct comb_error err = {0};
    json_t *answer = NULL;
    bool saved = false;
    int code = job->work ? job->work(&answer, job->request, job->job, &err) : run_verb(&answer, &saved, job, &err);
    end_job(job, code, answer, saved, &err);
    json_decref(answer);
    return NULL;
}

static void free_job(struct web_job *job)
{
    comb_job_free(job->job);
    json_decref(job->request);
    comb_buf_free(&job->log);
    comb_autosave_free(&job->autosave);
    for (unsigned kind = 0; kind < COALESCED_KINDS; kind++)
        comb_buf_free(&job->coalesced[kind].event);
    pthread_mutex_destroy(&job->lock);
    pthread_cond_destroy(&job->changed);
    free(job);
}

static void release_job(struct comb_jobs *jobs, struct web_job *job)
{
    pthread_mutex_lock(&jobs->lock);
    bool last = --job->users == 0;
    pthread_mutex_unlock(&jobs->lock);
    if (last)
        free_job(job);
}

/* Removes the job from the list and joins its thread. */
static void remove_job(struct web_job **link)
{
    struct web_job *job = *link;
    *link = job->next;
    pthread_join(job->thread, NULL);
    if (--job->users == 0)
        free_job(job);
}

static bool is_done(struct web_job *job)
{
    pthread_mutex_lock(&job->lock);
    bool done = job->done;
    pthread_mutex_unlock(&job->lock);
    return done;
}

/* Removes old finished jobs and cancels abandoned ones. Called with the lock held; false if too many are running. */
static bool make_room(struct comb_jobs *jobs)
{
    unsigned running = 0, listed = 0;
    for (struct web_job **link = &jobs->first; *link;) {
        bool done = is_done(*link), abandoned = !done && is_abandoned(*link);
        if (abandoned) /* a paused job does not notice it itself */
            comb_job_cancel((*link)->job);
        running += !done && !abandoned;
        listed++;
        if (done && listed > COMB_JOBS_LISTED)
            remove_job(link);
        else
            link = &(*link)->next;
    }
    return running < COMB_JOBS_RUNNING;
}

static struct web_job *new_job(struct comb_jobs *jobs, json_t *request, struct comb_error *err)
{
    struct web_job *job = calloc(1, sizeof *job);
    if (!job) {
        comb_fail_memory(err);
        return NULL;
    }
    job->web = jobs->web;
    job->started = job->detached_at = comb_unix_seconds();
    job->users = 1;
    job->request = json_incref(request);
    job->log.limit = 2 * COMB_JOBS_MAX_LOG;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->changed, NULL);
    struct comb_job_setup setup = comb_call_limits(&jobs->web->service, request);
    double seconds = json_number_value(json_object_get(request, "seconds"));
    setup.time_limit = seconds > 0 ? seconds : 0; /* without a limit a job runs until it is cancelled */
    setup.threads = jobs->web->threads;
    setup.on_progress = on_progress;
    setup.on_message = on_message;
    setup.on_part = on_part;
    setup.on_state = json_is_true(json_object_get(request, "look")) ? on_state : NULL;
    setup.payload = job;
    if (comb_job_new(&job->job, &setup, err) == COMB_OK)
        return job;
    free_job(job);
    return NULL;
}

/* Creates and starts a job. Builds the reply while the list is locked: another request may remove the job once it has
 * ended. */
static int start_job(struct comb_jobs *jobs, json_t *request, comb_background_work *work, json_t **started,
                     struct comb_error *err)
{
    struct web_job *job = new_job(jobs, request, err);
    int code = COMB_OK;
    if (!job)
        return COMB_NO_MEMORY;
    job->work = work;
    pthread_mutex_lock(&jobs->lock);
    if (!make_room(jobs))
        code = comb_fail(err, COMB_LIMIT, "%d jobs are already running: cancel one first", COMB_JOBS_RUNNING);
    else if (pthread_create(&job->thread, NULL, run_job, job) != 0)
        code = comb_fail(err, COMB_NO_MEMORY, "cannot start a thread for the job");
    else {
        job->id = ++jobs->last_id;
        job->next = jobs->first;
        jobs->first = job;
        *started =
            json_pack("{s:i, s:I, s:f}", "schema", COMB_SCHEMA, "job", (json_int_t)job->id, "started", job->started);
    }
    pthread_mutex_unlock(&jobs->lock);
    if (code != COMB_OK)
        free_job(job);
    return code;
}

int comb_jobs_new(struct comb_jobs **out, struct comb_web *web, struct comb_error *err)
{
    struct comb_jobs *jobs = *out = calloc(1, sizeof *jobs);
    if (!jobs)
        return comb_fail_memory(err);
    jobs->web = web;
    pthread_mutex_init(&jobs->lock, NULL);
    return COMB_OK;
}

void comb_jobs_cancel(struct comb_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    for (struct web_job *job = jobs->first; job; job = job->next)
        comb_job_cancel(job->job);
    pthread_mutex_unlock(&jobs->lock);
}

void comb_jobs_free(struct comb_jobs *jobs)
{
    if (!jobs)
        return;
    comb_jobs_cancel(jobs);
    while (jobs->first)
        remove_job(&jobs->first);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

/* ---- streams ---- */

static bool has_events(const struct comb_stream *stream)
{
    const struct web_job *job = stream->job;
    for (unsigned kind = 0; kind < COALESCED_KINDS; kind++)
        if (stream->sent[kind] != job->coalesced[kind].number)
            return true;
    return stream->offset < job->log.length || job->done;
}

static size_t copy_log(struct comb_stream *stream, char *out, size_t size)
{
    const struct comb_buf *log = &stream->job->log;
    size_t length = log->length - stream->offset;
    length = length < size ? length : size;
    memcpy(out, log->data + stream->offset, length);
    stream->offset += length;
    return length;
}

/* Copies logged events, then coalesced ones. A coalesced event is only copied whole; one that does not fit is sent next
 * time. */
static size_t copy_events(struct comb_stream *stream, char *out, size_t size)
{
    struct web_job *job = stream->job;
    if (stream->offset < job->log.length)
        return copy_log(stream, out, size);
    for (unsigned kind = 0; kind < COALESCED_KINDS; kind++) {
        const struct coalesced *newest = &job->coalesced[kind];
        if (stream->sent[kind] == newest->number || newest->event.length > size)
            continue;
        stream->sent[kind] = newest->number;
        memcpy(out, newest->event.data, newest->event.length);
        return newest->event.length;
    }
    return 0;
}

ssize_t comb_stream_read_some(struct comb_stream *stream, char *out, size_t size, double seconds)
{
    struct web_job *job = stream->job;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&job->lock);
    int waited = 0;
    while (!has_events(stream) && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&job->changed, &job->lock, &until);
    size_t copied = copy_events(stream, out, size);
    bool ended = copied == 0 && job->done;
    pthread_mutex_unlock(&job->lock);
    return ended ? -1 : (ssize_t)copied;
}

void comb_stream_close(struct comb_stream *stream)
{
    if (!stream)
        return;
    pthread_mutex_lock(&stream->job->lock);
    stream->job->streams--;
    stream->job->detached_at = comb_unix_seconds();
    pthread_mutex_unlock(&stream->job->lock);
    release_job(stream->job->web->jobs, stream->job);
    free(stream);
}

/* ---- routes ---- */

void comb_jobs_start(struct comb_service *service, json_t *request, comb_background_work *work,
                     struct comb_reply *reply)
{
    struct comb_web *web = (struct comb_web *)(void *)service;
    struct comb_error err = {0};
    json_t *started = NULL;
    if (start_job(web->jobs, request, work, &started, &err) == COMB_OK)
        comb_reply_json(reply, COMB_OK, started);
    else
        comb_reply_error(reply, err.code == COMB_LIMIT ? 429 : 0, &err);
}

void comb_web_jobs_start(const struct comb_request *request, struct comb_reply *reply)
{
    json_t *object = comb_request_json(request, reply);
    if (object)
        comb_jobs_start(request->service, object, NULL, reply);
    json_decref(object);
}

static void open_stream(struct web_job *job, struct comb_reply *reply)
{
    struct comb_stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        comb_reply_refuse(reply, 503, "out of memory");
        return;
    }
    job->users++;
    pthread_mutex_lock(&job->lock);
    job->streams++;
    pthread_mutex_unlock(&job->lock);
    stream->job = job;
    reply->status = 200;
    reply->type = "text/event-stream";
    reply->stream = stream;
}

static json_t *state_of(struct web_job *job)
{
    return json_pack("{s:i, s:I, s:f, s:b, s:b}", "schema", COMB_SCHEMA, "job", (json_int_t)job->id, "started",
                     job->started, "done", is_done(job), "paused", comb_job_paused(job->job));
}

static void answer_state(struct web_job *job, struct comb_reply *reply)
{
    comb_reply_json(reply, COMB_OK, state_of(job));
}

/* The state and the request of each job; without boards, which may be long. */
void comb_web_jobs_list(const struct comb_request *request, struct comb_reply *reply)
{
    static const char *const copied[] = {"verb", "game", "options", "seconds", "seed"};
    struct comb_jobs *jobs = comb_web_of(request)->jobs;
    json_t *list = json_array();
    pthread_mutex_lock(&jobs->lock);
    for (struct web_job *job = jobs->first; job; job = job->next) {
        json_t *state = state_of(job);
        for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
            json_t *value = json_object_get(job->request, copied[i]);
            if (value)
                json_object_set(state, copied[i], value);
        }
        json_array_append_new(list, state);
    }
    comb_reply_json(reply, COMB_OK, json_pack("{s:i, s:o}", "schema", COMB_SCHEMA, "jobs", list));
    pthread_mutex_unlock(&jobs->lock);
}

/* Whether the request means this job; if it says when the job started, not one with its number on an earlier server. */
static bool is_meant(const struct web_job *job, const struct comb_request *request)
{
    const char *started = request->query ? request->query(request, "started") : NULL;
    return job->id == request->number && (!started || fabs(strtod(started, NULL) - job->started) < 0.001);
}

/* Acts on the job of the request; with the list locked. */
static void act_on_job(const struct comb_request *request, struct comb_reply *reply,
                       void (*act)(struct web_job *job, struct comb_reply *reply))
{
    struct comb_jobs *jobs = comb_web_of(request)->jobs;
    pthread_mutex_lock(&jobs->lock);
    struct web_job *job = jobs->first;
    while (job && !is_meant(job, request))
        job = job->next;
    if (job)
        act(job, reply);
    else
        comb_reply_refuse(reply, 404, "no such job; see GET /api/jobs");
    pthread_mutex_unlock(&jobs->lock);
}

static void pause_job(struct web_job *job, struct comb_reply *reply)
{
    comb_job_pause(job->job, true);
    answer_state(job, reply);
}

static void resume_job(struct web_job *job, struct comb_reply *reply)
{
    comb_job_pause(job->job, false);
    answer_state(job, reply);
}

static void cancel_job(struct web_job *job, struct comb_reply *reply)
{
    comb_job_cancel(job->job);
    answer_state(job, reply);
}

void comb_web_job_state(const struct comb_request *request, struct comb_reply *reply)
{
    act_on_job(request, reply, answer_state);
}

void comb_web_job_events(const struct comb_request *request, struct comb_reply *reply)
{
    act_on_job(request, reply, open_stream);
}

void comb_web_job_pause(const struct comb_request *request, struct comb_reply *reply)
{
    act_on_job(request, reply, pause_job);
}

void comb_web_job_resume(const struct comb_request *request, struct comb_reply *reply)
{
    act_on_job(request, reply, resume_job);
}

void comb_web_job_cancel(const struct comb_request *request, struct comb_reply *reply)
{
    act_on_job(request, reply, cancel_job);
}
