/* Moves of the panel editor, each written as one word:
 *
 *     3,1=sq:black              a place, by its column and row among nodes, edges and cells, from 0; a word of text.h
 *     symmetry=rotational       none, horizontal, vertical; on pillars also translated
 *     lines=cyan,yellow         colours of the line and of its mirror image; none
 *     size=5x6                  keeps what still fits, aligned to the top left
 *     pillar=yes                joins the right border to the left one; no
 *     rules=game                the rule set that the panel names; none
 *
 * Under symmetry starts and ends are added and removed in pairs. */
#ifndef COMB_WITNESS_PANEL_MOVES_H
#define COMB_WITNESS_PANEL_MOVES_H

#include "games/witness/panel/panel.h"

int comb_witness_apply(void **next, const void *board, const char *move, struct comb_error *err);

#endif
