/* Deduces edges from symbols. Edges are open, used or not used. Rules check one edge, one cell or one node at a time
 * until none finds anything:
 *
 *     edge    a dot on it; squares of different colours on both sides                 used
 *     cell    with triangles: as many sides left as it counts, or already used        used, not used
 *     node    a dot has two edges, the only start or end one, others none or two      used, not used
 *     loop    an edge whose ends the line already joins                               not used
 *
 *       +---+---+       the dot has two edges left: both used; then the corner below has one way on: used
 *           |   |
 *       +   o---+
 *           :   |
 *
 * A symbol that an elimination mark may remove proves nothing: if the panel has a mark, only the shape of the line
 * counts. All rules are about the drawn picture, so under symmetry they hold for both lines at once; an edge and its
 * image are decided together. Every step stores the set of all steps that it depends on; the best hint is the one
 * with the smallest set. Cost: edges times rounds, microseconds. */
#include "games/witness/hints/logic.h"

#include "games/witness/draw/phrases.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the panel ---- */

static bool is_pair(const struct comb_witness_logic *logic, const uint16_t *nodes, unsigned count)
{
    if (!logic->symmetric)
        return count == 1;
    return count == 2 && logic->graph->node_mirror[nodes[0]] == nodes[1];
}

/* Returns whether the line cannot use the edge, whatever the symbols are. */
static bool is_excluded(const struct comb_witness_logic *logic, unsigned edge)
{
    const struct comb_witness_graph *graph = logic->graph;
    if (!graph->edge_open[edge])
        return true;
    if (!logic->symmetric)
        return false;
    bool on_axis = graph->node_mirror[graph->edge_node[edge][0]] == graph->edge_node[edge][0] ||
                   graph->node_mirror[graph->edge_node[edge][1]] == graph->edge_node[edge][1];
    return on_axis || graph->edge_mirror[edge] == edge || !graph->edge_open[graph->edge_mirror[edge]];
}

static void set_degrees(struct comb_witness_logic *logic, const struct comb_witness_line *drawn)
{
    const struct comb_witness_graph *graph = logic->graph;
    bool one_start = is_pair(logic, graph->starts, graph->start_count);
    bool one_end = is_pair(logic, graph->ends, graph->end_count);
    for (unsigned node = 0; node < graph->nodes; node++) {
        unsigned kind = graph->on_node[node]->kind;
        bool begins = drawn->count > 0 &&
                      (drawn->nodes[0] == node || (logic->symmetric && graph->node_mirror[drawn->nodes[0]] == node));
        logic->degree[node] = 0;
        if (kind == COMB_WITNESS_START)
            logic->degree[node] = begins || one_start ? 1 : drawn->count > 0 ? 0 : -1;
        else if (kind == COMB_WITNESS_END)
            logic->degree[node] = one_end ? 1 : -1;
        else if (kind == COMB_WITNESS_DOT && logic->clues)
            logic->degree[node] = 2;
    }
}

static void read_panel(struct comb_witness_logic *logic, const struct comb_witness_rules *rules)
{
    const struct comb_witness_graph *graph = logic->graph;
    bool absent = false, elimination = false;
    for (unsigned edge = 0; edge < graph->edges; edge++)
        absent |= graph->on_edge[edge]->kind == COMB_WITNESS_ABSENT;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        elimination |= graph->on_cell[cell]->kind == COMB_WITNESS_ELIMINATION;
    logic->symmetric = graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    logic->clues = !elimination;
    /* in the game, cells open to the outside are not checked */
    logic->cell_clues = logic->clues && !(absent && rules->set == COMB_WITNESS_GAME);
    logic->no_sides = rules->set == COMB_WITNESS_WINDMILL;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        logic->step_of[edge] = COMB_WITNESS_NOWHERE;
        logic->state[edge] = is_excluded(logic, edge) ? -1 : 0;
    }
}

/* Sets the drawn edges as used, and the other edges at the nodes passed as not used. */
static void read_drawn(struct comb_witness_logic *logic, const struct comb_witness_line *drawn)
{
    const struct comb_witness_graph *graph = logic->graph;
    for (unsigned i = 1; i < drawn->count; i++) {
        unsigned edge = comb_witness_edge_between(graph, drawn->nodes[i - 1], drawn->nodes[i]);
        assert(edge != COMB_WITNESS_NOWHERE); /* a line goes from node to node */
        logic->state[edge] = logic->state[graph->edge_mirror[edge]] = 1;
        logic->drawn[edge] = logic->drawn[graph->edge_mirror[edge]] = true;
    }
    for (unsigned i = 0; i + 1 < drawn->count; i++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->node_edge[drawn->nodes[i]][side];
            if (edge != COMB_WITNESS_NOWHERE && !logic->drawn[edge])
                logic->state[edge] = logic->state[graph->edge_mirror[edge]] = -1;
        }
}

