/* Progress: every REPORT_SECONDS, the thread that ticks records a sample (time, units done) in a ring buffer:
 *
 *     samples   t0 ---- t1 ---- t2 ---- t3 ---- now        the rates between neighbours give a fastest and a
 *     done      0      120     260     390     540         slowest estimate of the time left; the newest is shown
 *
 * Reporting only tries the lock and never waits: a tick during another thread's report returns at once. */
#define _POSIX_C_SOURCE 200809L
#include "core/job.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/platform.h"
#include "base/vec.h"

enum { SAMPLES = 16 };

static const double REPORT_SECONDS = 0.1;
static const double SAMPLE_SECONDS = 0.5;
static const double MEMORY_SECONDS = 0.02;
static const double STATE_SECONDS = 0.05;
static const struct timespec PAUSE_STEP = {.tv_nsec = 20000000};

struct sample {
    double seconds;
    double done;
    double fraction; /* negative: unknown */
};

struct comb_job {
    struct comb_job_setup setup;
    struct comb_budget budget;
    struct comb_arena arena;
    double started;
    size_t resident; /* bytes of the process when the job started; only with a memory limit */
    _Atomic double memory_checked;
    atomic_bool over_memory;
    atomic_int stop;
    atomic_uint_fast64_t done;
    atomic_uint_fast64_t total;
    _Atomic double fraction; /* negative: use the unit counts */
    pthread_mutex_t report_lock;
    _Atomic double reported;       /* seconds of the last report */
    _Atomic double state_reported; /* seconds of the last state report */
    atomic_bool delivered;
    atomic_bool paused;
    _Atomic double paused_at;     /* clock time */
    _Atomic double paused_time;   /* total of all earlier pauses */
    double parent_pause_at_start; /* total pauses of the parents when the job started */
    struct sample samples[SAMPLES];
    unsigned sample_count;
    char note[160];
    struct COMB_VEC(struct comb_resource *) resources;
};

static double system_clock(void *payload)
{
    (void)payload;
    return comb_clock_seconds();
}

/* Total pause time of the job and its parents. */
static double paused_seconds(const struct comb_job *job)
{
    double seconds = 0;
    for (; job; job = job->setup.parent) {
        seconds += atomic_load(&job->paused_time);
        if (atomic_load(&job->paused))
            seconds += job->setup.clock(job->setup.payload) - atomic_load(&job->paused_at);
    }
    return seconds;
}

int comb_job_new(struct comb_job **out, const struct comb_job_setup *setup, struct comb_error *err)
{
    struct comb_job *job = *out = calloc(1, sizeof *job);
    if (!job)
        return comb_fail_memory(err);
    job->setup = *setup;
    if (!job->setup.clock)
        job->setup.clock = system_clock;
    if (job->setup.threads == 0)
        job->setup.threads = comb_cpu_count();
    job->budget.limit = setup->memory_limit;
    comb_arena_init(&job->arena, &job->budget);
    pthread_mutex_init(&job->report_lock, NULL);
    job->started = job->setup.clock(job->setup.payload);
    job->parent_pause_at_start = paused_seconds(setup->parent);
    job->memory_checked = -1;
    job->fraction = -1;
    if (setup->memory_limit > 0)
        job->resident = comb_resident_bytes();
    return COMB_OK;
}

void comb_job_free(struct comb_job *job)
{
    if (!job)
        return;
    for (size_t i = job->resources.count; i-- > 0;)
        comb_context_release(job->setup.context, job->resources.items[i]);
    comb_vec_free(&job->resources);
    comb_arena_free(&job->arena);
    pthread_mutex_destroy(&job->report_lock);
    free(job);
}

struct comb_context *comb_job_context(const struct comb_job *job)
{
    return job->setup.context;
}

int comb_job_resource(void **out, struct comb_job *job, const struct comb_resource_request *request,
                      struct comb_error *err)
{
    struct comb_resource *resource;
    *out = NULL;
    while (job->setup.inherit_from)
        job = job->setup.inherit_from;
    for (size_t i = 0; i < job->resources.count; i++)
        if (strcmp(comb_resource_name(job->resources.items[i]), request->name) == 0) {
            *out = comb_resource_value(job->resources.items[i]);
            return COMB_OK;
        }
    if (!comb_vec_grow(&job->resources))
        return comb_fail_memory(err);
    int code = comb_context_acquire(&resource, job->setup.context, request, err);
    if (code != COMB_OK)
        return code;
    job->resources.items[job->resources.count++] = resource;
    *out = comb_resource_value(resource);
    return COMB_OK;
}

struct comb_arena *comb_job_arena(struct comb_job *job)
{
    return &job->arena;
}

struct comb_budget *comb_job_budget(struct comb_job *job)
{
    return &job->budget;
}

unsigned comb_job_threads(const struct comb_job *job)
{
    return job->setup.threads;
}

