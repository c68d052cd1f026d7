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

/* A clock that the test turns, and what the watcher was told last. */
struct stage {
    double now;
    unsigned reports;
    struct comb_progress last;
    char note[64];
};

static double stage_clock(void *payload)
{
    return ((struct stage *)payload)->now;
}

static void stage_watch(void *payload, const struct comb_progress *progress)
{
    struct stage *stage = payload;
    stage->reports++;
    stage->last = *progress;
    strncpy(stage->note, progress->note, sizeof stage->note - 1);
}

static struct comb_job *start(struct stage *stage, double limit)
{
    struct comb_job *job;
    struct comb_job_setup setup = {.time_limit = limit, .clock = stage_clock, .watch = stage_watch, .payload = stage};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    return job;
}

static void test_reports_at_most_ten_times_a_second(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 0);
    for (int i = 0; i < 1000; i++) {
        stage.now += 0.01;
        assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    }
    assert_in_range(stage.reports, 80, 100);
    comb_job_free(job);
}

static void test_steady_work_is_estimated_closely(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 0);
    comb_job_expect(job, 10000);
    for (int i = 0; i < 500; i++) {
        stage.now += 0.01;
        comb_job_tick(job, 10);
    }
    assert_true(fabs(stage.last.rate - 1000) < 30);
    assert_true(fabs(stage.last.share - 0.5) < 0.02);
    assert_true(stage.last.left_least <= stage.last.left_most);
    assert_true(fabs(stage.last.left_least - 5) < 0.3 && fabs(stage.last.left_most - 5) < 0.3);
    comb_job_free(job);
}

static void test_uneven_work_widens_the_estimate(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 0);
    comb_job_expect(job, 100000);
    for (int i = 0; i < 1000; i++) {
        stage.now += 0.01;
        comb_job_tick(job, i / 100 % 2 ? 10 : 40);
    }
    assert_true(stage.last.left_most > 2 * stage.last.left_least);
    comb_job_free(job);
}

static void test_unknown_total_gives_no_share(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 0);
    stage.now = 1;
    comb_job_note(job, "best so far %d", 4064);
    comb_job_tick(job, 5);
    assert_true(stage.last.share < 0 && stage.last.left_most < 0);
    assert_string_equal(stage.note, "best so far 4064");
    comb_job_free(job);
}

static void test_time_limit_stops_for_good(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 2);
    stage.now = 1.9;
    assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    stage.now = 2;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    stage.now = 0;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    struct comb_error err;
    assert_int_equal(comb_job_fail(job, COMB_LIMIT, &err), COMB_LIMIT);
    assert_non_null(strstr(err.message, "2 s"));
    comb_job_free(job);
}

static void test_cancel_reaches_children(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *parent = start(&stage, 0);
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
    struct stage stage = {0};
    struct comb_job *parent = start(&stage, 2);
    struct comb_job *child, *grandchild;
    assert_int_equal(comb_job_new(&child, &(struct comb_job_setup){.parent = parent, .time_limit = 1000}, NULL),
                     COMB_OK);
    assert_int_equal(comb_job_new(&grandchild, &(struct comb_job_setup){.parent = child}, NULL), COMB_OK);
    assert_int_equal(comb_job_tick(grandchild, 1), COMB_OK);
    stage.now = 2;
    assert_int_equal(comb_job_tick(grandchild, 1), COMB_LIMIT);
    struct comb_error err;
    comb_job_fail(grandchild, COMB_LIMIT, &err);
    assert_non_null(strstr(err.message, "time limit of 2 s"));
    assert_false(comb_job_lacks_memory(grandchild));
    assert_int_equal(comb_job_tick(child, 1), COMB_LIMIT);
    comb_job_free(grandchild);
    comb_job_free(child);
    comb_job_free(parent);
}