/* ---- steps ---- */

static struct comb_witness_step *begin_step(struct comb_witness_logic *logic, enum comb_witness_reason reason, bool in)
{
    struct comb_witness_step *step = &logic->steps[logic->step_count];
    *step = (struct comb_witness_step){.reason = reason, .in = in};
    return step;
}

static void add_place(struct comb_witness_step *step, unsigned column, unsigned row)
{
    step->places[step->place_count][0] = column;
    step->places[step->place_count++][1] = row;
}

static void depend_on(const struct comb_witness_logic *logic, struct comb_witness_step *step, unsigned edge)
{
    unsigned before = logic->step_of[edge];
    for (unsigned i = 0; before != COMB_WITNESS_NOWHERE && i < COMB_WITNESS_STEP_WORDS; i++)
        step->because[i] |= logic->steps[before].because[i];
}

/* Decides the edges; false if there was nothing to decide. */
static bool end_step(struct comb_witness_logic *logic, struct comb_witness_step *step)
{
    if (step->edge_count == 0)
        return false;
    for (unsigned i = 0; i < step->edge_count; i++) {
        unsigned mirror = logic->symmetric ? logic->graph->edge_mirror[step->edges[i]] : step->edges[i];
        logic->state[step->edges[i]] = logic->state[mirror] = step->in ? 1 : -1;
        logic->step_of[step->edges[i]] = logic->step_of[mirror] = (uint16_t)logic->step_count;
    }
    comb_bit_set(step->because, logic->step_count++);
    return true;
}

static void node_place(const struct comb_witness_logic *logic, struct comb_witness_step *step, unsigned node)
{
    unsigned across = logic->graph->panel->width + 1;
    add_place(step, 2 * (node % across), 2 * (node / across));
}

static void cell_place(const struct comb_witness_logic *logic, struct comb_witness_step *step, unsigned cell)
{
    unsigned width = logic->graph->panel->width;
    add_place(step, 2 * (cell % width) + 1, 2 * (cell / width) + 1);
}

static void edge_place(const struct comb_witness_logic *logic, struct comb_witness_step *step, unsigned edge)
{
    unsigned across = logic->graph->panel->width + 1;
    const uint16_t *nodes = logic->graph->edge_node[edge];
    add_place(step, nodes[0] % across + nodes[1] % across, nodes[0] / across + nodes[1] / across);
}

/* ---- rules ---- */

static bool check_edge(struct comb_witness_logic *logic, unsigned edge)
{
    const struct comb_witness_graph *graph = logic->graph;
    const uint16_t *cells = graph->edge_cell[edge];
    struct comb_witness_step *step;
    if (logic->state[edge] != 0 || !logic->clues)
        return false;
    if (graph->on_edge[edge]->kind == COMB_WITNESS_DOT) {
        step = begin_step(logic, COMB_WITNESS_BY_DOT, true);
        edge_place(logic, step, edge);
        step->edges[step->edge_count++] = (uint16_t)edge;
        return end_step(logic, step);
    }
    if (!logic->cell_clues || cells[0] == COMB_WITNESS_NOWHERE || cells[1] == COMB_WITNESS_NOWHERE)
        return false;
    const struct comb_witness_thing *a = graph->on_cell[cells[0]], *b = graph->on_cell[cells[1]];
    if (a->kind != COMB_WITNESS_SQUARE || b->kind != COMB_WITNESS_SQUARE || a->colour == b->colour || !a->colour ||
        !b->colour)
        return false;
    step = begin_step(logic, COMB_WITNESS_BY_SQUARES, true);
    cell_place(logic, step, cells[0]);
    cell_place(logic, step, cells[1]);
    step->edges[step->edge_count++] = (uint16_t)edge;
    return end_step(logic, step);
}

/* Around a cell or a node: the number of its used and open edges. */
struct around {
    unsigned used, open;
};

static struct around count_around(const struct comb_witness_logic *logic, const uint16_t edges[4])
{
    struct around found = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        if (edges[i] == COMB_WITNESS_NOWHERE)
            continue;
        found.used += logic->state[edges[i]] == 1;
        found.open += logic->state[edges[i]] == 0;
    }
    return found;
}

/* Decides all open ones of four edges; the step depends on what is known about the others. */
static bool decide_open(struct comb_witness_logic *logic, struct comb_witness_step *step, const uint16_t edges[4])
{
    for (unsigned i = 0; i < 4; i++) {
        if (edges[i] == COMB_WITNESS_NOWHERE)
            continue;
        if (logic->state[edges[i]] == 0)
            step->edges[step->edge_count++] = edges[i];
        else if (logic->state[edges[i]] == 1 || step->in)
            depend_on(logic, step, edges[i]);
    }
    return end_step(logic, step);
}

