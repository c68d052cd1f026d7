/* The panel as points and segments, for deductions. A point is a node, or the middle of an edge where a line may start
 * or end; a segment is what lies between two points: an edge, or half of one.
 *
 *     +---S---+    3 points, 2 segments; a line from S uses one of them, a line that passes S both
 *
 * Points have the numbers of search.h: nodes, then graph->nodes + edge for middles. Segment `edge` is the edge, or its
 * half at its first node; segment graph->edges + edge is the other half. Numbers in between stay unused: such a point
 * has no segments, such a segment is never open.
 *
 * Under symmetry the mirror image of every start, end and middle is one too: deductions are about both lines. */
#ifndef COMB_WITNESS_HINTS_NET_H
#define COMB_WITNESS_HINTS_NET_H

#include "games/witness/search/search.h"

enum {
    COMB_WITNESS_NET_POINTS = COMB_WITNESS_MAX_NODES + COMB_WITNESS_MAX_EDGES,
    COMB_WITNESS_NET_SEGMENTS = 2 * COMB_WITNESS_MAX_EDGES
};

struct comb_witness_net {
    const struct comb_witness_graph *graph;
    unsigned points, segments;             /* upper bounds of the numbers */
    bool is_split[COMB_WITNESS_MAX_EDGES]; /* into two segments */
    bool is_start[COMB_WITNESS_NET_POINTS], is_end[COMB_WITNESS_NET_POINTS];
    unsigned starts, ends; /* counted once per pair of mirror images */
    bool has_dot[COMB_WITNESS_NET_POINTS];
    bool alone[COMB_WITNESS_NET_POINTS]; /* a line may consist of this point alone */
    bool any_alone;
    bool can_use[COMB_WITNESS_NET_SEGMENTS]; /* the line or its mirror image */
    uint16_t segment_point[COMB_WITNESS_NET_SEGMENTS][2];
    uint16_t segment_mirror[COMB_WITNESS_NET_SEGMENTS];
    uint16_t point_mirror[COMB_WITNESS_NET_POINTS];
    uint16_t point_segment[COMB_WITNESS_NET_POINTS][4]; /* COMB_WITNESS_NOWHERE: none */
    uint16_t point_next[COMB_WITNESS_NET_POINTS][4];
};

int comb_witness_net_new(struct comb_witness_net **out, const struct comb_witness_graph *graph, struct comb_error *err);
void comb_witness_net_free(struct comb_witness_net *net);

/* The segment between two points of a line that follow each other; COMB_WITNESS_NOWHERE if they cannot. An edge in two
 * segments is passed by two steps. */
unsigned comb_witness_net_between(const struct comb_witness_net *net, unsigned from, unsigned to);

/* Gets the segments of a step of a line, one or two; 0 if the points are not neighbours. */
unsigned comb_witness_net_step(unsigned segments[2], const struct comb_witness_net *net, unsigned from, unsigned to);

/* The edge or the node beside it at a place. */
unsigned comb_witness_net_edge_at(const struct comb_witness_net *net, unsigned column, unsigned row);
unsigned comb_witness_net_node_at(const struct comb_witness_net *net, unsigned column, unsigned row);
struct comb_witness_at comb_witness_net_edge_place(const struct comb_witness_net *net, unsigned edge);

/* Steps between two places, around a pillar if that is shorter. */
unsigned comb_witness_net_distance(const struct comb_witness_net *net, struct comb_witness_at a,
                                   struct comb_witness_at b);

/* Marks the segments of a line and of its mirror image. */
void comb_witness_net_picture(bool *used, const struct comb_witness_net *net, const struct comb_witness_line *line);

#endif
