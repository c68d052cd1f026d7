/* The verifier: checks whether a line solves a panel under a rule set, and if not, explains which rule it breaks,
 * where and why. Written from the rules alone; shares no code with the solver. */
#ifndef COMB_WITNESS_VERIFY_H
#define COMB_WITNESS_VERIFY_H

#include "core/game.h"
#include "games/witness/panel/panel.h"
#include "games/witness/rules/rules.h"

/* The game's `verify`; the board is a struct comb_witness_panel. An answer with "solved": false claims nothing about
 * a line and passes. A violation is an object with
 *     "rule"      answer, rules, path, paths, mirror, cancelled, lines, unique (of the answer itself);
 *                 line, start, end, gap, symmetry, colour, dot, triangle, square, star, polyomino, elimination
 *     "message"   for the player
 *     "rules"     the rule set
 *     "place"     [column, row] as in panel.h, of the symbol or of the position on the line; if there is one
 *     "places"    all of them, if several symbols break a rule together
 *     "cells"     numbers (x + width y) of the cells of the region, and
 *     "region"    the same as [[x, y], ...]; if there is one */
int comb_witness_verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                        const struct comb_params *params, struct comb_error *err);

/* Verifies one line, given as (x, y) of its nodes from the top left. COMB_OK: it is right; COMB_NO: it is wrong, and
 * the violations are appended. `violations` may be NULL: then the first error ends the check and no text is made,
 * which is fast enough to check every line of a small panel. COMB_LIMIT, COMB_INTERRUPTED, COMB_NO_MEMORY: no
 * verdict. `job` may be NULL. */
int comb_witness_verify_line(json_t *violations, const struct comb_witness_panel *panel,
                             const struct comb_witness_rules *rules, const unsigned (*nodes)[2], size_t count,
                             struct comb_job *job, struct comb_error *err);

/* The same for a line that may start and end in the middle of an edge: its points are given by column and row, as in
 * panel.h. */
int comb_witness_verify_points(json_t *violations, const struct comb_witness_panel *panel,
                               const struct comb_witness_rules *rules, const unsigned (*points)[2], size_t count,
                               struct comb_job *job, struct comb_error *err);

/* The same, by column and row and without violations; for a right line, `cancelled` then says for every place (column +
 * columns row) whether its symbol is eliminated. Each elimination mark removes one symbol; marks that cancel each
 * other, under the rules of the game, are among the removed symbols. Of equal symbols the later ones go, and of several
 * possible choices always the same is reported. */
int comb_witness_verify_cancelled(bool *cancelled, const struct comb_witness_panel *panel,
                                  const struct comb_witness_rules *rules, const unsigned (*points)[2], size_t count,
                                  struct comb_job *job, struct comb_error *err);

/* Lists the places of these symbols, [[column, row], ...] in reading order, for an answer with this "path". COMB_OK
 * with *out NULL if nothing is eliminated or the line is wrong. */
int comb_witness_cancelled(json_t **out, const struct comb_witness_panel *panel, const struct comb_witness_rules *rules,
                           const json_t *path, struct comb_job *job, struct comb_error *err);

#endif
