/* One line only. As long as the solver finds another line than the one the panel was built around, something is added
 * that holds for the one and not for the other:
 *
 *     a dot where our line goes and the other does not        a gap where the other goes and ours does not
 *     triangles in a cell of which the two use different numbers of sides
 *
 * Each addition takes at least that line away. The search runs on one thread, because with more it depends on chance
 * which line is found first, and a seed would not repeat. */
#include "games/witness/make_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ADDITIONS = 200 };

/* Edges and nodes of another line, with its mirror image. */
struct rival {
    const struct comb_witness_maker *maker;
    bool found;
    struct comb_witness_line line;
};

static bool is_same(const struct comb_witness_maker *maker, const struct comb_witness_line *line, bool mirrored)
{
    if (line->count != maker->line.count)
        return false;
    for (unsigned i = 0; i < line->count; i++) {
        uint16_t own = maker->line.nodes[i];
        if (line->nodes[i] != (mirrored ? maker->graph->node_mirror[own] : own))
            return false;
    }
    return true;
}

static bool take_rival(void *payload, const struct comb_witness_line *line)
{
    struct rival *rival = payload;
    assert(line->count >= 2);
    if (is_same(rival->maker, line, false) || is_same(rival->maker, line, true))
        return true;
    rival->line = *line;
    rival->found = true;
    return false;
}

/* COMB_OK with rival->found or not: then there is none. */
static int find_rival(struct rival *rival, struct comb_witness_maker *maker, struct comb_error *err)
{
    struct comb_job *alone;
    struct comb_witness_graph *graph = NULL;
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    *rival = (struct rival){.maker = maker};
    if (!outcome)
        return comb_fail_memory(err);
    int code = comb_job_new(&alone,
                            &(struct comb_job_setup){.context = comb_job_context(maker->job),
                                                     .parent = maker->job,
                                                     .threads = 1,
                                                     .seed = comb_job_seed(maker->job)},
                            err);
    if (code == COMB_OK)
        code = comb_witness_graph_new(&graph, maker->panel, err);
    struct comb_witness_task task = {.graph = graph, .rules = maker->rules, .found = take_rival, .payload = rival};
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, alone, err);
    comb_witness_graph_free(graph);
    comb_job_free(alone);
    free(outcome);
    return code;
}

static void draw_rival(bool *used, bool *visited, const struct rival *rival)
{
    const struct comb_witness_graph *graph = rival->maker->graph;
    memset(used, 0, COMB_WITNESS_MOST_EDGES * sizeof *used);
    memset(visited, 0, COMB_WITNESS_MOST_NODES * sizeof *visited);
    for (unsigned i = 0; i < rival->line.count; i++) {
        unsigned node = rival->line.nodes[i];
        visited[node] = visited[graph->node_mirror[node]] = true;
        for (unsigned side = 0; i + 1 < rival->line.count && side < 4; side++)
            if (graph->node_next[node][side] == rival->line.nodes[i + 1]) {
                used[graph->node_edge[node][side]] = true;
                used[graph->edge_mirror[graph->node_edge[node][side]]] = true;
            }
    }
}

/* ---- additions ---- */

/* Whether one more may be added. A kind that was not wished for helps out (`late`) only where nobody chose the kinds.
 */
static bool may_add(const struct comb_witness_maker *maker, enum comb_witness_wish wish, enum comb_witness_kind kind,
                    bool late)
{
    if (maker->wishes[wish] == 0)
        return late && !maker->named;
    return !maker->counted[wish] || (int)comb_witness_make_standing(maker, kind) < maker->wishes[wish];
}

static bool may_add_dot(const struct comb_witness_maker *maker, bool late)
{
    return may_add(maker, COMB_WITNESS_WISH_DOTS, COMB_WITNESS_DOT, late);
}

static bool may_add_gap(const struct comb_witness_maker *maker)
{
    return maker->gaps < 0 || (int)comb_witness_make_standing(maker, COMB_WITNESS_GAP) < maker->gaps;
}

