/* Checks a model of the clauses: is it a line, are its regions right? If not, adds a general clause that excludes
 * the error:
 *
 *     loop     a set of nodes that the path of the model never visits, but that a loop does. A node of the set that is
 *              visited needs an edge out of the set, unless the line starts inside.
 *     label    cells labelled as region of a symbol elsewhere, behind used edges. While all these edges are used, no
 *              cell inside has the label.
 *     verdict  a region that the region checker rejects. It stays wrong while its border is used, its inside is
 *              connected by unused edges, and everything else that the verdict depended on is unchanged.
 *
 * Each clause holds for all lines, not just for the current one. */
#include "games/witness/sat/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct state {
    struct comb_sat_line *model;
    struct comb_witness_edges used;
    struct comb_witness_edges own; /* of the line itself */
    unsigned start;
    bool visited[COMB_WITNESS_MAX_NODES];
    uint16_t region[COMB_WITNESS_MAX_CELLS];
    unsigned regions;
    uint16_t tree[COMB_WITNESS_MAX_CELLS]; /* edge over which the cell was reached, or COMB_WITNESS_NOWHERE */
    bool open[COMB_WITNESS_MAX_NODES];     /* by joint: no line passes it */
    uint16_t joint_region[COMB_WITNESS_MAX_NODES];
};

static bool holds(struct comb_sat_line *model, int literal)
{
    if (literal == model->truth || literal == -model->truth)
        return literal == model->truth;
    return comb_sat_value(model->sat, literal);
}

/* ---- the line ---- */

static unsigned start_of(struct state *state)
{
    const struct comb_witness_graph *graph = state->model->graph;
    for (unsigned i = 0; i < graph->start_count; i++)
        if (holds(state->model, state->model->starts[graph->starts[i]]))
            return graph->starts[i];
    return COMB_WITNESS_NOWHERE;
}

/* Follows the line's own edges from an unvisited node. */
static void follow_line(struct state *state, struct comb_witness_line *line, unsigned node)
{
    const struct comb_witness_graph *graph = state->model->graph;
    line->count = 0;
    for (bool going = true; going;) {
        assert(line->count < graph->nodes && !state->visited[node]);
        line->nodes[line->count++] = (uint16_t)node;
        state->visited[node] = true;
        going = false;
        for (unsigned side = 0; side < 4 && !going; side++) {
            unsigned edge = graph->node_edge[node][side];
            if (edge == COMB_WITNESS_NOWHERE || !comb_bit_test(state->own.words, edge) ||
                state->visited[graph->node_next[node][side]])
                continue;
            node = graph->node_next[node][side];
            going = true;
        }
    }
}

static void forbid_loop(struct state *state, const struct comb_witness_line *loop)
{
    struct comb_sat_line *model = state->model;
    const struct comb_witness_graph *graph = model->graph;
    bool member[COMB_WITNESS_MAX_NODES] = {false};
    int clause[COMB_WITNESS_MAX_EDGES + COMB_WITNESS_MAX_NODES + 1];
    unsigned count = 0;
    int leaves = comb_sat_line_variable(model);
    assert(loop->count >= 3); /* the shortest loop goes around one cell, or around a pillar */
    clause[count++] = -leaves;
    for (unsigned i = 0; i < loop->count; i++) {
        member[loop->nodes[i]] = true;
        clause[count++] = model->starts[loop->nodes[i]];
        comb_sat_line_add(model, -model->on[loop->nodes[i]], leaves);
    }
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (member[graph->edge_node[edge][0]] != member[graph->edge_node[edge][1]])
            clause[count++] = model->line[edge];
    comb_sat_line_clause(model, clause, count);
}

static bool has_loops(struct state *state)
{
    const struct comb_witness_graph *graph = state->model->graph;
    bool found = false;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        struct comb_witness_line loop;
        if (!comb_bit_test(state->own.words, edge) || state->visited[graph->edge_node[edge][0]])
            continue;
        follow_line(state, &loop, graph->edge_node[edge][0]);
        forbid_loop(state, &loop);
        found = true;
    }
    return found;
}

/* ---- regions ---- */

