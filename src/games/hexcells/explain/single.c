/* Steps of one hint: its count (full, fill), its mark (together, apart), or the counter alone. */
#include "games/hexcells/explain/parts.h"

#include <assert.h>

static const double count_costs[] = {
    [COMB_HEXCELLS_RING] = 1.0, [COMB_HEXCELLS_LINE] = 1.2, [COMB_HEXCELLS_FLOWER] = 1.5};
static const double mark_costs[] = {
    [COMB_HEXCELLS_RING] = 1.8, [COMB_HEXCELLS_LINE] = 2.0, [COMB_HEXCELLS_FLOWER] = 2.0};
static const double counter_cost = 1.3;

static void colour_hidden(struct comb_hexcells_state *state, struct comb_hexcells_found *found,
                          const struct comb_hexcells_clue *clue, signed char colour)
{
    for (unsigned i = 0; i < clue->size; i++)
        if (comb_hexcells_is_hidden(state, clue->cells[i]))
            comb_hexcells_found_cell(state, found, clue->cells[i], colour);
}

static int decide_by_mark(struct comb_hexcells_state *state, struct comb_hexcells_found *found,
                          const struct comb_hexcells_item *item)
{
    const struct comb_hexcells_clue *clue = &item->clue;
    if (!comb_hexcells_clue_options(state->can.items, state->inside.items, clue, state->known))
        return -1;
    for (unsigned i = 0; i < clue->size; i++) {
        unsigned char can = state->can.items[i];
        if (comb_hexcells_is_hidden(state, clue->cells[i]) &&
            can != (COMB_HEXCELLS_CAN_BE_BLACK | COMB_HEXCELLS_CAN_BE_BLUE))
            comb_hexcells_found_cell(state, found, clue->cells[i],
                                     can == COMB_HEXCELLS_CAN_BE_BLUE ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK);
    }
    found->pattern = clue->arrangement == COMB_HEXCELLS_TOGETHER ? COMB_HEXCELLS_RUN : COMB_HEXCELLS_SPLIT;
    found->cost = mark_costs[item->kind];
    return found->cells.count > 0;
}

int comb_hexcells_find_in_item(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned index)
{
    const struct comb_hexcells_item *item = &state->items.items[index];
    bool plain = item->clue.arrangement == COMB_HEXCELLS_ANY_ARRANGEMENT;
    comb_hexcells_found_clear(found);
    if (item->need < 0 || item->need > (long)item->open)
        return -1;
    bool by_count = item->need == 0 || item->need == (long)item->open;
    comb_hexcells_found_item(state, found, index, !by_count ? 0 : item->need > 0 ? 1 : -1);
    if (!plain) {
        int result = decide_by_mark(state, found, item);
        if (result <= 0 || !by_count)
            return result;
    } else if (item->open == 0 || !by_count) {
        return 0;
    } else {
        colour_hidden(state, found, &item->clue, item->need > 0 ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK);
    }
    assert(found->cells.count == item->open || state->failed);
    found->pattern = item->need > 0 ? COMB_HEXCELLS_FILL : COMB_HEXCELLS_FULL;
    found->cost = count_costs[item->kind];
    return 1;
}

int comb_hexcells_find_in_counter(struct comb_hexcells_state *state, struct comb_hexcells_found *found)
{
    comb_hexcells_found_clear(found);
    if (state->level->remaining < 0)
        return 0;
    if (state->left < 0 || state->left > (long)state->hidden)
        return -1;
    if (state->hidden == 0 || (state->left > 0 && state->left < (long)state->hidden))
        return 0;
    for (unsigned i = 0; i < state->level->cell_count; i++)
        if (state->known[i] == COMB_HEXCELLS_UNKNOWN)
            comb_hexcells_found_cell(state, found, i, state->left > 0 ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK);
    found->pattern = state->left > 0 ? COMB_HEXCELLS_FILL : COMB_HEXCELLS_FULL;
    found->with_counter = true;
    found->counter_sign = state->left > 0 ? 1 : -1;
    found->cost = counter_cost;
    return 1;
}

void comb_hexcells_find_single(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                               struct comb_hexcells_found *scratch)
{
    for (unsigned i = 0; i < state->items.count; i++) {
        struct comb_hexcells_item *item = &state->items.items[i];
        if (item->open == 0 || item->idle == item->version + 1)
            continue;
        if (comb_hexcells_find_in_item(state, scratch, i) > 0)
            comb_hexcells_found_keep(best, scratch);
        else
            item->idle = item->version + 1;
    }
    if (best->cost > counter_cost && comb_hexcells_find_in_counter(state, scratch) > 0)
        comb_hexcells_found_keep(best, scratch);
}
