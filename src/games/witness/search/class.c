/* Regions while the line is still being drawn.
 *
 *     +===+===+ - + - +      == used, - maybe, blank dead.     Cells joined by dead edges are certainly in one
 *     ‖ a   a | b | c |      region: a class (here a, b, c, d). Cells joined by edges that are not used may be: a
 *     +   +===+ - + - +      field (here all). A class without any "maybe" edge is a final region and is checked at
 *     ‖ a | d | d   d |      once; its cells are never visited again further down.
 *     +===+===+===+===+
 *
 * A region is between class and field; bounds.c draws the conclusions. If the line has two sides (sides.c), there
 * are fields for each side, over the cells that may be on that side, and a class on an unknown side has one of each.
 * Cells are bits, and floods grow over all cells at once: a pass is O(cells). */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <string.h>

typedef struct comb_witness_cells mask;

/* ---- sets of cells ---- */

/* Shifts a set by less than a word. Bits shifted off the board do not matter: the result is always masked by the
 * board. */
static inline mask up_by(const mask *cells, unsigned by, unsigned words)
{
    mask out;
    for (unsigned i = 0; i < words; i++)
        out.words[i] = cells->words[i] << by | (i > 0 ? cells->words[i - 1] >> (64 - by) : 0);
    // // cppcheck-suppress uninitvar ; the words beyond `words` are never read
    return out;
}

static inline mask down_by(const mask *cells, unsigned by, unsigned words)
{
    mask out;
    for (unsigned i = 0; i < words; i++)
        out.words[i] = cells->words[i] >> by | (i + 1 < words ? cells->words[i + 1] << (64 - by) : 0);
    // cppcheck-suppress uninitvar
    return out;
}

/* On a pillar: grows a set over the pairs of the last and the first column, once. */
static bool grow_around(mask *set, const mask *pairs, const mask *inside, unsigned width, unsigned words)
{
    mask last = *set;
    bool grown = false;
    for (unsigned i = 0; i < words; i++)
        last.words[i] &= pairs->words[i];
    mask first = down_by(&last, width - 1, words), back = up_by(set, width - 1, words);
    for (unsigned i = 0; i < words; i++) {
        uint64_t more = (first.words[i] | (back.words[i] & pairs->words[i])) & inside->words[i] & ~set->words[i];
        set->words[i] |= more;
        grown = grown || more != 0;
    }
    return grown;
}

/* Grows a set over the given pairs, inside a set; `words` is a constant where this is inlined. */
static inline void grow(mask *set, const mask pairs[WAYS], const mask *inside, unsigned width, unsigned words)
{
    for (bool grown = true; grown;) {
        grown = false;
        mask here = *set, right, below;
        for (unsigned i = 0; i < words; i++) {
            right.words[i] = here.words[i] & pairs[0].words[i];
            below.words[i] = here.words[i] & pairs[1].words[i];
        }
        mask a = up_by(&right, 1, words), b = down_by(&here, 1, words);
        mask c = up_by(&below, width, words), d = down_by(&here, width, words);
        for (unsigned i = 0; i < words; i++) {
            uint64_t more =
                a.words[i] | (b.words[i] & pairs[0].words[i]) | c.words[i] | (d.words[i] & pairs[1].words[i]);
            more &= inside->words[i] & ~here.words[i];
            set->words[i] |= more;
            grown = grown || more != 0;
        }
    }
}

static void flood_pairs(const struct comb_search_walker *walker, mask *set, const mask pairs[WAYS], const mask *inside)
{
    unsigned width = walker->board->graph->panel->width;
    do {
        if (walker->board->words == 1)
            grow(set, pairs, inside, width, 1);
        else if (walker->board->words == 2)
            grow(set, pairs, inside, width, 2);
        else
            grow(set, pairs, inside, width, CELL_WORDS);
    } while (walker->board->ways > AROUND && grow_around(set, &pairs[AROUND], inside, width, walker->board->words));
}

