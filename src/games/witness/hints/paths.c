/* Rules about the line as a whole:
 *
 *     loop      an edge between two nodes that the line already joins
 *     mirror    under symmetry: an edge that would join the line with its mirror image
 *     no way    an edge that is on no path from a start to an end
 *
 * The last one is exact for the edges that are left: with one more node S at all starts and one more node T at all
 * ends, an edge is on such a path if and only if it is in the same biconnected component as an edge S - T.
 *
 *     S---+---+   +---+       the four edges on the right are another component: the line could enter over the
 *         |   |   |   |       middle edge, but not come back
 *     +---E   +---+---+
 *
 * Cost: one depth-first search. */
#include "games/witness/hints/reasons.h"

#include <assert.h>
#include <string.h>

/* ---- parts of the line ---- */

static unsigned root_of(uint16_t *parent, unsigned node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

/* Joins the nodes of used edges; returns an edge that closes a loop, or COMB_WITNESS_NOWHERE. */
static unsigned join_nodes(uint16_t *parent, const struct comb_witness_facts *facts)
{
    const struct comb_witness_net *net = facts->net;
    unsigned loop = COMB_WITNESS_NOWHERE;
    for (unsigned node = 0; node < net->points; node++)
        parent[node] = (uint16_t)node;
    for (unsigned edge = 0; edge < net->segments; edge++) {
        if (facts->state[edge] != 1)
            continue;
        unsigned a = root_of(parent, net->segment_point[edge][0]), b = root_of(parent, net->segment_point[edge][1]);
        if (a == b)
            loop = edge;
        parent[a] = (uint16_t)b;
    }
    return loop;
}

static bool closes_loop(uint16_t *parent, const struct comb_witness_net *net, unsigned edge)
{
    return root_of(parent, net->segment_point[edge][0]) == root_of(parent, net->segment_point[edge][1]);
}

/* Returns whether the line passes the edge and joins its nodes without it, too. */
static bool is_on_loop(struct comb_witness_facts *facts, unsigned edge)
{
    const uint16_t *nodes = facts->graph->edge_node[edge];
    uint16_t parent[COMB_WITNESS_NET_POINTS];
    if (comb_witness_facts_wall(facts, edge) != 1)
        return false;
    facts->state[edge] = 0;
    join_nodes(parent, facts);
    facts->state[edge] = 1;
    return root_of(parent, nodes[0]) == root_of(parent, nodes[1]);
}

static bool meets_mirror(uint16_t *parent, const struct comb_witness_net *net, unsigned edge)
{
    return root_of(parent, net->point_mirror[net->segment_point[edge][0]]) ==
           root_of(parent, net->segment_point[edge][1]);
}

/* A conflict is at the place of the edge, also if it is about half of it. */
static void put_edge(struct comb_witness_claim *claim, const struct comb_witness_net *net,
                     enum comb_witness_reason reason, unsigned edge, bool conflict)
{
    struct comb_witness_at at = comb_witness_net_edge_place(net, edge);
    *claim = (struct comb_witness_claim){.reason = reason, .conflict = conflict};
    if (!conflict) {
        claim->edges[claim->edge_count++] = (uint16_t)edge;
        return;
    }
    claim->places[0][0] = (uint16_t)at.column;
    claim->places[0][1] = (uint16_t)at.row;
    claim->place_count = 1;
}

static bool check_loops(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress)
{
    const struct comb_witness_net *net = facts->net;
    uint16_t parent[COMB_WITNESS_NET_POINTS];
    unsigned loop = join_nodes(parent, facts);
    if (loop != COMB_WITNESS_NOWHERE) {
        put_edge(conflict, net, COMB_WITNESS_BY_LOOP, loop, true);
        return true;
    }
    for (unsigned edge = 0; edge < net->segments; edge++) {
        struct comb_witness_claim claim;
        if (facts->state[edge] < 0)
            continue;
        bool meets = facts->symmetric && meets_mirror(parent, net, edge);
        if (facts->state[edge] == 1 && meets) {
            put_edge(conflict, net, COMB_WITNESS_BY_MIRROR, edge, true);
            return true;
        }
        if (facts->state[edge] != 0 || (!meets && !closes_loop(parent, net, edge)))
            continue;
        put_edge(&claim, net, meets ? COMB_WITNESS_BY_MIRROR : COMB_WITNESS_BY_LOOP, edge, false);
        comb_witness_facts_push(facts, &claim);
        *progress = true;
    }
    return false;
}

/* ---- edges on paths from a start to an end ---- */

struct blocks {
    const struct comb_witness_facts *facts;
    bool start[COMB_WITNESS_NET_POINTS], end[COMB_WITNESS_NET_POINTS];
    uint16_t seen[COMB_WITNESS_NET_POINTS], low[COMB_WITNESS_NET_POINTS]; /* order of visits, from 2; S is 0, T is 1 */
    unsigned visits;
    uint16_t stack[COMB_WITNESS_NET_SEGMENTS];
    unsigned depth;
    bool inside[COMB_WITNESS_NET_SEGMENTS]; /* on a path */
};

/* Depth-first search of the nodes reachable from `node`, at most as deep as the panel has nodes. */
static void visit(struct blocks *blocks, unsigned node, unsigned from)
{
    const struct comb_witness_net *net = blocks->facts->net;
    assert(node < net->points && blocks->seen[node] == 0);
    blocks->seen[node] = (uint16_t)(2 + blocks->visits++);
    blocks->low[node] = blocks->start[node] ? 0 : blocks->end[node] ? 1 : blocks->seen[node];
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = net->point_segment[node][side], next = net->point_next[node][side];
        if (edge == COMB_WITNESS_NOWHERE || edge == from || blocks->facts->state[edge] < 0)
            continue;
        unsigned before = blocks->depth;
        if (blocks->seen[next] != 0) {
            if (blocks->seen[next] < blocks->seen[node]) {
                blocks->stack[blocks->depth++] = (uint16_t)edge;
                blocks->inside[edge] = true;
            }
            if (blocks->seen[next] < blocks->low[node])
                blocks->low[node] = blocks->seen[next];
            continue;
        }
        blocks->stack[blocks->depth++] = (uint16_t)edge;
        blocks->inside[edge] = true;
        visit(blocks, next, edge);
        if (blocks->low[next] < blocks->low[node])
            blocks->low[node] = blocks->low[next];
        while (blocks->low[next] >= blocks->seen[node] && blocks->depth > before)
            blocks->inside[blocks->stack[--blocks->depth]] = false;
    }
}

