#include "core/run.h"

#include "base/without_const.h"

#include <string.h>

static bool is_partial(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED;
}

bool comb_code_has_result(int code)
{
    return code == COMB_OK || code == COMB_NO || is_partial(code);
}

int comb_exit_status(int code)
{
    switch (code) {
    case COMB_NO_MEMORY:
        return COMB_LIMIT;
    case COMB_IO:
        return COMB_BAD_INPUT;
    default:
        return code;
    }
}

static json_t *start_object(struct comb_json *build, const struct comb_game *game)
{
    json_t *root = comb_json_object(build);
    comb_json_set(build, root, "schema", comb_json_int(build, COMB_SCHEMA));
    if (game)
        comb_json_set(build, root, "game", comb_json_string(build, game->name));
    return root;
}

/* Merges the game's result into the object. Adds "complete": false to a partial result, so that it can be recognised
 * without its code. */
static void merge_result(struct comb_json *build, json_t *root, json_t *found, int code)
{
    if (json_object_update(root, found) != 0)
        build->failed = true;
    if (is_partial(code) && !json_object_get(root, "complete"))
        comb_json_set(build, root, "complete", comb_json_bool(build, false));
    json_decref(found);
}

/* Turns the first violation into the error: an answer of our solver that breaks a rule is a bug, never a result. */
int comb_run_verify(const json_t *answer, const struct comb_board *board, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err)
{
    if (!board->game->verify)
        return COMB_OK;
    json_t *violations = json_array();
    int code =
        violations ? board->game->verify(violations, board->data, answer, job, params, err) : comb_fail_memory(err);
    if (code == COMB_OK && json_array_size(violations) > 0) {
        const char *message = json_string_value(json_object_get(json_array_get(violations, 0), "message"));
        code = comb_fail(err, COMB_BUG, "the verifier disagrees with the solver: %s", message ? message : "");
    }
    json_decref(violations);
    return code;
}

int comb_run_part(json_t **out, const struct comb_game *game, const json_t *part, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = start_object(&build, game);
    build.failed |= json_object_update(root, comb_without_const(part)) != 0;
    return comb_json_finish(out, &build, root, err);
}

/* Uses a separate job, since the solver may have used up the limits. Keeps the error of the limit unless the verifier
 * disagrees. */
int comb_run_verify_part(const json_t *answer, const struct comb_board *board, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err)
{
    struct comb_job *verify_job = NULL;
    struct comb_error verify_err = {0};
    int code = comb_job_new(
        &verify_job, &(struct comb_job_setup){.context = comb_job_context(job), .inherit_from = job}, &verify_err);
    if (code == COMB_OK)
        code = comb_run_verify(answer, board, verify_job, params, &verify_err);
    comb_job_free(verify_job);
    if (code != COMB_OK && err)
        *err = verify_err;
    return code;
}

int comb_run_solve(json_t **answer, const struct comb_board *board, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err)
{
    *answer = NULL;
    if (!board->game->solve)
        return comb_fail(err, COMB_BAD_INPUT, "'solve' does not support %s", board->game->name);
    json_t *found = NULL;
    int solved = board->game->solve(&found, board->data, job, params, err);
    if (!comb_code_has_result(solved) || !found) {
        json_decref(found);
        return solved;
    }
    struct comb_json build = {0};
    json_t *root = start_object(&build, board->game);
    merge_result(&build, root, found, solved);
    int code = comb_json_finish(answer, &build, root, err);
    if (code == COMB_OK)
        code = is_partial(solved) ? comb_run_verify_part(*answer, board, job, params, err)
                                  : comb_run_verify(*answer, board, job, params, err);
    if (code == COMB_OK)
        return solved;
    json_decref(*answer);
    *answer = NULL;
    return code;
}

/* Solves the board again to confirm its score. Uses a separate job, since the search may have used up the limits. */
static int confirm_board(const json_t *found, const struct comb_game *game, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err)
{
    const char *text = json_string_value(json_object_get(found, "board"));
    if (!text || !*text)
        return COMB_OK;
    struct comb_job *verify_job = NULL;
    struct comb_board *board = NULL;
    json_t *answer = NULL;
    int code =
        comb_job_new(&verify_job, &(struct comb_job_setup){.context = comb_job_context(job), .inherit_from = job}, err);
    if (code == COMB_OK)
        code = comb_board_open(&board, game, text, strlen(text), verify_job, params, err);
    if (code == COMB_OK)
        code = comb_run_solve(&answer, board, verify_job, params, err);
    if (code == COMB_OK &&
        json_integer_value(json_object_get(answer, "score")) != json_integer_value(json_object_get(found, "score")))
        code = comb_fail(err, COMB_BUG, "board %.80s: the score of the search is wrong", text);
    json_decref(answer);
    comb_board_free(board);
    comb_job_free(verify_job);
    return code;
}

