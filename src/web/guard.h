/* Who may ask: pages of other sites must not reach the server through the user's browser.
 *
 * A browser says which host it believes to talk to (Host) and which page asks (Origin, Sec-Fetch-Site). Both are parsed
 * exactly; a name that merely begins or ends like ours is another name (DNS rebinding, look-alike hosts). */
#ifndef COMB_WEB_GUARD_H
#define COMB_WEB_GUARD_H

#include <stdbool.h>

struct comb_guard {
    unsigned port;
    const char *host;  /* a further name or address that is ours, from --listen; NULL: loopback only */
    const char *here;  /* the address of ours that the request came to; NULL: loopback only. Under --listen 0.0.0.0 it
                          may be any of this machine, and no name of another */
    const char *token; /* NULL: none wanted */
};

/* The value of the Host header, NULL when there was none. */
bool comb_guard_host(const struct comb_guard *guard, const char *host);

/* Whether a request that changes something or costs work comes from our page, or from no page at all (curl). */
bool comb_guard_origin(const struct comb_guard *guard, const char *origin, const char *fetch_site);

/* The token, compared in constant time. */
bool comb_guard_token(const struct comb_guard *guard, const char *given);

#endif
