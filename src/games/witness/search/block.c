/* The block: finds the edges that are still on some path from the head to an end.
 *
 *     S--o--o--H              Imagine one node T behind all ends, and an edge from T to the head H. An edge is on a
 *           |  |              simple path from H to T exactly if it is in the same biconnected block as that edge. So
 *        x--o--o--o--E        one depth-first search from T over H, with low points, finds all pockets (x) that the
 *           |  |              line could enter but not leave: their edges are dead, and if one of them must be used
 *           o--o              there is no solution.
 *
 * In the tree of that search a node c with parent p is usable iff p is and low(c) < seen(p); an edge is usable iff
 * its deeper node is. T has number 0, the head 1.
 *
 * With several ends T makes pockets with different ends look like one block, but the line can end in only one of
 * them. So the search also computes low points without T: children that p cuts off from the rest without T are such
 * pockets. If one of them holds something that must be covered, the others are closed; if two do, there is no
 * solution. Under symmetry the mirror image may cover it, so this second part is skipped there. O(nodes). */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <string.h>

static bool passable(const struct comb_search_walker *walker, const struct comb_search_state *state, unsigned node,
                     unsigned side)
{
    unsigned edge = walker->board->graph->node_edge[node][side];
    return edge != COMB_WITNESS_NOWHERE && state->edge[edge] != DEAD && walker->board->line_may_use[edge];
}

static void enter(struct comb_search_walker *walker, const struct comb_search_state *state, unsigned node,
                  unsigned parent, unsigned number)
{
    walker->order[number] = (uint16_t)node;
    walker->seen[node] = walker->own_low[node] = (uint16_t)number;
    walker->low[node] = walker->board->line_end[node] ? 0 : (uint16_t)number;
    walker->parent[node] = (uint16_t)parent;
    walker->side[node] = 0;
    walker->holds[node] = comb_bit_test(state->required, node) || state->used[node] > 0;
}

static void fold_into_parent(struct comb_search_walker *walker, unsigned node)
{
    unsigned up = walker->parent[node];
    assert(up != COMB_WITNESS_NOWHERE && walker->seen[up] < walker->seen[node]);
    walker->low[up] = walker->low[node] < walker->low[up] ? walker->low[node] : walker->low[up];
    walker->own_low[up] = walker->own_low[node] < walker->own_low[up] ? walker->own_low[node] : walker->own_low[up];
    walker->holds[up] = walker->holds[up] || walker->holds[node];
}

/* Returns the number of nodes reached; order[1 ..] lists them, parents first. */
static unsigned explore(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    unsigned number = 1, node = state->head;
    memset(walker->seen, 0, graph->nodes * sizeof walker->seen[0]);
    enter(walker, state, node, COMB_WITNESS_NOWHERE, number);
    for (;;) {
        if (walker->side[node] == 4) {
            if (node == state->head)
                return number;
            fold_into_parent(walker, node);
            node = walker->parent[node];
            continue;
        }
        unsigned side = walker->side[node]++;
        if (!passable(walker, state, node, side))
            continue;
        unsigned next = graph->node_next[node][side];
        if (walker->seen[next] != 0) {
            if (next == walker->parent[node])
                continue;
            walker->low[node] = walker->seen[next] < walker->low[node] ? walker->seen[next] : walker->low[node];
            walker->own_low[node] =
                walker->seen[next] < walker->own_low[node] ? walker->seen[next] : walker->own_low[node];
        } else if (!comb_bit_test(state->walked, next)) {
            assert(number < graph->nodes);
            enter(walker, state, next, node, ++number);
            node = next;
        }
    }
}

static bool cut_off(const struct comb_search_walker *walker, unsigned node)
{
    return walker->own_low[node] >= walker->seen[walker->parent[node]];
}

/* Marks usable nodes and counts usable ends. Reuses `side` to store per parent whether there is a pocket that must
 * contain the end: 0 none, 1 one. */
static bool mark_usable(struct comb_search_walker *walker, const struct comb_search_state *state, unsigned reached)
{
    bool pockets = !walker->board->symmetric;
    walker->usable[state->head] = true;
    for (unsigned i = 1; i <= reached; i++)
        walker->side[walker->order[i]] = 0;
    for (unsigned i = 2; i <= reached && pockets; i++) {
        unsigned node = walker->order[i], up = walker->parent[node];
        if (walker->holds[node] && cut_off(walker, node) && walker->side[up]++ > 0)
            return false;
    }
    for (unsigned i = 2; i <= reached; i++) {
        unsigned node = walker->order[i], up = walker->parent[node];
        assert(walker->seen[up] < i); /* parents first */
        bool closed = pockets && walker->side[up] > 0 && !walker->holds[node] && cut_off(walker, node);
        walker->usable[node] = walker->usable[up] && walker->low[node] < walker->seen[up] && !closed;
    }
    return true;
}

static void find_only_end(struct comb_search_walker *walker, struct comb_search_state *state, unsigned reached)
{
    unsigned ends = 0;
    uint16_t end = COMB_WITNESS_NOWHERE;
    for (unsigned i = 1; i <= reached; i++)
        if (walker->board->line_end[walker->order[i]] && walker->usable[walker->order[i]]) {
            end = walker->order[i];
            ends++;
        }
    if (ends != 1 || state->only_end == end)
        return;
    state->only_end = end;
    comb_search_enqueue(walker, end);
    comb_search_enqueue(walker, walker->board->graph->node_mirror[end]);
}

static bool edge_usable(const struct comb_search_walker *walker, unsigned edge)
{
    const uint16_t *ends = walker->board->graph->edge_node[edge];
    unsigned a = walker->seen[ends[0]], b = walker->seen[ends[1]];
    return a != 0 && b != 0 && walker->board->line_may_use[edge] && walker->usable[a > b ? ends[0] : ends[1]];
}

static bool edge_walked(const struct comb_search_state *state, const uint16_t *ends)
{
    return comb_bit_test(state->walked, ends[0]) && comb_bit_test(state->walked, ends[1]);
}

static bool kill_unusable(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        if (state->edge[edge] == DEAD || edge_usable(walker, edge) ||
            (walker->board->symmetric && edge_usable(walker, graph->edge_mirror[edge])))
            continue;
        if (state->edge[edge] == USED && !edge_walked(state, graph->edge_node[edge]))
            return false;
        if (state->edge[edge] == MAYBE && !comb_search_set(walker, state, edge, DEAD))
            return false;
    }
    return true;
}

bool comb_search_block(struct comb_search_walker *walker, struct comb_search_state *state)
{
    unsigned reached = explore(walker, state);
    if (walker->low[state->head] != 0 || !mark_usable(walker, state, reached))
        return false;
    find_only_end(walker, state, reached);
    return kill_unusable(walker, state);
}
