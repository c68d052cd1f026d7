/* HTTP server of the page and the API, for one user on this machine.
 *
 *     GET  /, /app.js ...            the page, embedded in the program
 *     GET  /api                      overview as text; /api/games: as JSON
 *     POST /api/<verb>               {"game", "board", "options", ...}: the verb's answer, as --json prints it
 *     POST /api/read                 the bytes of a picture: reads its board; /api/read/fix corrects the reading
 *     POST /api/jobs                 as POST /api/<verb>, with "verb": starts a job and returns {"job": n}
 *     GET  /api/jobs/n/events        progress and result as server-sent events
 *     DELETE /api/jobs/n             cancels
 *     GET, POST, DELETE /api/library...
 *
 * Every connection has its own thread; all resources are limited (connections, the time to send a request, bodies,
 * jobs, seconds, memory). Long requests do not delay short ones (lanes.h), idle connections do not block new ones
 * (connections.h), and the work of a disconnected client is cancelled. No request can name a file. */
#ifndef COMB_WEB_SERVER_H
#define COMB_WEB_SERVER_H

#include "core/context.h"

#include <stdbool.h>

enum { COMB_SERVER_MIN_TOKEN = 16, COMB_SERVER_MAX_TOKEN = 128 };

/* Default limits; GET /api lists them. */
enum {
    COMB_SERVER_SECONDS = 60,            /* of work per request */
    COMB_SERVER_MEMORY = 1 << 30,        /* bytes per request or job */
    COMB_SERVER_DETACHED_SECONDS = 1800, /* of a job that nobody follows */
    COMB_SERVER_CONNECTIONS = 256,
    COMB_SERVER_WAITING = 64, /* waiting requests */
    COMB_SERVER_HEAD_SECONDS = 15,
    COMB_SERVER_BODY_SECONDS = 60,
    COMB_SERVER_MAX_HEAD = 32768 /* bytes; beyond that 431 */
};

struct comb_server;

struct comb_server_setup {
    struct comb_context *context; /* required; must outlive the server */
    const char *listen;           /* address; NULL: 127.0.0.1 and ::1 */
    const char *token;            /* required in every request: as ?token=, which sets a cookie, or as a bearer;
                                     mandatory with `listen` */
    const char *library;          /* path of the library; NULL: in the user's data folder */
    unsigned port;                /* 0: any free port */
    bool port_exact;              /* fail if the port is in use, instead of trying the next ones */
    unsigned threads;             /* for all requests together; 0: all cores */
    double time_limit;            /* seconds per request; 0: COMB_SERVER_SECONDS */
    size_t memory_limit;          /* bytes per request; 0: COMB_SERVER_MEMORY */
    unsigned connections;         /* open at the same time, half of them from one address; 0: 256 */
    double head_seconds;          /* for the whole head of a request; 0: 15 */
    double body_seconds;          /* for the whole body; 0: 60 */
};

int comb_server_start(struct comb_server **out, const struct comb_server_setup *setup, struct comb_error *err);
unsigned comb_server_port(const struct comb_server *server);
const char *comb_server_address(const struct comb_server *server); /* http://127.0.0.1:8237/ */

/* Why the library cannot be used; NULL: it can. */
const char *comb_server_library_error(const struct comb_server *server);

/* Stops the server: accepts no more requests, cancels jobs, and waits for pending answers. Long work is cut short and
 * answered with its results so far. */
void comb_server_stop(struct comb_server *server);

#endif
