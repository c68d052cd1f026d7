/* Local search against the slow reference and the verifier: what it finds is a solution, it finds nothing where there
 * is none, and every state on the way is a line from a start to an end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "core/context.h"
#include "games/witness/local/parts.h"
#include "unit/witness/panels.h"

#include <math.h>
#include <string.h>

enum { SMALL_PANELS = 400, LARGE_PANELS = 60, CHANGES = 60000 };

struct trial {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_task task;
    struct comb_local_line *local;
};

static void begin(struct trial *trial, struct comb_witness_panel *panel, struct comb_witness_rules rules, uint64_t seed)
{
    struct comb_job_setup setup = {.threads = 1};
    assert_int_equal(comb_context_new(&trial->context, NULL), COMB_OK);
    setup.context = trial->context;
    assert_int_equal(comb_job_new(&trial->job, &setup, NULL), COMB_OK);
    trial->panel = panel;
    assert_int_equal(comb_witness_graph_new(&trial->graph, panel, NULL), COMB_OK);
    trial->task = (struct comb_witness_task){.graph = trial->graph, .rules = rules};
    assert_int_equal(comb_local_line_new(&trial->local, &trial->task, trial->job, seed, NULL), COMB_OK);
}

static void end(struct trial *trial)
{
    comb_local_line_free(trial->local);
    comb_witness_graph_free(trial->graph);
    comb_witness_panel_free(trial->panel);
    comb_job_free(trial->job);
    comb_context_free(trial->context);
}

static struct comb_witness_rules rules_for(uint64_t seed)
{
    return (struct comb_witness_rules){.set = (enum comb_witness_rule_set)(seed % 3),
                                       .overhang = seed % 3 == COMB_WITNESS_WINDMILL};
}

static bool passes(const struct trial *trial, const struct comb_witness_line *line)
{
    unsigned points[COMB_WITNESS_MAX_POINTS][2];
    witness_points_of(points, trial->graph, line);
    return witness_points_right(trial->panel, &trial->task.rules, (const unsigned(*)[2])points, line->count);
}

static void check_small(uint64_t seed, unsigned *solvable, unsigned *found)
{
    const struct witness_panel_options options = {.width = 3 + (unsigned)(seed % 2),
                                                  .height = 3,
                                                  .eliminations = seed % 2 == 0,
                                                  .no_symmetry = true,
                                                  .no_holes = true};
    struct trial trial;
    struct comb_witness_line line;
    begin(&trial, witness_random_panel(seed, &options), rules_for(seed), seed);
    if (trial.local) {
        struct witness_twin twin = witness_twin_solve(trial.panel, &trial.task.rules);
        int code = comb_local_line_run(trial.local, CHANGES);
        comb_local_line_get(&line, trial.local);
        if (code == COMB_OK && !passes(&trial, &line))
            fail_msg("seed %llu: the verifier rejects the line", (unsigned long long)seed);
        if (code == COMB_OK && twin.count == 0)
            fail_msg("seed %llu: the reference finds no line", (unsigned long long)seed);
        *solvable += twin.count > 0;
        *found += code == COMB_OK;
        witness_twin_free(&twin);
    }
    end(&trial);
}

static void test_finds_solutions_only(void **state)
{
    (void)state;
    unsigned solvable = 0, found = 0;
    for (uint64_t seed = 1; seed <= SMALL_PANELS; seed++)
        check_small(seed, &solvable, &found);
    print_message("%u of %u found\n", found, solvable);
    assert_true(solvable > 20 && found * 5 >= solvable * 4);
}

/* From a start to an end over adjacent nodes, none of them twice. */
static void check_line(const struct trial *trial, const struct comb_witness_line *line)
{
    bool seen[COMB_WITNESS_MAX_NODES] = {false};
    assert_true(line->count >= 2);
    assert_true(comb_witness_is_start(trial->graph->on_node[line->nodes[0]]));
    assert_true(comb_witness_is_end(trial->graph->on_node[line->nodes[line->count - 1]]));
    for (unsigned i = 0; i < line->count; i++) {
        assert_false(seen[line->nodes[i]]);
        seen[line->nodes[i]] = true;
        if (i > 0)
            assert_int_not_equal(comb_witness_edge_between(trial->graph, line->nodes[i - 1], line->nodes[i]),
                                 COMB_WITNESS_NOWHERE);
    }
}

/* Numbers the cells that are connected with a cell by unused edges. */
static void flood_region(unsigned *numbers, const struct comb_local_line *local, unsigned cell, unsigned number)
{
    numbers[cell] = number;
    for (unsigned side = 0; side < 4; side++) {
        unsigned next = local->graph->cell_next[cell][side];
        if (next != COMB_WITNESS_NOWHERE && numbers[next] == 0 &&
            !comb_bit_test(local->now->used.words, local->graph->cell_edge[cell][side]))
            flood_region(numbers, local, next, number);
    }
}

