/* States that lead nowhere, by their key: a table of 2^bits slots in pairs, the older of a pair gives way. Keys have
 * 128 bits, so that two states are never taken for one another in practice. */
#include "games/witness/search_parts.h"

#include <stdlib.h>

struct comb_search_memo {
    uint64_t mask;
    struct comb_search_key slots[];
};

struct comb_search_memo *comb_search_memo_new(unsigned bits)
{
    uint64_t slots = (uint64_t)1 << bits;
    struct comb_search_memo *memo = calloc(1, sizeof *memo + slots * sizeof memo->slots[0]);
    if (memo)
        memo->mask = slots - 2;
    return memo;
}

void comb_search_memo_free(struct comb_search_memo *memo)
{
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

void comb_search_memo_add(struct comb_search_memo *memo, struct comb_search_key key)
{
    struct comb_search_key *pair = &memo->slots[key.a & memo->mask];
    if (same(pair[0], key) || same(pair[1], key))
        return;
    pair[1] = pair[0];
    pair[0] = key;
}
