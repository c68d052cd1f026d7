/* One unit: a prefix, and all letters of the cell after it.
 *
 * The placements of the unit are enumerated once into streams: stream 0 does not use the cell after the prefix, stream
 * l+1 needs letter l there. The 26 children share stream 0, which has nearly all placements:
 *
 *     stream 0   ##################################        folded into tables once
 *     stream A   ###                                       child A = tables of stream 0 + stream A     first bound
 *     stream B   #                                         child B = tables of stream 0 + stream B
 *     ...
 *
 * The first bound of a child adds the tables of its own stream to those of stream 0 and passes messages; it builds no
 * list. It is weaker than the bound of the merged list, since the streams are folded separately, but it costs a
 * hundredth and prunes most children. For the others the two streams are merged, placements of stream 0 that the
 * child's letter made redundant are dropped, and the list goes to the search. */
#include "proof/bound/parts.h"

#include "base/platform.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED_PASSES = 6 }; /* message passes in tables that children resume from */

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
    bool two = comb_prove_tables_init(&worker->plain);
    bool three = comb_prove_tables_init(&worker->base);
    if (code == COMB_OK && !(one && two && three))
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
    comb_prove_tables_free(&worker->plain);
    comb_prove_tables_free(&worker->base);
    comb_word_search_free(worker->search);
    comb_vec_free(&worker->own);
    free(worker->dead[0].bits);
    free(worker->dead[1].bits);
    free(worker);
}

void comb_prove_result_free(struct comb_prove_result *result)
{
    free(result->boards);
    *result = (struct comb_prove_result){0};
}

/* ---- the first bound ---- */

static bool has_tags(const struct comb_prove_worker *worker)
{
    return worker->lists.tagged[0].count > 0;
}

static bool prepare_plain(struct comb_prove_worker *worker, unsigned length)
{
    const struct comb_prove_items *shared = &worker->lists.sorted[0];
    uint32_t domains[COMB_PROVE_MAX_CELLS];
    comb_prove_domains(domains, worker->prover, worker->sets, length);
    if (!comb_prove_sort_stream(&worker->lists, &worker->prover->trie, 0) ||
        !comb_prove_tables_shape(&worker->plain, domains + length + 1, worker->prover->cells - length - 1))
        return false;
    comb_prove_fill_items(&worker->plain, shared->items, shared->count);
    if (!has_tags(worker))
        comb_prove_prepare(&worker->plain, SHARED_PASSES);
    return true;
}

/* Prepares what the children of the current box share. */
static bool prepare_base(struct comb_prove_worker *worker)
{
    const struct comb_prove_lists *lists = &worker->lists;
    if (!has_tags(worker))
        return true;
    if (!comb_prove_tables_copy(&worker->base, &worker->plain))
        return false;
    comb_prove_fill_tagged(&worker->base, lists->tagged[0].items, lists->tags[0].items, lists->tagged[0].count,
                           worker->sets);
    comb_prove_prepare(&worker->base, SHARED_PASSES);
    return true;
}

static bool first_bound(uint64_t *bound, struct comb_prove_worker *worker, unsigned letter)
{
    struct comb_prove_tables *tables = &worker->tables;
    struct comb_prove_lists *lists = &worker->lists;
    const struct comb_prove_items *own = &lists->sorted[letter + 1];
    const struct comb_prove_items *tagged = &lists->tagged[letter + 1];
    worker->result->nodes++;
    if (!comb_prove_sort_stream(lists, &worker->prover->trie, letter + 1) ||
        !comb_prove_tables_copy(tables, has_tags(worker) ? &worker->base : &worker->plain))
        return false;
    comb_prove_fill_items(tables, own->items, own->count);
    if (tagged->count > 0)
        comb_prove_fill_tagged(tables, tagged->items, lists->tags[letter + 1].items, tagged->count, worker->sets);
    *bound = tables->folded;
    comb_prove_quick_bound(bound, worker);
    return true;
}

