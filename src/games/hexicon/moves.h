/* The moves of a position, ranked. */
#ifndef COMB_GAMES_HEXICON_MOVES_H
#define COMB_GAMES_HEXICON_MOVES_H

#include "base/vec.h"
#include "games/hexicon/rules.h"

enum { COMB_HEXICON_NO_SWAP = 255 };

struct comb_hexicon_move {
    uint8_t letters;
    uint8_t cells;
    uint8_t swap[2]; /* two cells that change places first, or COMB_HEXICON_NO_SWAP */
    uint8_t hexagons[2];
    uint8_t cleared[2];
    uint8_t word[COMB_DICT_MAX_WORD];
    uint8_t path[COMB_WORDS_MOST_CELLS];
    float reply; /* expected difference of hexagons that the other side's best answer makes; 0 where not asked for */
};

/* Letters and owners, in a form that swaps are cheap on. */
struct comb_hexicon_position {
    struct comb_hexicon_shape shape;
    struct comb_hexicon_state state;
    struct comb_word_board tiles;
};

/* The best moves found, the best first, and how many there were in all. */
struct comb_hexicon_ranking {
    struct COMB_VEC(struct comb_hexicon_move) best;
    size_t keep; /* how many to keep */
    uint64_t count;
};

struct comb_hexicon_search {
    struct comb_word_search *words;
    struct comb_job *job;
    unsigned min_length;
    int stopped; /* what the job's tick gave, COMB_OK while it runs */
};

int comb_hexicon_search_open(struct comb_hexicon_search *search, const struct comb_dict *dict, struct comb_job *job,
                             struct comb_error *err);
void comb_hexicon_search_close(struct comb_hexicon_search *search);

int comb_hexicon_position_of(struct comb_hexicon_position *out, const struct comb_words_board *board,
                             const struct comb_dict *dict, struct comb_error *err);

/* A word found on the position as a move, and the set of its cells. */
void comb_hexicon_move_from(struct comb_hexicon_move *out, const struct comb_word_found *found,
                            const struct comb_hexicon_position *position, enum comb_hexicon_side mover);
uint64_t comb_hexicon_cells_of(const struct comb_word_found *found);

/* Two neighbouring cells that are not fixed change places, letters and colours. */
void comb_hexicon_swap(struct comb_hexicon_position *position, unsigned a, unsigned b);

/* Adds every move of the mover without a swap, or every one after each possible swap. COMB_LIMIT or COMB_INTERRUPTED
 * when the job stopped it: what was ranked until then holds. */
int comb_hexicon_rank(struct comb_hexicon_ranking *ranking, struct comb_hexicon_search *search,
                      const struct comb_hexicon_position *position, enum comb_hexicon_side mover,
                      struct comb_error *err);
int comb_hexicon_rank_swaps(struct comb_hexicon_ranking *ranking, struct comb_hexicon_search *search,
                            const struct comb_hexicon_position *position, enum comb_hexicon_side mover,
                            struct comb_error *err);

/* The order of the rules, best first: hexagons won less lost, the other side's cells cleared, own cells kept, longer
 * words; then alphabetical, path, swap, so that the order is total. */
int comb_hexicon_compare(const struct comb_hexicon_move *a, const struct comb_hexicon_move *b,
                         enum comb_hexicon_side mover);

/* Sorts the ranking. */
void comb_hexicon_ranking_finish(struct comb_hexicon_ranking *ranking, enum comb_hexicon_side mover);
void comb_hexicon_ranking_free(struct comb_hexicon_ranking *ranking);

/* The board after a move: new colours, unknown letters where cells were cleared. comb_words_free. */
int comb_hexicon_board_after(struct comb_words_board **out, const struct comb_words_board *board,
                             const struct comb_hexicon_move *move, enum comb_hexicon_side mover,
                             struct comb_error *err);

#endif
