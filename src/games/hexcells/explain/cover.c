/* Steps with the counter: hints that account for every blue cell left.
 *
 *      7 left     [ 2 ] [ 3 ] [ 2 ]   . . .       disjoint hints need all seven: the cells outside are black (cover)
 *      7 left     [ 2 [x] 3 ] [ 3 ]   . . .       they ask for eight: one cell counts twice, so x is blue (twice)
 *
 * The same with black cells: hints that hold every black cell left. One search serves both colours: each hint has an
 * amount, the cells of the colour it still holds, and gains its amount minus its cells that are covered already. The
 * step is found when the gains add up to all that is left. Depth first, largest amounts first, with one, two, ... hints
 * so that the fewest are found first. */
#include "games/hexcells/explain/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { MAX_DEPTH = 13, MAX_TWICE = 6, TWICE_NODES = 100000 };

struct amount {
    unsigned item;
    long amount;
};

struct cover {
    struct comb_hexcells_state *state;
    signed char colour;
    bool overlaps; /* hints may share cells */
    unsigned depth, nodes;
    unsigned covered, doubled; /* cells in at least one hint; further times they are counted */
    struct COMB_VEC(struct amount) amounts;
    unsigned chosen[MAX_DEPTH];
};

static int larger_first(const void *left, const void *right)
{
    const struct amount *a = left, *b = right;
    if (a->amount != b->amount)
        return a->amount < b->amount ? 1 : -1;
    return (a->item > b->item) - (a->item < b->item);
}

static void list_amounts(struct cover *cover)
{
    struct comb_hexcells_state *state = cover->state;
    cover->amounts.count = 0;
    for (unsigned i = 0; i < state->items.count; i++) {
        const struct comb_hexcells_item *item = &state->items.items[i];
        long amount = cover->colour == COMB_HEXCELLS_BLUE ? item->need : (long)item->open - item->need;
        if (amount > 0)
            state->failed |= !comb_vec_push(&cover->amounts, (struct amount){i, amount});
    }
    if (cover->amounts.count > 0)
        qsort(cover->amounts.items, cover->amounts.count, sizeof *cover->amounts.items, larger_first);
}

/* Hidden cells of the hint that are covered already. */
static unsigned overlap(const struct cover *cover, const struct comb_hexcells_clue *clue)
{
    unsigned count = 0;
    for (unsigned i = 0; i < clue->size; i++)
        count += comb_hexcells_is_hidden(cover->state, clue->cells[i]) && cover->state->weight[clue->cells[i]] > 0;
    return count;
}

static void add_weight(struct cover *cover, const struct comb_hexcells_clue *clue, int change)
{
    struct comb_hexcells_state *state = cover->state;
    for (unsigned i = 0; i < clue->size; i++) {
        if (!comb_hexcells_is_hidden(state, clue->cells[i]))
            continue;
        int *weight = &state->weight[clue->cells[i]];
        bool other = change > 0 ? *weight > 0 : *weight > 1; /* another chosen hint counts the cell */
        cover->covered += other ? 0 : (unsigned)change;
        cover->doubled += other ? (unsigned)change : 0;
        *weight += change;
        assert(*weight >= 0);
    }
}

static bool is_step(const struct cover *cover)
{
    return cover->covered < cover->state->hidden || cover->doubled > 0;
}

/* Chooses `depth` hints from `first` on that account for `left` cells; the chosen ones keep their weights if found. */
static bool choose(struct cover *cover, size_t first, unsigned chosen, long left)
{
    struct comb_hexcells_state *state = cover->state;
    unsigned missing = cover->depth - chosen;
    if (missing == 0)
        return left == 0 && is_step(cover);
    for (size_t i = first; i + missing <= cover->amounts.count && cover->nodes > 0; i++) {
        struct amount amount = cover->amounts.items[i];
        if (left > amount.amount * (long)missing)
            return false; /* the rest is too small */
        const struct comb_hexcells_clue *clue = &state->items.items[amount.item].clue;
        cover->nodes--;
        unsigned shared = overlap(cover, clue);
        long gain = amount.amount - (long)shared;
        if ((shared > 0 && !cover->overlaps) || gain <= 0 || gain > left)
            continue;
        add_weight(cover, clue, 1);
        cover->chosen[chosen] = amount.item;
        if (choose(cover, i + 1, chosen + 1, left - gain))
            return true;
        add_weight(cover, clue, -1);
    }
    return false;
}

/* Writes the step and resets the weights. */
static void take_step(struct cover *cover, struct comb_hexcells_found *found)
{
    struct comb_hexcells_state *state = cover->state;
    bool blue = cover->colour == COMB_HEXCELLS_BLUE;
    signed char other = blue ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
    comb_hexcells_found_clear(found);
    for (unsigned i = 0; i < state->level->cell_count; i++) {
        if (state->known[i] == COMB_HEXCELLS_UNKNOWN && state->weight[i] != 1)
            comb_hexcells_found_cell(state, found, i, state->weight[i] == 0 ? other : cover->colour);
        state->weight[i] = 0;
    }
    for (unsigned i = 0; i < cover->depth; i++)
        comb_hexcells_found_item(state, found, cover->chosen[i], blue ? 1 : -1);
    found->with_counter = true;
    found->counter_sign = blue ? -1 : 1;
    found->pattern = cover->overlaps ? COMB_HEXCELLS_TWICE : COMB_HEXCELLS_COVER;
}

static double cost_of(unsigned items, bool overlaps)
{
    return 2.4 + 0.45 * log2(items + 1.0) + (overlaps ? 0.5 : 0);
}

static void search(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                   struct comb_hexcells_found *scratch, signed char colour, bool overlaps, unsigned max_items,
                   unsigned nodes)
{
    struct cover cover = {.state = state, .colour = colour, .overlaps = overlaps, .nodes = nodes};
    long left = colour == COMB_HEXCELLS_BLUE ? state->left : (long)state->hidden - state->left;
    list_amounts(&cover);
    for (unsigned depth = overlaps ? 2 : 1; depth <= max_items && cover.nodes > 0; depth++) {
        if (cost_of(depth, overlaps) >= best->cost)
            break;
        cover.depth = depth;
        cover.covered = cover.doubled = 0;
        if (!choose(&cover, 0, 0, left) || (overlaps && cover.doubled == 0)) {
            for (unsigned i = 0; i < state->level->cell_count; i++)
                state->weight[i] = 0;
            continue;
        }
        take_step(&cover, scratch);
        scratch->cost = cost_of(depth, overlaps);
        comb_hexcells_found_keep(best, scratch);
        break;
    }
    comb_vec_free(&cover.amounts);
}

void comb_hexcells_find_cover(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                              struct comb_hexcells_found *scratch, unsigned max_items, unsigned nodes)
{
    if (state->level->remaining < 0)
        return;
    unsigned depth = max_items < MAX_DEPTH ? max_items : MAX_DEPTH;
    search(state, best, scratch, COMB_HEXCELLS_BLUE, false, depth, nodes);
    search(state, best, scratch, COMB_HEXCELLS_BLACK, false, depth, nodes);
}

void comb_hexcells_find_twice(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                              struct comb_hexcells_found *scratch)
{
    if (state->level->remaining < 0)
        return;
    search(state, best, scratch, COMB_HEXCELLS_BLUE, true, MAX_TWICE, TWICE_NODES);
    search(state, best, scratch, COMB_HEXCELLS_BLACK, true, MAX_TWICE, TWICE_NODES);
}
