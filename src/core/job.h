/* Job: one piece of work with its memory, limits, progress and cancellation.
 *
 * Whoever starts work makes a job; whoever works calls comb_job_tick() at least every few milliseconds and returns at
 * once with the code it gives, leaving the best result so far. Any thread, also a signal-waiting one, may cancel. */
#ifndef COMB_CORE_JOB_H
#define COMB_CORE_JOB_H

#include "base/arena.h"
#include "base/json.h"
#include "core/context.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What a watcher is told, at most ten times a second. Unknown figures are negative. */
struct comb_progress {
    double seconds;    /* since the start */
    double done;       /* units of work */
    double rate;       /* units a second, over the last seconds */
    double share;      /* 0 .. 1 */
    double left_least; /* seconds to go, by the fastest and the slowest rate of the last intervals */
    double left_most;
    const char *note; /* what the worker last said, such as its best so far; "" when nothing */
};

struct comb_job_setup {
    struct comb_context *context; /* required */
    struct comb_job *parent;      /* stops when this one is cancelled or reaches a limit; may be NULL */
    struct comb_job *like;        /* sees the resources that this one sees, and ends before it; may be NULL */
    double time_limit;            /* seconds; 0 = none */
    size_t memory_limit;          /* bytes; 0 = none */
    unsigned threads;             /* 0 = all */
    uint64_t seed;
    double (*clock)(void *payload); /* seconds, never backwards; NULL = the system's monotonic clock */
    void (*watch)(void *payload, const struct comb_progress *progress);
    void (*hear)(void *payload, const char *line);   /* what comb_job_say says */
    bool (*take)(void *payload, const json_t *part); /* what comb_job_deliver delivers; NULL: parts are not wanted */
    size_t parts_in_answer; /* so many parts stand in the answer; only where there are more are they delivered, all */
    void (*look)(void *payload, const json_t *state); /* where the work is now; see comb_job_look */
    void *payload;                                    /* for clock, watch, hear, take and look */
};

struct comb_job;

int comb_job_new(struct comb_job **out, const struct comb_job_setup *setup, struct comb_error *err);
void comb_job_free(struct comb_job *job);

struct comb_context *comb_job_context(const struct comb_job *job);
struct comb_arena *comb_job_arena(struct comb_job *job);   /* scratch memory; only for the thread that runs the job */
struct comb_budget *comb_job_budget(struct comb_job *job); /* for arenas of further threads */
unsigned comb_job_threads(const struct comb_job *job);

/* A resource of the context, held until the job is freed: asked for again it is the same, whatever has become of what
 * lies behind its name. Only for the thread that runs the job. */
int comb_job_resource(void **out, struct comb_job *job, const struct comb_resource_wanted *wanted,
                      struct comb_error *err);

uint64_t comb_job_seed(const struct comb_job *job);
double comb_job_time_limit(const struct comb_job *job); /* seconds, its own or a parent's; 0 = none */
double comb_job_seconds(const struct comb_job *job);    /* since the start, pauses not counted */

/* How many units the whole work has; 0 = unknown. */
void comb_job_expect(struct comb_job *job, uint64_t total);

/* The share of the whole work that is done, 0 .. 1, where units do not tell it: a search that knows how much of its
 * tree it has seen. It may be tiny and still give an estimate. From any thread; the last one told counts. */
void comb_job_share(struct comb_job *job, double share);

/* Counts `units` of work as done. COMB_OK, or the code to return with: COMB_LIMIT or COMB_INTERRUPTED. From any thread.
 */
int comb_job_tick(struct comb_job *job, uint64_t units);

/* What progress shows beside the figures; copied. */
void comb_job_note(struct comb_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line for whoever listens: an improvement, a milestone. From any thread, one at a time. */
void comb_job_say(struct comb_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Results one by one, for work that finds many: whoever asked takes each as it comes, one at a time, and it is not kept
 * for the answer. False: no more are wanted. */
bool comb_job_takes_parts(const struct comb_job *job);
size_t comb_job_parts_in_answer(const struct comb_job *job);
bool comb_job_deliver(struct comb_job *job, const json_t *part);
bool comb_job_has_delivered(const struct comb_job *job); /* so that the answer is not all there is */

/* Where the work is now, for people who like to watch: the line that a search has drawn so far, say. comb_job_watched
 * is true when somebody looks and the last look is a twentieth of a second ago; only then is it worth describing the
 * state. From any thread. */
bool comb_job_watched(struct comb_job *job);
void comb_job_look(struct comb_job *job, const json_t *state);

void comb_job_cancel(struct comb_job *job);

/* While it is paused, ticks of it and of its children do not return (unless they are cancelled) and no time passes for
 * their limits. */
void comb_job_pause(struct comb_job *job, bool pause);
bool comb_job_paused(const struct comb_job *job);

/* Whether the limit that ended the job was that of memory. */
bool comb_job_lacks_memory(const struct comb_job *job);

/* The error for a job that ended early; `code` is what comb_job_tick gave. Whether something is shown all the same, and
 * what, is known to the caller. */
int comb_job_fail(const struct comb_job *job, int code, struct comb_error *err);

#endif