uint64_t comb_job_seed(const struct comb_job *job)
{
    return job->setup.seed;
}

double comb_job_time_limit(const struct comb_job *job)
{
    while (job->setup.time_limit <= 0 && job->setup.parent)
        job = job->setup.parent;
    return job->setup.time_limit;
}

double comb_job_message_interval(const struct comb_job *job)
{
    return job->setup.message_interval;
}

double comb_job_seconds(const struct comb_job *job)
{
    bool paused = atomic_load(&job->paused);
    double now = paused ? atomic_load(&job->paused_at) : job->setup.clock(job->setup.payload);
    double parent_pause = paused_seconds(job->setup.parent) - job->parent_pause_at_start;
    return now - job->started - atomic_load(&job->paused_time) - parent_pause;
}

void comb_job_expect(struct comb_job *job, uint64_t total)
{
    atomic_store(&job->total, total);
}

void comb_job_fraction(struct comb_job *job, double fraction)
{
    atomic_store_explicit(&job->fraction, fraction, memory_order_relaxed);
}

void comb_job_note(struct comb_job *job, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&job->report_lock);
    vsnprintf(job->note, sizeof job->note, format, args);
    pthread_mutex_unlock(&job->report_lock);
    va_end(args);
}

void comb_job_message(struct comb_job *job, const char *format, ...)
{
    char line[512];
    va_list args;
    if (!job->setup.on_message)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pthread_mutex_lock(&job->report_lock);
    job->setup.on_message(job->setup.payload, line);
    pthread_mutex_unlock(&job->report_lock);
}

bool comb_job_wants_parts(const struct comb_job *job)
{
    return job->setup.on_part != NULL;
}

size_t comb_job_parts_in_answer(const struct comb_job *job)
{
    return job->setup.parts_in_answer;
}

bool comb_job_has_delivered(const struct comb_job *job)
{
    return atomic_load(&job->delivered);
}

bool comb_job_deliver(struct comb_job *job, const json_t *part)
{
    atomic_store(&job->delivered, true);
    pthread_mutex_lock(&job->report_lock);
    bool more = job->setup.on_part(job->setup.payload, part);
    pthread_mutex_unlock(&job->report_lock);
    return more;
}

bool comb_job_wants_state(struct comb_job *job)
{
    if (!job->setup.on_state)
        return false;
    double seconds = comb_job_seconds(job), last = atomic_load(&job->state_reported);
    return seconds - last >= STATE_SECONDS && atomic_compare_exchange_strong(&job->state_reported, &last, seconds);
}

void comb_job_report_state(struct comb_job *job, const json_t *state)
{
    pthread_mutex_lock(&job->report_lock);
    job->setup.on_state(job->setup.payload, state);
    pthread_mutex_unlock(&job->report_lock);
}

void comb_job_pause(struct comb_job *job, bool pause)
{
    double now = job->setup.clock(job->setup.payload);
    pthread_mutex_lock(&job->report_lock);
    if (pause && !job->paused)
        atomic_store(&job->paused_at, now);
    else if (!pause && job->paused)
        atomic_store(&job->paused_time, atomic_load(&job->paused_time) + now - atomic_load(&job->paused_at));
    atomic_store(&job->paused, pause);
    pthread_mutex_unlock(&job->report_lock);
}

/* Whether the job or one of its parents is paused. */
static bool is_paused_or_parent(const struct comb_job *job)
{
    bool waits = false;
    for (; job && !waits; job = job->setup.parent)
        waits = atomic_load_explicit(&job->paused, memory_order_relaxed);
    return waits;
}

bool comb_job_paused(const struct comb_job *job)
{
    return atomic_load(&job->paused);
}

static void stop_with(struct comb_job *job, int code)
{
    int running = COMB_OK;
    atomic_compare_exchange_strong(&job->stop, &running, code);
}

void comb_job_cancel(struct comb_job *job)
{
    stop_with(job, COMB_INTERRUPTED);
}

static double fraction_done(const struct comb_job *job, double done)
{
    double reported_fraction = atomic_load_explicit(&job->fraction, memory_order_relaxed);
    double total = (double)atomic_load(&job->total);
    double fraction = reported_fraction >= 0 ? reported_fraction : total > 0 ? done / total : -1;
    return fraction < 1 ? fraction : 1;
}

static void add_sample(struct comb_job *job, double seconds, double done, double fraction)
{
    unsigned count = job->sample_count;
    if (count > 0 && seconds - job->samples[(count - 1) % SAMPLES].seconds < SAMPLE_SECONDS)
        return;
    job->samples[count % SAMPLES] = (struct sample){.seconds = seconds, .done = done, .fraction = fraction};
    job->sample_count++;
}

/* Time left if work continues at the rate of progress_made per seconds; -1 if there was no progress. */
static double time_left(double fraction, double seconds, double progress_made)
{
    return progress_made > 0 ? (1 - fraction) * seconds / progress_made : -1;
}

