/* Internals shared by the word search; words.h is the public interface. */
#ifndef COMB_ENGINE_WORDS_SEARCH_H
#define COMB_ENGINE_WORDS_SEARCH_H

#include "engine/dict/dict_format.h"
#include "engine/words/words.h"

enum { COMB_WORD_TICK_STEPS = 4096 };

struct comb_word_search {
    const struct comb_dict *dict;
    const struct comb_word_index *index; /* may be NULL */
    struct comb_word_fast *fast;         /* memory of the fast search; NULL if it cannot be used */
    enum comb_word_backend code;
    bool (*tick)(void *payload);
    void *tick_payload;
    uint64_t *found_bits; /* one bit per word; all zero between searches */
    uint32_t *value;      /* per word whose bit is set: best points, index of a find, or a set of letters */
    uint32_t *found;      /* the words whose bits are set */
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

/* Returns the cells that a path may use: no holes, no blocked cells. On larger boards, those of the first 64 cells. */
uint64_t comb_word_open_cells(const struct comb_word_board *board);

/* Sets of cells of any board. */
__extension__ typedef unsigned __int128 comb_word_set;

static inline unsigned comb_word_first_cell(comb_word_set set)
{
    return (uint64_t)set != 0 ? (unsigned)__builtin_ctzll((uint64_t)set)
                              : 64 + (unsigned)__builtin_ctzll((uint64_t)(set >> 64));
}

static inline comb_word_set comb_word_neighbour_set(const struct comb_word_board *board, unsigned cell)
{
    return (comb_word_set)board->high_neighbours[cell] << 64 | board->neighbours[cell];
}

comb_word_set comb_word_open_set(const struct comb_word_board *board);

/* Returns the points of a path with so many letters, whether or not such words count. */
uint32_t comb_word_path_points(const struct comb_word_board *board, const struct comb_word_rules *rules,
                               const uint8_t *path, unsigned cells, unsigned length);

/* ---- Walking all paths (walk.c) ---- */

struct comb_word_walk;

/* Called for every path that forms a word, in reading order of the paths; returns false to end the walk. */
typedef bool comb_word_hit(void *payload, const struct comb_word_walk *walk, uint32_t id);

struct comb_word_walk {
    const struct comb_word_search *search;
    const struct comb_word_board *board;
    comb_word_hit *hit;
    void *payload;
    unsigned cells;  /* of the current path */
    unsigned length; /* its letters */
    uint8_t path[COMB_WORD_MAX_CELLS];
    uint8_t letters[COMB_DICT_MAX_WORD + 1];
    uint8_t wild[COMB_WORD_MAX_CELLS]; /* letter used for the wildcard on a cell of the path */
    unsigned steps;
};

enum comb_word_end { COMB_WORD_DONE, COMB_WORD_STOPPED, COMB_WORD_ENOUGH };

/* Fill in search, board, hit and payload. */
enum comb_word_end comb_word_walk(struct comb_word_walk *walk);

/* Marks a word as found; returns false if it was marked before. comb_word_clear_found clears all marks. */
bool comb_word_mark_found(struct comb_word_search *search, uint32_t id);
void comb_word_clear_found(struct comb_word_search *search);

struct comb_word_total comb_word_walk_score(struct comb_word_search *search, const struct comb_word_board *board,
                                            const struct comb_word_rules *rules);
void comb_word_walk_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                               const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell);

/* ---- The index (index.c) ---- */

/* A prefix in the unfolded dictionary. The node of the next letter is first + letter, without counting: the lists of
 * all nodes are interleaved like combs. The numbers of the words that end here work the same way. */
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

/* ---- The fast search (fast.c) ---- */

/* Stores NULL and returns COMB_OK if the processor has no AVX2. */
int comb_word_fast_new(struct comb_word_fast **out, const struct comb_word_index *index, struct comb_error *err);
void comb_word_fast_free(struct comb_word_fast *fast);

/* Returns whether the fast search supports this board, and reads it for the calls below. Wildcards and cells with more
 * than 8 neighbours are not supported. */
bool comb_word_fast_supports(struct comb_word_search *search, const struct comb_word_board *board);
struct comb_word_total comb_word_fast_score(struct comb_word_search *search, const struct comb_word_board *board,
                                            const struct comb_word_rules *rules);

/* Scores all letters of one cell, on a board that was read without it. */
bool comb_word_fast_supports_cell_scores(const struct comb_word_search *search, const struct comb_word_rules *rules);
void comb_word_fast_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                               const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell);

#endif