static void test_the_limit_of_a_child_leaves_its_parent(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *parent = start(&stage, 9), *child;
    struct comb_job_setup setup = {.parent = parent, .time_limit = 3, .clock = stage_clock, .payload = &stage};
    assert_int_equal(comb_job_new(&child, &setup, NULL), COMB_OK);
    stage.now = 3;
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
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 10);
    stage.now = 4;
    comb_job_pause(job, true);
    comb_job_pause(job, true); /* once is enough */
    assert_true(comb_job_paused(job));
    stage.now = 100;
    assert_true(fabs(comb_job_seconds(job) - 4) < 1e-9);
    comb_job_pause(job, false);
    assert_true(fabs(comb_job_seconds(job) - 4) < 1e-9);
    assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    stage.now = 107;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    comb_job_free(job);
}

static void test_a_paused_job_can_be_cancelled(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 0);
    comb_job_pause(job, true);
    comb_job_cancel(job);
    assert_int_equal(comb_job_tick(job, 1), COMB_INTERRUPTED);
    comb_job_free(job);
}

static void *tick_once(void *payload)
{
    return comb_job_tick(payload, 1) == COMB_OK ? payload : NULL;
}

/* A search that a game starts within a job rests with it, and its own time limit too. */
static void test_a_pause_reaches_children(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *parent = start(&stage, 0), *child;
    struct comb_job_setup setup = {.parent = parent, .time_limit = 10, .clock = stage_clock, .payload = &stage};
    comb_job_pause(parent, true);
    stage.now = 50;
    comb_job_pause(parent, false);
    assert_int_equal(comb_job_new(&child, &setup, NULL), COMB_OK);
    stage.now = 54;
    comb_job_pause(parent, true);
    stage.now = 100;
    assert_true(fabs(comb_job_seconds(child) - 4) < 1e-9);
    pthread_t thread;
    void *ticked;
    pthread_create(&thread, NULL, tick_once, child);
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    assert_int_equal(pthread_tryjoin_np(thread, &ticked), EBUSY);
    comb_job_pause(parent, false);
    pthread_join(thread, &ticked);
    assert_ptr_equal(ticked, child);
    stage.now = 107;
    assert_int_equal(comb_job_tick(child, 1), COMB_LIMIT);
    comb_job_free(child);
    comb_job_free(parent);
}

static void count_look(void *payload, const json_t *seen)
{
    assert_true(json_is_object(seen));
    ((struct stage *)payload)->reports++;
}

static void test_looks_are_asked_for_twenty_times_a_second(void **state)
{
    (void)state;
    struct stage stage = {0};
    struct comb_job *job;
    struct comb_job_setup setup = {.clock = stage_clock, .look = count_look, .payload = &stage};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    json_t *look = json_object();
    for (int i = 0; i < 1000; i++) {
        stage.now += 0.001;
        if (comb_job_watched(job))
            comb_job_look(job, look);
    }
    assert_in_range(stage.reports, 18, 20);
    json_decref(look);
    comb_job_free(job);
    job = start(&stage, 0);
    stage.now += 1;
    assert_false(comb_job_watched(job)); /* nobody looks */
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

/* Memory that no arena knows of, as a library would take it. */
static void test_memory_limit_holds_for_the_whole_process(void **state)
{
    (void)state;
    enum { LIMIT = 64 << 20, WITHIN = LIMIT / 8, BEYOND = LIMIT * 2 }; /* sanitizers need several times of WITHIN */
    struct comb_job *job;
    struct comb_error err = {0};
    struct stage stage = {0};
    struct comb_job_setup setup = {.memory_limit = LIMIT, .clock = stage_clock, .payload = &stage};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    unsigned char *within = malloc(WITHIN), *beyond = malloc(BEYOND);
    assert_non_null(within);
    assert_non_null(beyond);
    memset(within, 1, WITHIN);
    stage.now = 1;
    assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    memset(beyond, 1, BEYOND);
    assert_int_equal(comb_job_tick(job, 1), COMB_OK); /* not measured again so soon */
    stage.now = 2;
    assert_int_equal(comb_job_tick(job, 1), COMB_LIMIT);
    assert_true(comb_job_lacks_memory(job));
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
    struct stage stage = {0};
    struct comb_job *job = start(&stage, 0);
    comb_parallel(4, 16, tick_many, job);
    stage.now = 1;
    comb_job_tick(job, 0);
    assert_true(stage.last.done == 16000);
    comb_job_free(job);
}
