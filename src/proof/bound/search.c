/* Branch and bound below a unit.
 *
 * A node is a list of placements (keys sorted, equal keys added up) and a domain of letters for every open position.
 * The node is bounded; letters that cannot reach the target are removed from the domains and their placements from the
 * list. The rest branches on the position with the smallest sum of (conditional bound / target)^8.
 *
 *     node: position 4 may hold A E I O U S T           limits: E 4900  A 4700  S 4500 | O 4200 I 4150 U 4100 T 4090
 *       +-- E    list: placements that need E there, with the digit cleared, merged with those that do not use it
 *       +-- A
 *       +-- S
 *       +-- {O I U T}   one child together: most such groups are pruned at once
 *
 * A sorted list stays sorted when one digit is cleared in entries that all have it, so a child's list takes one merge.
 * When few boards are left the word search scores them one by one, all letters of one cell per pass; these scores are
 * exact and need no bound.
 *
 * Depth is at most one level per letter removed from a domain; the lists of all levels together are a few times the
 * root's. */
#include "proof/bound/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PASSES = 24,
    FIRST_PASSES = 12,
    MORE_PASSES = 8,
    SHARED_PASSES = 4, /* on what children share, before they continue from there */
    CLOSE = 12,        /* a bound within this fraction of the target is worth improving */
    MIN_SHARED = 2000, /* minimum number of shared placements for which folding them once pays off */
    MAX_ROUNDS = 3,
    LEAF_BOARDS = 2, /* scored at once, each with all letters of one more cell */
    MIN_GAIN = 2048, /* a pass that lowers the bound's excess by less than this fraction is the last */
    MAX_LEVELS = COMB_PROVE_FREE * COMB_DICT_MAX_LETTERS
};

struct node {
    unsigned level;
    unsigned positions;
    uint32_t domains[COMB_PROVE_FREE];
};

/* ---- lists ---- */

bool comb_prove_list_reserve(struct comb_prove_list *list, size_t count)
{
    if (count <= list->capacity)
        return true;
    size_t capacity = count + count / 4 + 1024;
    comb_prove_list_free(list);
    list->keys = malloc(capacity * sizeof *list->keys);
    list->points = malloc(capacity * sizeof *list->points);
    if (!list->keys || !list->points)
        return false;
    list->capacity = capacity;
    return true;
}

void comb_prove_list_free(struct comb_prove_list *list)
{
    free(list->keys);
    free(list->points);
    *list = (struct comb_prove_list){0};
}

bool comb_prove_level_at(struct comb_prove_worker *worker, unsigned level)
{
    while (worker->levels.count <= level)
        if (!comb_vec_push(&worker->levels, (struct comb_prove_level){0}))
            return false;
    return true;
}

/* Copies the placements that the domains allow. */
static size_t filter_list(struct comb_prove_list *to, const struct comb_prove_list *from, const uint64_t *allowed,
                          uint64_t restricted)
{
    size_t count = 0;
    for (size_t i = 0; i < from->count; i++) {
        uint64_t key = from->keys[i];
        bool fine = true;
        for (uint64_t used = comb_prove_used(key & restricted); used && fine; used &= used - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(used);
            fine = allowed[bit / COMB_PROVE_DIGIT] >> (key >> bit & 31) & 1;
        }
        to->keys[count] = key;
        to->points[count] = from->points[i];
        count += fine;
    }
    return count;
}

/* Filters a list, possibly in place, by the positions whose domains shrank. */
static void restrict_list(struct comb_prove_list *to, const struct comb_prove_list *from, const uint32_t *domains,
                          const uint32_t *before, unsigned positions)
{
    uint64_t allowed[COMB_PROVE_FREE] = {0};
    uint64_t restricted = 0;
    for (unsigned position = 0; position < positions; position++) {
        allowed[COMB_PROVE_FREE - 1 - position] = (uint64_t)domains[position] << 1;
        if (domains[position] != before[position])
            restricted |= (uint64_t)31 << comb_prove_shift(position);
    }
    to->count = filter_list(to, from, allowed, restricted);
}

