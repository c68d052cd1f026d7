/* State of the server shared by all requests, the client of a request, and the server's own routes. */
#ifndef COMB_WEB_H
#define COMB_WEB_H

#include "request/routes.h"
#include "request/service.h"
#include "web/guard.h"
#include "web/lanes.h"

struct comb_jobs;

struct comb_web {
    struct comb_service service; /* first: see comb_web_of */
    struct comb_guard guard;
    unsigned threads;      /* of all requests together */
    double detached_limit; /* seconds that a job without a time limit runs while nobody follows it */
    struct comb_lanes *lanes;
    struct comb_jobs *jobs;
};

/* Who sent a request (struct comb_request, `client`). */
struct comb_client {
    void *connection;
    int socket;            /* -1: none */
    bool accepts_gzip;     /* the client accepts gzip */
    bool cross_site;       /* sent by a page of another site */
    struct comb_slot slot; /* of its work */
    bool entered;          /* the slot */
};

static inline struct comb_web *comb_web_of(const struct comb_request *request)
{
    return (struct comb_web *)(void *)request->service;
}

/* Turns in the lanes, for requests whose client is a struct comb_client. */
extern const struct comb_turns comb_web_turns;

/* The routes besides comb_routes: jobs, the page, the page without scripts. */
extern const struct comb_route comb_web_routes[];

comb_handler comb_web_jobs_start;
comb_handler comb_web_jobs_list;
comb_handler comb_web_job_state;
comb_handler comb_web_job_events;
comb_handler comb_web_job_pause;
comb_handler comb_web_job_resume;
comb_handler comb_web_job_cancel;
comb_handler comb_web_plain;
comb_handler comb_web_plain_style;
comb_handler comb_web_asset;

/* Describes the limits of the server (struct comb_service, `limits`). */
void comb_web_limits(struct comb_buf *out, const struct comb_service *service);

#endif
