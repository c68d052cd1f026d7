/* The best word board: search over the letters of a board of fixed shape. Knows no game; shapes, points and which cells
 * and letters may change are the caller's.
 *
 * A method runs one attempt at a time, from a random start or a given one, and reports every board that beats what it
 * has seen in that attempt; the caller keeps the best, starts the next attempt, and may run several in parallel, each
 * with a searcher of its own. */
#ifndef COMB_ENGINE_WORD_BEST_H
#define COMB_ENGINE_WORD_BEST_H

#include "base/rng.h"
#include "engine/words.h"

/* What may be put where. */
struct comb_word_space {
    struct comb_word_board board; /* shape, bonuses, and the tiles of cells that are not free */
    struct comb_word_rules rules;
    uint64_t free;                                      /* cells whose letter is sought */
    uint32_t letters;                                   /* bit set of letters that may be used */
    struct comb_word_tile tiles[COMB_DICT_MAX_LETTERS]; /* what a letter puts on a cell: itself, or QU for Q */
    uint32_t weight[COMB_DICT_MAX_LETTERS];             /* how often a letter is tried; by how often words have it */
    unsigned turns;         /* images of the shape under its symmetries, the identity first */
    const unsigned *images; /* images[turn * cells + cell]: where the cell goes */
};

enum comb_word_method {
    COMB_WORD_ANNEAL,  /* Metropolis steps, cooling */
    COMB_WORD_CLIMB,   /* best letter of a cell until no cell has a better one */
    COMB_WORD_TABU,    /* best change that was not undone lately, also downhill */
    COMB_WORD_GENETIC, /* a population, crossed and mutated */
    COMB_WORD_HEAT,    /* heat bath: a cell's letter drawn by the scores of all its letters, cooling */
    COMB_WORD_METHODS
};

struct comb_word_table;

/* One searcher. Fill in the members up to `payload`; the rest is its own. */
struct comb_word_searcher {
    const struct comb_word_space *space;
    struct comb_word_search *search;
    struct comb_rng rng;
    double hot; /* temperatures of ANNEAL and HEAT, in points */
    double cold;
    unsigned steps;                /* of one attempt; 0 = the method's own */
    const uint8_t *start;          /* letters to start from, one per cell; NULL = random */
    struct comb_word_table *table; /* boards scored before (word_table.h); NULL: every board is scored */
    /* A board better than all before in this attempt; letters of all cells. False = enough. */
    bool (*found)(void *payload, uint64_t score, const uint8_t *letters);
    /* Now and then, with the boards judged since the last call. False = stop. */
    bool (*tick)(void *payload, uint64_t evaluations, double temperature);
    void *payload;

    struct comb_word_board board;
    uint64_t score;
    uint64_t best;
    uint64_t pending; /* evaluations not yet told */
    bool stopped;
};

/* One attempt. False when found or tick ended it. */
bool comb_word_attempt(struct comb_word_searcher *searcher, enum comb_word_method method);

/* Every filling of the free cells by allowed letters, of which `shares` callers each take one `share`; reports the
 * best. With all letters of the last cell scored in one pass. */
bool comb_word_complete(struct comb_word_searcher *searcher, uint64_t share, uint64_t shares);

/* How many fillings there are; infinite is fine. */
double comb_word_fillings(const struct comb_word_space *space);

#endif
