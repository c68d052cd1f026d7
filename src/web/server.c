/* From bytes to routes: libmicrohttpd parses HTTP and gives each connection a thread; this file bounds what a client
 * may send, looks at who asks, finds the route, and writes the reply with the headers that keep the page to itself. */
#define _GNU_SOURCE
#include "web/server.h"

#include "base/threads.h"
#include "web/assets.h"
#include "web/jobs.h"
#include "web/web.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PORTS_TRIED = 20,
    MOST_CONNECTIONS = 256,
    SILENT_SECONDS = 15,
    PATIENCE_SECONDS = 4, /* with requests that are being worked on when the server stops */
    DRAIN_SECONDS = 10,
    STREAM_WAIT = 10,
    COOKIE_NAME = 24,
    LONGEST_HOST = 64
};

struct comb_server {
    struct comb_web web;
    struct MHD_Daemon *daemons[2];
    int sockets[2]; /* ours again once the daemons take no more connections */
    unsigned daemon_count;
    atomic_uint active; /* requests that are not fully answered */
    unsigned port;
    char address[128];
    char host[LONGEST_HOST];
    char *token;
};

/* One request while it comes in. */
struct exchange {
    struct comb_request request;
    size_t largest; /* body that its path takes */
    bool too_large;
};

/* ---- routes ---- */

static const struct {
    const char *method;
    const char *path;
    comb_route *run;
    bool below; /* also for what lies below the path */
} routes[] = {
    {"GET", "/api", comb_web_api, false},
    {"GET", "/api/games", comb_web_games, false},
    {NULL, "/api/words", comb_web_words, true},
    {"POST", "/api/board", comb_web_board, false},
    {"POST", "/api/scene", comb_web_scene, false},
    {"POST", "/api/picture", comb_web_picture, false},
    {"POST", "/api/read", comb_web_read, true},
    {NULL, "/api/jobs", comb_web_jobs, true},
    {NULL, "/api/library", comb_web_library, true},
    {"POST", "/api", comb_web_ask, true},
    {"GET", "/solve", comb_web_plain, false},
    {"GET", "/plain.css", comb_web_plain_style, false},
    {"GET", "/", comb_web_asset, true},
};

bool comb_web_below(const char *path, const char *head)
{
    size_t length = strlen(head);
    bool root = length == 1;
    return strncmp(path, head, length) == 0 && (root || path[length] == '\0' || path[length] == '/');
}

static comb_route *find_route(const struct comb_request *request)
{
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        bool there = routes[i].below ? comb_web_below(request->path, routes[i].path)
                                     : strcmp(request->path, routes[i].path) == 0;
        if (there && (!routes[i].method || strcmp(routes[i].method, request->method) == 0))
            return routes[i].run;
    }
    return NULL;
}

/* ---- who asks ---- */

