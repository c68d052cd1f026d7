/* Server: the page and the API over HTTP, for one user on this machine.
 *
 *     GET  /, /app.js ...            the page, embedded in the program
 *     GET  /api                      what there is, in words; /api/games the same as JSON
 *     POST /api/<verb>               {"game", "board", "options", ...}: the verb's object, as --json prints it
 *     POST /api/read                 a picture's bytes: the board on it; /api/read/fix corrects that
 *     POST /api/jobs                 the same with "verb": starts it and gives {"job": n}
 *     GET  /api/jobs/n/events        progress and result as server-sent events
 *     DELETE /api/jobs/n             cancels
 *     GET, POST, DELETE /api/library...
 *
 * Every connection has a thread of its own; what costs time is bounded (connections, the time to send a request,
 * bodies, jobs, seconds, memory). Requests that take long never keep short ones waiting (lanes.h), connections that do
 * nothing never keep new ones out (connections.h), and work for a client that has gone is cancelled. Nothing in a
 * request names a file. */
#ifndef COMB_WEB_SERVER_H
#define COMB_WEB_SERVER_H

#include "core/context.h"

#include <stdbool.h>

enum { COMB_SERVER_SHORTEST_TOKEN = 16, COMB_SERVER_LONGEST_TOKEN = 128 };

/* Limits, where the setup does not say otherwise; GET /api lists them. */
enum {
    COMB_SERVER_SECONDS = 60,             /* of work for one request */
    COMB_SERVER_MEMORY = 1 << 30,         /* bytes for one request or job */
    COMB_SERVER_UNWATCHED_SECONDS = 1800, /* for a job that nobody follows */
    COMB_SERVER_CONNECTIONS = 256,
    COMB_SERVER_WAITING = 64, /* requests that wait for their turn */
    COMB_SERVER_HEAD_SECONDS = 15,
    COMB_SERVER_BODY_SECONDS = 60,
    COMB_SERVER_LARGEST_HEAD = 32768 /* bytes; answered with 431 */
};

struct comb_server;

struct comb_server_setup {
    struct comb_context *context; /* required; must outlive the server */
    const char *listen;           /* address; NULL: 127.0.0.1 and ::1 */
    const char *token;            /* every request must carry it: as ?token=, which sets a cookie, or as a bearer;
                                     required with `listen` */
    const char *library;          /* path of the library; NULL: the one in the user's data folder */
    unsigned port;                /* 0: any free one */
    bool port_exact;              /* fail when the port is taken, instead of trying the next ones */
    unsigned threads;             /* for the work of all requests together; 0: all */
    double time_limit;            /* seconds for one request; 0: COMB_SERVER_SECONDS */
    size_t memory_limit;          /* bytes for one request; 0: COMB_SERVER_MEMORY */
    unsigned connections;         /* open at the same time, half of them from one address; 0: 256 */
    double head_seconds;          /* for the whole head of a request; 0: 15 */
    double body_seconds;          /* for the whole body; 0: 60 */
};

int comb_server_start(struct comb_server **out, const struct comb_server_setup *setup, struct comb_error *err);
unsigned comb_server_port(const struct comb_server *server);
const char *comb_server_address(const struct comb_server *server); /* http://127.0.0.1:8237/ */

/* Why nothing is kept; NULL: it is. */
const char *comb_server_library_error(const struct comb_server *server);

/* Takes no more requests, cancels jobs, lets answers that are being worked on or written go out, and stops. What takes
 * long is answered with what was found until then. */
void comb_server_stop(struct comb_server *server);

#endif
