/* Looking at a model of the clauses: is it a line, are its regions right, and if not, what clause says so in general?
 *
 *     ring     a set of nodes that the path of the model never visits, but that a ring does. A node of the set that is
 *              visited needs an edge out of the set, unless the line starts inside.
 *     label    cells labelled as region of a symbol that lies elsewhere, behind used edges. While all these edges are
 *              used, no cell in there has the label.
 *     verdict  a region that the judge calls wrong. It stays wrong while its border is used, its inside is connected
 *              by unused edges, and what the verdict depended on besides is as it was.
 *
 * Each is true of all lines, not of the one at hand only. */
#include "games/witness/sat_line_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct look {
    struct comb_sat_line *model;
    struct comb_witness_edges used;
    struct comb_witness_edges own; /* of the line itself */
    unsigned start;
    bool visited[COMB_WITNESS_MOST_NODES];
    uint16_t region[COMB_WITNESS_MOST_CELLS];
    unsigned regions;
    uint16_t tree[COMB_WITNESS_MOST_CELLS]; /* edge over which the cell was reached, or COMB_WITNESS_NOWHERE */
    bool open[COMB_WITNESS_MOST_NODES];     /* by joint: no line passes it */
    uint16_t joint_region[COMB_WITNESS_MOST_NODES];
};

static bool holds(struct comb_sat_line *model, int literal)
{
    if (literal == model->truth || literal == -model->truth)
        return literal == model->truth;
    return comb_sat_value(model->sat, literal);
}

/* ---- the line ---- */

static unsigned start_of(struct look *look)
{
    const struct comb_witness_graph *graph = look->model->graph;
    for (unsigned i = 0; i < graph->start_count; i++)
        if (holds(look->model, look->model->starts[graph->starts[i]]))
            return graph->starts[i];
    return COMB_WITNESS_NOWHERE;
}

/* Follows the own edges from a node that was not visited yet. */
static void walk(struct look *look, struct comb_witness_line *line, unsigned node)
{
    const struct comb_witness_graph *graph = look->model->graph;
    line->count = 0;
    for (bool going = true; going;) {
        assert(line->count < graph->nodes && !look->visited[node]);
        line->nodes[line->count++] = (uint16_t)node;
        look->visited[node] = true;
        going = false;
        for (unsigned side = 0; side < 4 && !going; side++) {
            unsigned edge = graph->node_edge[node][side];
            if (edge == COMB_WITNESS_NOWHERE || !comb_bit_test(look->own.words, edge) ||
                look->visited[graph->node_next[node][side]])
                continue;
            node = graph->node_next[node][side];
            going = true;
        }
    }
}

static void forbid_ring(struct look *look, const struct comb_witness_line *ring)
{
    struct comb_sat_line *model = look->model;
    const struct comb_witness_graph *graph = model->graph;
    bool member[COMB_WITNESS_MOST_NODES] = {false};
    int clause[COMB_WITNESS_MOST_EDGES + COMB_WITNESS_MOST_NODES + 1];
    unsigned count = 0;
    int leaves = comb_sat_line_variable(model);
    assert(ring->count >= 4); /* the shortest way round goes round a cell */
    clause[count++] = -leaves;
    for (unsigned i = 0; i < ring->count; i++) {
        member[ring->nodes[i]] = true;
        clause[count++] = model->starts[ring->nodes[i]];
        comb_sat_line_say(model, -model->on[ring->nodes[i]], leaves);
    }
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (member[graph->edge_node[edge][0]] != member[graph->edge_node[edge][1]])
            clause[count++] = model->line[edge];
    comb_sat_line_clause(model, clause, count);
}

static bool has_rings(struct look *look)
{
    const struct comb_witness_graph *graph = look->model->graph;
    bool found = false;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        struct comb_witness_line ring;
        if (!comb_bit_test(look->own.words, edge) || look->visited[graph->edge_node[edge][0]])
            continue;
        walk(look, &ring, graph->edge_node[edge][0]);
        forbid_ring(look, &ring);
        found = true;
    }
    return found;
}

/* ---- regions ---- */

