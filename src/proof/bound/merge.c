/* Builds the list of one child: the placements that all children share, and its own.
 *
 *     stream 0, no tags     A.E..  A.T..  .E...  ...        millions, sorted once for the unit
 *     stream 0, tags        that the letters of the box satisfy   }
 *     the child's stream    likewise                               } thousands, sorted here
 *
 * Requirements that the child's letters satisfy are removed, so a placement may have become a subset of another one of
 * the same word; the larger is then redundant and is dropped. Only placements that lost a requirement can make others
 * redundant: those of the child's stream, and those with a tag. Of two that have become equal one stays. */
#include "proof/bound/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- redundant placements ---- */

static bool clear_marks(struct comb_prove_marks *marks, size_t count)
{
    size_t words = count / 64 + 1;
    if (words > marks->capacity) {
        free(marks->bits);
        marks->bits = malloc(words * 2 * sizeof *marks->bits);
        marks->capacity = marks->bits ? words * 2 : 0;
    }
    if (marks->bits)
        memset(marks->bits, 0, words * sizeof *marks->bits);
    return marks->bits != NULL;
}

static inline bool is_marked(const struct comb_prove_marks *marks, size_t at)
{
    return marks->bits[at / 64] >> (at % 64) & 1;
}

/* The placements of one word in a stream. */
struct run {
    const struct comb_prove_placement *items;
    struct comb_prove_marks *marks;
    size_t from;
    size_t end;
};

/* Marks the placements that include all requirements of `killer`; from `equal_from` on also those equal to it. */
static void mark_supersets(const struct run *run, uint64_t killer, size_t equal_from)
{
    uint64_t mask = comb_prove_used(killer) * 31;
    for (size_t i = run->from; i < run->end; i++)
        if (((run->items[i].key ^ killer) & mask) == 0 && (i >= equal_from || run->items[i].key != killer))
            run->marks->bits[i / 64] |= (uint64_t)1 << (i % 64);
}

static void mark_word(const struct run *shared, const struct run *own, const uint32_t *sets)
{
    for (size_t i = own->from; i < own->end; i++) {
        if (!comb_prove_tag_fits(own->items[i].tag, sets))
            continue;
        mark_supersets(shared, own->items[i].key, 0);
        if (own->items[i].tag)
            mark_supersets(own, own->items[i].key, i + 1);
    }
    for (size_t i = shared->from; i < shared->end; i++) {
        if (!shared->items[i].tag || !comb_prove_tag_fits(shared->items[i].tag, sets))
            continue;
        mark_supersets(shared, shared->items[i].key, i + 1);
        mark_supersets(own, shared->items[i].key, SIZE_MAX);
    }
}

/* Without tags only words of the child's stream matter; otherwise every word. */
static void mark_dead(struct comb_prove_worker *worker, unsigned letter, bool tags)
{
    const struct comb_prove_lists *lists = &worker->lists;
    size_t shared_count = lists->words[0].count;
    size_t own_count = lists->words[letter + 1].count;
    struct run shared = {.items = lists->words[0].items, .marks = &worker->dead[0]};
    struct run own = {.items = lists->words[letter + 1].items, .marks = &worker->dead[1]};
    while (own.end < own_count || (tags && shared.end < shared_count)) {
        uint32_t next = own.end < own_count ? own.items[own.end].word : UINT32_MAX;
        shared.from = shared.end;
        own.from = own.end;
        if (!tags)
            while (shared.from < shared_count && shared.items[shared.from].word < next)
                shared.from++;
        else if (shared.from < shared_count && shared.items[shared.from].word < next)
            next = shared.items[shared.from].word;
        shared.end = shared.from;
        while (shared.end < shared_count && shared.items[shared.end].word == next)
            shared.end++;
        while (own.end < own_count && own.items[own.end].word == next)
            own.end++;
        assert(shared.end > shared.from || own.end > own.from); /* every round processes a word */
        mark_word(&shared, &own, worker->sets);
    }
}

/* ---- the child's own placements ---- */

static void copy_items(struct comb_prove_items *to, const struct comb_prove_items *from, const uint32_t *tags,
                       const struct comb_prove_marks *dead, const uint32_t *sets)
{
    for (size_t i = 0; i < from->count; i++)
        if (!is_marked(dead, from->items[i].at) && (!tags || comb_prove_tag_fits(tags[i], sets)))
            to->items[to->count++] = from->items[i];
}

