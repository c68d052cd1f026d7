/* Regions while the line is still being drawn.
 *
 *     +===+===+ - + - +      == used, - maybe, blank dead.     Cells joined by dead edges will certainly be in one
 *     ‖ a   a | b | c |      region: a class (here a, b, c, d). Cells joined by edges that are not used may be: a
 *     +   +===+ - + - +      field (here all). A class without any "maybe" edge is a region, final, and is judged at
 *     ‖ a | d | d   d |      once; its cells are never looked at again further down.
 *     +===+===+===+===+
 *
 * A region lies between class and field; search_bounds.c says what follows. Where the line has two sides
 * (search_tone.c) there are fields for either side, over the cells that may be on that side, and a class whose side is
 * not known has one of each. One pass is O(cells + edges). */
#include "games/witness/search_parts.h"

#include <string.h>

enum { NO_SIDE = 2 };

/* The side of the line a cell is known to be on. */
static unsigned side_of(const struct comb_search_walker *walker, unsigned cell)
{
    return walker->sided && walker->part[cell] == 0 ? walker->tone[cell] : NO_SIDE;
}

static bool open_cell(const struct comb_search_walker *walker, const struct comb_search_state *state, unsigned cell)
{
    return walker->board->solid[cell] && !comb_bit_test(state->judged, cell);
}

static void flood_class(struct comb_search_walker *walker, const struct comb_search_state *state, unsigned cell,
                        uint16_t group)
{
    const struct comb_search_board *board = walker->board;
    unsigned waiting = 0;
    walker->class_of[cell] = group;
    walker->stack[waiting++] = (uint16_t)cell;
    while (waiting > 0) {
        unsigned at = walker->stack[--waiting];
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = board->cell_next[at][side];
            if (next == COMB_WITNESS_NOWHERE || walker->class_of[next] == group ||
                state->edge[board->graph->cell_edge[at][side]] != DEAD)
                continue;
            walker->class_of[next] = group;
            walker->stack[waiting++] = (uint16_t)next;
        }
    }
}

static void flood_field(struct comb_search_walker *walker, const struct comb_search_state *state, unsigned cell,
                        unsigned pass, uint16_t field)
{
    const struct comb_search_board *board = walker->board;
    uint16_t *label = walker->field_of[pass];
    unsigned waiting = 0;
    label[cell] = field;
    walker->stack[waiting++] = (uint16_t)cell;
    while (waiting > 0) {
        unsigned at = walker->stack[--waiting];
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = board->cell_next[at][side];
            if (next == COMB_WITNESS_NOWHERE || label[next] == field ||
                state->edge[board->graph->cell_edge[at][side]] == USED || side_of(walker, next) == 1 - pass)
                continue;
            label[next] = field;
            walker->stack[waiting++] = (uint16_t)next;
        }
    }
}

static void label_fields(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    unsigned cells = walker->board->graph->cells;
    walker->field_count = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        memset(walker->field_of[pass], 0xff, cells * sizeof walker->field_of[0][0]);
        if (pass == 1 && !walker->sided)
            return;
        for (unsigned cell = 0; cell < cells; cell++) {
            if (!open_cell(walker, state, cell) || walker->field_of[pass][cell] != NO_GROUP ||
                side_of(walker, cell) == 1 - pass)
                continue;
            memset(&walker->fields[walker->field_count], 0, sizeof walker->fields[0]);
            flood_field(walker, state, cell, pass, (uint16_t)walker->field_count++);
        }
    }
}

static void count_symbol(struct comb_search_group *group, const struct comb_search_symbol *symbol)
{
    group->symbols = group->symbols || symbol->any;
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
}

static unsigned open_sides(const struct comb_search_walker *walker, const struct comb_search_state *state,
                           unsigned cell)
{
    const uint16_t *edges = walker->board->graph->cell_edge[cell];
    return (unsigned)(state->edge[edges[0]] == MAYBE) + (state->edge[edges[1]] == MAYBE) +
           (state->edge[edges[2]] == MAYBE) + (state->edge[edges[3]] == MAYBE);
}

static void label_classes(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    unsigned cells = walker->board->graph->cells;
    memset(walker->class_of, 0xff, cells * sizeof walker->class_of[0]);
    walker->class_count = 0;
    for (unsigned cell = 0; cell < cells; cell++) {
        if (!open_cell(walker, state, cell))
            continue;
        if (walker->class_of[cell] == NO_GROUP) {
            struct comb_search_group *group = &walker->classes[walker->class_count];
            memset(group, 0, sizeof *group);
            group->first = (uint16_t)cell;
            group->field[0] = walker->field_of[0][cell];
            group->field[1] = walker->field_of[1][cell];
            flood_class(walker, state, cell, (uint16_t)walker->class_count++);
        }
        struct comb_search_group *group = &walker->classes[walker->class_of[cell]];
        group->size++;
        group->open = (uint16_t)(group->open + open_sides(walker, state, cell));
        count_symbol(group, &walker->board->symbol[cell]);
    }
}

static void add_to_field(const struct comb_search_walker *walker, struct comb_search_group *to,
                         const struct comb_search_group *from)
{
    bool sure = from->field[0] == NO_GROUP || from->field[1] == NO_GROUP;
    to->size = (uint16_t)(to->size + from->size);
    to->yellow = (uint16_t)(to->yellow + from->yellow);
    to->sure_yellow = (uint16_t)(to->sure_yellow + (sure ? from->yellow : 0));
    to->unsure = (uint16_t)(to->unsure + !sure);
    to->pieces = (uint16_t)(to->pieces + from->pieces);
    to->blues = (uint16_t)(to->blues + from->blues);
    to->eliminations = (uint16_t)(to->eliminations + from->eliminations);
    for (unsigned tint = 0; tint < walker->board->tints; tint++) {
        to->census[tint] = (uint16_t)(to->census[tint] + from->census[tint]);
        to->squares[tint] = (uint16_t)(to->squares[tint] + from->squares[tint]);
        to->stars[tint] = (uint16_t)(to->stars[tint] + from->stars[tint]);
    }
}

static void sum_fields(struct comb_search_walker *walker)
{
    for (unsigned i = 0; i < walker->class_count; i++)
        for (unsigned pass = 0; pass < 2; pass++)
            if (walker->classes[i].field[pass] != NO_GROUP)
                add_to_field(walker, &walker->fields[walker->classes[i].field[pass]], &walker->classes[i]);
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
    label_fields(walker, state);
    label_classes(walker, state);
    sum_fields(walker);
    bool good = comb_search_bounds(walker, state) && judge_final(walker, state) && comb_search_part(walker, state);
    *changed = walker->queued > 0;
    return good;
}
