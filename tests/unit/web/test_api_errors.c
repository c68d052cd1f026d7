/* Every route with every kind of bad input: the status, the message, and the headers of every reply, including
 * rejections. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "client.h"

#define HUNT "\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\""
#define CELL "{\"x\":0,\"y\":0,\"text\":\"A\",\"state\":\"\",\"confidence\":1,\"second\":\"\",\"box\":[0,0,1,1]}"
#define JSON "not a JSON object"

struct bad {
    const char *method, *path, *body;
    unsigned status;
    const char *says; /* part of the answer; NULL: anything */
};

static const struct bad no_such_thing[] = {
    {"PUT", "/api/solve", "{}", 405, "PUT"},
    {"GET", "/api/solve", "", 404, NULL},
    {"DELETE", "/", "", 405, "DELETE"},
    {"PATCH", "/api/jobs", "{}", 405, "PATCH"},
    {"POST", "/solve", "", 405, "POST"},
    {"POST", "/api/games", "{}", 405, "POST"},
    {"POST", "/api/nope", "{}", 400, "'nope'"},
    {"GET", "/nope", "", 404, NULL},
    {"GET", "/api/nope", "", 404, NULL},
    {"GET", "/../etc/passwd", "", 404, NULL},
    {"GET", "/api/words/nope", "", 404, NULL},
    {"DELETE", "/api/words/own", "", 405, "DELETE"},
    {"POST", "/api/read/nope", "", 404, NULL},
    {"GET", "/api/library/0", "", 404, NULL},
    {"GET", "/api/library/99", "", 404, "99"},
    {"DELETE", "/api/library/99", "", 404, "99"},
    {"PUT", "/api/library/1", "{}", 405, "PUT"},
    {"GET", "/api/jobs/99", "", 404, "job"},
    {"GET", "/api/jobs/99/events", "", 404, "job"},
    {"DELETE", "/api/jobs/x", "", 404, NULL},
    {"POST", "/api/jobs/99/pause", "", 404, "job"},
};

static const struct bad verbs[] = {
    {"POST", "/api/solve", "", 400, NULL},
    {"POST", "/api/solve", "{", 400, NULL},
    {"POST", "/api/solve", "[]", 400, JSON},
    {"POST", "/api/solve", "{}", 400, "\\\"board\\\""},
    {"POST", "/api/solve", "{\"game\":\"hexhunt\"}", 400, "\\\"board\\\""},
    {"POST", "/api/solve", "{\"game\":\"hexhunt\",\"board\":7}", 400, "\\\"board\\\""},
    {"POST", "/api/solve", "{\"game\":\"nope\",\"board\":\"x\"}", 400, "'nope'"},
    {"POST", "/api/solve", "{\"game\":\"hexhunt\",\"board\":\"b!d\"}", 400, "'!'"},
    {"POST", "/api/solve", "{" HUNT ",\"options\":7}", 400, "\\\"options\\\""},
    {"POST", "/api/solve", "{" HUNT ",\"options\":{\"nope\":1}}", 400, "'nope'"},
    {"POST", "/api/solve", "{" HUNT ",\"options\":{\"words\":\"/etc/passwd\"}}", 400, "'words'"},
    {"POST", "/api/solve", "{" HUNT ",\"options\":{\"lang\":[]}}", 400, "'lang'"},
    {"POST", "/api/solve", "{" HUNT ",\"options\":{\"target\":100}}", 400, "'target'"}, /* of best */
    {"POST", "/api/hint", "{\"game\":\"witness\",\"board\":\"2x2\",\"options\":{\"level\":6}}", 400, "level"},
    {"POST", "/api/check", "{" HUNT ",\"answer\":\"TEAR\"}", 400, "\\\"answer\\\""},
    {"POST", "/api/count", "{" HUNT "}", 400, "'count'"},
    {"POST", "/api/rate", "{" HUNT "}", 400, "'rate'"},
    {"POST", "/api/best", "{}", 400, "\\\"game\\\""},
    {"POST", "/api/best", "{\"game\":\"hexcells\"}", 400, "'best'"},
    {"POST", "/api/prove", "{\"game\":\"hexhunt\",\"options\":{\"out\":\"/tmp/x\"}}", 400, "'out'"},
    {"POST", "/api/make", "{\"game\":7}", 400, "\\\"game\\\""},
    {"POST", "/api/scene", "[]", 400, JSON},
    {"POST", "/api/scene", "{}", 400, "\\\"board\\\""},
    {"POST", "/api/scene", "{\"board\":\"x\",\"game\":\"nope\"}", 400, "'nope'"},
    {"POST", "/api/scene", "{" HUNT ",\"moves\":\"nope\"}", 400, NULL},
    {"POST", "/api/picture", "{", 400, NULL},
    {"POST", "/api/picture", "{\"board\":\"this is no board\"}", 400, NULL},
    {"POST", "/api/board", "[]", 400, JSON},
    {"POST", "/api/board", "{\"board\":\"this is no board\"}", 200, "\"error\""}, /* a valid answer */
    {"GET", "/solve?game=nope&board=x", "", 400, "nope"},
    {"GET", "/solve?game=hexhunt&board=b!d", "", 400, "!"},
};

