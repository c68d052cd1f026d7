/* Makes the solution unique. As long as the solver finds another line than the one the panel was built around, adds
 * something that the one satisfies and the other does not, according to the verifier:
 *
 *     a square, star or triangles in an empty cell; a dot where our line goes and the other does not
 *     if nothing else helps, a gap where the other goes and ours does not; by default at most one for nine cells
 *
 * Each addition excludes at least that line. Then everything that the uniqueness does not need is removed, unless the
 * user asked for it: a symbol stays if our line breaks a rule or another line appears without it.
 *
 * The search runs on one thread: with more threads, timing decides which line is found first, and a seed would not
 * reproduce the panel. */
#include "games/witness/make/parts.h"
#include "games/witness/verify/verify.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ADDITIONS = 200, MAX_TRIES = 2400, LATE = 1000, VERY_LATE = 1800, CELLS_PER_GAP = 9 };

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
    int cells = (int)maker->graph->cells, few = cells / CELLS_PER_GAP > 0 ? cells / CELLS_PER_GAP : 1;
    return (int)comb_witness_make_count_kind(maker, COMB_WITNESS_GAP) < (maker->gaps < 0 ? few : maker->gaps);
}

/* Puts a thing on a place if our line stays right and the rival becomes wrong. */
static int add_against(struct comb_witness_maker *maker, const struct rival *rival, unsigned column, unsigned row,
                       struct comb_witness_thing thing, struct comb_error *err)
{
    int code = comb_witness_make_try(maker, column, row, thing, err);
    if (code != COMB_OK || thing.kind == COMB_WITNESS_GAP)
        return code;
    code = comb_witness_make_check_line(maker, &rival->line, err);
    if (code == COMB_NO)
        return COMB_OK;
    maker->panel->places[column + comb_witness_columns(maker->panel) * row] = (struct comb_witness_thing){0};
    return code == COMB_OK ? COMB_NO : code;
}

static int add_on_edge(struct comb_witness_maker *maker, const struct rival *rival, const bool *used, bool gap,
                       struct comb_error *err)
{
    unsigned edge = comb_witness_random_below(maker, maker->graph->edges), column, row;
    if (maker->used[edge] == used[edge] || maker->used[edge] == gap)
        return COMB_NO;
    comb_witness_edge_place(&column, &row, maker->graph, edge);
    enum comb_witness_kind kind = gap ? COMB_WITNESS_GAP : COMB_WITNESS_DOT;
    return add_against(maker, rival, column, row, (struct comb_witness_thing){.kind = (uint8_t)kind}, err);
}

static int add_on_node(struct comb_witness_maker *maker, const struct rival *rival, const bool *visited,
                       struct comb_error *err)
{
    unsigned node = comb_witness_random_below(maker, maker->graph->nodes);
    if (!maker->visited[node] || visited[node])
        return COMB_NO;
    unsigned across = comb_witness_across(maker->panel);
    return add_against(maker, rival, 2 * (node % across), 2 * (node / across),
                       (struct comb_witness_thing){.kind = COMB_WITNESS_DOT}, err);
}

static int add_in_cell(struct comb_witness_maker *maker, const struct rival *rival, enum comb_witness_request request,
                       struct comb_error *err)
{
    unsigned cell = comb_witness_random_below(maker, maker->graph->cells);
    unsigned column = 2 * (cell % maker->width) + 1, row = 2 * (cell / maker->width) + 1;
    if (comb_witness_at(maker->panel, column, row)->kind != COMB_WITNESS_EMPTY)
        return COMB_NO;
    struct comb_witness_thing thing = comb_witness_make_propose(maker, cell, request);
    int code = thing.kind == COMB_WITNESS_EMPTY ? COMB_NO : add_against(maker, rival, column, row, thing, err);
    if (code == COMB_OK && thing.kind == COMB_WITNESS_SQUARE)
        maker->region_colour[maker->region[cell]] = thing.colour;
    return code;
}

