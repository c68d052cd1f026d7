/* labels: threads */
/* Jobs through their route: an abandoned search ends, and its best board is in the library, once. */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "request/autosave.h"
#include "web/jobs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct fixture {
    char folder[64], path[80];
    struct comb_web web;
};

static void begin(struct fixture *fixture)
{
    *fixture = (struct fixture){
        .web = {.service = {.time_limit = 60, .routes = comb_web_routes}, .threads = 1, .detached_limit = 3600}};
    snprintf(fixture->folder, sizeof fixture->folder, "/tmp/comb-jobs-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    snprintf(fixture->path, sizeof fixture->path, "%s/library.db", fixture->folder);
    assert_int_equal(comb_context_new(&fixture->web.service.context, NULL), COMB_OK);
    assert_int_equal(comb_jobs_new(&fixture->web.jobs, &fixture->web, NULL), COMB_OK);
    assert_int_equal(comb_cache_open(&fixture->web.service.cache, fixture->path, NULL), COMB_OK);
}

static void end(struct fixture *fixture)
{
    comb_jobs_free(fixture->web.jobs);
    comb_cache_close(fixture->web.service.cache);
    comb_context_free(fixture->web.service.context);
    unlink(fixture->path);
    rmdir(fixture->folder);
}

static json_t *ask(struct fixture *fixture, const char *method, const char *path, const char *body)
{
    struct comb_request request = {.service = &fixture->web.service, .method = method, .path = path};
    struct comb_reply reply = {0};
    json_t *answer = NULL;
    comb_buf_str(&request.body, body);
    comb_dispatch(&request, &reply);
    assert_int_equal(reply.status, 200);
    assert_int_equal(comb_json_parse(&answer, comb_buf_text(&reply.body), reply.body.length, NULL), COMB_OK);
    comb_buf_free(&request.body);
    comb_buf_free(&reply.body);
    return answer;
}

static bool is_done_at(struct fixture *fixture, size_t index)
{
    json_t *list = ask(fixture, "GET", "/api/jobs", "");
    bool done = json_is_true(json_object_get(json_array_get(json_object_get(list, "jobs"), index), "done"));
    json_decref(list);
    return done;
}

static bool is_done(struct fixture *fixture)
{
    return is_done_at(fixture, 0);
}

static json_t *kept_boards(struct fixture *fixture)
{
    json_t *found = NULL;
    struct comb_library *library = comb_cache_lock(fixture->web.service.cache);
    assert_int_equal(comb_library_search(&found, library, &(struct comb_library_query){0}, NULL), COMB_OK);
    comb_cache_unlock(fixture->web.service.cache);
    return found;
}

static void test_an_abandoned_search_ends_and_its_best_is_saved_once(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    fixture.web.detached_limit = 0.5;
    json_decref(ask(&fixture, "POST", "/api/jobs",
                    "{\"verb\": \"best\", \"game\": \"hexhunt\", \"options\": {\"target\": 99999}}"));
    for (int i = 0; i < 600 && !is_done(&fixture); i++)
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    assert_true(is_done(&fixture));
    json_t *boards = kept_boards(&fixture);
    assert_int_equal(json_array_size(boards), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(boards, 0), "source")), "best");
    assert_true(json_is_true(json_object_get(json_array_get(boards, 0), "solved")));
    json_decref(boards);
    end(&fixture);
}

/* The clock of a paused job stands still, so its time limit does not end it. */
static void test_an_abandoned_paused_search_is_cancelled_for_a_new_job(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    fixture.web.detached_limit = 0.2;
    json_decref(ask(&fixture, "POST", "/api/jobs",
                    "{\"verb\": \"best\", \"game\": \"hexhunt\", \"options\": {\"target\": 99999}, \"seconds\": 600}"));
    json_decref(ask(&fixture, "POST", "/api/jobs/1/pause", ""));
    nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
    assert_false(is_done(&fixture));
    json_decref(
        ask(&fixture, "POST", "/api/jobs", "{\"verb\": \"solve\", \"game\": \"hexhunt\", \"board\": \"TS/EAR/LB\"}"));
    for (int i = 0; i < 100 && !is_done_at(&fixture, 1); i++)
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    assert_true(is_done_at(&fixture, 1));
    end(&fixture);
}

static void keep(struct fixture *fixture, struct comb_autosave *record, const char *line)
{
    comb_autosave_on_message(record, line);
    assert_int_equal(comb_autosave_save(record, &fixture->web.service, comb_game_find("hexhunt"), 1, NULL), COMB_OK);
}

static void test_a_better_board_replaces_the_previous_one_unless_changed_by_the_user(void **state)
{
    (void)state;
    struct fixture fixture;
    struct comb_autosave record = {0};
    begin(&fixture);
    keep(&fixture, &record, "     0.01 s      12  TS/EAR/LB");
    keep(&fixture, &record, "     3.65 s    3882  TS/EAR/LD");
    json_t *boards = kept_boards(&fixture);
    assert_int_equal(json_array_size(boards), 1);
    const json_t *only = json_array_get(boards, 0);
    assert_string_equal(json_string_value(json_object_get(only, "title")), "Best Hexhunt, 3,882");
    assert_string_equal(json_string_value(json_object_get(only, "board")), "TS/EAR/LD");
    int64_t id = json_integer_value(json_object_get(only, "id"));
    json_decref(boards);
    assert_int_equal(comb_library_tag(comb_cache_lock(fixture.web.service.cache), id, "mine", true, NULL), COMB_OK);
    comb_cache_unlock(fixture.web.service.cache);
    keep(&fixture, &record, "    13.65 s    3890  TS/EAR/LS");
    boards = kept_boards(&fixture);
    assert_int_equal(json_array_size(boards), 2);
    json_decref(boards);
    comb_autosave_free(&record);
    end(&fixture);
}

static void test_other_messages_are_ignored(void **state)
{
    (void)state;
    struct comb_autosave record = {0};
    comb_autosave_on_message(&record, "round 3: 4 of 7 hidden cells deduced");
    comb_autosave_on_message(&record, "");
    assert_false(comb_autosave_is_due(&record, 100));
    comb_autosave_on_message(&record, "  0.10 s  7  C A:3l / T O");
    assert_true(comb_autosave_is_due(&record, 100));
    assert_string_equal(comb_buf_text(&record.board), "C A:3l / T O");
    comb_autosave_free(&record);
}
