/* Starts and ends in the middle of edges.
 *
 *     +---+---+         A line that starts there goes to one of the edge's two nodes, and then on as any other line.
 *     |   S   |         The half edge counts for triangles and dots, and pieces may not lie across it under the game's
 *     +---+---+         rules, but it separates no cells.
 *
 * So the lines of a panel fall into parts: those between nodes, and for each start in the middle of an edge, each of
 * its two ways, those from there; and the same with ends. In each part the search only has to know one node and one
 * half edge at each tip (board.c, deduce.c). A search for all lines takes the parts one after the other; a search for
 * one line gives each a growing effort in turn. A line that is a single middle of an edge, both start and end, is
 * checked directly. */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <stdlib.h>

static const uint64_t FIRST_EFFORT = 400000, EFFORT_GROWTH = 4; /* in steps, as comb_search_walker.work */

struct part {
    struct comb_witness_part part;
    bool done;
};

struct part_search {
    const struct comb_witness_task *task;
    struct comb_job *job;
    struct comb_witness_outcome *out;
    struct part *parts;
    size_t count;
    bool stopped; /* on_found ended the search */
    struct comb_error *err;
};

unsigned comb_witness_line_length(const struct comb_witness_graph *graph, const struct comb_witness_line *line)
{
    unsigned length = 0;
    assert(line->count <= COMB_WITNESS_MAX_POINTS);
    for (unsigned i = 1; i < line->count; i++)
        length += line->nodes[i - 1] < graph->nodes && line->nodes[i] < graph->nodes ? 2 : 1;
    return length;
}

/* ---- parts ---- */

struct tip {
    uint16_t node, half;
};

static unsigned list_tips(struct tip *tips, const struct comb_witness_graph *graph, bool ends)
{
    unsigned count = 0;
    if (ends ? graph->end_count > 0 : graph->start_count > 0)
        tips[count++] = (struct tip){COMB_WITNESS_NOWHERE, COMB_WITNESS_NOWHERE};
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (ends ? comb_witness_is_end(graph->on_edge[edge]) : comb_witness_is_start(graph->on_edge[edge]))
            for (unsigned i = 0; i < 2; i++)
                tips[count++] = (struct tip){graph->edge_node[edge][i], (uint16_t)edge};
    assert(count <= 2 * graph->edges + 1);
    return count;
}

static int list_parts(struct part_search *search)
{
    const struct comb_witness_graph *graph = search->task->graph;
    struct tip *starts = malloc((2 * (size_t)graph->edges + 1) * sizeof *starts);
    struct tip *ends = malloc((2 * (size_t)graph->edges + 1) * sizeof *ends);
    unsigned start_count = starts ? list_tips(starts, graph, false) : 0;
    unsigned end_count = ends ? list_tips(ends, graph, true) : 0;
    search->parts = calloc((size_t)start_count * end_count + 1, sizeof *search->parts);
    for (unsigned i = 0; search->parts && i < start_count; i++)
        for (unsigned k = 0; k < end_count; k++)
            if (starts[i].half == COMB_WITNESS_NOWHERE || starts[i].half != ends[k].half)
                search->parts[search->count++].part =
                    (struct comb_witness_part){starts[i].node, starts[i].half, ends[k].node, ends[k].half};
    bool failed = !starts || !ends || !search->parts;
    free(starts);
    free(ends);
    return failed ? comb_fail_memory(search->err) : COMB_OK;
}

static bool stop_on_found(void *payload, const struct comb_witness_line *line)
{
    struct part_search *search = payload;
    search->stopped = !search->task->on_found(search->task->payload, line);
    return !search->stopped;
}

static void merge(struct part_search *search, const struct comb_witness_outcome *found)
{
    const struct comb_witness_graph *graph = search->task->graph;
    struct comb_witness_outcome *out = search->out;
    bool better = out->lines == 0 || (search->task->shortest && comb_witness_line_length(graph, &found->line) <
                                                                    comb_witness_line_length(graph, &out->line));
    if (found->lines > 0 && better)
        out->line = found->line;
    out->lines += found->lines;
    out->nodes += found->nodes;
}

