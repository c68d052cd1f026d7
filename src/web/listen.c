#define _GNU_SOURCE
#include "web/listen.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORTS_TRIED = 20, BACKLOG = 128 };

union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

static socklen_t parse_address(union address *out, const char *text, unsigned port)
{
    *out = (union address){0};
    if (inet_pton(AF_INET, text, &out->four.sin_addr) == 1) {
        out->four.sin_family = AF_INET;
        out->four.sin_port = htons((uint16_t)port);
        return sizeof out->four;
    }
    *out = (union address){.six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)}};
    return inet_pton(AF_INET6, text, &out->six.sin6_addr) == 1 ? sizeof out->six : 0;
}

static unsigned port_of(int socket)
{
    union address here = {0};
    socklen_t length = sizeof here;
    if (getsockname(socket, &here.any, &length) != 0)
        return 0;
    return ntohs(here.any.sa_family == AF_INET6 ? here.six.sin6_port : here.four.sin_port);
}

/* Returns -1 if the port is in use or the address is not of this machine. */
static int listen_on(const char *text, unsigned port)
{
    union address address;
    socklen_t length = parse_address(&address, text, port);
    int on = 1;
    int out = length > 0 ? socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1;
    if (out < 0)
        return -1;
    setsockopt(out, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address.any.sa_family == AF_INET6)
        setsockopt(out, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(out, &address.any, length) == 0 && listen(out, BACKLOG) == 0)
        return out;
    close(out);
    return -1;
}

/* The first socket decides whether the port is free; without IPv6 there is no second. */
static bool listen_at(struct comb_listener *listener, const char *text, unsigned port)
{
    int first = listen_on(text ? text : "127.0.0.1", port);
    if (first < 0)
        return false;
    *listener = (struct comb_listener){.sockets = {first}, .count = 1, .port = port_of(first)};
    int second = text ? -1 : listen_on("::1", listener->port);
    if (second >= 0)
        listener->sockets[listener->count++] = second;
    return true;
}

int comb_listen(struct comb_listener *out, const char *address, unsigned port, bool exact, struct comb_error *err)
{
    unsigned tries = exact || port == 0 ? 1 : PORTS_TRIED;
    *out = (struct comb_listener){0};
    for (unsigned i = 0; i < tries && port + i <= 65535; i++)
        if (listen_at(out, address, port ? port + i : 0))
            return COMB_OK;
    return comb_fail(err, COMB_IO, "cannot listen on %s port %u%s%s", address ? address : "127.0.0.1", port,
                     tries > 1 ? " or the ports after it" : ": is it in use?",
                     address ? " (it must be an address of this machine)" : "");
}

void comb_listener_close(struct comb_listener *listener)
{
    for (unsigned i = 0; i < listener->count; i++)
        if (listener->sockets[i] >= 0)
            close(listener->sockets[i]);
    listener->count = 0;
}
