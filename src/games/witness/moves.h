/* Moves are what an editor of panels does, each written as one word:
 *
 *     3,1=sq:black              a place, by its column and row among nodes, edges and cells, from 0; a word of text.h
 *     symmetry=rotational       none, horizontal, vertical
 *     lines=cyan,yellow         colours of the line and of its mirror image; none
 *     size=5x6                  what still fits is kept, at the top left
 *
 * Under symmetry starts and ends come and go in pairs. */
#ifndef COMB_WITNESS_MOVES_H
#define COMB_WITNESS_MOVES_H

#include "games/witness/panel.h"

int comb_witness_apply(void **next, const void *board, const char *move, struct comb_error *err);

#endif
