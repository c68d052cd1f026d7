/* Cells, groups and labels: which cells belong together.
 *
 * Cells that no line can ever separate (a gap, a closed edge) form one group from the start:
 *
 *     +---+- -+---+          a  a  b         a label has one variable per group, and for every edge between two groups
 *     | a   a | b |          c  b  b         two clauses: unless the edge is used, both sides have the same label
 *     +---+- -+   +
 *     | c | b   b |
 *     +---+---+---+
 *
 * So a label is a union of regions. No clause limits it to the regions of its sources: cells elsewhere may be
 * labelled too. A single group that is cut off on all sides is excluded here, larger ones when they do harm
 * (refine.c). */
#include "games/witness/sat/model.h"

#include <assert.h>
#include <string.h>

static void gather_group(struct comb_sat_line *model, unsigned first)
{
    const struct comb_witness_graph *graph = model->graph;
    uint16_t stack[COMB_WITNESS_MAX_CELLS];
    unsigned depth = 0;
    stack[depth++] = (uint16_t)first;
    model->group[first] = (uint16_t)model->groups;
    while (depth > 0) {
        unsigned cell = stack[--depth];
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->cell_next[cell][side];
            if (next == COMB_WITNESS_NOWHERE || !model->inside[next] || model->group[next] != COMB_WITNESS_NOWHERE ||
                comb_sat_line_usable(model, graph->cell_edge[cell][side]))
                continue;
            model->group[next] = (uint16_t)model->groups;
            stack[depth++] = (uint16_t)next;
        }
    }
    assert(model->groups < graph->cells);
    model->groups++;
}

void comb_sat_line_cells(struct comb_sat_line *model)
{
    const struct comb_witness_graph *graph = model->graph;
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        model->inside[cell] = comb_bit_test(model->surface->cells.words, cell);
        model->group[cell] = COMB_WITNESS_NOWHERE;
    }
    for (unsigned cell = 0; cell < graph->cells; cell++)
        if (model->inside[cell] && model->group[cell] == COMB_WITNESS_NOWHERE)
            gather_group(model, cell);
    for (unsigned joint = 0; joint < model->surface->joint_count; joint++) {
        unsigned node = model->surface->joints[joint].node;
        int image = model->symmetric ? model->on[graph->node_mirror[node]] : -model->truth;
        model->visited[joint] = -comb_sat_line_both(model, -model->on[node], -image);
    }
}

int comb_sat_line_at(const struct comb_sat_line *model, int label, unsigned cell)
{
    assert(label >= 0 && (size_t)label < model->labels.count && model->group[cell] < model->groups);
    return -(model->labels.items[label].first + (int)model->group[cell]);
}

/* A joint has the label of the cells and joints beside it, unless the line passes it. */
static void spread_over_joints(struct comb_sat_line *model, int label)
{
    int first = model->labels.items[label].first + (int)model->groups;
    for (unsigned i = 0; i < model->surface->joint_count; i++) {
        const struct comb_witness_joint *joint = &model->surface->joints[i];
        int here = -(first + (int)i);
        for (unsigned k = 0; k < joint->cell_count; k++) {
            int there = comb_sat_line_at(model, label, joint->cells[k]);
            comb_sat_line_add(model, model->visited[i], -here, there);
            comb_sat_line_add(model, model->visited[i], here, -there);
        }
        for (unsigned k = 0; k < joint->next_count; k++) {
            int there = -(first + (int)joint->next[k]);
            comb_sat_line_add(model, model->visited[i], model->visited[joint->next[k]], -here, there);
        }
    }
}

static void spread_label(struct comb_sat_line *model, int label)
{
    const struct comb_witness_graph *graph = model->graph;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        unsigned a = graph->edge_cell[edge][0], b = graph->edge_cell[edge][1];
        if (a == COMB_WITNESS_NOWHERE || b == COMB_WITNESS_NOWHERE || !model->inside[a] || !model->inside[b] ||
            model->group[a] == model->group[b])
            continue;
        int at_a = comb_sat_line_at(model, label, a), at_b = comb_sat_line_at(model, label, b);
        comb_sat_line_add(model, model->used[edge], -at_a, at_b);
        comb_sat_line_add(model, model->used[edge], at_a, -at_b);
    }
}

/* Adds the ways out of a cell over joints. */
static unsigned add_joints_at(const struct comb_sat_line *model, int *clause, unsigned cell)
{
    unsigned count = 0;
    for (unsigned i = 0; i < model->surface->joint_count; i++)
        for (unsigned k = 0; k < model->surface->joints[i].cell_count; k++)
            if (model->surface->joints[i].cells[k] == cell)
                clause[count++] = -model->visited[i];
    return count;
}

/* A labelled cell that is a group of its own and not a source has an open way to a neighbour. */
static void connect_single_cells(struct comb_sat_line *model, int label, unsigned source)
{
    const struct comb_witness_graph *graph = model->graph;
    uint16_t sizes[COMB_WITNESS_MAX_CELLS] = {0};
    for (unsigned cell = 0; cell < graph->cells; cell++)
        if (model->inside[cell])
            sizes[model->group[cell]]++;
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        if (!model->inside[cell] || cell == source || sizes[model->group[cell]] > 1)
            continue;
        int clause[9] = {-comb_sat_line_at(model, label, cell)};
        unsigned count = 1;
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->cell_next[cell][side];
            if (next != COMB_WITNESS_NOWHERE && model->inside[next])
                clause[count++] = -model->used[graph->cell_edge[cell][side]];
        }
        count += add_joints_at(model, clause + count, cell);
        comb_sat_line_clause(model, clause, count);
    }
}

int comb_sat_line_label(struct comb_sat_line *model, unsigned source)
{
    struct comb_sat_label label = {.first =
                                       comb_sat_variables(model->sat, model->groups + model->surface->joint_count)};
    if (source != COMB_WITNESS_NOWHERE) {
        label.has_sources = true;
        comb_bit_set(label.sources.words, source);
    }
    if (label.first == 0 || !comb_vec_push(&model->labels, label)) {
        model->failed = true;
        return -1;
    }
    int index = (int)model->labels.count - 1;
    spread_label(model, index);
    spread_over_joints(model, index);
    if (source != COMB_WITNESS_NOWHERE) {
        comb_sat_line_add(model, comb_sat_line_at(model, index, source));
        connect_single_cells(model, index, source);
    }
    return index;
}
