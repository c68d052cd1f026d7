/* Jobs: requests that take long. Each has a thread; what it says is kept as server-sent events, so that a page that
 * comes back finds everything from the beginning. A page that does not come back is forgotten after a while, and its
 * job with it, unless that has an end of its own.
 *
 *     event: progress   {"seconds", "done", "rate", "share", "left_least", "left_most", "note"}; the newest only
 *     event: line       {"text"}: an improvement, a milestone
 *     event: part       one of many results
 *     event: result     {"code", "revision", "result" or "error", "kept": in the library}; the stream ends */
#ifndef COMB_WEB_JOBS_H
#define COMB_WEB_JOBS_H

#include "web/web.h"

#include <sys/types.h>

enum {
    COMB_JOBS_RUNNING = 8,           /* at the same time, paused ones too */
    COMB_JOBS_LISTED = 64,           /* older ones that have ended are forgotten */
    COMB_JOBS_LARGEST_LOG = 16 << 20 /* bytes of events: then no more results are taken */
};

int comb_jobs_new(struct comb_jobs **out, struct comb_web *web, struct comb_error *err);

/* Work that is no verb of a game: from its request to its object. Codes are those of comb_ask_run. */
typedef int comb_jobs_work(json_t **out, const json_t *request, struct comb_job *job, struct comb_error *err);

/* Starts a job and answers with its number. `work` NULL: the request names a verb. */
void comb_jobs_start(struct comb_jobs *jobs, json_t *request, comb_jobs_work *work, struct comb_reply *reply);

void comb_jobs_cancel(struct comb_jobs *jobs); /* all of them */

/* Cancels every job and waits for their threads. No stream may be open any more. */
void comb_jobs_free(struct comb_jobs *jobs);

/* A reader of one job's events, from the beginning. */
struct comb_stream;

/* Waits for bytes, at most `seconds`; 0: nothing yet, -1: the end. */
ssize_t comb_stream_read_some(struct comb_stream *stream, char *out, size_t most, double seconds);
void comb_stream_close(struct comb_stream *stream);

#endif
