/* Progress: once in REPORT_SECONDS the thread that happens to tick takes a sample (time, units done) into a short ring:
 *
 *     samples   t0 ---- t1 ---- t2 ---- t3 ---- now        rate between neighbours gives a fastest and a slowest rate,
 *     done      0      120     260     390     540         hence a range for the time left; the newest rate is shown
 *
 * The lock is only tried, never waited for: a tick that meets another thread's report goes on working. */
#define _POSIX_C_SOURCE 200809L
#include "core/job.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/threads.h"
#include "base/vec.h"

enum { SAMPLES = 16 };

static const double REPORT_SECONDS = 0.1;
static const double SAMPLE_SECONDS = 0.5;
static const double MEMORY_SECONDS = 0.02;
static const double LOOK_SECONDS = 0.05;
static const struct timespec PAUSE_STEP = {.tv_nsec = 20000000};

struct sample {
    double seconds;
    double done;
    double share; /* negative: not known */
};

struct comb_job {
    struct comb_job_setup setup;
    struct comb_budget budget;
    struct comb_arena arena;
    double started;
    size_t resident; /* bytes of the process when the job began; only with a memory limit */
    _Atomic double memory_checked;
    atomic_bool over_memory;
    atomic_int stop;
    atomic_uint_fast64_t done;
    atomic_uint_fast64_t total;
    _Atomic double share; /* negative: only units are counted */
    pthread_mutex_t report_lock;
    _Atomic double reported; /* seconds of the last report */
    _Atomic double looked;   /* and of the last look */
    atomic_bool delivered;
    atomic_bool paused;
    _Atomic double paused_at;   /* by the clock */
    _Atomic double paused_time; /* in all pauses before */
    double paused_above;        /* in pauses of the parents before the job began */
    struct sample samples[SAMPLES];
    unsigned sample_count;
    char note[160];
    struct COMB_VEC(struct comb_resource *) held;
};