static const struct bad words[] = {
    {"POST", "/api/words/lookup", "[]", 400, JSON},
    {"POST", "/api/words/lookup", "{}", 400, "\\\"words\\\""},
    {"POST", "/api/words/lookup", "{\"words\":[]}", 400, "\\\"words\\\""},
    {"POST", "/api/words/lookup", "{\"words\":[7]}", 400, "\\\"words\\\""},
    {"POST", "/api/words/add", "{\"words\":[\"tea\"],\"lang\":7}", 400, "\\\"lang\\\""},
    {"POST", "/api/words/add", "{\"words\":[\"tea\"],\"lang\":\"xx\"}", 400, "'xx'"},
    {"POST", "/api/words/ban", "{\"words\":\"tea\"}", 400, "\\\"words\\\""},
    {"POST", "/api/words/forget", "{", 400, NULL},
    {"POST", "/api/words/build", "{\"lang\":\"en\"}", 400, "en "},
    {"POST", "/api/words/build", "{\"lang\":\"xx\"}", 400, "'xx'"},
    {"GET", "/api/words/own?lang=xx", "", 400, "'xx'"},
};

static const struct bad pictures[] = {
    {"POST", "/api/read", "no picture", 400, "PNG"},
    {"POST", "/api/read?game=nope", "no picture", 400, "'nope'"},
    {"POST", "/api/read?fix=nope", "no picture", 400, "PNG"},
    {"POST", "/api/read?quiet=1", "no picture", 200, "\"error\""},
    {"POST", "/api/read/fix", "[]", 400, JSON},
    {"POST", "/api/read/fix", "{}", 400, "\\\"reading\\\""},
    {"POST", "/api/read/fix", "{\"reading\":{\"cells\":[]}}", 400, "reading.game"},
    {"POST", "/api/read/fix", "{\"reading\":{\"game\":\"nope\",\"cells\":[]}}", 400, "'nope'"},
    {"POST", "/api/read/fix", "{\"reading\":{\"game\":\"hexhunt\",\"cells\":[7]}}", 400, "cells"},
    {"POST", "/api/read/fix", "{\"reading\":{\"game\":\"hexhunt\",\"cells\":[],\"lines\":7}}", 400, "lines"},
    {"POST", "/api/read/fix", "{\"reading\":{\"game\":\"hexhunt\",\"cells\":[],\"doubts\":[7]}}", 400, "doubts"},
    {"POST", "/api/read/fix", "{\"reading\":{\"game\":\"hexhunt\",\"cells\":[" CELL "]}}", 400, "\\\"fix\\\""},
    {"POST", "/api/read/fix", "{\"reading\":{\"game\":\"hexhunt\",\"cells\":[" CELL "]},\"fix\":[7]}", 400, "fix[0]"},
};

static const struct bad jobs_and_library[] = {
    {"POST", "/api/jobs", "[]", 400, JSON},
    {"POST", "/api/jobs", "{", 400, NULL},
    {"POST", "/api/library", "[]", 400, JSON},
    {"POST", "/api/library", "{}", 400, "\\\"board\\\""},
    {"POST", "/api/library", "{\"game\":\"nope\",\"board\":\"x\"}", 400, "'nope'"},
    {"POST", "/api/library", "{\"game\":\"hexhunt\",\"board\":\"b!d\"}", 400, "'!'"},
    {"POST", "/api/library/99", "[]", 400, JSON},
    {"POST", "/api/library/99", "{\"title\":\"x\"}", 404, "99"},
    {"POST", "/api/library/undo", "[]", 400, JSON},
    {"POST", "/api/library/undo", "{}", 404, NULL},
    {"POST", "/api/library/undo", "{\"id\":99}", 404, "99"},
    {"POST", "/api/library/import", "{}", 400, "\\\"text\\\""},
    {"POST", "/api/library/import", "{\"text\":\"x\",\"game\":\"nope\"}", 400, "'nope'"},
};

