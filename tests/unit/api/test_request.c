/* Requests of comb.h: the routes of the API without a server, the library of puzzles, word lists. */
#define _POSIX_C_SOURCE 200809L
#include "unit/api/api.h"

static char folder[32];

static struct comb_context *open_with_own_folder(void)
{
    strcpy(folder, "/tmp/comb-api-XXXXXX");
    assert_non_null(mkdtemp(folder));
    setenv("XDG_DATA_HOME", folder, 1);
    return open_context();
}

static void close_with_folder(struct comb_context *comb)
{
    char command[64];
    comb_close(comb);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* Sends a request that must succeed; the answer must contain `expected`. */
static void ask(struct comb_context *comb, const char *method, const char *path, const char *body, const char *expected)
{
    struct comb_error err = {0};
    char *json = NULL;
    size_t length = 0;
    EXPECT(COMB_OK, comb_request_run(&json, &length, comb, method, path, body, body ? strlen(body) : 0, &err));
    assert_int_equal(strlen(json), length);
    expect_json(&json, expected);
}

static void refuse(struct comb_context *comb, const char *method, const char *path, const char *body,
                   const char *expected)
{
    struct comb_error err = {0};
    char *json = NULL;
    size_t length = 7;
    EXPECT_BAD(expected, comb_request_run(&json, &length, comb, method, path, body, body ? strlen(body) : 0, &err));
    assert_null(json);
    assert_int_equal(length, 0);
}

static void test_verbs_save_nothing_unasked(void **state)
{
    (void)state;
    struct comb_context *comb = open_with_own_folder();
    static const char body[] = "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\"}";
    struct comb_error err = {0};
    char *json = NULL;
    size_t length = 0;
    EXPECT(COMB_OK, comb_request_run(&json, &length, comb, "POST", "/api/solve", body, sizeof body - 1, &err));
    assert_null(strstr(json, "unkept")); /* it was not even tried */
    expect_json(&json, "\"score\":376");
    char path[64];
    snprintf(path, sizeof path, "%s/comb/library.db", folder);
    assert_int_not_equal(access(path, F_OK), 0);
    ask(comb, "POST", "/api/solve", "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\",\"keep\":true}", "\"score\":376");
    assert_int_equal(access(path, F_OK), 0);
    ask(comb, "GET", "/api/library/count", NULL, "\"puzzles\":1");
    close_with_folder(comb);
}

static void test_the_library(void **state)
{
    (void)state;
    struct comb_context *comb = open_with_own_folder();
    struct comb_error err = {0};
    char path[64];
    snprintf(path, sizeof path, "%s/own.db", folder);
    EXPECT(COMB_OK, comb_open_library(comb, path, &err));
    EXPECT_BAD("open already", comb_open_library(comb, path, &err));
    ask(comb, "POST", "/api/library", "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\",\"title\":\"a & b\"}", "\"id\":1");
    ask(comb, "GET", "/api/library?q=a+%26+b&game=hexhunt", NULL, "TS/EAR/LB");
    ask(comb, "GET", "/api/library?q=nowhere", NULL, "\"puzzles\":[]");
    ask(comb, "GET", "/api/library/1", NULL, "a & b");
    ask(comb, "GET", "/api/library/export", NULL, "TS/EAR/LB");
    ask(comb, "DELETE", "/api/library/1", NULL, "\"id\":1");
    ask(comb, "GET", "/api/library/count", NULL, "\"puzzles\":0");
    ask(comb, "POST", "/api/library/undo", "{}", "\"id\":1");
    assert_int_equal(access(path, F_OK), 0);
    EXPECT_BAD("'path' is NULL", comb_open_library(comb, NULL, &err));
    EXPECT_BAD("'context' is NULL", comb_open_library(NULL, path, &err));
    close_with_folder(comb);
}

/* A library that cannot be opened is an error of its requests, and the next one tries again. */
static void test_a_library_that_cannot_be_opened(void **state)
{
    (void)state;
    struct comb_context *comb = open_with_own_folder();
    struct comb_error err = {0};
    char *json = NULL;
    size_t length = 0;
    assert_int_not_equal(comb_open_library(comb, folder, &err), COMB_OK);
    assert_true(strlen(err.message) > 0);
    setenv("XDG_DATA_HOME", "/proc/self/none", 1);
    int code = comb_request_run(&json, &length, comb, "GET", "/api/library/count", NULL, 0, &err);
    assert_int_not_equal(code, COMB_OK);
    assert_null(json);
    setenv("XDG_DATA_HOME", folder, 1);
    ask(comb, "GET", "/api/library/count", NULL, "\"puzzles\":0");
    close_with_folder(comb);
}

static void test_word_lists(void **state)
{
    (void)state;
    struct comb_context *comb = open_with_own_folder();
    ask(comb, "GET", "/api/words", NULL, "\"code\":\"en\"");
    ask(comb, "POST", "/api/words/lookup", "{\"words\":[\"PASTED\",\"XYZZY\"]}", "\"PASTED\":[\"en\"");
    ask(comb, "POST", "/api/words/add", "{\"words\":[\"XYZZY\"]}", "\"added\":[\"XYZZY\"]");
    ask(comb, "GET", "/api/words/own?lang=en", NULL, "XYZZY");
    refuse(comb, "POST", "/api/words/build", "{\"lang\":\"en\"}", "nothing to build");
    close_with_folder(comb);
}

static void test_boards_pictures_and_games(void **state)
{
    (void)state;
    struct comb_context *comb = open_with_own_folder();
    struct comb_error err = {0};
    char *png = NULL;
    size_t length = 0;
    static const char body[] = "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\",\"format\":\"png\"}";
    ask(comb, "GET", "/api/games", NULL, "\"name\":\"witness\"");
    ask(comb, "POST", "/api/board", "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\"}", "\"code\":\"comb1-hexhunt-");
    refuse(comb, "POST", "/api/board", "{\"game\":\"hexhunt\",\"board\":\"%\"}", "'%'");
    EXPECT(COMB_OK, comb_request_run(&png, &length, comb, "POST", "/api/picture", body, sizeof body - 1, &err));
    assert_true(length > 8);
    assert_memory_equal(png, "\x89PNG", 4);
    comb_text_free(png);
    close_with_folder(comb);
}

static void test_bad_requests_are_errors(void **state)
{
    (void)state;
    struct comb_error err = {0};
    struct comb_context *comb = open_with_own_folder();
    char *json = NULL;
    size_t length = 0;
    refuse(comb, "GET", "/none", NULL, "not found");
    refuse(comb, "GET", "", NULL, "not found");
    refuse(comb, "PUT", "/api/games", NULL, "not allowed");
    refuse(comb, "POST", "/api/solve", "", "");
    refuse(comb, "POST", "/api/solve", "[]", "not a JSON object");
    refuse(comb, "POST", "/api/nonsense", "{}", "unknown verb");
    refuse(comb, "GET", "/api/library?a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q", NULL, "more than 16");
    EXPECT_BAD("'out' is NULL", comb_request_run(NULL, &length, comb, "GET", "/api", NULL, 0, &err));
    EXPECT_BAD("'length' is NULL", comb_request_run(&json, NULL, comb, "GET", "/api", NULL, 0, &err));
    EXPECT_BAD("'context' is NULL", comb_request_run(&json, &length, NULL, "GET", "/api", NULL, 0, &err));
    EXPECT_BAD("'method' is NULL", comb_request_run(&json, &length, comb, NULL, "/api", NULL, 0, &err));
    EXPECT_BAD("'path' is NULL", comb_request_run(&json, &length, comb, "GET", NULL, NULL, 0, &err));
    EXPECT_BAD("'body' is NULL", comb_request_run(&json, &length, comb, "POST", "/api/solve", NULL, 1, &err));
    EXPECT_BAD("at most", comb_request_run(&json, &length, comb, "POST", "/api/solve", "x", SIZE_MAX, &err));
    close_with_folder(comb);
}