static double system_clock(void *payload)
{
    (void)payload;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Bytes of the process that lie in memory; 0 where the system does not tell. */
static size_t resident_bytes(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%*u %lu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Seconds that passed in pauses of the job and of its parents: work waits for all of them. */
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
    job->paused_above = paused_seconds(setup->parent);
    job->memory_checked = -1;
    job->share = -1;
    if (setup->memory_limit > 0)
        job->resident = resident_bytes();
    return COMB_OK;
}

void comb_job_free(struct comb_job *job)
{
    if (!job)
        return;
    for (size_t i = job->held.count; i-- > 0;)
        comb_context_release(job->setup.context, job->held.items[i]);
    comb_vec_free(&job->held);
    comb_arena_free(&job->arena);
    pthread_mutex_destroy(&job->report_lock);
    free(job);
}

struct comb_context *comb_job_context(const struct comb_job *job)
{
    return job->setup.context;
}

int comb_job_resource(void **out, struct comb_job *job, const struct comb_resource_wanted *wanted,
                      struct comb_error *err)
{
    struct comb_resource *resource;
    *out = NULL;
    while (job->setup.like)
        job = job->setup.like;
    for (size_t i = 0; i < job->held.count; i++)
        if (strcmp(comb_resource_name(job->held.items[i]), wanted->name) == 0) {
            *out = comb_resource_value(job->held.items[i]);
            return COMB_OK;
        }
    if (!comb_vec_grow(&job->held))
        return comb_fail_memory(err);
    int code = comb_context_hold(&resource, job->setup.context, wanted, err);
    if (code != COMB_OK)
        return code;
    job->held.items[job->held.count++] = resource;
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

double comb_job_seconds(const struct comb_job *job)
{
    bool paused = atomic_load(&job->paused);
    double now = paused ? atomic_load(&job->paused_at) : job->setup.clock(job->setup.payload);
    double above = paused_seconds(job->setup.parent) - job->paused_above;
    return now - job->started - atomic_load(&job->paused_time) - above;
}

void comb_job_expect(struct comb_job *job, uint64_t total)
{
    atomic_store(&job->total, total);
}

void comb_job_share(struct comb_job *job, double share)
{
    atomic_store_explicit(&job->share, share, memory_order_relaxed);
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

void comb_job_say(struct comb_job *job, const char *format, ...)
{
    char line[512];
    va_list args;
    if (!job->setup.hear)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pthread_mutex_lock(&job->report_lock);
    job->setup.hear(job->setup.payload, line);
    pthread_mutex_unlock(&job->report_lock);
}

bool comb_job_takes_parts(const struct comb_job *job)
{
    return job->setup.take != NULL;
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
    bool more = job->setup.take(job->setup.payload, part);
    pthread_mutex_unlock(&job->report_lock);
    return more;
}

bool comb_job_watched(struct comb_job *job)
{
    if (!job->setup.look)
        return false;
    double seconds = comb_job_seconds(job), last = atomic_load(&job->looked);
    return seconds - last >= LOOK_SECONDS && atomic_compare_exchange_strong(&job->looked, &last, seconds);
}

void comb_job_look(struct comb_job *job, const json_t *state)
{
    pthread_mutex_lock(&job->report_lock);
    job->setup.look(job->setup.payload, state);
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

/* Its own pause, or one of its parents'. */
static bool must_wait(const struct comb_job *job)
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

static double share_of(const struct comb_job *job, double done)
{
    double told = atomic_load_explicit(&job->share, memory_order_relaxed);
    double total = (double)atomic_load(&job->total);
    double share = told >= 0 ? told : total > 0 ? done / total : -1;
    return share < 1 ? share : 1;
}

static void take_sample(struct comb_job *job, double seconds, double done, double share)
{
    unsigned count = job->sample_count;
    if (count > 0 && seconds - job->samples[(count - 1) % SAMPLES].seconds < SAMPLE_SECONDS)
        return;
    job->samples[count % SAMPLES] = (struct sample){.seconds = seconds, .done = done, .share = share};
    job->sample_count++;
}

/* How long the rest takes if it goes on as between two moments; -1 where nothing moved. */
static double time_left(double share, double seconds, double gained)
{
    return gained > 0 ? (1 - share) * seconds / gained : -1;
}

/* Rates between neighbouring samples, or since the start while there is only one; the range of what they say of the
 * time left. The mean since the start is always among them, so that a lull does not alone decide. */
static void estimate(const struct comb_job *job, struct comb_progress *progress)
{
    double share = progress->share;
    unsigned first = job->sample_count > SAMPLES ? job->sample_count - SAMPLES : 0;
    progress->left_least = progress->left_most = time_left(share, progress->seconds, share);
    if (progress->seconds > 0)
        progress->rate = progress->done / progress->seconds;
    for (unsigned i = first; i + 1 < job->sample_count; i++) {
        const struct sample *a = &job->samples[i % SAMPLES];
        const struct sample *b = &job->samples[(i + 1) % SAMPLES];
        double left = a->share >= 0 ? time_left(share, b->seconds - a->seconds, b->share - a->share) : -1;
        progress->rate = (b->done - a->done) / (b->seconds - a->seconds);
        if (left >= 0 && left < progress->left_least)
            progress->left_least = left;
        if (left > progress->left_most)
            progress->left_most = left;
    }
}

static void report(struct comb_job *job, double seconds)
{
    if (pthread_mutex_trylock(&job->report_lock) != 0)
        return;
    struct comb_progress progress = {
        .seconds = seconds,
        .done = (double)atomic_load(&job->done),
        .rate = -1,
        .share = -1,
        .left_least = -1,
        .left_most = -1,
        .note = job->note,
    };
    atomic_store(&job->reported, seconds);
    progress.share = share_of(job, progress.done);
    take_sample(job, seconds, progress.done, progress.share);
    estimate(job, &progress);
    job->setup.watch(job->setup.payload, &progress);
    pthread_mutex_unlock(&job->report_lock);
}

/* Arenas count against the budget, but libraries (JSON, the SAT solver) and growing arrays do not: what the process
 * uses more than when the job began is looked at as well. */
static bool over_memory(struct comb_job *job, double seconds)
{
    if (job->setup.memory_limit == 0 || seconds - atomic_load(&job->memory_checked) < MEMORY_SECONDS)
        return false;
    size_t now = resident_bytes();
    if (now > job->resident && now - job->resident > job->setup.memory_limit)
        atomic_store(&job->over_memory, true);
    atomic_store(&job->memory_checked, seconds);
    return atomic_load(&job->over_memory);
}

/* COMB_OK, or why the job is to end: for its parent's reason, or for one of its own. */
static int stopped(struct comb_job *job, double seconds)
{
    struct comb_job *parent = job->setup.parent;
    int stop = atomic_load_explicit(&job->stop, memory_order_relaxed);
    if (stop == COMB_OK && parent)
        stop = stopped(parent, comb_job_seconds(parent));
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
    int stop = stopped(job, seconds);
    while (stop == COMB_OK && must_wait(job)) {
        nanosleep(&PAUSE_STEP, NULL);
        seconds = comb_job_seconds(job);
        stop = stopped(job, seconds);
    }
    if (stop == COMB_OK && job->setup.watch && seconds - atomic_load(&job->reported) >= REPORT_SECONDS)
        report(job, seconds);
    return stop;
}

/* The job whose limit it was: a parent's ends its children too. */
static const struct comb_job *limited(const struct comb_job *job)
{
    while (job->setup.parent && atomic_load(&job->setup.parent->stop) == COMB_LIMIT)
        job = job->setup.parent;
    return job;
}

bool comb_job_lacks_memory(const struct comb_job *job)
{
    return atomic_load(&limited(job)->over_memory);
}

int comb_job_fail(const struct comb_job *job, int code, struct comb_error *err)
{
    if (code == COMB_LIMIT && comb_job_lacks_memory(job))
        return comb_fail(err, code, "memory limit of %zu bytes reached", limited(job)->setup.memory_limit);
    if (code == COMB_LIMIT)
        return comb_fail(err, code, "time limit of %g s reached", limited(job)->setup.time_limit);
    return comb_fail(err, COMB_INTERRUPTED, "interrupted");
}