static bool check_cell(struct comb_witness_logic *logic, unsigned cell)
{
    const struct comb_witness_thing *thing = logic->graph->on_cell[cell];
    if (!logic->cell_clues || thing->kind != COMB_WITNESS_TRIANGLE)
        return false;
    unsigned required = thing->triangles ? thing->triangles : logic->no_sides;
    const uint16_t *edges = logic->graph->cell_edge[cell];
    struct around found = count_around(logic, edges);
    if (found.open == 0 || (found.used != required && found.used + found.open != required))
        return false;
    bool in = found.used != required;
    struct comb_witness_step *step = begin_step(logic, in ? COMB_WITNESS_BY_TRIANGLES : COMB_WITNESS_TRIANGLES_OUT, in);
    cell_place(logic, step, cell);
    return decide_open(logic, step, edges);
}

static bool check_node(struct comb_witness_logic *logic, unsigned node)
{
    const uint16_t *edges = logic->graph->node_edge[node];
    struct around found = count_around(logic, edges);
    unsigned exact = logic->degree[node] > 0 ? (unsigned)logic->degree[node] : 0;
    unsigned max = exact > 0 ? exact : 2;
    struct comb_witness_step *step;
    if (found.open == 0)
        return false;
    if (found.used >= max)
        step = begin_step(logic, COMB_WITNESS_NODE_OUT, false);
    else if (exact > 0 && found.used + found.open == exact)
        step = begin_step(logic, COMB_WITNESS_BY_NODE, true);
    else if (logic->degree[node] == 0 && found.used == 1 && found.open == 1)
        step = begin_step(logic, COMB_WITNESS_BY_WAY, true);
    else if (logic->degree[node] == 0 && found.used == 0 && found.open == 1)
        step = begin_step(logic, COMB_WITNESS_DEAD_OUT, false);
    else
        return false;
    node_place(logic, step, node);
    if (step->reason == COMB_WITNESS_DEAD_OUT) /* depends on why the other edges are excluded */
        for (unsigned i = 0; i < 4; i++)
            if (edges[i] != COMB_WITNESS_NOWHERE && logic->state[edges[i]] == -1)
                depend_on(logic, step, edges[i]);
    return decide_open(logic, step, edges);
}

/* ---- loops ---- */

static unsigned root_of(const uint16_t *parent, unsigned node)
{
    while (parent[node] != node)
        node = parent[node];
    return node;
}

static bool check_loops(struct comb_witness_logic *logic)
{
    const struct comb_witness_graph *graph = logic->graph;
    uint16_t parent[COMB_WITNESS_MAX_NODES];
    for (unsigned node = 0; node < graph->nodes; node++)
        parent[node] = (uint16_t)node;
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (logic->state[edge] == 1)
            parent[root_of(parent, graph->edge_node[edge][0])] = (uint16_t)root_of(parent, graph->edge_node[edge][1]);
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        unsigned root = root_of(parent, graph->edge_node[edge][0]);
        if (logic->state[edge] != 0 || root != root_of(parent, graph->edge_node[edge][1]))
            continue;
        struct comb_witness_step *step = begin_step(logic, COMB_WITNESS_LOOP_OUT, false);
        edge_place(logic, step, edge);
        step->edges[step->edge_count++] = (uint16_t)edge;
        for (unsigned other = 0; other < graph->edges; other++)
            if (logic->state[other] == 1 && root_of(parent, graph->edge_node[other][0]) == root)
                depend_on(logic, step, other);
        return end_step(logic, step);
    }
    return false;
}

/* Simple steps come before those that depend on others: every rule is tried everywhere before the next one. */
static bool apply_rules(struct comb_witness_logic *logic)
{
    const struct comb_witness_graph *graph = logic->graph;
    bool found = false;
    for (unsigned edge = 0; edge < graph->edges; edge++)
        found |= check_edge(logic, edge);
    for (unsigned cell = 0; cell < graph->cells; cell++)
        found |= check_cell(logic, cell);
    for (unsigned node = 0; node < graph->nodes; node++)
        found |= check_node(logic, node);
    return found || check_loops(logic);
}

void comb_witness_logic_run(struct comb_witness_logic *logic, const struct comb_witness_graph *graph,
                            const struct comb_witness_rules *rules, const struct comb_witness_line *drawn)
{
    memset(logic, 0, sizeof *logic);
    logic->graph = graph;
    read_panel(logic, rules);
    set_degrees(logic, drawn);
    read_drawn(logic, drawn);
    while (apply_rules(logic))
        continue;
}

