/* Regions while the line is still being drawn.
 *
 *     +===+===+ - + - +      == used, - maybe, blank dead.     Cells joined by dead edges will certainly be in one
 *     ‖ a   a | b | c |      region: a class (here a, b, c, d). Cells joined by edges that are not used may be: a
 *     +   +===+ - + - +      field (here all). A class without any "maybe" edge is a region, final, and is judged at
 *     ‖ a | d | d   d |      once; its cells are never looked at again further down.
 *     +===+===+===+===+
 *
 * A region lies between class and field, so what a class has too much of, or what its field has too little of, ends
 * the search here; and an edge between two classes that must not be in one region is used. Where the field holds an
 * elimination, an error may be taken away: then only the number of errors that are certain is compared with the number
 * of eliminations in the field. All bounds hold under the three rule sets, by these facts:
 *
 *     no elimination in the region   one square colour; exactly two symbols of a star's colour; every dot covered and
 *                                    every triangle right; without blue pieces, area = cells of the yellow pieces
 *     eliminations                   each local error, each square beyond those of one colour, each star too many takes
 *                                    one elimination (squares and stars may share it where any symbol can be removed)
 *
 * One pass is O(cells + edges). */
#include "games/witness/search_parts.h"

#include <string.h>

enum { NO_GROUP = 0xffff, THROUGH_DEAD = 1 << DEAD, THROUGH_UNUSED = 1 << DEAD | 1 << MAYBE };

/* ---- labels ---- */

static void flood(struct comb_search_walker *walker, const struct comb_search_state *state, uint16_t *label,
                  unsigned cell, uint16_t group, unsigned through)
{
    const struct comb_search_board *board = walker->board;
    unsigned waiting = 0;
    label[cell] = group;
    walker->stack[waiting++] = (uint16_t)cell;
    while (waiting > 0) {
        unsigned at = walker->stack[--waiting];
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = board->cell_next[at][side];
            if (next == COMB_WITNESS_NOWHERE || label[next] == group ||
                !(through >> state->edge[board->graph->cell_edge[at][side]] & 1))
                continue;
            label[next] = group;
            walker->stack[waiting++] = (uint16_t)next;
        }
    }
}

static void count_symbol(struct comb_search_group *group, const struct comb_search_symbol *symbol)
{
    if (symbol->census != NO_TINT)
        group->census[symbol->census]++;
    if (symbol->square != NO_TINT)
        group->squares[symbol->square]++;
    if (symbol->star != NO_TINT)
        group->stars[symbol->star]++;
    group->eliminations = (uint16_t)(group->eliminations + symbol->elimination);
    if (!symbol->piece)
        return;
    group->pieces++;
    group->blues = (uint16_t)(group->blues + symbol->blue_piece);
    group->yellow = (uint16_t)(group->yellow + symbol->yellow);
    group->blue = (uint16_t)(group->blue + symbol->blue);
}

static unsigned open_sides(const struct comb_search_walker *walker, const struct comb_search_state *state,
                           unsigned cell)
{
    const uint16_t *edges = walker->board->graph->cell_edge[cell];
    return (unsigned)(state->edge[edges[0]] == MAYBE) + (state->edge[edges[1]] == MAYBE) +
           (state->edge[edges[2]] == MAYBE) + (state->edge[edges[3]] == MAYBE);
}

static void label_cells(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    unsigned cells = board->graph->cells;
    memset(walker->class_of, 0xff, cells * sizeof walker->class_of[0]);
    memset(walker->field_of, 0xff, cells * sizeof walker->field_of[0]);
    walker->class_count = walker->field_count = 0;
    for (unsigned cell = 0; cell < cells; cell++) {
        if (!board->solid[cell] || comb_bit_test(state->judged, cell))
            continue;
        if (walker->field_of[cell] == NO_GROUP) {
            memset(&walker->fields[walker->field_count], 0, sizeof walker->fields[0]);
            flood(walker, state, walker->field_of, cell, (uint16_t)walker->field_count++, THROUGH_UNUSED);
        }
        if (walker->class_of[cell] == NO_GROUP) {
            struct comb_search_group *group = &walker->classes[walker->class_count];
            memset(group, 0, sizeof *group);
            group->first = (uint16_t)cell;
            group->field = walker->field_of[cell];
            flood(walker, state, walker->class_of, cell, (uint16_t)walker->class_count++, THROUGH_DEAD);
        }
        struct comb_search_group *group = &walker->classes[walker->class_of[cell]];
        group->size++;
        group->open = (uint16_t)(group->open + open_sides(walker, state, cell));
        count_symbol(group, &board->symbol[cell]);
    }
}