static void expect_headers(const char *answer)
{
    static const char *const lines[] = {"Content-Security-Policy: default-src 'none'",
                                        "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
                                        "Cross-Origin-Resource-Policy: same-origin"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(answer, lines[i]))
            fail_msg("missing %s in: %.600s", lines[i], answer);
}

static void expect(const struct site *site, const struct bad *bad, const char *headers)
{
    struct comb_buf out = {0};
    unsigned status = ask_from(site, "127.0.0.1", bad->method, bad->path, headers, bad->body, &out);
    if (status != bad->status || (bad->says && !strstr(comb_buf_text(&out), bad->says)))
        fail_msg("%s %s %s: expected %u with %s, got %u with %s", bad->method, bad->path, bad->body, bad->status,
                 bad->says ? bad->says : "anything", status, comb_buf_text(&out));
    expect_headers(comb_buf_text(&out));
    comb_buf_free(&out);
}

static void expect_all(const struct bad *rows, size_t count)
{
    struct site site;
    open_site(&site, (struct comb_server_setup){0});
    for (size_t i = 0; i < count; i++)
        expect(&site, &rows[i], "");
    close_site(&site);
}

#define EXPECT_ALL(rows) expect_all(rows, sizeof(rows) / sizeof *(rows))

static void test_paths_and_methods_that_do_not_exist(void **state)
{
    (void)state;
    EXPECT_ALL(no_such_thing);
}

static void test_verbs_and_boards(void **state)
{
    (void)state;
    EXPECT_ALL(verbs);
}

static void test_words(void **state)
{
    (void)state;
    EXPECT_ALL(words);
}

static void test_pictures(void **state)
{
    (void)state;
    EXPECT_ALL(pictures);
}

static void test_jobs_and_library(void **state)
{
    (void)state;
    EXPECT_ALL(jobs_and_library);
}

/* Access is checked first, on every route. */
static void test_every_route_checks_access(void **state)
{
    (void)state;
    static const char *const paths[] = {"/",          "/api",        "/api/games", "/api/words",   "/api/solve",
                                        "/solve",     "/api/read",   "/api/jobs",  "/api/library", "/api/board",
                                        "/plain.css", "/api/picture"};
    struct site site;
    open_site(&site, (struct comb_server_setup){.token = "0123456789abcdef"});
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct bad no_token = {"GET", paths[i], "", 401, "token"};
        struct bad foreign = {"POST", paths[i], "{}", 403, "other sites"};
        expect(&site, &no_token, "");
        expect(&site, &no_token, "Authorization: Bearer 0123456789abcdeX\r\n");
        expect(&site, &foreign, "Authorization: Bearer 0123456789abcdef\r\nOrigin: http://evil.example\r\n");
    }
    close_site(&site);
}

static unsigned send_raw(struct comb_buf *out, const struct site *site, const char *text)
{
    int client = connect_to(site);
    assert_true(send_text(client, text));
    unsigned status = read_answer(out, client);
    close(client);
    return status;
}

static void test_an_unknown_host_is_rejected_with_all_headers(void **state)
{
    (void)state;
    struct site site;
    struct comb_buf out = {0};
    open_site(&site, (struct comb_server_setup){0});
    assert_int_equal(send_raw(&out, &site, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 421);
    assert_non_null(strstr(comb_buf_text(&out), "host name"));
    expect_headers(comb_buf_text(&out));
    comb_buf_free(&out);
    close_site(&site);
}

static void add_header(struct comb_buf *out, char name, size_t length)
{
    comb_buf_printf(out, "%c: ", name);
    for (size_t i = 0; i < length; i++)
        comb_buf_char(out, 'x');
    comb_buf_str(out, "\r\n");
}

/* Heads up to 32 KB are accepted; the server itself rejects larger ones that still fit libmicrohttpd's buffer. */
static void test_a_large_head_is_rejected_with_all_headers(void **state)
{
    (void)state;
    struct site site;
    struct comb_buf fill = {0};
    open_site(&site, (struct comb_server_setup){0});
    add_header(&fill, 'X', 32000);
    expect(&site, &(struct bad){"GET", "/api/games", "", 200, "hexhunt"}, comb_buf_text(&fill));
    add_header(&fill, 'Y', 800);
    expect(&site, &(struct bad){"GET", "/api/games", "", 431, "32768"}, comb_buf_text(&fill));
    comb_buf_free(&fill);
    close_site(&site);
}
