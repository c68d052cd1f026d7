/* The request layer without a server: every verb of every game through JSON, the choice of routes, and what a front
 * without scheduling and jobs answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "request/call.h"
#include "request/routes.h"

#include <string.h>

static struct comb_service service;

static void open_service(void)
{
    service = (struct comb_service){.time_limit = 20, .memory_limit = (size_t)1 << 30};
    assert_int_equal(comb_context_new(&service.context, NULL), COMB_OK);
    assert_int_equal(comb_cache_open(&service.cache, ":memory:", NULL), COMB_OK);
}

static void close_service(void)
{
    comb_cache_close(service.cache);
    comb_context_free(service.context);
}

static const char *no_query(const struct comb_request *request, const char *name)
{
    (void)request;
    (void)name;
    return NULL;
}

/* Sends a request; the object is NULL if the reply is not JSON. */
static json_t *ask(unsigned *status, const char *method, const char *path, const char *body)
{
    struct comb_request request = {.service = &service, .method = method, .path = path, .query = no_query};
    struct comb_reply reply = {0};
    json_t *object = NULL;
    comb_buf_str(&request.body, body);
    comb_dispatch(&request, &reply);
    *status = reply.status;
    if (strcmp(reply.type, "application/json") == 0)
        assert_int_equal(comb_json_parse(&object, comb_buf_text(&reply.body), reply.body.length, NULL), COMB_OK);
    comb_buf_free(&request.body);
    comb_buf_free(&reply.body);
    return object;
}

static json_t *ask_object(unsigned *status, const char *path, json_t *body)
{
    struct comb_buf text = {0};
    comb_json_print(&text, body);
    json_decref(body);
    json_t *object = ask(status, "POST", path, comb_buf_text(&text));
    comb_buf_free(&text);
    return object;
}

/* ---- verbs ---- */

/* Little work for a verb without a board: a target that any board reaches, or that no small board does. */
static json_t *small_work(const struct comb_request_verb *verb, const struct comb_game *game)
{
    json_t *options = json_object();
    if (strcmp(verb->name, "make") != 0)
        json_object_set_new(options, "target", json_integer(strcmp(verb->name, "best") == 0 ? 1 : 9999));
    if (strcmp(verb->name, "prove") == 0 && strcmp(game->name, "hexhunt") == 0)
        json_object_set_new(options, "shape", json_string("hex7")); /* the default shape takes long to set up */
    return options;
}

static json_t *request_of(const struct comb_request_verb *verb, const struct comb_game *game)
{
    json_t *body = json_pack("{s:s, s:f, s:b}", "game", game->name, "seconds", 0.5, "keep", 0);
    if (verb->needs_board)
        json_object_set_new(body, "board", json_string(game->examples[0].input));
    else
        json_object_set_new(body, "options", small_work(verb, game));
    return body;
}

static void check_result(const struct comb_request_verb *verb, const struct comb_game *game, unsigned status,
                         const json_t *object)
{
    const json_t *error = json_object_get(json_object_get(object, "error"), "message");
    if (verb->takes_answer && !game->lint) { /* there is nothing to check */
        assert_int_equal(status, 400);
        return;
    }
    if (status != 200 || error)
        fail_msg("%s %s: %u %s", verb->name, game->name, status, json_string_value(error));
    assert_string_equal(json_string_value(json_object_get(object, "game")), game->name);
    assert_int_equal(json_integer_value(json_object_get(object, "schema")), 1);
}

static void test_every_verb_of_every_game_answers(void **state)
{
    (void)state;
    open_service();
    unsigned calls = 0;
    for (const struct comb_request_verb *const *verb = comb_request_verbs; *verb; verb++)
        for (const struct comb_game *const *game = comb_games; *game; game++) {
            char path[64];
            unsigned status;
            snprintf(path, sizeof path, "/api/%s", (*verb)->name);
            json_t *object = ask_object(&status, path, request_of(*verb, *game));
            if ((*verb)->can(*game))
                check_result(*verb, *game, status, object);
            else
                assert_int_equal(status, 400);
            calls += (*verb)->can(*game);
            json_decref(object);
        }
    assert_true(calls > 20);
    close_service();
}

