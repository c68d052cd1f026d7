/* The line first: a panel built around a line has a solution, whatever else is true of it.
 *
 *     S---+---+   +---E       A walk without backtracking: it only steps to a node from which the end can still be
 *     |           |   |       reached over free nodes. So without symmetry it never gets stuck; with symmetry it may,
 *     +---+---+---+   +       and is restarted. It prefers nodes with few free neighbours, which makes it long, and
 *                             steps onto the end only when it has its length or must.
 *
 * Of a few dozen walks, keeps the one whose regions suit symbols best: many, none too large. Cost: one breadth-first
 * search per step, microseconds. */
#include "games/witness/make/parts.h"

#include "games/witness/verify/verify.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WALKS = 24, MAX_WALKS = 400 };

unsigned comb_witness_random_below(struct comb_witness_maker *maker, unsigned below)
{
    return (unsigned)comb_rng_below(&maker->rng, below);
}

bool comb_witness_random_bool(struct comb_witness_maker *maker, double probability)
{
    return comb_rng_unit(&maker->rng) < probability;
}

/* ---- starts and ends ---- */

static bool is_own_mirror(const struct comb_witness_maker *maker, unsigned x, unsigned y)
{
    struct comb_witness_at mirror = comb_witness_mirror_place(maker->panel, (struct comb_witness_at){2 * x, 2 * y});
    return maker->symmetry != COMB_WITNESS_NO_SYMMETRY && mirror.column == 2 * x && mirror.row == 2 * y;
}

/* Ends are on the border, so that their caps point outwards; so are most starts. */
static bool place_endpoint(struct comb_witness_maker *maker, enum comb_witness_kind kind, bool anywhere)
{
    for (unsigned tries = 0; tries < 200; tries++) {
        unsigned x = comb_witness_random_below(maker, comb_witness_across(maker->panel)),
                 y = comb_witness_random_below(maker, maker->height + 1);
        bool edge_x = !maker->pillar && (x == 0 || x == maker->width), edge_y = y == 0 || y == maker->height;
        bool rim = edge_x || edge_y, corner = edge_y && (edge_x || maker->pillar);
        struct comb_witness_thing *place = &maker->panel->places[2 * x + comb_witness_columns(maker->panel) * 2 * y];
        if (place->kind != COMB_WITNESS_EMPTY || is_own_mirror(maker, x, y) || (!rim && !anywhere))
            continue;
        if (!corner && tries < 20 && comb_witness_random_bool(maker, 0.7))
            continue;
        place->kind = (uint8_t)kind;
        comb_witness_panel_pair(maker->panel);
        return true;
    }
    return false;
}

static int open_panel(struct comb_witness_maker *maker, struct comb_error *err)
{
    int code = comb_witness_panel_new(&maker->panel, maker->width, maker->height,
                                      (size_t)maker->width * maker->height + 1, err);
    if (code != COMB_OK)
        return code;
    maker->panel->pillar = maker->pillar;
    maker->panel->symmetry = maker->symmetry;
    bool placed = true;
    for (unsigned i = 0; i < maker->starts; i++)
        placed &= place_endpoint(maker, COMB_WITNESS_START, i > 0);
    for (unsigned i = 0; i < maker->ends; i++)
        placed &= place_endpoint(maker, COMB_WITNESS_END, false);
    if (!placed)
        return comb_fail(err, COMB_NO, "a panel of %u x %u cells has no room for %u starts and %u ends", maker->width,
                         maker->height, maker->starts, maker->ends);
    return comb_witness_graph_new(&maker->graph, maker->panel, err);
}

/* ---- the walk ---- */

static bool is_symmetric(const struct comb_witness_maker *maker)
{
    return maker->symmetry != COMB_WITNESS_NO_SYMMETRY;
}

static void visit_node(struct comb_witness_maker *maker, unsigned node)
{
    assert(!maker->visited[node] && maker->line.count < maker->graph->nodes);
    maker->visited[node] = true;
    maker->visited[maker->graph->node_mirror[node]] = true;
    maker->line.nodes[maker->line.count++] = (uint16_t)node;
}

