/* Encodes the line itself: which edges it uses, which nodes it visits, where it starts and ends.
 *
 * Every visited node has two used edges, the start and the end one. This allows one path and any number of loops
 * beside it; loops are excluded when they occur (refine.c). Under symmetry the variables are those of the line
 * itself; the mirror image uses edge e where the line uses the mirror image of e. */
#include "games/witness/sat/model.h"

#include <assert.h>

static bool has_bit(const struct comb_witness_edges *set, unsigned edge)
{
    return set && comb_bit_test(set->words, edge);
}

static bool node_allowed(const struct comb_sat_line *model, unsigned node)
{
    return !model->symmetric || model->graph->node_mirror[node] != node;
}

static bool edge_allowed(const struct comb_sat_line *model, unsigned edge)
{
    const struct comb_witness_graph *graph = model->graph;
    unsigned mirror = graph->edge_mirror[edge];
    if (!graph->edge_open[edge] || has_bit(model->task->closed, edge))
        return false;
    if (model->symmetric && (mirror == edge || !graph->edge_open[mirror] || has_bit(model->task->closed, mirror)))
        return false;
    return node_allowed(model, graph->edge_node[edge][0]) && node_allowed(model, graph->edge_node[edge][1]);
}

static void make_edges(struct comb_sat_line *model)
{
    const struct comb_witness_graph *graph = model->graph;
    for (unsigned edge = 0; edge < graph->edges; edge++)
        model->line[edge] = edge_allowed(model, edge) ? -comb_sat_line_variable(model) : -model->truth;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        unsigned mirror = graph->edge_mirror[edge];
        int own = model->line[edge], other = model->line[mirror];
        if (!model->symmetric)
            model->used[edge] = own;
        else if (mirror < edge)
            model->used[edge] = model->used[mirror];
        else
            model->used[edge] = -comb_sat_line_both(model, -own, -other);
        if (has_bit(model->task->needed, edge))
            comb_sat_line_add(model, own);
    }
}

/* Returns whether mirroring every line gives the same panel, so that one of two such lines is enough. */
static bool interchangeable(const struct comb_sat_line *model)
{
    const struct comb_witness_graph *graph = model->graph;
    const uint8_t *colours = graph->panel->line_colours;
    if (!model->symmetric || colours[0] != colours[1] || model->task->needed || model->task->closed)
        return false;
    for (unsigned i = 0; i < graph->start_count; i++)
        if (!comb_witness_is_start(graph->on_node[graph->node_mirror[graph->starts[i]]]))
            return false;
    for (unsigned i = 0; i < graph->end_count; i++)
        if (!comb_witness_is_end(graph->on_node[graph->node_mirror[graph->ends[i]]]))
            return false;
    return true;
}

static void choose_one(struct comb_sat_line *model, int *chosen, const uint16_t *nodes, unsigned count, bool lower_half)
{
    int literals[COMB_WITNESS_MAX_NODES];
    unsigned possible = 0;
    for (unsigned node = 0; node < model->graph->nodes; node++)
        chosen[node] = -model->truth;
    for (unsigned i = 0; i < count; i++) {
        unsigned node = nodes[i];
        if (!node_allowed(model, node) || (lower_half && model->graph->node_mirror[node] < node))
            continue;
        chosen[node] = literals[possible++] = comb_sat_line_variable(model);
        comb_sat_line_add(model, -chosen[node], model->on[node]);
    }
    assert(possible <= count);
    comb_sat_line_count(model, model->truth, literals, possible, 1, 1);
}

/* Lists the edges that the line can use at a node. */
static unsigned edges_at(const struct comb_sat_line *model, int literals[4], unsigned node)
{
    unsigned count = 0;
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = model->graph->node_edge[node][side];
        if (edge != COMB_WITNESS_NOWHERE && model->line[edge] != -model->truth)
            literals[count++] = model->line[edge];
    }
    return count;
}

static void join_edges(struct comb_sat_line *model, unsigned node)
{
    int edges[4], clause[6];
    unsigned count = edges_at(model, edges, node);
    int tip = model->starts[node] != -model->truth ? model->starts[node] : model->ends[node];
    assert(model->starts[node] == -model->truth || model->ends[node] == -model->truth); /* not both */
    comb_sat_line_count(model, model->truth, edges, count, 0, 2);
    comb_sat_line_count(model, tip, edges, count, 1, 1);
    clause[0] = -model->on[node];
    for (unsigned i = 0; i < count; i++)
        clause[i + 1] = edges[i];
    comb_sat_line_clause(model, clause, count + 1);
    for (unsigned i = 0; i < count; i++) {
        comb_sat_line_add(model, -edges[i], model->on[node]);
        unsigned length = 0;
        for (unsigned j = 0; j < count; j++)
            clause[length++] = j == i ? -edges[i] : edges[j];
        clause[length++] = tip;
        comb_sat_line_clause(model, clause, length);
    }
}

void comb_sat_line_path(struct comb_sat_line *model)
{
    const struct comb_witness_graph *graph = model->graph;
    bool lower_half = interchangeable(model);
    make_edges(model);
    for (unsigned node = 0; node < graph->nodes; node++)
        model->on[node] = node_allowed(model, node) ? comb_sat_line_variable(model) : -model->truth;
    choose_one(model, model->starts, graph->starts, graph->start_count, lower_half);
    choose_one(model, model->ends, graph->ends, graph->end_count, false);
    for (unsigned node = 0; node < graph->nodes; node++) {
        join_edges(model, node);
        if (model->symmetric && graph->node_mirror[node] > node)
            comb_sat_line_add(model, -model->on[node], -model->on[graph->node_mirror[node]]);
    }
}