/* Groups the placements by their digit at a position: starts[d] .. starts[d + 1]; the digit itself is cleared. */
static bool split_list(struct comb_prove_list *to, size_t starts[34], const struct comb_prove_list *from,
                       unsigned position)
{
    unsigned shift = comb_prove_shift(position);
    uint64_t clear = ~((uint64_t)31 << shift);
    size_t at[33];
    if (!comb_prove_list_reserve(to, from->count + 1))
        return false;
    memset(starts, 0, 34 * sizeof *starts);
    for (size_t i = 0; i < from->count; i++)
        starts[(from->keys[i] >> shift & 31) + 1]++;
    for (unsigned d = 0; d < 33; d++)
        starts[d + 1] += starts[d];
    assert(starts[33] == from->count);
    memcpy(at, starts, sizeof at);
    for (size_t i = 0; i < from->count; i++) {
        size_t place = at[from->keys[i] >> shift & 31]++;
        to->keys[place] = from->keys[i] & clear;
        to->points[place] = from->points[i];
    }
    return true;
}

/* Merges two sorted ranges of one list; equal keys add up. */
static bool merge_lists(struct comb_prove_list *to, const struct comb_prove_list *from, const size_t *starts,
                        unsigned digit)
{
    size_t i = starts[0];
    size_t k = starts[digit];
    size_t i_end = starts[1];
    size_t k_end = starts[digit + 1];
    size_t count = 0;
    assert(digit > 0 && i_end <= k && k <= k_end); /* two ranges that do not overlap */
    if (!comb_prove_list_reserve(to, i_end - i + k_end - k + 1))
        return false;
    while (i < i_end && k < k_end) {
        uint64_t one = from->keys[i];
        uint64_t two = from->keys[k];
        to->keys[count] = one < two ? one : two;
        to->points[count++] = (one <= two ? from->points[i] : 0) + (two <= one ? from->points[k] : 0);
        i += one <= two;
        k += two <= one;
    }
    for (; i < i_end; i++, count++) {
        to->keys[count] = from->keys[i];
        to->points[count] = from->points[i];
    }
    for (; k < k_end; k++, count++) {
        to->keys[count] = from->keys[k];
        to->points[count] = from->points[k];
    }
    to->count = count;
    return true;
}

/* ---- leaves ---- */

static bool store_board(struct comb_prove_worker *worker, uint64_t score)
{
    struct comb_prove_result *result = worker->result;
    const struct comb_prover *prover = worker->prover;
    if (!comb_prove_canonical(prover, worker->letters, prover->cells))
        return true;
    struct comb_prove_board board = {.score = (uint32_t)score};
    memcpy(board.letters, worker->letters, prover->cells);
    if (!comb_vec_reserve((void **)&result->boards, &result->capacity, result->count + 1, sizeof *result->boards)) {
        worker->no_memory = true;
        return false;
    }
    result->boards[result->count++] = board;
    return true;
}

/* Scores all letters of a place. Skips letters with longer tiles, which the word search would treat as single
 * letters. */
static void score_letters(struct comb_word_total *totals, struct comb_prove_worker *worker, unsigned place,
                          uint32_t domain)
{
    const struct comb_prover *prover = worker->prover;
    const struct comb_word_rules *rules = &prover->space->rules;
    unsigned cell = prover->order[place];
    for (unsigned i = 0; i < prover->cells; i++)
        worker->board.tiles[prover->order[i]] = prover->space->tiles[worker->letters[i]];
    comb_word_score_cell(totals, worker->search, &worker->board, rules, cell);
    for (; domain; domain &= domain - 1) {
        unsigned letter = (unsigned)__builtin_ctz(domain);
        if (prover->space->tiles[letter].count == 1)
            continue;
        worker->board.tiles[cell] = prover->space->tiles[letter];
        totals[letter] = comb_word_score(worker->search, &worker->board, rules);
    }
}

