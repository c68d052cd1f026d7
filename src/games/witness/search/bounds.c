/* Bounds on open regions. A region is a superset of its class and a subset of its field. So the search ends if a
 * class has too much of something or its field too little, and an edge between two classes that must not be in one
 * region is used. If the field has an elimination mark, an error may be eliminated: then only the number of certain
 * errors is compared with the number of marks in the field. All bounds hold under the three rule sets, because:
 *
 *     no elimination in the region   one square colour; exactly two symbols of a star's colour; every dot covered and
 *                                    every triangle right; without blue pieces, area = cells of the yellow pieces
 *     eliminations                   each local error, each square beyond those of one colour, each surplus star takes
 *                                    one elimination (under `game` removing squares and triangles also reduces the
 *                                    count of a star's colour, so there the larger number counts). The marks left
 *                                    over may remove pieces: at most that many, each at most the largest of the class
 *     pieces                         the net size of those that stay is the area of the region, or 0. Without blue
 *                                    pieces in reach and marks left over they tile it (tile.c) */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <string.h>

enum { MAX_SLACK = 8 };

static const struct comb_search_group *field_on(const struct comb_search_walker *walker,
                                                const struct comb_search_group *group, unsigned pass)
{
    return group->field[pass] == NO_GROUP ? NULL : &walker->fields[group->field[pass]];
}

/* Returns whether a region that contains the class may contain an elimination mark. */
static bool may_have_elimination(const struct comb_search_walker *walker, const struct comb_search_group *group)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        const struct comb_search_group *field = field_on(walker, group, pass);
        if (field && field->eliminations > 0)
            return true;
    }
    return false;
}

/* ---- dots and triangles ---- */

/* Returns whether an elimination could remove the dot: all cells around it are in one field that has a mark. */
static bool may_be_eliminated(const struct comb_search_walker *walker, const struct comb_search_dot *dot)
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

static bool check_node_dots(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    for (unsigned i = 0; i < board->node_dot_count; i++) {
        const struct comb_search_dot *dot = &board->node_dots[i];
        if (state->used[dot->place] > 0 || settled_dot(walker, dot) || dot->on_tracks)
            continue;
        bool must = comb_bit_test(state->required, dot->place) || !may_be_eliminated(walker, dot);
        bool dead = state->maybe[dot->place] == 0;
        if (must && dead)
            return false;
        if (must)
            comb_search_require(walker, state, dot->place);
        if (dead)
            walker->classes[walker->class_of[dot->cells[0]]].errors++;
        else
            hold_open(walker, dot);
    }
    return true;
}

static bool check_edge_dots(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    for (unsigned i = 0; i < board->edge_dot_count; i++) {
        const struct comb_search_dot *dot = &board->edge_dots[i];
        if (state->edge[dot->place] == USED || settled_dot(walker, dot) || dot->on_tracks)
            continue;
        bool must = !may_be_eliminated(walker, dot);
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

static bool check_triangle(struct comb_search_walker *walker, struct comb_search_state *state, unsigned cell)
{
    const struct comb_search_board *board = walker->board;
    struct comb_search_group *group = &walker->classes[walker->class_of[cell]];
    unsigned required_sides = board->symbol[cell].triangle, used = 0, maybe = 0;
    for (unsigned side = 0; side < 4; side++) {
        used += comb_bit_test(state->line.words, board->graph->cell_edge[cell][side]);
        maybe += state->edge[board->graph->cell_edge[cell][side]] == MAYBE;
    }
    assert(used + maybe <= 4);
    bool wrong = used > required_sides || used + maybe < required_sides;
    bool must = !may_have_elimination(walker, group);
    group->errors = (uint16_t)(group->errors + wrong);
    if (wrong || !must || maybe == 0)
        return !wrong || !must;
    return (used != required_sides || set_sides(walker, state, cell, DEAD)) &&
           (used + maybe != required_sides || set_sides(walker, state, cell, USED));
}

static bool check_triangles(struct comb_search_walker *walker, struct comb_search_state *state)
{
    for (unsigned i = 0; i < walker->board->triangle_count; i++) {
        unsigned cell = walker->board->triangles[i];
        if (walker->class_of[cell] != NO_GROUP && !check_triangle(walker, state, cell))
            return false;
    }
    return true;
}

/* ---- classes ---- */

/* Checks a region between class and field, without eliminations. */
static bool plain_class_possible(const struct comb_search_walker *walker, const struct comb_search_group *group,
                                 const struct comb_search_group *field)
{
    unsigned colours = 0;
    if (!group->symbols)
        return true;
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        colours += group->squares[tint] > 0;
        if (group->stars[tint] > 0 && (group->census[tint] > 2 || field->census[tint] < 2))
            return false;
    }
    if (colours > 1)
        return false;
    return group->yellow == 0 || field->blues > 0 || (group->size <= field->yellow && group->yellow <= field->size);
}

/* Counts the errors that are certain in the region of the class. `certain`, or NULL, gets the number of those that no
 * elimination of a piece can fix. A `field` of NULL stands for any. */
static unsigned min_errors(unsigned *certain, const struct comb_search_walker *walker,
                           const struct comb_search_group *group, const struct comb_search_group *field)
{
    unsigned squares = 0, max = 0, stars = 0, symbols = 0;
    enum comb_witness_rule_set set = walker->board->rules.set;
    for (unsigned tint = 0; group->symbols && tint < walker->board->tints; tint++) {
        unsigned own = group->stars[tint], all = group->census[tint];
        squares += group->squares[tint];
        max = group->squares[tint] > max ? group->squares[tint] : max;
        if (own == 0)
            continue;
        bool lone = all == 1 && field && field->census[tint] == 1;
        unsigned surplus = all <= 2 ? lone : all - 2 < own ? all - 2 : own;
        stars += set == COMB_WITNESS_WINDMILL || lone ? surplus : own > 2 ? own - 2 : 0;
        symbols += surplus;
    }
    unsigned errors = group->errors + squares - max + stars;
    if (certain)
        *certain = errors;
    return set == COMB_WITNESS_GAME && symbols > errors ? symbols : errors;
}

/* Checks the pieces of an open region between class and field if at most `spare` of them are eliminated. Their net size
 * is the area of the region, or 0. */
static bool pieces_possible(struct comb_search_walker *walker, unsigned index, unsigned pass, unsigned spare)
{
    const struct comb_search_group *group = &walker->classes[index], *field = field_on(walker, group, pass);
    if (group->pieces <= spare || (spare > 0 && group->blues > 0))
        return true;
    long min = (long)group->yellow - field->blue - (long)spare * group->largest;
    long most = (long)field->yellow - group->blue;
    if (min > (long)field->size || most < 0 || (min > 0 && most < (long)group->size))
        return false;
    return spare > 0 || field->blues > 0 || group->yellow == 0 || !walker->board->types ||
           comb_search_tile(walker, index, pass);
}

static bool possible_on(struct comb_search_walker *walker, unsigned index, unsigned pass)
{
    const struct comb_search_group *group = &walker->classes[index], *field = field_on(walker, group, pass);
    unsigned certain = 0;
    if (!field)
        return false;
    if (field->eliminations > 0 ? min_errors(&certain, walker, group, field) > field->eliminations
                                : !plain_class_possible(walker, group, field))
        return false;
    return group->open == 0 || !group->symbols || pieces_possible(walker, index, pass, field->eliminations - certain);
}

/* Finds the sides that each part of the panel may be on, from its classes. */
static bool find_sides(struct comb_search_walker *walker, uint8_t *sides)
{
    if (walker->sided)
        memset(sides, 3, walker->part_count);
    if (walker->board->types)
        comb_search_tile_begin(walker);
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *group = &walker->classes[i];
        unsigned left = possible_on(walker, i, 0), right = possible_on(walker, i, 1);
        if (!left && !right)
            return false;
        unsigned part = walker->sided ? walker->part[group->first] : 0;
        assert(part == 0 || part < walker->part_count);
        if (part == 0)
            continue;
        sides[part] &= (uint8_t)(walker->cell_side[group->first] ? right | left << 1 : left | right << 1);
        if (sides[part] == 0)
            return false;
    }
    return true;
}

