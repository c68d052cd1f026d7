/* Open regions: bounds for a search. Of a region that is not closed yet the search knows cells that it certainly has
 * and cells that it can have at most; what is asked here is whether no region in between can be right. "Hopeless" is a
 * proof, anything else says nothing. */
#ifndef COMB_WITNESS_OPEN_REGION_H
#define COMB_WITNESS_OPEN_REGION_H

#include "games/witness/region.h"

/* What is known of a region while the line grows. An edge is used, or possible (a line or its mirror image may still
 * come to use it), or, being neither, will never be used.
 *
 *     core    cells that are certainly in the region: joined through edges that will never be used. Not empty
 *     flood   all cells that can be reached from the core through edges that are not used
 *
 * All of them cells of comb_witness_judge_cells(). Saying "possible" of an edge that is not is allowed and only makes
 * the proof weaker, and so is a flood that is too large or a core that is too small. */
struct comb_witness_open_class {
    const struct comb_witness_cells *core, *flood;
    const struct comb_witness_edges *used, *possible;
};

/* One per thread, beside a judge. */
struct comb_witness_open;

/* The judge is borrowed and must live longer. */
int comb_witness_open_new(struct comb_witness_open **out, struct comb_witness_judge *judge, struct comb_error *err);
void comb_witness_open_free(struct comb_witness_open *open);

/* Counting only, well under a microsecond: whether every line that grows from here makes this region wrong. Errors that
 * are already certain against the Ys within reach, Ys without anything to eliminate, sizes of pieces against the room
 * there is, cells that no piece within reach can cover, pieces that fit nowhere. */
bool comb_witness_open_hopeless(struct comb_witness_open *open, const struct comb_witness_open_class *class);

/* The same question put to the pieces alone by a short search (some microseconds, remembered): whether the certain
 * cells can be covered at all. Only worth asking when the other says false. */
bool comb_witness_open_unpackable(struct comb_witness_open *open, const struct comb_witness_open_class *class);

#endif
