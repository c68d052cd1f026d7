/* The search while memory runs out: at the n-th allocation, for every n. Nothing leaks, nothing crashes, and the
 * code reports what happened; an answer given nevertheless is right. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "failing_allocator.h"
#include "unit/witness/panels.h"

#if FAILING_ALLOCATOR

static bool count_line(void *payload, const struct comb_witness_line *line)
{
    (void)line;
    ++*(uint64_t *)payload;
    return true;
}

static void fail_every_allocation(struct comb_witness_task *task, struct comb_job *job)
{
    struct comb_witness_outcome expected, out;
    assert_int_equal(comb_witness_search(&expected, task, job, NULL), COMB_OK);
    for (long n = 0;; n++) {
        long before = blocks;
        allocations_left = n;
        int code = comb_witness_search(&out, task, job, NULL);
        bool enough = allocations_left > 0;
        allocations_left = -1;
        assert_int_equal(blocks, before);
        if (code != COMB_OK) {
            assert_int_equal(code, COMB_NO_MEMORY);
            assert_false(out.exhausted);
            continue;
        }
        assert_int_equal(out.lines, expected.lines);
        if (enough)
            return;
    }
}

static void check_panel(uint64_t seed)
{
    struct comb_context *context;
    struct comb_witness_graph *graph;
    struct comb_job *job;
    uint64_t lines = 0;
    struct comb_witness_panel *panel = witness_random_panel(seed, NULL);
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = context, .threads = 1, .seed = seed};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    struct comb_witness_task task = {
        .graph = graph, .rules = {.set = (enum comb_witness_rule_set)(seed % 3), .tracks_join = seed % 6 == 2}};
    fail_every_allocation(&task, job);
    task.on_found = count_line;
    task.payload = &lines;
    fail_every_allocation(&task, job);
    task.shortest = true;
    fail_every_allocation(&task, job);
    comb_job_free(job);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
    comb_context_free(context);
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++)
        check_panel(seed);
}

#else

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    skip(); /* needs the C library's allocator */
}

#endif