static int add_on_edge(struct comb_witness_maker *maker, const bool *used, struct comb_error *err)
{
    unsigned edge = comb_witness_pick(maker, maker->graph->edges), column, row;
    if (maker->used[edge] == used[edge])
        return COMB_NO;
    if (maker->used[edge] ? !may_add_dot(maker, true) : !may_add_gap(maker))
        return COMB_NO;
    comb_witness_edge_place(&column, &row, maker->graph, edge);
    enum comb_witness_kind kind = maker->used[edge] ? COMB_WITNESS_DOT : COMB_WITNESS_GAP;
    return comb_witness_make_try(maker, column, row, (struct comb_witness_thing){.kind = (uint8_t)kind}, err);
}

static int add_on_node(struct comb_witness_maker *maker, const bool *visited, struct comb_error *err)
{
    unsigned node = comb_witness_pick(maker, maker->graph->nodes);
    if (!maker->visited[node] || visited[node])
        return COMB_NO;
    return comb_witness_make_try(maker, 2 * (node % (maker->width + 1)), 2 * (node / (maker->width + 1)),
                                 (struct comb_witness_thing){.kind = COMB_WITNESS_DOT}, err);
}

static int add_triangles(struct comb_witness_maker *maker, const bool *used, struct comb_error *err)
{
    unsigned cell = comb_witness_pick(maker, maker->graph->cells), others = 0;
    unsigned sides = comb_witness_make_sides(maker, cell);
    for (unsigned side = 0; side < 4; side++)
        others += used[maker->graph->cell_edge[cell][side]];
    assert(sides <= 4 && others <= 4);
    if (sides == others || sides == 0 || sides > 3)
        return COMB_NO;
    return comb_witness_make_try(
        maker, 2 * (cell % maker->width) + 1, 2 * (cell / maker->width) + 1,
        (struct comb_witness_thing){.kind = COMB_WITNESS_TRIANGLE, .triangles = (uint8_t)sides}, err);
}

/* Of the kinds that there are, or, when none of those helps, of any that may be. */
static int add_something(struct comb_witness_maker *maker, const struct rival *rival, struct comb_error *err)
{
    bool used[COMB_WITNESS_MOST_EDGES], visited[COMB_WITNESS_MOST_NODES];
    int code = COMB_NO;
    draw_rival(used, visited, rival);
    for (unsigned tries = 0; code == COMB_NO && tries < 2000; tries++) {
        unsigned kind = comb_witness_pick(maker, 3);
        bool late = tries > 1000;
        if (kind == 0 && may_add(maker, COMB_WITNESS_WISH_TRIANGLES, COMB_WITNESS_TRIANGLE, late))
            code = add_triangles(maker, used, err);
        else if (kind == 1 && may_add_dot(maker, late))
            code = add_on_node(maker, visited, err);
        else if (kind == 2)
            code = add_on_edge(maker, used, err);
    }
    return code;
}

static int add_until_unique(struct comb_witness_maker *maker, struct rival *rival, struct comb_error *err)
{
    for (unsigned i = 0; i < MOST_ADDITIONS; i++) {
        int code = find_rival(rival, maker, err);
        if (code != COMB_OK || !rival->found)
            return code;
        code = add_something(maker, rival, err);
        if (code != COMB_OK)
            return code;
    }
    return COMB_NO;
}

/* Up to the numbers that were asked for. It is looked for another line once more: a symbol can let one in where
 * eliminations take others away. */
static int fill_up(struct comb_witness_maker *maker, struct rival *rival, struct comb_error *err)
{
    int code = comb_witness_make_rest(maker, err);
    if (code == COMB_OK && maker->gaps >= 0)
        code = comb_witness_make_gaps(maker);
    if (code == COMB_OK)
        code = find_rival(rival, maker, err);
    return code == COMB_OK && rival->found ? COMB_NO : code;
}

int comb_witness_make_unique(struct comb_witness_maker *maker, struct comb_error *err)
{
    struct rival *rival = calloc(1, sizeof *rival);
    if (!rival)
        return comb_fail_memory(err);
    int code = add_until_unique(maker, rival, err);
    if (code == COMB_OK && (maker->exact || maker->gaps > 0))
        code = fill_up(maker, rival, err);
    free(rival);
    return code;
}
