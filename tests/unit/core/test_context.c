/* labels: threads */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/job.h"

/* The data behind the resource name, and how often it was opened and closed. */
struct source {
    int content;
    unsigned opened;
    unsigned closed;
};

struct copy {
    struct source *source;
    int content;
};

static struct copy copies[8];

static int open_copy(void **out, const void *payload, struct comb_error *err)
{
    struct source *source = *(struct source *const *)payload;
    if (source->content < 0)
        return comb_fail(err, COMB_IO, "nothing there");
    copies[source->opened] = (struct copy){source, source->content};
    *out = &copies[source->opened++];
    return COMB_OK;
}

static void close_copy(void *value)
{
    ((struct copy *)value)->source->closed++;
}

static int request_content(struct comb_job *job, struct source *source, const char *state)
{
    void *value;
    struct comb_resource_request request = {
        .name = "shelf", .state = state, .open = open_copy, .close = close_copy, .payload = &source};
    return comb_job_resource(&value, job, &request, NULL) == COMB_OK ? ((struct copy *)value)->content : -1;
}

static struct comb_job *start_job(struct comb_context *context, struct comb_job *inherit_from)
{
    struct comb_job *job;
    assert_int_equal(
        comb_job_new(&job, &(struct comb_job_setup){.context = context, .inherit_from = inherit_from}, NULL), COMB_OK);
    return job;
}

static void test_a_job_sees_one_state_and_the_next_job_the_new_one(void **state)
{
    (void)state;
    struct comb_context *context;
    struct source source = {.content = 1};
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job *first = start_job(context, NULL);
    assert_int_equal(request_content(first, &source, "1"), 1);
    source.content = 2;
    struct comb_job *second = start_job(context, NULL);
    assert_int_equal(request_content(second, &source, "2"), 2);
    assert_int_equal(request_content(first, &source, "2"), 1);
    struct comb_job *checker = start_job(context, first);
    assert_int_equal(request_content(checker, &source, "2"), 1);
    assert_int_equal(source.closed, 0);
    comb_job_free(checker);
    comb_job_free(first);
    assert_int_equal(source.closed, 1); /* the old one has no holder left */
    comb_job_free(second);
    assert_int_equal(source.closed, 1); /* the new one stays open for the next job */
    struct comb_job *third = start_job(context, NULL);
    assert_int_equal(request_content(third, &source, "2"), 2);
    assert_int_equal(source.opened, 2);
    comb_job_free(third);
    comb_context_free(context);
    assert_int_equal(source.closed, 2);
}

static void test_a_failed_open_is_retried(void **state)
{
    (void)state;
    struct comb_context *context;
    struct source source = {.content = 1};
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job *job = start_job(context, NULL);
    assert_int_equal(request_content(job, &source, "1"), 1);
    comb_job_free(job);
    source.content = -1;
    job = start_job(context, NULL);
    assert_int_equal(request_content(job, &source, "2"), -1);
    source.content = 3;
    assert_int_equal(request_content(job, &source, "3"), 3);
    comb_job_free(job);
    comb_context_free(context);
    assert_int_equal(source.opened, source.closed);
}
