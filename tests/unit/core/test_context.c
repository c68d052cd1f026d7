/* labels: threads */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/job.h"

/* What lies behind the name, and how often it was opened and closed. */
struct shelf {
    int content;
    unsigned opened;
    unsigned closed;
};

struct copy {
    struct shelf *shelf;
    int content;
};

static struct copy copies[8];

static int open_copy(void **out, const void *payload, struct comb_error *err)
{
    struct shelf *shelf = *(struct shelf *const *)payload;
    if (shelf->content < 0)
        return comb_fail(err, COMB_IO, "nothing there");
    copies[shelf->opened] = (struct copy){shelf, shelf->content};
    *out = &copies[shelf->opened++];
    return COMB_OK;
}

static void close_copy(void *value)
{
    ((struct copy *)value)->shelf->closed++;
}

static int ask(struct comb_job *job, struct shelf *shelf, const char *state)
{
    void *value;
    struct comb_resource_wanted wanted = {
        .name = "shelf", .state = state, .open = open_copy, .close = close_copy, .payload = &shelf};
    return comb_job_resource(&value, job, &wanted, NULL) == COMB_OK ? ((struct copy *)value)->content : -1;
}

static struct comb_job *start(struct comb_context *context, struct comb_job *like)
{
    struct comb_job *job;
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .like = like}, NULL), COMB_OK);
    return job;
}

static void test_a_job_sees_one_state_and_the_next_one_the_new(void **state)
{
    (void)state;
    struct comb_context *context;
    struct shelf shelf = {.content = 1};
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job *first = start(context, NULL);
    assert_int_equal(ask(first, &shelf, "1"), 1);
    shelf.content = 2;
    struct comb_job *second = start(context, NULL);
    assert_int_equal(ask(second, &shelf, "2"), 2);
    assert_int_equal(ask(first, &shelf, "2"), 1);
    struct comb_job *checker = start(context, first);
    assert_int_equal(ask(checker, &shelf, "2"), 1);
    assert_int_equal(shelf.closed, 0);
    comb_job_free(checker);
    comb_job_free(first);
    assert_int_equal(shelf.closed, 1); /* nobody holds the old one */
    comb_job_free(second);
    assert_int_equal(shelf.closed, 1); /* the new one is kept for the next job */
    struct comb_job *third = start(context, NULL);
    assert_int_equal(ask(third, &shelf, "2"), 2);
    assert_int_equal(shelf.opened, 2);
    comb_job_free(third);
    comb_context_free(context);
    assert_int_equal(shelf.closed, 2);
}

static void test_what_cannot_be_opened_is_tried_again(void **state)
{
    (void)state;
    struct comb_context *context;
    struct shelf shelf = {.content = 1};
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job *job = start(context, NULL);
    assert_int_equal(ask(job, &shelf, "1"), 1);
    comb_job_free(job);
    shelf.content = -1;
    job = start(context, NULL);
    assert_int_equal(ask(job, &shelf, "2"), -1);
    shelf.content = 3;
    assert_int_equal(ask(job, &shelf, "3"), 3);
    comb_job_free(job);
    comb_context_free(context);
    assert_int_equal(shelf.opened, shelf.closed);
}
