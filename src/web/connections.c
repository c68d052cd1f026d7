#define _GNU_SOURCE
#include "web/connections.h"

#include "base/platform.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { ADDRESS_BYTES = 16, NETWORK_BYTES = 8 };

struct comb_connection {
    struct comb_connection *next, *previous;
    int socket;
    unsigned char address[ADDRESS_BYTES];
    enum comb_phase phase;
    double since; /* start of the phase */
    bool dropped;
};

struct comb_connections {
    struct comb_connection_limits limits;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct comb_connection *first;
    unsigned count;    /* connections that are not dropped */
    double drained_at; /* when comb_connections_drain was called; 0: not yet */
    bool stopped;
};

static void start_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

int comb_connections_new(struct comb_connections **out, const struct comb_connection_limits *limits,
                         struct comb_error *err)
{
    struct comb_connections *connections = *out = calloc(1, sizeof *connections);
    if (!connections)
        return comb_fail_memory(err);
    connections->limits = *limits;
    pthread_mutex_init(&connections->lock, NULL);
    start_condition(&connections->changed);
    return COMB_OK;
}

void comb_connections_free(struct comb_connections *connections)
{
    if (!connections)
        return;
    pthread_cond_destroy(&connections->changed);
    pthread_mutex_destroy(&connections->lock);
    free(connections);
}

/* IPv6 clients are identified by their network: one client controls all of its addresses. */
static void copy_address(unsigned char out[ADDRESS_BYTES], const struct sockaddr *peer)
{
    if (peer && peer->sa_family == AF_INET)
        memcpy(out + ADDRESS_BYTES - sizeof(struct in_addr), &((const struct sockaddr_in *)peer)->sin_addr,
               sizeof(struct in_addr));
    else if (peer && peer->sa_family == AF_INET6)
        memcpy(out, &((const struct sockaddr_in6 *)peer)->sin6_addr, NETWORK_BYTES);
}

static bool same_address(const struct comb_connection *a, const struct comb_connection *b)
{
    return memcmp(a->address, b->address, ADDRESS_BYTES) == 0;
}

/* ---- choosing the connection to drop; with the lock held ---- */

static void drop(struct comb_connections *connections, struct comb_connection *connection)
{
    if (connection->dropped)
        return;
    shutdown(connection->socket, SHUT_RDWR);
    connection->dropped = true;
    connections->count--;
}

/* Clients that have not sent a complete request are dropped first, then those that have been reading for the longest
 * time. 0: never dropped. */
static unsigned idleness(const struct comb_connection *connection)
{
    bool sends = connection->phase == COMB_PHASE_HEAD || connection->phase == COMB_PHASE_BODY;
    return connection->dropped || connection->phase == COMB_PHASE_WORK ? 0 : sends ? 2 : 1;
}

static bool is_idler(const struct comb_connection *a, const struct comb_connection *b)
{
    return idleness(a) != idleness(b) ? idleness(a) > idleness(b) : a->since < b->since;
}

/* The connection to drop in favour of `newest`: of the same address, or of any. NULL: all are working. */
static struct comb_connection *most_idle(const struct comb_connections *connections,
                                         const struct comb_connection *newest, bool of_address)
{
    struct comb_connection *found = NULL;
    for (struct comb_connection *c = connections->first; c; c = c->next)
        if (c != newest && idleness(c) > 0 && (!of_address || same_address(c, newest)) &&
            (!found || is_idler(c, found)))
            found = c;
    return found;
}

static unsigned count_of_address(const struct comb_connections *connections, const struct comb_connection *like)
{
    unsigned count = 0;
    for (const struct comb_connection *c = connections->first; c; c = c->next)
        count += !c->dropped && same_address(c, like);
    return count;
}

static void make_room(struct comb_connections *connections, struct comb_connection *newest)
{
    bool of_address = count_of_address(connections, newest) > connections->limits.per_address;
    if (!of_address && connections->count <= connections->limits.total)
        return;
    struct comb_connection *idle = most_idle(connections, newest, of_address);
    drop(connections, idle ? idle : newest);
}

