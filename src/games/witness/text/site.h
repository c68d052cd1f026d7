/* Puzzles of witnesspuzzles.com. On the site a puzzle is a JSON text: the argument of Puzzle.deserialize() in the page
 * that plays it.
 *
 *     {"grid": [[place, ...], ...], "pillar": false, "symmetry": {"x": true, "y": false}, "settings": {...}}
 *
 * grid[x][y] are the places of panel.h, column by column: nodes and edges with what is on them, cells with their symbol
 * or null. Accepted are this text, a saved page with it, and an object with it as member "puzzle". A link names only
 * the puzzle: reading one fails and says what to do.
 *
 * A panel that was read names the rules `witnesspuzzles`. docs/formats.md has the details. */
#ifndef COMB_WITNESS_TEXT_SITE_H
#define COMB_WITNESS_TEXT_SITE_H

#include "base/buf.h"
#include "games/witness/panel/panel.h"

/* Returns whether the text looks like such a puzzle, page or link; its content may still be wrong. */
bool comb_witness_is_site(const char *text, size_t length);

int comb_witness_site_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err);

/* Appends the JSON text of the panel. COMB_BAD_INPUT, naming the place, if the site cannot represent it. */
int comb_witness_site_write(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err);

#endif