bool comb_prove_leaf(struct comb_prove_worker *worker, unsigned place, uint32_t domain)
{
    struct comb_word_total totals[COMB_DICT_MAX_LETTERS];
    assert(place < worker->prover->cells && domain != 0);
    score_letters(totals, worker, place, domain);
    for (; domain; domain &= domain - 1) {
        unsigned letter = (unsigned)__builtin_ctz(domain);
        worker->result->leaves++;
        worker->letters[place] = (uint8_t)letter;
        if (totals[letter].score >= worker->prover->target && !store_board(worker, totals[letter].score))
            return false;
    }
    return true;
}

static uint64_t boards_but_one(const struct node *node, unsigned *largest)
{
    uint64_t boards = 1;
    unsigned max_size = 0;
    for (unsigned p = 0; p < node->positions; p++) {
        unsigned size = (unsigned)__builtin_popcount(node->domains[p]);
        if (size > max_size) {
            boards *= max_size ? max_size : 1;
            max_size = size;
            *largest = p;
        } else if (size > 0) {
            boards *= size;
        }
        if (boards > LEAF_BOARDS)
            return boards;
    }
    return boards;
}

/* Scores all boards of the domains, the largest domain in one pass each. Counts through the others like an odometer. */
static bool score_boards(struct comb_prove_worker *worker, const struct node *node, unsigned largest)
{
    uint32_t left[COMB_PROVE_FREE] = {0};
    assert(node->domains[largest] != 0);
    for (unsigned p = 0; p < node->positions; p++)
        left[p] = p == largest ? 0 : node->domains[p];
    for (;;) {
        for (unsigned p = 0; p < node->positions; p++)
            if (left[p])
                worker->letters[worker->first + p] = (uint8_t)__builtin_ctz(left[p]);
        worker->letters[worker->first + largest] = (uint8_t)__builtin_ctz(node->domains[largest]);
        if (!comb_prove_leaf(worker, worker->first + largest, node->domains[largest]))
            return false;
        unsigned p = 0;
        for (; p < node->positions; p++) {
            if (!left[p])
                continue;
            left[p] &= left[p] - 1;
            if (left[p])
                break;
            left[p] = node->domains[p];
        }
        if (p == node->positions)
            return true;
    }
}

/* ---- bounds ---- */

enum verdict { PRUNED, OPEN, FAILED };

static int64_t lower_bound_by_passes(struct comb_prove_worker *worker)
{
    struct comb_prove_tables *tables = &worker->tables;
    int64_t bound = comb_prove_start(tables);
    int64_t goal = (int64_t)(worker->prover->scaled_target << tables->shift);
    for (unsigned pass = 0; pass < MAX_PASSES && bound >= goal; pass++) {
        int64_t next = comb_prove_pass(tables);
        int64_t gain = bound - next;
        bound = next < bound ? next : bound;
        if (pass > 2 && gain * MIN_GAIN < (bound - goal) * 16)
            break;
    }
    return bound;
}

/* Removes letters whose limits are below the target; counts them and all letters. */
static void remove_letters(unsigned *removed, unsigned *total, struct node *node,
                           const struct comb_prove_worker *worker)
{
    const struct comb_prove_tables *tables = &worker->tables;
    int64_t goal = (int64_t)(worker->prover->scaled_target << tables->shift);
    *removed = *total = 0;
    for (unsigned a = 0; a < tables->active_count; a++)
        for (unsigned x = 0; x < tables->size[a]; x++) {
            (*total)++;
            if (tables->limit[a][x] >= goal)
                continue;
            (*removed)++;
            node->domains[tables->active[a]] &= ~((uint32_t)1 << tables->letters[a][x]);
        }
}

static bool some_domain_empty(const struct node *node, const struct comb_prove_tables *tables)
{
    for (unsigned a = 0; a < tables->active_count; a++)
        if (!node->domains[tables->active[a]])
            return true;
    return false;
}