static bool is_free(const struct comb_witness_maker *maker, unsigned node)
{
    return !maker->visited[node] && !(is_symmetric(maker) && maker->graph->node_mirror[node] == node);
}

static bool reaches(const struct comb_witness_maker *maker, unsigned from, unsigned end)
{
    const struct comb_witness_graph *graph = maker->graph;
    bool seen[COMB_WITNESS_MAX_NODES] = {false};
    uint16_t queue[COMB_WITNESS_MAX_NODES];
    unsigned count = 0;
    queue[count++] = (uint16_t)from;
    seen[from] = true;
    for (unsigned i = 0; i < count; i++) {
        if (queue[i] == end)
            return true;
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->node_next[queue[i]][side];
            if (next == COMB_WITNESS_NOWHERE || seen[next] || !is_free(maker, next))
                continue;
            seen[next] = true;
            queue[count++] = (uint16_t)next;
        }
    }
    return false;
}

static unsigned free_neighbours(const struct comb_witness_maker *maker, unsigned node)
{
    unsigned count = 0;
    for (unsigned side = 0; side < 4; side++) {
        unsigned next = maker->graph->node_next[node][side];
        count += next != COMB_WITNESS_NOWHERE && is_free(maker, next);
    }
    return count;
}

/* Returns the next node, or COMB_WITNESS_NOWHERE. */
static unsigned choose_step(struct comb_witness_maker *maker, unsigned node, unsigned end, unsigned length)
{
    unsigned options[4], count = 0, best = COMB_WITNESS_NOWHERE, fewest = 5;
    for (unsigned side = 0; side < 4; side++) {
        unsigned next = maker->graph->node_next[node][side];
        if (next != COMB_WITNESS_NOWHERE && is_free(maker, next) && reaches(maker, next, end))
            options[count++] = next;
    }
    for (unsigned i = 0; i < count; i++)
        if (options[i] == end) {
            if (count == 1 || maker->line.count >= length)
                return end;
            options[i] = options[--count];
        }
    if (count == 0)
        return COMB_WITNESS_NOWHERE;
    if (!comb_witness_random_bool(maker, 0.4))
        return options[comb_witness_random_below(maker, count)];
    for (unsigned i = 0; i < count; i++)
        if (free_neighbours(maker, options[i]) < fewest) {
            fewest = free_neighbours(maker, options[i]);
            best = options[i];
        }
    return best;
}

static bool walk_once(struct comb_witness_maker *maker, unsigned length)
{
    const struct comb_witness_graph *graph = maker->graph;
    assert(graph->start_count > 0 && graph->end_count > 0);
    unsigned node = graph->starts[comb_witness_random_below(maker, graph->start_count)];
    unsigned end = graph->ends[comb_witness_random_below(maker, graph->end_count)];
    memset(maker->visited, 0, sizeof maker->visited);
    maker->line.count = 0;
    visit_node(maker, node);
    while (node != end) {
        node = choose_step(maker, node, end, length);
        if (node == COMB_WITNESS_NOWHERE)
            return false;
        visit_node(maker, node);
    }
    return true;
}

/* ---- regions ---- */

static void use_edge(struct comb_witness_maker *maker, unsigned from, unsigned to)
{
    const struct comb_witness_graph *graph = maker->graph;
    unsigned edge = comb_witness_edge_between(graph, from, to);
    if (edge != COMB_WITNESS_NOWHERE)
        maker->used[edge] = maker->used[graph->edge_mirror[edge]] = true;
}

static void flood_region(struct comb_witness_maker *maker, unsigned cell, uint16_t region)
{
    const struct comb_witness_graph *graph = maker->graph;
    uint16_t queue[COMB_WITNESS_MAX_CELLS];
    unsigned count = 0;
    queue[count++] = (uint16_t)cell;
    maker->region[cell] = region;
    for (unsigned i = 0; i < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->cell_next[queue[i]][side];
            if (next == COMB_WITNESS_NOWHERE || maker->used[graph->cell_edge[queue[i]][side]] ||
                maker->region[next] != COMB_WITNESS_NOWHERE)
                continue;
            maker->region[next] = region;
            queue[count++] = (uint16_t)next;
        }
}

