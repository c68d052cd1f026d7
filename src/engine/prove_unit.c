/* One unit: a prefix, and all letters of the cell behind it.
 *
 * The placements of the unit are enumerated once and stand in streams: stream 0 does not use the cell behind the
 * prefix, stream l+1 needs letter l there. The 26 children share stream 0, which is nearly everything:
 *
 *     stream 0   ##################################        folded into tables once
 *     stream A   ###                                       child A = tables of stream 0 + stream A     first bound
 *     stream B   #                                         child B = tables of stream 0 + stream B
 *     ...
 *
 * The first bound of a child adds the tables of its own stream to those of stream 0 and passes messages; no list is
 * made. It is weaker than the bound of the merged list, since what is folded is folded apart, but it costs a hundredth
 * and most children die of it. For the others the two streams are merged, placements of stream 0 that the child's
 * letter has made superfluous are dropped, and the list goes to the search. */
#define _POSIX_C_SOURCE 200809L
#include "engine/prove_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- worker ---- */

int comb_prove_worker_new(struct comb_prove_worker **out, const struct comb_prover *prover, bool (*tick)(void *payload),
                          void *payload, struct comb_error *err)
{
    *out = NULL;
    struct comb_prove_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return comb_fail_memory(err);
    worker->prover = prover;
    worker->tick = tick;
    worker->payload = payload;
    worker->board = prover->space->board;
    int code = comb_word_search_new_indexed(&worker->search, prover->index, err);
    bool one = comb_prove_tables_init(&worker->tables);
    bool two = comb_prove_tables_init(&worker->base);
    if (code == COMB_OK && !(one && two))
        code = comb_fail_memory(err);
    if (code != COMB_OK) {
        comb_prove_worker_free(worker);
        return code;
    }
    *out = worker;
    return COMB_OK;
}

void comb_prove_worker_free(struct comb_prove_worker *worker)
{
    if (!worker)
        return;
    for (size_t i = 0; i < worker->levels.count; i++) {
        comb_prove_list_free(&worker->levels.items[i].list);
        comb_prove_list_free(&worker->levels.items[i].split);
        if (worker->levels.items[i].base)
            comb_prove_tables_free(worker->levels.items[i].base);
        free(worker->levels.items[i].base);
    }
    comb_vec_free(&worker->levels);
    comb_prove_lists_free(&worker->lists);
    comb_prove_tables_free(&worker->tables);
    comb_prove_tables_free(&worker->base);
    comb_word_search_free(worker->search);
    free(worker->dead);
    free(worker);
}

void comb_prove_result_free(struct comb_prove_result *result)
{
    free(result->boards);
    *result = (struct comb_prove_result){0};
}

/* ---- the first bound ---- */

static bool prepare_base(struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length)
{
    const struct comb_prove_items *shared = &worker->lists.sorted[0];
    uint32_t domains[COMB_PROVE_MOST_CELLS];
    comb_prove_domains(domains, worker->prover, prefix, length);
    if (!comb_prove_sort_stream(&worker->lists, 0) ||
        !comb_prove_tables_shape(&worker->base, domains + length + 1, worker->prover->cells - length - 1))
        return false;
    comb_prove_fill_items(&worker->base, shared->items, shared->count);
    return true;
}

static bool first_bound(uint64_t *bound, struct comb_prove_worker *worker, unsigned letter)
{
    struct comb_prove_tables *tables = &worker->tables;
    const struct comb_prove_items *own = &worker->lists.sorted[letter + 1];
    worker->result->nodes++;
    if (!comb_prove_sort_stream(&worker->lists, letter + 1) || !comb_prove_tables_copy(tables, &worker->base))
        return false;
    comb_prove_fill_items(tables, own->items, own->count);
    *bound = tables->folded;
    comb_prove_quick_bound(bound, worker);
    return true;
}

/* ---- the merged list ---- */

/* Placements of stream 0 that require all that one of the child's does, word by word. */
static void mark_dead(struct comb_prove_worker *worker, unsigned letter)
{
    const struct comb_prove_lists *lists = &worker->lists;
    const struct comb_prove_placement *own = lists->words[letter + 1].items;
    const struct comb_prove_placement *shared = lists->words[0].items;
    size_t own_count = lists->words[letter + 1].count;
    size_t shared_count = lists->words[0].count;
    size_t at = 0;
    for (size_t i = 0; i < own_count;) {
        size_t end = i;
        while (end < own_count && own[end].word == own[i].word)
            end++;
        while (at < shared_count && shared[at].word < own[i].word)
            at++;
        for (; at < shared_count && shared[at].word == own[i].word; at++)
            for (size_t k = i; k < end; k++)
                if (((shared[at].key ^ own[k].key) & (comb_prove_used(own[k].key) * 31)) == 0)
                    worker->dead[at / 64] |= (uint64_t)1 << (at % 64);
        i = end;
    }
}

