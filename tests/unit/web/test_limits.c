/* Each limit of the server, tested just within and just beyond it. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "client.h"
#include "request/call.h"
#include "web/jobs.h"

#include <poll.h>

#define ENDLESS_JOB "{\"verb\":\"best\",\"game\":\"hexhunt\",\"options\":{\"target\":99999},\"keep\":false}"
#define TINY_JOB "{\"verb\":\"solve\",\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\",\"keep\":false}"

/* The answer with its head; the caller frees it. */
static struct comb_buf ask_for(const struct site *site, const char *method, const char *path, const char *body,
                               unsigned status)
{
    struct comb_buf out = {0};
    unsigned got = ask_from(site, "127.0.0.1", method, path, "", body, &out);
    if (got != status)
        fail_msg("%s %s: expected %u, got %u with %s", method, path, status, got, comb_buf_text(&out));
    return out;
}

static void expect(const struct site *site, const char *method, const char *path, const char *body, unsigned status,
                   const char *says)
{
    struct comb_buf out = ask_for(site, method, path, body, status);
    if (!strstr(comb_buf_text(&out), says))
        fail_msg("%s %s: expected %s in %s", method, path, says, comb_buf_text(&out));
    comb_buf_free(&out);
}

static void test_the_limits_are_listed(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){0});
    expect(&site, "GET", "/api", "", 200, "60 seconds and 1024 MB of memory per request");
    expect(&site, "GET", "/api", "", 200, "15 seconds to send a head of up to 32 KB, 60 to send a body of up to 32 MB");
    expect(&site, "GET", "/api", "", 200, "a picture 16 MB; 256 connections, half of them from one address");
    expect(&site, "GET", "/api", "", 200, "64 waiting requests; 8 jobs, each with up to 16 MB");
    close_site(&site);
    assert_int_equal(COMB_SERVER_DETACHED_SECONDS, 1800);
}

/* ---- requests ---- */

/* The reply to a client that asks before it sends a body: 100, or a rejection. */
static unsigned offer_body(const struct site *site, const char *path, unsigned long long length)
{
    struct comb_buf text = {0}, out = {0};
    int client = connect_to(site);
    comb_buf_printf(&text,
                    "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Length: %llu\r\nExpect: 100-continue\r\n\r\n",
                    path, site->port, length);
    assert_true(send_bytes(client, comb_buf_text(&text), text.length));
    unsigned status = read_answer(&out, client);
    comb_buf_free(&text);
    comb_buf_free(&out);
    close(client);
    return status;
}

static void test_body_size_is_limited(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){0});
    assert_int_equal(offer_body(&site, "/api/solve", 32 << 20), 100);
    assert_int_equal(offer_body(&site, "/api/solve", (32 << 20) + 1), 413);
    assert_int_equal(offer_body(&site, "/api/read", 16 << 20), 100);
    assert_int_equal(offer_body(&site, "/api/read", (16 << 20) + 1), 413);
    assert_int_equal(offer_body(&site, "/api/library/import", 32 << 20), 100);
    assert_int_equal(offer_body(&site, "/api/library/import", (32 << 20) + 1), 413);
    close_site(&site);
}

/* A body of unknown size is counted while it arrives. */
static void test_chunked_body_size_is_limited(void **state)
{
    (void)state;
    enum { CHUNK = 1 << 20 };
    struct site site;
    struct comb_buf out = {0};
    char *chunk = malloc(CHUNK + 2);
    char head[128];
    assert_non_null(chunk);
    memset(chunk, ' ', CHUNK);
    memcpy(chunk + CHUNK, "\r\n", 2);
    open_site(&site, (struct comb_server_setup){0});
    int client = connect_to(&site);
    snprintf(head, sizeof head, "POST /api/read HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nTransfer-Encoding: chunked\r\n\r\n",
             site.port);
    assert_true(send_text(client, head));
    for (int i = 0; i < 17; i++)
        assert_true(send_text(client, "100000\r\n") && send_bytes(client, chunk, CHUNK + 2));
    assert_true(send_text(client, "0\r\n\r\n"));
    assert_int_equal(read_answer(&out, client), 413);
    comb_buf_free(&out);
    free(chunk);
    close(client);
    close_site(&site);
}

