/* The key of a state: everything that still matters and nothing else, so that states with the same future have the
 * same key.
 *
 * The head, the open edges and the required edges not yet reached determine the possible continuations. Which of
 * them are solutions depends on the open classes: on the open edges they border, and on their contents. A class
 * without pieces in reach counts by its symbols, not by its shape; others by their cells. Final regions no longer
 * matter. Each ingredient has a random number; their sums are mixed per class and added up. */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <string.h>

static uint64_t mix(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static void add_key(struct comb_search_key *to, struct comb_search_key key)
{
    to->a += key.a;
    to->b += key.b;
}

/* Returns whether the shape of a class matters to the continuation, not only its contents. */
static bool exact_shape(const struct comb_search_walker *walker, const struct comb_search_group *group)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        if (group->field[pass] == NO_GROUP)
            continue;
        const struct comb_search_group *field = &walker->fields[group->field[pass]];
        if (field->pieces > 0 || (field->eliminations > 0 && walker->board->rules.set != COMB_WITNESS_WINDMILL))
            return true;
    }
    return false;
}

static void add_cell_key(struct comb_search_key *to, const struct comb_search_walker *walker,
                         const struct comb_search_state *state, unsigned cell)
{
    const struct comb_search_board *board = walker->board;
    const uint16_t *edges = board->graph->cell_edge[cell];
    assert(walker->class_of[cell] < walker->class_count);
    bool exact = exact_shape(walker, &walker->classes[walker->class_of[cell]]);
    unsigned used = 0, maybe = 0;
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = edges[side], which = board->graph->edge_cell[edge][1] == cell;
        if (state->edge[edge] == MAYBE) {
            maybe++;
            add_key(to, board->edge_key[edge][which]);
        } else if (state->edge[edge] == USED) {
            used++;
            if (exact && board->rules.set != COMB_WITNESS_WINDMILL)
                add_key(to, board->edge_key[edge][2]);
        }
    }
    if (exact)
        add_key(to, board->cell_key[cell][0]);
    if (board->symbol[cell].triangle != NO_TRIANGLE && maybe > 0) {
        to->a += board->cell_key[cell][1].a * (used + 1);
        to->b += board->cell_key[cell][1].b * (used + 1);
    }
}

static uint64_t content(const struct comb_search_walker *walker, const struct comb_search_group *group)
{
    uint64_t hash = 257u * group->errors;
    if (!group->symbols)
        return hash;
    hash += group->eliminations;
    for (unsigned tint = 0; tint < walker->board->tints; tint++)
        hash = mix(hash + group->census[tint] + ((uint64_t)group->squares[tint] << 20) +
                   ((uint64_t)group->stars[tint] << 40));
    return hash;
}

/* Adds the required edges that the line has not reached, and the head. If joints connect regions, all used edges
 * count: tracking which regions a joint touches is not worth it. */
static struct comb_search_key frame_key(const struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    struct comb_search_key key = board->node_key[state->head];
    for (unsigned edge = 0; edge < board->graph->edges; edge++) {
        const uint16_t *ends = board->graph->edge_node[edge];
        if (state->edge[edge] == MAYBE)
            add_key(&key, board->edge_key[edge][0]);
        else if (state->edge[edge] == USED &&
                 (board->surface.joint_count > 0 ||
                  !(comb_bit_test(state->walked, ends[0]) && comb_bit_test(state->walked, ends[1]))))
            add_key(&key, board->edge_key[edge][2]);
    }
    return key;
}

struct comb_search_key comb_search_class_key(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    struct comb_search_key key = frame_key(walker, state), sums[COMB_WITNESS_MAX_CELLS];
    memset(sums, 0, walker->class_count * sizeof sums[0]);
    for (unsigned cell = 0; cell < walker->board->graph->cells; cell++)
        if (walker->class_of[cell] != NO_GROUP && !comb_bit_test(state->checked, cell))
            add_cell_key(&sums[walker->class_of[cell]], walker, state, cell);
    for (unsigned i = 0; i < walker->class_count; i++)
        if (walker->classes[i].open > 0) {
            uint64_t hash = content(walker, &walker->classes[i]);
            key.a += mix(sums[i].a + hash);
            key.b += mix(sums[i].b ^ hash * 3);
        }
    return key;
}