static int search_part(struct part_search *search, struct part *part, uint64_t effort)
{
    struct comb_witness_outcome *found = malloc(sizeof *found);
    struct comb_witness_task task = *search->task;
    if (!found)
        return comb_fail_memory(search->err);
    task.part = &part->part;
    task.effort = effort;
    if (task.on_found) {
        task.on_found = stop_on_found;
        task.payload = search;
    }
    int code = comb_search_lines(found, &task, search->job, search->err);
    part->done = found->exhausted || (task.shortest && !task.on_found && found->lines > 0);
    merge(search, found);
    free(found);
    return code;
}

/* ---- lines of one point ---- */

static void flood_cells(struct comb_witness_cells *region, const struct comb_witness_graph *graph,
                        const struct comb_witness_cells *inside)
{
    for (bool grown = true; grown;) {
        grown = false;
        for (unsigned cell = 0; cell < graph->cells; cell++)
            for (unsigned side = 0; side < 4 && comb_bit_test(region->words, cell); side++) {
                unsigned next = graph->cell_next[cell][side];
                if (next == COMB_WITNESS_NOWHERE || !comb_bit_test(inside->words, next) ||
                    comb_bit_test(region->words, next))
                    continue;
                comb_bit_set(region->words, next);
                grown = true;
            }
    }
}

/* Checks all regions of a panel on which the line separates nothing. */
static int check_regions(struct comb_witness_region_checker *checker, const struct comb_witness_graph *graph,
                         const struct comb_witness_edges *line)
{
    const struct comb_witness_surface *surface = comb_witness_region_checker_surface(checker);
    struct comb_witness_cells left = surface->cells;
    bool open[COMB_WITNESS_MAX_NODES], reached[COMB_WITNESS_MAX_NODES] = {false};
    int code = comb_witness_check_stray_dots(checker, line);
    for (unsigned i = 0; i < COMB_WITNESS_MAX_NODES; i++)
        open[i] = true;
    for (unsigned cell = 0; cell < graph->cells && code == COMB_OK; cell++) {
        if (!comb_bit_test(left.words, cell))
            continue;
        struct comb_witness_cells region = {0};
        comb_bit_set(region.words, cell);
        flood_cells(&region, graph, &surface->cells);
        while (comb_witness_surface_grow(surface, open, reached, &region, &surface->cells))
            flood_cells(&region, graph, &surface->cells);
        code = comb_witness_check_region(checker, &region, line);
        for (unsigned i = 0; i < CELL_WORDS; i++)
            left.words[i] &= ~region.words[i];
    }
    return code;
}

static bool accepts(const struct comb_witness_graph *graph, unsigned edge, unsigned line)
{
    const struct comb_witness_thing *thing = graph->on_edge[edge];
    unsigned colour = graph->panel->line_colours[line];
    return !comb_witness_has_dot(thing) || thing->colour == COMB_WITNESS_NO_COLOUR ||
           colour == COMB_WITNESS_NO_COLOUR || thing->colour == colour;
}

/* Returns whether there can be a line that is only the middle of this edge, one that counts. */
static bool is_point(const struct comb_witness_task *task, unsigned edge)
{
    const struct comb_witness_graph *graph = task->graph;
    const struct comb_witness_thing *image = graph->on_edge[graph->edge_mirror[edge]];
    bool symmetric = graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    bool plain = graph->panel->line_colours[0] == COMB_WITNESS_NO_COLOUR &&
                 graph->panel->line_colours[1] == COMB_WITNESS_NO_COLOUR;
    if (!comb_witness_is_start(graph->on_edge[edge]) || !comb_witness_is_end(graph->on_edge[edge]) ||
        !accepts(graph, edge, 0) || (task->closed && comb_bit_test(task->closed->words, edge)) ||
        (task->needed && comb_bit_next(task->needed->words, graph->edges, 0) < graph->edges))
        return false;
    if (!symmetric)
        return true;
    bool counts_elsewhere =
        plain && graph->edge_mirror[edge] < edge && comb_witness_is_start(image) && comb_witness_is_end(image);
    return graph->edge_mirror[edge] != edge && !counts_elsewhere && image->kind != COMB_WITNESS_GAP &&
           image->kind != COMB_WITNESS_ABSENT && accepts(graph, graph->edge_mirror[edge], 1);
}