static struct comb_buf list_of(const char *head, const char *item, unsigned count, const char *tail)
{
    struct comb_buf out = {0};
    comb_buf_str(&out, head);
    for (unsigned i = 0; i < count; i++)
        comb_buf_printf(&out, "%s%s", i ? "," : "", item);
    comb_buf_str(&out, tail);
    return out;
}

static void expect_list(const struct site *site, const char *path, struct comb_buf body, unsigned status,
                        const char *says)
{
    expect(site, "POST", path, comb_buf_text(&body), status, says);
    comb_buf_free(&body);
}

static void test_lists_in_a_request_are_limited(void **state)
{
    (void)state;
    static const char cells[] = "{\"reading\":{\"game\":\"hexhunt\",\"cells\":[";
    static const char lines[] = "{\"reading\":{\"game\":\"hexcells\",\"cells\":[],\"lines\":[";
    static const char line[] = "{\"x\":0,\"y\":0,\"text\":\"1\"}";
    struct site site;
    open_site(&site, (struct comb_server_setup){0});
    expect_list(&site, "/api/words/lookup", list_of("{\"words\":[", "\"tea\"", 1000, "]}"), 200, "\"tea\"");
    expect_list(&site, "/api/words/lookup", list_of("{\"words\":[", "\"tea\"", 1001, "]}"), 413, "1000");
    expect_list(&site, "/api/read/fix", list_of(cells, "7", 4096, "]}}"), 400, "cells");
    expect_list(&site, "/api/read/fix", list_of(cells, "7", 4097, "]}}"), 400, "4096");
    expect_list(&site, "/api/read/fix", list_of(lines, line, 4096, "]}}"), 400, "\\\"fix\\\"");
    expect_list(&site, "/api/read/fix", list_of(lines, line, 4097, "]}}"), 400, "4096");
    close_site(&site);
}

static void expect_line(const struct site *site, const char *x, unsigned length, const char *says)
{
    struct comb_buf body = {0};
    comb_buf_printf(&body, "{\"reading\":{\"game\":\"hexcells\",\"cells\":[],\"lines\":[{\"x\":%s,\"y\":0,\"text\":\"",
                    x);
    for (unsigned i = 0; i < length; i++)
        comb_buf_char(&body, '1');
    comb_buf_str(&body, "\"}]}}");
    expect_list(site, "/api/read/fix", body, 400, says);
}

static void test_places_and_texts_of_a_reading_are_limited(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){0});
    expect_line(&site, "9999", 64, "\\\"fix\\\""); /* the reading is accepted, "fix" is missing */
    expect_line(&site, "-9999", 64, "\\\"fix\\\"");
    expect_line(&site, "10000", 64, "lines");
    expect_line(&site, "-10000", 64, "lines");
    expect_line(&site, "9999", 65, "lines");
    close_site(&site);
}

/* ---- work ---- */

static void test_a_request_gets_the_limits_of_the_server_at_most(void **state)
{
    (void)state;
    struct comb_service service = {.time_limit = 60, .memory_limit = 1000};
    static const struct {
        double asked, given;
    } cases[] = {{0, 60}, {5, 5}, {59, 59}, {60, 60}, {61, 60}, {1e9, 60}, {-1, 60}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *request = json_pack("{s:f}", "seconds", cases[i].asked);
        struct comb_job_setup setup = comb_call_limits(&service, request);
        assert_true(setup.time_limit == cases[i].given);
        assert_int_equal(setup.memory_limit, 1000);
        assert_int_equal(setup.threads, 1);
        json_decref(request);
    }
}

