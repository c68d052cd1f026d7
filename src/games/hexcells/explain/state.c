/* The board while it is explained: for every visible hint the blue cells it lacks and its hidden cells, kept up to date
 * while colours become known or are assumed and taken back. */
#include "games/hexcells/explain/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The table of tested pairs is quadratic; larger boards do without it. */
enum { MAX_TESTED_SIDE = 2000 };

static enum comb_hexcells_kind kind_of(const struct comb_hexcells_state *state, const struct comb_hexcells_clue *clue)
{
    return clue->ring                             ? COMB_HEXCELLS_RING
           : clue->id >= state->level->cell_count ? COMB_HEXCELLS_LINE
                                                  : COMB_HEXCELLS_FLOWER;
}

static bool link_cell(struct comb_hexcells_state *state, unsigned cell, unsigned item)
{
    struct comb_hexcells_use *use = COMB_NEW(&state->arena, struct comb_hexcells_use);
    if (!use)
        return false;
    use->item = item;
    use->next = state->uses[cell];
    state->uses[cell] = use;
    return true;
}

static bool has_room(struct comb_hexcells_state *state, const struct comb_hexcells_clue *clue)
{
    while (state->can.count < clue->size)
        if (!comb_vec_push(&state->can, 0) || !comb_vec_push(&state->can_other, 0) || !comb_vec_push(&state->inside, 0))
            return false;
    return true;
}

static void add_item(struct comb_hexcells_state *state, const struct comb_hexcells_clue *clue)
{
    unsigned index = (unsigned)state->items.count;
    struct comb_hexcells_item item = {.clue = *clue,
                                      .kind = kind_of(state, clue),
                                      .need = (long)clue->count,
                                      .version = 1,
                                      .changed_at = state->time};
    item.clue.cells = comb_arena_copy(&state->arena, clue->cells, (clue->size + 1) * sizeof *clue->cells);
    bool ok = item.clue.cells && has_room(state, clue) && index < state->level->cell_count + state->level->line_count;
    for (unsigned i = 0; ok && i < clue->size; i++) {
        unsigned cell = clue->cells[i];
        if (cell == COMB_HEXCELLS_GAP)
            continue;
        item.need -= state->known[cell] == COMB_HEXCELLS_BLUE;
        item.open += state->known[cell] == COMB_HEXCELLS_UNKNOWN;
        ok = link_cell(state, cell, index);
        for (const struct comb_hexcells_use *use = state->uses[cell]; ok && use; use = use->next)
            if (use->item < index && comb_hexcells_is_hidden(state, cell))
                state->items.items[use->item].changed_at = state->time; /* it has a new neighbour */
    }
    state->failed |= !ok || !comb_vec_push(&state->items, item);
}

static void add_visible(struct comb_hexcells_state *state, unsigned cell)
{
    unsigned members[COMB_HEXCELLS_MAX_SIDE] = {0};
    struct comb_hexcells_clue clue;
    if (comb_hexcells_clue_of_cell(&clue, members, state->level, cell, state->known[cell]))
        add_item(state, &clue);
}

static bool allocate(struct comb_hexcells_state *state)
{
    const struct comb_hexcells_level *level = state->level;
    size_t items = (size_t)level->cell_count + level->line_count + 1;
    state->known = COMB_NEW_ARRAY(&state->arena, signed char, level->cell_count + 1);
    state->uses = COMB_NEW_ARRAY(&state->arena, struct comb_hexcells_use *, level->cell_count + 1);
    state->weight = COMB_NEW_ARRAY(&state->arena, int, level->cell_count + 1);
    state->shared = COMB_NEW_ARRAY(&state->arena, unsigned, items);
    if (items <= MAX_TESTED_SIDE) {
        state->tested.items = COMB_NEW_ARRAY(&state->arena, unsigned, items *items);
        state->tested_side = state->tested.items ? items : 0;
    }
    return state->known && state->uses && state->weight && state->shared;
}

