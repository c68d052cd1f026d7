/* HTTP layer: libmicrohttpd parses HTTP and runs a thread per connection; this file limits what a client may send,
 * checks access, finds the route, and sends the reply with security headers. */
#define _GNU_SOURCE
#include "web/server.h"

#include "base/platform.h"
#include "base/without_const.h"
#include "comb_microhttpd.h"
#include "web/assets.h"
#include "web/connections.h"
#include "web/jobs.h"
#include "web/lanes.h"
#include "web/listen.h"
#include "web/web.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SPARE_CONNECTIONS = 128, /* for dropped connections whose threads are still ending */
    REPLY_SECONDS = 120,
    SILENT_SECONDS = 15,
    /* memory per connection for the head. libmicrohttpd itself rejects larger heads and invalid HTTP, with fixed texts
     * and without our headers, which cannot be added there */
    MAX_POOL = 65536,
    GRACE_SECONDS = 4, /* for pending requests when the server stops */
    DRAIN_SECONDS = 10,
    STREAM_SECONDS = 10, /* between two keep-alive comments */
    COOKIE_NAME = 24,
    MAX_HOST = 64
};

static const double WATCH_SECONDS = 0.05;
static const double SHORT_SECONDS = 0.25;       /* of work before a request leaves the short lane */
static const double STREAM_STEP_SECONDS = 0.25; /* between two checks for a disconnected reader */

struct comb_server {
    struct comb_web web;
    struct comb_listener listener;
    struct comb_connections *connections;
    struct MHD_Daemon *daemons[COMB_LISTEN_SOCKETS];
    unsigned daemon_count;
    pthread_t watcher;
    bool watched;
    atomic_uint active; /* requests without a complete reply */
    char address[128];
    char host[MAX_HOST];
    char *token;
};

/* One request while it is received. */
struct exchange {
    struct comb_request request;
    struct comb_client client;
    struct comb_server *server;
    struct comb_connection *connection;
    size_t max_body_size; /* allowed size of the body */
    bool too_large;
};

/* ---- access ---- */

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

/* The port is part of the name, because browsers share cookies among all ports of a host. */
static void name_cookie(char name[COOKIE_NAME], const struct comb_guard *guard)
{
    snprintf(name, COOKIE_NAME, "comb_token_%u", guard->port);
}

/* The token may be in the address, in the cookie that add_cookie sets, or in a bearer header. */
static bool has_token(const struct comb_guard *guard, void *connection)
{
    char name[COOKIE_NAME];
    name_cookie(name, guard);
    return comb_guard_token(guard, MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token")) ||
           comb_guard_token(guard, MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, name)) ||
           comb_guard_token(guard, bearer_of(connection));
}

/* Requests of the page itself (scripts, events) have no token in the address: sets a cookie for them. */
static void add_cookie(struct MHD_Response *response, const struct comb_guard *guard, void *connection)
{
    const char *given = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
    if (!guard->token || !given || !comb_guard_token(guard, given))
        return;
    char name[COOKIE_NAME], value[COOKIE_NAME + COMB_SERVER_MAX_TOKEN + 64];
    name_cookie(name, guard);
    snprintf(value, sizeof value, "%s=%s; Path=/; HttpOnly; SameSite=Strict", name, guard->token);
    MHD_add_response_header(response, "Set-Cookie", value);
}

/* The local address of the connection, as it appears in URLs. */
static bool local_address(char out[MAX_HOST], void *connection)
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
    snprintf(out, MAX_HOST, "%s%s%s", six ? "[" : "", text, six ? "]" : "");
    return true;
}

/* The guard for one connection; `here` is a buffer for the address. */
static struct comb_guard guard_of(const struct comb_web *web, void *connection, char here[MAX_HOST])
{
    struct comb_guard guard = web->guard;
    if (guard.host && local_address(here, connection))
        guard.local_address = here;
    return guard;
}

