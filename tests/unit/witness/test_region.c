/* The region checker against the verifier, which was written from the rules alone: random lines over random panels,
 * under every rule set. Also the checker when time or memory runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "games/witness/rules/region_memo.h"
#include "games/witness/rules/region_parts.h"
#include "games/witness/text/text.h"
#include "games/witness/text/windmill.h"
#include "unit/witness/panels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct comb_witness_rules ALL_RULES[] = {
    {.set = COMB_WITNESS_WINDMILL},
    {.set = COMB_WITNESS_TTWS},
    {.set = COMB_WITNESS_TTWS, .overhang = true},
    {.set = COMB_WITNESS_GAME},
    {.set = COMB_WITNESS_GAME, .overhang = true},
};

enum { RULE_SETS = sizeof ALL_RULES / sizeof *ALL_RULES };

struct walk {
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    unsigned count;
    struct comb_witness_edges used;
};

/* Draws a random line and marks both lines' edges; false if it got stuck before an end. */
static bool random_walk(struct walk *walk, const struct comb_witness_graph *graph, struct comb_rng *rng)
{
    bool seen[COMB_WITNESS_MAX_NODES] = {false}, symmetric = graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    unsigned width = graph->panel->width + 1;
    memset(walk, 0, sizeof *walk);
    uint16_t node = graph->starts[comb_rng_below(rng, graph->start_count)];
    if (symmetric && graph->node_mirror[node] == node)
        return false;
    for (;;) {
        walk->nodes[walk->count][0] = node % width;
        walk->nodes[walk->count++][1] = node / width;
        seen[node] = seen[graph->node_mirror[node]] = true;
        if (graph->on_node[node]->kind == COMB_WITNESS_END && walk->count > 1 && comb_rng_below(rng, 3) > 0)
            return true;
        unsigned ways[4], count = 0;
        for (unsigned side = 0; side < 4; side++) {
            uint16_t next = graph->node_next[node][side], edge = graph->node_edge[node][side];
            if (next != COMB_WITNESS_NOWHERE && !seen[next] && graph->edge_open[edge] &&
                graph->edge_open[graph->edge_mirror[edge]] && !(symmetric && graph->node_mirror[next] == next))
                ways[count++] = side;
        }
        if (count == 0)
            return graph->on_node[node]->kind == COMB_WITNESS_END && walk->count > 1;
        unsigned side = ways[comb_rng_below(rng, count)];
        comb_bit_set(walk->used.words, graph->node_edge[node][side]);
        comb_bit_set(walk->used.words, graph->edge_mirror[graph->node_edge[node][side]]);
        node = graph->node_next[node][side];
    }
}

static void complain(const struct comb_witness_panel *panel, const struct walk *walk,
                     const struct comb_witness_rules *rules, uint64_t seed, int checker, int verifier)
{
    struct comb_buf text = {0};
    comb_witness_text_print(&text, panel);
    printf("seed %llu, %s, overhang %d: checker %d, verifier %d\n%s\n", (unsigned long long)seed,
           comb_witness_rules_name(rules), rules->overhang, checker, verifier, comb_buf_text(&text));
    for (unsigned i = 0; i < walk->count; i++)
        printf("(%u,%u) ", walk->nodes[i][0], walk->nodes[i][1]);
    printf("\n");
    comb_buf_free(&text);
}

struct tally {
    unsigned right[RULE_SETS], wrong[RULE_SETS], disagreements;
};

static void flood_cells(struct comb_witness_cells *region, const struct comb_witness_region_checker *checker,
                        const struct comb_witness_edges *used)
{
    const struct comb_witness_graph *graph = checker->graph;
    uint16_t queue[COMB_WITNESS_MAX_CELLS];
    unsigned count = 0;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        if (comb_bit_test(region->words, cell))
            queue[count++] = (uint16_t)cell;
    for (unsigned i = 0; i < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            uint16_t next = graph->cell_next[queue[i]][side];
            if (next == COMB_WITNESS_NOWHERE || comb_bit_test(region->words, next) ||
                !comb_bit_test(checker->real.words, next) ||
                comb_bit_test(used->words, graph->cell_edge[queue[i]][side]))
                continue;
            comb_bit_set(region->words, next);
            queue[count++] = next;
        }
}

static void flood(struct comb_witness_cells *region, const struct comb_witness_region_checker *checker,
                  const struct comb_witness_edges *used, unsigned from)
{
    bool open[COMB_WITNESS_MAX_NODES], reached[COMB_WITNESS_MAX_NODES] = {false};
    comb_witness_surface_open(open, &checker->surface, used, &checker->tips);
    memset(region, 0, sizeof *region);
    comb_bit_set(region->words, from);
    do
        flood_cells(region, checker, used);
    while (comb_witness_surface_grow(&checker->surface, open, reached, region, &checker->real));
}