static void cut_regions(struct comb_witness_maker *maker)
{
    memset(maker->used, 0, sizeof maker->used);
    memset(maker->region, 0xff, sizeof maker->region);
    memset(maker->region_colour, 0, sizeof maker->region_colour);
    memset(maker->region_pieces, 0, sizeof maker->region_pieces);
    maker->regions = 0;
    for (unsigned i = 1; i < maker->line.count; i++)
        use_edge(maker, maker->line.nodes[i - 1], maker->line.nodes[i]);
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        if (maker->region[cell] == COMB_WITNESS_NOWHERE)
            flood_region(maker, cell, (uint16_t)maker->regions++);
    assert(maker->regions >= 1 && maker->regions <= maker->graph->cells);
}

/* Regions of two to nine cells have room for symbols and are not just empty space. */
static int score(const struct comb_witness_maker *maker)
{
    unsigned sizes[COMB_WITNESS_MAX_CELLS] = {0};
    int sum = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++) {
        assert(maker->region[cell] < maker->regions);
        sizes[maker->region[cell]]++;
    }
    for (unsigned i = 0; i < maker->regions; i++)
        sum += sizes[i] < 2 ? 1 : sizes[i] <= 9 ? 4 : sizes[i] <= 14 ? 2 : -2;
    return sum;
}

static int find_best_walk(struct comb_witness_maker *maker, struct comb_error *err)
{
    struct comb_witness_line best = {0};
    int best_score = 0;
    unsigned nodes = maker->graph->nodes / (is_symmetric(maker) ? 2 : 1), found = 0;
    for (unsigned i = 0; i < MAX_WALKS && found < WALKS; i++) {
        int code = comb_job_tick(maker->job, 1);
        if (code != COMB_OK)
            return comb_job_fail(maker->job, code, err);
        if (!walk_once(maker, nodes / 2 + comb_witness_random_below(maker, nodes / 3 + 1)))
            continue;
        cut_regions(maker);
        if (found++ == 0 || score(maker) > best_score) {
            best = maker->line;
            best_score = score(maker);
        }
    }
    if (found == 0)
        return comb_fail(err, COMB_NO, "no line found from a start to an end of a panel of %u x %u cells", maker->width,
                         maker->height);
    memset(maker->visited, 0, sizeof maker->visited);
    maker->line.count = 0;
    for (unsigned i = 0; i < best.count; i++)
        visit_node(maker, best.nodes[i]);
    cut_regions(maker);
    return COMB_OK;
}

void comb_witness_make_drop(struct comb_witness_maker *maker)
{
    comb_witness_graph_free(maker->graph);
    comb_witness_panel_free(maker->panel);
    maker->graph = NULL;
    maker->panel = NULL;
}

int comb_witness_make_line(struct comb_witness_maker *maker, struct comb_error *err)
{
    comb_witness_make_drop(maker);
    int code = open_panel(maker, err);
    return code == COMB_OK ? find_best_walk(maker, err) : code;
}

int comb_witness_make_check_line(const struct comb_witness_maker *maker, const struct comb_witness_line *line,
                                 struct comb_error *err)
{
    assert(line->count >= 2 && line->count <= COMB_WITNESS_MAX_NODES);
    unsigned nodes[COMB_WITNESS_MAX_NODES][2], across = comb_witness_across(maker->panel);
    for (unsigned i = 0; i < line->count; i++) {
        nodes[i][0] = line->nodes[i] % across;
        nodes[i][1] = line->nodes[i] / across;
    }
    return comb_witness_verify_line(NULL, maker->panel, &maker->rules, (const unsigned(*)[2])nodes, line->count,
                                    maker->job, err);
}

int comb_witness_make_check(struct comb_witness_maker *maker, struct comb_error *err)
{
    return comb_witness_make_check_line(maker, &maker->line, err);
}
