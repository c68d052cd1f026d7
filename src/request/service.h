/* What a front (the server, a page with the program inside it, the library) provides to answer requests. */
#ifndef COMB_REQUEST_SERVICE_H
#define COMB_REQUEST_SERVICE_H

#include "request/request.h"
#include "store/answer_cache.h"

/* Work in the background other than a verb of a game: turns a request into an answer. Return codes as of comb_call_run.
 */
typedef int comb_background_work(json_t **out, const json_t *request, struct comb_job *job, struct comb_error *err);

/* Scheduling, where requests compete for the processor. */
struct comb_turns {
    bool (*wait)(const struct comb_request *request); /* for the request's turn; false: rejected */

    /* Passes the job of a request whose turn it is; the front may pause and cancel it until `end`. Its callbacks must
     * not block. */
    void (*start)(const struct comb_request *request, struct comb_job *job);

    /* Starts without waiting a job that must not be paused because it holds a lock. */
    void (*start_locked)(const struct comb_request *request, struct comb_job *job);

    /* To be called in any case, and before the job is freed. Returns 0, or the status of a rejection that replaces the
     * answer, with its reason. `answered`: there is an answer, perhaps a partial one. */
    unsigned (*end)(const struct comb_request *request, bool answered, struct comb_error *err);
};

struct comb_service {
    struct comb_context *context;
    double time_limit;               /* seconds per request */
    size_t memory_limit;             /* bytes per request */
    struct comb_job *root_job;       /* parent of the jobs of all requests, to cancel them; or NULL */
    struct comb_cache *cache;        /* the library; NULL: could not be opened */
    struct comb_error library_error; /* why */
    bool save_if_asked;              /* verbs save to the library only if the request has "keep" */
    const struct comb_turns *turns;  /* NULL: every request starts at once */
    const struct comb_route *routes; /* the front's own routes (routes.h); or NULL */
    void (*limits)(struct comb_buf *out, const struct comb_service *service); /* describes its limits; or NULL */

    /* Starts background work and replies with the number of its job. NULL: no jobs, such work is refused. */
    void (*start_job)(struct comb_service *service, json_t *request, comb_background_work *work,
                      struct comb_reply *reply);
};

#endif
