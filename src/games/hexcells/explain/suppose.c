/* Chains: a cell is given the other colour, and single hints are applied until one of them cannot be satisfied.
 *
 *      suppose x blue -> the 1 is full: a, b black -> the 3 has two cells left
 *
 * Hints are applied in the order in which they are reached, so that the contradiction is found by a short way. The
 * links that it needs are traced back; then each hint is left out in turn, and the chain stays without it if the rest
 * still leads to a contradiction. Deep chains may also use a pair of hints or a cover of the counter where single hints
 * stop. */
#include "games/hexcells/explain/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINKS = 64, LONGEST = 16, COVER_ITEMS = 4, COVER_NODES = 800, NO_LINK = -1, MAX_DEEP_LINKS = 4 };

#define COUNTER_ITEM ((unsigned)-1)

struct link {
    struct comb_hexcells_conclusion conclusion; /* only with `keep`; otherwise the items decide */
    unsigned items[COVER_ITEMS];
    unsigned item_count;
    bool counter;
    bool deep;
    size_t from, to; /* its cells in the trail */
    bool needed;
};

struct chain {
    struct comb_hexcells_state *state;
    struct comb_hexcells_found *scratch, *other;
    struct comb_arena *arena;
    const bool *allowed; /* by item, the counter last; NULL = all */
    bool deep;
    bool keep; /* write the conclusions */
    size_t start;
    struct link links[MAX_LINKS + 1]; /* the last one is the contradiction */
    unsigned count;
    int *link_of; /* by cell */
    bool *needed; /* by cell */
    struct COMB_VEC(unsigned) queue;
    bool *queued; /* by item */
};

static double cost_of(unsigned uses, bool deep)
{
    return 3.2 + 0.9 * log2((uses < 2 ? 2 : uses) / 2.0) + (deep ? 1 : 0);
}

static bool is_allowed(const struct chain *chain, unsigned item)
{
    return !chain->allowed || chain->allowed[item == COUNTER_ITEM ? chain->state->items.count : item];
}

static void queue_uses(struct chain *chain, unsigned cell)
{
    for (const struct comb_hexcells_use *use = chain->state->uses[cell]; use; use = use->next) {
        if (chain->queued[use->item] || !is_allowed(chain, use->item))
            continue;
        chain->queued[use->item] = true;
        chain->state->failed |= !comb_vec_push(&chain->queue, use->item);
    }
}

/* Adds what `found` says as a link and assumes its cells. */
static void add_link(struct chain *chain, const struct comb_hexcells_found *found, bool deep)
{
    struct comb_hexcells_state *state = chain->state;
    struct link *link = &chain->links[chain->count];
    *link = (struct link){.counter = found->with_counter, .deep = deep, .from = state->trail.count};
    assert(found->items.count <= COVER_ITEMS);
    for (size_t i = 0; i < found->items.count; i++)
        link->items[link->item_count++] = found->items.items[i];
    if (chain->keep)
        state->failed |= !comb_hexcells_found_copy(&link->conclusion, state, found, chain->arena);
    for (size_t i = 0; i < found->cells.count; i++) {
        chain->link_of[found->cells.items[i]] = (int)chain->count;
        comb_hexcells_state_assume(state, found->cells.items[i], found->colours.items[i]);
        queue_uses(chain, found->cells.items[i]);
    }
    link->to = state->trail.count;
    chain->count++;
}

static void add_contradiction(struct chain *chain, unsigned item)
{
    struct link *link = &chain->links[chain->count++];
    *link = (struct link){.from = chain->state->trail.count, .to = chain->state->trail.count, .needed = true};
    if (item == COUNTER_ITEM)
        link->counter = true;
    else
        link->items[link->item_count++] = item;
}

/* One hint, or the counter; 1: a link was added, 0: nothing, -1: contradiction. */
static int apply(struct chain *chain, unsigned item)
{
    int result = item == COUNTER_ITEM ? comb_hexcells_find_in_counter(chain->state, chain->scratch)
                                      : comb_hexcells_find_in_item(chain->state, chain->scratch, item);
    if (result > 0)
        add_link(chain, chain->scratch, false);
    else if (result < 0)
        add_contradiction(chain, item);
    return result;
}

/* A pair of hints near the assumed cells, or a cover. True if a link was added. */
static bool apply_deep(struct chain *chain, unsigned deep_links)
{
    struct comb_hexcells_state *state = chain->state;
    if (!chain->deep || deep_links >= MAX_DEEP_LINKS)
        return false;
    comb_hexcells_found_clear(chain->other);
    comb_hexcells_find_pair_near(state, chain->other, chain->scratch, chain->start);
    if (chain->other->cells.count == 0)
        comb_hexcells_find_cover(state, chain->other, chain->scratch, COVER_ITEMS, COVER_NODES);
    for (size_t i = 0; i < chain->other->items.count; i++)
        if (!is_allowed(chain, chain->other->items.items[i]))
            return false;
    if (chain->other->cells.count == 0 || (chain->other->with_counter && !is_allowed(chain, COUNTER_ITEM)))
        return false;
    add_link(chain, chain->other, true);
    return true;
}

