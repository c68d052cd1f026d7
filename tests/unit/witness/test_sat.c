/* SAT against the slow reference: it finds a line exactly if the reference does, under every rule set and with
 * closed and needed edges; every line passes the verifier; effort, time and cancelling end it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "core/context.h"
#include "games/witness/sat/sat_line.h"
#include "games/witness/text/windmill.h"
#include "unit/witness/panels.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SMALL_PANELS = 2400, EDGE_PANELS = 900 };

struct trial {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_task task;
};

/* Processor time, so that a busy machine does not fail a test. */
static double processor_seconds(void *payload)
{
    (void)payload;
    return (double)clock() / CLOCKS_PER_SEC;
}

static void begin(struct trial *trial, struct comb_witness_panel *panel, struct comb_witness_rules rules, double limit)
{
    struct comb_job_setup setup = {.threads = 1, .time_limit = limit, .clock = processor_seconds};
    assert_int_equal(comb_context_new(&trial->context, NULL), COMB_OK);
    setup.context = trial->context;
    assert_int_equal(comb_job_new(&trial->job, &setup, NULL), COMB_OK);
    trial->panel = panel;
    assert_int_equal(comb_witness_graph_new(&trial->graph, panel, NULL), COMB_OK);
    trial->task = (struct comb_witness_task){.graph = trial->graph, .rules = rules};
}

static void end(struct trial *trial)
{
    comb_witness_graph_free(trial->graph);
    comb_witness_panel_free(trial->panel);
    comb_job_free(trial->job);
    comb_context_free(trial->context);
}

static struct comb_witness_rules rules_for(uint64_t seed)
{
    return (struct comb_witness_rules){.set = (enum comb_witness_rule_set)(seed % 3),
                                       .overhang = seed % 3 == COMB_WITNESS_WINDMILL || seed % 5 == 0};
}

static bool passes(const struct trial *trial, const struct comb_witness_line *line)
{
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    for (unsigned i = 0; i < line->count; i++) {
        nodes[i][0] = line->nodes[i] % (trial->panel->width + 1);
        nodes[i][1] = line->nodes[i] / (trial->panel->width + 1);
    }
    return witness_is_right(trial->panel, &trial->task.rules, (const unsigned(*)[2])nodes, line->count);
}

static unsigned edge_between(const struct comb_witness_graph *graph, unsigned a, unsigned b)
{
    for (unsigned side = 0; side < 4; side++)
        if (graph->node_next[a][side] == b)
            return graph->node_edge[a][side];
    fail_msg("nodes %u and %u are not neighbours", a, b);
    return 0;
}

/* Returns whether the line respects the edges that the task closes and needs. */
static bool respects_task(const struct trial *trial, const struct comb_witness_line *line)
{
    struct comb_witness_edges own = {0}, all = {0};
    for (unsigned i = 1; i < line->count; i++) {
        unsigned edge = edge_between(trial->graph, line->nodes[i - 1], line->nodes[i]);
        comb_bit_set(own.words, edge);
        comb_bit_set(all.words, edge);
        comb_bit_set(all.words, trial->graph->edge_mirror[edge]);
    }
    for (unsigned edge = 0; edge < trial->graph->edges; edge++) {
        if (trial->task.closed && comb_bit_test(trial->task.closed->words, edge) && comb_bit_test(all.words, edge))
            return false;
        if (trial->task.needed && comb_bit_test(trial->task.needed->words, edge) && !comb_bit_test(own.words, edge))
            return false;
    }
    return true;
}

static struct comb_witness_line image_of(const struct trial *trial, const struct comb_witness_line *line)
{
    struct comb_witness_line image = {.count = line->count};
    for (unsigned i = 0; i < line->count; i++)
        image.nodes[i] = trial->graph->node_mirror[line->nodes[i]];
    return image;
}

/* Of two lines with one picture the reference has one. */
static bool twin_has_line(const struct trial *trial)
{
    struct witness_twin twin = witness_twin_solve(trial->panel, &trial->task.rules);
    bool found = false;
    for (size_t i = 0; i < twin.count && !found; i++) {
        struct comb_witness_line image = image_of(trial, &twin.items[i]);
        found = respects_task(trial, &twin.items[i]) || (respects_task(trial, &image) && passes(trial, &image));
    }
    witness_twin_free(&twin);
    return found;
}

