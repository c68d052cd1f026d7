/* Steps of three or four hints, added and subtracted.
 *
 *      + hint A      weight(x) = how often the signed hints count the hidden cell x
 *      + hint B      slack = sum of the positive weights - signed sum of what the hints need
 *      - hint C
 *
 * The blue cells have exactly the signed sum as their total weight. So the slack is what is lost by positive cells
 * being black and negative ones being blue: a cell with |weight| > slack cannot be one of them. Depth first over hints
 * that share a hidden cell with the ones before; a start is skipped while nothing near it has changed. */
#include "games/hexcells/explain/parts.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_ITEMS = 4, NODES = 6000 };

static const double base_cost = 3.0, item_cost = 0.6, flower_extra = 0.3, line_extra = 0.1;

struct balance {
    struct comb_hexcells_state *state;
    struct comb_hexcells_found *best, *scratch;
    unsigned max_items, nodes;
    unsigned items[MAX_ITEMS];
    int signs[MAX_ITEMS];
    unsigned count;
    long positive, negative, need; /* sums of weights, and the signed sum of what is needed */
};

static void add(struct balance *balance, unsigned item, int sign)
{
    struct comb_hexcells_state *state = balance->state;
    const struct comb_hexcells_clue *clue = &state->items.items[item].clue;
    for (unsigned i = 0; i < clue->size; i++) {
        if (!comb_hexcells_is_hidden(state, clue->cells[i]))
            continue;
        int *weight = &state->weight[clue->cells[i]];
        bool up = sign > 0;
        balance->positive += up ? *weight >= 0 : -(*weight > 0);
        balance->negative += up ? -(*weight < 0) : *weight <= 0;
        *weight += sign;
    }
    balance->need += sign * state->items.items[item].need;
}

static double cost_of(const struct balance *balance)
{
    bool flower = false, line = false;
    for (unsigned i = 0; i < balance->count; i++) {
        flower |= balance->state->items.items[balance->items[i]].kind == COMB_HEXCELLS_FLOWER;
        line |= balance->state->items.items[balance->items[i]].kind == COMB_HEXCELLS_LINE;
    }
    return base_cost + item_cost * (balance->count - 2.0) + (flower ? flower_extra : 0) + (line ? line_extra : 0);
}

/* Keeps the step of the sum, or of its negative, if it decides anything. */
static void test_sum(struct balance *balance, int turn)
{
    struct comb_hexcells_state *state = balance->state;
    long slack = turn > 0 ? balance->positive - balance->need : balance->negative + balance->need;
    if (slack < 0 || slack >= (long)balance->count || cost_of(balance) >= balance->best->cost)
        return;
    comb_hexcells_found_clear(balance->scratch);
    for (unsigned i = 0; i < balance->count; i++) {
        const struct comb_hexcells_clue *clue = &state->items.items[balance->items[i]].clue;
        comb_hexcells_found_item(state, balance->scratch, balance->items[i], turn * balance->signs[i]);
        for (unsigned k = 0; k < clue->size; k++) {
            if (!comb_hexcells_is_hidden(state, clue->cells[k]))
                continue;
            int weight = turn * state->weight[clue->cells[k]];
            bool seen = false;
            for (size_t j = 0; j < balance->scratch->cells.count; j++)
                seen |= balance->scratch->cells.items[j] == clue->cells[k];
            if (!seen && abs(weight) > slack)
                comb_hexcells_found_cell(state, balance->scratch, clue->cells[k],
                                         weight > 0 ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK);
        }
    }
    if (balance->scratch->cells.count == 0)
        return;
    balance->scratch->pattern = COMB_HEXCELLS_BALANCE;
    balance->scratch->cost = cost_of(balance);
    comb_hexcells_found_keep(balance->best, balance->scratch);
}

static bool is_chosen(const struct balance *balance, unsigned item)
{
    for (unsigned i = 0; i < balance->count; i++)
        if (balance->items[i] == item)
            return true;
    return false;
}

