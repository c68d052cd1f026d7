/* The search against the slow reference: the same lines, each once, under every rule set, with closed and needed
 * edges, on several threads; shortest lines are shortest; on larger panels the lines found are right. */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bitset.h"
#include "core/context.h"
#include "games/witness/text/windmill.h"
#include "unit/witness/panels.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SMALL_PANELS = 4000 };

struct collected {
    struct witness_twin lines;
    bool again; /* a line was reported twice */
    size_t max; /* stop after so many; 0: never */
    bool out_of_order;
    unsigned last;
};

static bool collect(void *payload, const struct comb_witness_line *line)
{
    struct collected *to = payload;
    to->again = to->again || witness_twin_holds(&to->lines, line);
    to->out_of_order = to->out_of_order || line->count < to->last;
    to->last = line->count;
    assert_true(comb_vec_push(&to->lines, *line));
    return to->max == 0 || to->lines.count < to->max;
}

static struct comb_job *new_job(struct comb_context *context, unsigned threads, uint64_t seed)
{
    struct comb_job *job;
    struct comb_job_setup setup = {.context = context, .threads = threads, .seed = seed};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    return job;
}

struct trial {
    struct comb_context *context;
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct witness_twin twin;
};

static void begin(struct trial *trial, uint64_t seed, const struct witness_panel_options *options)
{
    assert_int_equal(comb_context_new(&trial->context, NULL), COMB_OK);
    trial->panel = witness_random_panel(seed, options);
    assert_int_equal(comb_witness_graph_new(&trial->graph, trial->panel, NULL), COMB_OK);
    trial->rules =
        (struct comb_witness_rules){.set = (enum comb_witness_rule_set)(seed % 3), .overhang = seed % 5 == 0};
    trial->twin = witness_twin_solve(trial->panel, &trial->rules);
}

static void end(struct trial *trial)
{
    witness_twin_free(&trial->twin);
    comb_witness_graph_free(trial->graph);
    comb_witness_panel_free(trial->panel);
    comb_context_free(trial->context);
}

static struct comb_witness_task task_of(const struct trial *trial)
{
    return (struct comb_witness_task){.graph = trial->graph, .rules = trial->rules};
}

static void search(struct comb_witness_outcome *out, const struct trial *trial, const struct comb_witness_task *task,
                   unsigned threads, uint64_t seed)
{
    struct comb_job *job = new_job(trial->context, threads, seed);
    assert_int_equal(comb_witness_search(out, task, job, NULL), COMB_OK);
    comb_job_free(job);
}

static void must(bool good, uint64_t seed, const char *what, size_t got, size_t expected)
{
    if (!good)
        fail_msg("panel %llu: %s: %zu, reference %zu", (unsigned long long)seed, what, got, expected);
}

static void check_lines(uint64_t seed, const struct collected *got, const struct witness_twin *expected)
{
    must(!got->again, seed, "a line found twice", got->lines.count, expected->count);
    must(got->lines.count == expected->count, seed, "lines", got->lines.count, expected->count);
    for (size_t i = 0; i < got->lines.count; i++)
        must(witness_twin_holds(expected, &got->lines.items[i]), seed, "a line that the reference lacks", i,
             expected->count);
}

static void check_all(const struct trial *trial, uint64_t seed, unsigned threads, bool shuffled)
{
    struct collected got = {0};
    struct comb_witness_outcome out;
    struct comb_witness_task task = task_of(trial);
    task.on_found = collect;
    task.payload = &got;
    task.random_order = shuffled;
    search(&out, trial, &task, threads, seed);
    check_lines(seed, &got, &trial->twin);
    assert_true(out.exhausted);
    assert_int_equal(out.lines, trial->twin.count);
    comb_vec_free(&got.lines);
}

static void check_one(const struct trial *trial, uint64_t seed, unsigned threads)
{
    struct comb_witness_outcome out;
    struct comb_witness_task task = task_of(trial);
    search(&out, trial, &task, threads, seed);
    must((out.lines > 0) == (trial->twin.count > 0), seed, "one line", (size_t)out.lines, trial->twin.count);
    if (out.lines > 0)
        must(witness_twin_holds(&trial->twin, &out.line), seed, "a wrong line", 1, trial->twin.count);
    else
        assert_true(out.exhausted);
}

