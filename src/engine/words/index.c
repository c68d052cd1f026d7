/* The index: a dictionary unfolded to minimise memory accesses of a search.
 *
 * The dictionary file shares equal suffixes and finds children by counting bits; both cost the search time at every
 * step (shared suffixes, because the number of a word must be carried along). The index undoes both. It is a plain
 * tree, and adding the letter gives the node of a letter:
 *
 *     slot   0   1   2   3   4   5   6   7   8   9
 *     A    [ . B . . E . . . I . ]    a node's children are spaced like their letters;
 *     B    [   A . . . E . . . I ]    other nodes' children fill the gaps
 *     both: x A B . E E . . I I
 *
 * Each list goes to the first position where it fits. Wide lists, near the root, come first and the many lists of a
 * single letter fill the holes, so that nothing is wasted: ENABLE1's 276,380 nodes take 276,380 slots. Words are
 * numbered the same way: number = base of the node + letter, one bit each in the set of words found.
 *
 * Measured against the same search on the file's own records: 1.2 to 1.3 times as fast. */
#include "base/bitset.h"
#include "base/vec.h"
#include "engine/words/search.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 32 }; /* slots that a list spans at most */

/* Bit set of used slots. Bits beyond the words are free; `hole` is at most the first free slot. */
struct slot_set {
    struct COMB_VEC(uint64_t) used;
    size_t hole;
    size_t end; /* one more than the highest used slot */
};

struct unfolding {
    const struct comb_dict *dict;
    struct slot_set slots;
    struct slot_set marks;
    struct COMB_VEC(struct comb_word_node) nodes;
    struct COMB_VEC(uint32_t) queue; /* slots whose node still holds the number of its dictionary record in `first` */
    bool too_large;
};

static bool grow_slots(struct slot_set *slot_set, size_t slots)
{
    size_t words = COMB_BITSET_WORDS(slots) + 2;
    size_t old = slot_set->used.count;
    if (words <= old)
        return true;
    if (!comb_vec_reserve((void **)&slot_set->used.items, &slot_set->used.capacity, words,
                          sizeof *slot_set->used.items))
        return false;
    memset(slot_set->used.items + old, 0, (slot_set->used.capacity - old) * sizeof *slot_set->used.items);
    slot_set->used.count = slot_set->used.capacity;
    return true;
}

/* Returns the 32 slots from `slot` on. */
static uint32_t slot_window(const struct slot_set *slot_set, size_t slot)
{
    const uint64_t *words = &slot_set->used.items[slot / 64];
    unsigned shift = slot % 64;
    // cppcheck-suppress objectIndex ; `items` is an array
    return (uint32_t)(shift == 0 ? words[0] : words[0] >> shift | words[1] << (64 - shift));
}

/* Allocates slots for the letters of a mask and returns the slot of letter 0 (which need not be allocated); false if
 * memory is exhausted. The first letter never goes below its own number, so that the base is never negative. */
static bool allocate_slots(size_t *base, struct slot_set *slot_set, uint32_t mask)
{
    unsigned lowest = (unsigned)__builtin_ctz(mask);
    uint32_t pattern = mask >> lowest;
    if (!grow_slots(slot_set, slot_set->end + 2 * WINDOW))
        return false;
    while (slot_window(slot_set, slot_set->hole) & 1)
        slot_set->hole++;
    size_t slot = slot_set->hole > lowest ? slot_set->hole : lowest;
    while (slot_window(slot_set, slot) & pattern)
        slot++;
    for (uint32_t left = pattern; left != 0; left &= left - 1) {
        size_t used_slot = slot + (unsigned)__builtin_ctz(left);
        comb_bit_set(slot_set->used.items, used_slot);
        slot_set->end = used_slot + 1 > slot_set->end ? used_slot + 1 : slot_set->end;
    }
    *base = slot - lowest;
    return true;
}

