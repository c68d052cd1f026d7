/* The placements of a unit: all ways to put each word on the board that agree with the prefix.
 *
 * Representation. The trie is walked in preorder; every node has the list of all paths with its letters, as states: end
 * of the path, cells used, requirements at open cells. A letter turns the list of a node into that of its child:
 *
 *     "S"    (3) (7) (8) ...          each state continues to the free neighbours that are open
 *     "SA"   (3,4) (3,7) (7,4) ...    or hold the letter A by the prefix
 *
 * so a word prefix is placed once for all words that share it, and the placements of a word come out adjacent, which
 * the next step needs.
 *
 * Minimal placements. A placement whose requirements include all those of another one of the same word is dropped:
 * whenever it is on the board, so is the other, and the word counts once. With some cells fixed this removes about a
 * third of the placements and half of the bound's excess. Comparing two keys takes one exclusive or: a is a subset of b
 * if they agree in all digits that a uses.
 *
 * Places of the prefix that hold a class of letters are requirements too, but in a tag beside the key: all letters of
 * the class may count as present (the bound of the whole box) or only those of a part of it. Rare letters are in few
 * words, so a box of hundreds of prefixes has hardly more placements than one of them.
 *
 * Cost: 10 to 20 ns per state and as much for the minimum; two states per placement. */
#include "proof/bound/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_EVERY = 1 << 14 };

struct walk {
    struct comb_prove_lists *lists;
    const struct comb_prover *prover;
    unsigned length;                      /* of the prefix */
    uint32_t classes;                     /* places of the prefix that hold several letters */
    uint32_t fits[COMB_DICT_MAX_LETTERS]; /* places that may hold the letter */
    comb_prove_tick *tick;
    void *payload;
};

static bool reserve_states(struct comb_prove_states *states, size_t count)
{
    return comb_vec_reserve((void **)&states->items, &states->capacity, count, sizeof *states->items);
}

static struct comb_prove_state extend_state(struct comb_prove_state state, const struct walk *walk, unsigned place,
                                            unsigned letter)
{
    state.used |= (uint32_t)1 << place;
    state.place = (uint8_t)place;
    if (place > walk->length)
        state.key |= (uint64_t)(letter + 1) << comb_prove_shift(place - walk->length - 1);
    else if (place == walk->length)
        state.branch = (uint8_t)(letter + 1);
    else if (walk->classes >> place & 1)
        state.tag |= (letter + 1) << (COMB_PROVE_DIGIT * place);
    else
        return state;
    state.needs++;
    return state;
}

static bool start_states(struct comb_prove_states *to, const struct walk *walk, unsigned letter)
{
    to->count = 0;
    if (!reserve_states(to, walk->prover->cells))
        return false;
    for (uint32_t left = walk->fits[letter]; left; left &= left - 1)
        to->items[to->count++] =
            extend_state((struct comb_prove_state){0}, walk, (unsigned)__builtin_ctz(left), letter);
    return true;
}

static bool step_states(struct comb_prove_states *to, const struct comb_prove_states *from, const struct walk *walk,
                        unsigned letter)
{
    uint32_t fits = walk->fits[letter];
    to->count = 0;
    if (!reserve_states(to, from->count * 8 + 8))
        return false;
    struct comb_prove_state *out = to->items;
    for (size_t i = 0; i < from->count; i++) {
        const struct comb_prove_state *state = &from->items[i];
        uint32_t left = walk->prover->neighbours[state->place] & fits & ~state->used;
        for (; left; left &= left - 1)
            *out++ = extend_state(*state, walk, (unsigned)__builtin_ctz(left), letter);
    }
    to->count = (size_t)(out - to->items);
    assert(to->count <= to->capacity);
    return true;
}

/* ---- minimal placements of one word ---- */

static bool reserve_word(struct comb_prove_lists *lists, size_t count)
{
    if (count + 4 <= lists->capacity)
        return true;
    size_t capacity = count * 2 + 4; /* the loops over them process four at a time */
    uint64_t *block = calloc(capacity, 3 * sizeof *block);
    if (!block)
        return false;
    free(lists->key);
    lists->key = block;
    lists->extra = block + capacity;
    lists->dead = block + 2 * capacity;
    lists->capacity = capacity;
    return true;
}

/* Sorts by number of requirements, so that possible subsets come first. */
static void order_by_needs(struct comb_prove_lists *lists, const struct comb_prove_states *states)
{
    size_t at[COMB_PROVE_MAX_CELLS + 2] = {0};
    for (size_t i = 0; i < states->count; i++) {
        assert(states->items[i].needs <= COMB_PROVE_MAX_CELLS);
        at[states->items[i].needs + 1]++;
    }
    for (unsigned k = 1; k <= COMB_PROVE_MAX_CELLS; k++)
        at[k] += at[k - 1];
    for (size_t i = 0; i < states->count; i++) {
        size_t to = at[states->items[i].needs]++;
        lists->key[to] = states->items[i].key;
        lists->extra[to] = (uint64_t)states->items[i].tag << COMB_PROVE_DIGIT | states->items[i].branch;
        lists->dead[to] = 0;
    }
}

static bool emit_placements(struct comb_prove_lists *lists, const struct comb_prove_node *node, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (lists->dead[i])
            continue;
        struct comb_prove_placement placement = {lists->key[i], node->word,
                                                 (uint32_t)(lists->extra[i] >> COMB_PROVE_DIGIT)};
        if (!comb_vec_push(&lists->words[lists->extra[i] & 31], placement))
            return false;
    }
    return true;
}