/* Confirms the first boards of a proof; more would only repeat the same check. */
static int confirm_boards(const json_t *found, const struct comb_game *game, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err)
{
    enum { CONFIRMED = 100 };
    const json_t *boards = json_object_get(found, "boards");
    int code = COMB_OK;
    for (size_t i = 0; i < json_array_size(boards) && i < CONFIRMED && code == COMB_OK; i++)
        code = confirm_board(json_array_get(boards, i), game, job, params, err);
    return code;
}

/* A game's board search, `best` or `prove`, and the function that confirms its result. */
struct board_search {
    int (*search)(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                  struct comb_error *err);
    int (*confirm_board)(const json_t *found, const struct comb_game *game, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err);
};

static int run_board_search(json_t **found, const struct board_search *board_search, const struct comb_game *game,
                            struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    json_t *part = NULL;
    int searched = board_search->search(&part, game, job, params, err);
    if ((!comb_code_has_result(searched) && searched != COMB_IO) || !part) {
        json_decref(part);
        return searched;
    }
    struct comb_json build = {0};
    json_t *root = start_object(&build, game);
    merge_result(&build, root, part, searched);
    struct comb_error confirm_err = {0};
    int code = comb_json_finish(found, &build, root, err);
    if (code == COMB_OK)
        code = board_search->confirm_board(*found, game, job, params, &confirm_err);
    if (code == COMB_OK)
        return searched;
    if (err && confirm_err.code != COMB_OK)
        *err = confirm_err;
    json_decref(*found);
    *found = NULL;
    return code;
}

int comb_run_best(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                  struct comb_error *err)
{
    *found = NULL;
    if (!game->best)
        return comb_fail(err, COMB_BAD_INPUT, "'best' does not support %s", game->name);
    return run_board_search(found, &(struct board_search){game->best, confirm_board}, game, job, params, err);
}

int comb_run_prove(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                   struct comb_error *err)
{
    *found = NULL;
    if (!game->prove)
        return comb_fail(err, COMB_BAD_INPUT, "'prove' does not support %s", game->name);
    return run_board_search(found, &(struct board_search){game->prove, confirm_boards}, game, job, params, err);
}

/* ---- checking an answer ---- */

/* Time limit for solving again if no other limit is set. */
static const double RECHECK_SECONDS = 10;

static int check_schema(const struct comb_claims *claims, const json_t *answer, struct comb_error *err)
{
    const json_t *schema = json_object_get(answer, "schema");
    const json_t *complete = json_object_get(answer, "complete");
    int code = COMB_OK;
    if (schema && !(json_is_integer(schema) && json_integer_value(schema) == COMB_SCHEMA))
        code = comb_violation(claims->violations, "schema", NULL, 0, err, "\"schema\" is not %d", COMB_SCHEMA);
    if (code == COMB_OK && complete && !json_is_boolean(complete))
        code = comb_violation(claims->violations, "complete", NULL, 0, err, "\"complete\" is neither true nor false");
    return code;
}

static bool is_same_board(const struct comb_board *board, const char *text, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err)
{
    struct comb_board *other = NULL;
    struct comb_buf board_text = {0};
    struct comb_buf other_text = {0};
    bool same = comb_board_open(&other, board->game, text, strlen(text), job, params, err) == COMB_OK;
    if (same) {
        board->game->print(&board_text, board->data);
        board->game->print(&other_text, other->data);
        same = !board_text.failed && !other_text.failed &&
               strcmp(comb_buf_text(&board_text), comb_buf_text(&other_text)) == 0;
    }
    comb_buf_free(&board_text);
    comb_buf_free(&other_text);
    comb_board_free(other);
    return same;
}

