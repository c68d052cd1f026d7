/* Degree rules: what follows from "the line passes a node once or not at all", as in Slitherlink.
 *
 *     used 2            the rest is dead                    A node where a line may end can also have one edge only;
 *     used 1, maybe 1   the last one is used                one that must be covered (a dot) cannot have none.
 *     used 0, maybe 1   it is dead
 *
 * Each chain of used edges stores its two ends (mate), so that an edge that would close a loop dies at once. Every
 * change enqueues the affected nodes; the queue is processed until nothing new follows. An edge is set once between
 * the root and a leaf of the search, so the total cost is O(edges) along a whole path. */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <string.h>

static void enqueue(struct comb_search_walker *walker, unsigned node)
{
    if (walker->in_queue[node])
        return;
    walker->in_queue[node] = true;
    assert(walker->queued < walker->board->graph->nodes); /* each node is in the queue once */
    walker->queue[walker->queued++] = (uint16_t)node;
}

static void drop_queue(struct comb_search_walker *walker)
{
    while (walker->queued > 0)
        walker->in_queue[walker->queue[--walker->queued]] = false;
}

/* The edge between the two ends of a chain would close a loop. */
static bool join(struct comb_search_walker *walker, struct comb_search_state *state, unsigned a, unsigned b)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    if (state->mate[a] == b)
        return false;
    unsigned left = state->mate[a], right = state->mate[b];
    state->mate[left] = (uint16_t)right;
    state->mate[right] = (uint16_t)left;
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = graph->node_edge[left][side];
        if (graph->node_next[left][side] == right && state->edge[edge] == MAYBE)
            return comb_search_set(walker, state, edge, DEAD);
    }
    return true;
}

static void mark_pair(const struct comb_search_board *board, struct comb_search_state *state, unsigned edge)
{
    unsigned pair = board->edge_pair[edge], way = board->edge_way[edge];
    if (pair != COMB_WITNESS_NOWHERE)
        comb_bit_set((state->edge[edge] == DEAD ? &state->dead[way] : &state->cut[way])->words, pair);
}

static bool set_one(struct comb_search_walker *walker, struct comb_search_state *state, unsigned edge, uint8_t value)
{
    const uint16_t *ends = walker->board->graph->edge_node[edge];
    if (state->edge[edge] != MAYBE)
        return state->edge[edge] == value;
    state->edge[edge] = value;
    mark_pair(walker->board, state, edge);
    for (unsigned i = 0; i < 2; i++) {
        assert(state->maybe[ends[i]] > 0);
        state->maybe[ends[i]]--;
        state->used[ends[i]] = (uint8_t)(state->used[ends[i]] + (value == USED));
        enqueue(walker, ends[i]);
    }
    if (value != USED)
        return true;
    comb_bit_set(state->line.words, edge);
    return join(walker, state, ends[0], ends[1]);
}

bool comb_search_set(struct comb_search_walker *walker, struct comb_search_state *state, unsigned edge, uint8_t value)
{
    if (state->edge[edge] != MAYBE)
        return state->edge[edge] == value;
    return set_one(walker, state, edge, value) &&
           (!walker->board->symmetric || set_one(walker, state, walker->board->graph->edge_mirror[edge], value));
}

static bool set_rest(struct comb_search_walker *walker, struct comb_search_state *state, unsigned node, uint8_t value)
{
    const uint16_t *edges = walker->board->graph->node_edge[node];
    for (unsigned side = 0; side < 4; side++)
        if (edges[side] != COMB_WITNESS_NOWHERE && state->edge[edges[side]] == MAYBE &&
            !comb_search_set(walker, state, edges[side], value))
            return false;
    return true;
}

static bool settle_end(struct comb_search_walker *walker, struct comb_search_state *state, unsigned node)
{
    unsigned used = state->used[node], maybe = state->maybe[node];
    bool must = node == state->only_end ||
                (walker->board->symmetric && walker->board->graph->node_mirror[node] == state->only_end);
    must = must && state->only_end != COMB_WITNESS_NOWHERE;
    if (must && used == 1)
        return set_rest(walker, state, node, DEAD);
    if (used + maybe == 0)
        return !must && !comb_bit_test(state->required, node);
    if (used == 0 && maybe == 1 && (must || comb_bit_test(state->required, node)))
        return set_rest(walker, state, node, USED);
    return !must || used < 2;
}

static bool settle_node(struct comb_search_walker *walker, struct comb_search_state *state, unsigned node)
{
    unsigned used = state->used[node], maybe = state->maybe[node];
    if (used > 2)
        return false;
    if (used == 2)
        return maybe == 0 || set_rest(walker, state, node, DEAD);
    if (walker->board->either_end[node])
        return settle_end(walker, state, node);
    if (used == 1)
        return maybe > 1 || (maybe == 1 && set_rest(walker, state, node, USED));
    if (comb_bit_test(state->required, node))
        return maybe > 2 || (maybe == 2 && set_rest(walker, state, node, USED));
    return maybe != 1 || set_rest(walker, state, node, DEAD);
}