/* ---- choosing and explaining ---- */

/* A player already knows that the line covers a dot: a longer reason for something else is worth more. */
enum { PLAIN = 6 };

static unsigned distance(const struct comb_witness_logic *logic, const struct comb_witness_step *step, unsigned near)
{
    int across = (int)logic->graph->panel->width + 1;
    int node = logic->graph->edge_node[step->edges[0]][0];
    return (unsigned)(abs(node % across - (int)near % across) + abs(node / across - (int)near / across));
}

unsigned comb_witness_logic_best(const struct comb_witness_logic *logic, unsigned near)
{
    unsigned best = COMB_WITNESS_NOWHERE, best_cost = 0;
    for (unsigned i = 0; i < logic->step_count; i++) {
        const struct comb_witness_step *step = &logic->steps[i];
        if (!step->in)
            continue;
        unsigned rests = (unsigned)comb_bit_count(step->because, COMB_WITNESS_STEP_WORDS);
        unsigned plain = step->reason == COMB_WITNESS_BY_DOT ? PLAIN : 0;
        unsigned cost = (rests + plain) * 1000 + distance(logic, step, near);
        if (best == COMB_WITNESS_NOWHERE || cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

void comb_witness_name_edge(struct comb_buf *out, const struct comb_witness_graph *graph, unsigned edge)
{
    unsigned across = graph->panel->width + 1;
    const uint16_t *nodes = graph->edge_node[edge];
    comb_buf_printf(out, "(%u,%u)-(%u,%u)", nodes[0] % across, nodes[0] / across, nodes[1] % across, nodes[1] / across);
}

static void name_edges(struct comb_buf *out, const struct comb_witness_logic *logic,
                       const struct comb_witness_step *step)
{
    for (unsigned i = 0; i < step->edge_count; i++) {
        comb_buf_str(out, i == 0 ? "" : i + 1 == step->edge_count ? " and " : ", ");
        comb_witness_name_edge(out, logic->graph, step->edges[i]);
    }
}

static void name_symbol(struct comb_buf *out, const struct comb_witness_logic *logic,
                        const struct comb_witness_step *step, unsigned index)
{
    const unsigned *place = step->places[index];
    comb_buf_str(out, "the ");
    comb_witness_name_thing(out, comb_witness_at(logic->graph->panel, place[0], place[1]));
    comb_buf_char(out, ' ');
    comb_witness_name_place(out, place[0], place[1]);
}

void comb_witness_logic_explain(struct comb_buf *out, const struct comb_witness_logic *logic, unsigned index)
{
    const struct comb_witness_step *step = &logic->steps[index];
    unsigned x = step->places[0][0] / 2, y = step->places[0][1] / 2;
    bool single = step->edge_count == 1;
    switch (step->reason) {
    case COMB_WITNESS_BY_DOT:
        comb_buf_str(out, "the line must cover ");
        name_symbol(out, logic, step, 0);
        return;
    case COMB_WITNESS_BY_SQUARES:
        name_symbol(out, logic, step, 0);
        comb_buf_str(out, " and ");
        name_symbol(out, logic, step, 1);
        comb_buf_str(out, " must be separated: the line goes between them, over ");
        break;
    case COMB_WITNESS_BY_TRIANGLES:
        name_symbol(out, logic, step, 0);
        comb_buf_printf(
            out, " need%s all remaining sides: ",
            comb_witness_at(logic->graph->panel, step->places[0][0], step->places[0][1])->triangles > 1 ? "" : "s");
        break;
    case COMB_WITNESS_TRIANGLES_OUT:
        name_symbol(out, logic, step, 0);
        comb_buf_printf(
            out, " ha%s enough sides: the line avoids ",
            comb_witness_at(logic->graph->panel, step->places[0][0], step->places[0][1])->triangles > 1 ? "ve" : "s");
        break;
    case COMB_WITNESS_BY_NODE:
        name_symbol(out, logic, step, 0);
        comb_buf_printf(out, " has only %s left for the line: ", single ? "one edge" : "these edges");
        break;
    case COMB_WITNESS_BY_WAY:
        comb_buf_printf(out, "the line reaches (%u,%u) and has only one way on: ", x, y);
        break;
    case COMB_WITNESS_NODE_OUT:
        comb_buf_printf(out, "the line already passes (%u,%u), so it does not use ", x, y);
        break;
    case COMB_WITNESS_DEAD_OUT:
        comb_buf_printf(out, "(%u,%u) is a dead end, so the line does not use ", x, y);
        break;
    case COMB_WITNESS_LOOP_OUT:
        comb_buf_str(out, "the line would form a loop over ");
        break;
    }
    name_edges(out, logic, step);
}
