/* Can the certain cells of an open region be covered at all?
 *
 *     o # # o      Only pieces whose symbols lie in the flood (# and o), laid wholly inside the flood, each kind as
 *     o o # .      often as the flood has it. Cells of the core (#) are taken in an order fixed at the start, those
 * with the fewest laid pieces over them first. A laid piece may cover cells beyond the core as well, which then belong
 * to the region.
 *
 * A piece whose symbol stands on a cell that belongs to the region must be laid too: together these must find room in
 * what is left of the flood, and each of them a place there. That is all that is asked of cells beyond the core, so
 * "yes" means little, but "no" is a proof that every region between core and flood is wrong. After MOST_NODES nodes the
 * search says yes. Answers are remembered by (core, flood). */
#include "games/witness/open_parts.h"

#include "base/bitset.h"

#include <string.h>

enum { MOST_NODES = 300 };

static bool fewer(const struct comb_witness_open *open, unsigned a, unsigned b)
{
    return open->near_from[a + 1] - open->near_from[a] < open->near_from[b + 1] - open->near_from[b];
}

/* Lists the laid pieces in reach for each cell of the core, and the cells by how many these are. False when a cell has
 * none. */
static bool list_near(struct comb_witness_open *open, const struct comb_witness_cells *core,
                      const struct comb_witness_cells *flood)
{
    uint32_t count = 0;
    unsigned cells = open->judge->graph->cells;
    open->order_count = 0;
    for (unsigned cell = 0; cell < cells; cell++) {
        open->near_from[cell] = count;
        open->near_from[cell + 1] = count;
        if (!comb_bit_test(core->words, cell))
            continue;
        for (uint32_t i = open->pieces->over_from[cell]; i < open->pieces->over_from[cell + 1]; i++)
            if (open->available[comb_witness_open_laid(open, open->pieces->over[i])->kind] > 0 &&
                comb_witness_open_within(open, open->pieces->over[i], flood->words))
                open->near[count++] = open->pieces->over[i];
        open->near_from[cell + 1] = count;
        if (count == open->near_from[cell])
            return false;
        unsigned at = open->order_count++;
        for (; at > 0 && fewer(open, cell, open->order[at - 1]); at--)
            open->order[at] = open->order[at - 1];
        open->order[at] = (uint16_t)cell;
    }
    return true;
}

/* Whether all pieces that must still be laid find room, taken together. `settled`: and each a place by itself. */
static bool room_left(const struct comb_witness_open *open, const struct comb_witness_cells *core,
                      const struct comb_witness_cells *flood, const uint64_t *left, bool settled)
{
    unsigned room = 0, needed = 0, words = open->judge->words;
    for (unsigned i = 0; i < words; i++)
        room += (unsigned)__builtin_popcountll(left[i]);
    for (unsigned kind = 0; kind < open->pieces->kinds; kind++) {
        unsigned symbols = 0;
        for (unsigned i = 0; i < words; i++)
            symbols += (unsigned)__builtin_popcountll(open->kind_cells[kind].words[i] &
                                                      (core->words[i] | (flood->words[i] & ~left[i])));
        if (symbols <= open->laid[kind] || open->pieces->forms[kind].kind.size == 0)
            continue;
        needed += (symbols - open->laid[kind]) * open->pieces->forms[kind].kind.size;
        bool placed = !settled;
        for (uint32_t i = open->kind_from[kind]; i < open->kind_from[kind + 1] && !placed; i++)
            placed = comb_witness_open_within(open, open->kind_laid[i], left);
        if (!placed || needed > room)
            return false;
    }
    return true;
}

/* Sets the level up at the next cell of the core; false when all are covered. */
static bool enter(const struct comb_witness_open *open, struct comb_witness_open_level *level)
{
    for (unsigned i = 0; i < open->order_count; i++)
        if (comb_bit_test(level->left, open->order[i])) {
            level->next = open->near_from[open->order[i]];
            level->end = open->near_from[open->order[i] + 1];
            return true;
        }
    return false;
}

static const struct comb_witness_laid *choose(const struct comb_witness_open *open,
                                              struct comb_witness_open_level *level)
{
    while (level->next < level->end) {
        uint32_t number = open->near[level->next++];
        const struct comb_witness_laid *laid = comb_witness_open_laid(open, number);
        if (open->laid[laid->kind] < open->available[laid->kind] && comb_witness_open_within(open, number, level->left))
            return laid;
    }
    return NULL;
}

static bool search(struct comb_witness_open *open, const struct comb_witness_cells *core,
                   const struct comb_witness_cells *flood)
{
    struct comb_witness_open_level *level = open->levels;
    unsigned words = open->judge->words;
    memcpy(level->left, flood->words, words * sizeof *level->left);
    if (!enter(open, level))
        return true;
    for (unsigned nodes = 0; nodes < MOST_NODES;) {
        const struct comb_witness_laid *laid = choose(open, level);
        if (!laid) {
            if (level == open->levels)
                return false;
            level--;
            open->laid[level->kind]--;
            continue;
        }
        nodes++;
        level->kind = (uint16_t)laid->kind;
        open->laid[laid->kind]++;
        for (unsigned i = 0; i < words; i++)
            level[1].left[i] = level->left[i] ^ laid->mask[i];
        bool open_cells = enter(open, level + 1);
        if (!room_left(open, core, flood, level[1].left, !open_cells))
            open->laid[laid->kind]--;
        else if (open_cells)
            level++;
        else
            return true;
    }
    return true;
}

static bool can_cover(struct comb_witness_open *open, const struct comb_witness_cells *core,
                      const struct comb_witness_cells *flood)
{
    for (unsigned kind = 0; kind < open->pieces->kinds; kind++)
        open->available[kind] = (uint16_t)comb_witness_masks_count(open->judge, &open->kind_cells[kind], flood);
    memset(open->laid, 0, open->pieces->kinds * sizeof *open->laid);
    return room_left(open, core, flood, flood->words, true) && list_near(open, core, flood) &&
           search(open, core, flood);
}

bool comb_witness_open_no_cover(struct comb_witness_open *open, const struct comb_witness_cells *core,
                                const struct comb_witness_cells *flood)
{
    uint64_t key[2 * COMB_WITNESS_CELL_WORDS];
    unsigned words = open->judge->words;
    memcpy(key, core->words, words * sizeof *key);
    memcpy(key + words, flood->words, words * sizeof *key);
    enum comb_witness_memo_verdict known = comb_witness_memo_find(&open->memo, key);
    if (known == COMB_WITNESS_MEMO_EMPTY) {
        known = can_cover(open, core, flood) ? COMB_WITNESS_MEMO_YES : COMB_WITNESS_MEMO_NO;
        comb_witness_memo_store(&open->memo, key, known);
    }
    return known == COMB_WITNESS_MEMO_NO;
}