static const char *header(void *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool changes_something(const char *method)
{
    return strcmp(method, "GET") != 0;
}

static const char *bearer_of(void *connection)
{
    static const char bearer[] = "Bearer ";
    const char *text = header(connection, "Authorization");
    return text && strncmp(text, bearer, sizeof bearer - 1) == 0 ? text + sizeof bearer - 1 : NULL;
}

/* Browsers keep one jar for all ports of a host. */
static void name_cookie(char name[COOKIE_NAME], const struct comb_guard *guard)
{
    snprintf(name, COOKIE_NAME, "comb_token_%u", guard->port);
}

/* In the address that was printed, or from then on in the cookie that this sets; programs send it as a bearer. */
static bool has_token(const struct comb_guard *guard, void *connection)
{
    char name[COOKIE_NAME];
    name_cookie(name, guard);
    return comb_guard_token(guard, MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token")) ||
           comb_guard_token(guard, MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, name)) ||
           comb_guard_token(guard, bearer_of(connection));
}

/* What the page asks for by itself, its scripts and its stream of events, carries no token but this cookie. */
static void add_cookie(struct MHD_Response *response, const struct comb_guard *guard, void *connection)
{
    const char *given = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
    if (!guard->token || !given || !comb_guard_token(guard, given))
        return;
    char name[COOKIE_NAME], value[COOKIE_NAME + COMB_SERVER_LONGEST_TOKEN + 64];
    name_cookie(name, guard);
    snprintf(value, sizeof value, "%s=%s; Path=/; HttpOnly; SameSite=Strict", name, guard->token);
    MHD_add_response_header(response, "Set-Cookie", value);
}

/* The address of ours that the client reached, as it stands in addresses of pages. */
static bool name_here(char out[LONGEST_HOST], void *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct sockaddr_storage here = {0};
    socklen_t length = sizeof here;
    char text[INET6_ADDRSTRLEN];
    if (!info || getsockname(info->connect_fd, (struct sockaddr *)&here, &length) != 0)
        return false;
    bool six = here.ss_family == AF_INET6;
    const void *bytes = six ? (const void *)&((const struct sockaddr_in6 *)&here)->sin6_addr
                            : (const void *)&((const struct sockaddr_in *)&here)->sin_addr;
    if (!inet_ntop(here.ss_family, bytes, text, sizeof text))
        return false;
    snprintf(out, LONGEST_HOST, "%s%s%s", six ? "[" : "", text, six ? "]" : "");
    return true;
}

/* The guard for one connection; `here` is room for a name. */
static struct comb_guard guard_of(const struct comb_web *web, void *connection, char here[LONGEST_HOST])
{
    struct comb_guard guard = web->guard;
    if (guard.host && name_here(here, connection))
        guard.here = here;
    return guard;
}

static bool is_foreign(const struct comb_web *web, void *connection)
{
    char here[LONGEST_HOST];
    struct comb_guard guard = guard_of(web, connection, here);
    return !comb_guard_origin(&guard, header(connection, "Origin"), header(connection, "Sec-Fetch-Site"));
}

/* True after a refusal. */
static bool refused(const struct comb_request *request, struct comb_reply *reply)
{
    void *connection = request->connection;
    char here[LONGEST_HOST];
    const struct comb_guard own = guard_of(request->web, connection, here), *guard = &own;
    if (!comb_guard_host(guard, header(connection, "Host")))
        comb_reply_refuse(reply, 421, "this server does not answer to that host name");
    else if (!has_token(guard, connection))
        comb_reply_refuse(reply, 401, "the token is missing or wrong: open the address that 'comb serve' printed");
    else if (changes_something(request->method) && request->foreign)
        comb_reply_refuse(reply, 403, "requests from pages of other sites are refused");
    else
        return false;
    return true;
}

/* ---- replies ---- */

static ssize_t read_stream(void *payload, uint64_t position, char *out, size_t most)
{
    static const char alive[] = ": still here\n\n";
    ssize_t got = comb_stream_read_some(payload, out, most, STREAM_WAIT);
    (void)position;
    if (got < 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (got > 0 || most < sizeof alive - 1)
        return got;
    memcpy(out, alive, sizeof alive - 1);
    return (ssize_t)sizeof alive - 1;
}

static void close_stream(void *payload)
{
    comb_stream_close(payload);
}

static struct MHD_Response *response_of(struct comb_reply *reply)
{
    if (reply->stream)
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_stream, reply->stream, close_stream);
    if (reply->data)
        return MHD_create_response_from_buffer(reply->length, (void *)(uintptr_t)reply->data, MHD_RESPMEM_PERSISTENT);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(reply->body.length, reply->body.data, MHD_RESPMEM_MUST_FREE);
    if (response)
        reply->body = (struct comb_buf){0};
    return response;
}

static void add_headers(struct MHD_Response *response, const struct comb_reply *reply)
{
    static const char *const fixed[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    char policy[320];
    snprintf(policy, sizeof policy,
             "default-src 'none'; script-src 'self'; style-src 'self' '%s'; img-src 'self' data: blob:; "
             "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
             comb_style_hash);
    MHD_add_response_header(response, "Content-Security-Policy", policy);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        MHD_add_response_header(response, fixed[i][0], fixed[i][1]);
    MHD_add_response_header(response, "Content-Type", reply->type ? reply->type : "application/json");
    MHD_add_response_header(response, "Cache-Control", reply->tag ? "no-cache" : "no-store");
    if (reply->tag) {
        MHD_add_response_header(response, "ETag", reply->tag);
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    }
    if (reply->packed)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    if (reply->name) {
        char value[96];
        snprintf(value, sizeof value, "attachment; filename=\"%s\"", reply->name);
        MHD_add_response_header(response, "Content-Disposition", value);
    }
}

static enum MHD_Result send_reply(const struct comb_guard *guard, struct MHD_Connection *connection,
                                  struct comb_reply *reply)
{
    const char *known = reply->tag ? header(connection, "If-None-Match") : NULL;
    if (known && strcmp(known, reply->tag) == 0) {
        reply->status = 304;
        reply->length = 0;
    }
    struct MHD_Response *response = reply->body.failed ? NULL : response_of(reply);
    if (!response) {
        if (reply->stream)
            comb_stream_close(reply->stream);
        comb_buf_free(&reply->body);
        return MHD_NO; /* no memory: the connection is closed */
    }
    add_headers(response, reply);
    add_cookie(response, guard, connection);
    enum MHD_Result sent = MHD_queue_response(connection, reply->status, response);
    MHD_destroy_response(response);
    return sent;
}

/* ---- a request comes in ---- */

static const char *query_value(const struct comb_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

static size_t largest_body(const char *path)
{
    return strcmp(path, "/api/read") == 0 ? COMB_WEB_LARGEST_PICTURE : COMB_WEB_LARGEST_BODY;
}

static void refuse_size(struct comb_reply *reply, const struct exchange *exchange)
{
    comb_reply_refuse(reply, 413, "the body is larger than %zu bytes", exchange->largest);
}

static enum MHD_Result answer(struct exchange *exchange)
{
    struct comb_request *request = &exchange->request;
    struct comb_reply reply = {0};
    comb_route *route = find_route(request);
    if (exchange->too_large)
        refuse_size(&reply, exchange);
    else if (!refused(request, &reply)) {
        if (route)
            route(request, &reply);
        else
            comb_reply_refuse(&reply, 405, "%.10s does not go with that path; /api tells what there is",
                              request->method);
    }
    return send_reply(&request->web->guard, request->connection, &reply);
}

/* A client that says nothing of gzip, or refuses it (q=0), gets plain bytes. */
static bool takes_gzip(void *connection)
{
    const char *list = header(connection, "Accept-Encoding");
    const char *gzip = list ? strstr(list, "gzip") : NULL;
    return gzip && strncmp(gzip + strlen("gzip"), ";q=0", 4) != 0;
}

static enum MHD_Result begin_exchange(struct comb_server *server, struct MHD_Connection *connection, const char *path,
                                      const char *method, void **state)
{
    struct exchange *exchange = *state = calloc(1, sizeof *exchange);
    if (!exchange)
        return MHD_NO;
    atomic_fetch_add(&server->active, 1);
    exchange->request = (struct comb_request){
        .web = &server->web,
        .method = strcmp(method, "HEAD") == 0 ? "GET" : method, /* the same answer, without its body */
        .path = path,
        .query = query_value,
        .connection = connection,
        .takes_gzip = takes_gzip(connection),
        .foreign = is_foreign(&server->web, connection),
        .body = {.limit = COMB_WEB_LARGEST_BODY},
    };
    exchange->largest = largest_body(path);
    const char *length = header(connection, "Content-Length");
    exchange->too_large = length && strtoull(length, NULL, 10) > exchange->largest;
    struct comb_reply reply = {0};
    if (exchange->too_large || refused(&exchange->request, &reply)) {
        /* answered before the body is read, so that nobody can make us read for nothing */
        if (exchange->too_large)
            refuse_size(&reply, exchange);
        return send_reply(&server->web.guard, connection, &reply);
    }
    return MHD_YES;
}

static enum MHD_Result on_request(void *payload, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *data, size_t *size, void **state)
{
    struct exchange *exchange = *state;
    (void)version;
    if (!exchange)
        return begin_exchange(payload, connection, path, method, state);
    if (*size == 0)
        return answer(exchange);
    if (exchange->request.body.length + *size > exchange->largest)
        exchange->too_large = true;
    else
        comb_buf_add(&exchange->request.body, data, *size);
    *size = 0;
    return MHD_YES;
}

static void on_end(void *payload, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code)
{
    struct comb_server *server = payload;
    struct exchange *exchange = *state;
    (void)connection;
    (void)code;
    if (!exchange)
        return;
    atomic_fetch_sub(&server->active, 1);
    comb_buf_free(&exchange->request.body);
    free(exchange);
    *state = NULL;
}

/* ---- start and stop ---- */

static struct MHD_Daemon *listen_on(struct comb_server *server, const struct sockaddr *address, unsigned flags)
{
    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | flags, 0, NULL, NULL,
                            on_request, server, MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_NOTIFY_COMPLETED, on_end,
                            server, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                            (size_t)65536, MHD_OPTION_END);
}

static struct MHD_Daemon *listen_four(struct comb_server *server, const char *text, unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    return inet_pton(AF_INET, text, &address.sin_addr) == 1 ? listen_on(server, (const struct sockaddr *)&address, 0)
                                                            : NULL;
}

static struct MHD_Daemon *listen_six(struct comb_server *server, const char *text, unsigned port)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    return inet_pton(AF_INET6, text, &address.sin6_addr) == 1
               ? listen_on(server, (const struct sockaddr *)&address, MHD_USE_IPv6)
               : NULL;
}

/* The first socket decides whether a port is free; a machine without IPv6 does without the second. */
static bool listen_at(struct comb_server *server, const char *text, unsigned port)
{
    const char *first = text ? text : "127.0.0.1";
    server->daemons[0] = strchr(first, ':') ? listen_six(server, first, port) : listen_four(server, first, port);
    if (!server->daemons[0])
        return false;
    server->daemon_count = 1;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemons[0], MHD_DAEMON_INFO_BIND_PORT);
    server->port = info && info->port ? info->port : port;
    if (!text && (server->daemons[1] = listen_six(server, "::1", server->port)))
        server->daemon_count = 2;
    return true;
}