static bool clear_dead(struct comb_prove_worker *worker)
{
    size_t words = worker->lists.words[0].count / 64 + 1;
    if (words > worker->dead_words) {
        free(worker->dead);
        worker->dead = malloc(words * 2 * sizeof *worker->dead);
        worker->dead_words = worker->dead ? words * 2 : 0;
    }
    if (worker->dead)
        memset(worker->dead, 0, words * sizeof *worker->dead);
    return worker->dead != NULL;
}

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
    uint64_t watched;                  /* positions that lack letters */
};

static struct sieve make_sieve(const uint32_t *domains, unsigned positions, uint32_t all)
{
    struct sieve sieve = {0};
    for (unsigned position = 0; position < positions; position++) {
        sieve.allowed[COMB_PROVE_FREE - 1 - position] = (uint64_t)domains[position] << 1;
        if (domains[position] != all)
            sieve.watched |= (uint64_t)31 << comb_prove_shift(position);
    }
    return sieve;
}

static bool passes(const struct sieve *sieve, uint64_t key)
{
    for (uint64_t used = comb_prove_used(key & sieve->watched); used; used &= used - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(used);
        if (!(sieve->allowed[bit / COMB_PROVE_DIGIT] >> (key >> bit & 31) & 1))
            return false;
    }
    return true;
}

static void merge_streams(struct comb_prove_list *to, const struct comb_prove_worker *worker, unsigned letter,
                          const struct sieve *sieve)
{
    const struct comb_prove_items *shared = &worker->lists.sorted[0];
    const struct comb_prove_items *own = &worker->lists.sorted[letter + 1];
    size_t k = 0;
    to->count = 0;
    for (size_t i = 0; i < shared->count; i++) {
        const struct comb_prove_item *item = &shared->items[i];
        if (worker->dead[item->at / 64] >> (item->at % 64) & 1 || !passes(sieve, item->key))
            continue;
        for (; k < own->count && own->items[k].key <= item->key; k++)
            if (passes(sieve, own->items[k].key))
                add_item(to, &own->items[k]);
        add_item(to, item);
    }
    for (; k < own->count; k++)
        if (passes(sieve, own->items[k].key))
            add_item(to, &own->items[k]);
}

static bool make_list(struct comb_prove_worker *worker, unsigned letter, const uint32_t *domains, unsigned positions)
{
    struct sieve sieve = make_sieve(domains, positions, worker->prover->space->letters);
    size_t room = worker->lists.sorted[0].count + worker->lists.sorted[letter + 1].count + 1;
    if (!clear_dead(worker) || !comb_prove_level_at(worker, 0) ||
        !comb_prove_list_reserve(&worker->levels.items[0].list, room))
        return false;
    mark_dead(worker, letter);
    merge_streams(&worker->levels.items[0].list, worker, letter, &sieve);
    return true;
}

/* ---- children ---- */

/* What the first bound's tables leave of the domains; false: nothing at some cell. */
static bool possible_letters(uint32_t *domains, struct comb_prove_worker *worker)
{
    uint32_t child[COMB_PROVE_MOST_CELLS];
    unsigned cells = worker->prover->cells;
    comb_prove_domains(child, worker->prover, worker->letters, worker->first);
    memcpy(domains, child + worker->first, (cells - worker->first) * sizeof *domains);
    return comb_prove_quick_letters(domains, worker);
}

/* False: stopped or out of memory (worker->no_memory). */
static bool second_bound(uint64_t *bound, struct comb_prove_worker *worker, unsigned letter, unsigned positions)
{
    uint32_t domains[COMB_PROVE_FREE];
    struct comb_prove_result *result = worker->result;
    double start = now();
    if (!possible_letters(domains, worker))
        return true;
    if (!make_list(worker, letter, domains, positions)) {
        worker->no_memory = true;
        return false;
    }
    double listed = now();
    uint64_t nodes = result->nodes;
    bool fine = comb_prove_search(worker, domains, positions, bound);
    result->costs.second += listed - start;
    result->costs.below += now() - listed;
    result->searched += result->nodes > nodes + 3;
    return fine;
}