static void flood_cells(struct look *look, unsigned first)
{
    const struct comb_witness_graph *graph = look->model->graph;
    uint16_t stack[COMB_WITNESS_MOST_CELLS];
    unsigned depth = 0;
    stack[depth++] = (uint16_t)first;
    look->region[first] = (uint16_t)look->regions;
    look->tree[first] = COMB_WITNESS_NOWHERE;
    while (depth > 0) {
        unsigned cell = stack[--depth];
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->cell_next[cell][side], edge = graph->cell_edge[cell][side];
            if (next == COMB_WITNESS_NOWHERE || !look->model->inside[next] ||
                look->region[next] != COMB_WITNESS_NOWHERE || comb_bit_test(look->used.words, edge))
                continue;
            look->region[next] = (uint16_t)look->regions;
            look->tree[next] = (uint16_t)edge;
            stack[depth++] = (uint16_t)next;
        }
    }
}

/* Whether the joint lies beside what the region has so far. */
static bool joins(const struct look *look, const struct comb_witness_joint *joint)
{
    for (unsigned i = 0; i < joint->cell_count; i++)
        if (look->region[joint->cells[i]] == look->regions)
            return true;
    for (unsigned i = 0; i < joint->next_count; i++)
        if (look->joint_region[joint->next[i]] == look->regions)
            return true;
    return false;
}

static bool flood_joint(struct look *look, unsigned index)
{
    const struct comb_witness_joint *joint = &look->model->surface->joints[index];
    if (!look->open[index] || look->joint_region[index] != COMB_WITNESS_NOWHERE || !joins(look, joint))
        return false;
    look->joint_region[index] = (uint16_t)look->regions;
    for (unsigned i = 0; i < joint->cell_count; i++)
        if (look->region[joint->cells[i]] == COMB_WITNESS_NOWHERE)
            flood_cells(look, joint->cells[i]);
    return true;
}

static void flood(struct look *look, unsigned first)
{
    flood_cells(look, first);
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < look->model->surface->joint_count; i++)
            more |= flood_joint(look, i);
    }
    look->regions++;
    assert(look->regions <= look->model->graph->cells);
}

static void find_regions(struct look *look)
{
    comb_witness_surface_open(look->open, look->model->surface, &look->used);
    for (unsigned joint = 0; joint < look->model->surface->joint_count; joint++)
        look->joint_region[joint] = COMB_WITNESS_NOWHERE;
    for (unsigned cell = 0; cell < look->model->graph->cells; cell++)
        look->region[cell] = COMB_WITNESS_NOWHERE;
    for (unsigned cell = 0; cell < look->model->graph->cells; cell++)
        if (look->model->inside[cell] && look->region[cell] == COMB_WITNESS_NOWHERE)
            flood(look, cell);
}

static void cells_of(struct comb_witness_cells *cells, const struct look *look, unsigned region)
{
    *cells = (struct comb_witness_cells){0};
    for (unsigned cell = 0; cell < look->model->graph->cells; cell++)
        if (look->region[cell] == region)
            comb_bit_set(cells->words, cell);
}

/* Whether an edge lies between the region and cells of other regions. */
static bool on_border(const struct look *look, unsigned edge, unsigned region)
{
    unsigned a = look->model->graph->edge_cell[edge][0], b = look->model->graph->edge_cell[edge][1];
    if (a == COMB_WITNESS_NOWHERE || b == COMB_WITNESS_NOWHERE || look->region[a] == COMB_WITNESS_NOWHERE ||
        look->region[b] == COMB_WITNESS_NOWHERE)
        return false;
    return (look->region[a] == region) != (look->region[b] == region);
}

/* Joints beside a region that the line passes, so that they join nothing: as literals, all of which hold. */
static unsigned passed_joints(int *literals, const struct look *look, unsigned region)
{
    const struct comb_witness_surface *surface = look->model->surface;
    unsigned count = 0;
    for (unsigned i = 0; i < surface->joint_count; i++) {
        const struct comb_witness_joint *joint = &surface->joints[i];
        bool beside = false;
        for (unsigned k = 0; k < joint->cell_count; k++)
            beside |= look->region[joint->cells[k]] == region;
        for (unsigned k = 0; k < joint->next_count; k++)
            beside |= look->joint_region[joint->next[k]] == region;
        if (beside && !look->open[i])
            literals[count++] = look->model->visited[i];
    }
    return count;
}