static int listen_somewhere(struct comb_server *server, const struct comb_server_setup *setup, struct comb_error *err)
{
    unsigned tries = setup->port_exact || setup->port == 0 ? 1 : PORTS_TRIED;
    for (unsigned i = 0; i < tries; i++)
        if (setup->port + i <= 65535 && listen_at(server, setup->listen, setup->port ? setup->port + i : 0))
            return COMB_OK;
    return comb_fail(err, COMB_IO, "cannot listen on %s port %u%s%s", setup->listen ? setup->listen : "127.0.0.1",
                     setup->port, tries > 1 ? " nor on the ones after it" : ": is it taken?",
                     setup->listen ? " (the address must be one of this machine)" : "");
}

static void open_library(struct comb_web *web, const char *path)
{
    if (comb_kept_open(&web->kept, path, &web->library_error) != COMB_OK)
        web->kept = NULL;
}

static void tell_address(struct comb_server *server, const struct comb_server_setup *setup)
{
    const char *host = setup->listen ? setup->listen : "127.0.0.1";
    bool six = strchr(host, ':') != NULL;
    snprintf(server->host, sizeof server->host, "%s%s%s", six ? "[" : "", host, six ? "]" : "");
    snprintf(server->address, sizeof server->address, "http://%s:%u/", server->host, server->port);
    server->web.guard.port = server->port;
    server->web.guard.host = setup->listen ? server->host : NULL;
    server->web.guard.token = server->token;
}

