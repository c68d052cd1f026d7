/* The region checker while memory or time runs out: at the n-th allocation, for every n. Nothing
 * leaks, nothing crashes, and every verdict given is right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "failing_allocator.h"
#include "games/witness/rules/pieces.h"
#include "games/witness/rules/region.h"
#include "games/witness/rules/region_memo.h"
#include "games/witness/text/text.h"

#include <string.h>

static const char with_blue[] = "+ - + - + - E/| rot:##,#. | -poly:# | Y |/+ - + - + - +/| poly:#,# | rot:.#,## | . "
                                "|/+ - + - o - +/| star:yellow | . | tri:2 |/S - + - + - +";

static struct comb_witness_panel *read_panel(const char *text)
{
    struct comb_witness_panel *panel;
    struct comb_error err;
    if (comb_witness_text_read(&panel, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s", err.message);
    return panel;
}

#if FAILING_ALLOCATOR

enum { REGIONS = 511 };

/* Checks every set of cells of the panel; 2 marks those without a verdict. */
static int use_everything(char verdicts[REGIONS], const struct comb_witness_graph *graph,
                          enum comb_witness_rule_set set, struct comb_job *job)
{
    struct comb_witness_rules rules = {.set = set, .overhang = set == COMB_WITNESS_GAME};
    struct comb_witness_region_checker *checker = NULL;
    struct comb_witness_edges used = {{0}};
    int code = comb_witness_region_checker_new(&checker, graph, &rules, job, NULL);
    for (unsigned i = 0; i < REGIONS && code == COMB_OK; i++) {
        struct comb_witness_cells region = {{i + 1}};
        int verdict = comb_witness_check_region(checker, &region, &used);
        assert_true(verdict == COMB_OK || verdict == COMB_NO || verdict == COMB_NO_MEMORY);
        verdicts[i] = verdict == COMB_OK ? 1 : verdict == COMB_NO ? 0 : 2;
    }
    comb_witness_region_checker_free(checker);
    return code;
}

static void fail_every_allocation(enum comb_witness_rule_set set)
{
    char expected[REGIONS], verdicts[REGIONS];
    struct comb_witness_panel *panel = read_panel(with_blue);
    struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_job_setup setup = {0};
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    long before = blocks;
    assert_int_equal(use_everything(expected, graph, set, job), COMB_OK);
    assert_int_equal(blocks, before);
    for (long n = 0;; n++) {
        allocations_left = n;
        int code = use_everything(verdicts, graph, set, job);
        bool enough = allocations_left > 0;
        allocations_left = -1;
        assert_int_equal(blocks, before);
        assert_true(code == COMB_OK || code == COMB_NO_MEMORY);
        for (unsigned i = 0; i < REGIONS && code == COMB_OK; i++)
            assert_true(verdicts[i] == expected[i] || (verdicts[i] == 2 && !enough));
        if (enough)
            break;
        assert_true(n < 1000);
    }
    comb_job_free(job);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
}

#else

static void fail_every_allocation(enum comb_witness_rule_set set)
{
    (void)set;
    print_message("skipped: a sanitizer or another C library owns the allocator\n");
    skip();
}

#endif

static void test_every_allocation_may_fail_windmill(void **state)
{
    (void)state;
    fail_every_allocation(COMB_WITNESS_WINDMILL);
}

static void test_every_allocation_may_fail_ttws(void **state)
{
    (void)state;
    fail_every_allocation(COMB_WITNESS_TTWS);
}

static void test_every_allocation_may_fail_game(void **state)
{
    (void)state;
    fail_every_allocation(COMB_WITNESS_GAME);
}

/* A cache that may not grow forgets, but never gives a wrong answer. */
static void test_memo_is_exact_when_full(void **state)
{
    struct comb_witness_memo memo;
    unsigned known = 0;
    (void)state;
    comb_witness_memo_init(&memo, 2, 256 * 3 * sizeof(uint64_t), NULL);
    for (uint64_t i = 0; i < 5000; i++) {
        uint64_t key[2] = {i * 0x9e3779b97f4a7c15u, i};
        comb_witness_memo_store(&memo, key, i % 3 == 0 ? COMB_WITNESS_MEMO_YES : COMB_WITNESS_MEMO_NO);
        assert_int_equal(comb_witness_memo_find(&memo, key), i % 3 == 0 ? COMB_WITNESS_MEMO_YES : COMB_WITNESS_MEMO_NO);
    }
    for (uint64_t i = 0; i < 6000; i++) {
        uint64_t key[2] = {i * 0x9e3779b97f4a7c15u, i};
        enum comb_witness_memo_verdict verdict = comb_witness_memo_find(&memo, key);
        known += verdict != COMB_WITNESS_MEMO_EMPTY;
        if (i >= 5000)
            assert_int_equal(verdict, COMB_WITNESS_MEMO_EMPTY);
        else if (verdict != COMB_WITNESS_MEMO_EMPTY)
            assert_int_equal(verdict, i % 3 == 0 ? COMB_WITNESS_MEMO_YES : COMB_WITNESS_MEMO_NO);
    }
    assert_true(known > 0 && known <= 256);
    comb_witness_memo_free(&memo);
}

/* Thirty-three bars of three cells on ten by ten cells without one. With three colours along the diagonals each bar
 * covers one of each, but the board without that cell does not have equally many of each: there is no packing, and a
 * search that does not use this argument takes long. */
static void test_a_long_packing_can_be_stopped(void **state)
{
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_pieces *pieces;
    struct comb_job *job;
    struct comb_job_setup setup = {0};
    struct comb_witness_rules rules = {.set = COMB_WITNESS_WINDMILL};
    struct comb_witness_cells region = {{0}};
    uint16_t counts[1] = {33};
    (void)state;
    assert_int_equal(comb_witness_panel_new(&panel, 10, 10, 1, NULL), COMB_OK);
    panel->shapes[panel->shape_count++] = (struct comb_witness_shape){.width = 3, .height = 1, .rows = {7}};
    panel->places[comb_witness_columns(panel) + 1] =
        (struct comb_witness_thing){.kind = COMB_WITNESS_POLYOMINO, .free = true, .shape = panel->shapes};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    assert_int_equal(comb_witness_pieces_new(&pieces, graph, &rules, job, NULL), COMB_OK);
    for (unsigned cell = 0; cell < 100; cell++)
        if (cell != 1)
            comb_bit_set(region.words, cell);
    comb_job_cancel(job);
    assert_int_equal(comb_witness_pieces_fit(pieces, &region, counts, NULL), COMB_INTERRUPTED);
    comb_bit_set(region.words, 1);
    comb_bit_clear(region.words, 0); /* the right cell: a packing is found before the first tick */
    assert_int_equal(comb_witness_pieces_fit(pieces, &region, counts, NULL), COMB_OK);
    comb_witness_pieces_free(pieces);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
    comb_job_free(job);
}