static void agree(struct trial *trial, uint64_t seed)
{
    struct comb_witness_outcome out;
    assert_int_equal(comb_witness_sat_line(&out, &trial->task, trial->job, 0, NULL), COMB_OK);
    bool expected = twin_has_line(trial);
    const char *rules = comb_witness_rules_name(&trial->task.rules);
    if ((out.lines > 0) != expected || out.exhausted == expected) {
        witness_print(trial->panel);
        fail_msg("panel %llu (%s): %d lines, reference %d", (unsigned long long)seed, rules, (int)out.lines, expected);
    }
    if (expected && (!passes(trial, &out.line) || !respects_task(trial, &out.line))) {
        witness_print(trial->panel);
        fail_msg("panel %llu (%s): a wrong line", (unsigned long long)seed, rules);
    }
}

static void test_small_panels_agree_with_the_reference(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SMALL_PANELS; seed++) {
        struct trial trial;
        begin(&trial, witness_random_panel(seed, NULL), rules_for(seed), 0);
        agree(&trial, seed);
        end(&trial);
    }
}

/* With eliminations and pieces together, most is left to the region checker. */
static void test_dense_panels_agree_with_the_reference(void **state)
{
    (void)state;
    const struct witness_panel_options options = {.width = 3, .height = 3, .no_holes = true, .no_line_colours = true};
    for (uint64_t seed = 1; seed <= SMALL_PANELS / 4; seed++) {
        struct trial trial;
        begin(&trial, witness_random_panel(100000 + seed, &options), rules_for(seed), 0);
        agree(&trial, seed);
        end(&trial);
    }
}

static void test_closed_and_needed_edges(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= EDGE_PANELS; seed++) {
        struct trial trial;
        struct comb_rng rng;
        struct comb_witness_edges closed = {0}, needed = {0};
        begin(&trial, witness_random_panel(200000 + seed, NULL), rules_for(seed), 0);
        comb_rng_seed(&rng, seed);
        for (unsigned edge = 0; edge < trial.graph->edges; edge++) {
            if (comb_rng_below(&rng, 8) == 0)
                comb_bit_set(closed.words, edge);
            else if (comb_rng_below(&rng, 12) == 0)
                comb_bit_set(needed.words, edge);
        }
        trial.task.closed = seed % 4 != 1 ? &closed : NULL;
        trial.task.needed = seed % 4 != 2 ? &needed : NULL;
        agree(&trial, seed);
        end(&trial);
    }
}

/* ---- published panels ---- */

/* Reads the panel on a line of the file, counted from 1. */
static struct comb_witness_panel *published(unsigned number)
{
    static char text[1 << 16];
    struct comb_witness_panel *panel = NULL;
    FILE *file = fopen("../shared/data/windmill/windmill_puzzles.txt", "r");
    if (!file) {
        print_message("skipped: ../shared/data/windmill/windmill_puzzles.txt is not there\n");
        skip();
    }
    for (unsigned line = 1; fgets(text, sizeof text, file) && line <= number; line++)
        if (line == number) {
            text[strcspn(text, "\r\n")] = '\0';
            assert_int_equal(comb_witness_windmill_read(&panel, text, strlen(text), NULL), COMB_OK);
        }
    fclose(file);
    return panel;
}

static const struct comb_witness_rules windmill = {.set = COMB_WITNESS_WINDMILL, .overhang = true};

/* Panels of 36 to 72 cells, with many pieces, stars and squares. */
static void test_shared_large_published_panels(void **state)
{
    (void)state;
    static const unsigned lines[] = {6, 10, 29, 35, 711, 919, 1276, 1432, 1476};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct trial trial;
        struct comb_witness_outcome out;
        begin(&trial, published(lines[i]), windmill, 60);
        assert_int_equal(comb_witness_sat_line(&out, &trial.task, trial.job, 0, NULL), COMB_OK);
        assert_int_equal(out.lines, 1);
        if (!passes(&trial, &out.line))
            fail_msg("line %u of the file: a wrong line", lines[i]);
        end(&trial);
    }
}

/* ---- ending early ---- */

