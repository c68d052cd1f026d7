/* Events of a job as JSON, for fronts that report them. */
#ifndef COMB_REQUEST_EVENTS_H
#define COMB_REQUEST_EVENTS_H

#include "base/json.h"
#include "core/job.h"

/* NULL if out of memory. */
json_t *comb_event_progress(const struct comb_progress *progress);
json_t *comb_event_line(const char *text);

/* The last event: "code" (an exit status), "revision" of the request if it has one, "result" (borrowed; may be NULL,
 * then "error"). */
json_t *comb_event_result(int code, const json_t *request, json_t *answer, const struct comb_error *err);

#endif
