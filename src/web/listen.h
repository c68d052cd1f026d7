/* Listening sockets. They are opened before any connection is accepted, so that the port, and with it the accepted host
 * names, are known when the first request arrives. */
#ifndef COMB_WEB_LISTEN_H
#define COMB_WEB_LISTEN_H

#include "base/error.h"

#include <stdbool.h>

enum { COMB_LISTEN_SOCKETS = 2 };

struct comb_listener {
    int sockets[COMB_LISTEN_SOCKETS]; /* -1: owned by a daemon */
    unsigned count;
    unsigned port;
};

/* Opens the sockets. `address` is numeric; NULL: 127.0.0.1 and, with IPv6, ::1. `port` 0: any free port. Unless
 * `exact`, tries the next ports if it is in use. */
int comb_listen(struct comb_listener *out, const char *address, unsigned port, bool exact, struct comb_error *err);
void comb_listener_close(struct comb_listener *listener);

#endif