/* Visits the nodes beyond T; what cannot get back to S except through T is dropped. */
static void find_blocks(struct blocks *blocks, const struct comb_witness_facts *facts)
{
    const struct comb_witness_net *net = facts->net;
    memset(blocks, 0, sizeof *blocks);
    blocks->facts = facts;
    for (unsigned point = 0; point < net->points; point++) {
        blocks->start[point] = net->is_start[point] && facts->drawn.count == 0;
        blocks->end[point] = net->is_end[point];
    }
    if (facts->drawn.count > 0)
        blocks->start[facts->drawn.nodes[0]] = blocks->start[net->point_mirror[facts->drawn.nodes[0]]] = true;
    for (unsigned node = 0; node < net->points; node++) {
        unsigned before = blocks->depth;
        if (!blocks->end[node] || blocks->seen[node] != 0)
            continue;
        visit(blocks, node, COMB_WITNESS_NOWHERE);
        while (blocks->low[node] > 0 && blocks->depth > before)
            blocks->inside[blocks->stack[--blocks->depth]] = false;
    }
}

static bool check_ways(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress)
{
    const struct comb_witness_net *net = facts->net;
    struct blocks blocks;
    find_blocks(&blocks, facts);
    if (blocks.depth == 0 && !comb_witness_facts_alone(facts)) {
        *conflict = (struct comb_witness_claim){.reason = COMB_WITNESS_BY_NO_WAY, .conflict = true};
        return true;
    }
    for (unsigned edge = 0; edge < net->segments; edge++)
        if (facts->state[edge] == 1 && !blocks.inside[edge]) {
            put_edge(conflict, net, COMB_WITNESS_BY_NO_WAY, edge, true);
            return true;
        }
    for (unsigned edge = 0; edge < net->segments; edge++) {
        struct comb_witness_claim claim;
        if (facts->state[edge] != 0 || blocks.inside[edge])
            continue;
        put_edge(&claim, net, COMB_WITNESS_BY_NO_WAY, edge, false);
        comb_witness_facts_push(facts, &claim);
        *progress = true;
    }
    return false;
}

/* ---- entry points ---- */

bool comb_witness_facts_paths(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress)
{
    return check_loops(facts, conflict, progress) || check_ways(facts, conflict, progress);
}

bool comb_witness_facts_paths_hold(struct comb_witness_facts *facts, const struct comb_witness_claim *claim)
{
    const struct comb_witness_net *net = facts->net;
    bool placed = claim->conflict && claim->place_count > 0;
    unsigned edge = placed ? comb_witness_net_edge_at(net, claim->places[0][0], claim->places[0][1]) : claim->edges[0];
    uint16_t parent[COMB_WITNESS_NET_POINTS];
    struct blocks blocks;
    if (claim->reason == COMB_WITNESS_BY_NO_WAY) {
        find_blocks(&blocks, facts);
        if (claim->conflict && !placed)
            return blocks.depth == 0 && !comb_witness_facts_alone(facts);
        if (!placed)
            return !blocks.inside[edge];
        unsigned second = net->is_split[edge] ? facts->graph->edges + edge : edge;
        return (!blocks.inside[edge] && facts->state[edge] == 1) ||
               (!blocks.inside[second] && facts->state[second] == 1);
    }
    if (claim->reason == COMB_WITNESS_BY_LOOP && claim->conflict)
        return is_on_loop(facts, edge);
    join_nodes(parent, facts);
    if (claim->reason == COMB_WITNESS_BY_LOOP)
        return closes_loop(parent, net, edge);
    if (!claim->conflict)
        return meets_mirror(parent, net, edge);
    for (unsigned half = edge; half < net->segments; half += facts->graph->edges)
        if (facts->state[half] == 1 && meets_mirror(parent, net, half))
            return true;
    return false;
}