static bool place_word(struct comb_prove_lists *lists, const struct comb_prove_node *node,
                       const struct comb_prove_states *states, const struct comb_prove_kernels *kernels)
{
    size_t count = states->count;
    if (!reserve_word(lists, count))
        return false;
    order_by_needs(lists, states);
    for (size_t i = 0; i + 1 < count; i++)
        if (!lists->dead[i])
            kernels->kill(lists->dead, lists->key, lists->extra, i + 1, count, lists->key[i],
                          comb_prove_used(lists->key[i]) * 31, lists->extra[i], comb_prove_used(lists->extra[i]) * 31);
    return emit_placements(lists, node, count);
}

/* ---- the walk ---- */

static void init_walk(struct walk *walk, const uint32_t *sets)
{
    uint32_t domains[COMB_PROVE_MAX_CELLS];
    comb_prove_domains(domains, walk->prover, sets, walk->length);
    for (unsigned place = 0; place < walk->length; place++)
        if (sets[place] & (sets[place] - 1))
            walk->classes |= (uint32_t)1 << place;
    for (unsigned place = 0; place < walk->prover->cells; place++)
        for (uint32_t left = domains[place]; left; left &= left - 1)
            walk->fits[__builtin_ctz(left)] |= (uint32_t)1 << place;
    for (unsigned i = 0; i < COMB_PROVE_STREAMS; i++) {
        walk->lists->words[i].count = 0;
        walk->lists->sorted_stream[i] = false;
    }
}

static int walk_trie(struct walk *walk)
{
    struct comb_prove_lists *lists = walk->lists;
    const struct comb_prove_trie *trie = &walk->prover->trie;
    const struct comb_prove_kernels *kernels = comb_prove_kernels();
    size_t work = 0;
    for (size_t i = 0; i < trie->nodes.count;) {
        const struct comb_prove_node *node = &trie->nodes.items[i];
        assert(node->depth >= 1 && node->depth <= COMB_PROVE_MAX_CELLS && node->end > i);
        struct comb_prove_states *states = &lists->states[node->depth];
        bool fine = node->depth == 1 ? start_states(states, walk, node->letter)
                                     : step_states(states, &lists->states[node->depth - 1], walk, node->letter);
        if (fine && node->points && states->count > 0)
            fine = place_word(lists, node, states, kernels);
        if (!fine)
            return COMB_NO_MEMORY;
        i = states->count > 0 ? i + 1 : node->end;
        work += states->count + 1;
        if (work > TICK_EVERY) {
            work = 0;
            if (walk->tick && !walk->tick(walk->payload))
                return COMB_LIMIT;
        }
    }
    return COMB_OK;
}

int comb_prove_enumerate(struct comb_prove_lists *lists, const struct comb_prover *prover, const uint32_t *sets,
                         unsigned length, comb_prove_tick *tick, void *payload)
{
    struct walk walk = {
        .lists = lists,
        .prover = prover,
        .length = length,
        .tick = tick,
        .payload = payload,
    };
    init_walk(&walk, sets);
    return walk_trie(&walk);
}

/* ---- sorted streams ---- */

static bool reserve_items(struct comb_prove_items *items, size_t count)
{
    return comb_vec_reserve((void **)&items->items, &items->capacity, count, sizeof *items->items);
}

/* Separates placements with a tag: there are few, and only they differ between the letters of a class. */
static bool separate_tagged(struct comb_prove_lists *lists, const struct comb_prove_trie *trie, unsigned stream)
{
    struct comb_prove_items *sorted = &lists->sorted[stream];
    struct comb_prove_items *tagged = &lists->tagged[stream];
    size_t count = lists->words[stream].count;
    size_t with = 0;
    for (size_t i = 0; i < count; i++)
        with += lists->words[stream].items[i].tag != 0;
    if (!reserve_items(sorted, count - with + 1) || !reserve_items(tagged, with + 1))
        return false;
    sorted->count = tagged->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct comb_prove_placement *placement = &lists->words[stream].items[i];
        struct comb_prove_items *to = placement->tag ? tagged : sorted;
        to->items[to->count++] =
            (struct comb_prove_item){placement->key, trie->points.items[placement->word], (uint32_t)i};
    }
    assert(sorted->count + tagged->count == count);
    return true;
}

static bool list_tags(struct comb_prove_lists *lists, unsigned stream)
{
    const struct comb_prove_items *tagged = &lists->tagged[stream];
    lists->tags[stream].count = 0;
    for (size_t i = 0; i < tagged->count; i++)
        if (!comb_vec_push(&lists->tags[stream], lists->words[stream].items[tagged->items[i].at].tag))
            return false;
    return true;
}

bool comb_prove_sort_stream(struct comb_prove_lists *lists, const struct comb_prove_trie *trie, unsigned stream)
{
    if (!lists->sorted_stream[stream])
        lists->sorted_stream[stream] =
            separate_tagged(lists, trie, stream) && comb_prove_sort(&lists->sorted[stream], &lists->scratch) &&
            comb_prove_sort(&lists->tagged[stream], &lists->scratch) && list_tags(lists, stream);
    return lists->sorted_stream[stream];
}

void comb_prove_lists_free(struct comb_prove_lists *lists)
{
    for (unsigned i = 0; i < COMB_PROVE_STREAMS; i++) {
        comb_vec_free(&lists->words[i]);
        comb_vec_free(&lists->sorted[i]);
        comb_vec_free(&lists->tagged[i]);
        comb_vec_free(&lists->tags[i]);
    }
    for (unsigned i = 0; i <= COMB_PROVE_MAX_CELLS; i++)
        comb_vec_free(&lists->states[i]);
    comb_vec_free(&lists->scratch);
    free(lists->key);
}
