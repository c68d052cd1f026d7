/* Symbols and places in words: the same in labels, hints and findings. */
#ifndef COMB_WITNESS_SCENE_WORDS_H
#define COMB_WITNESS_SCENE_WORDS_H

#include "base/buf.h"
#include "games/witness/panel.h"

/* The colour a symbol is drawn and called in: the one written on it, else that of its kind. */
enum comb_witness_color comb_witness_shown_color(const struct comb_witness_thing *thing);

char comb_witness_color_letter(enum comb_witness_color color); /* 'k' for black, 'w' for white ... */

/* Whether it is something that a player reads: a dot, a start, an end, or what stands in a cell. */
bool comb_witness_is_symbol(const struct comb_witness_thing *thing);

/* "white square", "2 triangles", "yellow piece of 4 cells that may be turned" */
void comb_witness_name_thing(struct comb_buf *out, const struct comb_witness_thing *thing);

/* "in cell (1,2)", "at (0,4)" of a node, "on the edge (0,4)-(1,4)"; all from the top left, from 0 */
void comb_witness_name_place(struct comb_buf *out, unsigned column, unsigned row);

#endif
