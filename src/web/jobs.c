#define _POSIX_C_SOURCE 200809L
#include "web/jobs.h"

#include "core/run.h"
#include "web/ask.h"
#include "web/record.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROGRESS, LOOK, NEWEST };

/* An event that the next one of its kind replaces. */
struct newest {
    struct comb_buf event;
    unsigned number;
};

struct web_job {
    struct web_job *next;
    struct comb_web *web;
    long long id;
    double started; /* seconds since 1970: tells it from a job of an earlier server */
    unsigned users; /* streams and the thread: freed with the last */
    pthread_t thread;
    json_t *request;
    comb_jobs_work *work; /* or NULL: a verb */
    struct comb_job *job;
    const struct comb_ask *ask; /* while it runs */
    struct comb_buf log;        /* every event but those of which only the newest counts: */
    struct newest newest[NEWEST];
    struct comb_record record; /* of a search for the best board */
    bool records;
    bool done;
    unsigned streams;
    double left; /* when the last of them was closed */
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
    size_t offset; /* in the log */
    unsigned seen[NEWEST];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Nobody has followed the job for so long that nobody will, and it would not end by itself. */
static bool is_forgotten(struct web_job *job)
{
    pthread_mutex_lock(&job->lock);
    bool alone = job->streams == 0 && now() - job->left > job->web->unwatched_limit;
    pthread_mutex_unlock(&job->lock);
    bool endless = json_number_value(json_object_get(job->request, "seconds")) <= 0 || comb_job_paused(job->job);
    return alone && endless;
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
    struct newest *newest = &job->newest[kind];
    pthread_mutex_lock(&job->lock);
    comb_buf_clear(&newest->event);
    write_event(&newest->event, event, data);
    newest->number++;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

static void watch(void *payload, const struct comb_progress *progress)
{
    struct web_job *job = payload;
    json_t *data = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "seconds", progress->seconds, "done",
                             progress->done, "rate", progress->rate, "share", progress->share, "left_least",
                             progress->left_least, "left_most", progress->left_most, "note", progress->note);
    if (data)
        replace_event(job, PROGRESS, "progress", data);
    json_decref(data);
    if (job->records && comb_record_is_due(&job->record, progress->seconds))
        comb_record_keep(&job->record, job->web, job->ask->game, progress->seconds, NULL);
    if (is_forgotten(job))
        comb_job_cancel(job->job);
}

static void look(void *payload, const json_t *state)
{
    replace_event(payload, LOOK, "look", state);
}

static void hear(void *payload, const char *line)
{
    struct web_job *job = payload;
    json_t *data = json_pack("{s:s}", "text", line);
    if (data)
        add_event(job, "line", data);
    json_decref(data);
    if (job->records)
        comb_record_hear(&job->record, line);
}

static bool take(void *payload, const json_t *part)
{
    struct web_job *job = payload;
    if (comb_run_verify_part(part, job->ask->board, job->job, &job->ask->params, NULL) != COMB_OK)
        return false;
    add_event(job, "part", part);
    return job->log.length < COMB_JOBS_LARGEST_LOG;
}

/* ---- running ---- */

static void finish(struct web_job *job, int code, json_t *answer, bool kept, const struct comb_error *err)
{
    json_t *data = json_object();
    json_t *revision = json_object_get(job->request, "revision");
    json_t *failure = NULL;
    json_object_set_new(data, "code", json_integer(comb_exit_status(code)));
    if (revision)
        json_object_set(data, "revision", revision);
    if (job->records)
        json_object_set_new(data, "kept", json_boolean(kept));
    if (answer)
        json_object_set(data, "result", answer);
    else if (comb_run_error(&failure, err, NULL) == COMB_OK)
        json_object_set(data, "error", json_object_get(failure, "error"));
    json_decref(failure);
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

/* `kept`: the best board of a search is in the library. */
static int run_verb(json_t **answer, bool *kept, struct web_job *job, struct comb_error *err)
{
    struct comb_ask ask = {0};
    job->ask = &ask;
    int code = comb_ask_read(&ask, NULL, job->request, job->job, err);
    job->records = code == COMB_OK && ask.keep && job->web->kept && is_best(job);
    if (code == COMB_OK)
        code = comb_ask_run(answer, &ask, job->web, job->job, err);
    *kept = job->records && *answer &&
            comb_record_keep(&job->record, job->web, ask.game, comb_job_seconds(job->job), NULL) == COMB_OK;
    const char *best = *kept ? json_string_value(json_object_get(*answer, "board")) : NULL;
    if (best)
        comb_record_solve(best, job->web, ask.game, &ask.params, NULL);
    job->ask = NULL;
    comb_ask_free(&ask);
    return code;
}

static void *work(void *payload)
{
    struct web_job *job = payload;
    struct comb_error err = {0};
    json_t *answer = NULL;
    bool kept = false;
    int code = job->work ? job->work(&answer, job->request, job->job, &err) : run_verb(&answer, &kept, job, &err);
    finish(job, code, answer, kept, &err);
    json_decref(answer);
    return NULL;
}

static void free_job(struct web_job *job)
{
    comb_job_free(job->job);
    json_decref(job->request);
    comb_buf_free(&job->log);
    comb_record_free(&job->record);
    for (unsigned kind = 0; kind < NEWEST; kind++)
        comb_buf_free(&job->newest[kind].event);
    pthread_mutex_destroy(&job->lock);
    pthread_cond_destroy(&job->changed);
    free(job);
}

static void let_go(struct comb_jobs *jobs, struct web_job *job)
{
    pthread_mutex_lock(&jobs->lock);
    bool last = --job->users == 0;
    pthread_mutex_unlock(&jobs->lock);
    if (last)
        free_job(job);
}

/* Takes the job out of the list; its thread has ended. */
static void drop(struct web_job **link)
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

/* Makes room: the oldest that are done go first, and those that are forgotten end. Called with the lock held; false
 * when too many are running. */
static bool make_room(struct comb_jobs *jobs)
{
    unsigned running = 0, kept = 0;
    for (struct web_job **link = &jobs->first; *link;) {
        bool done = is_done(*link), forgotten = !done && is_forgotten(*link);
        if (forgotten) /* one that is paused does not see it by itself */
            comb_job_cancel((*link)->job);
        running += !done && !forgotten;
        kept++;
        if (done && kept > COMB_JOBS_LISTED)
            drop(link);
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
    job->started = job->left = now();
    job->users = 1;
    job->request = json_incref(request);
    job->log.limit = 2 * COMB_JOBS_LARGEST_LOG;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->changed, NULL);
    struct comb_job_setup setup = comb_ask_limits(jobs->web, request);
    double seconds = json_number_value(json_object_get(request, "seconds"));
    setup.time_limit = seconds > 0 ? seconds : 0; /* a job may go on until it is cancelled */
    setup.threads = jobs->web->threads;
    setup.watch = watch;
    setup.hear = hear;
    setup.take = take;
    setup.look = json_is_true(json_object_get(request, "look")) ? look : NULL;
    setup.payload = job;
    if (comb_job_new(&job->job, &setup, err) == COMB_OK)
        return job;
    free_job(job);
    return NULL;
}

/* Fills in the reply while the list is locked: another request may drop the job once it has ended. */
static int start(struct comb_jobs *jobs, json_t *request, comb_jobs_work *own, json_t **started, struct comb_error *err)
{
    struct web_job *job = new_job(jobs, request, err);
    int code = COMB_OK;
    if (!job)
        return COMB_NO_MEMORY;
    job->work = own;
    pthread_mutex_lock(&jobs->lock);
    if (!make_room(jobs))
        code = comb_fail(err, COMB_LIMIT, "%d jobs are running already: cancel one first", COMB_JOBS_RUNNING);
    else if (pthread_create(&job->thread, NULL, work, job) != 0)
        code = comb_fail(err, COMB_NO_MEMORY, "no thread could be started for the job");
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
        drop(&jobs->first);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

/* ---- streams ---- */

static bool has_news(const struct comb_stream *stream)
{
    const struct web_job *job = stream->job;
    for (unsigned kind = 0; kind < NEWEST; kind++)
        if (stream->seen[kind] != job->newest[kind].number)
            return true;
    return stream->offset < job->log.length || job->done;
}

static size_t copy_log(struct comb_stream *stream, char *out, size_t most)
{
    const struct comb_buf *log = &stream->job->log;
    size_t length = log->length - stream->offset;
    length = length < most ? length : most;
    memcpy(out, log->data + stream->offset, length);
    stream->offset += length;
    return length;
}

/* What is newest only goes out as a whole: an event that does not fit now fits the next time. */
static size_t copy_news(struct comb_stream *stream, char *out, size_t most)
{
    struct web_job *job = stream->job;
    if (stream->offset < job->log.length)
        return copy_log(stream, out, most);
    for (unsigned kind = 0; kind < NEWEST; kind++) {
        const struct newest *newest = &job->newest[kind];
        if (stream->seen[kind] == newest->number || newest->event.length > most)
            continue;
        stream->seen[kind] = newest->number;
        memcpy(out, newest->event.data, newest->event.length);
        return newest->event.length;
    }
    return 0;
}

ssize_t comb_stream_read_some(struct comb_stream *stream, char *out, size_t most, double seconds)
{
    struct web_job *job = stream->job;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&job->lock);
    int waited = 0;
    while (!has_news(stream) && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&job->changed, &job->lock, &until);
    size_t copied = copy_news(stream, out, most);
    bool over = copied == 0 && job->done;
    pthread_mutex_unlock(&job->lock);
    return over ? -1 : (ssize_t)copied;
}

void comb_stream_close(struct comb_stream *stream)
{
    if (!stream)
        return;
    pthread_mutex_lock(&stream->job->lock);
    stream->job->streams--;
    stream->job->left = now();
    pthread_mutex_unlock(&stream->job->lock);
    let_go(stream->job->web->jobs, stream->job);
    free(stream);
}

/* ---- routes ---- */

/* With the lock held. */
static struct web_job *find(struct comb_jobs *jobs, const char *text, const char **rest)
{
    char *end;
    long long id = strtoll(text, &end, 10);
    *rest = end;
    for (struct web_job *job = jobs->first; end != text && job; job = job->next)
        if (job->id == id)
            return job;
    return NULL;
}

void comb_jobs_start(struct comb_jobs *jobs, json_t *request, comb_jobs_work *own, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *started = NULL;
    if (start(jobs, request, own, &started, &err) == COMB_OK)
        comb_reply_json(reply, COMB_OK, started);
    else
        comb_reply_error(reply, err.code == COMB_LIMIT ? 429 : 0, &err);
}

static void start_route(const struct comb_request *request, struct comb_reply *reply)
{
    json_t *object = comb_request_json(request, reply);
    if (object)
        comb_jobs_start(request->web->jobs, object, NULL, reply);
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

/* The state of each, with what was asked; boards are left out, they may be long. */
static void answer_list(struct comb_jobs *jobs, struct comb_reply *reply)
{
    static const char *const asked[] = {"verb", "game", "options", "seconds", "seed"};
    json_t *list = json_array();
    for (struct web_job *job = jobs->first; job; job = job->next) {
        json_t *state = state_of(job);
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            json_t *value = json_object_get(job->request, asked[i]);
            if (value)
                json_object_set(state, asked[i], value);
        }
        json_array_append_new(list, state);
    }
    comb_reply_json(reply, COMB_OK, json_pack("{s:i, s:o}", "schema", COMB_SCHEMA, "jobs", list));
}

/* POST /api/jobs/7/pause and .../resume. */
static bool pause_or_resume(struct web_job *job, const char *rest, struct comb_reply *reply)
{
    bool pause = strcmp(rest, "/pause") == 0;
    if (!pause && strcmp(rest, "/resume") != 0)
        return false;
    comb_job_pause(job->job, pause);
    answer_state(job, reply);
    return true;
}

/* What is asked of one job; with the list locked. */
static void job_route(const struct comb_request *request, struct web_job *job, const char *rest,
                      struct comb_reply *reply)
{
    bool get = strcmp(request->method, "GET") == 0;
    if (strcmp(request->method, "POST") == 0 && pause_or_resume(job, rest, reply))
        return;
    if (get && strcmp(rest, "/events") == 0) {
        open_stream(job, reply);
        return;
    }
    bool cancel = *rest == '\0' && strcmp(request->method, "DELETE") == 0;
    if (cancel)
        comb_job_cancel(job->job);
    if (cancel || (get && *rest == '\0'))
        answer_state(job, reply);
    else
        comb_reply_refuse(reply, 405,
                          "a job can be read (GET), followed (GET .../events), paused and resumed (POST .../pause, "
                          ".../resume) and cancelled (DELETE)");
}

void comb_web_jobs(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_jobs *jobs = request->web->jobs;
    const char *rest = request->path + strlen("/api/jobs");
    if (*rest == '\0' && strcmp(request->method, "POST") == 0) {
        start_route(request, reply);
        return;
    }
    bool all = *rest == '\0' && strcmp(request->method, "GET") == 0;
    pthread_mutex_lock(&jobs->lock);
    struct web_job *job = *rest == '/' ? find(jobs, rest + 1, &rest) : NULL;
    if (all)
        answer_list(jobs, reply);
    else if (job)
        job_route(request, job, rest, reply);
    else
        comb_reply_refuse(reply, 404, "there is no such job");
    pthread_mutex_unlock(&jobs->lock);
}
