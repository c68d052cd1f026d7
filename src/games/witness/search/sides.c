/* Sides of the line. A line from border to border has a left and a right side; crossing a used edge changes the
 * side, crossing any other does not:
 *
 *          0 0 0 | 1 1         The border itself has sides, too: they change where the line starts and ends. For cells
 *     S===+---+--H - +         joined by decided edges it is known whether they are on the same side: they form a
 *       1   1   1 | ?          part, in which each cell has a relative side, 0 or 1. Part 0 contains the border; there
 *     +---+---+---+---E        the relative sides are the actual sides.
 *
 * So a "maybe" edge inside a part is decided. And each region has one side: a class on side 0 can only grow over
 * cells that are not known to be on side 1, which shrinks the fields of class.c long before the line does. If a
 * class of another part can exist on one side only, the whole part is on that side, and all edges to part 0 are
 * decided.
 *
 * A start or end inside the panel has no sides around it. The line is treated as if it came from the border along a
 * straight detour: edges on a detour change the side if they are not used and keep it if they are. Then sides still
 * decide edges, but regions can go around the detour, so fields do not shrink. If the end is not known, the sides of
 * the border are known only from the start to the first possible end in either direction. O(cells). */
#include "games/witness/search/parts.h"

#include <string.h>

enum { NO_PART = 0xffff };

/* ---- the border ---- */

/* Returns a node on the border, clockwise from the upper left corner. */
static unsigned border_node(const struct comb_witness_graph *graph, unsigned index)
{
    unsigned width = graph->panel->width, height = graph->panel->height, columns = width + 1;
    if (index < width)
        return index;
    if (index < width + height)
        return width + columns * (index - width);
    if (index < 2 * width + height)
        return columns * height + (2 * width + height - index);
    return columns * (2 * (width + height) - index);
}

static bool on_border(const struct comb_witness_graph *graph, unsigned node)
{
    unsigned columns = graph->panel->width + 1, x = node % columns, y = node / columns;
    return x == 0 || y == 0 || x == graph->panel->width || y == graph->panel->height;
}

/* Extends the line from this node to the border; returns the node where it meets the border. */
static unsigned add_detour(struct comb_search_walker *walker, unsigned node)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    while (!on_border(graph, node)) {
        unsigned edge = graph->node_edge[node][COMB_WITNESS_LEFT];
        walker->detour[edge] = !walker->detour[edge];
        node = graph->node_next[node][COMB_WITNESS_LEFT];
        walker->sided = false;
    }
    return node;
}

static void flip_border(struct comb_search_walker *walker, uint8_t *flips, unsigned node)
{
    flips[add_detour(walker, node)] ^= 1;
    if (walker->board->symmetric)
        flips[add_detour(walker, walker->board->graph->node_mirror[node])] ^= 1;
}

/* Sets the known sides of the border's edges, from the start on, forwards or backwards. */
static void set_border_sides(struct comb_search_walker *walker, const uint8_t *flips, const bool *may_be_end,
                             unsigned from, bool forwards)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    unsigned around = 2 * (graph->panel->width + graph->panel->height), at = from;
    uint8_t relative_side = forwards ? 0 : flips[border_node(graph, from)];
    for (unsigned i = 0; i < around; i++) {
        unsigned next = forwards ? (at + 1) % around : (at + around - 1) % around;
        unsigned a = border_node(graph, at), b = border_node(graph, next);
        for (unsigned side = 0; side < 4; side++)
            if (graph->node_next[a][side] == b)
                walker->outer[graph->node_edge[a][side]] = relative_side;
        if (may_be_end[b])
            return;
        relative_side ^= flips[b];
        at = next;
    }
}

/* Depends on the start and the end only. */
static void find_border_sides(struct comb_search_walker *walker, unsigned start, unsigned end)
{
    const struct comb_search_board *board = walker->board;
    const struct comb_witness_graph *graph = board->graph;
    uint8_t flips[COMB_WITNESS_MAX_NODES] = {0};
    bool may_be_end[COMB_WITNESS_MAX_NODES] = {false};
    walker->sides_start = (uint16_t)start;
    walker->sides_end = (uint16_t)end;
    walker->sides_known = walker->sided = !graph->panel->pillar; /* around a pillar, one side may lead to the other */
    if (!walker->sides_known)
        return;
    memset(walker->outer, NO_SIDE, graph->edges);
    memset(walker->detour, 0, graph->edges);
    flip_border(walker, flips, start);
    if (end != COMB_WITNESS_NOWHERE)
        flip_border(walker, flips, end);
    for (unsigned node = 0; node < graph->nodes && end == COMB_WITNESS_NOWHERE; node++) {
        may_be_end[node] = board->either_end[node];
        walker->sides_known = walker->sides_known && (!board->either_end[node] || on_border(graph, node));
    }
    if (!walker->sides_known)
        walker->sided = false;
    unsigned from = 0;
    while (flips[border_node(graph, from)] == 0 && from + 1 < 2 * (graph->panel->width + graph->panel->height))
        from++;
    if (end != COMB_WITNESS_NOWHERE || (walker->sides_known && !may_be_end[border_node(graph, from)])) {
        set_border_sides(walker, flips, may_be_end, from, true);
        set_border_sides(walker, flips, may_be_end, from, false);
    }
}

