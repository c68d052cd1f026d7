/* The things of a position in their text form, shared by positions and moves. */
#ifndef COMB_GAMES_HEXCELLS_POSITION_H
#define COMB_GAMES_HEXCELLS_POSITION_H

#include "games/hexcells/level_text.h"

struct comb_hexcells_thing {
    bool is_line;
    struct comb_hexcells_cell cell; /* one of the two, without its point */
    struct comb_hexcells_line line;
};

/* o, x, x7, x_, ?, 3, {3}, -3-, _, s4, se{2}~ ... */
bool comb_hexcells_thing_read(struct comb_hexcells_thing *thing, const char *text, size_t length);

#endif