bool comb_hexcells_state_open(struct comb_hexcells_state *state, const struct comb_hexcells_level *level,
                              struct comb_job *job)
{
    unsigned members[COMB_HEXCELLS_MAX_SIDE] = {0};
    *state = (struct comb_hexcells_state){.level = level, .job = job, .left = level->remaining, .time = 1};
    comb_arena_init(&state->arena, comb_job_budget(job));
    if (!allocate(state))
        return false;
    for (unsigned i = 0; i < level->cell_count; i++) {
        state->known[i] = level->cells[i].shown;
        state->hidden += state->known[i] == COMB_HEXCELLS_UNKNOWN;
    }
    for (unsigned i = 0; i < level->cell_count && !state->failed; i++)
        add_visible(state, i);
    for (unsigned i = 0; i < level->line_count && !state->failed; i++) {
        struct comb_hexcells_clue clue;
        comb_hexcells_clue_of_line(&clue, members, level, i);
        add_item(state, &clue);
    }
    return !state->failed;
}

void comb_hexcells_state_free(struct comb_hexcells_state *state)
{
    comb_arena_free(&state->arena);
    comb_vec_free(&state->items);
    comb_vec_free(&state->trail);
    comb_vec_free(&state->can);
    comb_vec_free(&state->can_other);
    comb_vec_free(&state->inside);
}

void comb_hexcells_state_assume(struct comb_hexcells_state *state, unsigned cell, signed char colour)
{
    assert(state->known[cell] == COMB_HEXCELLS_UNKNOWN && state->hidden > 0);
    if (!comb_vec_push(&state->trail, cell)) {
        state->failed = true;
        return;
    }
    bool blue = colour == COMB_HEXCELLS_BLUE;
    state->known[cell] = colour;
    state->hidden--;
    if (state->level->remaining >= 0)
        state->left -= blue;
    for (const struct comb_hexcells_use *use = state->uses[cell]; use; use = use->next) {
        struct comb_hexcells_item *item = &state->items.items[use->item];
        assert(item->open > 0);
        item->open--;
        item->need -= blue;
        item->version++;
    }
}

void comb_hexcells_state_undo(struct comb_hexcells_state *state, size_t trail)
{
    assert(trail <= state->trail.count);
    while (state->trail.count > trail) {
        unsigned cell = state->trail.items[--state->trail.count];
        bool blue = state->known[cell] == COMB_HEXCELLS_BLUE;
        for (const struct comb_hexcells_use *use = state->uses[cell]; use; use = use->next) {
            struct comb_hexcells_item *item = &state->items.items[use->item];
            item->open++;
            item->need += blue;
            item->version--;
        }
        state->known[cell] = COMB_HEXCELLS_UNKNOWN;
        state->hidden++;
        if (state->level->remaining >= 0)
            state->left += blue;
    }
}

void comb_hexcells_state_uncover(struct comb_hexcells_state *state, unsigned cell, signed char colour)
{
    if (state->failed)
        return; /* a hint may be missing that cells refer to */
    state->time++;
    comb_hexcells_state_assume(state, cell, colour);
    if (state->failed)
        return;
    for (const struct comb_hexcells_use *use = state->uses[cell]; use; use = use->next)
        state->items.items[use->item].changed_at = state->time;
    add_visible(state, cell);
}

/* ---- what a search found ---- */

void comb_hexcells_found_clear(struct comb_hexcells_found *found)
{
    found->cost = COMB_HEXCELLS_NO_COST;
    found->with_counter = false;
    found->items.count = found->signs.count = 0;
    found->cells.count = found->colours.count = 0;
    found->links = NULL;
    found->link_count = 0;
}

void comb_hexcells_found_free(struct comb_hexcells_found *found)
{
    comb_vec_free(&found->items);
    comb_vec_free(&found->signs);
    comb_vec_free(&found->cells);
    comb_vec_free(&found->colours);
}

