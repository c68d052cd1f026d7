/* labels: threads */
/* Lanes without a real clock: the test sets the time. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/platform.h"
#include "web/lanes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CROWD = 8 };

struct fixture {
    struct comb_context *context;
    struct comb_lanes *lanes;
    struct comb_slot slots[CROWD];
    struct comb_job *jobs[CROWD];
};

static void begin(struct fixture *fixture, struct comb_lanes_limits limits)
{
    *fixture = (struct fixture){0};
    limits.seconds = 1;
    assert_int_equal(comb_context_new(&fixture->context, NULL), COMB_OK);
    assert_int_equal(comb_lanes_new(&fixture->lanes, &limits, NULL), COMB_OK);
}

static void end(struct fixture *fixture)
{
    for (unsigned i = 0; i < CROWD; i++)
        comb_job_free(fixture->jobs[i]);
    comb_lanes_free(fixture->lanes);
    comb_context_free(fixture->context);
}

/* Starts the i-th request; it must have room in the short lane. */
static void start(struct fixture *fixture, unsigned i, int socket)
{
    struct comb_job_setup setup = {.context = fixture->context};
    assert_int_equal(comb_job_new(&fixture->jobs[i], &setup, NULL), COMB_OK);
    assert_true(comb_slot_enter(&fixture->slots[i], fixture->lanes, socket));
    comb_slot_set_job(&fixture->slots[i], fixture->jobs[i]);
}

static void let_time_pass(struct fixture *fixture)
{
    comb_lanes_check(fixture->lanes, comb_clock_seconds() + 2);
}

static void test_long_requests_leave_the_short_lane_and_pause(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, (struct comb_lanes_limits){.short_lane = 1, .long_lane = 1, .waiting = 2});
    for (unsigned i = 0; i < 3; i++) {
        start(&fixture, i, -1);
        comb_lanes_check(fixture.lanes, comb_clock_seconds()); /* too early */
        assert_int_equal(fixture.slots[i].state, COMB_SLOT_SHORT);
        let_time_pass(&fixture);
    }
    assert_int_equal(fixture.slots[0].state, COMB_SLOT_LONG);
    assert_int_equal(fixture.slots[1].state, COMB_SLOT_PAUSED);
    assert_true(comb_job_paused(fixture.jobs[1]));
    assert_int_equal(comb_slot_leave(&fixture.slots[0]), COMB_SLOT_LONG);
    assert_int_equal(fixture.slots[1].state, COMB_SLOT_LONG); /* the one that came first */
    assert_false(comb_job_paused(fixture.jobs[1]));
    assert_int_equal(fixture.slots[2].state, COMB_SLOT_PAUSED);
    comb_slot_leave(&fixture.slots[1]);
    comb_slot_leave(&fixture.slots[2]);
    end(&fixture);
}

static void test_too_many_long_requests_are_rejected_as_busy(void **state)
{
    (void)state;
    struct fixture fixture;
    struct comb_error err = {0};
    begin(&fixture, (struct comb_lanes_limits){.short_lane = 1, .long_lane = 1, .waiting = 2});
    for (unsigned i = 0; i < 4; i++) {
        start(&fixture, i, -1);
        let_time_pass(&fixture);
    }
    assert_int_equal(comb_lanes_count(fixture.lanes, COMB_SLOT_PAUSED), 2);
    assert_int_equal(fixture.slots[3].state, COMB_SLOT_BUSY);
    assert_int_equal(comb_job_tick(fixture.jobs[3], 1), COMB_INTERRUPTED);
    start(&fixture, 4, -1); /* a short one still gets in */
    assert_int_equal(comb_slot_refusal(comb_slot_leave(&fixture.slots[3]), true, &err), 429);
    for (unsigned i = 0; i < 5; i++)
        if (i != 3)
            comb_slot_leave(&fixture.slots[i]);
    end(&fixture);
}

static void test_work_of_a_disconnected_client_is_cancelled_in_every_lane(void **state)
{
    (void)state;
    struct fixture fixture;
    int pairs[3][2];
    begin(&fixture, (struct comb_lanes_limits){.short_lane = 1, .long_lane = 1, .waiting = 2});
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]), 0);
        start(&fixture, i, pairs[i][0]);
        if (i < 2)
            let_time_pass(&fixture);
    }
    for (unsigned i = 0; i < 3; i++)
        close(pairs[i][1]);
    comb_lanes_check(fixture.lanes, comb_clock_seconds()); /* a quick answer is not disturbed */
    assert_int_equal(fixture.slots[2].state, COMB_SLOT_SHORT);
    let_time_pass(&fixture);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(comb_job_tick(fixture.jobs[i], 1), COMB_INTERRUPTED);
        assert_int_equal(comb_slot_leave(&fixture.slots[i]), COMB_SLOT_GONE);
        close(pairs[i][0]);
    }
    end(&fixture);
}

