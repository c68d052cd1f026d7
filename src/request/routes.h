/* The table of routes. Dispatch, the text of GET /api and docs/api.md are derived from it. A front may add routes of
 * its own (struct comb_service). */
#ifndef COMB_REQUEST_ROUTES_H
#define COMB_REQUEST_ROUTES_H

#include "core/field.h"
#include "request/request.h"

/* A table ends with a row whose method is NULL. In a path, N matches a positive number, VERB any segment, and * at the
 * end anything. A path without these takes precedence over one with VERB, and that one over one with *. */
struct comb_route {
    const char *method;
    const char *path;
    const char *summary;            /* one sentence without a full stop; NULL: not part of the API */
    const struct comb_field *query; /* parameters in the address, or NULL */
    const struct comb_field *body;  /* members of the object in the body, or NULL */
    const char *bytes;              /* what the body consists of, if it is not an object */
    const struct comb_field *reply; /* members of the answer besides "schema", or NULL */
    bool library;                   /* works on the library, which is locked meanwhile */
    comb_handler *run;
};

extern const struct comb_route comb_routes[];

/* Answers a request by the route that fits: 404 if there is none, 405 if there is one with another method. */
void comb_dispatch(const struct comb_request *request, struct comb_reply *reply);

/* Largest allowed body of a request to this path. */
size_t comb_route_max_body(const char *path);

/* Describes routes as text for people, one line per route followed by its parameters. */
void comb_routes_describe(struct comb_buf *out, const struct comb_route *routes);

#endif
