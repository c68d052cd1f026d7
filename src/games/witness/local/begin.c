/* The panel as places, and the first lines. */
#include "games/witness/local/parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <string.h>

enum { FIRST_BENDS = 40 }; /* per cell */

/* ---- symbols ---- */

static unsigned colour_of(const struct comb_local_line *local, const struct comb_witness_thing *thing)
{
    bool own = thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR;
    if (own || (local->task->rules.set == COMB_WITNESS_GAME && thing->colour != COMB_WITNESS_NO_COLOUR))
        return thing->colour;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        return thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    if (thing->kind == COMB_WITNESS_ELIMINATION)
        return local->task->rules.set == COMB_WITNESS_TTWS ? COMB_WITNESS_NO_COLOUR : COMB_WITNESS_WHITE;
    return COMB_WITNESS_ORANGE;
}

static void set_piece(struct comb_local_cell *info, const struct comb_witness_thing *thing)
{
    unsigned size = comb_witness_shape_size(thing->shape);
    info->piece = true;
    info->blue = thing->negative;
    info->size = (uint8_t)(size < UINT8_MAX ? size : UINT8_MAX);
}

static void set_symbol(struct comb_local_line *local, unsigned cell)
{
    struct comb_local_cell *info = &local->info[local->place[cell]];
    const struct comb_witness_thing *thing = local->graph->on_cell[cell];
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
        info->square = thing->colour;
        break;
    case COMB_WITNESS_STAR:
        info->star = thing->colour;
        break;
    case COMB_WITNESS_TRIANGLE:
        info->triangle = info->local = true;
        info->sides = thing->triangles;
        if (thing->triangles == 0 && local->task->rules.set == COMB_WITNESS_WINDMILL)
            info->sides = 1;
        break;
    case COMB_WITNESS_POLYOMINO:
        set_piece(info, thing);
        break;
    case COMB_WITNESS_ELIMINATION:
        info->elimination = true;
        break;
    default:
        return;
    }
    info->census = (uint8_t)colour_of(local, thing);
    info->special = true;
}

static void set_node_dot(struct comb_local_line *local, unsigned node)
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned cell = local->graph->node_cell[node][i];
        if (cell == COMB_WITNESS_NOWHERE)
            continue;
        struct comb_local_cell *info = &local->info[local->place[cell]];
        info->nodes |= (uint8_t)(1u << (3 - i)); /* the node at the lower right of the cell at its upper left */
        info->special = info->local = true;
        return;
    }
}

static bool is_closed(const struct comb_local_line *local, unsigned edge)
{
    return !local->graph->edge_open[edge] || (local->task->closed && comb_bit_test(local->task->closed->words, edge));
}

static void set_side(struct comb_local_line *local, unsigned cell, unsigned side)
{
    struct comb_local_cell *info = &local->info[local->place[cell]];
    unsigned edge = local->graph->cell_edge[cell][side], next = local->graph->cell_next[cell][side];
    if (next != COMB_WITNESS_NOWHERE && next < cell)
        return;
    info->edges |= (uint8_t)((unsigned)comb_witness_has_dot(local->graph->on_edge[edge]) << side);
    info->closed |= (uint8_t)((unsigned)is_closed(local, edge) << side);
    info->local |= info->edges != 0 || info->closed != 0;
    info->special |= info->local;
}

/* ---- what can be flipped ---- */

/* Bit i: that neighbour is on the other side. Both sides must be one run of neighbours, each with a neighbour that
 * shares an edge: then both sides of the line stay connected, and no two runs touch at a corner only. */
static bool keeps_the_line(unsigned other)
{
    unsigned changes = (other ^ (other >> 1 | other << 7)) & 0xff;
    return __builtin_popcount(changes) == 2 && (other & 0xaa) != 0 && (~other & 0xaa) != 0;
}

/* Returns whether the neighbours are one run with a neighbour that shares an edge: then they are connected without the
 * cell in the middle. */
static bool is_one_run(unsigned neighbours)
{
    unsigned changes = (neighbours ^ (neighbours >> 1 | neighbours << 7)) & 0xff;
    return (neighbours & 0xaa) != 0 && __builtin_popcount(changes) <= 2;
}

static void set_around(struct comb_local_line *local, unsigned place)
{
    struct comb_local_cell *info = &local->info[place];
    info->near = info->local;
    local->inside[place] = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned next = (unsigned)((int)place + comb_local_around[i]);
        info->near |= local->info[next].local;
        if (local->cell[next] != COMB_WITNESS_NOWHERE)
            local->inside[place] |= (uint8_t)(1u << i);
    }
}

static void list_colours(struct comb_local_line *local)
{
    bool has[COMB_WITNESS_COLOURS] = {false};
    for (unsigned cell = 0; cell < local->graph->cells; cell++) {
        const struct comb_local_cell *info = &local->info[local->place[cell]];
        has[info->square] = has[info->star] = true;
        if (info->piece)
            local->pieces[local->piece_count++] = (uint16_t)cell;
    }
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++)
        if (has[colour])
            local->colours[local->colour_count++] = (uint8_t)colour;
}