static void test_every_line_of_small_panels(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SMALL_PANELS; seed++) {
        struct trial trial;
        begin(&trial, seed, NULL);
        check_all(&trial, seed, 1, seed % 2 == 0);
        end(&trial);
    }
}

static void test_one_line_of_small_panels(void **state)
{
    (void)state;
    for (uint64_t seed = 10001; seed <= 10000 + SMALL_PANELS / 2; seed++) {
        struct trial trial;
        begin(&trial, seed, NULL);
        check_one(&trial, seed, (unsigned)(1 + seed % 3));
        end(&trial);
    }
}

static void test_threads_find_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 20001; seed <= 20200; seed++) {
        struct trial trial;
        begin(&trial, seed, NULL);
        check_all(&trial, seed, (unsigned)(2 + seed % 3), false);
        end(&trial);
    }
}

/* ---- closed and needed edges ---- */

static unsigned edge_between(const struct comb_witness_graph *graph, unsigned a, unsigned b)
{
    for (unsigned side = 0; side < 4; side++)
        if (graph->node_next[a][side] == b)
            return graph->node_edge[a][side];
    fail_msg("nodes %u and %u are not neighbours", a, b);
    return 0;
}

static struct comb_witness_edges edges_of(const struct comb_witness_graph *graph, const struct comb_witness_line *line,
                                          bool with_image)
{
    struct comb_witness_edges edges = {{0}};
    for (unsigned i = 1; i < line->count; i++) {
        unsigned edge = edge_between(graph, line->nodes[i - 1], line->nodes[i]);
        comb_bit_set(edges.words, edge);
        if (with_image)
            comb_bit_set(edges.words, graph->edge_mirror[edge]);
    }
    return edges;
}

static bool touches(const struct comb_witness_edges *a, const struct comb_witness_edges *b)
{
    for (unsigned i = 0; i < sizeof a->words / sizeof a->words[0]; i++)
        if (a->words[i] & b->words[i])
            return true;
    return false;
}

static bool covers(const struct comb_witness_edges *a, const struct comb_witness_edges *b)
{
    for (unsigned i = 0; i < sizeof a->words / sizeof a->words[0]; i++)
        if (b->words[i] & ~a->words[i])
            return false;
    return true;
}

/* Without symmetry the lines are those of the reference that respect the closed and needed edges. */
static void check_edges(const struct trial *trial, uint64_t seed, const struct comb_witness_edges *closed,
                        const struct comb_witness_edges *needed)
{
    struct collected got = {0};
    struct witness_twin expected = {0};
    struct comb_witness_outcome out;
    struct comb_witness_task task = task_of(trial);
    for (size_t i = 0; i < trial->twin.count; i++) {
        struct comb_witness_edges own = edges_of(trial->graph, &trial->twin.items[i], false);
        if (!touches(&own, closed) && covers(&own, needed))
            assert_true(comb_vec_push(&expected, trial->twin.items[i]));
    }
    task.closed = closed;
    task.needed = needed;
    task.on_found = collect;
    task.payload = &got;
    search(&out, trial, &task, 1, seed);
    check_lines(seed, &got, &expected);
    comb_vec_free(&got.lines);
    comb_vec_free(&expected);
}

static void test_closed_and_needed_edges(void **state)
{
    const struct witness_panel_options options = {.no_symmetry = true};
    (void)state;
    for (uint64_t seed = 30001; seed <= 30600; seed++) {
        struct trial trial;
        struct comb_witness_edges closed = {{0}}, needed = {{0}};
        struct comb_rng rng;
        begin(&trial, seed, &options);
        comb_rng_seed(&rng, seed);
        for (unsigned i = 0; i < 1 + seed % 3; i++)
            comb_bit_set(closed.words, comb_rng_below(&rng, trial.graph->edges));
        if (seed % 2 == 0)
            comb_bit_set(needed.words, comb_rng_below(&rng, trial.graph->edges));
        check_edges(&trial, seed, &closed, &needed);
        end(&trial);
    }
}

