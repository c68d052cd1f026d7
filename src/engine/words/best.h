/* Searches the best word board: the letters of a board of fixed shape. Independent of any game; the caller provides the
 * shape, the points, and which cells and letters may change.
 *
 * A method runs one attempt at a time, from a random start or a given one, and reports every board that beats the best
 * of that attempt. The caller stores the best board, starts the next attempt, and may run several in parallel, each
 * with its own searcher. */
#ifndef COMB_ENGINE_WORDS_BEST_H
#define COMB_ENGINE_WORDS_BEST_H

#include "base/rng.h"
#include "engine/words/words.h"

/* The search space. */
struct comb_word_space {
    struct comb_word_board board; /* shape, bonuses, and the tiles of fixed cells */
    struct comb_word_rules rules;
    uint64_t free;                                      /* cells whose letter is searched */
    uint32_t letters;                                   /* bit set of allowed letters */
    struct comb_word_tile tiles[COMB_DICT_MAX_LETTERS]; /* tile that a letter puts on a cell: itself, or QU for Q */
    uint32_t weight[COMB_DICT_MAX_LETTERS];             /* relative frequency of a letter in proposals */
    unsigned symmetry_count;                            /* number of symmetries of the shape, the identity first */
    const unsigned *images;                             /* images[symmetry * cells + cell]: where the cell goes */
};

enum comb_word_method {
    COMB_WORD_ANNEAL,  /* Metropolis steps, cooling */
    COMB_WORD_CLIMB,   /* best letter of a cell until no cell has a better one */
    COMB_WORD_TABU,    /* best change that was not undone recently, also downhill */
    COMB_WORD_GENETIC, /* a population, crossed and mutated */
    COMB_WORD_HEAT,    /* heat bath: draws a cell's letter by the scores of all its letters, cooling */
    COMB_WORD_METHODS
};

struct comb_word_score_cache;

/* One searcher. Fill in the members up to `payload`; the others are internal. */
struct comb_word_searcher {
    const struct comb_word_space *space;
    struct comb_word_search *search;
    struct comb_rng rng;
    double start_temperature; /* temperatures of ANNEAL and HEAT, in points */
    double end_temperature;
    unsigned steps;                            /* per attempt; 0 = default of the method */
    const uint8_t *start;                      /* letters to start from, one per cell; NULL = random */
    struct comb_word_score_cache *score_cache; /* boards scored before (score_cache.h); NULL: every board is scored */
    /* Receives a board better than all before in this attempt, one letter per cell; in an exhaustive search every board
     * with at least *threshold points. Returns false to stop. */
    bool (*on_improvement)(void *payload, uint64_t score, const uint8_t *letters);
    const _Atomic uint64_t *threshold;
    /* Called periodically with the number of boards scored since the last call. Returns false to stop. */
    bool (*tick)(void *payload, uint64_t evaluations, double temperature);
    void *payload;

    struct comb_word_board board;
    uint64_t score;
    uint64_t best;
    uint64_t pending; /* evaluations not yet reported */
    bool stopped;
};

/* Runs one attempt. Returns false if on_improvement or tick stopped it. */
bool comb_word_attempt(struct comb_word_searcher *searcher, enum comb_word_method method);

/* Tries every filling of the free cells with allowed letters and reports the best. `shard_count` callers split the
 * work; this one runs `shard`. Scores all letters of the last cell in one pass. */
bool comb_word_exhaustive_search(struct comb_word_searcher *searcher, uint64_t shard, uint64_t shard_count);

/* Returns the number of fillings; may be infinite. */
double comb_word_fillings(const struct comb_word_space *space);

#endif