void comb_local_set_up(struct comb_local_line *local)
{
    const struct comb_witness_graph *graph = local->graph;
    memset(local->cell, 0xff, sizeof local->cell);
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        unsigned place = cell % graph->panel->width + 1 + STRIDE * (cell / graph->panel->width + 1);
        local->place[cell] = (uint16_t)place;
        local->cell[place] = (uint16_t)cell;
        set_symbol(local, cell);
        for (unsigned side = 0; side < 4; side++)
            set_side(local, cell, side);
    }
    for (unsigned node = 0; node < graph->nodes; node++)
        if (comb_witness_has_dot(graph->on_node[node]))
            set_node_dot(local, node);
    for (unsigned cell = 0; cell < graph->cells; cell++)
        set_around(local, local->place[cell]);
    for (unsigned others = 0; others < 256; others++) {
        local->can_flip[others] = keeps_the_line(others);
        local->one_run[others] = is_one_run(others);
    }
    list_colours(local);
}

/* ---- the first line ---- */

/* Lists the outside places clockwise from the upper left corner. */
static unsigned list_outside(uint16_t *places, unsigned width, unsigned height)
{
    unsigned count = 0;
    for (unsigned x = 0; x <= width + 1; x++)
        places[count++] = (uint16_t)x;
    for (unsigned y = 1; y <= height + 1; y++)
        places[count++] = (uint16_t)(width + 1 + STRIDE * y);
    for (unsigned x = width + 1; x-- > 0;)
        places[count++] = (uint16_t)(x + STRIDE * (height + 1));
    for (unsigned y = height + 1; y-- > 1;)
        places[count++] = (uint16_t)(STRIDE * y);
    assert(count == 2 * (width + height) + 4);
    return count;
}

unsigned comb_local_split(const struct comb_witness_graph *graph, unsigned node)
{
    unsigned width = graph->panel->width, height = graph->panel->height;
    unsigned x = node % (width + 1), y = node / (width + 1);
    if (y == 0)
        return x + 1;
    if (x == width)
        return width + 2 + y;
    if (y == height)
        return 2 * width + height + 3 - x;
    return x == 0 ? 2 * width + 2 * height + 4 - y : COMB_WITNESS_NOWHERE;
}

static unsigned random_tip(struct comb_local_line *local, const uint16_t *nodes, unsigned count, unsigned except)
{
    unsigned found = COMB_WITNESS_NOWHERE, seen = 0;
    for (unsigned i = 0; i < count; i++)
        if (nodes[i] != except && comb_local_split(local->graph, nodes[i]) != COMB_WITNESS_NOWHERE &&
            comb_rng_below(&local->rng, ++seen) == 0)
            found = nodes[i];
    return found;
}

void comb_local_toggle(struct comb_local_line *local, unsigned place)
{
    const uint16_t *edges = local->graph->cell_edge[local->cell[place]];
    local->now->side[place] ^= 1;
    for (unsigned side = 0; side < 4; side++)
        local->now->used.words[edges[side] / 64] ^= (uint64_t)1 << (edges[side] % 64);
}

/* A line along the border. */
static void draw_outline(struct comb_local_line *local)
{
    const struct comb_witness_graph *graph = local->graph;
    uint16_t outside[4 * STRIDE];
    unsigned count = list_outside(outside, graph->panel->width, graph->panel->height);
    unsigned from = comb_local_split(graph, local->now->start), to = comb_local_split(graph, local->now->end);
    memset(local->now->side, 0, sizeof local->now->side);
    for (unsigned i = 0; i < count; i++)
        local->now->side[outside[i]] = from < to ? i >= from && i < to : i >= from || i < to;
    memset(&local->now->used, 0, sizeof local->now->used);
    for (unsigned cell = 0; cell < graph->cells; cell++)
        for (unsigned side = 0; side < 4; side++)
            if (local->now->side[comb_local_beside(local->place[cell], side)] != 0)
                comb_bit_set(local->now->used.words, graph->cell_edge[cell][side]);
}

void comb_local_begin(struct comb_local_line *local)
{
    const struct comb_witness_graph *graph = local->graph;
    do {
        local->now->start = random_tip(local, graph->starts, graph->start_count, COMB_WITNESS_NOWHERE);
        local->now->end = random_tip(local, graph->ends, graph->end_count, local->now->start);
    } while (local->now->end == COMB_WITNESS_NOWHERE);
    draw_outline(local);
    for (unsigned i = 0; i < FIRST_BENDS * graph->cells; i++) {
        unsigned place = local->place[comb_rng_below(&local->rng, graph->cells)];
        if (local->can_flip[comb_local_others(local, place)])
            comb_local_toggle(local, place);
    }
}
