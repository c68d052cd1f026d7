/* Listening sockets. They are opened before anything accepts from them, so that the port and with it the names that the
 * server answers to are known when the first request is read. */
#ifndef COMB_WEB_LISTEN_H
#define COMB_WEB_LISTEN_H

#include "base/error.h"

#include <stdbool.h>

enum { COMB_LISTEN_SOCKETS = 2 };

struct comb_listener {
    int sockets[COMB_LISTEN_SOCKETS]; /* -1: given away */
    unsigned count;
    unsigned port;
};

/* `address` is numeric; NULL: 127.0.0.1 and, where there is IPv6, ::1. `port` 0: any free one. Unless `exact`, the next
 * ports are tried when it is taken. */
int comb_listen(struct comb_listener *out, const char *address, unsigned port, bool exact, struct comb_error *err);
void comb_listener_close(struct comb_listener *listener);

#endif
