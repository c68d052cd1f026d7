/* Converts a sorted list of placements to tables.
 *
 * A placement with one requirement goes to the table of its cell, with two to that of a pair, with three to that of a
 * triple. Placements with more are folded: among all placements that share their first three requirements only the best
 * choice of the fourth letter counts at each fourth cell, and so on down the tree that the sorted list represents:
 *
 *     value(node) = points + sum over later cells of max over letters of value(child)
 *
 *     . . S . A .          (3,S)
 *     . . S . A T            (5,A)          in the list, the placements below a node are adjacent, those with
 *     . . S E . .              (6,T)        later cells first; a stack of open nodes folds them in one scan
 *     . . T . . .            (4,E)
 *
 * The same scan folds the upper levels too and so gives the bound of the whole tree, the weakest bound available, at no
 * cost. Cost: 10 ns per placement. */
#include "proof/bound/parts.h"

#include <assert.h>
#include <string.h>

struct open_node {
    uint32_t sum;  /* points and completed cells */
    uint32_t best; /* maximum over the letters of `cell` so far */
    uint8_t cell;  /* position; COMB_PROVE_FREE = none yet */
    uint8_t position;
    uint8_t digit;
};

struct fold {
    struct comb_prove_tables *tables;
    struct open_node stack[COMB_PROVE_FREE + 1]; /* 0 is the root */
    unsigned depth;
    uint64_t last;
};

static inline unsigned letter_slot(const struct fold *fold, unsigned level)
{
    const struct open_node *node = &fold->stack[level];
    return fold->tables->slot[node->position][node->digit];
}

static inline unsigned active_index(const struct fold *fold, unsigned level)
{
    return fold->tables->where[fold->stack[level].position];
}

static uint32_t *pair_entry(const struct fold *fold)
{
    unsigned pair = comb_prove_pair(active_index(fold, 1), active_index(fold, 2));
    return &fold->tables->pair_points[pair][letter_slot(fold, 1) * COMB_PROVE_LANES + letter_slot(fold, 2)];
}

/* Values that do not fit 16 bits go to the pair, which only raises the bound. */
static void add_triple(struct fold *fold, uint32_t value)
{
    const struct comb_prove_tables *tables = fold->tables;
    unsigned a = active_index(fold, 1);
    unsigned b = active_index(fold, 2);
    unsigned c = active_index(fold, 3);
    size_t row = (size_t)letter_slot(fold, 1) * tables->size[b] + letter_slot(fold, 2);
    uint16_t *entry = &tables->triple_points[tables->triple_at[comb_prove_triple(a, b, c)] + row * tables->stride[c] +
                                             letter_slot(fold, 3)];
    uint32_t sum = *entry + value;
    if (sum > UINT16_MAX) {
        *pair_entry(fold) += sum - UINT16_MAX;
        sum = UINT16_MAX;
    }
    *entry = (uint16_t)sum;
}

static inline void close_node(struct fold *fold)
{
    struct open_node *node = &fold->stack[fold->depth];
    uint32_t value = node->sum + node->best;
    if (fold->depth == 3)
        add_triple(fold, value);
    struct open_node *parent = node - 1;
    if (parent->cell != node->position) {
        parent->sum += parent->best;
        parent->best = 0;
        parent->cell = node->position;
    }
    parent->best = value > parent->best ? value : parent->best;
    fold->depth--;
}

static inline void open_nodes(struct fold *fold, uint64_t key, uint64_t below)
{
    for (uint64_t used = comb_prove_used(key & below); used;) {
        unsigned bit = 63 - (unsigned)__builtin_clzll(used);
        used ^= (uint64_t)1 << bit;
        fold->stack[++fold->depth] = (struct open_node){
            .cell = COMB_PROVE_FREE,
            .position = (uint8_t)(COMB_PROVE_FREE - 1 - bit / COMB_PROVE_DIGIT),
            .digit = (uint8_t)(key >> bit & 31),
        };
    }
}

static inline void add_placement(struct fold *fold, uint64_t key, uint32_t points)
{
    uint64_t changed = key ^ fold->last;
    if (changed) {
        assert(key > fold->last); /* the list is sorted: that makes it a tree in preorder */
        unsigned digit = (63 - (unsigned)__builtin_clzll(changed)) / COMB_PROVE_DIGIT;
        unsigned position = COMB_PROVE_FREE - 1 - digit;
        while (fold->depth > 0 && fold->stack[fold->depth].position >= position)
            close_node(fold);
        open_nodes(fold, key, ((uint64_t)1 << (COMB_PROVE_DIGIT * (digit + 1))) - 1);
        fold->last = key;
    }
    fold->stack[fold->depth].sum += points;
    if (fold->depth == 2)
        *pair_entry(fold) += points;
    else if (fold->depth == 1)
        fold->tables->cell_points[active_index(fold, 1)][letter_slot(fold, 1)] += points;
    else if (fold->depth == 0)
        fold->tables->certain += points;
}

static uint64_t finish_fold(struct fold *fold)
{
    while (fold->depth > 0)
        close_node(fold);
    uint64_t bound = (uint64_t)fold->stack[0].sum + fold->stack[0].best;
    fold->tables->folded += bound;
    return bound;
}

uint64_t comb_prove_fill(struct comb_prove_tables *tables, const uint64_t *keys, const uint32_t *points, size_t count)
{
    struct fold fold = {.tables = tables, .stack[0].cell = COMB_PROVE_FREE};
    for (size_t i = 0; i < count; i++)
        add_placement(&fold, keys[i], points[i]);
    return finish_fold(&fold);
}

uint64_t comb_prove_fill_items(struct comb_prove_tables *tables, const struct comb_prove_item *items, size_t count)
{
    struct fold fold = {.tables = tables, .stack[0].cell = COMB_PROVE_FREE};
    for (size_t i = 0; i < count; i++)
        add_placement(&fold, items[i].key, items[i].points);
    return finish_fold(&fold);
}

void comb_prove_fill_tagged(struct comb_prove_tables *tables, const struct comb_prove_item *items, const uint32_t *tags,
                            size_t count, const uint32_t *sets)
{
    struct fold fold = {.tables = tables, .stack[0].cell = COMB_PROVE_FREE};
    for (size_t i = 0; i < count; i++)
        if (comb_prove_tag_fits(tags[i], sets))
            add_placement(&fold, items[i].key, items[i].points);
    finish_fold(&fold);
}
