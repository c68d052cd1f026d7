#include "games/witness/rules/surface.h"

#include "base/bitset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool absent_edge(const struct comb_witness_graph *graph, unsigned edge)
{
    return graph->on_edge[edge]->kind == COMB_WITNESS_ABSENT;
}

/* Marks cells that can be reached from off the panel over absent edges. */
static void mark_outside(struct comb_witness_cells *outside, const struct comb_witness_graph *graph)
{
    uint16_t queue[COMB_WITNESS_MAX_CELLS];
    unsigned count = 0;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        for (unsigned side = 0; side < 4; side++)
            if (graph->cell_next[cell][side] == COMB_WITNESS_NOWHERE && !comb_bit_test(outside->words, cell) &&
                absent_edge(graph, graph->cell_edge[cell][side])) {
                comb_bit_set(outside->words, cell);
                queue[count++] = (uint16_t)cell;
            }
    for (unsigned i = 0; i < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            uint16_t next = graph->cell_next[queue[i]][side];
            if (next == COMB_WITNESS_NOWHERE || comb_bit_test(outside->words, next) ||
                !absent_edge(graph, graph->cell_edge[queue[i]][side]))
                continue;
            comb_bit_set(outside->words, next);
            queue[count++] = next;
        }
}

static bool is_in(const struct comb_witness_cells *cells, uint16_t cell)
{
    return cell != COMB_WITNESS_NOWHERE && comb_bit_test(cells->words, cell);
}

/* Returns whether the outside removes the edge. */
static bool edge_gone(const struct comb_witness_graph *graph, const struct comb_witness_cells *outside, unsigned edge)
{
    return absent_edge(graph, edge) &&
           (is_in(outside, graph->edge_cell[edge][0]) || is_in(outside, graph->edge_cell[edge][1]));
}

static bool node_gone(const struct comb_witness_graph *graph, const struct comb_witness_cells *outside, unsigned node)
{
    if (comb_witness_has_dot(graph->on_node[node]))
        return false;
    for (unsigned side = 0; side < 4; side++)
        if (graph->node_edge[node][side] != COMB_WITNESS_NOWHERE &&
            edge_gone(graph, outside, graph->node_edge[node][side]))
            return true;
    return false;
}

/* Returns whether an edge of the surface touches no cell of a region. */
static bool is_bare(const struct comb_witness_surface *surface, const struct comb_witness_cells *outside, unsigned edge)
{
    const uint16_t *cells = surface->graph->edge_cell[edge];
    return !is_in(&surface->cells, cells[0]) && !is_in(&surface->cells, cells[1]) &&
           !edge_gone(surface->graph, outside, edge);
}

static void add_joint(struct comb_witness_surface *surface, const struct comb_witness_cells *outside, unsigned node)
{
    const struct comb_witness_graph *graph = surface->graph;
    struct comb_witness_joint joint = {.node = (uint16_t)node};
    bool bare = false;
    for (unsigned i = 0; i < 4; i++) {
        unsigned edge = graph->node_edge[node][i];
        bare |= edge != COMB_WITNESS_NOWHERE && is_bare(surface, outside, edge);
        if (is_in(&surface->cells, graph->node_cell[node][i]))
            joint.cells[joint.cell_count++] = graph->node_cell[node][i];
    }
    const uint16_t *corners = graph->node_cell[node];
    bool diagonal = joint.cell_count == 2 && is_in(&surface->cells, corners[0]) == is_in(&surface->cells, corners[3]);
    if (!bare && !diagonal)
        return;
    surface->joint_at[node] = (uint16_t)surface->joint_count;
    surface->joints[surface->joint_count++] = joint;
}