/* The regions that changes left are those of the line, and their tallies and costs are those of a new count. */
static void check_regions(struct comb_local_line *local)
{
    unsigned numbers[COMB_WITNESS_MAX_CELLS] = {0}, count = 0, wrong = 0;
    double cost = 0;
    for (unsigned cell = 0; cell < local->graph->cells; cell++) {
        if (numbers[cell] > 0)
            continue;
        flood_region(numbers, local, cell, ++count);
        struct comb_local_region region = {.number = local->now->region[local->place[cell]]};
        for (unsigned other = 0; other < local->graph->cells; other++) {
            unsigned place = local->place[other];
            assert_int_equal(numbers[other] == count, local->now->region[place] == region.number);
            if (numbers[other] != count)
                continue;
            comb_bit_set(region.cells.words, other);
            comb_local_count(&region.tally, &local->info[place], 1);
            comb_local_count_sides(&region.tally, local, place, 1);
        }
        const struct comb_local_region *stored = &local->now->regions[region.number];
        assert_memory_equal(&region.cells, &stored->cells, sizeof region.cells);
        assert_memory_equal(&region.tally, &stored->tally,
                            offsetof(struct comb_local_tally, census) + sizeof region.tally.census);
        comb_local_set_cost(&region, local);
        if (region.open)
            comb_local_check(local, &region);
        assert_true(fabs(region.cost - stored->cost) < 1e-9);
        cost += region.cost;
        wrong += region.cost > 0;
    }
    assert_true(fabs(cost - local->now->cost) < 1e-6);
    assert_int_equal(wrong, local->now->wrong);
}

static void test_every_state_is_a_line(void **state)
{
    (void)state;
    unsigned checked = 0;
    for (uint64_t seed = 1; seed <= LARGE_PANELS; seed++) {
        const struct witness_panel_options options = {.width = 5 + (unsigned)seed % 12,
                                                      .height = 16 - (unsigned)seed % 12,
                                                      .eliminations = seed % 2 == 0,
                                                      .no_symmetry = true,
                                                      .no_holes = true};
        struct trial trial;
        struct comb_witness_line line;
        begin(&trial, witness_random_panel(seed, &options), rules_for(seed), seed);
        for (unsigned i = 0; i < 60 && trial.local; i++) {
            int code = comb_local_line_run(trial.local, 1 + i);
            assert_true(code == COMB_OK || code == COMB_NO);
            comb_local_line_get(&line, trial.local);
            check_line(&trial, &line);
            check_regions(trial.local);
            checked++;
        }
        end(&trial);
    }
    assert_true(checked > 400);
}

static struct comb_witness_panel *bare_panel(void)
{
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_panel_new(&panel, 3, 3, 0, NULL), COMB_OK);
    witness_place(panel, 0, 6)->kind = COMB_WITNESS_START;
    witness_place(panel, 6, 0)->kind = COMB_WITNESS_END;
    return panel;
}

/* A line that starts and ends at every pair of nodes of the border. */
static void test_all_pairs_of_border_nodes(void **state)
{
    (void)state;
    for (unsigned from = 0; from < 16; from++)
        for (unsigned to = 0; to < 16; to++) {
            bool inside = from % 4 % 3 != 0 && from / 4 % 3 != 0;
            inside |= to % 4 % 3 != 0 && to / 4 % 3 != 0;
            struct comb_witness_panel *panel;
            struct trial trial;
            struct comb_witness_line line;
            if (from == to)
                continue;
            assert_int_equal(comb_witness_panel_new(&panel, 3, 3, 0, NULL), COMB_OK);
            witness_place(panel, 2 * (from % 4), 2 * (from / 4))->kind = COMB_WITNESS_START;
            witness_place(panel, 2 * (to % 4), 2 * (to / 4))->kind = COMB_WITNESS_END;
            begin(&trial, panel, rules_for(0), from);
            assert_int_equal(trial.local == NULL, inside);
            if (trial.local) {
                assert_int_equal(comb_local_line_run(trial.local, 1), COMB_OK);
                comb_local_line_get(&line, trial.local);
                check_line(&trial, &line);
            }
            end(&trial);
        }
}

static void test_other_panels_are_left_out(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct comb_witness_panel *panel = bare_panel();
        struct trial trial;
        if (i == 1)
            witness_place(panel, 3, 3)->kind = COMB_WITNESS_ABSENT;
        if (i == 2)
            panel->symmetry = COMB_WITNESS_ROTATIONAL;
        begin(&trial, panel, rules_for(0), 1);
        assert_int_equal(trial.local != NULL, i == 0);
        end(&trial);
    }
}

static void test_cancelled(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = bare_panel();
    struct trial trial;
    witness_place(panel, 3, 3)->kind = COMB_WITNESS_STAR; /* alone: no solution */
    witness_place(panel, 3, 3)->colour = COMB_WITNESS_RED;
    begin(&trial, panel, rules_for(0), 1);
    assert_int_equal(comb_local_line_run(trial.local, 1000000), COMB_NO);
    assert_int_equal(comb_local_line_least_wrong(trial.local), 1);
    comb_job_cancel(trial.job);
    assert_int_equal(comb_local_line_run(trial.local, 1000000), COMB_INTERRUPTED);
    end(&trial);
}
