/* The game's `image` and `canon`. */
#ifndef COMB_HEXCELLS_LEVEL_SYMMETRY_H
#define COMB_HEXCELLS_LEVEL_SYMMETRY_H

#include "games/hexcells/level/level.h"

int comb_hexcells_image(void **out, const void *board, unsigned index, struct comb_error *err);
int comb_hexcells_canon(struct comb_buf *out, const void *board, struct comb_error *err);

#endif