static void connect(struct comb_witness_surface *surface, const struct comb_witness_cells *outside)
{
    const struct comb_witness_graph *graph = surface->graph;
    for (unsigned i = 0; i < surface->joint_count; i++) {
        struct comb_witness_joint *joint = &surface->joints[i];
        joint->net = (uint16_t)i;
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->node_edge[joint->node][side], next = graph->node_next[joint->node][side];
            if (edge != COMB_WITNESS_NOWHERE && surface->joint_at[next] != COMB_WITNESS_NOWHERE &&
                is_bare(surface, outside, edge))
                joint->next[joint->next_count++] = surface->joint_at[next];
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < surface->joint_count; i++)
            for (unsigned k = 0; k < surface->joints[i].next_count; k++) {
                uint16_t other = surface->joints[surface->joints[i].next[k]].net;
                changed |= other < surface->joints[i].net;
                surface->joints[i].net = other < surface->joints[i].net ? other : surface->joints[i].net;
            }
    }
}

int comb_witness_surface_init(struct comb_witness_surface *surface, const struct comb_witness_graph *graph,
                              const struct comb_witness_rules *rules, struct comb_error *err)
{
    struct comb_witness_cells outside = {0};
    *surface = (struct comb_witness_surface){.graph = graph};
    if (rules->set == COMB_WITNESS_GAME)
        mark_outside(&outside, graph);
    for (unsigned cell = 0; cell < graph->cells; cell++)
        if (graph->on_cell[cell]->kind != COMB_WITNESS_ABSENT && !comb_bit_test(outside.words, cell))
            comb_bit_set(surface->cells.words, cell);
    memset(surface->joint_at, 0xff, sizeof surface->joint_at);
    if (!rules->tracks_join)
        return COMB_OK;
    surface->joints = calloc(graph->nodes, sizeof *surface->joints);
    if (!surface->joints)
        return comb_fail_memory(err);
    for (unsigned node = 0; node < graph->nodes; node++)
        if (!node_gone(graph, &outside, node))
            add_joint(surface, &outside, node);
    connect(surface, &outside);
    return COMB_OK;
}

void comb_witness_surface_free(struct comb_witness_surface *surface)
{
    free(surface->joints);
    surface->joints = NULL;
}

static bool touches(const struct comb_witness_joint *joint, const bool *reached, const struct comb_witness_cells *cells)
{
    for (unsigned i = 0; i < joint->cell_count; i++)
        if (comb_bit_test(cells->words, joint->cells[i]))
            return true;
    for (unsigned i = 0; i < joint->next_count; i++)
        if (reached[joint->next[i]])
            return true;
    return false;
}

bool comb_witness_surface_grow(const struct comb_witness_surface *surface, const bool *open, bool *reached,
                               struct comb_witness_cells *cells, const struct comb_witness_cells *inside)
{
    bool added = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < surface->joint_count; i++) {
            const struct comb_witness_joint *joint = &surface->joints[i];
            if (!open[i] || (!reached[i] && !touches(joint, reached, cells)))
                continue;
            changed |= !reached[i];
            reached[i] = true;
            for (unsigned k = 0; k < joint->cell_count; k++) {
                if (!comb_bit_test(inside->words, joint->cells[k]) || comb_bit_test(cells->words, joint->cells[k]))
                    continue;
                comb_bit_set(cells->words, joint->cells[k]);
                added = changed = true;
            }
        }
    }
    return added;
}

void comb_witness_surface_open(bool *open, const struct comb_witness_surface *surface,
                               const struct comb_witness_edges *used, const struct comb_witness_tips *tips)
{
    assert(tips->count <= 4);
    for (unsigned i = 0; i < surface->joint_count; i++)
        open[i] = !comb_witness_on_line(surface->graph, used, tips, surface->joints[i].node);
}

unsigned comb_witness_surface_joints_of(unsigned joints[2], const struct comb_witness_surface *surface, unsigned place,
                                        bool on_edge)
{
    const struct comb_witness_graph *graph = surface->graph;
    unsigned count = 0;
    for (unsigned i = 0; i < (on_edge ? 2u : 1u); i++) {
        unsigned node = on_edge ? graph->edge_node[place][i] : place;
        if (surface->joint_at[node] != COMB_WITNESS_NOWHERE)
            joints[count++] = surface->joint_at[node];
    }
    return count;
}