/* ---- children ---- */

/* Restricts the domains by the tables of the first bound; returns false if a cell has no letter left. */
static bool possible_letters(uint32_t *domains, struct comb_prove_worker *worker)
{
    uint32_t child[COMB_PROVE_MAX_CELLS];
    unsigned cells = worker->prover->cells;
    comb_prove_domains(child, worker->prover, worker->sets, worker->first);
    memcpy(domains, child + worker->first, (cells - worker->first) * sizeof *domains);
    return comb_prove_quick_letters(domains, worker);
}

/* Returns false if stopped or out of memory (worker->no_memory). */
static bool second_bound(uint64_t *bound, struct comb_prove_worker *worker, unsigned letter)
{
    uint32_t domains[COMB_PROVE_FREE];
    unsigned positions = worker->prover->cells - worker->first;
    struct comb_prove_result *result = worker->result;
    double start = comb_thread_seconds();
    if (!possible_letters(domains, worker))
        return true;
    if (!comb_prove_merge(worker, letter, domains, positions)) {
        worker->no_memory = true;
        return false;
    }
    double listed = comb_thread_seconds();
    uint64_t nodes = result->nodes;
    for (unsigned i = 0; i < worker->first; i++)
        worker->letters[i] = (uint8_t)__builtin_ctz(worker->sets[i]);
    bool fine = comb_prove_search(worker, domains, positions, bound);
    result->costs.second += listed - start;
    result->costs.below += comb_thread_seconds() - listed;
    result->searched += result->nodes > nodes + 3;
    return fine;
}

static bool do_child(uint64_t *bound, struct comb_prove_worker *worker, unsigned letter, bool single)
{
    struct comb_prove_result *result = worker->result;
    double start = comb_thread_seconds();
    result->children++;
    if (!first_bound(bound, worker, letter)) {
        worker->no_memory = true;
        return false;
    }
    result->costs.first += comb_thread_seconds() - start;
    if (*bound < worker->prover->scaled_target)
        return true;
    result->survivors += single;
    return !single || second_bound(bound, worker, letter);
}

/* ---- boxes ---- */

/* Returns the place whose class adds most to the bound; `length` if there is none left. */
static unsigned heaviest_class(const struct comb_prove_worker *worker, unsigned length)
{
    uint64_t max_mass = 0;
    unsigned best = length;
    for (unsigned place = 0; place < length && place < COMB_PROVE_CLASS_PLACES; place++) {
        uint64_t mass = 1;
        if ((worker->sets[place] & (worker->sets[place] - 1)) == 0)
            continue;
        for (uint32_t left = worker->sets[place]; left; left &= left - 1)
            mass += worker->mass[place][__builtin_ctz(left)];
        if (mass > max_mass) {
            max_mass = mass;
            best = place;
        }
    }
    return best;
}

/* Returns a part of the class with about half of its points: the heaviest letters that fit, at least one and not
 * all. */
static uint32_t half_of(const uint64_t *mass, uint32_t set)
{
    uint64_t whole = 0;
    uint64_t part_mass = 0;
    uint32_t part = 0;
    for (uint32_t left = set; left; left &= left - 1)
        whole += mass[__builtin_ctz(left)];
    for (uint32_t left = set; left;) {
        uint32_t best = left & (~left + 1);
        for (uint32_t other = left; other; other &= other - 1)
            if (mass[__builtin_ctz(other)] > mass[__builtin_ctz(best)])
                best = other & (~other + 1);
        left &= ~best;
        if (part == 0 || (part_mass + mass[__builtin_ctz(best)] <= whole / 2 && (part | best) != set)) {
            part |= best;
            part_mass += mass[__builtin_ctz(best)];
        }
    }
    assert(part != 0 && part != set && (part & ~set) == 0);
    return part;
}

static bool do_box(struct comb_prove_worker *worker, unsigned length, uint32_t alive);