static bool gather_own(struct comb_prove_worker *worker, unsigned letter)
{
    struct comb_prove_lists *lists = &worker->lists;
    struct comb_prove_items *own = &worker->own;
    size_t count = lists->tagged[0].count + lists->sorted[letter + 1].count + lists->tagged[letter + 1].count + 1;
    if (!comb_vec_reserve((void **)&own->items, &own->capacity, count, sizeof *own->items))
        return false;
    own->count = 0;
    copy_items(own, &lists->sorted[letter + 1], NULL, &worker->dead[1], worker->sets);
    if (lists->tagged[0].count + lists->tagged[letter + 1].count == 0)
        return true;
    copy_items(own, &lists->tagged[0], lists->tags[0].items, &worker->dead[0], worker->sets);
    copy_items(own, &lists->tagged[letter + 1], lists->tags[letter + 1].items, &worker->dead[1], worker->sets);
    return comb_prove_sort(own, &lists->scratch);
}

/* ---- merging ---- */

static void add_item(struct comb_prove_list *to, const struct comb_prove_item *item)
{
    if (to->count > 0 && to->keys[to->count - 1] == item->key) {
        to->points[to->count - 1] += item->points;
        return;
    }
    to->keys[to->count] = item->key;
    to->points[to->count++] = item->points;
}

struct sieve {
    uint64_t allowed[COMB_PROVE_FREE]; /* by digit from the bottom: bit d = letter d - 1 */
    uint64_t restricted;               /* positions with restricted domains */
};

static struct sieve make_sieve(const uint32_t *domains, unsigned positions, uint32_t all)
{
    struct sieve sieve = {0};
    for (unsigned position = 0; position < positions; position++) {
        sieve.allowed[COMB_PROVE_FREE - 1 - position] = (uint64_t)domains[position] << 1;
        if (domains[position] != all)
            sieve.restricted |= (uint64_t)31 << comb_prove_shift(position);
    }
    return sieve;
}

static bool passes_sieve(const struct sieve *sieve, uint64_t key)
{
    for (uint64_t used = comb_prove_used(key & sieve->restricted); used; used &= used - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(used);
        if (!(sieve->allowed[bit / COMB_PROVE_DIGIT] >> (key >> bit & 31) & 1))
            return false;
    }
    return true;
}

static void merge_streams(struct comb_prove_list *to, const struct comb_prove_worker *worker, const struct sieve *sieve)
{
    const struct comb_prove_items *shared = &worker->lists.sorted[0];
    const struct comb_prove_items *own = &worker->own;
    size_t k = 0;
    to->count = 0;
    for (size_t i = 0; i < shared->count; i++) {
        const struct comb_prove_item *item = &shared->items[i];
        if (is_marked(&worker->dead[0], item->at) || !passes_sieve(sieve, item->key))
            continue;
        for (; k < own->count && own->items[k].key <= item->key; k++)
            if (passes_sieve(sieve, own->items[k].key))
                add_item(to, &own->items[k]);
        add_item(to, item);
    }
    for (; k < own->count; k++)
        if (passes_sieve(sieve, own->items[k].key))
            add_item(to, &own->items[k]);
}

bool comb_prove_merge(struct comb_prove_worker *worker, unsigned letter, const uint32_t *domains, unsigned positions)
{
    const struct comb_prove_lists *lists = &worker->lists;
    struct sieve sieve = make_sieve(domains, positions, worker->prover->space->letters);
    if (!clear_marks(&worker->dead[0], lists->words[0].count) ||
        !clear_marks(&worker->dead[1], lists->words[letter + 1].count))
        return false;
    mark_dead(worker, letter, lists->tagged[0].count > 0);
    if (!gather_own(worker, letter) || !comb_prove_level_at(worker, 0) ||
        !comb_prove_list_reserve(&worker->levels.items[0].list, lists->sorted[0].count + worker->own.count + 1))
        return false;
    merge_streams(&worker->levels.items[0].list, worker, &sieve);
    assert(worker->levels.items[0].list.count <= lists->sorted[0].count + worker->own.count);
    return true;
}