static bool is_cross_site(const struct comb_web *web, void *connection)
{
    char here[MAX_HOST];
    struct comb_guard guard = guard_of(web, connection, here);
    return !comb_guard_origin(&guard, header(connection, "Origin"), header(connection, "Sec-Fetch-Site"));
}

/* Checks access; true after an error reply. */
static bool reject_access(const struct comb_request *request, struct comb_reply *reply)
{
    const struct comb_client *client = request->client;
    void *connection = client->connection;
    char here[MAX_HOST];
    const struct comb_guard own = guard_of(comb_web_of(request), connection, here), *guard = &own;
    if (!comb_guard_host(guard, header(connection, "Host")))
        comb_reply_refuse(reply, 421, "unknown host name");
    else if (!has_token(guard, connection))
        comb_reply_refuse(reply, 401, "the token is missing or wrong: open the address that 'comb serve' printed");
    else if (changes_something(request->method) && client->cross_site)
        comb_reply_refuse(reply, 403, "requests from other sites are rejected");
    else
        return false;
    return true;
}

/* ---- replies ---- */

/* A stream of events and its socket. */
struct event_output {
    struct comb_stream *stream;
    int socket;
};

/* Waits for events. A client that has closed its sending side may still read; only sending shows whether it does. */
static ssize_t next_events(struct event_output *output, char *out, size_t most)
{
    double until = comb_clock_seconds() + STREAM_SECONDS;
    ssize_t got = 0;
    while (got == 0 && comb_clock_seconds() < until && !comb_socket_is_broken(output->socket)) {
        got = comb_stream_read_some(output->stream, out, most, STREAM_STEP_SECONDS);
        if (got == 0 && comb_socket_is_closed(output->socket))
            break;
    }
    return got;
}

static ssize_t read_stream(void *payload, uint64_t position, char *out, size_t most)
{
    static const char alive[] = ": keep-alive\n\n";
    struct event_output *output = payload;
    (void)position;
    ssize_t got = next_events(output, out, most);
    if (got < 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (comb_socket_is_broken(output->socket))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (got > 0 || most < sizeof alive - 1)
        return got;
    memcpy(out, alive, sizeof alive - 1);
    return (ssize_t)sizeof alive - 1;
}

static void close_stream(void *payload)
{
    struct event_output *output = payload;
    comb_stream_close(output->stream);
    free(output);
}

/* Takes ownership of the stream, even on failure. */
static struct MHD_Response *stream_response(struct comb_stream *stream, int socket)
{
    struct event_output *output = malloc(sizeof *output);
    struct MHD_Response *response = NULL;
    if (output) {
        *output = (struct event_output){.stream = stream, .socket = socket};
        response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_stream, output, close_stream);
    }
    if (response)
        return response;
    comb_stream_close(stream);
    free(output);
    return NULL;
}

static struct MHD_Response *response_of(struct comb_reply *reply, int socket)
{
    if (reply->stream)
        return stream_response(reply->stream, socket);
    if (reply->data)
        return MHD_create_response_from_buffer(reply->length, comb_without_const(reply->data), MHD_RESPMEM_PERSISTENT);
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
    if (reply->gzipped)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    if (reply->name) {
        char value[96];
        snprintf(value, sizeof value, "attachment; filename=\"%s\"", reply->name);
        MHD_add_response_header(response, "Content-Disposition", value);
    }
}

static enum MHD_Result send_reply(struct exchange *exchange, struct comb_reply *reply)
{
    struct MHD_Connection *connection = exchange->client.connection;
    const char *known = reply->tag ? header(connection, "If-None-Match") : NULL;
    if (known && strcmp(known, reply->tag) == 0) {
        reply->status = 304;
        reply->length = 0;
    }
    comb_connections_enter(exchange->server->connections, exchange->connection,
                           reply->stream ? COMB_PHASE_STREAM : COMB_PHASE_REPLY);
    struct MHD_Response *response = reply->body.failed ? NULL : response_of(reply, exchange->client.socket);
    if (!response) {
        comb_buf_free(&reply->body);
        return MHD_NO; /* out of memory: the connection is closed */
    }
    add_headers(response, reply);
    add_cookie(response, &exchange->server->web.guard, connection);
    enum MHD_Result sent = MHD_queue_response(connection, reply->status, response);
    MHD_destroy_response(response);
    return sent;
}

