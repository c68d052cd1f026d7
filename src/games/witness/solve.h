/* The answer to a panel as JSON, and a player's own line in the same form. */
#ifndef COMB_WITNESS_SOLVE_H
#define COMB_WITNESS_SOLVE_H

#include "base/json.h"
#include "games/witness/search.h"

/* "notes": what about the panel this rule set does not see, or why it was chosen. Nothing where there is nothing. */
void comb_witness_add_notes(struct comb_json *build, json_t *root, const struct comb_witness_panel *panel,
                            const struct comb_witness_rules *rules, const struct comb_params *params);

/* Adds the note that regions around missing cells may be meant to be joined, where that matters. */
void comb_witness_add_joint_note(struct comb_json *build, json_t *root, const struct comb_witness_graph *graph,
                                 const struct comb_witness_rules *rules);

/* {"board", "solved", "proved", "path", "mirror", "rules", "seconds", "steps"}; "cancelled" where Ys take symbols away;
 * "notes" where the rule set does not see all of the panel;
 * when more than one line was asked for also "lines", "complete", and "unique" or "paths". "proved" says that nothing
 * about the answer is open: a line was found, or the search space is exhausted. */
int comb_witness_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

/* From the words after `comb check witness PANEL`: nodes such as 0,4 1,4 1,3, or a start and steps such as 0,4 RRUU, or
 * the JSON of a path. The start may be left out where the panel has one. */
int comb_witness_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words,
                        size_t count, const struct comb_params *params, struct comb_error *err);

/* [[x, y], ...] of a line, or of its mirror image. */
json_t *comb_witness_path(struct comb_json *build, const struct comb_witness_graph *graph,
                          const struct comb_witness_line *line, bool mirrored);

#endif
