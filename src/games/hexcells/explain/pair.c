/* Steps of two hints that share hidden cells.
 *
 *      hint A: a a a s s          a: only in A, s: shared, b: only in B
 *      hint B:       s s b        blue(a) - blue(b) = need(A) - need(B)
 *
 * If that difference is the number of cells a, all of them are blue and all b are black: "inside" if one of the parts
 * is empty, otherwise "overlap". No other conclusion follows from two plain counts that neither gives alone.
 *
 * If a hint has a mark, its fillings are listed and the other hint is evaluated for each ("crossing"): exact. */
#include "games/hexcells/explain/parts.h"

#include <assert.h>

enum { MAX_FILLINGS = 2000 };

static const double inside_cost = 2.5, overlap_cost = 3.0, crossing_cost = 3.2, flower_extra = 0.3, line_extra = 0.1;
static const double equal = 1e-6;

static double extra_cost(const struct comb_hexcells_item *a, const struct comb_hexcells_item *b)
{
    bool flower = a->kind == COMB_HEXCELLS_FLOWER || b->kind == COMB_HEXCELLS_FLOWER;
    bool line = a->kind == COMB_HEXCELLS_LINE || b->kind == COMB_HEXCELLS_LINE;
    return (flower ? flower_extra : 0) + (line ? line_extra : 0);
}

static bool counts(const struct comb_hexcells_clue *clue, unsigned cell)
{
    for (unsigned i = 0; i < clue->size; i++)
        if (clue->cells[i] == cell)
            return true;
    return false;
}

/* Colours the hidden cells that `a` has and `b` has not. */
static void colour_own(struct comb_hexcells_state *state, struct comb_hexcells_found *found,
                       const struct comb_hexcells_clue *a, const struct comb_hexcells_clue *b, signed char colour)
{
    for (unsigned i = 0; i < a->size; i++)
        if (comb_hexcells_is_hidden(state, a->cells[i]) && !counts(b, a->cells[i]))
            comb_hexcells_found_cell(state, found, a->cells[i], colour);
}

/* Tests whether what only `a` has must be blue. */
static bool compare_counts(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned a, unsigned b,
                           unsigned shared)
{
    const struct comb_hexcells_item *first = &state->items.items[a], *second = &state->items.items[b];
    long own = (long)first->open - (long)shared, other = (long)second->open - (long)shared;
    assert(own >= 0 && other >= 0); /* shared cells are hidden cells of both */
    if (own - (first->need - second->need) != 0 || own + other == 0)
        return false;
    comb_hexcells_found_clear(found);
    comb_hexcells_found_item(state, found, a, 1);
    comb_hexcells_found_item(state, found, b, -1);
    colour_own(state, found, &first->clue, &second->clue, COMB_HEXCELLS_BLUE);
    colour_own(state, found, &second->clue, &first->clue, COMB_HEXCELLS_BLACK);
    found->pattern = own == 0 || other == 0 ? COMB_HEXCELLS_INSIDE : COMB_HEXCELLS_OVERLAP;
    found->cost = (own == 0 || other == 0 ? inside_cost : overlap_cost) + extra_cost(first, second);
    return true;
}

/* ---- crossings ---- */

struct crossing {
    struct comb_hexcells_state *state;
    const struct comb_hexcells_clue *listed, *other;
    unsigned char *can_listed, *can_other; /* colours seen, by place */
    unsigned open;                         /* hidden cells, in each colour, that have not been seen yet */
};

static void see(struct crossing *crossing, unsigned char *can, unsigned char seen)
{
    unsigned new_colours = (unsigned)__builtin_popcount((unsigned)(seen & ~*can));
    assert(new_colours <= crossing->open);
    crossing->open -= new_colours;
    *can |= seen;
}