static bool reserve_nodes(struct unfolding *unfolding, size_t slots)
{
    size_t old = unfolding->nodes.capacity;
    if (!comb_vec_reserve((void **)&unfolding->nodes.items, &unfolding->nodes.capacity, slots,
                          sizeof *unfolding->nodes.items))
        return false;
    memset(unfolding->nodes.items + old, 0, (unfolding->nodes.capacity - old) * sizeof *unfolding->nodes.items);
    return true;
}

/* Allocates slots for the children of a record and queues them. */
static bool place_children(size_t *base, struct unfolding *unfolding, const struct comb_dict_record *record)
{
    if (!allocate_slots(base, &unfolding->slots, record->inner) || !reserve_nodes(unfolding, unfolding->slots.end))
        return false;
    uint32_t child = record->first;
    for (uint32_t left = record->inner; left != 0; left &= left - 1, child++) {
        size_t slot = *base + (unsigned)__builtin_ctz(left);
        unfolding->nodes.items[slot].first = child;
        if (!comb_vec_push(&unfolding->queue, (uint32_t)slot))
            return false;
    }
    return true;
}

static bool unfold(struct comb_word_node *node, struct unfolding *unfolding, uint32_t number)
{
    const struct comb_dict_record *record = &unfolding->dict->records[number];
    size_t base = 0;
    size_t marks = 0;
    if (record->inner != 0 && !place_children(&base, unfolding, record))
        return false;
    if (record->end != 0 && !allocate_slots(&marks, &unfolding->marks, record->end))
        return false;
    unfolding->too_large = base >= COMB_WORD_MAX_SLOTS - WINDOW || marks >= COMB_WORD_MAX_MARKS - WINDOW;
    if (unfolding->too_large)
        return false;
    *node = (struct comb_word_node){.inner = record->inner,
                                    .end = record->end,
                                    .first = (uint32_t)base << COMB_WORD_CELL_BITS,
                                    .marks = (uint32_t)marks + 31};
    return true;
}

static bool unfold_all(struct comb_word_index *index, struct unfolding *unfolding)
{
    if (!unfold(&index->root, unfolding, 0))
        return false;
    for (size_t i = 0; i < unfolding->queue.count; i++) {
        uint32_t slot = unfolding->queue.items[i];
        struct comb_word_node node;
        if (!unfold(&node, unfolding, unfolding->nodes.items[slot].first))
            return false;
        unfolding->nodes.items[slot] = node;
    }
    return true;
}

/* Nodes must not straddle cache lines. */
static bool copy_nodes(struct comb_word_index *index, const struct unfolding *unfolding)
{
    enum { ALIGNMENT = 64 };
    index->slots = (uint32_t)unfolding->slots.end;
    index->marks = (uint32_t)unfolding->marks.end;
    size_t bytes = (size_t)index->slots * sizeof *index->nodes;
    index->nodes = aligned_alloc(ALIGNMENT, bytes / ALIGNMENT * ALIGNMENT + ALIGNMENT);
    if (!index->nodes)
        return false;
    if (bytes > 0)
        memcpy(index->nodes, unfolding->nodes.items, bytes);
    return true;
}

int comb_word_index_new(struct comb_word_index **out, const struct comb_dict *dict, struct comb_error *err)
{
    *out = NULL;
    struct comb_word_index *index = calloc(1, sizeof *index);
    if (!index)
        return comb_fail_memory(err);
    index->dict = dict;
    struct unfolding unfolding = {.dict = dict};
    bool made = unfold_all(index, &unfolding) && copy_nodes(index, &unfolding);
    comb_vec_free(&unfolding.slots.used);
    comb_vec_free(&unfolding.marks.used);
    comb_vec_free(&unfolding.nodes);
    comb_vec_free(&unfolding.queue);
    if (made) {
        *out = index;
        return COMB_OK;
    }
    comb_word_index_free(index);
    return unfolding.too_large ? comb_fail(err, COMB_LIMIT, "dictionary with %zu words is too large for an index",
                                           comb_dict_word_count(dict))
                               : comb_fail_memory(err);
}

void comb_word_index_free(struct comb_word_index *index)
{
    if (!index)
        return;
    free(index->nodes);
    free(index);
}