/* ---- labels beyond their regions ---- */

static bool meets(const struct comb_witness_cells *a, const struct comb_witness_cells *b)
{
    for (size_t i = 0; i < sizeof a->words / sizeof *a->words; i++)
        if (a->words[i] & b->words[i])
            return true;
    return false;
}

/* A literal that holds when all edges around the region are used and the joints beside it passed. */
static int closed_off(struct look *look, unsigned region)
{
    int clause[COMB_WITNESS_MOST_EDGES + COMB_WITNESS_MOST_NODES + 1], passed[COMB_WITNESS_MOST_NODES];
    unsigned count = 0, joints = passed_joints(passed, look, region);
    int closed = comb_sat_line_variable(look->model);
    clause[count++] = closed;
    for (unsigned edge = 0; edge < look->model->graph->edges; edge++)
        if (on_border(look, edge, region))
            clause[count++] = -look->model->used[edge];
    for (unsigned i = 0; i < joints; i++)
        clause[count++] = -passed[i];
    comb_sat_line_clause(look->model, clause, count);
    return closed;
}

/* Labels that hold in a region without any of their sources. */
static void cut_labels(struct look *look, unsigned region)
{
    struct comb_sat_line *model = look->model;
    struct comb_witness_cells cells;
    int closed = 0;
    cells_of(&cells, look, region);
    unsigned first = (unsigned)comb_bit_next(cells.words, COMB_WITNESS_MOST_CELLS, 0);
    assert(first < model->graph->cells); /* no region is empty */
    for (size_t i = 0; i < model->labels.count; i++) {
        const struct comb_sat_label *label = &model->labels.items[i];
        if (!label->has_sources || meets(&label->sources, &cells) ||
            !comb_bit_test(label->seen.words, model->group[first]))
            continue;
        closed = closed ? closed : closed_off(look, region);
        for (unsigned cell = 0; cell < model->graph->cells; cell++)
            if (comb_bit_test(cells.words, cell))
                comb_sat_line_say(model, -closed, -comb_sat_line_at(model, (int)i, cell));
    }
}

/* ---- wrong regions ---- */

struct nogood {
    int literals[2 * COMB_WITNESS_MOST_EDGES + COMB_WITNESS_MOST_PLACES + 2 * COMB_WITNESS_MOST_NODES];
    size_t count;
};

/* The shape of the region: its border used, its cells joined. */
static void add_shape(struct nogood *nogood, const struct look *look, unsigned region)
{
    const struct comb_sat_line *model = look->model;
    for (unsigned edge = 0; edge < model->graph->edges; edge++)
        if (on_border(look, edge, region))
            nogood->literals[nogood->count++] = -model->used[edge];
    for (unsigned cell = 0; cell < model->graph->cells; cell++)
        if (look->region[cell] == region && look->tree[cell] != COMB_WITNESS_NOWHERE)
            nogood->literals[nogood->count++] = model->used[look->tree[cell]];
    int passed[COMB_WITNESS_MOST_NODES];
    for (unsigned i = passed_joints(passed, look, region); i-- > 0;)
        nogood->literals[nogood->count++] = -passed[i];
    for (unsigned i = 0; i < model->surface->joint_count; i++)
        if (look->joint_region[i] == region)
            nogood->literals[nogood->count++] = model->visited[i];
}

static bool touches(const struct look *look, const struct comb_sat_symbol *symbol, unsigned region)
{
    for (unsigned i = 0; i < symbol->cell_count; i++)
        if (look->region[symbol->cells[i]] == region)
            return true;
    return false;
}

/* Which dots and triangles of the region are right. Where there is no Y and nothing of the kind is wrong, the verdict
 * did not depend on them. */
static void add_states(struct nogood *nogood, const struct look *look, unsigned region)
{
    const struct comb_sat_line *model = look->model;
    bool matters = false;
    size_t before = nogood->count;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        if (!touches(look, symbol, region))
            continue;
        matters |= symbol->thing->kind == COMB_WITNESS_ELIMINATION || !symbol->was_right;
        nogood->literals[nogood->count++] = symbol->was_right ? -symbol->right : symbol->right;
    }
    if (!matters)
        nogood->count = before;
}

