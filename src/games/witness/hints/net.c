#include "games/witness/hints/net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_blocked(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_ABSENT || thing->kind == COMB_WITNESS_GAP;
}

static bool is_tip(const struct comb_witness_thing *thing)
{
    return comb_witness_is_start(thing) || comb_witness_is_end(thing);
}

/* ---- points ---- */

static void add_point(struct comb_witness_net *net, unsigned point)
{
    const struct comb_witness_graph *graph = net->graph;
    bool symmetric = graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    unsigned mirror = comb_witness_point_mirror(graph, point);
    const struct comb_witness_thing *thing = comb_witness_on_point(graph, point);
    const struct comb_witness_thing *image = comb_witness_on_point(graph, mirror);
    net->point_mirror[point] = (uint16_t)mirror;
    net->is_start[point] = comb_witness_is_start(thing) || comb_witness_is_start(image);
    net->is_end[point] = comb_witness_is_end(thing) || comb_witness_is_end(image);
    net->starts += net->is_start[point] && mirror >= point;
    net->ends += net->is_end[point] && mirror >= point;
    net->has_dot[point] = comb_witness_has_dot(thing);
    bool single = comb_witness_is_start(thing) && comb_witness_is_end(thing);
    if (!single || is_blocked(image) || (symmetric && mirror == point))
        return;
    net->alone[point] = net->any_alone = true;
}

/* ---- segments ---- */

static void join(struct comb_witness_net *net, unsigned segment, unsigned point, unsigned next)
{
    unsigned side = 0;
    while (net->point_segment[point][side] != COMB_WITNESS_NOWHERE)
        side++;
    assert(side < 4);
    net->point_segment[point][side] = (uint16_t)segment;
    net->point_next[point][side] = (uint16_t)next;
}

static void add_segment(struct comb_witness_net *net, unsigned segment, unsigned first, unsigned second)
{
    net->segment_point[segment][0] = (uint16_t)first;
    net->segment_point[segment][1] = (uint16_t)second;
    join(net, segment, first, second);
    join(net, segment, second, first);
}

static void add_segments(struct comb_witness_net *net, unsigned edge)
{
    const struct comb_witness_graph *graph = net->graph;
    const uint16_t *nodes = graph->edge_node[edge];
    if (!net->is_split[edge]) {
        add_segment(net, edge, nodes[0], nodes[1]);
        return;
    }
    add_segment(net, edge, nodes[0], graph->nodes + edge);
    add_segment(net, graph->edges + edge, graph->nodes + edge, nodes[1]);
}

/* The second half of an edge may be the mirror image of the first half of another one. */
static void set_mirror(struct comb_witness_net *net, unsigned segment)
{
    unsigned edges = net->graph->edges, edge = segment % edges, mirror = net->graph->edge_mirror[edge];
    unsigned node = segment < edges ? net->graph->edge_node[edge][0] : net->graph->edge_node[edge][1];
    bool second = net->is_split[edge] && net->graph->edge_node[mirror][0] != net->graph->node_mirror[node];
    assert(net->is_split[edge] == net->is_split[mirror]);
    net->segment_mirror[segment] = (uint16_t)(mirror + (second ? edges : 0));
}

static bool is_usable(const struct comb_witness_net *net, unsigned segment)
{
    const struct comb_witness_graph *graph = net->graph;
    if (is_blocked(graph->on_edge[segment % graph->edges]))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (is_blocked(comb_witness_on_point(graph, net->segment_point[segment][i])))
            return false;
    return true;
}

