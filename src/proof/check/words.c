/* Words and scores, in the simplest way.
 *
 * The words that count are stored sorted; the tree over them is built from that order level by level: a node is a run
 * of words with the same first letters, its children are the runs inside it, stored one after the other.
 *
 *     CAB CAT CATS          C          node: bit set of letters, first child, points if a word ends here
 *                           CA         child of letter x: first + number of set bits below x
 *                         CAB CAT
 *                              CATS
 *
 * Scoring walks from every cell over neighbours while the tree has the letters; words are marked when found so that
 * they count once. */
#include "proof/check/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct comb_proof_node {
    uint32_t letters;
    uint32_t first;
    long long points;
};

/* The words of a node while the tree is built. */
struct run {
    uint32_t from;
    uint32_t to;
    uint32_t depth;
};

struct collection {
    struct comb_proof_words *words;
    const struct comb_proof_rules *rules;
    unsigned max_letters; /* letters that fit on the board */
    struct COMB_VEC(uint8_t) letters;
    struct COMB_VEC(uint32_t) starts;
    bool failed;
};

static bool collect_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct collection *at = payload;
    (void)id;
    at->words->listed++;
    if (count > at->max_letters || at->rules->points[count] == 0)
        return true;
    for (unsigned i = 0; i < count; i++)
        at->failed |= !comb_vec_push(&at->letters, letters[i]);
    at->failed |= !comb_vec_push(&at->starts, (uint32_t)at->letters.count);
    at->words->count++;
    return !at->failed;
}

static int collect_words(struct comb_proof_words *words, const struct comb_dict *dict,
                         const struct comb_proof_rules *rules, struct comb_error *err)
{
    unsigned longest = 1;
    for (unsigned letter = 0; letter < rules->letters; letter++)
        longest = rules->tiles[letter].count > longest ? rules->tiles[letter].count : longest;
    struct collection at = {.words = words, .rules = rules, .max_letters = longest * rules->cells};
    at.max_letters = at.max_letters < COMB_PROOF_MAX_POINTS ? at.max_letters : COMB_PROOF_MAX_POINTS - 1;
    at.failed = !comb_vec_push(&at.starts, 0);
    if (!at.failed)
        comb_dict_each(dict, collect_word, &at);
    words->letters = at.letters.items;
    words->starts = at.starts.items;
    return at.failed ? comb_fail_memory(err) : COMB_OK;
}

static unsigned length_of(const struct comb_proof_words *words, uint32_t word)
{
    return words->starts[word + 1] - words->starts[word];
}

struct building {
    const struct comb_proof_words *words;
    struct COMB_VEC(struct comb_proof_node) nodes;
    struct COMB_VEC(struct run) runs; /* of the nodes, in the same order */
};

/* Adds the node's children: the runs of words that have the same letter at the node's depth. */
static bool add_children(struct building *at, size_t index, const struct comb_proof_rules *rules)
{
    struct run run = at->runs.items[index];
    struct comb_proof_node node = {.first = (uint32_t)at->nodes.count};
    const struct comb_proof_words *words = at->words;
    if (run.from < run.to && length_of(words, run.from) == run.depth) {
        node.points = rules->points[run.depth];
        run.from++;
    }
    while (run.from < run.to) {
        uint8_t letter = words->letters[words->starts[run.from] + run.depth];
        struct run child = {.from = run.from, .depth = run.depth + 1};
        assert(node.letters >> letter == 0); /* the list is in alphabetical order */
        while (run.from < run.to && words->letters[words->starts[run.from] + run.depth] == letter)
            run.from++;
        child.to = run.from;
        node.letters |= UINT32_C(1) << letter;
        if (!comb_vec_push(&at->nodes, (struct comb_proof_node){0}) || !comb_vec_push(&at->runs, child))
            return false;
    }
    at->nodes.items[index] = node;
    return true;
}