/* Adds a kind that the panel already has; if none of those helps, any kind that is allowed; gaps come last. */
static int add_something(struct comb_witness_maker *maker, const struct rival *rival, struct comb_error *err)
{
    bool used[COMB_WITNESS_MAX_EDGES], visited[COMB_WITNESS_MAX_NODES];
    int code = COMB_NO;
    draw_rival(used, visited, rival);
    for (unsigned tries = 0; code == COMB_NO && tries < MAX_TRIES; tries++) {
        bool late = tries > LATE;
        switch (comb_witness_random_below(maker, 6)) {
        case 0:
            if (may_add(maker, COMB_WITNESS_REQUEST_TRIANGLES, COMB_WITNESS_TRIANGLE, late))
                code = add_in_cell(maker, rival, COMB_WITNESS_REQUEST_TRIANGLES, err);
            break;
        case 1:
            if (may_add(maker, COMB_WITNESS_REQUEST_SQUARES, COMB_WITNESS_SQUARE, false))
                code = add_in_cell(maker, rival, COMB_WITNESS_REQUEST_SQUARES, err);
            break;
        case 2:
            if (may_add(maker, COMB_WITNESS_REQUEST_STARS, COMB_WITNESS_STAR, false))
                code = add_in_cell(maker, rival, COMB_WITNESS_REQUEST_STARS, err);
            break;
        case 3:
            code = may_add_dot(maker, late) ? add_on_node(maker, rival, visited, err) : COMB_NO;
            break;
        case 4:
            code = may_add_dot(maker, late) ? add_on_edge(maker, rival, used, false, err) : COMB_NO;
            break;
        default:
            if (tries > VERY_LATE && may_add_gap(maker))
                code = add_on_edge(maker, rival, used, true, err);
        }
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

/* ---- removing what is not needed ---- */

/* Returns whether the user asked for this thing: its kind has a number, or it is the last of a kind that was named. */
static bool was_requested(const struct comb_witness_maker *maker, const struct comb_witness_thing *thing)
{
    static const enum comb_witness_request requests[] = {
        [COMB_WITNESS_DOT] = COMB_WITNESS_REQUEST_DOTS,
        [COMB_WITNESS_SQUARE] = COMB_WITNESS_REQUEST_SQUARES,
        [COMB_WITNESS_STAR] = COMB_WITNESS_REQUEST_STARS,
        [COMB_WITNESS_POLYOMINO] = COMB_WITNESS_REQUEST_POLYOMINOES,
        [COMB_WITNESS_ELIMINATION] = COMB_WITNESS_REQUEST_ELIMINATIONS,
        [COMB_WITNESS_TRIANGLE] = COMB_WITNESS_REQUEST_TRIANGLES,
    };
    if (thing->kind == COMB_WITNESS_GAP)
        return maker->gaps >= 0;
    enum comb_witness_request request = thing->negative ? COMB_WITNESS_REQUEST_BLUE : requests[thing->kind];
    return maker->counted[request] ||
           (maker->named && comb_witness_make_count_kind(maker, (enum comb_witness_kind)thing->kind) == 1);
}

/* Finds out whether the panel, which our line does not solve any more, has exactly one solution. */
static int is_unique_otherwise(bool *unique, struct comb_witness_maker *maker, struct comb_error *err)
{
    struct rival *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
    struct comb_witness_line own = maker->line;
    int code = first && second ? find_rival(first, maker, err) : comb_fail_memory(err);
    *unique = code == COMB_OK && first->found;
    if (*unique) {
        maker->line = first->line;
        code = find_rival(second, maker, err);
        maker->line = own;
        *unique = code == COMB_OK && !second->found;
    }
    free(first);
    free(second);
    return code;
}

/* COMB_OK: it was removed. COMB_NO: it is needed. *spoiled: without it another line is the only solution. */
static int remove_at(struct comb_witness_maker *maker, struct rival *rival, unsigned place, bool *spoiled,
                     struct comb_error *err)
{
    struct comb_witness_thing thing = maker->panel->places[place];
    if (thing.kind < COMB_WITNESS_GAP || was_requested(maker, &thing))
        return COMB_NO;
    maker->panel->places[place] = (struct comb_witness_thing){0};
    int code = comb_witness_make_check(maker, err), other = COMB_OK;
    if (code == COMB_OK)
        code = find_rival(rival, maker, err);
    else if (code == COMB_NO)
        other = is_unique_otherwise(spoiled, maker, err);
    if (code == COMB_OK && rival->found)
        code = COMB_NO;
    if (code != COMB_OK)
        maker->panel->places[place] = thing;
    return other != COMB_OK ? other : code;
}

/* Gaps go first, then the rest from a random place on. COMB_NO if a symbol is redundant but belongs to our line. */
static int remove_redundant(struct comb_witness_maker *maker, struct rival *rival, struct comb_error *err)
{
    unsigned places = comb_witness_columns(maker->panel) * comb_witness_rows(maker->panel);
    for (bool removed = true; removed;) {
        unsigned from = comb_witness_random_below(maker, places);
        bool spoiled = false;
        removed = false;
        for (unsigned i = 0; i < 2 * places && !spoiled; i++) {
            unsigned place = (from + i) % places;
            if (i < places && maker->panel->places[place].kind != COMB_WITNESS_GAP)
                continue;
            int code = remove_at(maker, rival, place, &spoiled, err);
            if (code != COMB_OK && code != COMB_NO)
                return code;
            removed |= code == COMB_OK;
        }
        if (spoiled)
            return COMB_NO;
    }
    return COMB_OK;
}

int comb_witness_make_unique(struct comb_witness_maker *maker, struct comb_error *err)
{
    struct rival *rival = calloc(1, sizeof *rival);
    if (!rival)
        return comb_fail_memory(err);
    int code = add_until_unique(maker, rival, err);
    if (code == COMB_OK)
        code = remove_redundant(maker, rival, err);
    if (code == COMB_OK && (maker->exact || maker->gaps > 0))
        code = fill_to_request(maker, rival, err);
    free(rival);
    return code;
}
