/* Bounds on regions to be. A region lies between a class and a field, so what a class has too much of, or what its
 * field has too little of, ends the search; and an edge between two classes that must not be in one region is used.
 * Where the field holds an elimination, an error may be taken away: then only the number of errors that are certain is
 * compared with the number of eliminations in the field. All bounds hold under the three rule sets, by these facts:
 *
 *     no elimination in the region   one square colour; exactly two symbols of a star's colour; every dot covered and
 *                                    every triangle right; without blue pieces, area = cells of the yellow pieces
 *     eliminations                   each local error, each square beyond those of one colour, each star too many takes
 *                                    one elimination (under `game` a star's colour is also thinned out by removing
 * squares and triangles, so there the larger number counts) */
#include "games/witness/search_parts.h"

#include <assert.h>
#include <string.h>

enum { MOST_SLACK = 8 };

static const struct comb_search_group *field_on(const struct comb_search_walker *walker,
                                                const struct comb_search_group *group, unsigned pass)
{
    return group->field[pass] == NO_GROUP ? NULL : &walker->fields[group->field[pass]];
}

/* Whether a region that holds the class may hold an elimination. */
static bool forgiving(const struct comb_search_walker *walker, const struct comb_search_group *group)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        const struct comb_search_group *field = field_on(walker, group, pass);
        if (field && field->eliminations > 0)
            return true;
    }
    return false;
}

/* ---- dots and triangles ---- */

/* Whether an elimination could take the dot away: all cells around it in one field that has any. */
static bool forgivable(const struct comb_search_walker *walker, const struct comb_search_dot *dot)
{
    for (unsigned pass = 0; pass < 2 && dot->count > 0 && walker->board->eliminations > 0; pass++) {
        unsigned field = comb_search_field_at(walker, pass, dot->cells[0]);
        if (field == NO_GROUP || walker->fields[field].eliminations == 0)
            continue;
        bool together = true;
        for (unsigned i = 1; i < dot->count; i++)
            together = together && comb_bit_test(walker->field_cells[field].words, dot->cells[i]);
        if (together)
            return true;
    }
    return false;
}

static bool settled_dot(const struct comb_search_walker *walker, const struct comb_search_dot *dot)
{
    return dot->count > 0 && walker->class_of[dot->cells[0]] == NO_GROUP;
}

/* An uncovered dot that may still be covered keeps the classes around it open. */
static void hold_open(struct comb_search_walker *walker, const struct comb_search_dot *dot)
{
    for (unsigned i = 0; i < dot->count; i++)
        if (walker->class_of[dot->cells[i]] != NO_GROUP)
            walker->classes[walker->class_of[dot->cells[i]]].open++;
}

static bool look_at_node_dots(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    for (unsigned i = 0; i < board->node_dot_count; i++) {
        const struct comb_search_dot *dot = &board->node_dots[i];
        if (state->used[dot->place] > 0 || settled_dot(walker, dot) || dot->on_tracks)
            continue;
        bool must = comb_bit_test(state->wanted, dot->place) || !forgivable(walker, dot);
        bool dead = state->maybe[dot->place] == 0;
        if (must && dead)
            return false;
        if (must)
            comb_search_want(walker, state, dot->place);
        if (dead)
            walker->classes[walker->class_of[dot->cells[0]]].errors++;
        else
            hold_open(walker, dot);
    }
    return true;
}

static bool look_at_edge_dots(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    for (unsigned i = 0; i < board->edge_dot_count; i++) {
        const struct comb_search_dot *dot = &board->edge_dots[i];
        if (state->edge[dot->place] == USED || settled_dot(walker, dot) || dot->on_tracks)
            continue;
        bool must = !forgivable(walker, dot);
        if (must && !comb_search_set(walker, state, dot->place, USED))
            return false;
        if (!must && state->edge[dot->place] == DEAD)
            walker->classes[walker->class_of[dot->cells[0]]].errors++;
    }
    return true;
}

static bool set_sides(struct comb_search_walker *walker, struct comb_search_state *state, unsigned cell, uint8_t value)
{
    const uint16_t *edges = walker->board->graph->cell_edge[cell];
    for (unsigned side = 0; side < 4; side++)
        if (state->edge[edges[side]] == MAYBE && !comb_search_set(walker, state, edges[side], value))
            return false;
    return true;
}

static bool look_at_triangle(struct comb_search_walker *walker, struct comb_search_state *state, unsigned cell)
{
    const struct comb_search_board *board = walker->board;
    struct comb_search_group *group = &walker->classes[walker->class_of[cell]];
    unsigned wanted = board->symbol[cell].triangle, used = 0, maybe = 0;
    for (unsigned side = 0; side < 4; side++) {
        used += state->edge[board->graph->cell_edge[cell][side]] == USED;
        maybe += state->edge[board->graph->cell_edge[cell][side]] == MAYBE;
    }
    assert(used + maybe <= 4);
    bool wrong = used > wanted || used + maybe < wanted;
    bool must = !forgiving(walker, group);
    group->errors = (uint16_t)(group->errors + wrong);
    if (wrong || !must || maybe == 0)
        return !wrong || !must;
    return (used != wanted || set_sides(walker, state, cell, DEAD)) &&
           (used + maybe != wanted || set_sides(walker, state, cell, USED));
}

