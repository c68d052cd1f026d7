/* labels: threads */
/* The server cannot be blocked by long requests, by disconnected clients, or by connections that send almost nothing.
 * Uses real sockets. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "client.h"

enum { ENDLESS = 3600, CROWD = 40 };

/* ---- work ---- */

static void test_long_requests_do_not_delay_a_short_one(void **state)
{
    (void)state;
    struct site site;
    int crowd[CROWD];
    open_site(&site, (struct comb_server_setup){.threads = 1, .time_limit = ENDLESS});
    for (int i = 0; i < 6; i++) {
        crowd[i] = connect_to(&site);
        assert_true(send_request(&site, crowd[i], "POST", "/api/solve", "", LONG_SOLVE));
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(ask(&site, "POST", "/api/solve", SHORT_SOLVE), 200);
    assert_int_equal(ask(&site, "GET", "/solve?game=hexhunt&board=TS/EAR/LB", ""), 200);
    for (int i = 0; i < 6; i++)
        close(crowd[i]);
    close_site(&site);
}

/* The only long lane becomes free only if the work of the disconnected clients was cancelled. */
static void test_work_is_cancelled_when_its_client_disconnects(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){.threads = 1, .time_limit = ENDLESS});
    for (int i = 0; i < 4; i++) {
        int client = connect_to(&site);
        assert_true(send_request(&site, client, "POST", "/api/solve", "", LONG_SOLVE));
        if (i % 2)
            setsockopt(client, SOL_SOCKET, SO_LINGER, &(struct linger){.l_onoff = 1}, sizeof(struct linger));
        close(client); /* with FIN or with RST */
    }
    struct comb_buf out = {0};
    assert_int_equal(ask_from(&site, "127.0.0.1", "POST", "/api/solve", "",
                              "{\"game\":\"witness\",\"board\":\"9x9\",\"options\":{\"lines\":true},\"seconds\":1}",
                              &out),
                     200);
    assert_non_null(strstr(comb_buf_text(&out), "\"complete\":false"));
    comb_buf_free(&out);
    close_site(&site);
}

/* The import is rolled back, and the library is free for the next request. */
static void test_an_import_ends_when_its_client_disconnects(void **state)
{
    (void)state;
    struct site site;
    struct comb_buf body = {0}, out = {0};
    open_site(&site, (struct comb_server_setup){.time_limit = ENDLESS});
    comb_buf_str(&body, "{\"game\":\"hexhunt\",\"text\":\"");
    for (unsigned i = 0; i < 2000000; i++)
        comb_buf_str(&body, "TS/EAR/LB\\n");
    comb_buf_str(&body, "\"}");
    int client = connect_to(&site);
    assert_true(send_request(&site, client, "POST", "/api/library/import", "", comb_buf_text(&body)));
    close(client);
    do
        comb_buf_clear(&out);
    while (ask_from(&site, "127.0.0.1", "GET", "/api/library", "", "", &out) == 200 &&
           !strstr(comb_buf_text(&out), "\"puzzles\":[]"));
    assert_non_null(strstr(comb_buf_text(&out), "\"puzzles\":[]"));
    comb_buf_free(&body);
    comb_buf_free(&out);
    close_site(&site);
}

/* A quick answer also reaches a client that has closed its side for sending. */
static void test_a_half_closed_client_gets_a_quick_answer(void **state)
{
    (void)state;
    struct site site;
    struct comb_buf out = {0};
    open_site(&site, (struct comb_server_setup){0});
    int client = connect_to(&site);
    assert_true(send_request(&site, client, "GET", "/api/games", "", ""));
    shutdown(client, SHUT_WR);
    assert_int_equal(read_answer(&out, client), 200);
    comb_buf_free(&out);
    close(client);
    close_site(&site);
}

static void test_requests_in_one_packet_are_answered_in_order(void **state)
{
    (void)state;
    struct site site;
    struct comb_buf text = {0}, out = {0};
    open_site(&site, (struct comb_server_setup){0});
    int client = connect_to(&site);
    for (int i = 0; i < 3; i++)
        comb_buf_printf(&text, "GET /api/jobs/%d HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%s\r\n", i, site.port,
                        i == 2 ? "Connection: close\r\n" : "");
    assert_true(send_bytes(client, comb_buf_text(&text), text.length));
    assert_false(read_until(&out, client, "no such mark"));
    unsigned answers = 0;
    for (const char *at = comb_buf_text(&out); (at = strstr(at, "HTTP/1.1 404")); at++)
        answers++;
    assert_int_equal(answers, 3);
    comb_buf_free(&text);
    comb_buf_free(&out);
    close(client);
    close_site(&site);
}

/* ---- connections ---- */

/* Endless lines of a head: only a deadline for the whole head ends them. */
static void test_a_head_that_never_ends_is_dropped(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){.head_seconds = 0.3});
    int client = connect_to(&site);
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_usec = 20000}, sizeof(struct timeval));
    assert_true(send_text(client, "GET / HTTP/1.1\r\n"));
    unsigned lines = 0;
    while (!is_closed_by_server(client) && lines++ < 50 * GIVE_UP_SECONDS)
        send_text(client, "X: y\r\n");
    assert_in_range(lines, 0, 50 * GIVE_UP_SECONDS - 1);
    close(client);
    close_site(&site);
}

