#include "games/witness/panel/graph.h"

#include "base/bitset.h"

#include <assert.h>
#include <stdlib.h>

static bool can_be_used(const struct comb_witness_thing *thing)
{
    return thing->kind != COMB_WITNESS_ABSENT && thing->kind != COMB_WITNESS_GAP;
}

static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

/* The index of the node, cell or edge at a place. The caller guarantees the parity of column and row. */
static uint16_t node_at(const struct comb_witness_panel *panel, struct comb_witness_at at)
{
    return (uint16_t)(at.column / 2 + comb_witness_across(panel) * (at.row / 2));
}

static uint16_t cell_at(const struct comb_witness_panel *panel, struct comb_witness_at at)
{
    return (uint16_t)(at.column / 2 + panel->width * (at.row / 2));
}

static uint16_t edge_at(const struct comb_witness_panel *panel, struct comb_witness_at at)
{
    unsigned horizontal = at.column / 2 + panel->width * (at.row / 2);
    unsigned vertical = panel->width * (panel->height + 1) + at.column / 2 + comb_witness_across(panel) * (at.row / 2);
    return (uint16_t)(at.column % 2 == 1 ? horizontal : vertical);
}

/* The same for a place beside another one; COMB_WITNESS_NOWHERE off the panel. */
static uint16_t beside(const struct comb_witness_panel *panel, struct comb_witness_at at, int columns, int rows,
                       uint16_t (*index_at)(const struct comb_witness_panel *panel, struct comb_witness_at at))
{
    bool inside = comb_witness_move_place(panel, &at, columns, rows);
    return inside ? index_at(panel, at) : (uint16_t)COMB_WITNESS_NOWHERE;
}

static void add_node(struct comb_witness_graph *graph, struct comb_witness_at at)
{
    static const int corners[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    const struct comb_witness_panel *panel = graph->panel;
    uint16_t node = node_at(panel, at);
    assert(node < graph->nodes);
    graph->on_node[node] = comb_witness_at(panel, at.column, at.row);
    graph->node_mirror[node] = node_at(panel, comb_witness_mirror_place(panel, at));
    for (unsigned side = 0; side < 4; side++) {
        graph->node_edge[node][side] = beside(panel, at, steps[side][0], steps[side][1], edge_at);
        graph->node_next[node][side] = beside(panel, at, 2 * steps[side][0], 2 * steps[side][1], node_at);
        graph->node_cell[node][side] = beside(panel, at, corners[side][0], corners[side][1], cell_at);
    }
    if (comb_witness_is_start(graph->on_node[node]))
        graph->starts[graph->start_count++] = node;
    if (comb_witness_is_end(graph->on_node[node]))
        graph->ends[graph->end_count++] = node;
}

static void add_edge(struct comb_witness_graph *graph, struct comb_witness_at at)
{
    const struct comb_witness_panel *panel = graph->panel;
    uint16_t edge = edge_at(panel, at);
    int across = (int)(at.column % 2), down = 1 - across; /* across: 1 for a horizontal edge */
    graph->on_edge[edge] = comb_witness_at(panel, at.column, at.row);
    graph->edge_mirror[edge] = edge_at(panel, comb_witness_mirror_place(panel, at));
    assert(edge < graph->edges && graph->edge_mirror[edge] < graph->edges);
    graph->edge_open[edge] = can_be_used(graph->on_edge[edge]);
    for (int i = 0; i < 2; i++) {
        int way = 2 * i - 1;
        struct comb_witness_at end = at;
        comb_witness_move_place(panel, &end, way * across, way * down);
        graph->edge_node[edge][i] = node_at(panel, end);
        graph->edge_cell[edge][i] = beside(panel, at, way * down, way * across, cell_at);
        graph->edge_open[edge] &= can_be_used(comb_witness_at(panel, end.column, end.row));
    }
    graph->half_points |= comb_witness_is_start(graph->on_edge[edge]) || comb_witness_is_end(graph->on_edge[edge]);
}

static void add_cell(struct comb_witness_graph *graph, struct comb_witness_at at)
{
    const struct comb_witness_panel *panel = graph->panel;
    uint16_t cell = cell_at(panel, at);
    assert(cell < graph->cells);
    graph->on_cell[cell] = comb_witness_at(panel, at.column, at.row);
    for (unsigned side = 0; side < 4; side++) {
        graph->cell_edge[cell][side] = beside(panel, at, steps[side][0], steps[side][1], edge_at);
        graph->cell_next[cell][side] = beside(panel, at, 2 * steps[side][0], 2 * steps[side][1], cell_at);
    }
}

int comb_witness_graph_new(struct comb_witness_graph **out, const struct comb_witness_panel *panel,
                           struct comb_error *err)
{
    struct comb_witness_graph *graph = calloc(1, sizeof *graph);
    *out = graph;
    if (!graph)
        return comb_fail_memory(err);
    graph->panel = panel;
    graph->nodes = comb_witness_across(panel) * (panel->height + 1);
    graph->cells = panel->width * panel->height;
    graph->edges = panel->width * (panel->height + 1) + comb_witness_across(panel) * panel->height;
    assert(graph->nodes <= COMB_WITNESS_MAX_NODES && graph->edges <= COMB_WITNESS_MAX_EDGES);
    assert(graph->nodes + graph->cells == graph->edges + !panel->pillar); /* Euler's formula without outer faces */
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            struct comb_witness_at at = {column, row};
            if (column % 2 == 0 && row % 2 == 0)
                add_node(graph, at);
            else if (column % 2 == 1 && row % 2 == 1)
                add_cell(graph, at);
            else
                add_edge(graph, at);
        }
    return COMB_OK;
}