static bool do_part(struct comb_prove_worker *worker, unsigned length, unsigned place, uint32_t part, uint32_t alive)
{
    uint32_t set = worker->sets[place];
    worker->sets[place] = part;
    bool fine = !comb_prove_canonical_sets(worker->prover, worker->sets, length) || do_box(worker, length, alive);
    worker->sets[place] = set;
    return fine;
}

/* Splits by letters if most children are still alive, otherwise by halves. */
static bool split_box(struct comb_prove_worker *worker, unsigned length, unsigned place, uint32_t alive, bool halves)
{
    uint32_t set = worker->sets[place];
    if (halves) {
        uint32_t part = half_of(worker->mass[place], set);
        return do_part(worker, length, place, part, alive) && do_part(worker, length, place, set & ~part, alive);
    }
    for (uint32_t left = set; left; left &= left - 1)
        if (!do_part(worker, length, place, left & (~left + 1), alive))
            return false;
    return true;
}

/* Bounds the children of a box whose letters are alive. Survivors are searched or, while the box has a class left,
 * repeated in its parts. Recursion depth: the number of letters in classes. */
static bool do_box(struct comb_prove_worker *worker, unsigned length, uint32_t alive)
{
    const struct comb_prover *prover = worker->prover;
    struct comb_prove_result *result = worker->result;
    unsigned place = heaviest_class(worker, length);
    uint32_t open = 0;
    unsigned tried = 0;
    double start = comb_thread_seconds();
    assert(length + 1 < prover->cells && place <= length);
    result->boxes++;
    if (!prepare_base(worker)) {
        worker->no_memory = true;
        return false;
    }
    result->costs.first += comb_thread_seconds() - start;
    for (unsigned i = 0; i < prover->letter_count; i++) {
        unsigned letter = prover->letters[i];
        uint64_t bound = 0;
        worker->sets[length] = (uint32_t)1 << letter;
        if (!(alive >> letter & 1) || !comb_prove_canonical_sets(prover, worker->sets, length + 1))
            continue;
        if (!do_child(&bound, worker, letter, place == length))
            return false;
        tried++;
        if (place < length && bound >= prover->scaled_target)
            open |= (uint32_t)1 << letter;
        else
            result->bound = bound > result->bound ? bound : result->bound;
    }
    if (worker->tick && !worker->tick(worker->payload))
        return false;
    return !open || split_box(worker, length, place, open, 2 * (unsigned)__builtin_popcount(open) < tried);
}

/* ---- the unit ---- */

static int compare_boards(const void *a, const void *b)
{
    const struct comb_prove_board *one = a;
    const struct comb_prove_board *two = b;
    return memcmp(one->letters, two->letters, sizeof one->letters);
}

/* Sorts boards as strings of ranks, which temporarily replace the letters. */
static void sort_boards(struct comb_prove_result *result, const struct comb_prover *prover)
{
    for (size_t i = 0; i < result->count; i++)
        for (unsigned k = 0; k < prover->cells; k++)
            result->boards[i].letters[k] = prover->rank[result->boards[i].letters[k]];
    if (result->count > 1)
        qsort(result->boards, result->count, sizeof *result->boards, compare_boards);
    for (size_t i = 0; i < result->count; i++)
        for (unsigned k = 0; k < prover->cells; k++)
            result->boards[i].letters[k] = prover->letters[result->boards[i].letters[k]];
}

static int unit_error(struct comb_prove_worker *worker, struct comb_error *err)
{
    if (worker->no_memory)
        return comb_fail_memory(err);
    return comb_fail(err, COMB_LIMIT, "unit interrupted");
}