/* Finds the line that is only the middle of this edge, if it is right. */
static int try_point(struct part_search *search, struct comb_witness_region_checker *checker, unsigned edge)
{
    const struct comb_witness_graph *graph = search->task->graph;
    struct comb_witness_tips tips = {0};
    struct comb_witness_edges line = {0};
    assert(edge < graph->edges);
    struct comb_witness_outcome found = {.lines = 1, .line = {1, {(uint16_t)(graph->nodes + edge)}}};
    for (unsigned i = 0; i < (graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY ? 2u : 1u); i++) {
        unsigned half = i == 0 ? edge : graph->edge_mirror[edge];
        comb_bit_set(line.words, half);
        comb_witness_add_tip(&tips, COMB_WITNESS_NOWHERE, half);
    }
    comb_witness_region_checker_tips(checker, &tips);
    int code = check_regions(checker, graph, &line);
    if (code != COMB_OK)
        return code == COMB_NO ? COMB_OK : code;
    merge(search, &found);
    if (search->task->on_found)
        search->stopped = !search->task->on_found(search->task->payload, &found.line);
    return COMB_OK;
}

static int try_points(struct part_search *search)
{
    const struct comb_witness_graph *graph = search->task->graph;
    struct comb_witness_region_checker *checker = NULL;
    int code = COMB_OK;
    for (unsigned edge = 0; edge < graph->edges && code == COMB_OK && !search->stopped; edge++) {
        if (!is_point(search->task, edge) || (search->out->lines > 0 && !search->task->on_found))
            continue;
        if (!checker)
            code = comb_witness_region_checker_new(&checker, graph, &search->task->rules, search->job, search->err);
        if (code == COMB_OK)
            code = try_point(search, checker, edge);
    }
    comb_witness_region_checker_free(checker);
    return code;
}

/* ---- all parts ---- */

static bool enough(const struct part_search *search)
{
    return search->stopped || (search->out->lines > 0 && !search->task->on_found && !search->task->shortest);
}

/* Runs the parts until all are done; a search for one line in rounds of growing effort. */
static int search_parts(struct part_search *search)
{
    bool one = !search->task->on_found && !search->task->shortest, left = true;
    uint64_t effort = one ? FIRST_EFFORT : 0;
    int code = COMB_OK;
    while (left && code == COMB_OK && !enough(search)) {
        left = false;
        for (size_t i = 0; i < search->count && code == COMB_OK && !enough(search); i++) {
            if (!search->parts[i].done)
                code = search_part(search, &search->parts[i], effort);
            left |= !search->parts[i].done;
        }
        effort *= EFFORT_GROWTH;
    }
    search->out->exhausted = code == COMB_OK && !left && !search->stopped;
    return code;
}

int comb_witness_search(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                        struct comb_error *err)
{
    if (!task->graph->half_points || task->part)
        return comb_search_lines(out, task, job, err);
    struct part_search search = {.task = task, .job = job, .out = out, .err = err};
    *out = (struct comb_witness_outcome){0};
    int code = list_parts(&search);
    if (code == COMB_OK)
        code = try_points(&search);
    if (code == COMB_OK)
        code = search_parts(&search);
    free(search.parts);
    return !task->on_found && out->lines > 0 && code != COMB_NO_MEMORY ? COMB_OK : code;
}