static bool look_at_triangles(struct comb_search_walker *walker, struct comb_search_state *state)
{
    for (unsigned i = 0; i < walker->board->triangle_count; i++) {
        unsigned cell = walker->board->triangles[i];
        if (walker->class_of[cell] != NO_GROUP && !look_at_triangle(walker, state, cell))
            return false;
    }
    return true;
}

/* ---- classes ---- */

/* A region between class and field, without eliminations. */
static bool plain_class_possible(const struct comb_search_walker *walker, const struct comb_search_group *group,
                                 const struct comb_search_group *field)
{
    unsigned colors = 0;
    if (!group->symbols)
        return true;
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        colors += group->squares[tint] > 0;
        if (group->stars[tint] > 0 && (group->census[tint] > 2 || field->census[tint] < 2))
            return false;
    }
    if (colors > 1)
        return false;
    return group->yellow == 0 || field->blues > 0 || (group->size <= field->yellow && group->yellow <= field->size);
}

/* Errors that are certain to be in the region that will hold the class. */
static unsigned least_errors(const struct comb_search_walker *walker, const struct comb_search_group *group)
{
    unsigned squares = 0, most = 0, stars = 0;
    enum comb_witness_rule_set set = walker->board->rules.set;
    if (!group->symbols)
        return group->errors;
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        squares += group->squares[tint];
        most = group->squares[tint] > most ? group->squares[tint] : most;
        unsigned count = set == COMB_WITNESS_TTWS ? group->stars[tint] : group->census[tint];
        unsigned surplus = count > 2 ? count - 2 : 0;
        stars += surplus < group->stars[tint] ? surplus : group->stars[tint];
    }
    unsigned others = group->errors + squares - most;
    if (set == COMB_WITNESS_GAME) /* one removal may serve both */
        return others > stars ? others : stars;
    return others + stars;
}

static bool possible_on(struct comb_search_walker *walker, const struct comb_search_state *state, unsigned index,
                        unsigned pass)
{
    const struct comb_search_group *group = &walker->classes[index], *field = field_on(walker, group, pass);
    if (!field)
        return false;
    if (field->eliminations > 0 ? least_errors(walker, group) > field->eliminations
                                : !plain_class_possible(walker, group, field))
        return false;
    if (group->open == 0)
        return true;
    if (!group->symbols)
        return true;
    if (field->eliminations > 0 || field->blues > 0)
        return comb_search_open(walker, state, index, pass);
    return group->yellow == 0 || !walker->board->types || comb_search_tile(walker, index, pass);
}

/* On which sides each part of the panel may lie, by its classes. */
static bool find_sides(struct comb_search_walker *walker, const struct comb_search_state *state, uint8_t *sides)
{
    if (walker->sided)
        memset(sides, 3, walker->part_count);
    bool odd = walker->board->eliminations > 0 || walker->board->blues > 0;
    if (walker->board->types || odd)
        comb_search_tile_begin(walker);
    if (odd)
        comb_search_open_begin(walker, state);
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *group = &walker->classes[i];
        unsigned left = possible_on(walker, state, i, 0), right = possible_on(walker, state, i, 1);
        if (!left && !right)
            return false;
        unsigned part = walker->sided ? walker->part[group->first] : 0;
        assert(part == 0 || part < walker->part_count);
        if (part == 0)
            continue;
        sides[part] &= (uint8_t)(walker->tone[group->first] ? right | left << 1 : left | right << 1);
        if (sides[part] == 0)
            return false;
    }
    return true;
}

/* ---- fields ---- */

static bool plain_field_possible(const struct comb_search_walker *walker, const struct comb_search_group *field)
{
    for (unsigned tint = 0; tint < walker->board->tints && !field->unsure; tint++)
        if (field->stars[tint] == field->census[tint] && field->stars[tint] % 2 == 1)
            return false;
    return field->blues > 0 || field->sure_yellow <= field->size;
}

/* Dots on edges that must stay uncovered, as the line can use only so many edges: two at a node. */
static unsigned dots_left_out(const struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    unsigned dots = 0, ends = 0;
    for (unsigned i = 0; i < board->edge_dot_count; i++)
        dots += state->edge[board->edge_dots[i].place] == MAYBE;
    for (unsigned node = 0; node < board->graph->nodes && dots > 0; node++) {
        unsigned room = state->used[node] < 2 ? 2u - state->used[node] : 0;
        ends += state->maybe[node] < room ? state->maybe[node] : room;
    }
    return dots > ends / 2 ? dots - ends / 2 : 0;
}

