/* Makes the solution unique. As long as the solver finds another line than the one the panel was built around, adds
 * something that the one satisfies and the other does not:
 *
 *     a dot where our line goes and the other does not        a gap where the other goes and ours does not
 *     triangles in a cell where the two use different numbers of sides
 *
 * Each addition excludes at least that line. The search runs on one thread: with more threads, timing decides which
 * line is found first, and a seed would not reproduce the panel. */
#include "games/witness/make/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ADDITIONS = 200 };

/* Another solution, with its mirror image. */
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

static bool on_line(void *payload, const struct comb_witness_line *line)
{
    struct rival *rival = payload;
    assert(line->count >= 2);
    if (is_same(rival->maker, line, false) || is_same(rival->maker, line, true))
        return true;
    rival->line = *line;
    rival->found = true;
    return false;
}

/* COMB_OK: rival->found says whether there is one. */
static int find_rival(struct rival *rival, struct comb_witness_maker *maker, struct comb_error *err)
{
    struct comb_job *single_thread;
    struct comb_witness_graph *graph = NULL;
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    *rival = (struct rival){.maker = maker};
    if (!outcome)
        return comb_fail_memory(err);
    int code = comb_job_new(&single_thread,
                            &(struct comb_job_setup){.context = comb_job_context(maker->job),
                                                     .parent = maker->job,
                                                     .threads = 1,
                                                     .seed = comb_job_seed(maker->job)},
                            err);
    if (code == COMB_OK)
        code = comb_witness_graph_new(&graph, maker->panel, err);
    struct comb_witness_task task = {.graph = graph, .rules = maker->rules, .on_found = on_line, .payload = rival};
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, single_thread, err);
    comb_witness_graph_free(graph);
    comb_job_free(single_thread);
    free(outcome);
    return code;
}

static void draw_rival(bool *used, bool *visited, const struct rival *rival)
{
    const struct comb_witness_graph *graph = rival->maker->graph;
    memset(used, 0, COMB_WITNESS_MAX_EDGES * sizeof *used);
    memset(visited, 0, COMB_WITNESS_MAX_NODES * sizeof *visited);
    for (unsigned i = 0; i < rival->line.count; i++) {
        unsigned node = rival->line.nodes[i];
        visited[node] = visited[graph->node_mirror[node]] = true;
        if (i + 1 < rival->line.count) {
            unsigned edge = comb_witness_edge_between(graph, node, rival->line.nodes[i + 1]);
            used[edge] = used[graph->edge_mirror[edge]] = true;
        }
    }
}

/* ---- additions ---- */

/* Returns whether one more may be added. A kind that was not requested is a fallback (`late`) only if the user did
 * not choose the kinds. */
static bool may_add(const struct comb_witness_maker *maker, enum comb_witness_request request,
                    enum comb_witness_kind kind, bool late)
{
    if (maker->requests[request] == 0)
        return late && !maker->named;
    return !maker->counted[request] || (int)comb_witness_make_count_kind(maker, kind) < maker->requests[request];
}

static bool may_add_dot(const struct comb_witness_maker *maker, bool late)
{
    return may_add(maker, COMB_WITNESS_REQUEST_DOTS, COMB_WITNESS_DOT, late);
}

static bool may_add_gap(const struct comb_witness_maker *maker)
{
    return maker->gaps < 0 || (int)comb_witness_make_count_kind(maker, COMB_WITNESS_GAP) < maker->gaps;
}

static int add_on_edge(struct comb_witness_maker *maker, const bool *used, struct comb_error *err)
{
    unsigned edge = comb_witness_random_below(maker, maker->graph->edges), column, row;
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
    unsigned node = comb_witness_random_below(maker, maker->graph->nodes);
    if (!maker->visited[node] || visited[node])
        return COMB_NO;
    return comb_witness_make_try(maker, 2 * (node % (maker->width + 1)), 2 * (node / (maker->width + 1)),
                                 (struct comb_witness_thing){.kind = COMB_WITNESS_DOT}, err);
}

static int add_triangles(struct comb_witness_maker *maker, const bool *used, struct comb_error *err)
{
    unsigned cell = comb_witness_random_below(maker, maker->graph->cells), others = 0;
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

/* Adds a kind that the panel already has; if none of those helps, any kind that is allowed. */
static int add_something(struct comb_witness_maker *maker, const struct rival *rival, struct comb_error *err)
{
    bool used[COMB_WITNESS_MAX_EDGES], visited[COMB_WITNESS_MAX_NODES];
    int code = COMB_NO;
    draw_rival(used, visited, rival);
    for (unsigned tries = 0; code == COMB_NO && tries < 2000; tries++) {
        unsigned kind = comb_witness_random_below(maker, 3);
        bool late = tries > 1000;
        if (kind == 0 && may_add(maker, COMB_WITNESS_REQUEST_TRIANGLES, COMB_WITNESS_TRIANGLE, late))
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
    for (unsigned i = 0; i < MAX_ADDITIONS; i++) {
        int code = find_rival(rival, maker, err);
        if (code != COMB_OK || !rival->found)
            return code;
        code = add_something(maker, rival, err);
        if (code != COMB_OK)
            return code;
    }
    return COMB_NO;
}

/* Adds symbols up to the requested numbers. Then checks again that the solution is unique: a symbol can admit
 * another one if there are eliminations. */
static int fill_to_request(struct comb_witness_maker *maker, struct rival *rival, struct comb_error *err)
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
        code = fill_to_request(maker, rival, err);
    free(rival);
    return code;
}