/* ---- requests ---- */

static const char *query_value(const struct comb_request *request, const char *name)
{
    const struct comb_client *client = request->client;
    return MHD_lookup_connection_value(client->connection, MHD_GET_ARGUMENT_KIND, name);
}

static enum MHD_Result reject_size(struct exchange *exchange)
{
    struct comb_reply reply = {0};
    comb_reply_refuse(&reply, 413, "the body is larger than %zu bytes", exchange->max_body_size);
    return send_reply(exchange, &reply);
}

static enum MHD_Result dispatch(struct exchange *exchange)
{
    struct comb_reply reply = {0};
    if (exchange->too_large)
        return reject_size(exchange);
    comb_connections_enter(exchange->server->connections, exchange->connection, COMB_PHASE_WORK);
    comb_dispatch(&exchange->request, &reply);
    return send_reply(exchange, &reply);
}

/* Whether the client accepts gzip; ";q=0" means it does not. */
static bool accepts_gzip(void *connection)
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

/* Rejects before reading the body, so that a rejected client cannot make the server read it. */
static enum MHD_Result admit(struct exchange *exchange)
{
    struct comb_reply reply = {0};
    const char *length = header(exchange->client.connection, "Content-Length");
    exchange->too_large = length && strtoull(length, NULL, 10) > exchange->max_body_size;
    if (head_size(exchange->client.connection) > COMB_SERVER_MAX_HEAD)
        comb_reply_refuse(&reply, 431, "the head of the request is larger than %d bytes", COMB_SERVER_MAX_HEAD);
    else if (exchange->too_large)
        return reject_size(exchange);
    else if (!reject_access(&exchange->request, &reply))
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
    exchange->max_body_size = comb_route_max_body(path);
    exchange->client = (struct comb_client){
        .connection = connection,
        .socket = socket_of(connection),
        .accepts_gzip = accepts_gzip(connection),
        .cross_site = is_cross_site(&server->web, connection),
    };
    exchange->request = (struct comb_request){
        .service = &server->web.service,
        .method = strcmp(method, "HEAD") == 0 ? "GET" : method, /* same reply without the body */
        .path = path,
        .query = query_value,
        .client = &exchange->client,
        .body = {.limit = COMB_REQUEST_MAX_BODY},
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
        return dispatch(exchange);
    if (exchange->request.body.length + *size > exchange->max_body_size)
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

static void *run_watcher(void *payload)
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
                            (unsigned)SILENT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MAX_POOL,
                            MHD_OPTION_END);
}

/* Starts accepting connections. A daemon owns its socket until it is quiesced. */
static int start_daemons(struct comb_server *server, struct comb_error *err)
{
    for (unsigned i = 0; i < server->listener.count; i++) {
        server->daemons[i] = start_daemon(server, server->listener.sockets[i]);
        server->listener.sockets[i] = -1;
        if (!server->daemons[i])
            return comb_fail(err, COMB_NO_MEMORY, "cannot start the server's threads");
        server->daemon_count++;
    }
    return COMB_OK;
}

static int start_watcher(struct comb_server *server, struct comb_error *err)
{
    server->watched = pthread_create(&server->watcher, NULL, run_watcher, server) == 0;
    return server->watched ? COMB_OK : comb_fail(err, COMB_NO_MEMORY, "cannot start the server's threads");
}

static void open_library(struct comb_service *service, const char *path)
{
    if (comb_cache_open(&service->cache, path, &service->library_error) != COMB_OK)
        service->cache = NULL;
}

