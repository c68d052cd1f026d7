/* Symbols and places in words, used in labels, hints and warnings. */
#ifndef COMB_WITNESS_DRAW_PHRASES_H
#define COMB_WITNESS_DRAW_PHRASES_H

#include "base/buf.h"
#include "games/witness/panel/panel.h"

/* The colour in which a symbol is drawn and named: the one written on it, else the default of its kind. */
enum comb_witness_colour comb_witness_shown_colour(const struct comb_witness_thing *thing);

char comb_witness_colour_letter(enum comb_witness_colour colour); /* 'k' for black, 'w' for white ... */

/* Returns whether it is visible to a player: a dot, a start, an end, or a symbol in a cell. */
bool comb_witness_is_symbol(const struct comb_witness_thing *thing);

/* "white square", "2 triangles", "yellow piece of 4 cells that may be rotated" */
void comb_witness_name_thing(struct comb_buf *out, const struct comb_witness_thing *thing);

/* "in cell (1,2)", "at (0,4)" for a node, "on the edge (0,4)-(1,4)"; counted from the top left, from 0 */
void comb_witness_name_place(struct comb_buf *out, unsigned column, unsigned row);

#endif