static void test_options_of_a_verb_are_checked(void **state)
{
    (void)state;
    open_service();
    static const struct {
        const char *verb, *options;
        unsigned status;
    } cases[] = {
        {"hint", "{\"level\": 4}", 200},         {"hint", "{\"level\": 6}", 400}, {"hint", "{\"level\": 0}", 400},
        {"hint", "{\"level\": \"three\"}", 400}, {"rate", "{\"level\": 1}", 400},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[64];
        unsigned status;
        snprintf(path, sizeof path, "/api/%s", cases[i].verb);
        json_t *options = NULL;
        assert_int_equal(comb_json_parse(&options, cases[i].options, strlen(cases[i].options), NULL), COMB_OK);
        json_decref(ask_object(&status, path,
                               json_pack("{s:s, s:s, s:o}", "game", "hexcells", "board",
                                         comb_game_find("hexcells")->examples[0].input, "options", options)));
        assert_int_equal(status, cases[i].status);
    }
    close_service();
}

/* The number of puzzles in the library that have an answer, or of all. */
static long long library_count(const char *key)
{
    unsigned status;
    json_t *object = ask(&status, "GET", "/api/library/count", "");
    assert_int_equal(status, 200);
    long long count = json_integer_value(json_object_get(json_object_get(object, "library"), key));
    json_decref(object);
    return count;
}

static void test_verbs_save_what_they_should(void **state)
{
    (void)state;
    open_service();
    unsigned status;
    long long puzzles = library_count("puzzles"), answered = library_count("answered");
    json_decref(ask(&status, "POST", "/api/count", "{\"game\":\"witness\",\"board\":\"3x3\"}"));
    assert_int_equal(library_count("puzzles"), puzzles + 1);
    assert_int_equal(library_count("answered"), answered);
    json_decref(ask(&status, "POST", "/api/solve", "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LB\"}"));
    assert_int_equal(library_count("puzzles"), puzzles + 2);
    assert_int_equal(library_count("answered"), answered + 1);
    json_decref(
        ask(&status, "POST", "/api/solve", "{\"game\":\"hexhunt\",\"board\":\"TS/EAR/LN\",\"keep\":\"board\"}"));
    assert_int_equal(library_count("puzzles"), puzzles + 3);
    assert_int_equal(library_count("answered"), answered + 1);
    close_service();
}

/* ---- routes ---- */

static void test_the_route_that_fits_best_is_chosen(void **state)
{
    (void)state;
    open_service();
    static const struct {
        const char *method, *path, *body;
        unsigned status;
    } cases[] = {
        {"GET", "/api", "", 200},
        {"GET", "/api/games", "", 200},
        {"POST", "/api/games", "{}", 405},
        {"GET", "/api/solve", "", 405},
        {"POST", "/api/nope", "{}", 400},
        {"POST", "/api/solve/more", "{}", 404},
        {"POST", "/api/words", "{}", 405},
        {"GET", "/api/words/add", "", 405},
        {"GET", "/api/library/1x", "", 404},
        {"GET", "/api/library/0", "", 404},
        {"GET", "/api/library/77", "", 404},
        {"PUT", "/api/library/77", "", 405},
        {"GET", "/api/library/count", "", 200},
        {"GET", "/nowhere", "", 404},
        {"GET", "", "", 404},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned status;
        json_decref(ask(&status, cases[i].method, cases[i].path, cases[i].body));
        if (status != cases[i].status)
            fail_msg("%s %s: %u", cases[i].method, cases[i].path, status);
    }
    close_service();
}

static void test_a_front_without_jobs_refuses_them(void **state)
{
    (void)state;
    open_service();
    unsigned status;
    json_decref(ask(&status, "POST", "/api/jobs", "{\"verb\":\"best\",\"game\":\"hexhunt\"}"));
    assert_int_equal(status, 400);
    close_service();
}

static void test_a_front_without_a_library_says_so(void **state)
{
    (void)state;
    open_service();
    unsigned status;
    struct comb_cache *cache = service.cache;
    service.cache = NULL;
    comb_fail(&service.library_error, COMB_IO, "no library here");
    json_t *object = ask(&status, "GET", "/api/library", "");
    service.cache = cache;
    assert_int_equal(status, 503);
    assert_string_equal(json_string_value(json_object_get(json_object_get(object, "error"), "message")),
                        "no library here");
    json_decref(object);
    close_service();
}
