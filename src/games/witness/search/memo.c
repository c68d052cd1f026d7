/* Dead states by their key: slots in pairs; a new entry replaces the older of a pair. The table starts small, so
 * that easy panels do not pay for it, and grows fourfold as it fills. Keys have 128 bits, so in practice two states
 * never collide. */
#include "games/witness/search/parts.h"

#include <stdlib.h>

enum { FIRST_BITS = 12, MAX_BITS = 20, GROWTH_BITS = 2 };

struct comb_search_memo {
    struct comb_search_key *slots;
    uint64_t mask;
    uint64_t added;
    unsigned bits;
};

static struct comb_search_key *new_slots(unsigned bits)
{
    return calloc((size_t)1 << bits, sizeof(struct comb_search_key));
}

struct comb_search_memo *comb_search_memo_new(void)
{
    struct comb_search_memo *memo = calloc(1, sizeof *memo);
    if (!memo)
        return NULL;
    memo->bits = FIRST_BITS;
    memo->slots = new_slots(memo->bits);
    memo->mask = ((uint64_t)1 << memo->bits) - 2;
    if (memo->slots)
        return memo;
    free(memo);
    return NULL;
}

void comb_search_memo_free(struct comb_search_memo *memo)
{
    if (memo)
        free(memo->slots);
    free(memo);
}

static bool same_key(struct comb_search_key x, struct comb_search_key y)
{
    return x.a == y.a && x.b == y.b;
}

bool comb_search_memo_holds(const struct comb_search_memo *memo, struct comb_search_key key)
{
    const struct comb_search_key *pair = &memo->slots[key.a & memo->mask];
    return same_key(pair[0], key) || same_key(pair[1], key);
}

static void store_key(struct comb_search_memo *memo, struct comb_search_key key)
{
    struct comb_search_key *pair = &memo->slots[key.a & memo->mask];
    if (same_key(pair[0], key) || same_key(pair[1], key))
        return;
    pair[1] = pair[0];
    pair[0] = key;
}

/* If memory is short, the table stays as it is. */
static void enlarge(struct comb_search_memo *memo)
{
    struct comb_search_key *old = memo->slots, *slots = new_slots(memo->bits + GROWTH_BITS);
    uint64_t count = (uint64_t)1 << memo->bits;
    memo->added = 0;
    if (!slots)
        return;
    memo->slots = slots;
    memo->bits += GROWTH_BITS;
    memo->mask = ((uint64_t)1 << memo->bits) - 2;
    for (uint64_t i = 0; i < count; i++)
        if (old[i].a != 0 || old[i].b != 0)
            store_key(memo, old[i]);
    free(old);
}

void comb_search_memo_add(struct comb_search_memo *memo, struct comb_search_key key)
{
    if (++memo->added > (uint64_t)1 << (memo->bits - 1) && memo->bits < MAX_BITS)
        enlarge(memo);
    store_key(memo, key);
}