/* Twelve by twelve cells to be tiled with T's: takes a while. */
static struct comb_witness_panel *many_pieces(void)
{
    enum { SIDE = 12 };
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_panel_new(&panel, SIDE, SIDE, 1, NULL), COMB_OK);
    panel->shapes[panel->shape_count++] = (struct comb_witness_shape){.width = 3, .height = 2, .rows = {7, 2}};
    for (unsigned cell = 0; cell < SIDE * SIDE; cell += 4)
        *witness_place(panel, 2 * ((cell + cell / SIDE) % SIDE) + 1, 2 * (cell / SIDE) + 1) =
            (struct comb_witness_thing){.kind = COMB_WITNESS_POLYOMINO, .free = true, .shape = panel->shapes};
    witness_place(panel, 0, 2 * SIDE)->kind = COMB_WITNESS_START;
    witness_place(panel, 2 * SIDE, 0)->kind = COMB_WITNESS_END;
    return panel;
}

static void test_effort_is_bounded(void **state)
{
    (void)state;
    struct trial trial;
    struct comb_witness_outcome out;
    begin(&trial, many_pieces(), windmill, 0);
    assert_int_equal(comb_witness_sat_line(&out, &trial.task, trial.job, 20, NULL), COMB_OK);
    assert_int_equal(out.lines, 0);
    assert_int_equal(out.line.count, 0);
    assert_false(out.exhausted);
    end(&trial);
}

/* In many short runs the same verdict as in one: nothing is lost between them. */
static void test_runs_continue(void **state)
{
    (void)state;
    unsigned interrupted = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const struct witness_panel_options options = {.width = 5, .height = 5, .eliminations = seed % 2 == 0};
        struct trial trial;
        struct comb_sat_line *model;
        struct comb_witness_outcome once, out = {0};
        begin(&trial, witness_random_panel(seed, &options), rules_for(seed), 0);
        assert_int_equal(comb_witness_sat_line(&once, &trial.task, trial.job, 0, NULL), COMB_OK);
        assert_int_equal(comb_sat_line_new(&model, &trial.task, trial.job, NULL), COMB_OK);
        for (uint64_t effort = 2; model && out.lines == 0 && !out.exhausted; effort *= 2) {
            assert_int_equal(comb_sat_line_run(&out, model, effort, NULL), COMB_OK);
            interrupted += out.lines == 0 && !out.exhausted;
        }
        assert_int_equal(out.lines, once.lines);
        assert_int_equal(out.exhausted, once.exhausted);
        assert_true(out.lines == 0 || passes(&trial, &out.line));
        comb_sat_line_free(model);
        end(&trial);
    }
    assert_true(interrupted > 0);
}

static void test_time_is_bounded(void **state)
{
    (void)state;
    struct trial trial;
    struct comb_witness_outcome out;
    struct comb_error err = {0};
    begin(&trial, many_pieces(), windmill, 0.2);
    double began = processor_seconds(NULL);
    assert_int_equal(comb_witness_sat_line(&out, &trial.task, trial.job, 0, &err), COMB_LIMIT);
    assert_true(processor_seconds(NULL) - began < 2);
    assert_int_equal(err.code, COMB_LIMIT);
    assert_false(out.exhausted);
    assert_int_equal(out.lines, 0);
    end(&trial);
}

static void test_cancelled(void **state)
{
    (void)state;
    struct trial trial;
    struct comb_witness_outcome out;
    begin(&trial, many_pieces(), windmill, 0);
    comb_job_cancel(trial.job);
    assert_int_equal(comb_witness_sat_line(&out, &trial.task, trial.job, 0, NULL), COMB_INTERRUPTED);
    assert_false(out.exhausted);
    end(&trial);
}

static void test_no_start_or_no_end(void **state)
{
    (void)state;
    for (unsigned missing = 0; missing < 2; missing++) {
        struct trial trial;
        struct comb_witness_outcome out;
        struct comb_witness_panel *panel;
        assert_int_equal(comb_witness_panel_new(&panel, 2, 2, 0, NULL), COMB_OK);
        witness_place(panel, 0, 0)->kind = missing ? COMB_WITNESS_START : COMB_WITNESS_END;
        begin(&trial, panel, windmill, 0);
        assert_int_equal(comb_witness_sat_line(&out, &trial.task, trial.job, 0, NULL), COMB_OK);
        assert_int_equal(out.lines, 0);
        assert_true(out.exhausted);
        end(&trial);
    }
}
