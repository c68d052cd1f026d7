/* Run: what a verb does with a board, from the question to the finished JSON. The command line and the web both call
 * this, so that both give the same object and neither can forget the verifier. */
#ifndef COMB_CORE_RUN_H
#define COMB_CORE_RUN_H

#include "core/board.h"

/* Every object that leaves the program starts with this number; it rises when a field changes its meaning. */
enum { COMB_SCHEMA = 1 };

/* {"schema", "game", ...the game's answer}. COMB_OK, COMB_NO, or COMB_LIMIT / COMB_INTERRUPTED with a partial answer,
 * which has "complete": false; the answer has passed the verifier, or the code is COMB_BUG. *answer may be NULL on an
 * error. */
int comb_run_solve(json_t **answer, const struct comb_board *board, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err);

/* COMB_OK when the verifier finds nothing wrong with an answer of ours, or COMB_BUG. */
int comb_run_verify(const json_t *answer, const struct comb_board *board, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

/* The same for a part of an answer that was delivered on the way (comb_job_deliver), before it is shown: also when the
 * job has reached a limit or was cancelled since. */
int comb_run_verify_part(const json_t *part, const struct comb_board *board, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err);

/* Such a part as an object of its own: {"schema", "game", ...part}. */
int comb_run_part(json_t **out, const struct comb_game *game, const json_t *part, struct comb_error *err);

/* {"schema", "game", "board", "valid", "answer", "violations": [...], "not_checked": [paths]}; COMB_NO when a rule is
 * broken. One word that begins with { is an object as below. */
int comb_run_check(json_t **verdict, const struct comb_board *board, const char *const *words, size_t count,
                   struct comb_job *job, const struct comb_params *params, struct comb_error *err);

/* The same for an answer as comb_run_solve or this one gives it, from anywhere. Every field is checked, if need be by
 * solving again, or its path is in "not_checked". COMB_NO when a rule is broken or a claim is false. COMB_LIMIT or
 * COMB_INTERRUPTED, with the verdict, when nothing wrong was found until then; without a time limit of the job, solving
 * again takes ten seconds at most. COMB_BAD_INPUT where the answer is of another game or holds nothing to check. */
int comb_run_check_answer(json_t **verdict, const struct comb_board *board, json_t *answer, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err);

/* {"schema", "game", ...what the game's search found}; the best board has been solved anew and its score confirmed, or
 * the code is COMB_BUG. Codes as for comb_run_solve, and COMB_IO, also with what was found, when a file could not be
 * written. */
int comb_run_best(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                  struct comb_error *err);

/* {"schema", "game", ...what the game's proof found}; boards that it lists have been solved anew and their scores
 * confirmed (the first hundred), or the code is COMB_BUG. Codes as for comb_run_solve. */
int comb_run_prove(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                   struct comb_error *err);

/* {"schema", "game", "board", ...what the game's hint, rate, inspect or count gives}; see core/game.h for their codes.
 */
int comb_run_hint(json_t **hint, const struct comb_board *board, struct comb_job *job, const struct comb_params *params,
                  struct comb_error *err);
int comb_run_rate(json_t **rating, const struct comb_board *board, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err);
int comb_run_inspect(json_t **findings, const struct comb_board *board, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err);
int comb_run_count(json_t **counted, const struct comb_board *board, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err);

/* {"schema", "error": {"code", "message", "line", "column", "position", "length"}} */
int comb_run_error(json_t **out, const struct comb_error *failure, struct comb_error *err);

/* Whether the code leaves a result that is worth showing. */
bool comb_code_has_result(int code);

/* The program's exit status for a code. */
int comb_exit_status(int code);

#endif