static void test_a_job_that_holds_a_lock_is_never_paused(void **state)
{
    (void)state;
    struct fixture fixture;
    struct comb_slot locked;
    struct comb_job *job;
    int pair[2];
    begin(&fixture, (struct comb_lanes_limits){.short_lane = 1, .long_lane = 1, .waiting = 2});
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = fixture.context}, NULL), COMB_OK);
    start(&fixture, 0, -1);
    let_time_pass(&fixture);
    comb_slot_enter_locked(&locked, fixture.lanes, pair[0], job);
    let_time_pass(&fixture);
    assert_false(comb_job_paused(job));
    assert_int_equal(comb_job_tick(job, 1), COMB_OK);
    close(pair[1]);
    let_time_pass(&fixture);
    assert_int_equal(comb_job_tick(job, 1), COMB_INTERRUPTED);
    assert_int_equal(comb_slot_leave(&locked), COMB_SLOT_GONE);
    comb_slot_leave(&fixture.slots[0]);
    comb_job_free(job);
    close(pair[0]);
    end(&fixture);
}

static void test_rejection_of_a_disconnected_client(void **state)
{
    (void)state;
    struct comb_error err = {0};
    assert_int_equal(comb_slot_refusal(COMB_SLOT_GONE, true, &err), 0); /* the partial answer is sent */
    assert_int_equal(comb_slot_refusal(COMB_SLOT_GONE, false, &err), 503);
    assert_int_equal(comb_slot_refusal(COMB_SLOT_SHORT, false, &err), 0);
}

/* ---- waiting ---- */

struct visitor {
    struct fixture *fixture;
    struct comb_slot slot;
    int socket;
    atomic_int entered; /* -1: still waits */
};

static void *visit(void *payload)
{
    struct visitor *visitor = payload;
    bool entered = comb_slot_enter(&visitor->slot, visitor->fixture->lanes, visitor->socket);
    atomic_store(&visitor->entered, entered);
    return NULL;
}

static void wait_for(struct fixture *fixture, enum comb_slot_state state, unsigned count)
{
    while (comb_lanes_count(fixture->lanes, state) != count)
        usleep(1000);
}

static void arrive(struct visitor *visitor, pthread_t *thread, unsigned waiting)
{
    assert_int_equal(pthread_create(thread, NULL, visit, visitor), 0);
    wait_for(visitor->fixture, COMB_SLOT_WAITING, waiting);
}

static void test_waiting_requests_are_limited_and_may_leave(void **state)
{
    (void)state;
    struct fixture fixture;
    struct visitor oldest = {.fixture = &fixture, .socket = -1, .entered = -1}, gone = oldest, newest = oldest;
    pthread_t threads[3];
    int pair[2];
    begin(&fixture, (struct comb_lanes_limits){.short_lane = 1, .long_lane = 1, .waiting = 2});
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    gone.socket = pair[0];
    assert_true(comb_slot_enter(&fixture.slots[0], fixture.lanes, -1)); /* without a job it stays */
    arrive(&oldest, &threads[0], 1);
    arrive(&gone, &threads[1], 2);
    assert_int_equal(pthread_create(&threads[2], NULL, visit, &newest), 0);
    pthread_join(threads[0], NULL); /* three are too many: the one that waited longest is rejected */
    assert_int_equal(oldest.entered, false);
    assert_int_equal(oldest.slot.state, COMB_SLOT_BUSY);
    close(pair[1]);
    let_time_pass(&fixture);
    pthread_join(threads[1], NULL);
    assert_int_equal(gone.entered, false);
    assert_int_equal(gone.slot.state, COMB_SLOT_GONE);
    assert_int_equal(atomic_load(&newest.entered), -1);
    comb_slot_leave(&fixture.slots[0]);
    pthread_join(threads[2], NULL);
    assert_int_equal(newest.entered, true);
    comb_slot_leave(&newest.slot);
    close(pair[0]);
    end(&fixture);
}

/* The time in the short lane shrinks with the number of waiting requests, at most by a factor of five. */
static void test_time_in_the_short_lane_shrinks_under_load(void **state)
{
    (void)state;
    enum { WAITING = 64 };
    struct fixture fixture;
    struct visitor visitors[WAITING];
    pthread_t threads[WAITING];
    begin(&fixture, (struct comb_lanes_limits){.short_lane = 1, .long_lane = 1, .waiting = WAITING});
    start(&fixture, 0, -1);
    comb_lanes_check(fixture.lanes, fixture.slots[0].since + 0.3);
    assert_int_equal(fixture.slots[0].state, COMB_SLOT_SHORT);
    for (unsigned i = 0; i < WAITING; i++) {
        visitors[i] = (struct visitor){.fixture = &fixture, .socket = -1, .entered = -1};
        arrive(&visitors[i], &threads[i], i + 1);
    }
    comb_lanes_check(fixture.lanes, fixture.slots[0].since + 0.1);
    assert_int_equal(fixture.slots[0].state, COMB_SLOT_SHORT);
    comb_lanes_check(fixture.lanes, fixture.slots[0].since + 0.3);
    assert_int_equal(fixture.slots[0].state, COMB_SLOT_LONG);
    comb_slot_leave(&fixture.slots[0]);
    for (unsigned i = 0; i < WAITING; i++) { /* in the order of arrival */
        pthread_join(threads[i], NULL);
        assert_int_equal(visitors[i].entered, true);
        comb_slot_leave(&visitors[i].slot);
    }
    end(&fixture);
}