/* Grows also over joints (surface.h) that are `open`. */
static void flood(const struct comb_search_walker *walker, mask *set, const mask pairs[WAYS], const mask *inside,
                  const bool *open)
{
    flood_pairs(walker, set, pairs, inside);
    if (walker->board->surface.joint_count == 0)
        return;
    bool reached[COMB_WITNESS_MAX_NODES] = {false};
    while (comb_witness_surface_grow(&walker->board->surface, open, reached, set, inside))
        flood_pairs(walker, set, pairs, inside);
}

/* Finds joints that the line certainly leaves free, or that it may still leave free. */
static void find_open_joints(bool *open, const struct comb_search_walker *walker, const struct comb_search_state *state,
                             bool certain)
{
    const struct comb_witness_surface *surface = &walker->board->surface;
    for (unsigned i = 0; i < surface->joint_count; i++) {
        unsigned node = surface->joints[i].node;
        open[i] = state->used[node] == 0 && (!certain || state->maybe[node] == 0);
    }
}

/* Adds cells at undecided joints, and at joints connected with them. */
static void touch_at_joints(mask *touched, const struct comb_search_walker *walker,
                            const struct comb_search_state *state)
{
    const struct comb_witness_surface *surface = &walker->board->surface;
    if (surface->joint_count == 0)
        return;
    bool undecided[COMB_WITNESS_MAX_NODES] = {false}; /* by net */
    for (unsigned i = 0; i < surface->joint_count; i++) {
        unsigned node = surface->joints[i].node;
        undecided[surface->joints[i].net] |= state->used[node] == 0 && state->maybe[node] > 0;
    }
    for (unsigned i = 0; i < surface->joint_count; i++)
        for (unsigned k = 0; k < surface->joints[i].cell_count && undecided[surface->joints[i].net]; k++)
            comb_bit_set(touched->words, surface->joints[i].cells[k]);
}

static bool first_cell(unsigned *cell, const mask *set)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        if (set->words[i] != 0) {
            *cell = 64 * i + (unsigned)__builtin_ctzll(set->words[i]);
            return true;
        }
    return false;
}

static unsigned size_of(const mask *set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < CELL_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set->words[i]);
    return count;
}

static mask both_of(const struct comb_search_walker *walker, const mask *first, unsigned way)
{
    unsigned width = walker->board->graph->panel->width;
    mask other =
        way == AROUND ? down_by(first, width - 1, CELL_WORDS) : up_by(first, way == DOWNWARD ? width : 1, CELL_WORDS);
    for (unsigned i = 0; i < CELL_WORDS; i++)
        other.words[i] |= first->words[i];
    return other;
}

static bool meet(const mask *a, const mask *b)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        if (a->words[i] & b->words[i])
            return true;
    return false;
}

/* Pairs with at least one cell in a class with symbols. */
struct comb_witness_cells comb_search_symbol_pairs(const struct comb_search_walker *walker, unsigned way)
{
    const mask *cells = &walker->symbol_class_cells;
    unsigned width = walker->board->graph->panel->width;
    mask out =
        way == AROUND ? up_by(cells, width - 1, CELL_WORDS) : down_by(cells, way == DOWNWARD ? width : 1, CELL_WORDS);
    for (unsigned i = 0; i < CELL_WORDS; i++)
        out.words[i] |= walker->symbol_class_cells.words[i];
    return out;
}

/* ---- fields ---- */

unsigned comb_search_field_at(const struct comb_search_walker *walker, unsigned pass, unsigned cell)
{
    assert(pass < 2 && walker->first_field[pass + 1] <= walker->field_count);
    for (unsigned i = walker->first_field[pass]; i < walker->first_field[pass + 1]; i++)
        if (comb_bit_test(walker->field_cells[i].words, cell))
            return i;
    return NO_GROUP;
}

