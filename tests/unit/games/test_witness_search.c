/* The search for lines against its slow twin: the same lines, each once, under every rule set, with edges closed and
 * needed, on several threads; shortest lines are shortest; larger panels: what is found is right. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/context.h"
#include "games/witness/windmill.h"
#include "unit/games/witness_panels.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SMALL_PANELS = 4000 };

struct collected {
    struct witness_twin lines;
    bool again;  /* a line came twice */
    size_t most; /* stop after as many; 0: never */
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
    return to->most == 0 || to->lines.count < to->most;
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

static void begin(struct trial *trial, uint64_t seed, const struct witness_wish *wish)
{
    assert_int_equal(comb_context_new(&trial->context, NULL), COMB_OK);
    trial->panel = witness_random_panel(seed, wish);
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

static void must(bool good, uint64_t seed, const char *what, size_t got, size_t wanted)
{
    if (!good)
        fail_msg("panel %llu: %s: %zu, twin %zu", (unsigned long long)seed, what, got, wanted);
}

static void check_lines(uint64_t seed, const struct collected *got, const struct witness_twin *wanted)
{
    must(!got->again, seed, "a line came twice", got->lines.count, wanted->count);
    must(got->lines.count == wanted->count, seed, "lines", got->lines.count, wanted->count);
    for (size_t i = 0; i < got->lines.count; i++)
        must(witness_twin_holds(wanted, &got->lines.items[i]), seed, "a line the twin has not", i, wanted->count);
}

static void check_all(const struct trial *trial, uint64_t seed, unsigned threads, bool shuffled)
{
    struct collected got = {0};
    struct comb_witness_outcome out;
    struct comb_witness_task task = task_of(trial);
    task.found = collect;
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
