/* Pieces: whether the polyominoes of a region fit, as a question of shape alone. Which pieces must fit, and what
 * happens when they do not, is up to the rules (region.c).
 *
 * Pieces that can be laid in the same ways are of one kind, so that a set of pieces is a number per kind. Fixed pieces
 * are only shifted, free ones also turned, none is mirrored; a piece may be disconnected. */
#ifndef COMB_WITNESS_PIECES_H
#define COMB_WITNESS_PIECES_H

#include "core/job.h"
#include "games/witness/graph.h"
#include "games/witness/rules.h"

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

/* Whether the pieces, counts[kind] of each, can be laid so that yellow covers less blue ones are 1 on every cell of the
 * region and 0 everywhere else. With blue pieces among them they may leave the board if the rules say so (windmill:
 * always). `walls`, or NULL, are edges between two cells of the region that at most as many yellow pieces may straddle
 * as blue pieces touch. COMB_OK, COMB_NO, or COMB_LIMIT, COMB_INTERRUPTED, COMB_NO_MEMORY. */
int comb_witness_pieces_fit(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                            const uint16_t *counts, const struct comb_witness_edges *walls);

/* The same with 0 everywhere: yellow and blue take each other away. */
int comb_witness_pieces_cancel(struct comb_witness_pieces *pieces, const uint16_t *counts);

#endif
