/* Rechecks a unit: finds all canonical boards with a given prefix that reach a score, with a different method than the
 * prover's.
 *
 * Placements are listed word by word (not over a tree of words): a word covers a path of cells; what it still needs is
 * a letter on each free cell of the path. With the free cells f0 f1 f2 ... in the order of the certificate a need is a
 * number, five bits per cell, f0 on top, 0 where nothing is needed:
 *
 *     board   E A ? ? ?  (f0 f1 f2 free)       word TEAR on cells f1, E, A, f2      ->  | 0 | T | R |
 *
 * Of one word, a need that includes another one is dropped: it cannot add anything to a sum that already contains the
 * smaller one. The needs of all words are sorted and equal ones added up. A board then scores at most the sum of the
 * points of the needs that it satisfies (at most: a word may be satisfied in two ways), and that sum is bounded by
 * reading the sorted list as a tree: at cell f0 add what needs nothing there to the best letter's part, each bounded
 * the same way at f1, and so on. One pass over the list.
 *
 * Search: fix f0 to a letter, which merges that letter's part of the list with the part that needs nothing there; then
 * f1; always in this order, without tables, without messages between branches, without removing letters. Boards that
 * reach the score at the last cell are scored exactly. A prefix with classes is first expanded into its letters. If few
 * enough boards are left, all of them are scored instead. Cost: seconds per unit with 8 free cells, minutes with 12. */
#include "proof/check/parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIELD = 5,
    MAX_FREE = 60 / FIELD,
    FEW_BOARDS = 20000, /* up to this many boards are tried one by one */
    SMALLER_TESTED = 64 /* needs of a word that are tested for being part of others */
};

struct need {
    uint64_t key;
    long long points;
};

struct list {
    struct need *items;
    size_t count;
    size_t capacity;
};

struct keys COMB_VEC(uint64_t);

struct search {
    const struct comb_proof_rules *rules;
    const struct comb_proof_words *words;
    struct comb_proof_scorer *scorer;
    struct comb_proof_boards *found;
    struct comb_job *job;
    const struct comb_proof_goal *goal;
    uint8_t letters[COMB_PROOF_MAX_CELLS]; /* order string; the first `fixed` are chosen before placements are listed */
    unsigned fixed;
    unsigned free;                          /* cells beyond these */
    int place[COMB_PROOF_MAX_CELLS];        /* of each cell in the order */
    int starts_with[COMB_DICT_MAX_LETTERS]; /* the letter whose tile starts with a letter of the list; -1 = none */
    struct keys keys;                       /* needs of one word */
    struct list lists[MAX_FREE + 1];        /* by number of free cells fixed */
};

/* ---- placements ---- */

struct path {
    const uint8_t *word;
    unsigned length;
    bool certain; /* the word uses fixed cells only */
    bool failed;
};

static unsigned field_shift(const struct search *at, unsigned free)
{
    return FIELD * (at->free - 1 - free);
}

/* Places the word from its letter `done` on, starting at `cell`; recursion depth: at most the number of cells. */
static void place_path(struct search *at, struct path *path, unsigned cell, unsigned done, uint64_t used, uint64_t key)
{
    unsigned place = (unsigned)at->place[cell];
    int letter = place < at->fixed ? at->letters[place] : at->starts_with[path->word[done]];
    if (letter < 0)
        return;
    const struct comb_proof_tile *tile = &at->rules->tiles[letter];
    for (unsigned i = 0; i < tile->count; i++, done++)
        if (done == path->length || tile->letter[i] != path->word[done])
            return;
    if (place >= at->fixed)
        key |= (uint64_t)(letter + 1) << field_shift(at, place - at->fixed);
    if (done == path->length) {
        path->certain |= key == 0;
        path->failed |= !comb_vec_push(&at->keys, key);
        return;
    }
    used |= (uint64_t)1 << cell;
    for (uint64_t next = at->rules->neighbours[cell] & ~used; next && !path->certain; next &= next - 1)
        place_path(at, path, (unsigned)__builtin_ctzll(next), done, used, key);
}

