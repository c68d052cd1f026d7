/* The answer to a panel as JSON, and a player's own line in the same form. */
#ifndef COMB_WITNESS_SOLVE_H
#define COMB_WITNESS_SOLVE_H

#include "base/json.h"
#include "games/witness/search/search.h"

/* Adds "notes": what this rule set ignores about the panel, or why it was chosen. Adds nothing if there is none. */
void comb_witness_add_notes(struct comb_json *build, json_t *root, const struct comb_witness_panel *panel,
                            const struct comb_witness_rules *rules, const struct comb_params *params);

/* Adds the note that regions around missing cells may be meant to be joined, if that matters. */
void comb_witness_add_joint_note(struct comb_json *build, json_t *root, const struct comb_witness_graph *graph,
                                 const struct comb_witness_rules *rules);

/* {"board", "solved", "proved", "path", "mirror", "rules", "seconds", "steps"}; "cancelled" if symbols are
 * eliminated; "notes" if the rule set ignores part of the panel; if more than one line was requested also "lines",
 * "complete", and "unique" or "paths". "proved" means that the answer is final: a line was found, or the search
 * space is exhausted. */
int comb_witness_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

/* Reads the words after `comb check witness PANEL`: nodes such as 0,4 1,4 1,3, or a start and steps such as 0,4
 * RRUU, or the JSON of a path. The start may be omitted if the panel has only one. */
int comb_witness_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words,
                        size_t count, const struct comb_params *params, struct comb_error *err);

/* [x, y] of a point: integers for a node, half of one of them for the middle of an edge. */
json_t *comb_witness_point(struct comb_json *build, struct comb_witness_at at);

/* [[x, y], ...] of a line, or of its mirror image. */
json_t *comb_witness_path(struct comb_json *build, const struct comb_witness_graph *graph,
                          const struct comb_witness_line *line, bool mirrored);

#endif