void comb_witness_graph_free(struct comb_witness_graph *graph)
{
    free(graph);
}

unsigned comb_witness_edge_between(const struct comb_witness_graph *graph, unsigned from, unsigned to)
{
    for (unsigned side = 0; side < 4; side++)
        if (graph->node_next[from][side] == to)
            return graph->node_edge[from][side];
    return COMB_WITNESS_NOWHERE;
}

const struct comb_witness_thing *comb_witness_on_point(const struct comb_witness_graph *graph, unsigned point)
{
    return point < graph->nodes ? graph->on_node[point] : graph->on_edge[point - graph->nodes];
}

unsigned comb_witness_point_mirror(const struct comb_witness_graph *graph, unsigned point)
{
    return point < graph->nodes ? graph->node_mirror[point] : graph->nodes + graph->edge_mirror[point - graph->nodes];
}

struct comb_witness_at comb_witness_point_place(const struct comb_witness_graph *graph, unsigned point)
{
    const struct comb_witness_panel *panel = graph->panel;
    unsigned across = comb_witness_across(panel), horizontal = panel->width * (panel->height + 1);
    assert(point < graph->nodes + graph->edges);
    if (point < graph->nodes)
        return (struct comb_witness_at){2 * (point % across), 2 * (point / across)};
    point -= graph->nodes;
    if (point < horizontal)
        return (struct comb_witness_at){2 * (point % panel->width) + 1, 2 * (point / panel->width)};
    point -= horizontal;
    return (struct comb_witness_at){2 * (point % across), 2 * (point / across) + 1};
}

unsigned comb_witness_edge_of_step(const struct comb_witness_graph *graph, unsigned from, unsigned to)
{
    if (from >= graph->nodes || to >= graph->nodes)
        return (from >= graph->nodes ? from : to) - graph->nodes;
    return comb_witness_edge_between(graph, from, to);
}

void comb_witness_add_tip(struct comb_witness_tips *tips, unsigned node, unsigned half)
{
    assert(tips->count < sizeof tips->tips / sizeof *tips->tips);
    tips->tips[tips->count].node = (uint16_t)node;
    tips->tips[tips->count++].half = (uint16_t)half;
}

bool comb_witness_on_line(const struct comb_witness_graph *graph, const struct comb_witness_edges *used,
                          const struct comb_witness_tips *tips, unsigned node)
{
    for (unsigned i = 0; i < tips->count; i++)
        if (tips->tips[i].node == node)
            return true;
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = graph->node_edge[node][side];
        bool on = edge != COMB_WITNESS_NOWHERE && comb_bit_test(used->words, edge);
        for (unsigned i = 0; i < tips->count && on; i++)
            on = tips->tips[i].half != edge; /* the other half */
        if (on)
            return true;
    }
    return false;
}