static void sum_fields(struct comb_search_walker *walker)
{
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *from = &walker->classes[i];
        struct comb_search_group *to = &walker->fields[from->field];
        to->size = (uint16_t)(to->size + from->size);
        to->yellow = (uint16_t)(to->yellow + from->yellow);
        to->blue = (uint16_t)(to->blue + from->blue);
        to->pieces = (uint16_t)(to->pieces + from->pieces);
        to->blues = (uint16_t)(to->blues + from->blues);
        to->eliminations = (uint16_t)(to->eliminations + from->eliminations);
        for (unsigned tint = 0; tint < walker->board->tints; tint++) {
            to->census[tint] = (uint16_t)(to->census[tint] + from->census[tint]);
            to->squares[tint] = (uint16_t)(to->squares[tint] + from->squares[tint]);
            to->stars[tint] = (uint16_t)(to->stars[tint] + from->stars[tint]);
        }
    }
}

/* ---- dots and triangles ---- */

/* Whether an elimination could take the dot away: all cells around it in one field that has any. */
static bool forgivable(const struct comb_search_walker *walker, const struct comb_search_dot *dot)
{
    if (dot->count == 0)
        return false;
    unsigned field = walker->field_of[dot->cells[0]];
    for (unsigned i = 1; i < dot->count; i++)
        if (walker->field_of[dot->cells[i]] != field)
            return false;
    return walker->fields[field].eliminations > 0;
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
        if (state->used[dot->place] > 0 || settled_dot(walker, dot))
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
        if (state->edge[dot->place] == USED || settled_dot(walker, dot))
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

static bool look_at_triangles(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    for (unsigned i = 0; i < board->triangle_count; i++) {
        unsigned cell = board->triangles[i], used = 0, maybe = 0;
        if (walker->class_of[cell] == NO_GROUP)
            continue;
        for (unsigned side = 0; side < 4; side++) {
            used += state->edge[board->graph->cell_edge[cell][side]] == USED;
            maybe += state->edge[board->graph->cell_edge[cell][side]] == MAYBE;
        }
        unsigned wanted = board->symbol[cell].triangle;
        struct comb_search_group *group = &walker->classes[walker->class_of[cell]];
        bool wrong = used > wanted || used + maybe < wanted;
        bool must = walker->fields[group->field].eliminations == 0;
        if (wrong && must)
            return false;
        group->errors = (uint16_t)(group->errors + wrong);
        if (!must || maybe == 0)
            continue;
        if ((used == wanted && !set_sides(walker, state, cell, DEAD)) ||
            (used + maybe == wanted && !set_sides(walker, state, cell, USED)))
            return false;
    }
    return true;
}

/* ---- bounds ---- */

/* A region between class and field, without eliminations. */
static bool plain_class_possible(const struct comb_search_walker *walker, const struct comb_search_group *group)
{
    const struct comb_search_group *field = &walker->fields[group->field];
    unsigned colors = 0;
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
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        squares += group->squares[tint];
        most = group->squares[tint] > most ? group->squares[tint] : most;
        unsigned count = set == COMB_WITNESS_TTWS ? group->stars[tint] : group->census[tint];
        unsigned surplus = count > 2 ? count - 2 : 0;
        stars += surplus < group->stars[tint] ? surplus : group->stars[tint];
    }
    squares -= most;
    bool shared = set == COMB_WITNESS_GAME;
    return group->errors + (!shared ? squares + stars : squares > stars ? squares : stars);
}

static bool plain_field_possible(const struct comb_search_walker *walker, const struct comb_search_group *field)
{
    for (unsigned tint = 0; tint < walker->board->tints; tint++)
        if (field->stars[tint] == field->census[tint] && field->stars[tint] % 2 == 1)
            return false;
    return field->blues > 0 || field->yellow <= field->size;
}

static bool bounds_hold(struct comb_search_walker *walker)
{
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *group = &walker->classes[i];
        struct comb_search_group *field = &walker->fields[group->field];
        if (field->eliminations > 0)
            field->errors = (uint16_t)(field->errors + least_errors(walker, group));
        else if (!plain_class_possible(walker, group))
            return false;
    }
    for (unsigned i = 0; i < walker->field_count; i++) {
        const struct comb_search_group *field = &walker->fields[i];
        if (field->eliminations > 0 ? field->errors > field->eliminations : !plain_field_possible(walker, field))
            return false;
    }
    return true;
}

/* ---- edges that follow ---- */

static bool must_part(const struct comb_search_walker *walker, const struct comb_search_group *a,
                      const struct comb_search_group *b)
{
    const struct comb_search_group *field = &walker->fields[a->field];
    unsigned colors = 0;
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        colors += a->squares[tint] + b->squares[tint] > 0;
        if (a->stars[tint] + b->stars[tint] > 0 && a->census[tint] + b->census[tint] > 2)
            return true;
    }
    if (colors > 1)
        return true;
    unsigned yellow = a->yellow + b->yellow;
    return yellow > 0 && field->blues == 0 && (yellow > field->size || (unsigned)a->size + b->size > field->yellow);
}