static int check_board(const struct comb_claims *claims, const struct comb_board *board, const json_t *answer,
                       struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    const json_t *named = json_object_get(answer, "board");
    const char *text = json_string_value(named);
    struct comb_error unreadable = {0};
    if (!named || (text && is_same_board(board, text, job, params, &unreadable)))
        return COMB_OK;
    return unreadable.code == COMB_NO_MEMORY
               ? comb_fail_memory(err)
               : comb_violation(claims->violations, "board", NULL, 0, err, "the answer is for another board");
}

/* Uses a child job with its own time limit. */
static int recheck(struct comb_claims *claims, const struct comb_board *board, const json_t *answer,
                   struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_job *recheck_job = NULL;
    struct comb_job_setup setup = {
        .context = comb_job_context(job),
        .parent = job,
        .inherit_from = job,
        .time_limit = comb_job_time_limit(job) > 0 ? 0 : RECHECK_SECONDS,
        .threads = comb_job_threads(job),
        .seed = comb_job_seed(job),
    };
    int code = comb_job_new(&recheck_job, &setup, err);
    if (code == COMB_OK)
        code = board->game->recheck(claims, board->data, answer, recheck_job, params, err);
    comb_job_free(recheck_job);
    return code;
}

/* Checks the claims that verify does not: schema, board, completeness. */
static int check_claims(struct comb_claims *claims, const struct comb_board *board, const json_t *answer,
                        struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    int code = check_schema(claims, answer, err);
    if (code == COMB_OK)
        code = check_board(claims, board, answer, job, params, err);
    comb_claims_mark_checked(claims, "schema");
    comb_claims_mark_checked(claims, "game");
    comb_claims_mark_checked(claims, "board");
    if (code == COMB_OK && board->game->recheck && json_array_size(claims->violations) == 0)
        code = recheck(claims, board, answer, job, params, err);
    return code;
}

static int write_verdict(json_t **verdict, const struct comb_board *board, json_t *answer, json_t *violations,
                         json_t *not_checked, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    board->game->print(&text, board->data);
    json_t *root = start_object(&build, board->game);
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "valid", comb_json_bool(&build, json_array_size(violations) == 0));
    comb_json_set(&build, root, "answer", json_incref(answer));
    comb_json_set(&build, root, "violations", json_incref(violations));
    comb_json_set(&build, root, "not_checked", json_incref(not_checked));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(verdict, &build, root, err);
}

/* `foreign`: an object from anywhere, which may contain more than the game's `parse_answer` would write. */
static int check_and_report(json_t **verdict, const struct comb_board *board, json_t *answer, bool foreign,
                            struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_claims claims = {.violations = json_array(), .checked = json_object()};
    json_t *not_checked = NULL;
    int code = claims.violations && claims.checked
                   ? board->game->verify(claims.violations, board->data, answer, job, params, err)
                   : comb_fail_memory(err);
    if (code == COMB_OK && foreign)
        code = check_claims(&claims, board, answer, job, params, err);
    int written = code;
    if (code == COMB_OK || is_partial(code))
        written = foreign ? comb_claims_unchecked(&not_checked, &claims, answer, board->game->verified, err)
                  : (not_checked = json_array()) ? COMB_OK
                                                 : comb_fail_memory(err);
    if (not_checked)
        written = write_verdict(verdict, board, answer, claims.violations, not_checked, err);
    bool valid = json_array_size(claims.violations) == 0;
    json_decref(not_checked);
    json_decref(claims.violations);
    json_decref(claims.checked);
    return written != COMB_OK ? written : valid ? code : COMB_NO;
}

static int cannot_check(const struct comb_game *game, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT, "'check' does not support %s answers", game->name);
}

/* Checks that the object holds something to verify: what the player must find, or the claim that there is no solution.
 */
static int check_form(const json_t *answer, const struct comb_game *game, struct comb_error *err)
{
    const json_t *named = json_object_get(answer, "game");
    const char *name = json_string_value(named);
    if (!json_is_object(answer))
        return comb_fail(err, COMB_BAD_INPUT, "expected a JSON object as printed by 'comb solve --json'");
    if (named && !name)
        return comb_fail(err, COMB_BAD_INPUT, "\"game\" is not a string: expected \"%s\"", game->name);
    if (name && strcmp(name, game->name) != 0)
        return comb_fail(err, COMB_BAD_INPUT, "the answer is for '%.40s', the board is for %s", name, game->name);
    bool none = game->recheck && json_is_false(json_object_get(answer, "solved"));
    if (game->answer_member && !none && !json_is_array(json_object_get(answer, game->answer_member)))
        return comb_fail(err, COMB_BAD_INPUT, "nothing to check: the answer has no \"%s\"", game->answer_member);
    return COMB_OK;
}

