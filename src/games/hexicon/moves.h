/* Finds and ranks the moves of a position. */
#ifndef COMB_HEXICON_MOVES_H
#define COMB_HEXICON_MOVES_H

#include "base/vec.h"
#include "games/hexicon/rules.h"

enum { COMB_HEXICON_NO_SWAP = 255 };

struct comb_hexicon_move {
    uint8_t letters;
    uint8_t cells;
    uint8_t swap[2]; /* two cells to swap first, or COMB_HEXICON_NO_SWAP */
    uint8_t hexagons[2];
    uint8_t cleared[2];
    uint8_t word[COMB_DICT_MAX_WORD];
    uint8_t path[COMB_WORDS_MAX_CELLS];
    int16_t standing; /* second key of the order; 0 if the position is not ranked by territory */
    float reply;      /* expected hexagon difference of the best reply; 0 if not computed */
    float territory;  /* expected cells held after that reply, the mover's minus the other's */
};

/* Letters and owners, in a form that makes swaps cheap. */
struct comb_hexicon_position {
    struct comb_hexicon_shape shape;
    struct comb_hexicon_state state;
    struct comb_word_board tiles;
    bool by_territory; /* rank moves by the cells held afterwards (--rank territory) */
    bool swap_on_path; /* a word must use one of the swapped cells (--swap-cells path) */
};

/* The best moves, best first once sorted, and the number of all moves. */
struct comb_hexicon_ranking {
    struct COMB_VEC(struct comb_hexicon_move) best;
    size_t capacity; /* at most this many moves are in `best` */
    uint64_t count;
};

struct comb_hexicon_search {
    struct comb_word_search *words;
    struct comb_job *job;
    unsigned min_length;
    int stopped; /* the last result of the job's tick; COMB_OK while it runs */
};

int comb_hexicon_search_open(struct comb_hexicon_search *search, const struct comb_dict *dict, struct comb_job *job,
                             struct comb_error *err);
void comb_hexicon_search_close(struct comb_hexicon_search *search);

int comb_hexicon_position_of(struct comb_hexicon_position *out, const struct comb_words_board *board,
                             const struct comb_dict *dict, struct comb_error *err);

/* Converts a word found on the position to a move. */
void comb_hexicon_move_from(struct comb_hexicon_move *out, const struct comb_word_found *found,
                            const struct comb_hexicon_position *position, enum comb_hexicon_side mover);

/* The set of the cells of a path. */
uint64_t comb_hexicon_path_bits(const uint8_t *path, unsigned cells);

/* Swaps two neighbouring cells, letters and colours. Neither may be captured. */
void comb_hexicon_swap(struct comb_hexicon_position *position, unsigned a, unsigned b);

/* Adds every move of the mover: without a swap, or after each possible swap. COMB_LIMIT or COMB_INTERRUPTED if the job
 * stopped it; the moves ranked so far are valid. */
int comb_hexicon_rank(struct comb_hexicon_ranking *ranking, struct comb_hexicon_search *search,
                      const struct comb_hexicon_position *position, enum comb_hexicon_side mover,
                      struct comb_error *err);
int comb_hexicon_rank_swaps(struct comb_hexicon_ranking *ranking, struct comb_hexicon_search *search,
                            const struct comb_hexicon_position *position, enum comb_hexicon_side mover,
                            struct comb_error *err);

/* Compares two moves, better one first: hexagon difference, standing (by territory only), opponent cells cleared, fewer
 * own cells cleared, longer word; then word, path and swap, so that the order is total. */
int comb_hexicon_compare(const struct comb_hexicon_move *a, const struct comb_hexicon_move *b,
                         enum comb_hexicon_side mover);

/* Sorts the ranking. */
void comb_hexicon_ranking_finish(struct comb_hexicon_ranking *ranking, enum comb_hexicon_side mover);
void comb_hexicon_ranking_free(struct comb_hexicon_ranking *ranking);

/* The board after a move: new colours, unknown letters in cleared cells. Free it with comb_words_free. */
int comb_hexicon_board_after(struct comb_words_board **out, const struct comb_words_board *board,
                             const struct comb_hexicon_move *move, enum comb_hexicon_side mover, bool one_super,
                             struct comb_error *err);

#endif