/* Bounds the node in rounds as long as enough letters are removed. */
static enum verdict bound_node(uint64_t *bound, struct comb_prove_worker *worker, struct node *node)
{
    struct comb_prove_tables *tables = &worker->tables;
    struct comb_prove_list *list = &worker->levels.items[node->level].list;
    uint64_t target = worker->prover->scaled_target;
    for (unsigned round = 0; round < MAX_ROUNDS; round++) {
        uint32_t before[COMB_PROVE_FREE];
        unsigned removed, total;
        memcpy(before, node->domains, sizeof before);
        worker->result->nodes++;
        if (!comb_prove_tables_shape(tables, node->domains, node->positions))
            return FAILED;
        uint64_t tree = comb_prove_fill(tables, list->keys, list->points, list->count);
        *bound = tree < *bound ? tree : *bound;
        if (tree < target)
            return PRUNED;
        uint64_t next = (uint64_t)lower_bound_by_passes(worker) >> tables->shift;
        *bound = next < *bound ? next : *bound;
        if (*bound < target)
            return PRUNED;
        comb_prove_conditions(tables);
        remove_letters(&removed, &total, node, worker);
        if (some_domain_empty(node, tables))
            return PRUNED;
        if (removed > 0)
            restrict_list(list, list, node->domains, before, node->positions);
        if (removed * 6 < total)
            break;
    }
    return OPEN;
}

/* ---- bounds without an own list ---- */

void comb_prove_quick_bound(uint64_t *bound, struct comb_prove_worker *worker)
{
    struct comb_prove_tables *tables = &worker->tables;
    *bound = tables->folded < *bound ? tables->folded : *bound;
    if (*bound < worker->prover->scaled_target)
        return;
    int64_t scaled = comb_prove_resume(tables);
    int64_t goal = (int64_t)(worker->prover->scaled_target << tables->shift);
    for (unsigned pass = 0; pass < FIRST_PASSES && scaled >= goal; pass++) {
        int64_t next = comb_prove_pass(tables);
        int64_t gain = scaled - next;
        scaled = next < scaled ? next : scaled;
        if (pass > 1 && gain * (FIRST_PASSES - pass) < scaled - goal)
            break;
    }
    uint64_t points = (uint64_t)scaled >> tables->shift;
    *bound = points < *bound ? points : *bound;
}

bool comb_prove_quick_letters(uint32_t *domains, struct comb_prove_worker *worker)
{
    struct comb_prove_tables *tables = &worker->tables;
    int64_t goal = (int64_t)(worker->prover->scaled_target << tables->shift);
    for (unsigned pass = 0; pass < MORE_PASSES; pass++)
        if (comb_prove_pass(tables) < goal)
            return false;
    comb_prove_conditions(tables);
    for (unsigned a = 0; a < tables->active_count; a++) {
        uint32_t *domain = &domains[tables->active[a]];
        for (unsigned x = 0; x < tables->size[a]; x++)
            if (tables->limit[a][x] < goal)
                *domain &= ~((uint32_t)1 << tables->letters[a][x]);
        if (!*domain)
            return false;
    }
    return true;
}

/* ---- branching ---- */

struct choice {
    unsigned position;
    unsigned count;
    uint8_t letters[COMB_PROVE_LANES]; /* highest limit first */
    int64_t limits[COMB_PROVE_LANES];
};

/* Returns (limit / target)^8 with twenty fractional bits. */
static uint64_t limit_weight(int64_t limit, int64_t goal)
{
    uint64_t ratio = ((uint64_t)limit << 10) / (uint64_t)goal;
    ratio = ratio < 4096 ? ratio : 4096;
    uint64_t square = ratio * ratio >> 10;
    uint64_t fourth = square * square >> 10;
    return fourth * fourth;
}

