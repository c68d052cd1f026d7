/* Finds the next unit. Units come in the prover's order; a split unit is replaced by its parts:
 *
 *     G1A  (split)        the first class, here JQXZ, becomes one letter after the other
 *       GJA
 *       GQA  (split)      no class is left: one letter longer
 *         GQAA  GQAB ...
 *       GXA
 *
 * The walk stores the splits that led to the present prefix; a step continues with the next letter of the last of
 * them. */
#include "proof/certificate/parts.h"

#include <assert.h>

uint64_t comb_words_pack(const uint8_t *prefix, unsigned length)
{
    uint64_t packed = 0;
    for (unsigned i = 0; i < length; i++)
        packed = packed << 5 | (uint64_t)(prefix[i] + 1);
    return packed;
}

bool comb_words_packed_find(const uint64_t *items, size_t count, uint64_t packed)
{
    size_t low = 0;
    for (size_t high = count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (items[middle] < packed)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && items[low] == packed;
}

static bool is_split(const struct comb_words_walk *walk)
{
    const struct comb_words_records *records = &walk->task->records;
    return comb_words_packed_find(records->split.items, records->split.count,
                                  comb_words_pack(walk->prefix, walk->length));
}

static bool is_done(const struct comb_words_walk *walk)
{
    const struct comb_words_records *records = &walk->task->records;
    return comb_words_packed_find(records->done.items, records->done.count,
                                  comb_words_pack(walk->prefix, walk->length));
}

/* Tries the letters of a split in order, from number `from` on, up to the first that leaves a canonical prefix. Returns
 * false if there is none. */
static bool next_part(struct comb_words_walk *walk, unsigned from)
{
    const struct comb_prover *prover = walk->task->prover;
    const uint8_t *letters;
    unsigned count = comb_prover_letters(&letters, prover);
    unsigned place = walk->splits[walk->split_count - 1].place;
    assert(place < walk->length && walk->length <= comb_prover_cells(prover));
    uint8_t symbol = walk->splits[walk->split_count - 1].symbol;
    uint32_t set = symbol ? comb_prover_symbol_set(prover, symbol) : walk->task->space.letters;
    for (unsigned i = from; i < count; i++) {
        walk->prefix[place] = letters[i];
        if (set >> letters[i] & 1 && comb_prove_canonical(prover, walk->prefix, walk->length))
            return true;
    }
    return false;
}

/* Returns to the prefix that was split. */
static void leave_split(struct comb_words_walk *walk)
{
    assert(walk->split_count > 0);
    walk->split_count--;
    if (walk->splits[walk->split_count].symbol)
        walk->prefix[walk->splits[walk->split_count].place] = walk->splits[walk->split_count].symbol;
    else
        walk->length--;
}

/* Enters the parts of the present prefix; returns false if none is canonical. */
static bool enter_split(struct comb_words_walk *walk)
{
    unsigned place = comb_prove_split_place(walk->task->prover, walk->prefix, walk->length);
    if (place == comb_prover_cells(walk->task->prover))
        return false;
    assert(walk->split_count < sizeof walk->splits / sizeof *walk->splits);
    walk->splits[walk->split_count].place = (uint8_t)place;
    walk->splits[walk->split_count++].symbol = place < walk->length ? walk->prefix[place] : 0;
    walk->length += place == walk->length;
    if (next_part(walk, 0))
        return true;
    leave_split(walk);
    return false;
}

/* Moves to the next prefix at this depth of splitting, or at a lesser one. */
static bool step_prefix(struct comb_words_walk *walk)
{
    const struct comb_prover *prover = walk->task->prover;
    unsigned depth = comb_prover_depth(prover);
    for (; walk->split_count > 0; leave_split(walk)) {
        const uint8_t *letters;
        unsigned count = comb_prover_letters(&letters, prover);
        unsigned at = 0;
        while (at < count && letters[at] != walk->prefix[walk->splits[walk->split_count - 1].place])
            at++;
        if (next_part(walk, at + 1))
            return true;
    }
    do {
        if (!comb_prove_next(prover, walk->prefix, 0, depth))
            return false;
        walk->index++;
    } while (walk->shards > 1 && walk->index % walk->shards != walk->shard);
    return true;
}

static bool start_walk(struct comb_words_walk *walk)
{
    const struct comb_prover *prover = walk->task->prover;
    walk->started = true;
    walk->length = comb_prover_depth(prover);
    if (!comb_prove_first(prover, walk->prefix, 0, walk->length))
        return false;
    return walk->shards <= 1 || walk->shard == 0 || step_prefix(walk);
}

bool comb_words_walk_next(struct comb_words_walk *walk, bool skip_done)
{
    bool more = !walk->ended && (walk->started ? step_prefix(walk) : start_walk(walk));
    while (more) {
        if (is_split(walk))
            more = enter_split(walk) || step_prefix(walk);
        else if (skip_done && is_done(walk))
            more = step_prefix(walk);
        else
            return true;
    }
    walk->ended = true;
    return false;
}
