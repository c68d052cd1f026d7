/* Word boards: every word of a dictionary that a path over a board's cells spells.
 *
 * A board is a graph of up to 64 cells. A path steps from cell to neighbouring cell and uses no cell twice. A word
 * counts once, with the best of its paths. The engine knows no game: shapes, tiles and points are the caller's.
 *
 *      L P E          cells are numbered in reading order;
 *     E A S R         neighbours[0] of this board has the bits of cells 1 (P), 3 (E) and 4 (A)
 *    S R T E D
 *     P I N G
 *      L A S
 */
#ifndef COMB_ENGINE_WORDS_H
#define COMB_ENGINE_WORDS_H

#include "engine/dict.h"

enum {
    COMB_WORD_MAX_CELLS = 64,
    COMB_WORD_MAX_TILE = 4, /* letters of a tile */
    COMB_WORD_ANY = 255     /* as the only letter of a tile: any one letter, worth nothing by itself */
};

/* No letters = a hole. */
struct comb_word_tile {
    uint8_t count;
    uint8_t letters[COMB_WORD_MAX_TILE]; /* letter indexes of the dictionary */
};

/* Zero it, then fill in. */
struct comb_word_board {
    unsigned cells;
    uint64_t neighbours[COMB_WORD_MAX_CELLS]; /* bit j of [i]: a path may step from i to j; other bits are ignored */
    struct comb_word_tile tiles[COMB_WORD_MAX_CELLS];
    uint8_t letter_times[COMB_WORD_MAX_CELLS]; /* multiplies the values of the tile's letters; 0 is the same as 1 */
    uint8_t word_times[COMB_WORD_MAX_CELLS];   /* multiplies the word; 0 is the same as 1 */
    uint64_t blocked;                          /* cells that no path may use */
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

/* Points of one word end at UINT32_MAX. */
struct comb_word_total {
    uint64_t score;
    uint32_t words;
    bool stopped; /* the tick answered false; score and words are then of no use */
};

/* A dictionary unfolded for speed: 4.4 MB and about 20 ms for ENABLE1. Worth it where thousands of boards are scored,
 * which then is five times as fast. Never changes; one serves all threads. The dictionary must outlive it. */
struct comb_word_index;

int comb_word_index_new(struct comb_word_index **out, const struct comb_dict *dict, struct comb_error *err);
void comb_word_index_free(struct comb_word_index *index);

/* The memory of one searching thread. The dictionary, and the index if there is one, must outlive it. */
struct comb_word_search;

int comb_word_search_new(struct comb_word_search **out, const struct comb_dict *dict, struct comb_error *err);
int comb_word_search_new_indexed(struct comb_word_search **out, const struct comb_word_index *index,
                                 struct comb_error *err);
void comb_word_search_free(struct comb_word_search *search);
const struct comb_dict *comb_word_search_dict(const struct comb_word_search *search);

/* Called every few thousand steps (some tens of microseconds) of every search below; false stops it. NULL = none. A
 * board of many wildcards can take years: give a tick wherever boards come from users. */
void comb_word_search_tick(struct comb_word_search *search, bool (*tick)(void *payload), void *payload);

/* Which code scores boards; both give the same answers. AUTO takes AVX2 where it can: with an index, on a processor
 * that has it, for boards without wildcards whose cells have at most 8 neighbours. False when this search cannot use
 * it. */
enum comb_word_code { COMB_WORD_AUTO, COMB_WORD_PORTABLE, COMB_WORD_AVX2 };
bool comb_word_search_use(struct comb_word_search *search, enum comb_word_code code);

/* Whether a board can be searched: number of cells, tiles whose letters the dictionary has. The scores insist on
 * it (assert), so check what comes from users; the lists check it themselves. */
int comb_word_board_check(const struct comb_word_board *board, const struct comb_dict *dict, struct comb_error *err);

/* Score of a board; allocates nothing. The hot path of optimisation: use an index, and score boards of one shape in a
 * row. */
struct comb_word_total comb_word_score(struct comb_word_search *search, const struct comb_word_board *board,
                                       const struct comb_word_rules *rules);

/* Scores of the board for every letter of the alphabet put on one cell: the same as that many calls of comb_word_score.
 * With an index, points by length, one letter per tile and up to 27 cells it is done in one pass at a third of the
 * cost. What stands on the cell is ignored. totals has room for COMB_DICT_MAX_LETTERS. */
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
    COMB_WORD_ALPHABETICAL, /* by the dictionary's alphabet */
    COMB_WORD_UNSORTED      /* by the first path found; the same every time, and cheaper by the sort */
};

typedef bool comb_word_visit(void *payload, const struct comb_word_found *found); /* false = enough */

/* Every word once, with its best path: most points, among equals the first in reading order of its cells. When the tick
 * stops the search, what was found so far is reported and COMB_LIMIT returned. */
int comb_word_list(struct comb_word_search *search, const struct comb_word_board *board,
                   const struct comb_word_rules *rules, enum comb_word_order order, comb_word_visit *visit,
                   void *payload, struct comb_error *err);

/* Every path of every word, in reading order of the paths: a word as often as it has paths. Allocates nothing. */
int comb_word_list_paths(struct comb_word_search *search, const struct comb_word_board *board,
                         const struct comb_word_rules *rules, comb_word_visit *visit, void *payload,
                         struct comb_error *err);

/* Every path of one string of letters, in reading order of the paths, whether the dictionary has it (id) or not
 * (id COMB_DICT_NONE). */
int comb_word_paths(struct comb_word_search *search, const struct comb_word_board *board,
                    const struct comb_word_rules *rules, const uint8_t *letters, unsigned count, comb_word_visit *visit,
                    void *payload, struct comb_error *err);

#endif
