/* States that lead nowhere, by their key: slots in pairs, the older of a pair gives way. The table starts small, so
 * that easy panels do not pay for it, and grows fourfold while it fills up. Keys have 128 bits, so that two states are
 * never taken for one another in practice. */
#include "games/witness/search_parts.h"

#include <stdlib.h>

enum { FIRST_BITS = 12, MOST_BITS = 20, GROWTH_BITS = 2 };

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

static bool same(struct comb_search_key x, struct comb_search_key y)
{
    return x.a == y.a && x.b == y.b;
}

bool comb_search_memo_holds(const struct comb_search_memo *memo, struct comb_search_key key)
{
    const struct comb_search_key *pair = &memo->slots[key.a & memo->mask];
    return same(pair[0], key) || same(pair[1], key);
}

static void put(struct comb_search_memo *memo, struct comb_search_key key)
{
    struct comb_search_key *pair = &memo->slots[key.a & memo->mask];
    if (same(pair[0], key) || same(pair[1], key))
        return;
    pair[1] = pair[0];
    pair[0] = key;
}

/* Without memory for more the table stays as it is. */
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
            put(memo, old[i]);
    free(old);
}

void comb_search_memo_add(struct comb_search_memo *memo, struct comb_search_key key)
{
    if (++memo->added > (uint64_t)1 << (memo->bits - 1) && memo->bits < MOST_BITS)
        enlarge(memo);
    put(memo, key);
}
