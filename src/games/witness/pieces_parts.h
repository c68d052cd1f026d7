/* What the parts of the packing share: pieces.c (kinds, memory), pieces_cover.c (yellow alone), pieces_blue.c. */
#ifndef COMB_WITNESS_PIECES_PARTS_H
#define COMB_WITNESS_PIECES_PARTS_H

#include "games/witness/pieces.h"
#include "games/witness/region_memo.h"

enum { COMB_WITNESS_CELL_WORDS = COMB_WITNESS_MOST_CELLS / 64, COMB_WITNESS_NODES_A_TICK = 1 << 14 };

/* One way to turn a piece: its cells in reading order, the box tight around them. */
struct comb_witness_turn {
    uint8_t width, height;
    uint16_t rows[COMB_WITNESS_SHAPE_SIDE];
    uint8_t xs[COMB_WITNESS_MOST_CELLS], ys[COMB_WITNESS_MOST_CELLS];
};

struct comb_witness_form {
    struct comb_witness_piece_kind kind;
    unsigned turn_count;
    struct comb_witness_turn *turns;
};

/* A kind laid on the board, filed under its first cell in reading order. */
struct comb_witness_laid {
    uint64_t mask[COMB_WITNESS_CELL_WORDS];
    unsigned kind;
};

struct comb_witness_cover_level {
    uint64_t left[COMB_WITNESS_CELL_WORDS];
    uint32_t next, end;
    const uint32_t *numbers; /* of the laid pieces to try; NULL: next and end are such numbers themselves */
    uint16_t kind;
};

struct comb_witness_pieces {
    const struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_arena arena;
    bool leaves_board; /* with blue pieces about */
    unsigned words;    /* of a mask of cells */
    unsigned kinds;
    struct comb_witness_form *forms;
    uint16_t kind_at[COMB_WITNESS_MOST_CELLS];
    struct comb_witness_laid *laid; /* of yellow kinds, by first cell */
    uint32_t laid_from[COMB_WITNESS_MOST_CELLS + 1];
    uint32_t *over; /* numbers of laid pieces, by every cell they cover */
    uint32_t over_from[COMB_WITNESS_MOST_CELLS + 1];
    uint64_t not_first[COMB_WITNESS_CELL_WORDS], not_last[COMB_WITNESS_CELL_WORDS]; /* column */
    bool disconnected;                                                              /* some yellow piece is */
    struct comb_witness_cover_level *levels;
    uint16_t *left;                           /* a number per kind, for the searches */
    struct comb_witness_blue *blue, *nothing; /* boards for the search with blue: for fit and for cancel; or NULL */
    struct comb_witness_memo memo;
    uint64_t *key;
    size_t edge_words; /* of the key */
    unsigned unticked; /* nodes since the last tick */
};

/* One node of a search; COMB_OK or the code to leave with. */
static inline int comb_witness_pieces_tick(struct comb_witness_pieces *pieces)
{
    if (++pieces->unticked < COMB_WITNESS_NODES_A_TICK)
        return COMB_OK;
    pieces->unticked = 0;
    return comb_job_tick(pieces->job, 0);
}

/* Yellow pieces alone: exact cover of the region. */
int comb_witness_cover_new(struct comb_witness_pieces *pieces);
int comb_witness_cover(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                       const uint16_t *counts, const struct comb_witness_edges *walls);

/* With blue ones. `region` is NULL for "0 everywhere". */
int comb_witness_blue_new(struct comb_witness_pieces *pieces);
void comb_witness_blue_free(struct comb_witness_pieces *pieces);
int comb_witness_blue_fit(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                          const uint16_t *counts, const struct comb_witness_edges *walls);

#endif
