/* Open addressing, linear probing, a power of two of slots, at most three quarters full while it can grow:
 *
 *     slot     0            1            2            3
 *     [key.. verdict] [key.. verdict] [0..  0     ] [key.. verdict]      verdict 0: empty, a probe ends there
 *
 * Once the table may not grow, a new key overwrites the slot it hashes to. A slot never becomes empty again, so this
 * cuts no probe short; the overwritten key is just forgotten. */
#include "games/witness/rules/region_memo.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256, LONGEST_PROBE = 32 };

void comb_witness_memo_init(struct comb_witness_memo *memo, size_t key_words, size_t max_bytes,
                            struct comb_budget *budget)
{
    *memo = (struct comb_witness_memo){.key_words = key_words, .max_bytes = max_bytes, .budget = budget};
    if (budget && budget->limit > 0 && budget->limit / 8 < max_bytes)
        memo->max_bytes = budget->limit / 8;
}

static size_t table_bytes(const struct comb_witness_memo *memo, size_t capacity)
{
    return capacity * (memo->key_words + 1) * sizeof *memo->slots;
}

void comb_witness_memo_free(struct comb_witness_memo *memo)
{
    if (memo->slots)
        comb_budget_return(memo->budget, table_bytes(memo, memo->capacity));
    free(memo->slots);
    memo->slots = NULL;
    memo->capacity = memo->count = 0;
}

static size_t home_of(const struct comb_witness_memo *memo, const uint64_t *key)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < memo->key_words; i++) {
        hash = (hash ^ key[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return (size_t)(hash * 0xc4ceb9fe1a85ec53u >> 20) & (memo->capacity - 1);
}

static bool same_key(const struct comb_witness_memo *memo, const uint64_t *slot, const uint64_t *key)
{
    for (size_t i = 0; i < memo->key_words; i++)
        if (slot[i] != key[i])
            return false;
    return true;
}

/* Returns the slot of the key, or the empty one where it would go, or NULL if neither is near. */
static uint64_t *slot_of(const struct comb_witness_memo *memo, const uint64_t *key)
{
    size_t at = home_of(memo, key);
    for (size_t i = 0; i < LONGEST_PROBE; i++, at = (at + 1) & (memo->capacity - 1)) {
        uint64_t *slot = memo->slots + at * (memo->key_words + 1);
        if (slot[memo->key_words] == COMB_WITNESS_MEMO_EMPTY || same_key(memo, slot, key))
            return slot;
    }
    return NULL;
}

enum comb_witness_memo_verdict comb_witness_memo_find(const struct comb_witness_memo *memo, const uint64_t *key)
{
    if (memo->count == 0)
        return COMB_WITNESS_MEMO_EMPTY;
    const uint64_t *slot = slot_of(memo, key);
    return slot ? (enum comb_witness_memo_verdict)slot[memo->key_words] : COMB_WITNESS_MEMO_EMPTY;
}

static void store_verdict(struct comb_witness_memo *memo, const uint64_t *key, uint64_t verdict)
{
    uint64_t *slot = slot_of(memo, key);
    if (!slot)
        slot = memo->slots + home_of(memo, key) * (memo->key_words + 1);
    memo->count += slot[memo->key_words] == COMB_WITNESS_MEMO_EMPTY;
    memcpy(slot, key, memo->key_words * sizeof *key);
    slot[memo->key_words] = verdict;
}

static void grow(struct comb_witness_memo *memo)
{
    struct comb_witness_memo bigger = *memo;
    bigger.count = 0;
    bigger.capacity = memo->capacity ? memo->capacity * 2 : FIRST_CAPACITY;
    size_t bytes = table_bytes(memo, bigger.capacity);
    if (bytes > memo->max_bytes || !comb_budget_take(memo->budget, bytes))
        return;
    bigger.slots = calloc(1, bytes);
    if (!bigger.slots) {
        comb_budget_return(memo->budget, bytes);
        return;
    }
    for (size_t i = 0; i < memo->capacity; i++) {
        const uint64_t *slot = memo->slots + i * (memo->key_words + 1);
        if (slot[memo->key_words] != COMB_WITNESS_MEMO_EMPTY)
            store_verdict(&bigger, slot, slot[memo->key_words]);
    }
    comb_witness_memo_free(memo);
    *memo = bigger;
}

void comb_witness_memo_store(struct comb_witness_memo *memo, const uint64_t *key,
                             enum comb_witness_memo_verdict verdict)
{
    if (memo->count * 4 >= memo->capacity * 3)
        grow(memo);
    if (memo->capacity > 0)
        store_verdict(memo, key, verdict);
}
