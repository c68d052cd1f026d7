/* A server on a free loopback port with its own library, and clients that use real sockets. Nothing here measures time:
 * a client waits until a condition holds, and gives up after a minute only so that a broken server ends the test. */
#ifndef COMB_TEST_WEB_CLIENT_H
#define COMB_TEST_WEB_CLIENT_H

#include "base/buf.h"
#include "web/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { GIVE_UP_SECONDS = 60 };

#define LONG_SOLVE "{\"game\":\"witness\",\"board\":\"9x9\",\"options\":{\"lines\":true},\"keep\":false}"
#define SHORT_SOLVE "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\"}"

struct site {
    char folder[64], library[80];
    struct comb_context *context;
    struct comb_server *server;
    unsigned port;
};

/* `setup` needs no context, library or port. */
static inline void open_site(struct site *site, struct comb_server_setup setup)
{
    struct comb_error err = {0};
    *site = (struct site){.folder = "/tmp/comb-web-XXXXXX"};
    assert_non_null(mkdtemp(site->folder));
    snprintf(site->library, sizeof site->library, "%s/library.db", site->folder);
    setenv("XDG_DATA_HOME", site->folder, 1);
    assert_int_equal(comb_context_new(&site->context, NULL), COMB_OK);
    setup.context = site->context;
    setup.library = site->library;
    assert_int_equal(comb_server_start(&site->server, &setup, &err), COMB_OK);
    site->port = comb_server_port(site->server);
}

static inline void close_site(struct site *site)
{
    char command[128];
    comb_server_stop(site->server);
    comb_context_free(site->context);
    snprintf(command, sizeof command, "rm -rf '%s'", site->folder);
    assert_int_equal(system(command), 0);
}

/* ---- one connection ---- */

/* From an address of loopback such as 127.0.0.2. */
static inline int connect_from(const struct site *site, const char *address)
{
    struct sockaddr_in here = {.sin_family = AF_INET}, there = {.sin_family = AF_INET};
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(client >= 0);
    inet_pton(AF_INET, address, &here.sin_addr);
    inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
    there.sin_port = htons((uint16_t)site->port);
    assert_int_equal(bind(client, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(connect(client, (struct sockaddr *)&there, sizeof there), 0);
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_sec = GIVE_UP_SECONDS}, sizeof(struct timeval));
    return client;
}

static inline int connect_to(const struct site *site)
{
    return connect_from(site, "127.0.0.1");
}

/* False if the server has closed the connection. */
static inline bool send_bytes(int client, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(client, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static inline bool send_text(int client, const char *text)
{
    return send_bytes(client, text, strlen(text));
}

/* `headers` are whole lines, or "". */
static inline bool send_request(const struct site *site, int client, const char *method, const char *path,
                                const char *headers, const char *body)
{
    struct comb_buf text = {0};
    comb_buf_printf(&text, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Length: %zu\r\n%s\r\n%s", method, path,
                    site->port, strlen(body), headers, body);
    bool sent = send_bytes(client, comb_buf_text(&text), text.length);
    comb_buf_free(&text);
    return sent;
}

/* Reads until `out` contains `mark`; false at the end of the stream, or if nothing arrived for a minute. */
static inline bool read_until(struct comb_buf *out, int client, const char *mark)
{
    char bytes[4096];
    while (out->length == 0 || !strstr(comb_buf_text(out), mark)) {
        ssize_t got = recv(client, bytes, sizeof bytes, 0);
        if (got <= 0)
            return false;
        comb_buf_add(out, bytes, (size_t)got);
    }
    return true;
}

/* Reads one answer with its head; returns the status, or 0 if there was none. */
static inline unsigned read_answer(struct comb_buf *out, int client)
{
    unsigned status = 0;
    if (!read_until(out, client, "\r\n\r\n"))
        return 0;
    sscanf(comb_buf_text(out), "HTTP/1.1 %u", &status);
    const char *length = strstr(comb_buf_text(out), "Content-Length: ");
    size_t head = (size_t)(strstr(comb_buf_text(out), "\r\n\r\n") + 4 - comb_buf_text(out));
    size_t whole = head + (length ? strtoul(length + strlen("Content-Length: "), NULL, 10) : 0);
    char byte;
    while (out->length < whole && recv(client, &byte, 1, 0) == 1)
        comb_buf_add(out, &byte, 1);
    return status;
}

/* Whether the server closes the connection; discards bytes that arrive before. */
static inline bool is_closed_by_server(int client)
{
    char bytes[4096];
    ssize_t got;
    while ((got = recv(client, bytes, sizeof bytes, 0)) > 0)
        continue;
    if (got == 0)
        return true;
    return recv(client, bytes, 1, MSG_DONTWAIT) == 0; /* a reset was reported above, the end is reported now */
}

/* ---- one request on a connection of its own ---- */

static inline unsigned ask_from(const struct site *site, const char *address, const char *method, const char *path,
                                const char *headers, const char *body, struct comb_buf *out)
{
    int client = connect_from(site, address);
    unsigned status = send_request(site, client, method, path, headers, body) ? read_answer(out, client) : 0;
    close(client);
    return status;
}

static inline unsigned ask(const struct site *site, const char *method, const char *path, const char *body)
{
    struct comb_buf out = {0};
    unsigned status = ask_from(site, "127.0.0.1", method, path, "", body, &out);
    comb_buf_free(&out);
    return status;
}

#endif
