/* Access control: pages of other sites must not reach the server through the user's browser.
 *
 * A browser sends the host it believes it talks to (Host) and the page that asks (Origin, Sec-Fetch-Site). Both are
 * matched exactly: a name that only starts or ends like ours is rejected (DNS rebinding, look-alike hosts). */
#ifndef COMB_WEB_GUARD_H
#define COMB_WEB_GUARD_H

#include <stdbool.h>

struct comb_guard {
    unsigned port;
    const char *host;          /* an additional name or address of ours, from --listen; NULL: loopback only */
    const char *local_address; /* the local address of the connection; NULL: loopback only. With --listen 0.0.0.0
                         it may be any address of this machine */
    const char *token;         /* NULL: none required */
};

/* Checks the value of the Host header; NULL: there is none. */
bool comb_guard_host(const struct comb_guard *guard, const char *host);

/* Whether a request comes from our page, or from no page at all (curl). */
bool comb_guard_origin(const struct comb_guard *guard, const char *origin, const char *fetch_site);

/* Compares the token in constant time. */
bool comb_guard_token(const struct comb_guard *guard, const char *given);

#endif
