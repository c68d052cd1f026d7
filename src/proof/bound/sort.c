/* Sorts placements by key: two digits (ten bits) at a time from the top. The first round scatters the whole list into
 * up to 1024 parts that fit the second cache, the rounds below stay there; short parts use insertion sort. The parts
 * alternate between the list and a scratch list of the same size. */
#include "proof/bound/parts.h"

#include <assert.h>
#include <string.h>

enum { BITS = 2 * COMB_PROVE_DIGIT, PARTS = 1 << BITS, SHORT = 48, TOP = COMB_PROVE_DIGIT * COMB_PROVE_FREE };

static void insertion_sort(struct comb_prove_item *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct comb_prove_item item = items[i];
        size_t k = i;
        for (; k > 0 && items[k - 1].key > item.key; k--)
            items[k] = items[k - 1];
        items[k] = item;
    }
}

static void scatter(struct comb_prove_item *to, uint32_t starts[PARTS + 1], const struct comb_prove_item *from,
                    size_t count, unsigned shift)
{
    uint32_t at[PARTS];
    memset(starts, 0, (PARTS + 1) * sizeof *starts);
    for (size_t i = 0; i < count; i++)
        starts[(from[i].key >> shift & (PARTS - 1)) + 1]++;
    for (unsigned i = 0; i < PARTS; i++)
        starts[i + 1] += starts[i];
    assert(starts[PARTS] == count);
    memcpy(at, starts, sizeof at);
    for (size_t i = 0; i < count; i++)
        to[at[from[i].key >> shift & (PARTS - 1)]++] = from[i];
}

/* `in_place`: the result goes to `items`, otherwise to `other`. Recursion is at most six deep. */
static void radix_sort(struct comb_prove_item *items, struct comb_prove_item *other, size_t count, unsigned shift,
                       bool in_place)
{
    if (count <= SHORT || shift == 0) {
        insertion_sort(items, count <= SHORT ? count : 0);
        if (!in_place)
            memcpy(other, items, count * sizeof *items);
        return;
    }
    uint32_t starts[PARTS + 1];
    shift -= BITS;
    scatter(other, starts, items, count, shift);
    for (unsigned i = 0; i < PARTS; i++) {
        size_t part = starts[i + 1] - starts[i];
        if (part > 0)
            radix_sort(other + starts[i], items + starts[i], part, shift, !in_place);
    }
}

bool comb_prove_sort(struct comb_prove_items *list, struct comb_prove_items *scratch)
{
    if (!comb_vec_reserve((void **)&scratch->items, &scratch->capacity, list->count + 1, sizeof *scratch->items))
        return false;
    radix_sort(list->items, scratch->items, list->count, TOP, true);
    assert(list->count == 0 || list->items[0].key <= list->items[list->count - 1].key);
    return true;
}
