/* Finds every word of a dictionary that a path over a board's cells forms.
 *
 * A board is a graph of up to 100 cells. A path steps from cell to neighbouring cell and uses no cell twice. A word
 * counts once, with the best of its paths. The engine is independent of any game: the caller provides shapes, tiles and
 * points.
 *
 *      L P E          cells are numbered in reading order;
 *     E A S R         neighbours[0] of this board has the bits of cells 1 (P), 3 (E) and 4 (A)
 *    S R T E D
 *     P I N G
 *      L A S */
#ifndef COMB_ENGINE_WORDS_H
#define COMB_ENGINE_WORDS_H

#include "engine/dict/dict.h"

enum {
    COMB_WORD_MAX_CELLS = 100,
    COMB_WORD_MASK_CELLS = 64, /* of boards for the fast search and for comb_word_searcher */
    COMB_WORD_MAX_TILE = 4,    /* letters of a tile */
    COMB_WORD_ANY = 255        /* as the only letter of a tile: any one letter, worth nothing by itself */
};

/* A tile; without letters it is a hole. */
struct comb_word_tile {
    uint8_t count;
    uint8_t letters[COMB_WORD_MAX_TILE]; /* letter indexes of the dictionary */
};

/* Zero it, then fill in. */
struct comb_word_board {
    unsigned cells;
    uint64_t
        neighbours[COMB_WORD_MAX_CELLS]; /* bit j of [i]: a path may step from i to j; bits of no cell are ignored */
    struct comb_word_tile tiles[COMB_WORD_MAX_CELLS];
    uint8_t letter_times[COMB_WORD_MAX_CELLS]; /* multiplies the values of the tile's letters; 0 means 1 */
    uint8_t word_times[COMB_WORD_MAX_CELLS];   /* multiplies the word; 0 means 1 */
    uint64_t blocked;                          /* of the first 64 cells, those that no path may use */

    /* The same for the neighbours 64 and above: bit j of [i] is cell 64 + j. */
    uint64_t high_neighbours[COMB_WORD_MAX_CELLS];
};

/* By length: points[number of letters]. By letters: (sum of value x letter_times) x product of word_times, plus `bonus`
 * for every letter beyond `bonus_beyond`. A tile QU counts as two letters. */
enum comb_word_points { COMB_WORD_BY_LENGTH, COMB_WORD_BY_LETTERS };

struct comb_word_rules {
    enum comb_word_points kind;
    uint32_t points[COMB_DICT_MAX_WORD + 1]; /* by length; 0 = such words do not count */
    unsigned min_length;                     /* by letters: shorter words do not count */
    uint8_t values[COMB_DICT_MAX_LETTERS];
    unsigned bonus_beyond;
    unsigned bonus;
};

/* The points of one word saturate at UINT32_MAX. */
struct comb_word_total {
    uint64_t score;
    uint32_t words;
    bool stopped; /* the tick returned false; score and words are then meaningless */
};

/* A dictionary unfolded for speed: 4.4 MB and about 20 ms for ENABLE1. It makes scoring five times as fast, which pays
 * off from thousands of boards on. Immutable; all threads may share one. The dictionary must outlive it. */
struct comb_word_index;

int comb_word_index_new(struct comb_word_index **out, const struct comb_dict *dict, struct comb_error *err);
void comb_word_index_free(struct comb_word_index *index);

/* The memory of one searching thread. The dictionary, and the index if any, must outlive it. */
struct comb_word_search;

int comb_word_search_new(struct comb_word_search **out, const struct comb_dict *dict, struct comb_error *err);
int comb_word_search_new_indexed(struct comb_word_search **out, const struct comb_word_index *index,
                                 struct comb_error *err);
void comb_word_search_free(struct comb_word_search *search);
const struct comb_dict *comb_word_search_dict(const struct comb_word_search *search);

/* Sets a callback called every few thousand steps (some tens of microseconds) of every search below; false stops the
 * search. NULL = none. A board with many wildcards can take years: set a tick wherever boards come from users. */
void comb_word_search_tick(struct comb_word_search *search, bool (*tick)(void *payload), void *payload);

/* Chooses the scoring code; both give the same results. AUTO uses AVX2 where possible: with an index, on a processor
 * that has it, for boards of up to 64 cells without wildcards whose cells have at most 8 neighbours. Returns false if
 * this search cannot use the backend. */
enum comb_word_backend { COMB_WORD_AUTO, COMB_WORD_PORTABLE, COMB_WORD_AVX2 };
bool comb_word_search_use(struct comb_word_search *search, enum comb_word_backend code);

/* Checks whether a board can be searched: number of cells, and tiles with letters of the dictionary. The scoring
 * functions assert this, so check boards that come from users; the list functions check it themselves. */
int comb_word_board_check(const struct comb_word_board *board, const struct comb_dict *dict, struct comb_error *err);

/* Scores a board; allocates nothing. This is the hot path of optimisation: use an index, and score boards of one shape
 * in a row. */
struct comb_word_total comb_word_score(struct comb_word_search *search, const struct comb_word_board *board,
                                       const struct comb_word_rules *rules);

/* Scores the board for every letter of the alphabet on one cell: the same as that many calls of comb_word_score. With
 * an index, points by length, one letter per tile and up to 27 cells, one pass does it at a third of the cost. The tile
 * on the cell is ignored. totals has room for COMB_DICT_MAX_LETTERS. */
void comb_word_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                          const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell);

/* A word on a board. Borrowed: valid during the callback only. */
struct comb_word_found {
    uint32_t id;
    uint32_t points;
    unsigned length; /* letters */
    unsigned cells;  /* of the path */
    const uint8_t *letters;
    const uint8_t *path;
};

enum comb_word_order {
    COMB_WORD_ALPHABETICAL, /* in the order of the dictionary's alphabet */
    COMB_WORD_UNSORTED      /* in the order of their first paths; deterministic, and saves the sort */
};

typedef bool comb_word_visit(void *payload, const struct comb_word_found *found); /* false = stop */

/* Lists every word once, with its best path: most points, ties in reading order of its cells. If the tick stops the
 * search, reports the words found so far and returns COMB_LIMIT. */
int comb_word_list(struct comb_word_search *search, const struct comb_word_board *board,
                   const struct comb_word_rules *rules, enum comb_word_order order, comb_word_visit *visit,
                   void *payload, struct comb_error *err);

/* Lists every path of every word, in reading order of the paths: a word once per path. Allocates nothing. */
int comb_word_list_paths(struct comb_word_search *search, const struct comb_word_board *board,
                         const struct comb_word_rules *rules, comb_word_visit *visit, void *payload,
                         struct comb_error *err);

/* Lists every path of one string of letters, in reading order of the paths, whether the dictionary has it (id) or not
 * (id COMB_DICT_NONE). */
int comb_word_paths(struct comb_word_search *search, const struct comb_word_board *board,
                    const struct comb_word_rules *rules, const uint8_t *letters, unsigned count, comb_word_visit *visit,
                    void *payload, struct comb_error *err);

#endif