static void add_field(struct comb_search_walker *walker, const mask *cells)
{
    struct comb_search_group *field = &walker->fields[walker->field_count];
    assert(walker->field_count < sizeof walker->fields / sizeof *walker->fields);
    memset(field, 0, sizeof *field);
    field->size = (uint16_t)size_of(cells);
    for (unsigned i = 0; i < CELL_WORDS && walker->sided; i++)
        field->ambiguous = field->ambiguous ||
                           (cells->words[i] & ~walker->side_cells[0].words[i] & ~walker->side_cells[1].words[i]) != 0;
    walker->field_cells[walker->field_count++] = *cells;
}

static void find_fields(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    mask uncut[WAYS];
    bool open[COMB_WITNESS_MAX_NODES];
    find_open_joints(open, walker, state, false);
    for (unsigned way = 0; way < walker->board->ways; way++)
        for (unsigned i = 0; i < CELL_WORDS; i++)
            uncut[way].words[i] = walker->board->pairs[way].words[i] & ~state->cut[way].words[i];
    walker->field_count = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        mask left = walker->open_cells;
        unsigned cell;
        walker->first_field[pass] = walker->field_count;
        for (unsigned i = 0; i < CELL_WORDS; i++)
            left.words[i] &= !walker->sided ? (pass == 0 ? UINT64_MAX : 0) : ~walker->side_cells[1 - pass].words[i];
        mask inside = left;
        while (first_cell(&cell, &left)) {
            mask set = {{0}};
            comb_bit_set(set.words, cell);
            flood(walker, &set, uncut, &inside, open);
            for (unsigned i = 0; i < CELL_WORDS; i++)
                left.words[i] &= ~set.words[i];
            add_field(walker, &set);
        }
    }
    walker->first_field[2] = walker->field_count;
}

/* ---- classes ---- */

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
    group->largest = symbol->yellow > group->largest ? symbol->yellow : group->largest;
}

static void count_symbols(struct comb_search_walker *walker, struct comb_search_group *group, const mask *cells)
{
    const struct comb_search_board *board = walker->board;
    memset(group->census, 0, board->tints * sizeof group->census[0]);
    memset(group->squares, 0, board->tints * sizeof group->squares[0]);
    memset(group->stars, 0, board->tints * sizeof group->stars[0]);
    group->yellow = group->blue = group->largest = group->pieces = group->blues = group->eliminations = 0;
    for (unsigned i = 0; i < board->words; i++) {
        walker->symbol_class_cells.words[i] |= cells->words[i];
        for (uint64_t bits = cells->words[i] & board->symbol_cells.words[i]; bits != 0; bits &= bits - 1)
            count_symbol(group, &board->symbol[64 * i + (unsigned)__builtin_ctzll(bits)]);
    }
}

static void add_class(struct comb_search_walker *walker, const mask *cells, unsigned first, const mask *touched)
{
    assert(walker->class_count < walker->board->graph->cells); /* classes share no cell */
    uint16_t index = (uint16_t)walker->class_count++;
    struct comb_search_group *group = &walker->classes[index];
    walker->class_cells[index] = *cells;
    group->size = 0;
    for (unsigned i = 0; i < walker->board->words; i++)
        for (uint64_t bits = cells->words[i]; bits != 0; bits &= bits - 1) {
            walker->class_of[64 * i + (unsigned)__builtin_ctzll(bits)] = index;
            group->size++;
        }
    assert(group->size > 0 && comb_bit_test(cells->words, first));
    group->first = (uint16_t)first;
    group->errors = 0;
    group->open = meet(cells, touched);
    for (unsigned pass = 0; pass < 2; pass++)
        group->field[pass] = (uint16_t)comb_search_field_at(walker, pass, first);
    group->symbols = meet(cells, &walker->board->symbol_cells);
    if (group->symbols)
        count_symbols(walker, group, cells);
}