/* Edges inside the region: a piece may not lie across a used one. */
static void add_inside(struct nogood *nogood, const struct look *look, unsigned region)
{
    const struct comb_sat_line *model = look->model;
    for (unsigned edge = 0; edge < model->graph->edges; edge++) {
        unsigned a = model->graph->edge_cell[edge][0], b = model->graph->edge_cell[edge][1];
        if (a == COMB_WITNESS_NOWHERE || b == COMB_WITNESS_NOWHERE || look->region[a] != region ||
            look->region[b] != region)
            continue;
        bool used = comb_bit_test(look->used.words, edge);
        nogood->literals[nogood->count++] = used ? -model->used[edge] : model->used[edge];
    }
}

static bool has_piece(const struct look *look, unsigned region)
{
    for (size_t i = 0; i < look->model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &look->model->symbols.items[i];
        if (symbol->thing->kind == COMB_WITNESS_POLYOMINO && touches(look, symbol, region))
            return true;
    }
    return false;
}

static void forbid_region(struct look *look, unsigned region)
{
    struct nogood nogood = {.count = 0};
    add_shape(&nogood, look, region);
    add_states(&nogood, look, region);
    if (look->model->task->rules.set == COMB_WITNESS_GAME && has_piece(look, region))
        add_inside(&nogood, look, region);
    assert(nogood.count <= sizeof nogood.literals / sizeof *nogood.literals);
    comb_sat_line_clause(look->model, nogood.literals, nogood.count);
}

static int judge_regions(struct look *look, bool *wrong)
{
    for (unsigned region = 0; region < look->regions; region++) {
        struct comb_witness_cells cells;
        cells_of(&cells, look, region);
        int verdict = comb_witness_judge_region(look->model->judge, &cells, &look->used);
        if (verdict == COMB_NO) {
            *wrong = true;
            forbid_region(look, region);
        } else if (verdict != COMB_OK) {
            return verdict;
        }
    }
    return COMB_OK;
}

/* ---- a dot that several regions touch ---- */

/* Can be where cells are absent: an uncovered dot then belongs to no region. */
static bool split_dots(struct look *look)
{
    struct comb_sat_line *model = look->model;
    bool found = false;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        bool split = false;
        for (unsigned k = 1; k < symbol->cell_count; k++)
            split |= look->region[symbol->cells[k]] != look->region[symbol->cells[0]];
        if (!split || symbol->was_right)
            continue;
        int closed = closed_off(look, look->region[symbol->cells[0]]);
        comb_sat_line_say(model, -closed, symbol->right);
        found = true;
    }
    return found;
}

/* ---- the whole ---- */

/* Values can be asked only until the next clause is added. */
static void read_model(struct look *look)
{
    struct comb_sat_line *model = look->model;
    for (unsigned edge = 0; edge < model->graph->edges; edge++) {
        if (holds(model, model->line[edge]))
            comb_bit_set(look->own.words, edge);
        if (holds(model, model->used[edge]))
            comb_bit_set(look->used.words, edge);
    }
    for (size_t i = 0; i < model->labels.count; i++) {
        struct comb_sat_label *label = &model->labels.items[i];
        label->seen = (struct comb_witness_cells){0};
        for (unsigned group = 0; label->has_sources && group < model->groups; group++)
            if (!holds(model, label->first + (int)group))
                comb_bit_set(label->seen.words, group);
    }
    for (size_t i = 0; i < model->symbols.count; i++)
        model->symbols.items[i].was_right = holds(model, model->symbols.items[i].right);
    look->start = start_of(look);
}

int comb_sat_line_refine(struct comb_sat_line *model, struct comb_witness_line *line)
{
    struct look look = {.model = model};
    bool wrong = false;
    read_model(&look);
    find_regions(&look);
    assert(look.start != COMB_WITNESS_NOWHERE);
    walk(&look, line, look.start);
    wrong = has_rings(&look);
    wrong |= split_dots(&look);
    int code = judge_regions(&look, &wrong);
    if (code != COMB_OK)
        return code;
    if (!wrong)
        return COMB_OK;
    for (unsigned region = 0; region < look.regions; region++)
        cut_labels(&look, region);
    return COMB_NO;
}