static void flood_cells(struct state *state, unsigned first)
{
    const struct comb_witness_graph *graph = state->model->graph;
    uint16_t stack[COMB_WITNESS_MAX_CELLS];
    unsigned depth = 0;
    stack[depth++] = (uint16_t)first;
    state->region[first] = (uint16_t)state->regions;
    state->tree[first] = COMB_WITNESS_NOWHERE;
    while (depth > 0) {
        unsigned cell = stack[--depth];
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->cell_next[cell][side], edge = graph->cell_edge[cell][side];
            if (next == COMB_WITNESS_NOWHERE || !state->model->inside[next] ||
                state->region[next] != COMB_WITNESS_NOWHERE || comb_bit_test(state->used.words, edge))
                continue;
            state->region[next] = (uint16_t)state->regions;
            state->tree[next] = (uint16_t)edge;
            stack[depth++] = (uint16_t)next;
        }
    }
}

/* Returns whether the joint is beside the region found so far. */
static bool joins(const struct state *state, const struct comb_witness_joint *joint)
{
    for (unsigned i = 0; i < joint->cell_count; i++)
        if (state->region[joint->cells[i]] == state->regions)
            return true;
    for (unsigned i = 0; i < joint->next_count; i++)
        if (state->joint_region[joint->next[i]] == state->regions)
            return true;
    return false;
}

static bool flood_joint(struct state *state, unsigned index)
{
    const struct comb_witness_joint *joint = &state->model->surface->joints[index];
    if (!state->open[index] || state->joint_region[index] != COMB_WITNESS_NOWHERE || !joins(state, joint))
        return false;
    state->joint_region[index] = (uint16_t)state->regions;
    for (unsigned i = 0; i < joint->cell_count; i++)
        if (state->region[joint->cells[i]] == COMB_WITNESS_NOWHERE)
            flood_cells(state, joint->cells[i]);
    return true;
}

static void flood_region(struct state *state, unsigned first)
{
    flood_cells(state, first);
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < state->model->surface->joint_count; i++)
            more |= flood_joint(state, i);
    }
    state->regions++;
    assert(state->regions <= state->model->graph->cells);
}

static void find_regions(struct state *state)
{
    comb_witness_surface_open(state->open, state->model->surface, &state->used, &(struct comb_witness_tips){0});
    for (unsigned joint = 0; joint < state->model->surface->joint_count; joint++)
        state->joint_region[joint] = COMB_WITNESS_NOWHERE;
    for (unsigned cell = 0; cell < state->model->graph->cells; cell++)
        state->region[cell] = COMB_WITNESS_NOWHERE;
    for (unsigned cell = 0; cell < state->model->graph->cells; cell++)
        if (state->model->inside[cell] && state->region[cell] == COMB_WITNESS_NOWHERE)
            flood_region(state, cell);
}

static void cells_of(struct comb_witness_cells *cells, const struct state *state, unsigned region)
{
    *cells = (struct comb_witness_cells){0};
    for (unsigned cell = 0; cell < state->model->graph->cells; cell++)
        if (state->region[cell] == region)
            comb_bit_set(cells->words, cell);
}

/* Returns whether an edge is between the region and cells of other regions. */
static bool on_border(const struct state *state, unsigned edge, unsigned region)
{
    unsigned a = state->model->graph->edge_cell[edge][0], b = state->model->graph->edge_cell[edge][1];
    if (a == COMB_WITNESS_NOWHERE || b == COMB_WITNESS_NOWHERE || state->region[a] == COMB_WITNESS_NOWHERE ||
        state->region[b] == COMB_WITNESS_NOWHERE)
        return false;
    return (state->region[a] == region) != (state->region[b] == region);
}

/* Lists joints beside a region that the line passes, so that they join nothing: as literals, all of which hold. */
static unsigned passed_joints(int *literals, const struct state *state, unsigned region)
{
    const struct comb_witness_surface *surface = state->model->surface;
    unsigned count = 0;
    for (unsigned i = 0; i < surface->joint_count; i++) {
        const struct comb_witness_joint *joint = &surface->joints[i];
        bool beside = false;
        for (unsigned k = 0; k < joint->cell_count; k++)
            beside |= state->region[joint->cells[k]] == region;
        for (unsigned k = 0; k < joint->next_count; k++)
            beside |= state->joint_region[joint->next[k]] == region;
        if (beside && !state->open[i])
            literals[count++] = state->model->visited[i];
    }
    return count;
}