bool comb_search_propagate(struct comb_search_walker *walker, struct comb_search_state *state)
{
    while (walker->queued > 0) {
        unsigned node = walker->queue[--walker->queued];
        walker->in_queue[node] = false;
        if (!settle_node(walker, state, node)) {
            drop_queue(walker);
            return false;
        }
    }
    return true;
}

void comb_search_enqueue(struct comb_search_walker *walker, unsigned node)
{
    enqueue(walker, node);
}

void comb_search_require(struct comb_search_walker *walker, struct comb_search_state *state, unsigned node)
{
    if (comb_bit_test(state->required, node))
        return;
    comb_bit_set(state->required, node);
    enqueue(walker, node);
}

static void visit_node(struct comb_search_walker *walker, struct comb_search_state *state, unsigned node)
{
    assert(walker->length < walker->board->graph->nodes && !comb_bit_test(state->walked, node));
    comb_bit_set(state->walked, node);
    comb_bit_set(state->walked, walker->board->graph->node_mirror[node]);
    state->head = (uint16_t)node;
    walker->path[walker->length++] = (uint16_t)node;
}

static void count_edges(const struct comb_witness_graph *graph, struct comb_search_state *state)
{
    for (unsigned edge = 0; edge < graph->edges; edge++)
        for (unsigned i = 0; i < 2; i++) {
            unsigned node = graph->edge_node[edge][i];
            state->maybe[node] = (uint8_t)(state->maybe[node] + (state->edge[edge] == MAYBE));
        }
}

/* The tips of a line, and of its mirror image, as far as known. */
static void set_tips(struct comb_search_walker *walker, unsigned start)
{
    const struct comb_search_board *board = walker->board;
    const struct comb_witness_graph *graph = board->graph;
    struct comb_witness_tips tips = {0};
    unsigned halves[2] = {board->part.start_half, board->part.end_half}, nodes[2] = {start, board->part.end};
    for (unsigned i = 0; i < 2; i++) {
        if (i == 1 && halves[i] == COMB_WITNESS_NOWHERE)
            continue;
        comb_witness_add_tip(&tips, nodes[i], halves[i]);
        if (board->symmetric)
            comb_witness_add_tip(&tips, graph->node_mirror[nodes[i]],
                                 halves[i] == COMB_WITNESS_NOWHERE ? halves[i] : graph->edge_mirror[halves[i]]);
    }
    comb_witness_region_checker_tips(walker->checker, &tips);
}

/* Sets required edges one by one, to maintain the chains. */
bool comb_search_place(struct comb_search_walker *walker, struct comb_search_state *state, unsigned start)
{
    const struct comb_search_board *board = walker->board;
    const struct comb_witness_graph *graph = board->graph;
    assert(walker->queued == 0);
    memset(state, 0, sizeof *state);
    state->line = board->halves;
    set_tips(walker, start);
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        state->edge[edge] = board->first[edge] == DEAD ? DEAD : MAYBE;
        if (state->edge[edge] == DEAD)
            mark_pair(board, state, edge);
    }
    for (unsigned node = 0; node < graph->nodes; node++)
        state->mate[node] = (uint16_t)node;
    count_edges(graph, state);
    state->only_end = COMB_WITNESS_NOWHERE;
    visit_node(walker, state, start);
    state->used[start]++;
    if (graph->node_mirror[start] != start)
        state->used[graph->node_mirror[start]]++;
    bool ok = true;
    for (unsigned node = 0; node < graph->nodes; node++)
        enqueue(walker, node);
    for (unsigned edge = 0; edge < graph->edges && ok; edge++)
        ok = board->first[edge] != USED || comb_search_set(walker, state, edge, USED);
    if (!ok)
        drop_queue(walker);
    return ok;
}

bool comb_search_step(struct comb_search_walker *walker, struct comb_search_state *state, unsigned side)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    unsigned edge = graph->node_edge[state->head][side], node = graph->node_next[state->head][side];
    assert(edge != COMB_WITNESS_NOWHERE && node != COMB_WITNESS_NOWHERE);
    if (!walker->board->line_may_use[edge] || comb_bit_test(state->walked, node) ||
        !comb_search_set(walker, state, edge, USED)) {
        drop_queue(walker);
        return false;
    }
    visit_node(walker, state, node);
    return true;
}

bool comb_search_close(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    bool ok = state->used[state->head] == 1;
    for (unsigned edge = 0; edge < graph->edges && ok; edge++) {
        if (state->edge[edge] == MAYBE)
            ok = comb_search_set(walker, state, edge, DEAD);
        else if (state->edge[edge] == USED)
            ok = comb_bit_test(state->walked, graph->edge_node[edge][0]) &&
                 comb_bit_test(state->walked, graph->edge_node[edge][1]);
    }
    state->only_end = state->head;
    if (!ok)
        drop_queue(walker);
    return ok && comb_search_propagate(walker, state);
}
