#include "games/witness/panel/graph.h"

#include <assert.h>
#include <stdlib.h>

static bool can_be_used(const struct comb_witness_thing *thing)
{
    return thing->kind != COMB_WITNESS_ABSENT && thing->kind != COMB_WITNESS_GAP;
}

static unsigned mirror_column(const struct comb_witness_panel *panel, unsigned column)
{
    bool turned = panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    return turned ? 2 * panel->width - column : column;
}

static unsigned mirror_row(const struct comb_witness_panel *panel, unsigned row)
{
    bool turned = panel->symmetry == COMB_WITNESS_VERTICAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    return turned ? 2 * panel->height - row : row;
}

/* The index of the node, cell or edge at a place. The caller guarantees the parity of column and row. */
static uint16_t node_at(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    return (uint16_t)(column / 2 + (panel->width + 1) * (row / 2));
}

static uint16_t cell_at(const struct comb_witness_panel *panel, int column, int row)
{
    bool inside = column > 0 && row > 0 && column < 2 * (int)panel->width && row < 2 * (int)panel->height;
    return inside ? (uint16_t)(column / 2 + (int)panel->width * (row / 2)) : (uint16_t)COMB_WITNESS_NOWHERE;
}

static uint16_t edge_at(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    unsigned horizontal = column / 2 + panel->width * (row / 2);
    unsigned vertical = panel->width * (panel->height + 1) + column / 2 + (panel->width + 1) * (row / 2);
    return (uint16_t)(column % 2 == 1 ? horizontal : vertical);
}

static void add_node(struct comb_witness_graph *graph, unsigned column, unsigned row)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const int corners[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    const struct comb_witness_panel *panel = graph->panel;
    uint16_t node = node_at(panel, column, row);
    assert(node < graph->nodes);
    graph->on_node[node] = comb_witness_at(panel, column, row);
    graph->node_mirror[node] = node_at(panel, mirror_column(panel, column), mirror_row(panel, row));
    for (unsigned side = 0; side < 4; side++) {
        int x = (int)column + steps[side][0], y = (int)row + steps[side][1];
        bool inside = x >= 0 && y >= 0 && x <= 2 * (int)panel->width && y <= 2 * (int)panel->height;
        graph->node_edge[node][side] =
            inside ? edge_at(panel, (unsigned)x, (unsigned)y) : (uint16_t)COMB_WITNESS_NOWHERE;
        graph->node_next[node][side] =
            inside ? node_at(panel, (unsigned)(x + steps[side][0]), (unsigned)(y + steps[side][1]))
                   : (uint16_t)COMB_WITNESS_NOWHERE;
        graph->node_cell[node][side] = cell_at(panel, (int)column + corners[side][0], (int)row + corners[side][1]);
    }
    if (graph->on_node[node]->kind == COMB_WITNESS_START)
        graph->starts[graph->start_count++] = node;
    if (graph->on_node[node]->kind == COMB_WITNESS_END)
        graph->ends[graph->end_count++] = node;
}

static void add_edge(struct comb_witness_graph *graph, unsigned column, unsigned row)
{
    const struct comb_witness_panel *panel = graph->panel;
    uint16_t edge = edge_at(panel, column, row);
    unsigned horizontal = column % 2; /* 1 for a horizontal edge */
    graph->on_edge[edge] = comb_witness_at(panel, column, row);
    graph->edge_mirror[edge] = edge_at(panel, mirror_column(panel, column), mirror_row(panel, row));
    assert(edge < graph->edges && graph->edge_mirror[edge] < graph->edges);
    graph->edge_node[edge][0] = node_at(panel, column - horizontal, row - (1 - horizontal));
    graph->edge_node[edge][1] = node_at(panel, column + horizontal, row + (1 - horizontal));
    graph->edge_cell[edge][0] = cell_at(panel, (int)column - (int)(1 - horizontal), (int)row - (int)horizontal);
    graph->edge_cell[edge][1] = cell_at(panel, (int)column + (int)(1 - horizontal), (int)row + (int)horizontal);
    graph->edge_open[edge] = can_be_used(graph->on_edge[edge]) &&
                             can_be_used(comb_witness_at(panel, column - horizontal, row - (1 - horizontal))) &&
                             can_be_used(comb_witness_at(panel, column + horizontal, row + (1 - horizontal)));
}

static void add_cell(struct comb_witness_graph *graph, unsigned column, unsigned row)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const struct comb_witness_panel *panel = graph->panel;
    uint16_t cell = cell_at(panel, (int)column, (int)row);
    assert(cell < graph->cells);
    graph->on_cell[cell] = comb_witness_at(panel, column, row);
    for (unsigned side = 0; side < 4; side++) {
        int x = (int)column + steps[side][0], y = (int)row + steps[side][1];
        graph->cell_edge[cell][side] = edge_at(panel, (unsigned)x, (unsigned)y);
        graph->cell_next[cell][side] = cell_at(panel, x + steps[side][0], y + steps[side][1]);
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
    graph->nodes = (panel->width + 1) * (panel->height + 1);
    graph->cells = panel->width * panel->height;
    graph->edges = panel->width * (panel->height + 1) + (panel->width + 1) * panel->height;
    assert(graph->nodes <= COMB_WITNESS_MAX_NODES && graph->edges <= COMB_WITNESS_MAX_EDGES);
    assert(graph->nodes + graph->cells == graph->edges + 1); /* Euler's formula, without the outer face */
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            if (column % 2 == 0 && row % 2 == 0)
                add_node(graph, column, row);
            else if (column % 2 == 1 && row % 2 == 1)
                add_cell(graph, column, row);
            else
                add_edge(graph, column, row);
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