static bool can_use(const struct comb_witness_net *net, unsigned segment)
{
    unsigned mirror = net->segment_mirror[segment];
    const uint16_t *points = net->segment_point[segment];
    if (!is_usable(net, segment))
        return false;
    if (net->graph->panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return true;
    return is_usable(net, mirror) && mirror != segment && net->point_mirror[points[0]] != points[0] &&
           net->point_mirror[points[1]] != points[1];
}

static bool has_segment(const struct comb_witness_net *net, unsigned segment)
{
    return segment < net->graph->edges || net->is_split[segment - net->graph->edges];
}

int comb_witness_net_new(struct comb_witness_net **out, const struct comb_witness_graph *graph, struct comb_error *err)
{
    struct comb_witness_net *net = calloc(1, sizeof *net);
    *out = net;
    if (!net)
        return comb_fail_memory(err);
    net->graph = graph;
    net->points = graph->nodes + (graph->half_points ? graph->edges : 0);
    net->segments = graph->edges * (graph->half_points ? 2 : 1);
    memset(net->point_segment, 0xff, sizeof net->point_segment);
    memset(net->point_next, 0xff, sizeof net->point_next);
    for (unsigned edge = 0; edge < graph->edges; edge++)
        net->is_split[edge] = is_tip(graph->on_edge[edge]) || is_tip(graph->on_edge[graph->edge_mirror[edge]]);
    for (unsigned point = 0; point < net->points; point++)
        if (point < graph->nodes || net->is_split[point - graph->nodes])
            add_point(net, point);
    for (unsigned edge = 0; edge < graph->edges; edge++)
        add_segments(net, edge);
    for (unsigned segment = 0; segment < net->segments; segment++)
        set_mirror(net, segment);
    for (unsigned segment = 0; segment < net->segments; segment++)
        net->can_use[segment] = has_segment(net, segment) && can_use(net, segment);
    return COMB_OK;
}

void comb_witness_net_free(struct comb_witness_net *net)
{
    free(net);
}

/* ---- finding ---- */

unsigned comb_witness_net_between(const struct comb_witness_net *net, unsigned from, unsigned to)
{
    for (unsigned side = 0; side < 4; side++)
        if (net->point_next[from][side] == to && net->point_segment[from][side] != COMB_WITNESS_NOWHERE)
            return net->point_segment[from][side];
    return COMB_WITNESS_NOWHERE;
}

unsigned comb_witness_net_step(unsigned segments[2], const struct comb_witness_net *net, unsigned from, unsigned to)
{
    const struct comb_witness_graph *graph = net->graph;
    segments[0] = comb_witness_net_between(net, from, to);
    if (segments[0] != COMB_WITNESS_NOWHERE)
        return 1;
    unsigned edge = from < graph->nodes && to < graph->nodes ? comb_witness_edge_between(graph, from, to)
                                                             : (unsigned)COMB_WITNESS_NOWHERE;
    if (edge == COMB_WITNESS_NOWHERE)
        return 0;
    assert(net->is_split[edge]); /* otherwise there is a segment between the nodes */
    segments[0] = edge;
    segments[1] = graph->edges + edge;
    return 2;
}

unsigned comb_witness_net_edge_at(const struct comb_witness_net *net, unsigned column, unsigned row)
{
    const struct comb_witness_panel *panel = net->graph->panel;
    unsigned horizontal = column / 2 + panel->width * (row / 2);
    unsigned vertical = panel->width * (panel->height + 1) + column / 2 + comb_witness_across(panel) * (row / 2);
    assert(column % 2 != row % 2);
    return column % 2 == 1 ? horizontal : vertical;
}

unsigned comb_witness_net_node_at(const struct comb_witness_net *net, unsigned column, unsigned row)
{
    return column / 2 + comb_witness_across(net->graph->panel) * (row / 2);
}

struct comb_witness_at comb_witness_net_edge_place(const struct comb_witness_net *net, unsigned edge)
{
    return comb_witness_point_place(net->graph, net->graph->nodes + edge % net->graph->edges);
}

unsigned comb_witness_net_distance(const struct comb_witness_net *net, struct comb_witness_at a,
                                   struct comb_witness_at b)
{
    unsigned columns = comb_witness_columns(net->graph->panel);
    unsigned across = a.column > b.column ? a.column - b.column : b.column - a.column;
    if (net->graph->panel->pillar && across > columns / 2)
        across = columns - across;
    return across + (a.row > b.row ? a.row - b.row : b.row - a.row);
}

void comb_witness_net_picture(bool *used, const struct comb_witness_net *net, const struct comb_witness_line *line)
{
    memset(used, 0, COMB_WITNESS_NET_SEGMENTS * sizeof *used);
    for (unsigned i = 1; i < line->count; i++) {
        unsigned segments[2], count = comb_witness_net_step(segments, net, line->nodes[i - 1], line->nodes[i]);
        for (unsigned k = 0; k < count; k++)
            used[segments[k]] = used[net->segment_mirror[segments[k]]] = true;
    }
}
