/* Web: what all requests share. */
#ifndef COMB_WEB_WEB_H
#define COMB_WEB_WEB_H

#include "store/kept.h"
#include "web/guard.h"
#include "web/request.h"

struct comb_jobs;
struct comb_lanes;

struct comb_web {
    struct comb_context *context;
    struct comb_guard guard;
    unsigned threads; /* for all requests together */
    double time_limit;
    double unwatched_limit; /* seconds that a job goes on while nobody follows it, unless it ends by itself */
    size_t memory_limit;
    struct comb_job
        *whole; /* parent of what requests start: cancelled when the server has waited for them long enough */
    struct comb_lanes *lanes; /* requests that may work at the same time */
    struct comb_jobs *jobs;
    struct comb_kept *kept;          /* the library; NULL: it could not be opened */
    struct comb_error library_error; /* why */
};

/* Routes; each fills in the reply. */
typedef void comb_route(const struct comb_request *request, struct comb_reply *reply);

comb_route comb_web_api;     /* what there is, in words */
comb_route comb_web_games;   /* and as JSON */
comb_route comb_web_words;   /* /api/words...: word lists, own words */
comb_route comb_web_ask;     /* POST /api/<verb> */
comb_route comb_web_board;   /* POST /api/board: text of any kind to a board with its scene */
comb_route comb_web_scene;   /* POST /api/scene: a board with an answer drawn on it */
comb_route comb_web_picture; /* POST /api/picture: the same as SVG or PNG */
comb_route comb_web_read;    /* POST /api/read, /api/read/fix: a board from a picture */
comb_route comb_web_jobs;    /* /api/jobs... */
comb_route comb_web_library; /* /api/library... */
comb_route comb_web_plain;   /* GET /solve: an answer as a page that needs no script */
comb_route comb_web_plain_style;
comb_route comb_web_asset; /* the page */

/* Whether the path is `head`, or goes on below it with a slash. */
bool comb_web_below(const char *path, const char *head);

#endif