/* ---- fields ---- */

static bool plain_field_possible(const struct comb_search_walker *walker, const struct comb_search_group *field)
{
    for (unsigned tint = 0; tint < walker->board->tints && !field->ambiguous; tint++)
        if (field->stars[tint] == field->census[tint] && field->stars[tint] % 2 == 1)
            return false;
    return field->blues > 0 || field->certain_yellow <= field->size;
}

/* Counts the dots on edges that must stay uncovered because the line uses at most two edges at a node. */
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

/* Compares the certain errors of the classes in each field, and of all classes, with the elimination marks
 * available. */
static bool enough_eliminations(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    unsigned errors = dots_left_out(walker, state), eliminations = 0;
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *group = &walker->classes[i];
        unsigned min = min_errors(NULL, walker, group, NULL);
        errors += min;
        eliminations += group->symbols ? group->eliminations : 0;
        if (group->field[0] != NO_GROUP && group->field[1] != NO_GROUP)
            continue;
        assert(group->field[group->field[0] == NO_GROUP] < walker->field_count);
        struct comb_search_group *field = &walker->fields[group->field[group->field[0] == NO_GROUP]];
        field->errors = (uint16_t)(field->errors + min);
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

/* Cells that no piece covers are in regions without pieces, and these have exactly the cells that the pieces leave
 * over. Called only if that number is small. */
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
    if (yellow > cells || cells - yellow > MAX_SLACK)
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
    uint8_t sides[COMB_WITNESS_MAX_CELLS + 1];
    return check_node_dots(walker, state) && check_edge_dots(walker, state) && check_triangles(walker, state) &&
           find_sides(walker, sides) && fields_possible(walker, state) && enough_cover(walker) &&
           (!walker->sided || comb_search_orient(walker, state, sides));
}

/* ---- edges that follow ---- */

static bool colours_agree(const struct comb_search_walker *walker, const struct comb_search_group *a,
                          const struct comb_search_group *b)
{
    unsigned colours = 0;
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        colours += a->squares[tint] + b->squares[tint] > 0;
        if (a->stars[tint] + b->stars[tint] > 0 && a->census[tint] + b->census[tint] > 2)
            return false;
    }
    return colours <= 1;
}

static bool can_join_in(const struct comb_search_walker *walker, const struct comb_search_group *a,
                        const struct comb_search_group *b, const struct comb_search_group *field)
{
    if (field->eliminations > 0)
        return true;
    if (a->symbols && b->symbols && !colours_agree(walker, a, b))
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

/* Only edges beside a class with symbols matter; the pairs are those computed by the pass over the classes. */
bool comb_search_separate_classes(struct comb_search_walker *walker, struct comb_search_state *state)
{
    for (unsigned way = 0; way < walker->board->ways; way++) {
        struct comb_witness_cells beside = comb_search_symbol_pairs(walker, way);
        for (unsigned i = 0; i < walker->board->words; i++)
            for (uint64_t bits = beside.words[i] & walker->maybe[way].words[i]; bits != 0; bits &= bits - 1)
                if (!part_pair(walker, state, 64 * i + (unsigned)__builtin_ctzll(bits),
                               way == DOWNWARD ? COMB_WITNESS_DOWN : COMB_WITNESS_RIGHT))
                    return false;
    }
    return true;
}
