/* The panel as a graph for the solver: nodes, edges and cells numbered densely, with the tables that a search reads
 * at every step. Built once per panel; never changes.
 *
 *     node (x, y)                      x + across y, across = width + 1 (on a pillar: width)
 *     cell (x, y)                      x + width y
 *     edge (x, y) - (x + 1, y)         x + width y
 *     edge (x, y) - (x, y + 1)         width (height + 1) + x + across y
 *
 * A line is a list of points: nodes, and first and last also middles of edges, numbered nodes + edge. */
#ifndef COMB_WITNESS_PANEL_GRAPH_H
#define COMB_WITNESS_PANEL_GRAPH_H

#include "games/witness/panel/panel.h"

enum { COMB_WITNESS_NOWHERE = 0xffff };

/* Directions; the tables below use the same order. */
enum comb_witness_side { COMB_WITNESS_LEFT, COMB_WITNESS_RIGHT, COMB_WITNESS_UP, COMB_WITNESS_DOWN };

struct comb_witness_cells {
    uint64_t words[COMB_WITNESS_MAX_CELLS / 64];
};

struct comb_witness_edges {
    uint64_t words[(COMB_WITNESS_MAX_EDGES + 63) / 64];
};

struct comb_witness_graph {
    const struct comb_witness_panel *panel; /* borrowed */
    unsigned nodes, edges, cells;
    const struct comb_witness_thing *on_node[COMB_WITNESS_MAX_NODES];
    const struct comb_witness_thing *on_edge[COMB_WITNESS_MAX_EDGES];
    const struct comb_witness_thing *on_cell[COMB_WITNESS_MAX_CELLS];
    uint16_t node_next[COMB_WITNESS_MAX_NODES][4]; /* neighbour per side, even if the line cannot use the edge */
    uint16_t node_edge[COMB_WITNESS_MAX_NODES][4];
    uint16_t node_cell[COMB_WITNESS_MAX_NODES][4]; /* upper left, upper right, lower left, lower right */
    uint16_t edge_node[COMB_WITNESS_MAX_EDGES][2]; /* left and right, or upper and lower */
    uint16_t edge_cell[COMB_WITNESS_MAX_EDGES][2]; /* upper and lower, or left and right */
    uint16_t cell_edge[COMB_WITNESS_MAX_CELLS][4]; /* per side */
    uint16_t cell_next[COMB_WITNESS_MAX_CELLS][4];
    bool edge_open[COMB_WITNESS_MAX_EDGES]; /* the line may use it: neither the edge nor its nodes are absent or broken
                                             */
    uint16_t node_mirror[COMB_WITNESS_MAX_NODES]; /* the node itself without symmetry */
    uint16_t edge_mirror[COMB_WITNESS_MAX_EDGES];
    uint16_t starts[COMB_WITNESS_MAX_NODES], start_count;
    uint16_t ends[COMB_WITNESS_MAX_NODES], end_count;
    bool half_points; /* there are starts or ends in the middle of edges; they are not in `starts` and `ends` */
};

int comb_witness_graph_new(struct comb_witness_graph **out, const struct comb_witness_panel *panel,
                           struct comb_error *err);
void comb_witness_graph_free(struct comb_witness_graph *graph);

/* Where lines begin and end, as far as known: a node on the line, and if the line starts or ends in the middle of an
 * edge beside it, that edge, of which only the half at the node is on the line. Up to two for each of two lines. */
struct comb_witness_tips {
    unsigned count;
    struct {
        uint16_t node, half; /* half: an edge or COMB_WITNESS_NOWHERE; node: NOWHERE for a line of one middle */
    } tips[4];
};

void comb_witness_add_tip(struct comb_witness_tips *tips, unsigned node, unsigned half);

/* Returns whether a node is on a line with these used edges, which include halves. */
bool comb_witness_on_line(const struct comb_witness_graph *graph, const struct comb_witness_edges *used,
                          const struct comb_witness_tips *tips, unsigned node);

/* What is at a point of a line, and the point's mirror image. */
const struct comb_witness_thing *comb_witness_on_point(const struct comb_witness_graph *graph, unsigned point);
unsigned comb_witness_point_mirror(const struct comb_witness_graph *graph, unsigned point);

/* The place of a point. */
struct comb_witness_at comb_witness_point_place(const struct comb_witness_graph *graph, unsigned point);

/* The edge between two points of a line that follow each other. */
unsigned comb_witness_edge_of_step(const struct comb_witness_graph *graph, unsigned from, unsigned to);

/* The edge from a node to one beside it, or COMB_WITNESS_NOWHERE. */
unsigned comb_witness_edge_between(const struct comb_witness_graph *graph, unsigned from, unsigned to);

#endif
