/* From bytes to routes: libmicrohttpd parses HTTP and gives each connection a thread; this file bounds what a client
 * may send, looks at who asks, finds the route, and writes the reply with the headers that keep the page to itself. */
#define _GNU_SOURCE
#include "web/server.h"

#include "base/threads.h"
#include "web/assets.h"
#include "web/clock.h"
#include "web/connections.h"
#include "web/jobs.h"
#include "web/lanes.h"
#include "web/listen.h"
#include "web/web.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SPARE_CONNECTIONS = 128, /* dropped ones whose threads have not ended yet */
    REPLY_SECONDS = 120,
    SILENT_SECONDS = 15,
    /* memory of a connection for its head. What does not fit, or is no HTTP at all, is refused by the library: with
     * fixed texts that hold nothing of the request, but without our headers, which it offers no way to add */
    LARGEST_POOL = 65536,
    PATIENCE_SECONDS = 4, /* with requests that are being worked on when the server stops */
    DRAIN_SECONDS = 10,
    STREAM_SECONDS = 10, /* between two signs of life */
    COOKIE_NAME = 24,
    LONGEST_HOST = 64
};

static const double WATCH_SECONDS = 0.05;
static const double SHORT_SECONDS = 0.25;       /* of work, before a request moves to the long lane */
static const double STREAM_STEP_SECONDS = 0.25; /* between two looks whether the reader is still there */

struct comb_server {
    struct comb_web web;
    struct comb_listener listener;
    struct comb_connections *connections;
    struct MHD_Daemon *daemons[COMB_LISTEN_SOCKETS];
    unsigned daemon_count;
    pthread_t watcher;
    bool watched;
    atomic_uint active; /* requests that are not fully answered */
    char address[128];
    char host[LONGEST_HOST];
    char *token;
};