/* Finds cells with an edge that may still become part of the line; stores the pairs among them. */
static mask find_touched(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    const struct comb_search_board *board = walker->board;
    mask touched = {{0}};
    for (unsigned way = 0; way < board->ways; way++) {
        for (unsigned i = 0; i < CELL_WORDS; i++)
            walker->maybe[way].words[i] =
                board->pairs[way].words[i] & ~state->dead[way].words[i] & ~state->cut[way].words[i];
        mask cells = both_of(walker, &walker->maybe[way], way);
        for (unsigned i = 0; i < CELL_WORDS; i++)
            touched.words[i] |= cells.words[i];
    }
    for (unsigned i = 0; i < board->rim_count; i++) {
        const uint16_t *cells = board->edge_cell[board->rim[i]];
        if (state->edge[board->rim[i]] == MAYBE)
            comb_bit_set(touched.words, cells[0] == COMB_WITNESS_NOWHERE ? cells[1] : cells[0]);
    }
    touch_at_joints(&touched, walker, state);
    return touched;
}

static void find_classes(struct comb_search_walker *walker, const struct comb_search_state *state)
{
    mask touched = find_touched(walker, state), left = walker->open_cells;
    mask joined = {{0}}; /* cells with a dead edge: others are classes of their own */
    bool open[COMB_WITNESS_MAX_NODES];
    unsigned cell;
    for (unsigned way = 0; way < walker->board->ways; way++) {
        mask pair = both_of(walker, &state->dead[way], way);
        for (unsigned i = 0; i < CELL_WORDS; i++)
            joined.words[i] |= pair.words[i];
    }
    find_open_joints(open, walker, state, true);
    memset(walker->class_of, 0xff, walker->board->graph->cells * sizeof walker->class_of[0]);
    walker->symbol_class_cells = (mask){{0}};
    walker->class_count = 0;
    while (first_cell(&cell, &left)) {
        mask set = {{0}};
        comb_bit_set(set.words, cell);
        if (comb_bit_test(joined.words, cell) || walker->board->surface.joint_count > 0)
            flood(walker, &set, state->dead, &walker->open_cells, open);
        for (unsigned i = 0; i < CELL_WORDS; i++)
            left.words[i] &= ~set.words[i];
        add_class(walker, &set, cell, &touched);
    }
}

static void add_to_field(const struct comb_search_walker *walker, struct comb_search_group *to,
                         const struct comb_search_group *from)
{
    bool certain = from->field[0] == NO_GROUP || from->field[1] == NO_GROUP;
    to->yellow = (uint16_t)(to->yellow + from->yellow);
    to->certain_yellow = (uint16_t)(to->certain_yellow + (certain ? from->yellow : 0));
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

static void sum_fields(struct comb_search_walker *walker)
{
    for (unsigned i = 0; i < walker->class_count; i++)
        for (unsigned pass = 0; pass < 2 && walker->classes[i].symbols; pass++)
            if (walker->classes[i].field[pass] != NO_GROUP)
                add_to_field(walker, &walker->fields[walker->classes[i].field[pass]], &walker->classes[i]);
}

/* ---- final regions ---- */

static bool check_class(struct comb_search_walker *walker, struct comb_search_state *state, unsigned group)
{
    const mask *cells = &walker->class_cells[group];
    int code = comb_witness_check_region(walker->checker, cells, &state->line);
    if (code != COMB_OK && code != COMB_NO)
        walker->code = code;
    for (unsigned i = 0; i < CELL_WORDS; i++)
        state->checked[i] |= cells->words[i];
    return code == COMB_OK;
}

static bool check_final(struct comb_search_walker *walker, struct comb_search_state *state)
{
    for (unsigned i = 0; i < walker->class_count; i++)
        if (walker->classes[i].open == 0 && !check_class(walker, state, i))
            return false;
    return true;
}

bool comb_search_classes(struct comb_search_walker *walker, struct comb_search_state *state, bool *changed)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        walker->open_cells.words[i] = walker->board->solid_cells.words[i] & ~state->checked[i];
    find_fields(walker, state);
    find_classes(walker, state);
    sum_fields(walker);
    bool ok =
        comb_search_bounds(walker, state) && check_final(walker, state) && comb_search_separate_classes(walker, state);
    *changed = walker->queued > 0;
    return ok;
}