/* Returns the lowest bit of each field that is not 0. */
static uint64_t occupied(uint64_t key)
{
    uint64_t any = key | key >> 1 | key >> 2 | key >> 3 | key >> 4;
    return any & UINT64_C(0x084210842108421);
}

/* Returns whether every field of `small` is in `large` too. */
static bool includes(uint64_t large, uint64_t small)
{
    return ((large ^ small) & occupied(small) * 31) == 0;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    int fields = __builtin_popcountll(occupied(x)) - __builtin_popcountll(occupied(y));
    return fields != 0 ? fields : (x > y) - (x < y);
}

/* Sorts by number of fields; drops equal needs and those that include one of the smallest. */
static void reduce_needs(struct keys *keys)
{
    size_t count = 0;
    if (keys->count > 1)
        qsort(keys->items, keys->count, sizeof *keys->items, compare_keys);
    for (size_t i = 0; i < keys->count; i++) {
        uint64_t key = keys->items[i];
        bool needed = count == 0 || keys->items[count - 1] != key;
        for (size_t k = 0; needed && k < count && k < SMALLER_TESTED; k++)
            needed = !includes(key, keys->items[k]);
        if (needed)
            keys->items[count++] = key;
    }
    keys->count = count;
}

/* Returns whether the lists, this one with `more` additional needs, stay within the memory limit. */
static bool within_memory(const struct search *at, const struct list *list, size_t more)
{
    size_t needs = more > list->capacity ? more - list->capacity : 0;
    for (unsigned i = 0; i <= at->free; i++)
        needs += at->lists[i].capacity;
    return needs <= at->goal->max_bytes / sizeof(struct need);
}

static int place_word(struct search *at, struct list *list, const uint8_t *word, unsigned length)
{
    struct path path = {.word = word, .length = length};
    long long points = at->rules->points[length];
    at->keys.count = 0;
    for (unsigned cell = 0; cell < at->rules->cells && !path.certain; cell++)
        place_path(at, &path, cell, 0, 0, 0);
    if (path.failed)
        return COMB_NO_MEMORY;
    if (path.certain)
        return comb_vec_push(list, (struct need){.points = points}) ? COMB_OK : COMB_NO_MEMORY;
    reduce_needs(&at->keys);
    if (!within_memory(at, list, list->count + at->keys.count))
        return COMB_LIMIT;
    for (size_t i = 0; i < at->keys.count; i++)
        if (!comb_vec_push(list, (struct need){.key = at->keys.items[i], .points = points}))
            return COMB_NO_MEMORY;
    return COMB_OK;
}

static int compare_needs(const void *a, const void *b)
{
    uint64_t x = ((const struct need *)a)->key;
    uint64_t y = ((const struct need *)b)->key;
    return (x > y) - (x < y);
}

static void sort_and_add_up(struct list *list)
{
    size_t count = 0;
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, compare_needs);
    for (size_t i = 0; i < list->count; i++) {
        if (count > 0 && list->items[count - 1].key == list->items[i].key)
            list->items[count - 1].points += list->items[i].points;
        else
            list->items[count++] = list->items[i];
    }
    list->count = count;
}

static int list_needs(struct search *at)
{
    const struct comb_proof_words *words = at->words;
    struct list *list = &at->lists[0];
    list->count = 0;
    for (size_t word = 0; word < words->count; word++) {
        uint32_t start = words->starts[word];
        int code = place_word(at, list, words->letters + start, words->starts[word + 1] - start);
        if (code == COMB_OK && word % 256 == 0)
            code = comb_job_tick(at->job, 0);
        if (code != COMB_OK)
            return code;
    }
    sort_and_add_up(list);
    return COMB_OK;
}

/* ---- bound ---- */

/* Bounds a run of the sorted list whose needs agree in all fields above the lowest `fields`. The tree is read from left
 * to right: open[d] is the node with d remaining fields on the path to the present need. When the next need differs in
 * some field, the nodes below that field are complete and are added to their parents. */
struct open_node {
    long long without; /* of the child that needs nothing */
    long long best;    /* of the children that need a letter */
};