static void test_the_time_limit_ends_a_request(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){.time_limit = 0.5});
    expect(&site, "POST", "/api/solve",
           "{\"game\":\"witness\",\"board\":\"9x9\",\"options\":{\"lines\":true},\"seconds\":1000,\"keep\":false}", 200,
           "\"complete\":false");
    close_site(&site);
}

/* A search with millions of results; with more memory it would run until its time limit. */
static void test_the_memory_limit_ends_a_request(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){.memory_limit = 20 << 20, .time_limit = 3600});
    struct comb_buf out = {0};
    unsigned status =
        ask_from(&site, "127.0.0.1", "POST", "/api/solve", "",
                 "{\"game\":\"witness\",\"board\":\"8x8\",\"options\":{\"all\":true},\"keep\":false}", &out);
    assert_true(status == 422 || strstr(comb_buf_text(&out), "\"complete\":false"));
    comb_buf_free(&out);
    close_site(&site);
}

/* ---- jobs ---- */

static void test_the_ninth_job_is_rejected(void **state)
{
    (void)state;
    struct site site;
    char path[64];
    open_site(&site, (struct comb_server_setup){.threads = 1});
    for (int i = 1; i <= 8; i++) {
        expect(&site, "POST", "/api/jobs", ENDLESS_JOB, 200, "\"job\"");
        snprintf(path, sizeof path, "/api/jobs/%d/pause", i);
        expect(&site, "POST", path, "", 200, "\"paused\":true");
    }
    expect(&site, "POST", "/api/jobs", TINY_JOB, 429, "8 jobs");
    expect(&site, "DELETE", "/api/jobs/3", "", 200, "\"job\":3");
    while (ask(&site, "POST", "/api/jobs", TINY_JOB) == 429) /* until it has ended */
        continue;
    close_site(&site);
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

static void test_the_last_sixty_four_jobs_are_listed(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){.threads = 1});
    for (unsigned done = 0; done < 70;) {
        done += ask(&site, "POST", "/api/jobs", TINY_JOB) == 200;
    }
    struct comb_buf out = {0};
    do { /* the list shrinks when a job starts: 64 that ended, and the new one */
        comb_buf_clear(&out);
        while (ask(&site, "POST", "/api/jobs", TINY_JOB) != 200)
            continue;
        assert_int_equal(ask_from(&site, "127.0.0.1", "GET", "/api/jobs", "", "", &out), 200);
    } while (count_of(comb_buf_text(&out), "\"done\":false") > 1);
    assert_int_equal(count_of(comb_buf_text(&out), "\"job\":"), 65);
    comb_buf_free(&out);
    close_site(&site);
}

static size_t length_of_events(const struct site *site, const char *path)
{
    char bytes[65536];
    size_t length = 0;
    ssize_t got;
    int client = connect_to(site);
    assert_true(send_request(site, client, "GET", path, "Connection: close\r\n", ""));
    while ((got = recv(client, bytes, sizeof bytes, 0)) > 0)
        length += (size_t)got;
    assert_int_equal(got, 0);
    close(client);
    return length;
}

/* A job with endless results ends when its event log is full. */
static void test_the_event_log_of_a_job_is_limited(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){0});
    expect(&site, "POST", "/api/jobs",
           "{\"verb\":\"solve\",\"game\":\"witness\",\"board\":\"8x8\",\"options\":{\"all\":true},\"keep\":false}", 200,
           "\"job\":1");
    assert_in_range(length_of_events(&site, "/api/jobs/1/events"), 16 << 20, 17 << 20);
    close_site(&site);
}

/* ---- connections ---- */

enum { CROWD = 300 };