static void choose_position(struct choice *choice, const struct comb_prove_worker *worker, const struct node *node)
{
    const struct comb_prove_tables *tables = &worker->tables;
    int64_t goal = (int64_t)(worker->prover->scaled_target << tables->shift);
    uint64_t min_sum = UINT64_MAX;
    unsigned best = 0;
    for (unsigned a = 0; a < tables->active_count; a++) {
        uint64_t sum = 0;
        for (unsigned x = 0; x < tables->size[a]; x++)
            if (node->domains[tables->active[a]] >> tables->letters[a][x] & 1)
                sum += limit_weight(tables->limit[a][x], goal);
        if ((node->domains[tables->active[a]] & (node->domains[tables->active[a]] - 1)) == 0)
            sum = 0;
        if (sum < min_sum) {
            min_sum = sum;
            best = a;
        }
    }
    choice->position = tables->active[best];
    choice->count = 0;
    for (unsigned x = 0; x < tables->size[best]; x++) {
        int64_t limit = tables->limit[best][x];
        if (!(node->domains[choice->position] >> tables->letters[best][x] & 1))
            continue;
        unsigned k = choice->count++;
        for (; k > 0 && choice->limits[k - 1] < limit; k--) {
            choice->limits[k] = choice->limits[k - 1];
            choice->letters[k] = choice->letters[k - 1];
        }
        choice->limits[k] = limit;
        choice->letters[k] = tables->letters[best][x];
    }
    assert(choice->count > 0 && choice->count < COMB_PROVE_LANES);
    choice->limits[choice->count] = goal;
}

static bool visit_node(struct comb_prove_worker *worker, struct node *node, uint64_t *bound, uint64_t quick);

/* Folds what the children share, as unit.c does for a unit. Returns NULL if it does not pay off or memory is short. */
static const struct comb_prove_tables *fold_shared(struct comb_prove_worker *worker, const struct node *node,
                                                   size_t shared, unsigned position)
{
    struct comb_prove_level *level = &worker->levels.items[node->level];
    uint32_t domains[COMB_PROVE_FREE];
    if (shared < MIN_SHARED || shared < worker->tables.triple_used / 64)
        return NULL;
    if (!level->base) {
        level->base = malloc(sizeof *level->base);
        if (!level->base)
            return NULL;
        if (!comb_prove_tables_init(level->base)) {
            comb_prove_tables_free(level->base);
            free(level->base);
            level->base = NULL;
            return NULL;
        }
    }
    memcpy(domains, node->domains, sizeof domains);
    domains[position] = 0;
    if (!comb_prove_tables_shape(level->base, domains, node->positions))
        return NULL;
    comb_prove_fill(level->base, level->split.keys, level->split.points, shared);
    comb_prove_prepare(level->base, SHARED_PASSES);
    return level->base;
}

/* Returns whether the shared tables and the child's own placements prune it; otherwise shrinks its domains. */
static bool pruned_quickly(uint64_t *quick, struct comb_prove_worker *worker, struct node *child,
                           const struct comb_prove_tables *base, const size_t *starts, unsigned digit)
{
    const struct comb_prove_list *split = &worker->levels.items[child->level - 1].split;
    *quick = 0;
    if (!base || !comb_prove_tables_copy(&worker->tables, base))
        return false;
    worker->result->nodes++;
    comb_prove_fill(&worker->tables, split->keys + starts[digit], split->points + starts[digit],
                    starts[digit + 1] - starts[digit]);
    *quick = UINT64_MAX;
    comb_prove_quick_bound(quick, worker);
    return *quick < worker->prover->scaled_target || !comb_prove_quick_letters(child->domains, worker);
}