static long long close_nodes(struct open_node *open, long long value, uint64_t key, unsigned from, unsigned to)
{
    for (unsigned d = from; d < to; d++) { /* the node with d remaining fields is a child of the one with d + 1 */
        struct open_node *parent = &open[d + 1];
        if (key >> (FIELD * d) & 31)
            parent->best = value > parent->best ? value : parent->best;
        else
            parent->without = value;
        if (d + 1 < to) {
            value = parent->without + parent->best;
            *parent = (struct open_node){0};
        }
    }
    return value;
}

static long long bound_of(const struct need *items, size_t count, unsigned fields)
{
    struct open_node open[MAX_FREE + 1] = {0};
    if (count == 0)
        return 0;
    if (fields == 0)
        return items[0].points;
    for (size_t i = 0; i < count; i++) {
        unsigned level = fields; /* number of fields, from the lowest, that are complete after this need */
        if (i + 1 < count)
            level = (63 - (unsigned)__builtin_clzll(items[i].key ^ items[i + 1].key)) / FIELD + 1;
        close_nodes(open, items[i].points, items[i].key, 0, level);
    }
    return open[fields].without + open[fields].best;
}

/* ---- search ---- */

static int store_board(struct search *at, const uint8_t *letters, long long score)
{
    struct comb_proof_found_board board = {.score = score};
    memcpy(board.letters, letters, at->rules->cells);
    if (!comb_vec_push(at->found, board))
        return COMB_NO_MEMORY;
    return score > at->goal->ceiling || at->found->count > at->goal->max_boards ? COMB_NO : COMB_OK;
}

static int score_board(struct search *at)
{
    if (!comb_proof_canonical(at->rules, at->letters, at->rules->cells))
        return COMB_OK;
    long long score = comb_proof_score(at->scorer, at->letters);
    return score >= at->goal->min_score ? store_board(at, at->letters, score) : COMB_OK;
}

/* Merges two runs and clears the field of the second run's letter. */
static bool merge_runs(struct list *out, const struct need *a, size_t a_count, const struct need *b, size_t b_count,
                       uint64_t mask)
{
    const struct need *a_end = a + a_count;
    const struct need *b_end = b + b_count;
    if (!comb_vec_reserve((void **)&out->items, &out->capacity, a_count + b_count, sizeof *out->items))
        return false;
    struct need *next = out->items;
    while (a < a_end || b < b_end) {
        uint64_t a_key = a < a_end ? a->key : UINT64_MAX;
        uint64_t b_key = b < b_end ? b->key & mask : UINT64_MAX;
        next->key = a_key < b_key ? a_key : b_key;
        next->points = 0;
        if (a_key == next->key)
            next->points += (a++)->points;
        if (b_key == next->key)
            next->points += (b++)->points;
        next++;
    }
    out->count = (size_t)(next - out->items);
    return true;
}

/* Returns how many needs at the front of a run have this letter in the field; none has a smaller one. */
static size_t run_length(const struct need *items, size_t count, unsigned shift, uint64_t letter)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((items[middle].key >> shift & 31) <= letter)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int fix_next(struct search *at, unsigned level);

/* Continues with each letter that the bound does not exclude. The bound of the merged list is at most the sum of the
 * two parts' bounds, so most letters need no merge. */
static int try_letters(struct search *at, unsigned level)
{
    const struct list *list = &at->lists[level];
    unsigned shift = field_shift(at, level);
    uint64_t mask = ((uint64_t)1 << shift) - 1;
    size_t start = run_length(list->items, list->count, shift, 0);
    size_t without = start;
    long long base = bound_of(list->items, without, at->free - 1 - level);
    int code = COMB_OK;
    for (unsigned letter = 0; letter < at->rules->letters && code == COMB_OK; letter++) {
        const struct need *part = list->items + start;
        size_t count = run_length(part, list->count - start, shift, letter + 1);
        start += count;
        if (base + bound_of(part, count, at->free - 1 - level) < at->goal->min_score)
            continue;
        at->letters[at->fixed + level] = (uint8_t)letter;
        if (!comb_proof_canonical(at->rules, at->letters, at->fixed + level + 1))
            continue;
        if (!within_memory(at, &at->lists[level + 1], without + count))
            return COMB_LIMIT;
        code = merge_runs(&at->lists[level + 1], list->items, without, part, count, mask) ? fix_next(at, level + 1)
                                                                                          : COMB_NO_MEMORY;
    }
    return code;
}