/* Under symmetry a closed edge is closed to both lines, and a needed one applies to the line itself. */
static void test_closed_and_needed_edges_under_symmetry(void **state)
{
    unsigned tried = 0;
    (void)state;
    for (uint64_t seed = 40001; seed <= 40900; seed++) {
        struct trial trial;
        begin(&trial, seed, NULL);
        if (trial.panel->symmetry != COMB_WITNESS_NO_SYMMETRY && trial.twin.count > 0) {
            struct comb_witness_outcome out;
            struct comb_witness_task task = task_of(&trial);
            struct comb_witness_edges both = edges_of(trial.graph, &trial.twin.items[0], true);
            struct comb_witness_edges own = edges_of(trial.graph, &trial.twin.items[0], false);
            task.needed = &own;
            search(&out, &trial, &task, 1, seed);
            must(out.lines == 1, seed, "lines with all edges needed", (size_t)out.lines, 1);
            struct comb_witness_edges drawn = edges_of(trial.graph, &out.line, false);
            assert_true(covers(&drawn, &own));
            task.needed = NULL;
            task.closed = &both;
            search(&out, &trial, &task, 1, seed);
            if (out.lines > 0) {
                struct comb_witness_edges other = edges_of(trial.graph, &out.line, true);
                assert_false(touches(&other, &both));
            }
            tried++;
        }
        end(&trial);
    }
    assert_true(tried > 50);
}

/* ---- shortest ---- */

static void test_shortest_is_shortest(void **state)
{
    (void)state;
    for (uint64_t seed = 50001; seed <= 50800; seed++) {
        struct trial trial;
        begin(&trial, seed, NULL);
        struct collected got = {0};
        struct comb_witness_outcome out;
        struct comb_witness_task task = task_of(&trial);
        unsigned least = UINT32_MAX;
        for (size_t i = 0; i < trial.twin.count; i++)
            least = trial.twin.items[i].count < least ? trial.twin.items[i].count : least;
        task.shortest = true;
        search(&out, &trial, &task, (unsigned)(1 + seed % 2), seed);
        must((out.lines > 0) == (trial.twin.count > 0), seed, "a shortest line", (size_t)out.lines, trial.twin.count);
        if (out.lines > 0)
            must(out.line.count == least, seed, "length", out.line.count, least);
        task.on_found = collect;
        task.payload = &got;
        search(&out, &trial, &task, 1, seed);
        check_lines(seed, &got, &trial.twin);
        assert_false(got.out_of_order);
        assert_true(out.exhausted);
        comb_vec_free(&got.lines);
        end(&trial);
    }
}

/* ---- stopping, repeating ---- */

static void test_callback_can_stop(void **state)
{
    (void)state;
    for (uint64_t seed = 60001; seed <= 60200; seed++) {
        struct trial trial;
        begin(&trial, seed, NULL);
        struct collected got = {.max = 2};
        struct comb_witness_outcome out;
        struct comb_witness_task task = task_of(&trial);
        task.on_found = collect;
        task.payload = &got;
        search(&out, &trial, &task, (unsigned)(1 + seed % 3), seed);
        size_t expected = trial.twin.count < 2 ? trial.twin.count : 2;
        must(got.lines.count == expected, seed, "lines until stopped", got.lines.count, expected);
        must(out.exhausted == (trial.twin.count < 2), seed, "exhausted", out.exhausted, trial.twin.count);
        comb_vec_free(&got.lines);
        end(&trial);
    }
}