/* Applies hints until one cannot be satisfied; true then. The assumption is already in the state. */
static bool propagate(struct chain *chain)
{
    size_t next = 0;
    unsigned deep_links = 0;
    int result = 0;
    while (result >= 0 && chain->count < MAX_LINKS && !chain->state->failed) {
        if (next < chain->queue.count) {
            unsigned item = chain->queue.items[next++];
            chain->queued[item] = false;
            result = apply(chain, item);
            continue;
        }
        result = is_allowed(chain, COUNTER_ITEM) ? apply(chain, COUNTER_ITEM) : 0;
        if (result == 0 && !apply_deep(chain, deep_links++))
            break;
    }
    for (; next < chain->queue.count; next++)
        chain->queued[chain->queue.items[next]] = false;
    chain->queue.count = 0;
    return result < 0 && !chain->state->failed;
}

/* ---- tracing back ---- */

static void need_cell(struct chain *chain, unsigned cell, int before)
{
    if (cell == COMB_HEXCELLS_GAP || chain->link_of[cell] == NO_LINK || chain->link_of[cell] >= before)
        return;
    chain->needed[cell] = true;
    chain->links[chain->link_of[cell]].needed = true;
}

/* Marks the links that the contradiction needs; returns how many there are, the contradiction included. */
static unsigned trace(struct chain *chain)
{
    struct comb_hexcells_state *state = chain->state;
    unsigned needed = 0;
    for (int i = (int)chain->count - 1; i >= 0; i--) {
        const struct link *link = &chain->links[i];
        if (!link->needed)
            continue;
        needed++;
        for (unsigned k = 0; k < link->item_count; k++) {
            const struct comb_hexcells_clue *clue = &state->items.items[link->items[k]].clue;
            for (unsigned place = 0; place < clue->size; place++)
                need_cell(chain, clue->cells[place], i);
        }
        for (size_t k = chain->start; link->counter && k < link->from; k++)
            need_cell(chain, state->trail.items[k], i);
    }
    return needed;
}

static void reset(struct chain *chain)
{
    for (size_t i = chain->start; i < chain->state->trail.count; i++) {
        chain->link_of[chain->state->trail.items[i]] = NO_LINK;
        chain->needed[chain->state->trail.items[i]] = false;
    }
    comb_hexcells_state_undo(chain->state, chain->start);
    chain->count = 0;
}

/* Supposes the colour. Returns the number of links needed for a contradiction, 0 if there is none. The chain stays in
 * the state until reset. */
static unsigned refute(struct chain *chain, unsigned cell, signed char colour)
{
    chain->start = chain->state->trail.count;
    chain->count = 0;
    comb_hexcells_state_assume(chain->state, cell, colour);
    queue_uses(chain, cell);
    return propagate(chain) ? trace(chain) : 0;
}

/* ---- shortening ---- */

static bool uses_deep(const struct chain *chain)
{
    bool deep = false;
    for (unsigned i = 0; i < chain->count; i++)
        deep |= chain->links[i].needed && chain->links[i].deep;
    return deep;
}

static void mark_used(bool *used, const struct chain *chain)
{
    memset(used, 0, chain->state->items.count + 1);
    for (unsigned i = 0; i < chain->count; i++) {
        for (unsigned k = 0; chain->links[i].needed && k < chain->links[i].item_count; k++)
            used[chain->links[i].items[k]] = true;
        used[chain->state->items.count] |= chain->links[i].needed && chain->links[i].counter;
    }
}

/* Leaves out one hint after the other; `used` becomes the set of those that stay. Returns the number of links. */
static unsigned shorten(struct chain *chain, bool *used, bool *trial, unsigned cell, signed char colour,
                        unsigned length)
{
    size_t items = chain->state->items.count + 1;
    for (size_t i = 0; i < items; i++) {
        if (!used[i])
            continue;
        memcpy(trial, used, items);
        trial[i] = false;
        chain->allowed = trial;
        unsigned shorter = refute(chain, cell, colour);
        if (shorter > 0 && shorter <= length) {
            length = shorter;
            mark_used(used, chain);
        }
        reset(chain);
    }
    return length;
}

/* ---- writing ---- */

static bool copy_needed_cells(struct comb_hexcells_conclusion *out, const struct chain *chain)
{
    unsigned *cells = COMB_NEW_ARRAY(chain->arena, unsigned, out->count + 1);
    signed char *colours = COMB_NEW_ARRAY(chain->arena, signed char, out->count + 1);
    size_t count = 0;
    if (!cells || !colours)
        return false;
    for (size_t i = 0; i < out->count; i++) {
        if (!chain->needed[out->cells[i]])
            continue;
        cells[count] = out->cells[i];
        colours[count++] = out->colours[i];
    }
    out->cells = cells;
    out->colours = colours;
    out->count = count;
    return true;
}

