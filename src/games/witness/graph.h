/* Graph: the panel as the solver sees it, nodes, edges and cells numbered densely, with the tables that a search reads
 * at every step. Made once per panel; never changes.
 *
 *     node (x, y)                      x + (width + 1) y
 *     cell (x, y)                      x + width y
 *     edge (x, y) - (x + 1, y)         x + width y
 *     edge (x, y) - (x, y + 1)         width (height + 1) + x + (width + 1) y */
#ifndef COMB_WITNESS_GRAPH_H
#define COMB_WITNESS_GRAPH_H

#include "games/witness/panel.h"

enum { COMB_WITNESS_NOWHERE = 0xffff };

/* Directions, also the order of the tables below. */
enum comb_witness_side { COMB_WITNESS_LEFT, COMB_WITNESS_RIGHT, COMB_WITNESS_UP, COMB_WITNESS_DOWN };

struct comb_witness_cells {
    uint64_t words[COMB_WITNESS_MOST_CELLS / 64];
};

struct comb_witness_edges {
    uint64_t words[(COMB_WITNESS_MOST_EDGES + 63) / 64];
};

struct comb_witness_graph {
    const struct comb_witness_panel *panel; /* borrowed */
    unsigned nodes, edges, cells;
    const struct comb_witness_thing *on_node[COMB_WITNESS_MOST_NODES];
    const struct comb_witness_thing *on_edge[COMB_WITNESS_MOST_EDGES];
    const struct comb_witness_thing *on_cell[COMB_WITNESS_MOST_CELLS];
    uint16_t node_next[COMB_WITNESS_MOST_NODES][4]; /* neighbour by side, also where the edge cannot be walked */
    uint16_t node_edge[COMB_WITNESS_MOST_NODES][4];
    uint16_t node_cell[COMB_WITNESS_MOST_NODES][4]; /* upper left, upper right, lower left, lower right */
    uint16_t edge_node[COMB_WITNESS_MOST_EDGES][2]; /* left and right, or upper and lower */
    uint16_t edge_cell[COMB_WITNESS_MOST_EDGES][2]; /* upper and lower, or left and right */
    uint16_t cell_edge[COMB_WITNESS_MOST_CELLS][4]; /* by side */
    uint16_t cell_next[COMB_WITNESS_MOST_CELLS][4];
    bool edge_open[COMB_WITNESS_MOST_EDGES];       /* the line may use it: not broken, not absent, nor are its nodes */
    uint16_t node_mirror[COMB_WITNESS_MOST_NODES]; /* itself without symmetry */
    uint16_t edge_mirror[COMB_WITNESS_MOST_EDGES];
    uint16_t starts[COMB_WITNESS_MOST_NODES], start_count;
    uint16_t ends[COMB_WITNESS_MOST_NODES], end_count;
};

int comb_witness_graph_new(struct comb_witness_graph **out, const struct comb_witness_panel *panel,
                           struct comb_error *err);
void comb_witness_graph_free(struct comb_witness_graph *graph);

#endif