/* ---- parts ---- */

static bool assign_side(struct comb_search_walker *walker, unsigned cell, uint16_t part, uint8_t relative_side,
                        unsigned *waiting)
{
    if (walker->part[cell] == part)
        return walker->cell_side[cell] == relative_side;
    walker->part[cell] = part;
    walker->cell_side[cell] = relative_side;
    if (part == 0)
        comb_bit_set(walker->side_cells[relative_side].words, cell);
    walker->stack[(*waiting)++] = (uint16_t)cell;
    return true;
}

static bool spread(struct comb_search_walker *walker, const struct comb_search_state *state, uint16_t part,
                   unsigned waiting)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    while (waiting > 0) {
        unsigned cell = walker->stack[--waiting];
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->cell_edge[cell][side], next = graph->cell_next[cell][side];
            if (next == COMB_WITNESS_NOWHERE || state->edge[edge] == MAYBE)
                continue;
            uint8_t relative_side = walker->cell_side[cell] ^ (state->edge[edge] == USED) ^ walker->detour[edge];
            if (!assign_side(walker, next, part, relative_side, &waiting))
                return false;
        }
    }
    return true;
}

static unsigned only_cell(const struct comb_witness_graph *graph, unsigned edge)
{
    const uint16_t *cells = graph->edge_cell[edge];
    return cells[0] == COMB_WITNESS_NOWHERE ? cells[1] : cells[0];
}

static bool find_parts(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    unsigned waiting = 0;
    memset(walker->part, 0xff, graph->cells * sizeof walker->part[0]);
    memset(walker->side_cells, 0, sizeof walker->side_cells);
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (walker->outer[edge] != NO_SIDE && state->edge[edge] != MAYBE &&
            !assign_side(walker, only_cell(graph, edge), 0, walker->outer[edge] ^ (state->edge[edge] == USED),
                         &waiting))
            return false;
    if (!spread(walker, state, 0, waiting))
        return false;
    walker->part_count = 1;
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        if (walker->part[cell] != NO_PART)
            continue;
        waiting = 0;
        uint16_t part = (uint16_t)walker->part_count++;
        assign_side(walker, cell, part, 0, &waiting);
        if (!spread(walker, state, part, waiting))
            return false;
    }
    return true;
}

static bool decide_inside_parts(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_witness_graph *graph = walker->board->graph;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        if (state->edge[edge] != MAYBE)
            continue;
        const uint16_t *cells = graph->edge_cell[edge];
        bool border = cells[0] == COMB_WITNESS_NOWHERE || cells[1] == COMB_WITNESS_NOWHERE;
        unsigned cell = border ? only_cell(graph, edge) : cells[0];
        if (border ? walker->outer[edge] == NO_SIDE || walker->part[cell] != 0
                   : walker->part[cells[0]] != walker->part[cells[1]])
            continue;
        uint8_t other = border ? walker->outer[edge] : walker->cell_side[cells[1]];
        uint8_t differ = walker->cell_side[cell] ^ other ^ walker->detour[edge];
        if (!comb_search_set(walker, state, edge, differ ? USED : DEAD))
            return false;
    }
    return true;
}

bool comb_search_sides(struct comb_search_walker *walker, struct comb_search_state *state)
{
    if (walker->sides_start != walker->path[0] || walker->sides_end != state->only_end)
        find_border_sides(walker, walker->path[0], state->only_end);
    return !walker->sides_known || (find_parts(walker, state) && decide_inside_parts(walker, state));
}

bool comb_search_orient(struct comb_search_walker *walker, struct comb_search_state *state, const uint8_t *sides)
{
    bool any = false;
    for (unsigned part = 1; part < walker->part_count; part++)
        any = any || sides[part] == 1 || sides[part] == 2;
    if (!any)
        return true;
    for (unsigned cell = 0; cell < walker->board->graph->cells; cell++) {
        unsigned part = walker->part[cell];
        if (part == 0 || sides[part] == 3)
            continue;
        walker->cell_side[cell] ^= sides[part] == 2;
        walker->part[cell] = 0;
    }
    return decide_inside_parts(walker, state);
}
