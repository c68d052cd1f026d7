/* Pieces: whether a set of polyominoes fits a region, as a question of shape alone. The rules (region.c) decide
 * which pieces must fit and what happens if they do not.
 *
 * Pieces with the same placements have the same kind, so a set of pieces is a count per kind. Fixed pieces are only
 * translated, free ones also rotated, none is mirrored; a piece may be disconnected. */
#ifndef COMB_WITNESS_RULES_PIECES_H
#define COMB_WITNESS_RULES_PIECES_H

#include "core/job.h"
#include "games/witness/panel/graph.h"
#include "games/witness/rules/rules.h"

/* One per thread. */
struct comb_witness_pieces;

struct comb_witness_piece_kind {
    unsigned size; /* cells; may be 0 */
    bool negative; /* blue */
};

int comb_witness_pieces_new(struct comb_witness_pieces **out, const struct comb_witness_graph *graph,
                            const struct comb_witness_rules *rules, struct comb_job *job, struct comb_error *err);
void comb_witness_pieces_free(struct comb_witness_pieces *pieces);

unsigned comb_witness_pieces_kinds(const struct comb_witness_pieces *pieces);
const struct comb_witness_piece_kind *comb_witness_pieces_kind(const struct comb_witness_pieces *pieces, unsigned kind);
unsigned comb_witness_pieces_at(const struct comb_witness_pieces *pieces, unsigned cell); /* a kind, or NOWHERE */

/* Decides whether the pieces, counts[kind] of each, can be placed so that yellow covers minus blue covers are 1 on
 * every cell of the region and 0 everywhere else. If there are blue pieces, pieces may leave the board where the
 * rules allow it (windmill: always). `walls`, or NULL, are edges between two cells of the region; for each of them,
 * at most as many yellow pieces may straddle it as blue pieces touch it. Returns COMB_OK, COMB_NO, or COMB_LIMIT,
 * COMB_INTERRUPTED, COMB_NO_MEMORY. */
int comb_witness_pieces_fit(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                            const uint16_t *counts, const struct comb_witness_edges *walls);

/* The same with 0 everywhere: yellow and blue cancel out. */
int comb_witness_pieces_cancel(struct comb_witness_pieces *pieces, const uint16_t *counts);

#endif