/* Adds a filling of the listed hint; its colours are in state->known. */
static void see_filling(struct crossing *crossing, const bool *hidden)
{
    struct comb_hexcells_state *state = crossing->state;
    const struct comb_hexcells_clue *listed = crossing->listed, *other = crossing->other;
    if (!comb_hexcells_clue_options(state->can.items, state->inside.items, other, state->known))
        return;
    for (unsigned i = 0; i < other->size; i++)
        if (comb_hexcells_is_hidden(state, other->cells[i]))
            see(crossing, &crossing->can_other[i], state->can.items[i]);
    for (unsigned i = 0; i < listed->size; i++)
        if (hidden[i])
            see(crossing, &crossing->can_listed[i],
                state->known[listed->cells[i]] == COMB_HEXCELLS_BLUE ? COMB_HEXCELLS_CAN_BE_BLUE
                                                                     : COMB_HEXCELLS_CAN_BE_BLACK);
}

/* Lists the fillings with `need` blue cells from `place` on. */
static void list_fillings(struct crossing *crossing, const bool *hidden, unsigned place, long need, long open)
{
    signed char *known = crossing->state->known;
    const struct comb_hexcells_clue *listed = crossing->listed;
    while (place < listed->size && !hidden[place])
        place++;
    if (crossing->open == 0 || need < 0 || need > open)
        return;
    if (place == listed->size) {
        if (comb_hexcells_clue_holds(listed, known))
            see_filling(crossing, hidden);
        return;
    }
    known[listed->cells[place]] = COMB_HEXCELLS_BLUE;
    list_fillings(crossing, hidden, place + 1, need - 1, open - 1);
    known[listed->cells[place]] = COMB_HEXCELLS_BLACK;
    list_fillings(crossing, hidden, place + 1, need, open - 1);
}

/* Lists the runs of {n}. */
static void list_runs(struct crossing *crossing, const bool *hidden)
{
    signed char *known = crossing->state->known;
    const struct comb_hexcells_clue *listed = crossing->listed;
    unsigned windows = comb_hexcells_clue_windows(listed);
    for (unsigned window = 0; window < windows && crossing->open > 0; window++) {
        for (unsigned i = 0; i < listed->size; i++)
            if (hidden[i])
                known[listed->cells[i]] = COMB_HEXCELLS_UNKNOWN;
        if (!comb_hexcells_window_fits(listed, known, window))
            continue;
        for (unsigned i = 0; i < listed->size; i++)
            if (hidden[i])
                known[listed->cells[i]] =
                    comb_hexcells_in_window(listed, window, i) ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
        see_filling(crossing, hidden);
    }
}

static void colour_unseen(struct comb_hexcells_state *state, struct comb_hexcells_found *found,
                          const struct comb_hexcells_clue *clue, const unsigned char *can,
                          const struct comb_hexcells_clue *except)
{
    for (unsigned i = 0; i < clue->size; i++) {
        if (!comb_hexcells_is_hidden(state, clue->cells[i]) || (except && counts(except, clue->cells[i])))
            continue;
        if (can[i] == COMB_HEXCELLS_CAN_BE_BLACK || can[i] == COMB_HEXCELLS_CAN_BE_BLUE)
            comb_hexcells_found_cell(state, found, clue->cells[i],
                                     can[i] == COMB_HEXCELLS_CAN_BE_BLUE ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK);
    }
}

static bool cross(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned listed, unsigned other,
                  unsigned shared)
{
    const struct comb_hexcells_item *first = &state->items.items[listed], *second = &state->items.items[other];
    unsigned char seen[2][COMB_HEXCELLS_MAX_SIDE] = {0};
    bool hidden[COMB_HEXCELLS_MAX_SIDE];
    struct crossing crossing = {.state = state,
                                .listed = &first->clue,
                                .other = &second->clue,
                                .can_listed = seen[0],
                                .can_other = seen[1],
                                .open = 2 * (first->open + second->open - shared)};
    for (unsigned i = 0; i < first->clue.size; i++)
        hidden[i] = comb_hexcells_is_hidden(state, first->clue.cells[i]);
    if (first->clue.arrangement == COMB_HEXCELLS_TOGETHER)
        list_runs(&crossing, hidden);
    else
        list_fillings(&crossing, hidden, 0, first->need, (long)first->open);
    for (unsigned i = 0; i < first->clue.size; i++)
        if (hidden[i])
            state->known[first->clue.cells[i]] = COMB_HEXCELLS_UNKNOWN;
    if (crossing.open == 0)
        return false;
    comb_hexcells_found_clear(found);
    comb_hexcells_found_item(state, found, listed, 0);
    comb_hexcells_found_item(state, found, other, 0);
    colour_unseen(state, found, &first->clue, seen[0], NULL);
    colour_unseen(state, found, &second->clue, seen[1], &first->clue);
    found->pattern = COMB_HEXCELLS_CROSSING;
    found->cost = crossing_cost;
    return found->cells.count > 0;
}

