#include "family/words/prove_parts.h"

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

/* The next prefix at this depth of splitting, or at a lesser one. */
static bool step(struct comb_words_walk *walk)
{
    const struct comb_prover *prover = walk->task->prover;
    unsigned depth = comb_prover_depth(prover);
    for (; walk->length > depth; walk->length--)
        if (comb_prove_next(prover, walk->prefix, walk->length - 1, walk->length))
            return true;
    do {
        if (!comb_prove_next(prover, walk->prefix, 0, depth))
            return false;
        walk->index++;
    } while (walk->shards > 1 && walk->index % walk->shards != walk->shard);
    return true;
}

static bool start(struct comb_words_walk *walk)
{
    const struct comb_prover *prover = walk->task->prover;
    walk->started = true;
    walk->length = comb_prover_depth(prover);
    if (!comb_prove_first(prover, walk->prefix, 0, walk->length))
        return false;
    return walk->shards <= 1 || walk->shard == 0 || step(walk);
}

bool comb_words_walk_next(struct comb_words_walk *walk, bool skip_done)
{
    bool more = !walk->ended && (walk->started ? step(walk) : start(walk));
    while (more) {
        if (is_split(walk)) {
            if (comb_prove_first(walk->task->prover, walk->prefix, walk->length, walk->length + 1))
                walk->length++;
            else
                more = step(walk);
        } else if (skip_done && is_done(walk)) {
            more = step(walk);
        } else {
            return true;
        }
    }
    walk->ended = true;
    return false;
}
