/* The table of open connections. It limits their number and the time of each phase of a request.
 *
 * The timeout of the HTTP library restarts with every byte, so a client that sends a byte now and then could hold a
 * connection forever. Here each phase of a request has one deadline, whatever arrives in between. When the table is
 * full, a new client replaces the connection that has been idle for the longest time, so that idle connections never
 * block a real client.
 *
 * A connection is dropped by shutting down its socket: its thread then sees the end of the stream and closes it. */
#ifndef COMB_WEB_CONNECTIONS_H
#define COMB_WEB_CONNECTIONS_H

#include "base/error.h"

#include <netinet/in.h>
#include <stdbool.h>

enum comb_phase {
    COMB_PHASE_HEAD,   /* waits for the head of a request, or for the rest of it */
    COMB_PHASE_BODY,   /* waits for the rest of a body */
    COMB_PHASE_WORK,   /* computes the answer; limited by the job, never dropped here */
    COMB_PHASE_REPLY,  /* sends the answer */
    COMB_PHASE_STREAM, /* sends events */
    COMB_PHASES
};

struct comb_connection_limits {
    unsigned total;
    unsigned per_address;        /* an IPv6 client is counted by its network (/64) */
    double seconds[COMB_PHASES]; /* 0: no deadline */
};

struct comb_connections;
struct comb_connection;

int comb_connections_new(struct comb_connections **out, const struct comb_connection_limits *limits,
                         struct comb_error *err);
void comb_connections_free(struct comb_connections *connections); /* once all have been removed */

/* Adds a connection, in COMB_PHASE_HEAD. If the table is full, drops an idle connection, or the new one if none is
 * idle. NULL: out of memory. `peer` may be NULL. */
struct comb_connection *comb_connections_add(struct comb_connections *connections, int socket,
                                             const struct sockaddr *peer);

/* To be called before the socket is closed. NULL is fine. */
void comb_connections_remove(struct comb_connections *connections, struct comb_connection *connection);

void comb_connections_enter(struct comb_connections *connections, struct comb_connection *connection,
                            enum comb_phase phase);

/* Drops the connections that are past their deadline at `now` (clock.h). */
void comb_connections_check(struct comb_connections *connections, double now);

/* Waits for a connection if there is none, then for `seconds`. False once comb_connections_wake was called. */
bool comb_connections_wait(struct comb_connections *connections, double seconds);
void comb_connections_wake(struct comb_connections *connections);

/* To be called before the server stops: drops clients without a request and gives the others `seconds` per phase,
 * except for work. */
void comb_connections_drain(struct comb_connections *connections, double seconds);

/* Number of open connections that are not dropped. */
unsigned comb_connections_count(struct comb_connections *connections);

/* Whether the peer has closed its side of the connection, or the connection is broken. Always false for socket -1. */
bool comb_socket_is_closed(int socket);

/* Whether the connection is broken in both directions, so that nothing sent arrives. */
bool comb_socket_is_broken(int socket);

#endif