/* One request while it comes in. */
struct exchange {
    struct comb_request request;
    struct comb_server *server;
    struct comb_connection *connection;
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

static int socket_of(void *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
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
    struct sockaddr_storage here = {0};
    socklen_t length = sizeof here;
    char text[INET6_ADDRSTRLEN];
    if (getsockname(socket_of(connection), (struct sockaddr *)&here, &length) != 0)
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

/* A stream of events and the socket it goes to. */
struct outlet {
    struct comb_stream *stream;
    int socket;
};

/* A reader that has closed its side may still read: only sending to it shows whether it does. */
static ssize_t next_events(struct outlet *outlet, char *out, size_t most)
{
    double until = comb_clock_seconds() + STREAM_SECONDS;
    ssize_t got = 0;
    while (got == 0 && comb_clock_seconds() < until && !comb_socket_is_broken(outlet->socket)) {
        got = comb_stream_read_some(outlet->stream, out, most, STREAM_STEP_SECONDS);
        if (got == 0 && comb_socket_is_closed(outlet->socket))
            break;
    }
    return got;
}

static ssize_t read_stream(void *payload, uint64_t position, char *out, size_t most)
{
    static const char alive[] = ": still here\n\n";
    struct outlet *outlet = payload;
    (void)position;
    ssize_t got = next_events(outlet, out, most);
    if (got < 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (comb_socket_is_broken(outlet->socket))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (got > 0 || most < sizeof alive - 1)
        return got;
    memcpy(out, alive, sizeof alive - 1);
    return (ssize_t)sizeof alive - 1;
}

static void close_stream(void *payload)
{
    struct outlet *outlet = payload;
    comb_stream_close(outlet->stream);
    free(outlet);
}

/* Takes the stream over, also when it fails. */
static struct MHD_Response *stream_response(struct comb_stream *stream, int socket)
{
    struct outlet *outlet = malloc(sizeof *outlet);
    struct MHD_Response *response = NULL;
    if (outlet) {
        *outlet = (struct outlet){.stream = stream, .socket = socket};
        response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_stream, outlet, close_stream);
    }
    if (response)
        return response;
    comb_stream_close(stream);
    free(outlet);
    return NULL;
}

static struct MHD_Response *response_of(struct comb_reply *reply, int socket)
{
    if (reply->stream)
        return stream_response(reply->stream, socket);
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

static enum MHD_Result send_reply(struct exchange *exchange, struct comb_reply *reply)
{
    struct MHD_Connection *connection = exchange->request.connection;
    const char *known = reply->tag ? header(connection, "If-None-Match") : NULL;
    if (known && strcmp(known, reply->tag) == 0) {
        reply->status = 304;
        reply->length = 0;
    }
    comb_connections_enter(exchange->server->connections, exchange->connection,
                           reply->stream ? COMB_PHASE_STREAM : COMB_PHASE_REPLY);
    struct MHD_Response *response = reply->body.failed ? NULL : response_of(reply, exchange->request.socket);
    if (!response) {
        comb_buf_free(&reply->body);
        return MHD_NO; /* no memory: the connection is closed */
    }
    add_headers(response, reply);
    add_cookie(response, &exchange->server->web.guard, connection);
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

static enum MHD_Result refuse_size(struct exchange *exchange)
{
    struct comb_reply reply = {0};
    comb_reply_refuse(&reply, 413, "the body is larger than %zu bytes", exchange->largest);
    return send_reply(exchange, &reply);
}

static enum MHD_Result answer(struct exchange *exchange)
{
    struct comb_request *request = &exchange->request;
    struct comb_reply reply = {0};
    comb_route *route = find_route(request);
    if (exchange->too_large)
        return refuse_size(exchange);
    comb_connections_enter(exchange->server->connections, exchange->connection, COMB_PHASE_WORK);
    if (route)
        route(request, &reply);
    else
        comb_reply_refuse(&reply, 405, "%.10s does not go with that path; /api tells what there is", request->method);
    return send_reply(exchange, &reply);
}

/* A client that says nothing of gzip, or refuses it (q=0), gets plain bytes. */
static bool takes_gzip(void *connection)
{
    const char *list = header(connection, "Accept-Encoding");
    const char *gzip = list ? strstr(list, "gzip") : NULL;
    return gzip && strncmp(gzip + strlen("gzip"), ";q=0", 4) != 0;
}

static size_t head_size(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static struct comb_connection *connection_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Refusals are answered before the body is read, so that nobody can make us read for nothing. */
static enum MHD_Result admit(struct exchange *exchange)
{
    struct comb_reply reply = {0};
    const char *length = header(exchange->request.connection, "Content-Length");
    exchange->too_large = length && strtoull(length, NULL, 10) > exchange->largest;
    if (head_size(exchange->request.connection) > COMB_SERVER_LARGEST_HEAD)
        comb_reply_refuse(&reply, 431, "the head of the request is larger than %d bytes", COMB_SERVER_LARGEST_HEAD);
    else if (exchange->too_large)
        return refuse_size(exchange);
    else if (!refused(&exchange->request, &reply))
        return MHD_YES;
    return send_reply(exchange, &reply);
}

static enum MHD_Result begin_exchange(struct comb_server *server, struct MHD_Connection *connection, const char *path,
                                      const char *method, void **state)
{
    struct exchange *exchange = *state = calloc(1, sizeof *exchange);
    if (!exchange)
        return MHD_NO;
    atomic_fetch_add(&server->active, 1);
    exchange->server = server;
    exchange->connection = connection_of(connection);
    exchange->largest = largest_body(path);
    exchange->request = (struct comb_request){
        .web = &server->web,
        .method = strcmp(method, "HEAD") == 0 ? "GET" : method, /* the same answer, without its body */
        .path = path,
        .query = query_value,
        .connection = connection,
        .socket = socket_of(connection),
        .takes_gzip = takes_gzip(connection),
        .foreign = is_foreign(&server->web, connection),
        .body = {.limit = COMB_WEB_LARGEST_BODY},
    };
    comb_connections_enter(server->connections, exchange->connection, COMB_PHASE_BODY);
    return admit(exchange);
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
    comb_connections_enter(server->connections, exchange->connection, COMB_PHASE_HEAD);
    atomic_fetch_sub(&server->active, 1);
    comb_buf_free(&exchange->request.body);
    free(exchange);
    *state = NULL;
}

/* ---- connections ---- */

static void on_connection(void *payload, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
    struct comb_server *server = payload;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        comb_connections_remove(server->connections, *context);
        *context = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    *context = comb_connections_add(server->connections, socket_of(connection), info ? info->client_addr : NULL);
    if (!*context)
        shutdown(socket_of(connection), SHUT_RDWR);
}

static void *watch(void *payload)
{
    struct comb_server *server = payload;
    while (comb_connections_wait(server->connections, WATCH_SECONDS)) {
        double now = comb_clock_seconds();
        comb_connections_check(server->connections, now);
        comb_lanes_check(server->web.lanes, now);
    }
    return NULL;
}

/* ---- start and stop ---- */

static struct MHD_Daemon *start_daemon(struct comb_server *server, int socket)
{
    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0, NULL, NULL, on_request,
                            server, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_NOTIFY_COMPLETED, on_end, server,
                            MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_CONNECTION_LIMIT,
                            (unsigned)(COMB_SERVER_CONNECTIONS + SPARE_CONNECTIONS), MHD_OPTION_CONNECTION_TIMEOUT,
                            (unsigned)SILENT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LARGEST_POOL,
                            MHD_OPTION_END);
}

/* From here on connections are accepted. A daemon owns its socket until it is asked to accept no more. */
static int start_daemons(struct comb_server *server, struct comb_error *err)
{
    for (unsigned i = 0; i < server->listener.count; i++) {
        server->daemons[i] = start_daemon(server, server->listener.sockets[i]);
        server->listener.sockets[i] = -1;
        if (!server->daemons[i])
            return comb_fail(err, COMB_NO_MEMORY, "the server's threads could not be started");
        server->daemon_count++;
    }
    return COMB_OK;
}

static int start_watcher(struct comb_server *server, struct comb_error *err)
{
    server->watched = pthread_create(&server->watcher, NULL, watch, server) == 0;
    return server->watched ? COMB_OK : comb_fail(err, COMB_NO_MEMORY, "the server's threads could not be started");
}

static void open_library(struct comb_web *web, const char *path)
{
    if (comb_kept_open(&web->kept, path, &web->library_error) != COMB_OK)
        web->kept = NULL;
}

/* Who may ask is settled before the first connection is accepted: the threads of the daemons read it without a lock. */
static void set_guard(struct comb_server *server, const struct comb_server_setup *setup)
{
    const char *host = setup->listen ? setup->listen : "127.0.0.1";
    bool six = strchr(host, ':') != NULL;
    snprintf(server->host, sizeof server->host, "%s%s%s", six ? "[" : "", host, six ? "]" : "");
    snprintf(server->address, sizeof server->address, "http://%s:%u/", server->host, server->listener.port);
    server->web.guard.port = server->listener.port;
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

static struct comb_connection_limits connection_limits(const struct comb_server_setup *setup)
{
    unsigned total = setup->connections ? setup->connections : COMB_SERVER_CONNECTIONS;
    return (struct comb_connection_limits){
        .total = total,
        .per_address = (total + 1) / 2,
        .seconds = {[COMB_PHASE_HEAD] = setup->head_seconds > 0 ? setup->head_seconds : COMB_SERVER_HEAD_SECONDS,
                    [COMB_PHASE_BODY] = setup->body_seconds > 0 ? setup->body_seconds : COMB_SERVER_BODY_SECONDS,
                    [COMB_PHASE_REPLY] = REPLY_SECONDS},
    };
}

/* Everything that requests share, but nothing that listens yet. */
static int prepare(struct comb_server *server, const struct comb_server_setup *setup, struct comb_error *err)
{
    struct comb_web *web = &server->web;
    web->context = setup->context;
    web->threads = setup->threads ? setup->threads : comb_cpu_count();
    web->time_limit = setup->time_limit > 0 ? setup->time_limit : COMB_SERVER_SECONDS;
    web->unwatched_limit = COMB_SERVER_UNWATCHED_SECONDS;
    web->memory_limit = setup->memory_limit ? setup->memory_limit : COMB_SERVER_MEMORY;
    struct comb_connection_limits connections = connection_limits(setup);
    struct comb_lanes_limits lanes = {.short_lane = web->threads,
                                      .long_lane = web->threads,
                                      .waiting = COMB_SERVER_WAITING,
                                      .seconds = SHORT_SECONDS};
    int code = comb_job_new(&web->whole, &(struct comb_job_setup){.context = setup->context}, err);
    if (code == COMB_OK)
        code = comb_jobs_new(&web->jobs, web, err);
    if (code == COMB_OK)
        code = comb_lanes_new(&web->lanes, &lanes, err);
    if (code == COMB_OK)
        code = comb_connections_new(&server->connections, &connections, err);
    if (code == COMB_OK && setup->token && !(server->token = strdup(setup->token)))
        code = comb_fail_memory(err);
    return code;
}

int comb_server_start(struct comb_server **out, const struct comb_server_setup *setup, struct comb_error *err)
{
    struct comb_server *server = *out = calloc(1, sizeof *server);
    if (!server)
        return comb_fail_memory(err);
    int code = prepare(server, setup, err);
    if (code == COMB_OK)
        code = check_token(setup, err);
    if (code == COMB_OK)
        code = check_address(setup, err);
    if (code == COMB_OK)
        open_library(&server->web, setup->library);
    if (code == COMB_OK)
        code = comb_listen(&server->listener, setup->listen, setup->port, setup->port_exact, err);
    if (code == COMB_OK) {
        set_guard(server, setup);
        code = start_watcher(server, err);
    }
    if (code == COMB_OK)
        code = start_daemons(server, err);
    if (code == COMB_OK)
        return COMB_OK;
    comb_server_stop(server);
    *out = NULL;
    return code;
}

unsigned comb_server_port(const struct comb_server *server)
{
    return server->listener.port;
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

/* No more connections; those that wait for nothing end. */
static void stop_accepting(struct comb_server *server)
{
    for (unsigned i = 0; i < server->daemon_count; i++)
        server->listener.sockets[i] = MHD_quiesce_daemon(server->daemons[i]);
    if (server->connections)
        comb_connections_hurry(server->connections, PATIENCE_SECONDS);
}

static void stop_threads(struct comb_server *server)
{
    for (unsigned i = 0; i < server->daemon_count; i++)
        MHD_stop_daemon(server->daemons[i]);
    comb_listener_close(&server->listener);
    if (!server->watched)
        return;
    comb_connections_wake(server->connections);
    pthread_join(server->watcher, NULL);
}

void comb_server_stop(struct comb_server *server)
{
    if (!server)
        return;
    stop_accepting(server);
    if (server->web.jobs)
        comb_jobs_cancel(server->web.jobs);
    drain(server, PATIENCE_SECONDS);
    if (server->web.whole)
        comb_job_cancel(server->web.whole);
    drain(server, DRAIN_SECONDS - PATIENCE_SECONDS);
    stop_threads(server);
    comb_jobs_free(server->web.jobs);
    comb_kept_close(server->web.kept);
    comb_job_free(server->web.whole);
    comb_lanes_free(server->web.lanes);
    comb_connections_free(server->connections);
    free(server->token);
    free(server);
}