static void test_a_body_that_never_ends_is_dropped(void **state)
{
    (void)state;
    struct site site;
    open_site(&site, (struct comb_server_setup){.body_seconds = 0.3});
    int client = connect_to(&site);
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_usec = 20000}, sizeof(struct timeval));
    struct comb_buf head = {0};
    comb_buf_printf(&head, "POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Length: 1000000\r\n\r\n{",
                    site.port);
    assert_true(send_bytes(client, comb_buf_text(&head), head.length));
    comb_buf_free(&head);
    unsigned bytes = 0;
    while (!is_closed_by_server(client) && bytes++ < 50 * GIVE_UP_SECONDS)
        send_text(client, " ");
    assert_in_range(bytes, 0, 50 * GIVE_UP_SECONDS - 1);
    close(client);
    close_site(&site);
}

static void open_crowd(const struct site *site, int crowd[CROWD])
{
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = connect_to(site);
        send_text(crowd[i], "GET / HTTP/1.1\r\nX: ");
    }
}

static void close_crowd(const int crowd[CROWD])
{
    for (int i = 0; i < CROWD; i++)
        close(crowd[i]);
}

/* More idle connections than the table holds, and none of them near its deadline. */
static void test_idle_connections_do_not_block_a_real_client(void **state)
{
    (void)state;
    struct site site;
    int crowd[CROWD];
    open_site(&site, (struct comb_server_setup){.connections = 16, .head_seconds = ENDLESS});
    open_crowd(&site, crowd);
    for (int i = 0; i < 20; i++)
        assert_int_equal(ask(&site, "POST", "/api/solve", SHORT_SOLVE), 200);
    assert_true(is_closed_by_server(crowd[0])); /* the oldest has made room */
    close_crowd(crowd);
    close_site(&site);
}

static void test_one_address_cannot_push_out_another(void **state)
{
    (void)state;
    struct site site;
    int crowd[CROWD];
    struct comb_buf out = {0};
    open_site(&site, (struct comb_server_setup){.connections = 16, .head_seconds = ENDLESS});
    int early = connect_from(&site, "127.0.0.2"); /* the oldest of all, and idle */
    assert_true(send_text(early, "GET /api/games HTTP/1.1\r\n"));
    open_crowd(&site, crowd);
    assert_true(is_closed_by_server(crowd[0]));
    struct comb_buf rest = {0};
    comb_buf_printf(&rest, "Host: 127.0.0.1:%u\r\n\r\n", site.port);
    assert_true(send_bytes(early, comb_buf_text(&rest), rest.length));
    assert_int_equal(read_answer(&out, early), 200);
    comb_buf_free(&rest);
    comb_buf_free(&out);
    close(early);
    close_crowd(crowd);
    close_site(&site);
}

/* Whether a request is answered although more clients connect than there is room for; not if they connect before its
 * thread has run, because then it is the longest idle connection. */
static bool answered_in_a_crowd(void)
{
    struct site site;
    int crowd[CROWD];
    struct comb_buf out = {0};
    open_site(&site, (struct comb_server_setup){.connections = 16, .head_seconds = ENDLESS});
    int client = connect_to(&site);
    assert_true(send_request(&site, client, "POST", "/api/solve", "",
                             "{\"game\":\"witness\",\"board\":\"9x9\",\"options\":{\"lines\":true},\"seconds\":2}"));
    assert_int_equal(ask(&site, "GET", "/api/games", ""), 200);
    open_crowd(&site, crowd);
    unsigned status = read_answer(&out, client);
    comb_buf_free(&out);
    close(client);
    close_crowd(crowd);
    close_site(&site);
    return status == 200;
}

static void test_a_working_request_is_not_dropped(void **state)
{
    (void)state;
    bool answered = false;
    for (unsigned i = 0; i < 20 && !answered; i++)
        answered = answered_in_a_crowd();
    assert_true(answered);
}

/* ---- the end ---- */

/* The server stops despite incomplete heads and bodies, a reader that does not read, and running work. Returns whether
 * the work was answered with its results so far; not if its thread never ran. */
static bool stop_among_clients(void)
{
    struct site site;
    int crowd[CROWD];
    struct comb_buf text = {0}, out = {0};
    open_site(&site, (struct comb_server_setup){.threads = 1, .time_limit = ENDLESS});
    int work = connect_to(&site);
    assert_true(send_request(&site, work, "POST", "/api/solve", "", LONG_SOLVE));
    open_crowd(&site, crowd);
    int body = connect_to(&site), stream = connect_to(&site);
    comb_buf_printf(&text, "POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Length: 100\r\n\r\n{", site.port);
    assert_true(send_bytes(body, comb_buf_text(&text), text.length));
    assert_int_equal(
        ask(&site, "POST", "/api/jobs", "{\"verb\":\"best\",\"game\":\"hexhunt\",\"options\":{\"target\":99999}}"),
        200);
    assert_true(send_request(&site, stream, "GET", "/api/jobs/1/events", "", ""));
    assert_int_equal(ask(&site, "GET", "/api/jobs/1", ""), 200);
    assert_int_equal(ask(&site, "GET", "/api/jobs/1/events?started=1", ""), 404); /* of an earlier server */
    close_site(&site);
    unsigned status = read_answer(&out, work);
    assert_true(status == 0 || (status == 200 && strstr(comb_buf_text(&out), "\"complete\":false")));
    comb_buf_free(&text);
    comb_buf_free(&out);
    close(body);
    close(work);
    close(stream);
    close_crowd(crowd);
    return status == 200;
}

static void test_the_server_stops_whatever_its_clients_do(void **state)
{
    (void)state;
    bool answered = false;
    for (unsigned i = 0; i < 20 && !answered; i++)
        answered = stop_among_clients();
    assert_true(answered);
}