void comb_hexcells_found_cell(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned cell,
                              signed char colour)
{
    state->failed |= !comb_vec_push(&found->colours, colour) || !comb_vec_push(&found->cells, cell);
}

void comb_hexcells_found_item(struct comb_hexcells_state *state, struct comb_hexcells_found *found, unsigned item,
                              int sign)
{
    state->failed |= !comb_vec_push(&found->signs, (signed char)sign) || !comb_vec_push(&found->items, item);
}

void comb_hexcells_found_keep(struct comb_hexcells_found *best, struct comb_hexcells_found *candidate)
{
    const double equal = 1e-6;
    bool better = candidate->cost < best->cost - equal ||
                  (candidate->cost < best->cost + equal && candidate->cells.count > best->cells.count);
    if (!better)
        return;
    struct comb_hexcells_found old = *best;
    *best = *candidate;
    *candidate = old;
}

struct term {
    unsigned id;
    signed char sign;
};

static int by_id(const void *left, const void *right)
{
    const struct term *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id); /* the counter has the largest id */
}

static bool copy_ids(struct comb_hexcells_conclusion *out, const struct comb_hexcells_state *state,
                     const struct comb_hexcells_found *found, struct comb_arena *arena)
{
    size_t count = found->items.count + found->with_counter;
    struct term *terms = COMB_NEW_ARRAY(arena, struct term, count + 1);
    unsigned *ids = COMB_NEW_ARRAY(arena, unsigned, count + 1);
    signed char *signs = COMB_NEW_ARRAY(arena, signed char, count + 1);
    if (!terms || !ids || !signs)
        return false;
    bool signed_sum = true;
    for (size_t i = 0; i < found->items.count; i++) {
        terms[i] = (struct term){state->items.items[found->items.items[i]].clue.id, found->signs.items[i]};
        signed_sum &= terms[i].sign != 0;
    }
    if (found->with_counter)
        terms[count - 1] = (struct term){COMB_HEXCELLS_COUNTER, found->counter_sign};
    qsort(terms, count, sizeof *terms, by_id);
    for (size_t i = 0; i < count; i++) {
        ids[i] = terms[i].id;
        signs[i] = terms[i].sign;
    }
    out->ids = ids;
    out->id_count = count;
    out->signs = signed_sum && found->pattern != COMB_HEXCELLS_SUPPOSE ? signs : NULL;
    return true;
}

struct coloured {
    unsigned cell;
    signed char colour;
};

static int by_cell(const void *left, const void *right)
{
    const struct coloured *a = left, *b = right;
    return (a->cell > b->cell) - (a->cell < b->cell);
}

static bool copy_cells(struct comb_hexcells_conclusion *out, const struct comb_hexcells_found *found,
                       struct comb_arena *arena)
{
    size_t count = found->cells.count;
    struct coloured *order = COMB_NEW_ARRAY(arena, struct coloured, count + 1);
    unsigned *cells = COMB_NEW_ARRAY(arena, unsigned, count + 1);
    signed char *colours = COMB_NEW_ARRAY(arena, signed char, count + 1);
    if (!order || !cells || !colours)
        return false;
    for (size_t i = 0; i < count; i++)
        order[i] = (struct coloured){found->cells.items[i], found->colours.items[i]};
    qsort(order, count, sizeof *order, by_cell);
    for (size_t i = 0; i < count; i++) {
        cells[i] = order[i].cell;
        colours[i] = order[i].colour;
    }
    out->cells = cells;
    out->colours = colours;
    out->count = count;
    return true;
}

bool comb_hexcells_found_copy(struct comb_hexcells_conclusion *out, const struct comb_hexcells_state *state,
                              const struct comb_hexcells_found *found, struct comb_arena *arena)
{
    *out = (struct comb_hexcells_conclusion){.pattern = found->pattern};
    return copy_ids(out, state, found, arena) && copy_cells(out, found, arena);
}