/* Must be called before the first connection is accepted: the daemons' threads read the guard without a lock. */
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
    struct in6_addr address; /* large enough for both kinds */
    if (!setup->listen || inet_pton(AF_INET, setup->listen, &address) == 1 ||
        inet_pton(AF_INET6, setup->listen, &address) == 1)
        return COMB_OK;
    return comb_fail(
        err, COMB_BAD_INPUT,
        "'%.60s' is not an address to listen on; expected a numeric address such as 192.168.1.5, 0.0.0.0 or ::",
        setup->listen);
}

/* The token is used in URLs and cookies without escaping. */
static int check_token(const struct comb_server_setup *setup, struct comb_error *err)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    size_t length = setup->token ? strlen(setup->token) : 0;
    if (setup->listen && length < COMB_SERVER_MIN_TOKEN)
        return comb_fail(err, COMB_BAD_INPUT,
                         "listening on a non-loopback address requires a token of at least %d characters",
                         COMB_SERVER_MIN_TOKEN);
    if (setup->token && (length > COMB_SERVER_MAX_TOKEN || strspn(setup->token, allowed) != length || length == 0))
        return comb_fail(err, COMB_BAD_INPUT, "invalid token: expected 1 to %d letters, digits or - _ . ~",
                         COMB_SERVER_MAX_TOKEN);
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

/* Creates the shared state; does not listen yet. */
static int create_state(struct comb_server *server, const struct comb_server_setup *setup, struct comb_error *err)
{
    struct comb_web *web = &server->web;
    web->service = (struct comb_service){
        .context = setup->context,
        .time_limit = setup->time_limit > 0 ? setup->time_limit : COMB_SERVER_SECONDS,
        .memory_limit = setup->memory_limit ? setup->memory_limit : COMB_SERVER_MEMORY,
        .turns = &comb_web_turns,
        .routes = comb_web_routes,
        .limits = comb_web_limits,
        .start_job = comb_jobs_start,
    };
    web->threads = setup->threads ? setup->threads : comb_cpu_count();
    web->detached_limit = COMB_SERVER_DETACHED_SECONDS;
    struct comb_connection_limits connections = connection_limits(setup);
    struct comb_lanes_limits lanes = {.short_lane = web->threads,
                                      .long_lane = web->threads,
                                      .waiting = COMB_SERVER_WAITING,
                                      .seconds = SHORT_SECONDS};
    int code = comb_job_new(&web->service.root_job, &(struct comb_job_setup){.context = setup->context}, err);
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
    *out = NULL;
    int code = comb_load_microhttpd(err);
    if (code != COMB_OK)
        return code;
    struct comb_server *server = *out = calloc(1, sizeof *server);
    if (!server)
        return comb_fail_memory(err);
    code = create_state(server, setup, err);
    if (code == COMB_OK)
        code = check_token(setup, err);
    if (code == COMB_OK)
        code = check_address(setup, err);
    if (code == COMB_OK)
        open_library(&server->web.service, setup->library);
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
    return server->web.service.cache ? NULL : server->web.service.library_error.message;
}

static void wait_for_requests(struct comb_server *server, unsigned seconds)
{
    struct timespec pause = {.tv_nsec = 20000000};
    for (unsigned waited = 0; waited < seconds * 50 && atomic_load(&server->active) > 0; waited++)
        nanosleep(&pause, NULL);
}

/* Accepts no more connections and drops idle ones. */
static void stop_accepting(struct comb_server *server)
{
    for (unsigned i = 0; i < server->daemon_count; i++)
        server->listener.sockets[i] = MHD_quiesce_daemon(server->daemons[i]);
    if (server->connections)
        comb_connections_drain(server->connections, GRACE_SECONDS);
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
    wait_for_requests(server, GRACE_SECONDS);
    if (server->web.service.root_job)
        comb_job_cancel(server->web.service.root_job);
    wait_for_requests(server, DRAIN_SECONDS - GRACE_SECONDS);
    stop_threads(server);
    comb_jobs_free(server->web.jobs);
    comb_cache_close(server->web.service.cache);
    comb_job_free(server->web.service.root_job);
    comb_lanes_free(server->web.lanes);
    comb_connections_free(server->connections);
    free(server->token);
    free(server);
}