static bool has_mark(const struct comb_hexcells_item *item)
{
    return !comb_hexcells_clue_is_plain(&item->clue);
}

/* An upper bound on the fillings to list. */
static double fillings(const struct comb_hexcells_item *item)
{
    double count = 1;
    if (item->clue.arrangement == COMB_HEXCELLS_TOGETHER)
        return item->clue.size;
    for (long i = 1; i <= item->need; i++)
        count = count * ((double)item->open - (double)item->need + (double)i) / (double)i;
    return count;
}

static bool find_crossing(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned a, unsigned b,
                          unsigned shared)
{
    const struct comb_hexcells_item *first = &state->items.items[a], *second = &state->items.items[b];
    if (!has_mark(first) && !has_mark(second))
        return false;
    bool swap = !has_mark(first) || (has_mark(second) && fillings(second) < fillings(first));
    if (fillings(swap ? second : first) > MAX_FILLINGS)
        return false;
    return swap ? cross(state, found, b, a, shared) : cross(state, found, a, b, shared);
}

/* ---- all pairs ---- */

static unsigned *tested(struct comb_hexcells_state *state, unsigned a, unsigned b)
{
    size_t side = state->tested_side;
    return side > 0 ? &state->tested.items[(size_t)(a < b ? a : b) * side + (a < b ? b : a)] : NULL;
}

static void test_pair(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                      struct comb_hexcells_found *scratch, unsigned a, unsigned b, unsigned shared, bool remember)
{
    unsigned version = state->items.items[a].version + state->items.items[b].version + 1;
    unsigned *last = remember ? tested(state, a, b) : NULL;
    if (last && *last == version)
        return;
    bool found = false, complete = true;
    for (unsigned turn = 0; turn < 2; turn++)
        if (compare_counts(state, scratch, turn ? b : a, turn ? a : b, shared)) {
            found = true;
            comb_hexcells_found_keep(best, scratch);
        }
    if (best->cost < crossing_cost - equal) {
        complete = false; /* not needed now */
    } else if (find_crossing(state, scratch, a, b, shared)) {
        found = true;
        comb_hexcells_found_keep(best, scratch);
    }
    if (last && !found && complete)
        *last = version;
}

/* Tests an item with all that share hidden cells with it and are not excluded. */
static void test_partners(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                          struct comb_hexcells_found *scratch, unsigned a, bool later_only)
{
    const struct comb_hexcells_clue *clue = &state->items.items[a].clue;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < clue->size; i++) {
            if (!comb_hexcells_is_hidden(state, clue->cells[i]))
                continue;
            for (const struct comb_hexcells_use *use = state->uses[clue->cells[i]]; use; use = use->next) {
                unsigned b = use->item;
                unsigned shared = state->shared[b];
                if (b == a || (later_only && b < a))
                    continue;
                state->shared[b] = pass == 0 ? shared + 1 : 0;
                if (pass == 1 && shared > 0)
                    test_pair(state, best, scratch, a, b, shared, later_only);
            }
        }
}

void comb_hexcells_find_pair(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                             struct comb_hexcells_found *scratch)
{
    for (unsigned a = 0; a < state->items.count; a++)
        if (state->items.items[a].open > 0)
            test_partners(state, best, scratch, a, true);
}

void comb_hexcells_find_pair_near(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                                  struct comb_hexcells_found *scratch, size_t from)
{
    for (size_t i = from; i < state->trail.count && best->cells.count == 0; i++)
        for (const struct comb_hexcells_use *use = state->uses[state->trail.items[i]]; use; use = use->next)
            if (state->items.items[use->item].open > 0)
                test_partners(state, best, scratch, use->item, false);
}