static void extend(struct balance *balance);

static void try_item(struct balance *balance, unsigned item, int sign)
{
    if (balance->nodes == 0)
        return;
    balance->nodes--;
    add(balance, item, sign);
    balance->items[balance->count] = item;
    balance->signs[balance->count++] = sign;
    if (balance->count > 2) {
        test_sum(balance, 1);
        test_sum(balance, -1);
    }
    if (balance->count < balance->max_items)
        extend(balance);
    balance->count--;
    add(balance, item, -sign);
}

/* Adds each hint, after the start in the list, that shares a hidden cell with the chosen ones. */
static void extend(struct balance *balance)
{
    struct comb_hexcells_state *state = balance->state;
    struct COMB_VEC(unsigned) partners = {0};
    for (unsigned i = 0; i < balance->count; i++) {
        const struct comb_hexcells_clue *clue = &state->items.items[balance->items[i]].clue;
        for (unsigned k = 0; k < clue->size; k++) {
            if (!comb_hexcells_is_hidden(state, clue->cells[k]))
                continue;
            for (const struct comb_hexcells_use *use = state->uses[clue->cells[k]]; use; use = use->next) {
                if (use->item <= balance->items[0] || is_chosen(balance, use->item) || state->shared[use->item])
                    continue;
                state->shared[use->item] = 1;
                state->failed |= !comb_vec_push(&partners, use->item);
            }
        }
    }
    for (size_t i = 0; i < partners.count; i++)
        state->shared[partners.items[i]] = 0;
    for (size_t i = 0; i < partners.count; i++) {
        try_item(balance, partners.items[i], -1);
        try_item(balance, partners.items[i], 1);
    }
    comb_vec_free(&partners);
}

/* The time of the last change among the hints within `steps` of this one. */
static unsigned last_change(struct comb_hexcells_state *state, unsigned start, unsigned steps)
{
    struct COMB_VEC(unsigned) near = {0};
    unsigned last = state->items.items[start].changed_at;
    size_t from = 0;
    state->failed |= !comb_vec_push(&near, start);
    state->shared[start] = 1;
    for (unsigned step = 0; step < steps; step++) {
        size_t to = near.count;
        for (; from < to; from++) {
            const struct comb_hexcells_clue *clue = &state->items.items[near.items[from]].clue;
            for (unsigned k = 0; k < clue->size; k++)
                for (const struct comb_hexcells_use *use =
                         comb_hexcells_is_hidden(state, clue->cells[k]) ? state->uses[clue->cells[k]] : NULL;
                     use; use = use->next) {
                    if (state->shared[use->item])
                        continue;
                    state->shared[use->item] = 1;
                    state->failed |= !comb_vec_push(&near, use->item);
                    if (state->items.items[use->item].changed_at > last)
                        last = state->items.items[use->item].changed_at;
                }
        }
    }
    for (size_t i = 0; i < near.count; i++)
        state->shared[near.items[i]] = 0;
    comb_vec_free(&near);
    return last;
}

void comb_hexcells_find_balance(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                                struct comb_hexcells_found *scratch, unsigned max_items)
{
    assert(max_items > 2 && max_items <= MAX_ITEMS);
    for (unsigned start = 0; start < state->items.count; start++) {
        struct comb_hexcells_item *item = &state->items.items[start];
        if (item->open == 0)
            continue;
        unsigned *done = &item->balanced[max_items - 3];
        if (*done && last_change(state, start, max_items - 1) <= *done)
            continue;
        struct balance balance = {
            .state = state, .best = best, .scratch = scratch, .max_items = max_items, .nodes = NODES};
        double before = best->cost;
        balance.items[0] = start;
        balance.signs[0] = 1;
        balance.count = 1;
        add(&balance, start, 1);
        extend(&balance);
        add(&balance, start, -1);
        *done = best->cost < before ? 0 : state->time;
    }
}
