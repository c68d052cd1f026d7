/* Generates panels while memory runs out: at the n-th allocation, once and permanently. Nothing leaks, nothing
 * crashes, and the result is a panel or an out of memory error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_allocator.h"
#include "games/witness/make/make.h"
#include "games/witness/panel/panel.h"

#include <string.h>

#if FAILING_ALLOCATOR

static const struct comb_option rows[] = {COMB_WITNESS_MAKE_OPTIONS, {.name = "unique", .kind = COMB_OPTION_FLAG}, {0}};

/* The job is created outside, so that a failure is the generator's. */
static void fail_allocations(struct comb_job *job, const struct comb_params *params)
{
    bool enough = false;
    for (long n = 0; !enough; n += 1 + n / 16) {
        void *board;
        long before = blocks;
        allocations_left = n;
        int code = comb_witness_make(&board, NULL, job, params, NULL);
        enough = allocations_left > 0;
        allocations_left = -1;
        assert_true(code == COMB_NO_MEMORY || code == COMB_OK);
        assert_int_equal(board != NULL, code == COMB_OK);
        comb_witness_panel_free(board);
        assert_int_equal(blocks, before);
        assert_true(n < 10000000);
    }
}

static void check(const char *size, const char *symbols, bool unique)
{
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params = {0};
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .seed = 3, .threads = 1}, NULL),
                     COMB_OK);
    assert_int_equal(comb_params_set(&params, comb_option_find(rows, "size"), size, NULL), COMB_OK);
    assert_int_equal(comb_params_set(&params, comb_option_find(rows, "symbols"), symbols, NULL), COMB_OK);
    if (unique)
        assert_int_equal(comb_params_set(&params, comb_option_find(rows, "unique"), "yes", NULL), COMB_OK);
    for (int once = 0; once < 2; once++) {
        fails_once = once != 0;
        fail_allocations(job, &params);
    }
    comb_params_free(&params);
    comb_job_free(job);
    comb_context_free(context);
}

#endif

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
#if FAILING_ALLOCATOR
    check("3x3", "squares,stars,triangles,dots", false);
    check("4x4", "polyominoes,blue,eliminations", false);
    check("3x3", "squares,dots", true);
#else
    skip();
#endif
}
