#include "request/routes.h"
#include "request/service.h"

#include <stdlib.h>
#include <string.h>

/* How well a path fits a pattern. */
enum { NO_MATCH, MATCHES_REST, MATCHES_VERB, MATCHES_EXACTLY };

/* Reads the number at the start of a path; 0 if there is none. */
static long long number_at(const char *path, const char **end)
{
    char *after = (char *)(uintptr_t)path;
    long long number = *path >= '1' && *path <= '9' ? strtoll(path, &after, 10) : 0;
    *end = after;
    return number;
}

static int match(long long *number, const char *pattern, const char *path)
{
    int rank = MATCHES_EXACTLY;
    while (*pattern && *pattern != '*') {
        if (strncmp(pattern, "VERB", 4) == 0 && *path && *path != '/') {
            pattern += 4;
            path += strcspn(path, "/");
            rank = MATCHES_VERB;
        } else if (*pattern == 'N') {
            *number = number_at(path, &path);
            if (*number == 0)
                return NO_MATCH;
            pattern++;
        } else if (*pattern++ != *path++) {
            return NO_MATCH;
        }
    }
    return *pattern == '*' ? MATCHES_REST : *path == '\0' ? rank : NO_MATCH;
}

/* The best match so far. */
struct search {
    const struct comb_route *route;
    long long number;
    int rank;
    int rank_of_other; /* of a route with another method */
};

static void search_table(struct search *search, const struct comb_route *routes, const struct comb_request *request)
{
    for (; routes && routes->method; routes++) {
        long long number = 0;
        int rank = match(&number, routes->path, request->path);
        bool allowed = strcmp(routes->method, request->method) == 0;
        if (!allowed && rank > search->rank_of_other)
            search->rank_of_other = rank;
        if (allowed && rank > search->rank) {
            search->route = routes;
            search->number = number;
            search->rank = rank;
        }
    }
}

static void run_route(const struct search *found, const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_request routed = *request;
    struct comb_service *service = request->service;
    routed.number = found->number;
    if (!found->route->library) {
        found->route->run(&routed, reply);
    } else if (!service->cache) {
        comb_reply_error(reply, 503, &service->library_error);
    } else {
        routed.library = comb_cache_lock(service->cache);
        found->route->run(&routed, reply);
        comb_cache_unlock(service->cache);
    }
}

void comb_dispatch(const struct comb_request *request, struct comb_reply *reply)
{
    struct search found = {0};
    search_table(&found, comb_routes, request);
    search_table(&found, request->service->routes, request);
    bool in_api = strncmp(request->path, "/api/", 5) == 0;
    bool other_method =
        found.rank_of_other > found.rank &&
        (found.route ? found.rank_of_other == MATCHES_EXACTLY : !in_api || found.rank_of_other > MATCHES_REST);
    if (found.route && !other_method)
        run_route(&found, request, reply);
    else if (other_method)
        comb_reply_refuse(reply, 405, "method %.10s not allowed for this path; see GET /api", request->method);
    else
        comb_reply_refuse(reply, 404, "not found; see GET /api");
}

size_t comb_route_max_body(const char *path)
{
    return strcmp(path, "/api/read") == 0 ? COMB_REQUEST_MAX_PICTURE : COMB_REQUEST_MAX_BODY;
}

/* ---- the routes as text ---- */

static void describe_fields(struct comb_buf *out, const char *before, const struct comb_field *rows)
{
    for (; rows && rows->name; rows++)
        comb_buf_printf(out, "           %s%s%s: %s. %s\n", before, rows->name, rows->optional ? "?" : "", rows->type,
                        rows->help);
}

void comb_routes_describe(struct comb_buf *out, const struct comb_route *routes)
{
    for (; routes && routes->method; routes++) {
        if (!routes->summary)
            continue;
        comb_buf_printf(out, "%-6s %-27s %s\n", routes->method, routes->path, routes->summary);
        if (routes->bytes)
            comb_buf_printf(out, "           body: %s\n", routes->bytes);
        describe_fields(out, "?", routes->query);
        describe_fields(out, "", routes->body);
    }
}
