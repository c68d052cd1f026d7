/* Job: one unit of work with its memory, limits, progress and cancellation.
 *
 * Code that starts work creates a job. Code that does the work calls comb_job_tick() every few milliseconds and, if it
 * returns a code other than COMB_OK, returns that code at once with the best result so far. Any thread may cancel, also
 * one that waits for signals. */
#ifndef COMB_CORE_JOB_H
#define COMB_CORE_JOB_H

#include "base/arena.h"
#include "base/json.h"
#include "core/context.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Progress report, at most ten per second. Unknown values are negative. */
struct comb_progress {
    double seconds;          /* since the start */
    double done;             /* units of work */
    double rate;             /* units per second, over the last seconds */
    double fraction;         /* 0 .. 1 */
    double min_seconds_left; /* estimates by the fastest and the slowest rate of the last intervals */
    double max_seconds_left;
    const char *note; /* last comb_job_note, such as the best score so far; or "" */
};

struct comb_job_setup {
    struct comb_context *context;  /* required */
    struct comb_job *parent;       /* the job also stops when its parent is cancelled or reaches a limit; may be NULL */
    struct comb_job *inherit_from; /* use the resources of this job, which must live longer; may be NULL */
    double time_limit;             /* seconds; 0 = none */
    size_t memory_limit;           /* bytes; 0 = none */
    unsigned threads;              /* 0 = all */
    uint64_t seed;
    double (*clock)(void *payload); /* monotonic seconds; NULL = system clock */
    void (*on_progress)(void *payload, const struct comb_progress *progress);
    void (*on_message)(void *payload, const char *line); /* receives comb_job_message */
    double message_interval; /* seconds between messages that follow each other quickly; 0 = no limit */
    bool (*on_part)(void *payload, const json_t *part); /* receives comb_job_deliver; NULL: parts are not wanted */
    size_t parts_in_answer; /* parts that fit into the answer; if there are more, all parts are delivered */
    void (*on_state)(void *payload, const json_t *state); /* receives comb_job_report_state */
    void *payload;                                        /* for the callbacks */
};

struct comb_job;

int comb_job_new(struct comb_job **out, const struct comb_job_setup *setup, struct comb_error *err);
void comb_job_free(struct comb_job *job);

struct comb_context *comb_job_context(const struct comb_job *job);
struct comb_arena *comb_job_arena(struct comb_job *job);   /* scratch memory; only for the thread that runs the job */
struct comb_budget *comb_job_budget(struct comb_job *job); /* for arenas of other threads */
unsigned comb_job_threads(const struct comb_job *job);

/* Acquires a resource of the context until the job is freed. Later calls return the same one, even if the data behind
 * its name has changed. Only for the thread that runs the job. */
int comb_job_resource(void **out, struct comb_job *job, const struct comb_resource_request *request,
                      struct comb_error *err);

uint64_t comb_job_seed(const struct comb_job *job);
double comb_job_time_limit(const struct comb_job *job); /* seconds, its own or a parent's; 0 = none */
double comb_job_seconds(const struct comb_job *job);    /* since the start, without pauses */

/* How often a search should report improvements, in seconds; 0 = each one. People cannot read hundreds of lines. */
double comb_job_message_interval(const struct comb_job *job);

/* Sets the total number of work units; 0 = unknown. */
void comb_job_expect(struct comb_job *job, uint64_t total);

/* Sets the fraction of the work that is done, 0 .. 1, where counting units does not show it: for a search that knows
 * how much of its tree it has covered. Even a tiny fraction gives an estimate. From any thread; the last call wins. */
void comb_job_fraction(struct comb_job *job, double fraction);

/* Counts `units` of work as done. Returns COMB_OK, or the code to return with: COMB_LIMIT or COMB_INTERRUPTED. From any
 * thread. */
int comb_job_tick(struct comb_job *job, uint64_t units);

/* Sets the text shown next to the progress; copied. */
void comb_job_note(struct comb_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends a one-line message: an improvement, a milestone. From any thread; calls are serialised. */
void comb_job_message(struct comb_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Delivers results one by one, for work that finds many. Calls are serialised; delivered parts are not stored in the
 * answer. Returns false when no more are wanted. */
bool comb_job_wants_parts(const struct comb_job *job);
size_t comb_job_parts_in_answer(const struct comb_job *job);
bool comb_job_deliver(struct comb_job *job, const json_t *part);
bool comb_job_has_delivered(const struct comb_job *job); /* the answer then does not hold all results */

/* Reports the live search state for visualisation, such as the path of a search so far. Build the state only if
 * comb_job_wants_state returns true: someone listens and the last report is at least 0.05 s old. From any thread. */
bool comb_job_wants_state(struct comb_job *job);
void comb_job_report_state(struct comb_job *job, const json_t *state);

void comb_job_cancel(struct comb_job *job);

/* While paused, ticks of the job and its children block (unless cancelled) and time does not count towards their
 * limits. */
void comb_job_pause(struct comb_job *job, bool pause);
bool comb_job_paused(const struct comb_job *job);

/* Whether the memory limit ended the job. */
bool comb_job_out_of_memory(const struct comb_job *job);

/* Fills in the error of a job that ended early; `code` is the result of comb_job_tick. The caller reports whether there
 * are partial results. */
int comb_job_fail(const struct comb_job *job, int code, struct comb_error *err);

#endif
