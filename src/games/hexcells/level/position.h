/* Reads a cell or line hint in the notation of positions; shared by positions and moves. */
#ifndef COMB_HEXCELLS_LEVEL_POSITION_H
#define COMB_HEXCELLS_LEVEL_POSITION_H

#include "games/hexcells/level/level_text.h"

struct comb_hexcells_thing {
    bool is_line;
    struct comb_hexcells_cell cell; /* only one of the two is valid; its point is not set */
    struct comb_hexcells_line line;
};

/* o, x, x7, x_, ?, 3, {3}, -3-, _, s4, se{2}~ ... */
bool comb_hexcells_thing_read(struct comb_hexcells_thing *thing, const char *text, size_t length);

#endif
