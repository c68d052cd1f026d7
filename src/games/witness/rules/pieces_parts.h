/* Internal header of the packing: pieces.c (kinds, cache), pieces_cover.c (yellow alone), pieces_blue.c. */
#ifndef COMB_WITNESS_RULES_PIECES_PARTS_H
#define COMB_WITNESS_RULES_PIECES_PARTS_H

#include "games/witness/rules/pieces.h"
#include "games/witness/rules/region_memo.h"

enum { COMB_WITNESS_CELL_WORDS = COMB_WITNESS_MAX_CELLS / 64, COMB_WITNESS_NODES_PER_TICK = 1 << 14 };

/* One rotation of a piece: its cells in reading order, with a tight bounding box. */
struct comb_witness_turn {
    uint8_t width, height;
    uint16_t rows[COMB_WITNESS_SHAPE_SIDE];
    uint8_t xs[COMB_WITNESS_MAX_CELLS], ys[COMB_WITNESS_MAX_CELLS];
};

/* Returns whether the rotation is so wide that it meets itself around a pillar of this width. */
bool comb_witness_turn_meets_itself(const struct comb_witness_turn *turn, unsigned width);

/* Returns whether two cells, x + width y, are neighbours inside the rotation placed at (x, y) on a pillar. A rotation
 * as wide as the pillar touches itself at its seam, but is not joined there. */
bool comb_witness_turn_joins(const struct comb_witness_turn *turn, unsigned width, unsigned x, unsigned y, unsigned a,
                             unsigned b);

struct comb_witness_form {
    struct comb_witness_piece_kind kind;
    unsigned turn_count;
    struct comb_witness_turn *turns;
};

/* A kind at a position on the board, listed by its first cell in reading order. */
struct comb_witness_placement {
    uint64_t mask[COMB_WITNESS_CELL_WORDS];
    unsigned kind;
    const struct comb_witness_turn *wide; /* if it goes all around a pillar: the rotation, and where its box is */
    uint8_t x, y;
};

struct comb_witness_cover_level {
    uint64_t left[COMB_WITNESS_CELL_WORDS];
    uint32_t next, end;
    const uint32_t *numbers; /* placements to try; NULL: next and end are placement numbers themselves */
    uint16_t kind;
};

struct comb_witness_pieces {
    const struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_arena arena;
    bool leaves_board; /* if there are blue pieces */
    unsigned words;    /* of a mask of cells */
    unsigned kinds;
    struct comb_witness_form *forms;
    uint16_t kind_at[COMB_WITNESS_MAX_CELLS];
    struct comb_witness_placement *placements; /* of yellow kinds, by first cell */
    uint32_t placements_from[COMB_WITNESS_MAX_CELLS + 1];
    uint32_t *over; /* numbers of placements, by every cell they cover */
    uint32_t over_from[COMB_WITNESS_MAX_CELLS + 1];
    uint64_t not_first[COMB_WITNESS_CELL_WORDS], not_last[COMB_WITNESS_CELL_WORDS]; /* column */
    bool disconnected; /* some yellow piece is disconnected */
    struct comb_witness_cover_level *levels;
    uint16_t *left;                         /* count per kind, for the searches */
    struct comb_witness_blue *blue_board;   /* for the search with blue pieces, or NULL */
    struct comb_witness_blue *cancel_board; /* the same for comb_witness_pieces_cancel */
    struct comb_witness_memo memo;
    uint64_t *key;
    size_t edge_words; /* of the key */
    unsigned unticked; /* nodes since the last tick */
};

/* Counts one node of a search; COMB_OK, or the code to return. */
static inline int comb_witness_pieces_tick(struct comb_witness_pieces *pieces)
{
    if (++pieces->unticked < COMB_WITNESS_NODES_PER_TICK)
        return COMB_OK;
    pieces->unticked = 0;
    return comb_job_tick(pieces->job, 0);
}

/* Yellow pieces alone: exact cover of the region. */
int comb_witness_cover_new(struct comb_witness_pieces *pieces);
int comb_witness_cover(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                       const uint16_t *counts, const struct comb_witness_edges *walls);

/* With blue pieces. `region` is NULL for "0 everywhere". */
int comb_witness_blue_new(struct comb_witness_pieces *pieces);
void comb_witness_blue_free(struct comb_witness_pieces *pieces);
int comb_witness_blue_fit(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                          const uint16_t *counts, const struct comb_witness_edges *walls);

#endif
