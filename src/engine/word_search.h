/* What the parts of the word search share; words.h is the face. */
#ifndef COMB_ENGINE_WORD_SEARCH_H
#define COMB_ENGINE_WORD_SEARCH_H

#include "engine/dict_format.h"
#include "engine/words.h"

enum { COMB_WORD_TICK_STEPS = 4096 };

struct comb_word_search {
    const struct comb_dict *dict;
    const struct comb_word_index *index; /* may be NULL */
    struct comb_word_fast *fast;         /* memory of the fast search; NULL when it cannot be used */
    enum comb_word_code code;
    bool (*tick)(void *payload);
    void *tick_payload;
    uint64_t *seen;  /* a bit per word; all zero between searches */
    uint32_t *value; /* per word whose bit is set: best points, number of a find, or a set of letters */
    uint32_t *found; /* the words whose bits are set */
    size_t found_count;
};

static inline bool comb_word_tile_is_any(const struct comb_word_tile *tile)
{
    return tile->count == 1 && tile->letters[0] == COMB_WORD_ANY;
}

static inline bool comb_word_counts(const struct comb_word_rules *rules, unsigned length)
{
    return rules->kind == COMB_WORD_BY_LENGTH ? rules->points[length] > 0 : length >= rules->min_length;
}

/* Cells that a path may use: no holes, none that are blocked. */
uint64_t comb_word_open_cells(const struct comb_word_board *board);

/* Points of a path with so many letters, whether or not such words count. */
uint32_t comb_word_path_points(const struct comb_word_board *board, const struct comb_word_rules *rules,
                               const uint8_t *path, unsigned cells, unsigned length);
uint32_t comb_word_limit_points(uint64_t sum, uint64_t times, const struct comb_word_rules *rules, unsigned length);
uint32_t comb_word_tile_value(const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell);
uint64_t comb_word_times(uint64_t times, unsigned factor); /* product that ends at 2^32 */

/* ---- Walking all paths (word_walk.c) ---- */

struct comb_word_walk;

/* Called for every path that spells a word, in reading order of the paths; false ends the walk. */
typedef bool comb_word_hit(void *payload, const struct comb_word_walk *walk, uint32_t id);

struct comb_word_walk {
    const struct comb_word_search *search;
    const struct comb_word_board *board;
    comb_word_hit *hit;
    void *payload;
    unsigned cells;  /* of the path at hand */
    unsigned length; /* its letters */
    uint8_t path[COMB_WORD_MAX_CELLS];
    uint8_t letters[COMB_DICT_MAX_WORD + 1];
    uint8_t wild[COMB_WORD_MAX_CELLS]; /* letter that the wildcard on a cell of the path stands for */
    unsigned steps;
};

enum comb_word_end { COMB_WORD_DONE, COMB_WORD_STOPPED, COMB_WORD_ENOUGH };

/* Fill in search, board, hit and payload. */
enum comb_word_end comb_word_walk(struct comb_word_walk *walk);

/* Marks a word as seen; false when it was before. comb_word_forget unmarks all. */
bool comb_word_see(struct comb_word_search *search, uint32_t id);
void comb_word_forget(struct comb_word_search *search);

struct comb_word_total comb_word_walk_score(struct comb_word_search *search, const struct comb_word_board *board,
                                            const struct comb_word_rules *rules);
void comb_word_walk_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                               const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell);

/* ---- The index (word_index.c) ---- */

/* A prefix in the unfolded dictionary. The node of the next letter is first + letter, without counting: the lists of
 * all nodes are pushed into each other like combs. The same goes for the numbers of the words that end here. */
struct comb_word_node {
    uint32_t inner;
    uint32_t end;
    uint32_t first; /* slot of the first letter, shifted left by COMB_WORD_CELL_BITS */
    uint32_t marks; /* number of the word that the last letter of the mask (bit 31) would end */
};

enum {
    COMB_WORD_CELL_BITS = 6,
    COMB_WORD_TAG_SHIFT = 27,
    COMB_WORD_MAX_SLOTS = 1 << (32 - COMB_WORD_CELL_BITS),
    COMB_WORD_MAX_MARKS = 1 << COMB_WORD_TAG_SHIFT
};

struct comb_word_index {
    const struct comb_dict *dict;
    struct comb_word_node root;
    struct comb_word_node *nodes;
    uint32_t slots;
    uint32_t marks; /* numbers of words are below this */
};

/* ---- The fast search (word_fast.c) ---- */

/* NULL and COMB_OK where the processor has no AVX2. */
int comb_word_fast_new(struct comb_word_fast **out, const struct comb_word_index *index, struct comb_error *err);
void comb_word_fast_free(struct comb_word_fast *fast);

/* Whether it can search this board, which it reads here for the calls below; not wildcards, not cells with more than 8
 * neighbours. */
bool comb_word_fast_takes(struct comb_word_search *search, const struct comb_word_board *board);
struct comb_word_total comb_word_fast_score(struct comb_word_search *search, const struct comb_word_board *board,
                                            const struct comb_word_rules *rules);

/* All letters of one cell, of a board that was read without it. */
bool comb_word_fast_takes_cells(const struct comb_word_search *search, const struct comb_word_rules *rules);
void comb_word_fast_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                               const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell);

#endif
