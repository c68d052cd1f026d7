/* Internals shared by the two halves of the fast search: fast.c drives it, avx2.c has the inner loops. */
#ifndef COMB_ENGINE_WORDS_FAST_H
#define COMB_ENGINE_WORDS_FAST_H

#include "engine/words/search.h"

enum {
    COMB_WORD_LANES = 8,
    COMB_WORD_CELL_MASK = COMB_WORD_MASK_CELLS - 1,
    COMB_WORD_LEVELS = COMB_DICT_MAX_WORD + 2,
    COMB_WORD_SEGMENTS = 512,
    COMB_WORD_NO_TAG = 31
};

/* The neighbours of a cell. Shift counts of 32, or no bit, make a lane that is never free. */
struct comb_word_lanes {
    uint32_t letter_shift[COMB_WORD_LANES];    /* 31 - letter */
    uint32_t step[COMB_WORD_LANES];            /* letter << COMB_WORD_CELL_BITS | cell */
    uint32_t cell_shift[COMB_WORD_LANES];      /* 31 - cell; 32 for cells above 31 */
    uint32_t high_cell_shift[COMB_WORD_LANES]; /* 63 - cell; 32 for cells below 32 */
#if defined(__wasm_simd128__)                  /* cannot shift lanes by different counts */
    uint32_t letter_bit[COMB_WORD_LANES];
    uint32_t cell_bit[COMB_WORD_LANES];
    uint32_t high_cell_bit[COMB_WORD_LANES];
#endif
};

struct comb_word_entries {
    uint32_t *at; /* slot of the node << COMB_WORD_CELL_BITS | cell */
    uint32_t *free;
    uint32_t *high; /* free cells above 31 */
};

/* Words found while expanding one level have one length. */
struct comb_word_segment {
    size_t end; /* end of its hits */
    unsigned length;
};

struct comb_word_fast {
    _Alignas(64) struct comb_word_lanes lanes[COMB_WORD_MASK_CELLS];
    uint32_t order[256][COMB_WORD_LANES];  /* packed lanes of a mask */
    uint8_t letters[COMB_WORD_MASK_CELLS]; /* first letter of each tile */
    const struct comb_word_index *index;

    /* The shape of the lanes. */
    unsigned cells;
    bool shape_fits;
    uint64_t neighbours[COMB_WORD_MASK_CELLS];
    uint8_t lane_cells[COMB_WORD_MASK_CELLS][COMB_WORD_LANES]; /* 255 = none */

    /* The current board. */
    uint64_t open;
    uint64_t longer[COMB_WORD_MAX_TILE];     /* open cells whose tile has more letters than this index */
    uint8_t end_lanes[COMB_WORD_MASK_CELLS]; /* lanes whose tile is one letter: only there a word may end at once */
    bool wide;
    bool sets;
    bool tagged;
    unsigned tagged_cell;
    uint64_t gates; /* cells from which the tagged cell can be reached */

    /* The current run. */
    uint32_t *memory; /* block of the arrays below */
    struct comb_word_entries stack[2];
    size_t top[2];
    size_t pending[COMB_WORD_LEVELS];
    unsigned steps;
    uint32_t *hits;
    uint32_t *hit_free;
    uint32_t *hit_high;
    uint32_t *counts; /* new words among the first hits; or, with sets, letters of each hit */
    size_t hit_count;
    struct comb_word_segment segments[COMB_WORD_SEGMENTS];
    size_t segment_count;
    bool flushed;
    uint8_t *found_lengths; /* parallel to search->found */
    uint64_t score;
    uint32_t words;
};

/* The functions below may only be called if this returns true. */
bool comb_word_avx2_available(void);

/* Fills in the lanes with the letters of the tiles. */
void comb_word_avx2_fill_lanes(struct comb_word_fast *fast);

/* Expands entries; adds the words found to the hits and returns the number of entries made. */
size_t comb_word_avx2_expand(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                             struct comb_word_entries to);

/* Marks the words of all hits; counts[i] = new ones among the first i. */
void comb_word_avx2_mark_hits(struct comb_word_fast *fast, uint64_t *found_bits);

/* counts[i] = letters of hit i, by its set of cells. */
void comb_word_avx2_measure_hits(struct comb_word_fast *fast);

/* ---- the loops over hits, compiled for the processor of the caller ---- */

#define COMB_WORD_INLINE static inline __attribute__((always_inline))

COMB_WORD_INLINE void comb_word_mark_each_hit(struct comb_word_fast *fast, uint64_t *found_bits)
{
    uint32_t fresh = 0;
    fast->counts[0] = 0;
    for (size_t i = 0; i < fast->hit_count; i++) {
        uint32_t word = fast->hits[i];
        uint64_t old = found_bits[word / 64];
        found_bits[word / 64] = old | (uint64_t)1 << (word % 64);
        fresh += (uint32_t) ~(old >> (word % 64)) & 1;
        fast->counts[i + 1] = fresh;
    }
}

COMB_WORD_INLINE void comb_word_measure_each_hit(struct comb_word_fast *fast)
{
    for (size_t i = 0; i < fast->hit_count; i++) {
        uint64_t free = fast->hit_free[i] | (fast->wide ? (uint64_t)fast->hit_high[i] << 32 : 0);
        int letters = 0;
        for (unsigned j = 0; j < COMB_WORD_MAX_TILE; j++)
            letters += __builtin_popcountll(fast->longer[j] & ~free);
        fast->counts[i] = (uint32_t)letters;
    }
}

#endif