int comb_run_check_answer(json_t **verdict, const struct comb_board *board, json_t *answer, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err)
{
    json_t *inner = json_object_get(answer, "answer"); /* the result of comb_run_check contains the answer */
    *verdict = NULL;
    if (!board->game->verify)
        return cannot_check(board->game, err);
    if (json_is_object(inner))
        answer = inner;
    int code = check_form(answer, board->game, err);
    return code == COMB_OK ? check_and_report(verdict, board, answer, true, job, params, err) : code;
}

static int check_text(json_t **verdict, const struct comb_board *board, const char *text, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err)
{
    json_t *answer = NULL;
    int code = comb_json_parse(&answer, text, strlen(text), err);
    if (code == COMB_OK)
        code = comb_run_check_answer(verdict, board, answer, job, params, err);
    json_decref(answer);
    return code;
}

int comb_run_check(json_t **verdict, const struct comb_board *board, const char *const *words, size_t count,
                   struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    *verdict = NULL;
    if (count == 1 && words[0][strspn(words[0], " \t\r\n")] == '{')
        return check_text(verdict, board, words[0], job, params, err);
    if (!board->game->parse_answer || !board->game->verify)
        return cannot_check(board->game, err);
    json_t *answer = NULL;
    int code = board->game->parse_answer(&answer, board->data, job, words, count, params, err);
    if (code == COMB_OK)
        code = check_and_report(verdict, board, answer, false, job, params, err);
    json_decref(answer);
    return code;
}

/* ---- hint, rate, lint, count ---- */

typedef int board_function(json_t **out, const void *board, struct comb_job *job, const struct comb_params *params,
                           struct comb_error *err);

static int run_board_function(json_t **out, board_function *member, const char *verb, const struct comb_board *board,
                              struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    *out = NULL;
    if (!member)
        return comb_fail(err, COMB_BAD_INPUT, "'%s' does not support %s boards", verb, board->game->name);
    json_t *found = NULL;
    int result_code = member(&found, board->data, job, params, err);
    if (!comb_code_has_result(result_code) || !found) {
        json_decref(found);
        return result_code;
    }
    struct comb_json build = {0};
    struct comb_buf text = {0};
    board->game->print(&text, board->data);
    json_t *root = start_object(&build, board->game);
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    merge_result(&build, root, found, result_code);
    build.failed |= text.failed;
    comb_buf_free(&text);
    int code = comb_json_finish(out, &build, root, err);
    return code == COMB_OK ? result_code : code;
}

int comb_run_hint(json_t **hint, const struct comb_board *board, struct comb_job *job, const struct comb_params *params,
                  struct comb_error *err)
{
    return run_board_function(hint, board->game->hint, "hint", board, job, params, err);
}

int comb_run_rate(json_t **rating, const struct comb_board *board, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err)
{
    return run_board_function(rating, board->game->rate, "rate", board, job, params, err);
}

int comb_run_lint(json_t **findings, const struct comb_board *board, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err)
{
    return run_board_function(findings, board->game->lint, "check", board, job, params, err);
}

int comb_run_count(json_t **counted, const struct comb_board *board, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err)
{
    return run_board_function(counted, board->game->count, "count", board, job, params, err);
}

int comb_run_error(json_t **out, const struct comb_error *failure, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = start_object(&build, NULL);
    json_t *error = comb_json_object(&build);
    comb_json_set(&build, error, "code", comb_json_int(&build, comb_exit_status(failure->code)));
    comb_json_set(&build, error, "message", comb_json_string(&build, failure->message));
    comb_json_set(&build, error, "line", comb_json_int(&build, failure->line));
    comb_json_set(&build, error, "column", comb_json_int(&build, failure->column));
    comb_json_set(&build, error, "position", comb_json_int(&build, (long long)failure->position));
    comb_json_set(&build, error, "length", comb_json_int(&build, (long long)failure->length));
    comb_json_set(&build, root, "error", error);
    return comb_json_finish(out, &build, root, err);
}