/* ---- the table ---- */

struct comb_connection *comb_connections_add(struct comb_connections *connections, int socket,
                                             const struct sockaddr *peer)
{
    struct comb_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->socket = socket;
    connection->since = comb_clock_seconds();
    copy_address(connection->address, peer);
    pthread_mutex_lock(&connections->lock);
    connection->next = connections->first;
    if (connection->next)
        connection->next->previous = connection;
    connections->first = connection;
    connections->count++;
    make_room(connections, connection);
    pthread_cond_signal(&connections->changed);
    pthread_mutex_unlock(&connections->lock);
    return connection;
}

void comb_connections_remove(struct comb_connections *connections, struct comb_connection *connection)
{
    if (!connection)
        return;
    pthread_mutex_lock(&connections->lock);
    if (connection->next)
        connection->next->previous = connection->previous;
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        connections->first = connection->next;
    connections->count -= !connection->dropped;
    pthread_mutex_unlock(&connections->lock);
    free(connection);
}

void comb_connections_enter(struct comb_connections *connections, struct comb_connection *connection,
                            enum comb_phase phase)
{
    if (!connection)
        return;
    pthread_mutex_lock(&connections->lock);
    connection->phase = phase;
    connection->since = comb_clock_seconds();
    pthread_mutex_unlock(&connections->lock);
}

unsigned comb_connections_count(struct comb_connections *connections)
{
    pthread_mutex_lock(&connections->lock);
    unsigned count = connections->count;
    pthread_mutex_unlock(&connections->lock);
    return count;
}

/* ---- deadlines ---- */

static bool is_late(const struct comb_connections *connections, const struct comb_connection *connection, double now)
{
    double seconds = connections->limits.seconds[connection->phase];
    double since = connection->since > connections->drained_at ? connection->since : connections->drained_at;
    return connection->phase != COMB_PHASE_WORK && seconds > 0 && now - since >= seconds;
}

static void drop_late(struct comb_connections *connections, double now)
{
    for (struct comb_connection *c = connections->first; c; c = c->next)
        if (is_late(connections, c, now))
            drop(connections, c);
}

void comb_connections_check(struct comb_connections *connections, double now)
{
    pthread_mutex_lock(&connections->lock);
    drop_late(connections, now);
    pthread_mutex_unlock(&connections->lock);
}

void comb_connections_drain(struct comb_connections *connections, double seconds)
{
    pthread_mutex_lock(&connections->lock);
    connections->drained_at = comb_clock_seconds();
    for (unsigned phase = 0; phase < COMB_PHASES; phase++)
        connections->limits.seconds[phase] = seconds;
    for (struct comb_connection *c = connections->first; c; c = c->next)
        if (c->phase == COMB_PHASE_HEAD)
            drop(connections, c);
    pthread_mutex_unlock(&connections->lock);
}

bool comb_connections_wait(struct comb_connections *connections, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&connections->lock);
    while (!connections->stopped && !connections->first)
        pthread_cond_wait(&connections->changed, &connections->lock);
    int waited = 0;
    while (!connections->stopped && waited == 0)
        waited = pthread_cond_timedwait(&connections->changed, &connections->lock, &until);
    bool running = !connections->stopped;
    pthread_mutex_unlock(&connections->lock);
    return running;
}

void comb_connections_wake(struct comb_connections *connections)
{
    pthread_mutex_lock(&connections->lock);
    connections->stopped = true;
    pthread_cond_signal(&connections->changed);
    pthread_mutex_unlock(&connections->lock);
}

/* ---- the peer ---- */

static bool socket_reports(int socket, short events)
{
    struct pollfd one = {.fd = socket, .events = events};
    return poll(&one, 1, 0) > 0 && (one.revents & (events | POLLHUP | POLLERR)) != 0;
}

bool comb_socket_is_closed(int socket)
{
    return socket_reports(socket, POLLRDHUP);
}

bool comb_socket_is_broken(int socket)
{
    return socket_reports(socket, 0);
}