static int check_address(const struct comb_server_setup *setup, struct comb_error *err)
{
    struct in6_addr address; /* has room for either kind */
    if (!setup->listen || inet_pton(AF_INET, setup->listen, &address) == 1 ||
        inet_pton(AF_INET6, setup->listen, &address) == 1)
        return COMB_OK;
    return comb_fail(
        err, COMB_BAD_INPUT,
        "'%.60s' is not an address to listen on: expected numbers such as 192.168.1.5, 0.0.0.0 or ::", setup->listen);
}

/* It stands in addresses and cookies as it is. */
static int check_token(const struct comb_server_setup *setup, struct comb_error *err)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    size_t length = setup->token ? strlen(setup->token) : 0;
    if (setup->listen && length < COMB_SERVER_SHORTEST_TOKEN)
        return comb_fail(err, COMB_BAD_INPUT, "another address than loopback needs a token of %d characters or more",
                         COMB_SERVER_SHORTEST_TOKEN);
    if (setup->token && (length > COMB_SERVER_LONGEST_TOKEN || strspn(setup->token, allowed) != length || length == 0))
        return comb_fail(err, COMB_BAD_INPUT, "a token is 1 to %d letters, digits or any of - _ . ~",
                         COMB_SERVER_LONGEST_TOKEN);
    return COMB_OK;
}