/* Fills in the rate (between the last two samples, or since the start) and the range of the time left. The mean rate
 * since the start is always included, so that a lull alone does not decide. */
static void estimate_time_left(const struct comb_job *job, struct comb_progress *progress)
{
    double fraction = progress->fraction;
    unsigned first = job->sample_count > SAMPLES ? job->sample_count - SAMPLES : 0;
    progress->min_seconds_left = progress->max_seconds_left = time_left(fraction, progress->seconds, fraction);
    if (progress->seconds > 0)
        progress->rate = progress->done / progress->seconds;
    for (unsigned i = first; i + 1 < job->sample_count; i++) {
        const struct sample *a = &job->samples[i % SAMPLES];
        const struct sample *b = &job->samples[(i + 1) % SAMPLES];
        double left = a->fraction >= 0 ? time_left(fraction, b->seconds - a->seconds, b->fraction - a->fraction) : -1;
        progress->rate = (b->done - a->done) / (b->seconds - a->seconds);
        if (left >= 0 && left < progress->min_seconds_left)
            progress->min_seconds_left = left;
        if (left > progress->max_seconds_left)
            progress->max_seconds_left = left;
    }
}

static void report_progress(struct comb_job *job, double seconds)
{
    if (pthread_mutex_trylock(&job->report_lock) != 0)
        return;
    struct comb_progress progress = {
        .seconds = seconds,
        .done = (double)atomic_load(&job->done),
        .rate = -1,
        .fraction = -1,
        .min_seconds_left = -1,
        .max_seconds_left = -1,
        .note = job->note,
    };
    atomic_store(&job->reported, seconds);
    progress.fraction = fraction_done(job, progress.done);
    add_sample(job, seconds, progress.done, progress.fraction);
    estimate_time_left(job, &progress);
    job->setup.on_progress(job->setup.payload, &progress);
    pthread_mutex_unlock(&job->report_lock);
}

/* Arenas count against the budget, but libraries (JSON, the SAT solver) and growing arrays do not. So this also
 * compares the memory of the process with that at the start of the job. */
static bool over_memory(struct comb_job *job, double seconds)
{
    if (job->setup.memory_limit == 0 || seconds - atomic_load(&job->memory_checked) < MEMORY_SECONDS)
        return false;
    size_t now = comb_resident_bytes();
    if (now > job->resident && now - job->resident > job->setup.memory_limit)
        atomic_store(&job->over_memory, true);
    atomic_store(&job->memory_checked, seconds);
    return atomic_load(&job->over_memory);
}

/* COMB_OK, or the reason to stop: the parent's or its own. */
static int check_stop(struct comb_job *job, double seconds)
{
    struct comb_job *parent = job->setup.parent;
    int stop = atomic_load_explicit(&job->stop, memory_order_relaxed);
    if (stop == COMB_OK && parent)
        stop = check_stop(parent, comb_job_seconds(parent));
    if (stop == COMB_OK &&
        ((job->setup.time_limit > 0 && seconds >= job->setup.time_limit) || over_memory(job, seconds)))
        stop = COMB_LIMIT;
    if (stop != COMB_OK)
        stop_with(job, stop);
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

int comb_job_tick(struct comb_job *job, uint64_t units)
{
    atomic_fetch_add_explicit(&job->done, units, memory_order_relaxed);
    double seconds = comb_job_seconds(job);
    int stop = check_stop(job, seconds);
    while (stop == COMB_OK && is_paused_or_parent(job)) {
        nanosleep(&PAUSE_STEP, NULL);
        seconds = comb_job_seconds(job);
        stop = check_stop(job, seconds);
    }
    if (stop == COMB_OK && job->setup.on_progress && seconds - atomic_load(&job->reported) >= REPORT_SECONDS)
        report_progress(job, seconds);
    return stop;
}

/* The job whose limit was reached: a parent's limit also ends its children. */
static const struct comb_job *job_with_limit(const struct comb_job *job)
{
    while (job->setup.parent && atomic_load(&job->setup.parent->stop) == COMB_LIMIT)
        job = job->setup.parent;
    return job;
}

bool comb_job_out_of_memory(const struct comb_job *job)
{
    return atomic_load(&job_with_limit(job)->over_memory);
}

int comb_job_fail(const struct comb_job *job, int code, struct comb_error *err)
{
    if (code == COMB_LIMIT && comb_job_out_of_memory(job))
        return comb_fail(err, code, "memory limit of %zu bytes reached", job_with_limit(job)->setup.memory_limit);
    if (code == COMB_LIMIT)
        return comb_fail(err, code, "time limit of %g s reached", job_with_limit(job)->setup.time_limit);
    return comb_fail(err, COMB_INTERRUPTED, "interrupted");
}
