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
    const struct comb_witness_graph *graph = facts->graph;
    unsigned loop = COMB_WITNESS_NOWHERE;
    for (unsigned node = 0; node < graph->nodes; node++)
        parent[node] = (uint16_t)node;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        if (facts->state[edge] != 1)
            continue;
        unsigned a = root_of(parent, graph->edge_node[edge][0]), b = root_of(parent, graph->edge_node[edge][1]);
        if (a == b)
            loop = edge;
        parent[a] = (uint16_t)b;
    }
    return loop;
}

static bool closes_loop(uint16_t *parent, const struct comb_witness_graph *graph, unsigned edge)
{
    return root_of(parent, graph->edge_node[edge][0]) == root_of(parent, graph->edge_node[edge][1]);
}

static bool meets_mirror(uint16_t *parent, const struct comb_witness_graph *graph, unsigned edge)
{
    return root_of(parent, graph->node_mirror[graph->edge_node[edge][0]]) == root_of(parent, graph->edge_node[edge][1]);
}

static void put_edge(struct comb_witness_claim *claim, const struct comb_witness_graph *graph,
                     enum comb_witness_reason reason, unsigned edge, bool conflict)
{
    unsigned across = graph->panel->width + 1;
    const uint16_t *nodes = graph->edge_node[edge];
    *claim = (struct comb_witness_claim){.reason = reason, .conflict = conflict};
    if (!conflict) {
        claim->edges[claim->edge_count++] = (uint16_t)edge;
        return;
    }
    claim->places[0][0] = (uint16_t)(nodes[0] % across + nodes[1] % across);
    claim->places[0][1] = (uint16_t)(nodes[0] / across + nodes[1] / across);
    claim->place_count = 1;
}

/* Returns the edge of a conflict, from its place. */
static unsigned edge_at(const struct comb_witness_claim *claim, const struct comb_witness_graph *graph)
{
    unsigned across = graph->panel->width + 1, column = claim->places[0][0], row = claim->places[0][1];
    return comb_witness_edge_between(graph, column / 2 + across * (row / 2),
                                     (column + 1) / 2 + across * ((row + 1) / 2));
}

static bool check_loops(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress)
{
    const struct comb_witness_graph *graph = facts->graph;
    uint16_t parent[COMB_WITNESS_MAX_NODES];
    unsigned loop = join_nodes(parent, facts);
    if (loop != COMB_WITNESS_NOWHERE) {
        put_edge(conflict, graph, COMB_WITNESS_BY_LOOP, loop, true);
        return true;
    }
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        struct comb_witness_claim claim;
        bool meets = facts->symmetric && meets_mirror(parent, graph, edge);
        if (facts->state[edge] == 1 && meets) {
            put_edge(conflict, graph, COMB_WITNESS_BY_MIRROR, edge, true);
            return true;
        }
        if (facts->state[edge] != 0 || (!meets && !closes_loop(parent, graph, edge)))
            continue;
        put_edge(&claim, graph, meets ? COMB_WITNESS_BY_MIRROR : COMB_WITNESS_BY_LOOP, edge, false);
        comb_witness_facts_push(facts, &claim);
        *progress = true;
    }
    return false;
}

/* ---- edges on paths from a start to an end ---- */

struct blocks {
    const struct comb_witness_facts *facts;
    bool start[COMB_WITNESS_MAX_NODES], end[COMB_WITNESS_MAX_NODES];
    uint16_t seen[COMB_WITNESS_MAX_NODES], low[COMB_WITNESS_MAX_NODES]; /* order of visits, from 2; S is 0, T is 1 */
    unsigned visits;
    uint16_t stack[COMB_WITNESS_MAX_EDGES];
    unsigned depth;
    bool inside[COMB_WITNESS_MAX_EDGES]; /* on a path */
};

/* Depth-first search of the nodes reachable from `node`, at most as deep as the panel has nodes. */
static void visit(struct blocks *blocks, unsigned node, unsigned from)
{
    const struct comb_witness_graph *graph = blocks->facts->graph;
    assert(node < graph->nodes && blocks->seen[node] == 0);
    blocks->seen[node] = (uint16_t)(2 + blocks->visits++);
    blocks->low[node] = blocks->start[node] ? 0 : blocks->end[node] ? 1 : blocks->seen[node];
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = graph->node_edge[node][side], next = graph->node_next[node][side];
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
    const struct comb_witness_graph *graph = facts->graph;
    memset(blocks, 0, sizeof *blocks);
    blocks->facts = facts;
    for (unsigned i = 0; i < graph->start_count; i++)
        blocks->start[graph->starts[i]] = facts->drawn.count == 0;
    if (facts->drawn.count > 0)
        blocks->start[facts->drawn.nodes[0]] = blocks->start[graph->node_mirror[facts->drawn.nodes[0]]] = true;
    for (unsigned i = 0; i < graph->end_count; i++)
        blocks->end[graph->ends[i]] = true;
    for (unsigned i = 0; i < graph->end_count; i++) {
        unsigned node = graph->ends[i], before = blocks->depth;
        if (blocks->seen[node] != 0)
            continue;
        visit(blocks, node, COMB_WITNESS_NOWHERE);
        while (blocks->low[node] > 0 && blocks->depth > before)
            blocks->inside[blocks->stack[--blocks->depth]] = false;
    }
}

static bool check_ways(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress)
{
    const struct comb_witness_graph *graph = facts->graph;
    struct blocks blocks;
    find_blocks(&blocks, facts);
    if (blocks.depth == 0) {
        *conflict = (struct comb_witness_claim){.reason = COMB_WITNESS_BY_NO_WAY, .conflict = true};
        return true;
    }
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (facts->state[edge] == 1 && !blocks.inside[edge]) {
            put_edge(conflict, graph, COMB_WITNESS_BY_NO_WAY, edge, true);
            return true;
        }
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        struct comb_witness_claim claim;
        if (facts->state[edge] != 0 || blocks.inside[edge])
            continue;
        put_edge(&claim, graph, COMB_WITNESS_BY_NO_WAY, edge, false);
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
    const struct comb_witness_graph *graph = facts->graph;
    unsigned edge = claim->conflict && claim->place_count > 0 ? edge_at(claim, graph) : claim->edges[0];
    uint16_t parent[COMB_WITNESS_MAX_NODES];
    struct blocks blocks;
    if (claim->reason == COMB_WITNESS_BY_NO_WAY) {
        find_blocks(&blocks, facts);
        if (claim->conflict && claim->place_count == 0)
            return blocks.depth == 0;
        return !blocks.inside[edge] && (!claim->conflict || facts->state[edge] == 1);
    }
    if (claim->conflict && claim->reason == COMB_WITNESS_BY_LOOP)
        return join_nodes(parent, facts) != COMB_WITNESS_NOWHERE;
    join_nodes(parent, facts);
    if (claim->reason == COMB_WITNESS_BY_LOOP)
        return closes_loop(parent, graph, edge);
    return meets_mirror(parent, graph, edge) && (!claim->conflict || facts->state[edge] == 1);
}