/* How many the server has closed, after `expected` were seen to be. */
static unsigned closed_of(const int *crowd, unsigned count, unsigned expected)
{
    unsigned closed;
    for (int tries = 0; tries < 2000; tries++) {
        closed = 0;
        for (unsigned i = 0; i < count; i++) {
            struct pollfd one = {.fd = crowd[i], .events = POLLRDHUP};
            closed += poll(&one, 1, 0) > 0;
        }
        if (closed >= expected)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return closed;
}

/* Stays open; when it is answered, all that came before have been accepted. */
static int connect_and_ask(const struct site *site, const char *address)
{
    struct comb_buf out = {0};
    int client = connect_from(site, address);
    assert_true(send_request(site, client, "GET", "/api/games", "", ""));
    assert_int_equal(read_answer(&out, client), 200);
    comb_buf_free(&out);
    return client;
}

static void test_connections_are_limited_per_address_and_in_all(void **state)
{
    (void)state;
    struct site site;
    int crowd[CROWD];
    unsigned count = 0;
    open_site(&site, (struct comb_server_setup){.head_seconds = 3600});
    for (unsigned i = 0; i < 128; i++)
        crowd[count++] = connect_from(&site, "127.0.0.1");
    crowd[count++] = connect_and_ask(&site, "127.0.0.1"); /* the 129th of its address: one makes room */
    assert_int_equal(closed_of(crowd, count, 1), 1);
    for (unsigned i = 0; i < 127; i++)
        crowd[count++] = connect_from(&site, "127.0.0.2");
    crowd[count++] = connect_and_ask(&site, "127.0.0.3"); /* the 256th */
    assert_int_equal(closed_of(crowd, count, 1), 1);
    crowd[count++] = connect_and_ask(&site, "127.0.0.3");
    assert_int_equal(closed_of(crowd, count, 2), 2);
    for (unsigned i = 0; i < count; i++)
        close(crowd[i]);
    close_site(&site);
}

/* ---- tokens and ports ---- */

static int start_with(const struct comb_server_setup *like, char *message)
{
    struct comb_server *server = NULL;
    struct comb_server_setup setup = *like;
    struct comb_error err = {0};
    assert_int_equal(comb_context_new(&setup.context, NULL), COMB_OK);
    setup.library = "/nowhere/library.db";
    int code = comb_server_start(&server, &setup, &err);
    snprintf(message, sizeof err.message, "%s", code == COMB_OK ? comb_server_address(server) : err.message);
    comb_server_stop(server);
    comb_context_free(setup.context);
    return code;
}

static void test_token_length_is_limited(void **state)
{
    (void)state;
    char message[sizeof((struct comb_error *)0)->message], token[130];
    static const struct {
        const char *listen;
        size_t length;
        int code;
        const char *says;
    } cases[] = {
        {"127.0.0.1", 15, COMB_BAD_INPUT, "16"},
        {"127.0.0.1", 16, COMB_OK, "http://127.0.0.1:"},
        {NULL, 1, COMB_OK, "http"},
        {NULL, 0, COMB_BAD_INPUT, "1 to 128"},
        {NULL, 128, COMB_OK, "http"},
        {NULL, 129, COMB_BAD_INPUT, "1 to 128"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(token, 'a', sizeof token);
        token[cases[i].length] = '\0';
        struct comb_server_setup setup = {.listen = cases[i].listen, .token = token};
        assert_int_equal(start_with(&setup, message), cases[i].code);
        assert_non_null(strstr(message, cases[i].says));
    }
}

static void test_a_port_in_use_is_skipped_unless_exact(void **state)
{
    (void)state;
    char message[sizeof((struct comb_error *)0)->message];
    struct site site;
    open_site(&site, (struct comb_server_setup){0});
    struct comb_server_setup setup = {.port = site.port, .port_exact = true};
    assert_int_equal(start_with(&setup, message), COMB_IO);
    assert_non_null(strstr(message, "in use"));
    setup.port_exact = false;
    assert_int_equal(start_with(&setup, message), COMB_OK); /* one of the next twenty */
    close_site(&site);
}