/* ---- labels beyond their regions ---- */

static bool intersects(const struct comb_witness_cells *a, const struct comb_witness_cells *b)
{
    for (size_t i = 0; i < sizeof a->words / sizeof *a->words; i++)
        if (a->words[i] & b->words[i])
            return true;
    return false;
}

/* Returns a literal that holds if all edges around the region are used and the joints beside it passed. */
static int closed_off(struct state *state, unsigned region)
{
    int clause[COMB_WITNESS_MAX_EDGES + COMB_WITNESS_MAX_NODES + 1], passed[COMB_WITNESS_MAX_NODES];
    unsigned count = 0, joints = passed_joints(passed, state, region);
    int closed = comb_sat_line_variable(state->model);
    clause[count++] = closed;
    for (unsigned edge = 0; edge < state->model->graph->edges; edge++)
        if (on_border(state, edge, region))
            clause[count++] = -state->model->used[edge];
    for (unsigned i = 0; i < joints; i++)
        clause[count++] = -passed[i];
    comb_sat_line_clause(state->model, clause, count);
    return closed;
}

/* Excludes labels that hold in a region without any of their sources. */
static void cut_labels(struct state *state, unsigned region)
{
    struct comb_sat_line *model = state->model;
    struct comb_witness_cells cells;
    int closed = 0;
    cells_of(&cells, state, region);
    unsigned first = (unsigned)comb_bit_next(cells.words, COMB_WITNESS_MAX_CELLS, 0);
    assert(first < model->graph->cells); /* no region is empty */
    for (size_t i = 0; i < model->labels.count; i++) {
        const struct comb_sat_label *label = &model->labels.items[i];
        if (!label->has_sources || intersects(&label->sources, &cells) ||
            !comb_bit_test(label->members.words, model->group[first]))
            continue;
        closed = closed ? closed : closed_off(state, region);
        for (unsigned cell = 0; cell < model->graph->cells; cell++)
            if (comb_bit_test(cells.words, cell))
                comb_sat_line_add(model, -closed, -comb_sat_line_at(model, (int)i, cell));
    }
}

/* ---- wrong regions ---- */

struct nogood {
    int literals[2 * COMB_WITNESS_MAX_EDGES + COMB_WITNESS_MAX_PLACES + 2 * COMB_WITNESS_MAX_NODES];
    size_t count;
};

/* Adds the shape of the region: its border used, its cells joined. */
static void add_shape(struct nogood *nogood, const struct state *state, unsigned region)
{
    const struct comb_sat_line *model = state->model;
    for (unsigned edge = 0; edge < model->graph->edges; edge++)
        if (on_border(state, edge, region))
            nogood->literals[nogood->count++] = -model->used[edge];
    for (unsigned cell = 0; cell < model->graph->cells; cell++)
        if (state->region[cell] == region && state->tree[cell] != COMB_WITNESS_NOWHERE)
            nogood->literals[nogood->count++] = model->used[state->tree[cell]];
    int passed[COMB_WITNESS_MAX_NODES];
    for (unsigned i = passed_joints(passed, state, region); i-- > 0;)
        nogood->literals[nogood->count++] = -passed[i];
    for (unsigned i = 0; i < model->surface->joint_count; i++)
        if (state->joint_region[i] == region)
            nogood->literals[nogood->count++] = model->visited[i];
}

static bool touches(const struct state *state, const struct comb_sat_symbol *symbol, unsigned region)
{
    for (unsigned i = 0; i < symbol->cell_count; i++)
        if (state->region[symbol->cells[i]] == region)
            return true;
    return false;
}

/* Adds which dots and triangles of the region are right. Without elimination marks, and if none of them is wrong,
 * the verdict did not depend on them. */
static void add_states(struct nogood *nogood, const struct state *state, unsigned region)
{
    const struct comb_sat_line *model = state->model;
    bool matters = false;
    size_t before = nogood->count;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        if (!touches(state, symbol, region))
            continue;
        matters |= symbol->thing->kind == COMB_WITNESS_ELIMINATION || !symbol->was_right;
        nogood->literals[nogood->count++] = symbol->was_right ? -symbol->right : symbol->right;
    }
    if (!matters)
        nogood->count = before;
}

