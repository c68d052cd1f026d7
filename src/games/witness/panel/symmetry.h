/* The game's `image` and `canon`. A square panel has eight images, any other flat panel four, a pillar
 * four for each turn that keeps its symmetry. */
#ifndef COMB_WITNESS_PANEL_SYMMETRY_H
#define COMB_WITNESS_PANEL_SYMMETRY_H

#include "base/buf.h"
#include "games/witness/panel/panel.h"

int comb_witness_image(void **out, const void *board, unsigned index, struct comb_error *err);
int comb_witness_canon(struct comb_buf *out, const void *board, struct comb_error *err);

#endif
