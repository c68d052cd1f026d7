/* labels: threads */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/threads.h"
#include "core/job.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A clock controlled by the test, and the last progress report. */
struct fixture {
    double now;
    unsigned reports;
    struct comb_progress last;
    char note[64];
};

static double fixture_clock(void *payload)
{
    return ((struct fixture *)payload)->now;
}

static void record_progress(void *payload, const struct comb_progress *progress)
{
    struct fixture *fixture = payload;
    fixture->reports++;
    fixture->last = *progress;
    strncpy(fixture->note, progress->note, sizeof fixture->note - 1);
}

static struct comb_job *start_job(struct fixture *fixture, double limit)
{
    struct comb_job *job;
    struct comb_job_setup setup = {
        .time_limit = limit, .clock = fixture_clock, .on_progress = record_progress, .payload = fixture};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    return job;
}

static void test_reports_at_most_ten_times_per_second(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 0);
    for (int i = 0; i < 1000; i++) {
        fixture.now += 0.01;
        assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    }
    assert_in_range(fixture.reports, 80, 100);
    comb_job_free(job);
}

static void test_steady_work_is_estimated_closely(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 0);
    comb_job_expect(job, 10000);
    for (int i = 0; i < 500; i++) {
        fixture.now += 0.01;
        comb_job_tick(job, 10);
    }
    assert_true(fabs(fixture.last.rate - 1000) < 30);
    assert_true(fabs(fixture.last.fraction - 0.5) < 0.02);
    assert_true(fixture.last.min_seconds_left <= fixture.last.max_seconds_left);
    assert_true(fabs(fixture.last.min_seconds_left - 5) < 0.3 && fabs(fixture.last.max_seconds_left - 5) < 0.3);
    comb_job_free(job);
}

static void test_uneven_work_widens_the_estimate(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 0);
    comb_job_expect(job, 100000);
    for (int i = 0; i < 1000; i++) {
        fixture.now += 0.01;
        comb_job_tick(job, i / 100 % 2 ? 10 : 40);
    }
    assert_true(fixture.last.max_seconds_left > 2 * fixture.last.min_seconds_left);
    comb_job_free(job);
}

static void test_unknown_total_gives_no_fraction(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 0);
    fixture.now = 1;
    comb_job_note(job, "best so far %d", 4064);
    comb_job_tick(job, 5);
    assert_true(fixture.last.fraction < 0 && fixture.last.max_seconds_left < 0);
    assert_string_equal(fixture.note, "best so far 4064");
    comb_job_free(job);
}

static void test_time_limit_stops_for_good(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 2);
    fixture.now = 1.9;
    assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    fixture.now = 2;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    fixture.now = 0;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    struct comb_error err;
    assert_int_equal(comb_job_fail(job, COMB_LIMIT, &err), COMB_LIMIT);
    assert_non_null(strstr(err.message, "2 s"));
    comb_job_free(job);
}

static void test_cancel_reaches_children(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *parent = start_job(&fixture, 0);
    struct comb_job *child;
    assert_int_equal(comb_job_new(&child, &(struct comb_job_setup){.parent = parent}, NULL), COMB_OK);
    assert_int_equal(comb_job_tick(child, 1), COMB_OK);
    comb_job_cancel(parent);
    assert_int_equal(comb_job_tick(child, 1), COMB_INTERRUPTED);
    comb_job_free(child);
    comb_job_free(parent);
}

static void test_limits_reach_children(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *parent = start_job(&fixture, 2);
    struct comb_job *child, *grandchild;
    assert_int_equal(comb_job_new(&child, &(struct comb_job_setup){.parent = parent, .time_limit = 1000}, NULL),
                     COMB_OK);
    assert_int_equal(comb_job_new(&grandchild, &(struct comb_job_setup){.parent = child}, NULL), COMB_OK);
    assert_int_equal(comb_job_tick(grandchild, 1), COMB_OK);
    fixture.now = 2;
    assert_int_equal(comb_job_tick(grandchild, 1), COMB_LIMIT);
    struct comb_error err;
    comb_job_fail(grandchild, COMB_LIMIT, &err);
    assert_non_null(strstr(err.message, "time limit of 2 s"));
    assert_false(comb_job_out_of_memory(grandchild));
    assert_int_equal(comb_job_tick(child, 1), COMB_LIMIT);
    comb_job_free(grandchild);
    comb_job_free(child);
    comb_job_free(parent);
}

static void test_a_child_limit_does_not_stop_its_parent(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *parent = start_job(&fixture, 9), *child;
    struct comb_job_setup setup = {.parent = parent, .time_limit = 3, .clock = fixture_clock, .payload = &fixture};
    assert_int_equal(comb_job_new(&child, &setup, NULL), COMB_OK);
    fixture.now = 3;
    assert_int_equal(comb_job_tick(child, 1), COMB_LIMIT);
    assert_int_equal(comb_job_tick(parent, 1), COMB_OK);
    struct comb_error err;
    comb_job_fail(child, COMB_LIMIT, &err);
    assert_non_null(strstr(err.message, "time limit of 3 s"));
    comb_job_free(child);
    comb_job_free(parent);
}