/* Adds the edges inside the region: a piece may not straddle a used one. */
static void add_inside(struct nogood *nogood, const struct state *state, unsigned region)
{
    const struct comb_sat_line *model = state->model;
    for (unsigned edge = 0; edge < model->graph->edges; edge++) {
        unsigned a = model->graph->edge_cell[edge][0], b = model->graph->edge_cell[edge][1];
        if (a == COMB_WITNESS_NOWHERE || b == COMB_WITNESS_NOWHERE || state->region[a] != region ||
            state->region[b] != region)
            continue;
        bool used = comb_bit_test(state->used.words, edge);
        nogood->literals[nogood->count++] = used ? -model->used[edge] : model->used[edge];
    }
}

static bool has_piece(const struct state *state, unsigned region)
{
    for (size_t i = 0; i < state->model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &state->model->symbols.items[i];
        if (symbol->thing->kind == COMB_WITNESS_POLYOMINO && touches(state, symbol, region))
            return true;
    }
    return false;
}

static void forbid_region(struct state *state, unsigned region)
{
    struct nogood nogood = {.count = 0};
    add_shape(&nogood, state, region);
    add_states(&nogood, state, region);
    if (state->model->task->rules.set == COMB_WITNESS_GAME && has_piece(state, region))
        add_inside(&nogood, state, region);
    assert(nogood.count <= sizeof nogood.literals / sizeof *nogood.literals);
    comb_sat_line_clause(state->model, nogood.literals, nogood.count);
}

static int check_regions(struct state *state, bool *wrong)
{
    for (unsigned region = 0; region < state->regions; region++) {
        struct comb_witness_cells cells;
        cells_of(&cells, state, region);
        int verdict = comb_witness_check_region(state->model->checker, &cells, &state->used);
        if (verdict == COMB_NO) {
            *wrong = true;
            forbid_region(state, region);
        } else if (verdict != COMB_OK) {
            return verdict;
        }
    }
    return COMB_OK;
}

/* ---- a dot that several regions touch ---- */

/* Possible if cells are absent: an uncovered dot then belongs to no region. */
static bool split_dots(struct state *state)
{
    struct comb_sat_line *model = state->model;
    bool found = false;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        bool split = false;
        for (unsigned k = 1; k < symbol->cell_count; k++)
            split |= state->region[symbol->cells[k]] != state->region[symbol->cells[0]];
        if (!split || symbol->was_right)
            continue;
        int closed = closed_off(state, state->region[symbol->cells[0]]);
        comb_sat_line_add(model, -closed, symbol->right);
        found = true;
    }
    return found;
}

/* ---- entry point ---- */

/* Values can be read only until the next clause is added. */
static void read_model(struct state *state)
{
    struct comb_sat_line *model = state->model;
    for (unsigned edge = 0; edge < model->graph->edges; edge++) {
        if (holds(model, model->line[edge]))
            comb_bit_set(state->own.words, edge);
        if (holds(model, model->used[edge]))
            comb_bit_set(state->used.words, edge);
    }
    for (size_t i = 0; i < model->labels.count; i++) {
        struct comb_sat_label *label = &model->labels.items[i];
        label->members = (struct comb_witness_cells){0};
        for (unsigned group = 0; label->has_sources && group < model->groups; group++)
            if (!holds(model, label->first + (int)group))
                comb_bit_set(label->members.words, group);
    }
    for (size_t i = 0; i < model->symbols.count; i++)
        model->symbols.items[i].was_right = holds(model, model->symbols.items[i].right);
    state->start = start_of(state);
}

int comb_sat_line_refine(struct comb_sat_line *model, struct comb_witness_line *line)
{
    struct state state = {.model = model};
    bool wrong = false;
    read_model(&state);
    find_regions(&state);
    assert(state.start != COMB_WITNESS_NOWHERE);
    follow_line(&state, line, state.start);
    wrong = has_loops(&state);
    wrong |= split_dots(&state);
    int code = check_regions(&state, &wrong);
    if (code != COMB_OK)
        return code;
    if (!wrong)
        return COMB_OK;
    for (unsigned region = 0; region < state.regions; region++)
        cut_labels(&state, region);
    return COMB_NO;
}