static bool visit_letter(struct comb_prove_worker *worker, const struct node *node, const size_t *starts,
                         unsigned position, unsigned letter, const struct comb_prove_tables *base)
{
    struct node child = *node;
    uint64_t bound = UINT64_MAX;
    child.level++;
    child.domains[position] = 0;
    uint64_t quick;
    if (pruned_quickly(&quick, worker, &child, base, starts, letter + 1))
        return true;
    worker->letters[worker->first + position] = (uint8_t)letter;
    struct comb_prove_level *levels = worker->levels.items;
    struct comb_prove_list *list = &levels[child.level].list;
    if (!merge_lists(list, &levels[node->level].split, starts, letter + 1)) {
        worker->no_memory = true;
        return false;
    }
    restrict_list(list, list, child.domains, node->domains, node->positions);
    return visit_node(worker, &child, &bound, quick);
}

static bool visit_group(struct comb_prove_worker *worker, const struct node *node, unsigned position, uint32_t group)
{
    struct node child = *node;
    uint64_t bound = UINT64_MAX;
    child.level++;
    child.domains[position] = group;
    const struct comb_prove_list *from = &worker->levels.items[node->level].list;
    struct comb_prove_list *to = &worker->levels.items[child.level].list;
    if (!comb_prove_list_reserve(to, from->count + 1)) {
        worker->no_memory = true;
        return false;
    }
    restrict_list(to, from, child.domains, node->domains, node->positions);
    return visit_node(worker, &child, &bound, 0);
}

/* Letters whose limits exceed the target by less than a quarter of the highest excess are grouped. */
static unsigned count_single(const struct choice *choice)
{
    int64_t goal = choice->limits[choice->count];
    int64_t edge = goal + (choice->limits[0] - goal) / 4;
    unsigned single = 0;
    while (single < choice->count && choice->limits[single] > edge)
        single++;
    return choice->count - single < 2 || single == 0 ? choice->count : single;
}

static bool branch_node(struct comb_prove_worker *worker, const struct node *node, const struct choice *choice)
{
    size_t starts[34];
    unsigned single = count_single(choice);
    struct comb_prove_level *levels = worker->levels.items;
    if (!split_list(&levels[node->level].split, starts, &levels[node->level].list, choice->position)) {
        worker->no_memory = true;
        return false;
    }
    const struct comb_prove_tables *base = single > 2 ? fold_shared(worker, node, starts[1], choice->position) : NULL;
    for (unsigned i = 0; i < single; i++)
        if (!visit_letter(worker, node, starts, choice->position, choice->letters[i], base))
            return false;
    uint32_t group = 0;
    for (unsigned i = single; i < choice->count; i++)
        group |= (uint32_t)1 << choice->letters[i];
    return group == 0 || visit_group(worker, node, choice->position, group);
}

/* `quick`: bound by the shared tables, whose limits are still in worker->tables; 0 = none. If it is well above the
 * target, the node's own list would hardly do better and is only read to be split. */
static bool visit_node(struct comb_prove_worker *worker, struct node *node, uint64_t *bound, uint64_t quick)
{
    unsigned largest = 0;
    uint64_t target = worker->prover->scaled_target;
    assert(node->level < MAX_LEVELS); /* every level removes a letter from a domain */
    if (worker->tick && !worker->tick(worker->payload))
        return false;
    if (boards_but_one(node, &largest) <= LEAF_BOARDS && node->domains[largest])
        return score_boards(worker, node, largest);
    enum verdict verdict = quick > target + target / CLOSE ? OPEN : bound_node(bound, worker, node);
    if (verdict == FAILED || (verdict == OPEN && !comb_prove_level_at(worker, node->level + 1))) {
        worker->no_memory = true;
        return false;
    }
    if (verdict == PRUNED)
        return true;
    if (boards_but_one(node, &largest) <= LEAF_BOARDS)
        return score_boards(worker, node, largest);
    struct choice choice;
    choose_position(&choice, worker, node);
    return branch_node(worker, node, &choice);
}

bool comb_prove_search(struct comb_prove_worker *worker, const uint32_t *domains, unsigned positions, uint64_t *bound)
{
    struct node root = {.level = 0, .positions = positions};
    memcpy(root.domains, domains, positions * sizeof *domains);
    return visit_node(worker, &root, bound, *bound);
}