static void test_same_seed_repeats_the_run(void **state)
{
    (void)state;
    for (uint64_t seed = 70001; seed <= 70010; seed++) {
        struct comb_witness_panel *panel = witness_random_panel(seed, NULL);
        struct comb_witness_graph *graph;
        struct comb_context *context;
        struct comb_witness_outcome first, second;
        assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
        assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
        struct comb_witness_task task = {.graph = graph};
        struct trial trial = {.context = context};
        search(&first, &trial, &task, 1, seed);
        search(&second, &trial, &task, 1, seed);
        assert_int_equal(first.nodes, second.nodes);
        assert_int_equal(first.lines, second.lines);
        assert_true(first.lines == 0 || witness_same_line(&first.line, &second.line));
        comb_witness_graph_free(graph);
        comb_witness_panel_free(panel);
        comb_context_free(context);
    }
}

/* ---- larger panels ---- */

static bool right(const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                  const struct comb_witness_line *line)
{
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    for (unsigned i = 0; i < line->count; i++) {
        nodes[i][0] = line->nodes[i] % (panel->width + 1);
        nodes[i][1] = line->nodes[i] / (panel->width + 1);
    }
    return comb_witness_verify_line(NULL, panel, rules, (const unsigned(*)[2])nodes, line->count, NULL, NULL) ==
           COMB_OK;
}

static void check_large(uint64_t seed, const struct witness_panel_options *options, unsigned *solved)
{
    struct comb_witness_panel *panel = witness_random_panel(seed, options);
    struct comb_witness_graph *graph;
    struct comb_context *context;
    struct comb_job *job;
    struct comb_witness_outcome out;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    struct comb_witness_task task = {.graph = graph, .rules = {.set = (enum comb_witness_rule_set)(seed % 3)}};
    struct comb_job_setup setup = {
        .context = context, .threads = (unsigned)(1 + seed % 2), .seed = seed, .time_limit = 0.02};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    int code = comb_witness_search(&out, &task, job, NULL);
    assert_true(code == COMB_OK || code == COMB_LIMIT);
    if (out.lines > 0 && !right(panel, &task.rules, &out.line))
        fail_msg("panel %llu: the verifier rejects the line", (unsigned long long)seed);
    *solved += out.lines > 0;
    comb_job_free(job);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
    comb_context_free(context);
}

static void test_lines_of_larger_panels_are_right(void **state)
{
    unsigned solved = 0;
    (void)state;
    for (uint64_t seed = 80001; seed <= 80060; seed++)
        for (unsigned side = 4; side <= 16; side += 4) {
            const struct witness_panel_options options = {.width = side, .height = side - (unsigned)(seed % 2)};
            check_large(seed, &options, &solved);
        }
    assert_true(solved > 10);
}

/* ---- cancelling ---- */

struct canceller {
    struct comb_job *job;
    double at;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool cancel_at_first(void *payload, const struct comb_witness_line *line)
{
    struct canceller *canceller = payload;
    (void)line;
    if (canceller->at == 0)
        canceller->at = now();
    comb_job_cancel(canceller->job);
    return true;
}

static void test_cancel_is_quick(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        const struct witness_panel_options options = {.width = 10,
                                                      .height = 10,
                                                      .no_symmetry = true,
                                                      .no_pieces = true,
                                                      .no_squares = true,
                                                      .no_stars = true,
                                                      .no_triangles = true,
                                                      .no_dots = true,
                                                      .no_eliminations = true,
                                                      .no_holes = true,
                                                      .no_gaps = true};
        struct comb_context *context;
        struct comb_witness_graph *graph;
        struct comb_witness_outcome out;
        assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
        struct comb_witness_panel *panel = witness_random_panel(3, &options);
        assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
        struct comb_job *job = new_job(context, threads, 1);
        struct canceller canceller = {.job = job};
        struct comb_witness_task task = {.graph = graph, .on_found = cancel_at_first, .payload = &canceller};
        assert_int_equal(comb_witness_search(&out, &task, job, NULL), COMB_INTERRUPTED);
        assert_true(canceller.at > 0 && now() - canceller.at < 2); /* 0.1 s on an idle machine */
        assert_true(out.lines > 0 && !out.exhausted);
        comb_job_free(job);
        comb_witness_graph_free(graph);
        comb_witness_panel_free(panel);
        comb_context_free(context);
    }
}