static bool part_classes(struct comb_search_walker *walker, struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    for (unsigned edge = 0; edge < board->graph->edges; edge++) {
        const uint16_t *cells = board->edge_cell[edge];
        if (state->edge[edge] != MAYBE || cells[0] == COMB_WITNESS_NOWHERE || cells[1] == COMB_WITNESS_NOWHERE)
            continue;
        unsigned a = walker->class_of[cells[0]], b = walker->class_of[cells[1]];
        if (a == b || walker->fields[walker->classes[a].field].eliminations > 0)
            continue;
        if (must_part(walker, &walker->classes[a], &walker->classes[b]) && !comb_search_set(walker, state, edge, USED))
            return false;
    }
    return true;
}

/* ---- final regions ---- */

static bool judge_class(struct comb_search_walker *walker, struct comb_search_state *state, unsigned group)
{
    struct comb_witness_cells cells = {{0}};
    for (unsigned cell = walker->classes[group].first; cell < walker->board->graph->cells; cell++)
        if (walker->class_of[cell] == group)
            comb_bit_set(cells.words, cell);
    int code = comb_witness_judge_region(walker->judge, &cells, &state->line);
    if (code != COMB_OK && code != COMB_NO)
        walker->code = code;
    for (unsigned i = 0; i < CELL_WORDS; i++)
        state->judged[i] |= cells.words[i];
    return code == COMB_OK;
}

static bool judge_final(struct comb_search_walker *walker, struct comb_search_state *state)
{
    for (unsigned i = 0; i < walker->class_count; i++)
        if (walker->classes[i].open == 0 && !judge_class(walker, state, i))
            return false;
    return true;
}

bool comb_search_classes(struct comb_search_walker *walker, struct comb_search_state *state, bool *changed)
{
    label_cells(walker, state);
    sum_fields(walker);
    bool good = look_at_node_dots(walker, state) && look_at_edge_dots(walker, state) &&
                look_at_triangles(walker, state) && bounds_hold(walker) && judge_final(walker, state) &&
                part_classes(walker, state);
    *changed = walker->queued > 0;
    return good;
}

/* ---- the key of a state ---- */

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

/* Whether the shape of a class matters to what is still to come, not only what it holds. */
static bool exact_shape(const struct comb_search_walker *walker, const struct comb_search_group *group)
{
    const struct comb_search_group *field = &walker->fields[group->field];
    return field->pieces > 0 || (field->eliminations > 0 && walker->board->rules.set != COMB_WITNESS_WINDMILL);
}

static void add_cell_key(struct comb_search_key *to, const struct comb_search_walker *walker,
                         const struct comb_search_state *state, unsigned cell)
{
    const struct comb_search_board *board = walker->board;
    const uint16_t *edges = board->graph->cell_edge[cell];
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
    uint64_t hash = group->eliminations + 257u * group->errors;
    for (unsigned tint = 0; tint < walker->board->tints; tint++)
        hash = mix(hash + group->census[tint] + ((uint64_t)group->squares[tint] << 20) +
                   ((uint64_t)group->stars[tint] << 40));
    return hash;
}

/* Edges that the line must use but has not reached, and the head. */
static struct comb_search_key frame_key(const struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    struct comb_search_key key = board->node_key[state->head];
    for (unsigned edge = 0; edge < board->graph->edges; edge++) {
        const uint16_t *ends = board->graph->edge_node[edge];
        if (state->edge[edge] == MAYBE)
            add_key(&key, board->edge_key[edge][0]);
        else if (state->edge[edge] == USED &&
                 !(comb_bit_test(state->walked, ends[0]) && comb_bit_test(state->walked, ends[1])))
            add_key(&key, board->edge_key[edge][2]);
    }
    return key;
}

struct comb_search_key comb_search_class_key(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    struct comb_search_key key = frame_key(walker, state), sums[COMB_WITNESS_MOST_CELLS];
    memset(sums, 0, walker->class_count * sizeof sums[0]);
    for (unsigned cell = 0; cell < walker->board->graph->cells; cell++)
        if (walker->class_of[cell] != NO_GROUP && !comb_bit_test(state->judged, cell))
            add_cell_key(&sums[walker->class_of[cell]], walker, state, cell);
    for (unsigned i = 0; i < walker->class_count; i++)
        if (walker->classes[i].open > 0) {
            uint64_t hash = content(walker, &walker->classes[i]);
            key.a += mix(sums[i].a + hash);
            key.b += mix(sums[i].b ^ hash * 3);
        }
    return key;
}
