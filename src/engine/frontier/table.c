/* The states of the frontier: dense entries in insertion order, and a hash table of entry numbers.
 *
 *     index   | . | 3 | . | 1 | . | 2 | . | . |        at most 3/4 full, linear probing
 *                   |       |       `---------------.
 *     entries | state, count | state, count | state, count |
 *
 * The old layer needs no index, so the new one reuses it: 24 bytes per state in a layer with one-word states and
 * two-limb counts, and 5 to 11 for the index. Entries grow by half, which the C library does by remapping pages. Once
 * the layers outgrow the caches nearly every state costs a miss or two; moves therefore come in batches, and a batch
 * prefetches all its memory before it touches any. */
#include "engine/frontier/parts.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_WORDS = 1024, FIRST_SLOTS = 512 };

/* ---- index ---- */

static void insert_slot(struct comb_frontier_index *index, uint64_t hash, size_t number)
{
    size_t at = hash & (index->size - 1);
    while (index->slots[at])
        at = (at + 1) & (index->size - 1);
    index->slots[at] = (uint32_t)(number + 1);
}

static struct comb_frontier_state state_at(const struct comb_frontier_layer *layer, size_t number)
{
    const uint64_t *entry = layer->entries + number * comb_frontier_stride(layer);
    return (struct comb_frontier_state){{entry[0], layer->key_words > 1 ? entry[1] : 0}};
}

static bool grow_index(struct comb_frontier_index *index, const struct comb_frontier_layer *layer,
                       struct comb_budget *budget)
{
    size_t size = index->size ? 2 * index->size : FIRST_SLOTS;
    if (!comb_budget_take(budget, size * sizeof *index->slots))
        return false;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (!slots) {
        comb_budget_return(budget, size * sizeof *slots);
        return false;
    }
    comb_frontier_index_free(index, budget);
    *index = (struct comb_frontier_index){.slots = slots, .size = size};
    for (size_t i = 0; i < layer->count; i++) {
        struct comb_frontier_state state = state_at(layer, i);
        insert_slot(index, comb_frontier_hash(&state), i);
    }
    return true;
}

void comb_frontier_index_free(struct comb_frontier_index *index, struct comb_budget *budget)
{
    comb_budget_return(budget, index->size * sizeof *index->slots);
    free(index->slots);
    *index = (struct comb_frontier_index){0};
}

/* ---- layers ---- */

static bool grow_layer(struct comb_frontier_layer *layer, struct comb_budget *budget)
{
    size_t capacity = layer->capacity ? layer->capacity + layer->capacity / 2 : FIRST_WORDS;
    size_t more = (capacity - layer->capacity) * sizeof *layer->entries;
    if (!comb_budget_take(budget, more))
        return false;
    uint64_t *entries = realloc(layer->entries, capacity * sizeof *entries);
    if (!entries) {
        comb_budget_return(budget, more);
        return false;
    }
    layer->entries = entries;
    layer->capacity = capacity;
    return true;
}

bool comb_frontier_layer_clear(struct comb_frontier_layer *layer, struct comb_frontier_index *index,
                               struct comb_budget *budget, unsigned key_words, unsigned limbs)
{
    layer->key_words = key_words;
    layer->limbs = limbs;
    layer->count = 0;
    if (!index->slots && !grow_index(index, layer, budget))
        return false;
    memset(index->slots, 0, index->size * sizeof *index->slots);
    return true;
}

void comb_frontier_layer_free(struct comb_frontier_layer *layer, struct comb_budget *budget)
{
    comb_budget_return(budget, layer->capacity * sizeof *layer->entries);
    free(layer->entries);
    *layer = (struct comb_frontier_layer){0};
}

static bool same_state(const uint64_t *entry, const struct comb_frontier_state *state, unsigned key_words)
{
    return entry[0] == state->words[0] && (key_words < 2 || entry[1] == state->words[1]);
}

/* Finds the entry of the state, or adds it. Returns NULL if memory is exhausted. */
static uint64_t *find_or_add_entry(struct comb_frontier_layer *layer, struct comb_frontier_index *index,
                                   struct comb_budget *budget, const struct comb_frontier_move *move)
{
    assert(layer->count < index->size && (index->size & (index->size - 1)) == 0); /* probing ends at a free slot */
    unsigned stride = comb_frontier_stride(layer);
    size_t at = move->hash & (index->size - 1);
    for (; index->slots[at]; at = (at + 1) & (index->size - 1)) {
        uint64_t *entry = layer->entries + (size_t)(index->slots[at] - 1) * stride;
        if (same_state(entry, &move->state, layer->key_words))
            return entry;
    }
    if ((layer->count + 1) * stride > layer->capacity && !grow_layer(layer, budget))
        return NULL;
    if (layer->count >= UINT32_MAX - 1)
        return NULL;
    uint64_t *entry = layer->entries + layer->count * stride;
    memset(entry, 0, stride * sizeof *entry);
    memcpy(entry, move->state.words, layer->key_words * sizeof *entry);
    index->slots[at] = (uint32_t)++layer->count;
    if (layer->count > index->size / 4 * 3 && !grow_index(index, layer, budget))
        return NULL;
    return entry;
}

bool comb_frontier_layer_add(struct comb_frontier_layer *layer, struct comb_frontier_index *index,
                             struct comb_budget *budget, const struct comb_frontier_move *moves, unsigned count,
                             unsigned limbs)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t slot = index->slots[moves[i].hash & (index->size - 1)];
        if (slot)
            __builtin_prefetch(layer->entries + (size_t)(slot - 1) * comb_frontier_stride(layer), 1);
    }
    for (unsigned i = 0; i < count; i++) {
        uint64_t *entry = find_or_add_entry(layer, index, budget, &moves[i]);
        if (!entry)
            return false;
        comb_limbs_add(entry + layer->key_words, layer->limbs, moves[i].count, limbs);
    }
    return true;
}

bool comb_frontier_layer_total(struct comb_big *total, const struct comb_frontier_layer *layer)
{
    unsigned stride = comb_frontier_stride(layer);
    *total = (struct comb_big){0};
    for (size_t i = 0; i < layer->count; i++)
        if (!comb_big_add(total, layer->entries + i * stride + layer->key_words, layer->limbs))
            return false;
    return true;
}