int comb_server_start(struct comb_server **out, const struct comb_server_setup *setup, struct comb_error *err)
{
    struct comb_server *server = *out = calloc(1, sizeof *server);
    if (!server)
        return comb_fail_memory(err);
    struct comb_web *web = &server->web;
    web->context = setup->context;
    web->threads = setup->threads ? setup->threads : comb_cpu_count();
    web->time_limit = setup->time_limit > 0 ? setup->time_limit : 60;
    web->unwatched_limit = 1800;
    web->memory_limit = setup->memory_limit ? setup->memory_limit : (size_t)1 << 30;
    sem_init(&web->turns, 0, web->threads);
    int code = comb_job_new(&web->whole, &(struct comb_job_setup){.context = setup->context}, err);
    if (code == COMB_OK)
        code = comb_jobs_new(&web->jobs, web, err);
    if (code == COMB_OK && setup->token && !(server->token = strdup(setup->token)))
        code = comb_fail_memory(err);
    if (code == COMB_OK)
        code = check_token(setup, err);
    if (code == COMB_OK)
        code = check_address(setup, err);
    if (code == COMB_OK)
        open_library(web, setup->library);
    server->port = setup->port;
    if (code == COMB_OK)
        code = listen_somewhere(server, setup, err);
    if (code == COMB_OK)
        tell_address(server, setup);
    if (code == COMB_OK)
        return COMB_OK;
    comb_server_stop(server);
    *out = NULL;
    return code;
}

unsigned comb_server_port(const struct comb_server *server)
{
    return server->port;
}

const char *comb_server_address(const struct comb_server *server)
{
    return server->address;
}

const char *comb_server_library_error(const struct comb_server *server)
{
    return server->web.kept ? NULL : server->web.library_error.message;
}

static void drain(struct comb_server *server, unsigned seconds)
{
    struct timespec pause = {.tv_nsec = 20000000};
    for (unsigned waited = 0; waited < seconds * 50 && atomic_load(&server->active) > 0; waited++)
        nanosleep(&pause, NULL);
}

void comb_server_stop(struct comb_server *server)
{
    if (!server)
        return;
    for (unsigned i = 0; i < server->daemon_count; i++)
        server->sockets[i] = MHD_quiesce_daemon(server->daemons[i]);
    if (server->web.jobs)
        comb_jobs_cancel(server->web.jobs);
    drain(server, PATIENCE_SECONDS);
    if (server->web.whole)
        comb_job_cancel(server->web.whole);
    drain(server, DRAIN_SECONDS - PATIENCE_SECONDS);
    for (unsigned i = 0; i < server->daemon_count; i++) {
        MHD_stop_daemon(server->daemons[i]);
        if (server->sockets[i] >= 0)
            close(server->sockets[i]);
    }
    comb_jobs_free(server->web.jobs);
    comb_kept_close(server->web.kept);
    comb_job_free(server->web.whole);
    sem_destroy(&server->web.turns);
    free(server->token);
    free(server);
}
