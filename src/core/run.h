/* Run: performs a verb on a board and returns the final JSON. Command line and web server both use it, so both return
 * the same object and neither can skip the verifier. */
#ifndef COMB_CORE_RUN_H
#define COMB_CORE_RUN_H

#include "core/board.h"

/* Schema number in every object that the program outputs; it increases when a field changes its meaning. */
enum { COMB_SCHEMA = 1 };

/* Solves: {"schema", "game", ...the game's answer}. COMB_OK, COMB_NO, or COMB_LIMIT / COMB_INTERRUPTED with a partial
 * answer ("complete": false). The answer has passed the verifier; otherwise the code is COMB_BUG. *answer may be NULL
 * on an error. */
int comb_run_solve(json_t **answer, const struct comb_board *board, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err);

/* Verifies an answer of our solver: COMB_OK, or COMB_BUG if a rule is broken. */
int comb_run_verify(const json_t *answer, const struct comb_board *board, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

/* Verifies a part of an answer that was delivered early (comb_job_deliver), before it is shown. Works even if the job
 * has since reached a limit or was cancelled. */
int comb_run_verify_part(const json_t *part, const struct comb_board *board, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err);

/* Wraps such a part in an object: {"schema", "game", ...part}. */
int comb_run_part(json_t **out, const struct comb_game *game, const json_t *part, struct comb_error *err);

/* Checks a player's answer: {"schema", "game", "board", "valid", "answer", "violations": [...], "not_checked":
 * [paths]}. COMB_NO if a rule is broken. A single word that starts with { is parsed as JSON and passed to
 * comb_run_check_answer. */
int comb_run_check(json_t **verdict, const struct comb_board *board, const char *const *words, size_t count,
                   struct comb_job *job, const struct comb_params *params, struct comb_error *err);

/* Checks an answer from any source, in the format of comb_run_solve or of this function. Every field is checked, if
 * necessary by solving again, or listed in "not_checked". COMB_NO if a rule is broken or a claim is false. COMB_LIMIT
 * or COMB_INTERRUPTED, with the verdict, if no fault was found until then; if the job has no time limit, solving again
 * takes at most ten seconds. COMB_BAD_INPUT if the answer belongs to another game or holds nothing to check. */
int comb_run_check_answer(json_t **verdict, const struct comb_board *board, json_t *answer, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err);

/* Searches for the best board: {"schema", "game", ...the game's result}. The board found is solved again to confirm its
 * score; otherwise the code is COMB_BUG. Codes as for comb_run_solve; also COMB_IO, with the result, if a file could
 * not be written. */
int comb_run_best(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                  struct comb_error *err);

/* Proves the best boards: {"schema", "game", ...the game's result}. The first hundred listed boards are solved again to
 * confirm their scores; otherwise the code is COMB_BUG. Codes as for comb_run_solve. */
int comb_run_prove(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                   struct comb_error *err);

/* {"schema", "game", "board", ...the result of the game's hint, rate, lint or count}; see core/game.h for the codes. */
int comb_run_hint(json_t **hint, const struct comb_board *board, struct comb_job *job, const struct comb_params *params,
                  struct comb_error *err);
int comb_run_rate(json_t **rating, const struct comb_board *board, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err);
int comb_run_lint(json_t **findings, const struct comb_board *board, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err);
int comb_run_count(json_t **counted, const struct comb_board *board, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err);

/* {"schema", "error": {"code", "message", "line", "column", "position", "length"}} */
int comb_run_error(json_t **out, const struct comb_error *failure, struct comb_error *err);

/* Whether a result with this code may be shown. */
bool comb_code_has_result(int code);

/* The program's exit status for a code. */
int comb_exit_status(int code);

#endif