/* Errors of the classes that are certain to lie in a field, and of all, against the eliminations there are. */
static bool enough_eliminations(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    unsigned errors = dots_left_out(walker, state), eliminations = 0;
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *group = &walker->classes[i];
        unsigned least = least_errors(walker, group);
        errors += least;
        eliminations += group->symbols ? group->eliminations : 0;
        if (group->field[0] != NO_GROUP && group->field[1] != NO_GROUP)
            continue;
        assert(group->field[group->field[0] == NO_GROUP] < walker->field_count);
        struct comb_search_group *field = &walker->fields[group->field[group->field[0] == NO_GROUP]];
        field->errors = (uint16_t)(field->errors + least);
    }
    return errors <= eliminations;
}

static bool fields_possible(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    if (walker->board->eliminations > 0 && !enough_eliminations(walker, state))
        return false;
    for (unsigned i = 0; i < walker->field_count; i++) {
        const struct comb_search_group *field = &walker->fields[i];
        if (field->eliminations > 0 ? field->errors > field->eliminations : !plain_field_possible(walker, field))
            return false;
    }
    return true;
}

/* Cells that no piece covers lie in regions without pieces, and these have just the cells that the pieces leave over.
 * Only asked where that is few. */
static bool enough_cover(struct comb_search_walker *walker)
{
    unsigned cells = 0, yellow = 0, bare = 0;
    if (!walker->board->types)
        return true;
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *group = &walker->classes[i];
        cells += group->size;
        if (!group->symbols)
            continue;
        if (group->eliminations > 0 || group->blues > 0)
            return true;
        yellow += group->yellow;
    }
    if (yellow > cells || cells - yellow > MOST_SLACK)
        return yellow <= cells;
    for (unsigned i = 0; i < walker->class_count && bare <= cells - yellow; i++) {
        const struct comb_search_group *group = &walker->classes[i];
        bool left = group->field[0] != NO_GROUP, right = group->field[1] != NO_GROUP;
        if ((!group->symbols || group->yellow == 0) && !(left && comb_search_tile(walker, i, 0)) &&
            !(right && comb_search_tile(walker, i, 1)))
            bare += group->size;
    }
    return bare <= cells - yellow;
}

bool comb_search_bounds(struct comb_search_walker *walker, struct comb_search_state *state)
{
    uint8_t sides[COMB_WITNESS_MOST_CELLS + 1];
    return look_at_node_dots(walker, state) && look_at_edge_dots(walker, state) && look_at_triangles(walker, state) &&
           find_sides(walker, state, sides) && fields_possible(walker, state) && enough_cover(walker) &&
           (!walker->sided || comb_search_orient(walker, state, sides));
}

/* ---- edges that follow ---- */

static bool colors_agree(const struct comb_search_walker *walker, const struct comb_search_group *a,
                         const struct comb_search_group *b)
{
    unsigned colors = 0;
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        colors += a->squares[tint] + b->squares[tint] > 0;
        if (a->stars[tint] + b->stars[tint] > 0 && a->census[tint] + b->census[tint] > 2)
            return false;
    }
    return colors <= 1;
}

static bool can_join_in(const struct comb_search_walker *walker, const struct comb_search_group *a,
                        const struct comb_search_group *b, const struct comb_search_group *field)
{
    if (field->eliminations > 0)
        return true;
    if (a->symbols && b->symbols && !colors_agree(walker, a, b))
        return false;
    unsigned yellow = (a->symbols ? a->yellow : 0u) + (b->symbols ? b->yellow : 0u);
    return yellow == 0 || field->blues > 0 || (yellow <= field->size && (unsigned)a->size + b->size <= field->yellow);
}

static bool can_join(const struct comb_search_walker *walker, const struct comb_search_group *a,
                     const struct comb_search_group *b)
{
    for (unsigned pass = 0; pass < 2; pass++)
        if (a->field[pass] != NO_GROUP && a->field[pass] == b->field[pass] &&
            can_join_in(walker, a, b, &walker->fields[a->field[pass]]))
            return true;
    return false;
}

static bool part_pair(struct comb_search_walker *walker, struct comb_search_state *state, unsigned cell, unsigned side)
{
    unsigned a = walker->class_of[cell], b = walker->class_of[walker->board->cell_next[cell][side]];
    assert(a < walker->class_count && b < walker->class_count);
    return a == b || can_join(walker, &walker->classes[a], &walker->classes[b]) ||
           comb_search_set(walker, state, walker->board->graph->cell_edge[cell][side], USED);
}

/* Only edges beside a class with symbols are of interest; the pairs are those of the pass over the classes. */
bool comb_search_part(struct comb_search_walker *walker, struct comb_search_state *state)
{
    for (unsigned below = 0; below < 2; below++) {
        struct comb_witness_cells beside = comb_search_beside(walker, below);
        for (unsigned i = 0; i < walker->board->words; i++)
            for (uint64_t bits = beside.words[i] & walker->maybe[below].words[i]; bits != 0; bits &= bits - 1)
                if (!part_pair(walker, state, 64 * i + (unsigned)__builtin_ctzll(bits),
                               below ? COMB_WITNESS_DOWN : COMB_WITNESS_RIGHT))
                    return false;
    }
    return true;
}
