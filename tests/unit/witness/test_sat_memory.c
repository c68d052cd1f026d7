/* SAT while memory runs out: at the n-th allocation, for every n, permanently or just once. Nothing leaks, nothing
 * crashes, and the code reports what happened. Only allocations of our own code fail; the SAT library terminates the
 * program when it gets no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define FAILING_ONLY_OURS /* CaDiCaL does not support it */
#include "core/context.h"
#include "failing_allocator.h"
#include "games/witness/sat/sat_line.h"
#include "unit/witness/panels.h"

#if FAILING_ALLOCATOR

/* Fails the n-th allocation until there is none left to fail. */
static void fail_every_allocation(const struct comb_witness_task *task, struct comb_job *job, bool once)
{
    static struct comb_witness_outcome expected, out;
    assert_int_equal(comb_witness_sat_line(&expected, task, job, 0, NULL), COMB_OK);
    long before = blocks;
    fails_once = once;
    long n = 0;
    for (;; n++) {
        struct comb_error err = {0};
        has_failed = false;
        allocations_left = n;
        int code = comb_witness_sat_line(&out, task, job, 0, &err);
        allocations_left = -1;
        assert_int_equal(blocks, before);
        if (!has_failed)
            break;
        assert_true(code == COMB_NO_MEMORY || (code == COMB_OK && out.lines == expected.lines));
        if (code == COMB_NO_MEMORY) {
            assert_int_equal(err.code, COMB_NO_MEMORY);
            assert_false(out.exhausted);
            assert_int_equal(out.lines, 0);
        }
    }
    assert_true(n > 5);
    assert_int_equal(out.lines, expected.lines);
}

static void fail_on_random_panels(void)
{
    struct comb_context *context;
    struct comb_job *job;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = context, .threads = 1};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct comb_witness_panel *panel = witness_random_panel(seed, NULL);
        struct comb_witness_graph *graph;
        assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
        struct comb_witness_task task = {
            .graph = graph, .rules = {.set = (enum comb_witness_rule_set)(seed % 3), .tracks_join = seed % 6 == 2}};
        fail_every_allocation(&task, job, seed % 2 == 0);
        comb_witness_graph_free(graph);
        comb_witness_panel_free(panel);
    }
    comb_job_free(job);
    comb_context_free(context);
}

#else

static void fail_on_random_panels(void)
{
    skip();
}

#endif

static void test_every_allocation_fails(void **state)
{
    (void)state;
    fail_on_random_panels();
}
