/* Background jobs for long requests. Each job has a thread; its server-sent events are logged, so that a page that
 * reconnects gets all of them from the beginning. A job without a time limit that nobody follows is cancelled after a
 * while.
 *
 *     event: progress   {"seconds", "done", "rate", "share", "left_least", "left_most", "note"}; only the newest
 *     event: line       {"text"}: a message, such as an improvement
 *     event: part       one of many results
 *     event: result     {"code", "revision", "result" or "error", "kept": saved to the library}; ends the stream */
#ifndef COMB_WEB_JOBS_H
#define COMB_WEB_JOBS_H

#include "web/web.h"

#include <sys/types.h>

enum {
    COMB_JOBS_RUNNING = 8,       /* at the same time, including paused ones */
    COMB_JOBS_LISTED = 64,       /* older finished jobs are removed from the list */
    COMB_JOBS_MAX_LOG = 16 << 20 /* bytes of events; beyond that no more results are accepted */
};

int comb_jobs_new(struct comb_jobs **out, struct comb_web *web, struct comb_error *err);

/* Starts a job and replies with its number. `work` NULL: the request names a verb. `service` is that of a struct
 * comb_web. */
void comb_jobs_start(struct comb_service *service, json_t *request, comb_background_work *work,
                     struct comb_reply *reply);

void comb_jobs_cancel(struct comb_jobs *jobs); /* cancels all jobs */

/* Cancels all jobs and waits for their threads. All streams must have been closed. */
void comb_jobs_free(struct comb_jobs *jobs);

/* A reader of one job's events, from the beginning. */
struct comb_stream;

/* Waits for bytes, at most `seconds`. Returns their number; 0: nothing yet, -1: end of the stream. */
ssize_t comb_stream_read_some(struct comb_stream *stream, char *out, size_t size, double seconds);
void comb_stream_close(struct comb_stream *stream);

#endif