static void test_no_time_passes_in_a_pause(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 10);
    fixture.now = 4;
    comb_job_pause(job, true);
    comb_job_pause(job, true); /* no effect */
    assert_true(comb_job_paused(job));
    fixture.now = 100;
    assert_true(fabs(comb_job_seconds(job) - 4) < 1e-9);
    comb_job_pause(job, false);
    assert_true(fabs(comb_job_seconds(job) - 4) < 1e-9);
    assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    fixture.now = 107;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    comb_job_free(job);
}

static void test_a_paused_job_can_be_cancelled(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 0);
    comb_job_pause(job, true);
    comb_job_cancel(job);
    assert_int_equal(comb_job_tick(job, 1), COMB_INTERRUPTED);
    comb_job_free(job);
}

static void *tick_once(void *payload)
{
    return comb_job_tick(payload, 1) == COMB_OK ? payload : NULL;
}

/* A child job pauses with its parent, and so does its time limit. */
static void test_a_pause_reaches_children(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *parent = start_job(&fixture, 0), *child;
    struct comb_job_setup setup = {.parent = parent, .time_limit = 10, .clock = fixture_clock, .payload = &fixture};
    comb_job_pause(parent, true);
    fixture.now = 50;
    comb_job_pause(parent, false);
    assert_int_equal(comb_job_new(&child, &setup, NULL), COMB_OK);
    fixture.now = 54;
    comb_job_pause(parent, true);
    fixture.now = 100;
    assert_true(fabs(comb_job_seconds(child) - 4) < 1e-9);
    pthread_t thread;
    void *ticked;
    pthread_create(&thread, NULL, tick_once, child);
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    assert_int_equal(pthread_tryjoin_np(thread, &ticked), EBUSY);
    comb_job_pause(parent, false);
    pthread_join(thread, &ticked);
    assert_ptr_equal(ticked, child);
    fixture.now = 107;
    assert_int_equal(comb_job_tick(child, 1), COMB_LIMIT);
    comb_job_free(child);
    comb_job_free(parent);
}

static void count_state_report(void *payload, const json_t *state)
{
    assert_true(json_is_object(state));
    ((struct fixture *)payload)->reports++;
}

static void test_state_is_reported_twenty_times_per_second(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job;
    struct comb_job_setup setup = {.clock = fixture_clock, .on_state = count_state_report, .payload = &fixture};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    json_t *search_state = json_object();
    for (int i = 0; i < 1000; i++) {
        fixture.now += 0.001;
        if (comb_job_wants_state(job))
            comb_job_report_state(job, search_state);
    }
    assert_in_range(fixture.reports, 18, 20);
    json_decref(search_state);
    comb_job_free(job);
    job = start_job(&fixture, 0);
    fixture.now += 1;
    assert_false(comb_job_wants_state(job)); /* no callback */
    comb_job_free(job);
}

static void test_memory_limit_holds_for_all_arenas(void **state)
{
    (void)state;
    struct comb_job *job;
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.memory_limit = 100000}, NULL), COMB_OK);
    struct comb_arena other;
    comb_arena_init(&other, comb_job_budget(job));
    assert_non_null(comb_arena_alloc(comb_job_arena(job), 60000));
    assert_null(comb_arena_alloc(&other, 60000));
    comb_arena_free(&other);
    comb_job_free(job);
}

/* Memory outside any arena, as a library allocates it. */
static void test_memory_limit_holds_for_the_whole_process(void **state)
{
    (void)state;
    enum { LIMIT = 64 << 20, WITHIN = LIMIT / 8, BEYOND = LIMIT * 2 }; /* sanitizers need several times WITHIN */
    struct comb_job *job;
    struct comb_error err = {0};
    struct fixture fixture = {0};
    struct comb_job_setup setup = {.memory_limit = LIMIT, .clock = fixture_clock, .payload = &fixture};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    unsigned char *within = malloc(WITHIN), *beyond = malloc(BEYOND);
    assert_non_null(within);
    assert_non_null(beyond);
    memset(within, 1, WITHIN);
    fixture.now = 1;
    assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    memset(beyond, 1, BEYOND);
    assert_int_equal(comb_job_tick(job, 1), COMB_OK); /* too soon to measure again */
    fixture.now = 2;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    assert_true(comb_job_out_of_memory(job));
    assert_int_equal(comb_job_fail(job, COMB_LIMIT, &err), COMB_LIMIT);
    assert_non_null(strstr(err.message, "67108864 bytes"));
    assert_int_equal(within[WITHIN - 1] + beyond[BEYOND - 1], 2);
    free(within);
    free(beyond);
    comb_job_free(job);
}

static void tick_many(void *payload, size_t index, unsigned worker)
{
    (void)index;
    (void)worker;
    for (int i = 0; i < 1000; i++)
        comb_job_tick(payload, 1);
}

static void test_ticks_from_many_threads_are_all_counted(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    struct comb_job *job = start_job(&fixture, 0);
    comb_parallel(4, 16, tick_many, job);
    fixture.now = 1;
    comb_job_tick(job, 0);
    assert_true(fixture.last.done == 16000);
    comb_job_free(job);
}
