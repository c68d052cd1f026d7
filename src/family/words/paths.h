/* Writes paths for people (--paths). */
#ifndef COMB_FAMILY_WORDS_PATHS_H
#define COMB_FAMILY_WORDS_PATHS_H

#include "base/buf.h"
#include "base/json.h"
#include "family/words/game.h"

/* Appends the path of a word as --paths asks:
 *
 *     cells     0-1-5      cells numbered from 0 in reading order
 *     names     A1-B1-B2   column and row; in hexagon boards the place in the row and the row
 *     arrows    A1 →↓      the first cell, then directions; N NE E ... without Unicode */
void comb_words_write_path(struct comb_buf *out, const struct comb_words_board *board, const json_t *path,
                           const struct comb_params *params, bool unicode);

#endif