static int build_tree(struct comb_proof_words *words, const struct comb_proof_rules *rules, struct comb_error *err)
{
    struct building at = {.words = words};
    bool good = comb_vec_push(&at.nodes, (struct comb_proof_node){0}) &&
                comb_vec_push(&at.runs, (struct run){.to = (uint32_t)words->count});
    for (size_t i = 0; good && i < at.nodes.count; i++)
        good = add_children(&at, i, rules);
    comb_vec_free(&at.runs);
    words->nodes = at.nodes.items;
    words->node_count = at.nodes.count;
    return good ? COMB_OK : comb_fail_memory(err);
}

int comb_proof_words_new(struct comb_proof_words **out, const struct comb_dict *dict,
                         const struct comb_proof_rules *rules, struct comb_error *err)
{
    struct comb_proof_words *words = calloc(1, sizeof *words);
    *out = NULL;
    if (!words)
        return comb_fail_memory(err);
    int code = collect_words(words, dict, rules, err);
    if (code == COMB_OK)
        code = build_tree(words, rules, err);
    if (code == COMB_OK)
        *out = words;
    else
        comb_proof_words_free(words);
    return code;
}

void comb_proof_words_free(struct comb_proof_words *words)
{
    if (!words)
        return;
    free(words->letters);
    free(words->starts);
    free(words->nodes);
    free(words);
}

/* ---- scoring ---- */

struct comb_proof_scorer {
    const struct comb_proof_rules *rules;
    const struct comb_proof_words *words;
    uint8_t board[COMB_PROOF_MAX_CELLS]; /* letter of each cell */
    long long score;
    uint32_t now;
    uint32_t seen[]; /* by node: the board on which its word was last found */
};

struct comb_proof_scorer *comb_proof_scorer_new(const struct comb_proof_rules *rules,
                                                const struct comb_proof_words *words)
{
    struct comb_proof_scorer *scorer = calloc(1, sizeof *scorer + words->node_count * sizeof *scorer->seen);
    if (scorer) {
        scorer->rules = rules;
        scorer->words = words;
    }
    return scorer;
}

void comb_proof_scorer_free(struct comb_proof_scorer *scorer)
{
    free(scorer);
}

/* Recursion depth: at most the number of cells. */
static void walk_cell(struct comb_proof_scorer *scorer, uint32_t at, unsigned cell, uint64_t used)
{
    const struct comb_proof_node *nodes = scorer->words->nodes;
    const struct comb_proof_tile *tile = &scorer->rules->tiles[scorer->board[cell]];
    for (unsigned i = 0; i < tile->count; i++) {
        uint32_t bit = UINT32_C(1) << tile->letter[i];
        if (!(nodes[at].letters & bit))
            return;
        at = nodes[at].first + (uint32_t)__builtin_popcount(nodes[at].letters & (bit - 1));
    }
    if (nodes[at].points && scorer->seen[at] != scorer->now) {
        scorer->seen[at] = scorer->now;
        scorer->score += nodes[at].points;
    }
    if (!nodes[at].letters)
        return;
    used |= (uint64_t)1 << cell;
    for (uint64_t next = scorer->rules->neighbours[cell] & ~used; next; next &= next - 1)
        walk_cell(scorer, at, (unsigned)__builtin_ctzll(next), used);
}

long long comb_proof_score(struct comb_proof_scorer *scorer, const uint8_t *letters)
{
    const struct comb_proof_rules *rules = scorer->rules;
    if (++scorer->now == 0) {
        memset(scorer->seen, 0, scorer->words->node_count * sizeof *scorer->seen);
        scorer->now = 1;
    }
    scorer->score = 0;
    for (unsigned i = 0; i < rules->cells; i++)
        scorer->board[rules->order[i]] = letters[i];
    for (unsigned cell = 0; cell < rules->cells; cell++)
        walk_cell(scorer, 0, cell, 0);
    return scorer->score;
}