/* Sums the points of letters in classes, for choosing what to split. */
static void sum_class_points(struct comb_prove_worker *worker)
{
    const struct comb_prove_items *tagged = &worker->lists.tagged[0];
    memset(worker->mass, 0, sizeof worker->mass);
    for (size_t i = 0; i < tagged->count; i++) {
        unsigned place = 0;
        for (uint32_t tag = worker->lists.tags[0].items[i]; tag; tag >>= COMB_PROVE_DIGIT, place++)
            if (tag & 31)
                worker->mass[place][(tag & 31) - 1] += tagged->items[i].points;
    }
}

static int list_unit(struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length, struct comb_error *err)
{
    double start = comb_thread_seconds();
    worker->no_memory = false;
    worker->first = length + 1;
    assert(worker->first < worker->prover->cells && worker->prover->cells - worker->first <= COMB_PROVE_FREE);
    for (unsigned i = 0; i < length; i++)
        worker->sets[i] = worker->prover->symbol_sets[prefix[i]];
    int code =
        comb_prove_enumerate(&worker->lists, worker->prover, worker->sets, length, worker->tick, worker->payload);
    for (unsigned i = 0; i < COMB_PROVE_STREAMS; i++)
        worker->result->placements += worker->lists.words[i].count;
    if (code == COMB_OK && !prepare_plain(worker, length))
        code = COMB_NO_MEMORY;
    if (code == COMB_OK)
        sum_class_points(worker);
    worker->result->costs.listing += comb_thread_seconds() - start;
    worker->no_memory = code == COMB_NO_MEMORY;
    return code == COMB_OK ? COMB_OK : unit_error(worker, err);
}

/* Advances to the next choice of letters from the sets; returns false after the last. */
static bool next_letters(struct comb_prove_worker *worker, unsigned length)
{
    for (unsigned i = 0; i < length; i++) {
        uint32_t set = worker->sets[i];
        uint32_t later = set & ~(((uint32_t)2 << worker->letters[i]) - 1);
        worker->letters[i] = (uint8_t)__builtin_ctz(later ? later : set);
        if (later)
            return true;
    }
    return false;
}

/* One cell is open, or none: nothing to bound. */
static int score_unit(struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length, struct comb_error *err)
{
    struct comb_prove_result *result = worker->result;
    unsigned place = worker->prover->cells - 1;
    uint32_t domain = length == place ? worker->prover->space->letters : worker->prover->symbol_sets[prefix[place]];
    for (unsigned i = 0; i < place; i++) {
        worker->sets[i] = worker->prover->symbol_sets[prefix[i]];
        worker->letters[i] = (uint8_t)__builtin_ctz(worker->sets[i]);
    }
    do {
        worker->letters[place] = (uint8_t)__builtin_ctz(domain);
        if (!comb_prove_leaf(worker, place, domain))
            return comb_fail_memory(err);
    } while (next_letters(worker, place));
    for (size_t i = 0; i < result->count; i++)
        result->bound = result->boards[i].score > result->bound ? result->boards[i].score : result->bound;
    if (result->count == 0)
        result->bound = worker->prover->target - 1;
    sort_boards(result, worker->prover);
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
    if (code == COMB_OK && !do_box(worker, length, prover->space->letters))
        code = unit_error(worker, err);
    result->bound *= prover->point_divisor;
    sort_boards(result, prover);
    return code;
}

int comb_prove_bound(uint64_t *bound, struct comb_prove_worker *worker, const uint8_t *prefix, unsigned length,
                     struct comb_error *err)
{
    struct comb_prove_result result = {0};
    worker->result = &result;
    int code = list_unit(worker, prefix, length, err);
    *bound = 0;
    if (code == COMB_OK && !prepare_base(worker))
        code = comb_fail_memory(err);
    for (unsigned i = 0; i < worker->prover->letter_count && code == COMB_OK; i++) {
        uint64_t child = 0;
        if (!first_bound(&child, worker, worker->prover->letters[i]))
            code = comb_fail_memory(err);
        *bound = child > *bound ? child : *bound;
    }
    *bound *= worker->prover->point_divisor;
    worker->result = NULL;
    return code;
}