static bool do_child(struct comb_prove_worker *worker, unsigned length, unsigned letter)
{
    struct comb_prove_result *result = worker->result;
    unsigned positions = worker->prover->cells - length - 1;
    uint64_t bound = 0;
    double start = now();
    worker->letters[length] = (uint8_t)letter;
    result->children++;
    if (!first_bound(&bound, worker, letter)) {
        worker->no_memory = true;
        return false;
    }
    result->costs.first += now() - start;
    bool fine = true;
    if (bound >= worker->prover->target) {
        result->survivors++;
        fine = second_bound(&bound, worker, letter, positions);
    }
    result->bound = bound > result->bound ? bound : result->bound;
    return fine;
}

static int compare_boards(const void *a, const void *b)
{
    const struct comb_prove_board *one = a;
    const struct comb_prove_board *two = b;
    return memcmp(one->letters, two->letters, sizeof one->letters);
}

static int fail(struct comb_prove_worker *worker, struct comb_error *err)
{
    if (worker->no_memory)
        return comb_fail_memory(err);
    return comb_fail(err, COMB_LIMIT, "the unit was stopped");
}

static int list_unit(struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length, struct comb_error *err)
{
    double start = now();
    worker->no_memory = false;
    worker->first = length + 1;
    if (length > 0)
        memcpy(worker->letters, prefix, length);
    int code = comb_prove_enumerate(&worker->lists, worker->prover, prefix, length, worker->tick, worker->payload);
    for (unsigned i = 0; i < COMB_PROVE_STREAMS; i++)
        worker->result->placements += worker->lists.words[i].count;
    if (code == COMB_OK && !prepare_base(worker, prefix, length))
        code = COMB_NO_MEMORY;
    worker->result->costs.listing += now() - start;
    worker->no_memory = code == COMB_NO_MEMORY;
    return code == COMB_OK ? COMB_OK : fail(worker, err);
}

/* One cell is open, or none: nothing to bound. */
static int score_unit(struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length, struct comb_error *err)
{
    struct comb_prove_result *result = worker->result;
    if (length > 0)
        memcpy(worker->letters, prefix, length);
    unsigned place = worker->prover->cells - 1;
    uint32_t domain = length == place ? worker->prover->space->letters : (uint32_t)1 << prefix[place];
    worker->letters[place] = (uint8_t)__builtin_ctz(domain);
    if (!comb_prove_leaf(worker, place, domain))
        return comb_fail_memory(err);
    for (size_t i = 0; i < result->count; i++)
        result->bound = result->boards[i].score > result->bound ? result->boards[i].score : result->bound;
    if (result->count == 0)
        result->bound = worker->prover->target - 1;
    return COMB_OK;
}

int comb_prove_unit(struct comb_prove_result *result, struct comb_prove_worker *worker, const uint8_t *prefix,
                    unsigned length, struct comb_error *err)
{
    const struct comb_prover *prover = worker->prover;
    struct comb_prove_board *boards = result->boards;
    size_t capacity = result->capacity;
    *result = (struct comb_prove_result){.boards = boards, .capacity = capacity};
    worker->result = result;
    if (length + 1 >= prover->cells)
        return score_unit(worker, prefix, length, err);
    int code = list_unit(worker, prefix, length, err);
    for (unsigned i = 0; i < prover->letter_count && code == COMB_OK; i++) {
        worker->letters[length] = prover->letters[i];
        if (comb_prove_canonical(prover, worker->letters, length + 1) && !do_child(worker, length, prover->letters[i]))
            code = fail(worker, err);
    }
    if (result->count > 1)
        qsort(result->boards, result->count, sizeof *result->boards, compare_boards);
    return code;
}

int comb_prove_bound(uint64_t *bound, struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length,
                     struct comb_error *err)
{
    struct comb_prove_result result = {0};
    worker->result = &result;
    int code = list_unit(worker, prefix, length, err);
    *bound = 0;
    for (unsigned i = 0; i < worker->prover->letter_count && code == COMB_OK; i++) {
        uint64_t child = 0;
        if (!first_bound(&child, worker, worker->prover->letters[i]))
            code = comb_fail_memory(err);
        *bound = child > *bound ? child : *bound;
    }
    return code;
}