static bool write_contradiction(struct comb_hexcells_conclusion *out, const struct chain *chain,
                                const struct link *link)
{
    unsigned *ids = COMB_NEW_ARRAY(chain->arena, unsigned, 1);
    if (!ids)
        return false;
    ids[0] = link->counter ? COMB_HEXCELLS_COUNTER : chain->state->items.items[link->items[0]].clue.id;
    *out = (struct comb_hexcells_conclusion){.pattern = COMB_HEXCELLS_SUPPOSE, .ids = ids, .id_count = 1};
    return true;
}

/* Writes the links of the chain, which is in the state, and its hints to `found`. */
static void write_chain(struct comb_hexcells_found *found, struct chain *chain, const bool *used, unsigned length)
{
    struct comb_hexcells_state *state = chain->state;
    struct comb_hexcells_conclusion *links = COMB_NEW_ARRAY(chain->arena, struct comb_hexcells_conclusion, length + 1);
    size_t count = 0;
    bool ok = links != NULL;
    for (unsigned i = 0; ok && i < chain->count; i++) {
        const struct link *link = &chain->links[i];
        if (!link->needed)
            continue;
        links[count] = link->conclusion;
        ok = i + 1 == chain->count ? write_contradiction(&links[count], chain, link)
                                   : copy_needed_cells(&links[count], chain);
        count++;
    }
    state->failed |= !ok;
    for (unsigned i = 0; i < state->items.count; i++)
        if (used[i])
            comb_hexcells_found_item(state, found, i, 0);
    found->with_counter = used[state->items.count];
    found->links = links;
    found->link_count = count;
}

/* Refutes the colour by as short a chain as it finds, if that is easier than the best step so far. */
static void try_cell(struct chain *chain, struct comb_hexcells_found *best, struct comb_hexcells_found *result,
                     bool *sets[2], unsigned cell, signed char colour)
{
    signed char wrong = colour == COMB_HEXCELLS_BLUE ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
    chain->allowed = NULL;
    chain->keep = false;
    unsigned length = refute(chain, cell, wrong);
    mark_used(sets[0], chain);
    reset(chain);
    if (length == 0 || cost_of(length / 2, false) >= best->cost)
        return;
    length = shorten(chain, sets[0], sets[1], cell, wrong, length);
    chain->allowed = sets[0];
    chain->keep = true;
    length = refute(chain, cell, wrong);
    if (length == 0) { /* the pairs of a deep chain depend on all hints near it */
        reset(chain);
        chain->allowed = NULL;
        length = refute(chain, cell, wrong);
    }
    double cost = cost_of(length, uses_deep(chain));
    if (length > 0 && length <= LONGEST && cost < best->cost) {
        comb_hexcells_found_clear(result);
        mark_used(sets[0], chain);
        write_chain(result, chain, sets[0], length);
        comb_hexcells_found_cell(chain->state, result, cell, colour);
        result->pattern = COMB_HEXCELLS_SUPPOSE;
        result->cost = cost;
        comb_hexcells_found_keep(best, result);
    }
    reset(chain);
}

static bool open_chain(struct chain *chain, struct comb_hexcells_state *state, bool *sets[2])
{
    size_t items = state->items.count + 1, cells = (size_t)state->level->cell_count + 1;
    chain->link_of = malloc(cells * sizeof *chain->link_of);
    chain->needed = calloc(cells, sizeof *chain->needed);
    chain->queued = calloc(items, sizeof *chain->queued);
    sets[0] = calloc(items, sizeof **sets);
    sets[1] = calloc(items, sizeof **sets);
    for (size_t i = 0; chain->link_of && i < cells; i++)
        chain->link_of[i] = NO_LINK;
    return chain->link_of && chain->needed && chain->queued && sets[0] && sets[1];
}

void comb_hexcells_find_suppose(struct comb_hexcells_state *state, struct comb_hexcells_found *best,
                                struct comb_hexcells_found *scratch, const signed char *proved, bool deep,
                                struct comb_arena *arena)
{
    struct comb_hexcells_found other = {0}, result = {0};
    struct chain chain = {.state = state, .scratch = scratch, .other = &other, .arena = arena, .deep = deep};
    bool *sets[2] = {NULL, NULL};
    state->failed |= !open_chain(&chain, state, sets);
    for (unsigned cell = 0; cell < state->level->cell_count && !state->failed; cell++)
        if (state->known[cell] == COMB_HEXCELLS_UNKNOWN && proved[cell] != COMB_HEXCELLS_UNKNOWN &&
            comb_job_tick(state->job, 0) == COMB_OK)
            try_cell(&chain, best, &result, sets, cell, proved[cell]);
    comb_hexcells_found_free(&other);
    comb_hexcells_found_free(&result);
    comb_vec_free(&chain.queue);
    free(chain.link_of);
    free(chain.needed);
    free(chain.queued);
    free(sets[0]);
    free(sets[1]);
}