/* Checks all regions of a finished line, and dots that belong to no region. */
static int check_line(struct comb_witness_region_checker *checker, const struct comb_witness_edges *used)
{
    struct comb_witness_cells left = checker->real, region = {0};
    int code = comb_witness_check_stray_dots(checker, used);
    for (unsigned cell = 0; cell < checker->graph->cells && code == COMB_OK; cell++) {
        if (!comb_bit_test(left.words, cell))
            continue;
        flood(&region, checker, used, cell);
        for (unsigned i = 0; i < checker->words; i++)
            left.words[i] &= ~region.words[i];
        code = comb_witness_check_region(checker, &region, used);
    }
    return code;
}

/* Frees the panel. */
static void compare_panel(struct tally *tally, uint64_t seed, struct comb_witness_panel *panel, unsigned lines)
{
    struct comb_witness_graph *graph;
    struct comb_witness_region_checker *checkers[RULE_SETS];
    struct comb_job *job;
    struct comb_job_setup setup = {0};
    struct comb_rng rng;
    comb_rng_seed(&rng, seed);
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    for (unsigned i = 0; i < RULE_SETS; i++)
        assert_int_equal(comb_witness_region_checker_new(&checkers[i], graph, &ALL_RULES[i], job, NULL), COMB_OK);
    for (unsigned line = 0; line < lines && graph->start_count > 0 && graph->end_count > 0; line++) {
        struct walk walk;
        if (!random_walk(&walk, graph, &rng))
            continue;
        for (unsigned i = 0; i < RULE_SETS; i++) {
            int verifier = comb_witness_verify_line(NULL, panel, &ALL_RULES[i], (const unsigned(*)[2])walk.nodes,
                                                    walk.count, job, NULL);
            int checker = check_line(checkers[i], &walk.used);
            *(verifier == COMB_OK ? &tally->right[i] : &tally->wrong[i]) += 1;
            if (checker != verifier && tally->disagreements++ < 3)
                complain(panel, &walk, &ALL_RULES[i], seed, checker, verifier);
        }
    }
    for (unsigned i = 0; i < RULE_SETS; i++)
        comb_witness_region_checker_free(checkers[i]);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
    comb_job_free(job);
}

static void compare_panels(uint64_t seed, unsigned count, const struct witness_panel_options *options, unsigned lines)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < count; i++)
        compare_panel(&tally, seed + i, witness_random_panel(seed + i, options), lines);
    for (unsigned i = 0; i < RULE_SETS; i++)
        assert_true(tally.right[i] > count / 10 && tally.wrong[i] > count);
    assert_int_equal(tally.disagreements, 0);
}

static void test_agrees_with_the_verifier(void **state)
{
    (void)state;
    compare_panels(1000, 9000, &(struct witness_panel_options){.no_line_colours = true}, 12);
}

static void test_agrees_on_panels_without_pieces(void **state)
{
    (void)state;
    compare_panels(9000, 1000,
                   &(struct witness_panel_options){.no_line_colours = true, .no_pieces = true, .width = 4, .height = 4},
                   12);
}

static void test_agrees_on_panels_with_yellow_pieces(void **state)
{
    (void)state;
    compare_panels(15000, 600,
                   &(struct witness_panel_options){.no_line_colours = true,
                                                   .no_blue_pieces = true,
                                                   .no_dots = true,
                                                   .no_stars = true,
                                                   .width = 4,
                                                   .height = 3},
                   12);
}

/* Real panels: disconnected shapes, pieces of 25 cells, boards of up to 100 cells. */
static void test_shared_agrees_on_published_panels(void **state)
{
    static char text[1 << 16];
    struct tally tally = {0};
    unsigned number = 0;
    FILE *file = fopen("../shared/data/windmill/windmill_puzzles.txt", "r");
    (void)state;
    if (!file) {
        print_message("skipped: ../shared/data/windmill/windmill_puzzles.txt is not there\n");
        skip();
    }
    while (fgets(text, sizeof text, file)) {
        struct comb_witness_panel *panel;
        if (comb_witness_windmill_read(&panel, text, strcspn(text, "\r\n"), NULL) == COMB_OK)
            compare_panel(&tally, ++number, panel, 4);
    }
    fclose(file);
    assert_true(number > 100 && tally.wrong[0] > number);
    assert_int_equal(tally.disagreements, 0);
}