/* Recursion depth: the number of free cells, at most twelve. */
static int fix_next(struct search *at, unsigned level)
{
    int code = comb_job_tick(at->job, 0);
    if (code != COMB_OK)
        return code;
    return level == at->free ? score_board(at) : try_letters(at, level);
}

/* ---- trying every board, classes and long prefixes ---- */

/* Returns the next letter allowed at a place, from this one on; `letters` if there is none. */
static unsigned next_letter(const struct search *at, unsigned place, unsigned from)
{
    uint32_t all = (uint32_t)(((uint64_t)1 << at->rules->letters) - 1);
    uint32_t set = place < at->goal->length ? comb_proof_set(at->rules, at->goal->prefix[place]) : all;
    set = from < 32 ? set >> from << from : 0;
    return set ? (unsigned)__builtin_ctz(set) : at->rules->letters;
}

/* Calls `body` with every canonical choice of `to` letters that begins with letters of the prefix, in order. */
static int each_choice(struct search *at, unsigned to, int (*body)(struct search *at))
{
    unsigned length = 0;
    bool deeper = true;
    if (to == 0)
        return body(at);
    for (;;) {
        length += deeper;
        uint8_t *last = &at->letters[length - 1];
        unsigned letter = next_letter(at, length - 1, deeper ? 0 : *last + 1u);
        deeper = false;
        if (letter == at->rules->letters) {
            if (--length == 0)
                return COMB_OK;
            continue;
        }
        *last = (uint8_t)letter;
        if (!comb_proof_canonical(at->rules, at->letters, length))
            continue;
        deeper = length < to;
        int code = deeper ? COMB_OK : body(at);
        if (code == COMB_OK)
            code = comb_job_tick(at->job, 0);
        if (code != COMB_OK)
            return code;
    }
}

static int search_below(struct search *at)
{
    int code = list_needs(at);
    return code == COMB_OK ? fix_next(at, 0) : code;
}

static bool few_boards(const struct search *at)
{
    unsigned long boards = 1;
    for (unsigned i = 0; i < at->rules->cells && boards <= FEW_BOARDS; i++)
        boards *= i < at->goal->length ? (unsigned)__builtin_popcount(comb_proof_set(at->rules, at->goal->prefix[i]))
                                       : at->rules->letters;
    return boards <= FEW_BOARDS;
}

static void prepare_search(struct search *at)
{
    const struct comb_proof_rules *rules = at->rules;
    unsigned length = at->goal->length;
    for (unsigned i = 0; i < rules->cells; i++)
        at->place[rules->order[i]] = (int)i;
    for (unsigned i = 0; i < COMB_DICT_MAX_LETTERS; i++)
        at->starts_with[i] = -1;
    for (unsigned letter = 0; letter < rules->letters; letter++)
        at->starts_with[rules->tiles[letter].letter[0]] = (int)letter;
    at->fixed = length + MAX_FREE < rules->cells ? rules->cells - MAX_FREE : length;
    at->free = rules->cells - at->fixed;
}

int comb_proof_search(struct comb_proof_boards *found, const struct comb_proof_rules *rules,
                      const struct comb_proof_words *words, const struct comb_proof_goal *goal, struct comb_job *job)
{
    struct search *at = calloc(1, sizeof *at);
    int code = COMB_NO_MEMORY;
    if (!at)
        return code;
    *at = (struct search){.rules = rules, .words = words, .found = found, .job = job, .goal = goal};
    at->scorer = comb_proof_scorer_new(rules, words);
    prepare_search(at);
    bool trying = goal->method == COMB_PROOF_BY_ENUMERATION || (goal->method == COMB_PROOF_ANY && few_boards(at));
    if (at->scorer)
        code = trying ? each_choice(at, rules->cells, score_board) : each_choice(at, at->fixed, search_below);
    for (unsigned i = 0; i <= MAX_FREE; i++)
        comb_vec_free(&at->lists[i]);
    comb_vec_free(&at->keys);
    comb_proof_scorer_free(at->scorer);
    free(at);
    return code;
}
