/* comb.h: verbs. Each is the row of that name in the request layer (request/verb.h), so that the library, the command
 * line and the server share parameters, results and the verifier. */
#include "api/parts.h"

#include "core/run.h"
#include "proof/check/check.h"

/* What a verb is applied to; `board` is NULL for verbs of a game. */
struct verb_call {
    const char *verb;
    const struct comb_game *game;
    const struct comb_board *board;
    const char *const *answer;
    size_t answer_count;
};

static int run_verb(json_t **out, const struct verb_call *call, struct comb_context *context,
                    const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    const struct comb_request_verb *verb = comb_request_verb_find(call->verb);
    struct comb_params params = {0};
    struct comb_api_job job = {0};
    int code = verb->can(call->game)
                   ? comb_api_options(&params, verb->options, call->game, options, err)
                   : comb_fail(err, COMB_BAD_INPUT, "'%s' does not support %s", call->verb, call->game->name);
    if (code == COMB_OK)
        code = comb_api_start_job(&job, context, limits, err);
    struct comb_verb_input input = {.game = call->game,
                                    .board = call->board,
                                    .params = &params,
                                    .answer = call->answer,
                                    .answer_count = call->answer_count};
    if (code == COMB_OK)
        code = verb->run(out, &input, job.job, err);
    comb_job_free(job.job);
    comb_params_free(&params);
    return code;
}

/* ---- verbs with a board ---- */

static int require_board(char **json, const struct comb_context *context, const struct comb_board *board,
                         struct comb_error *err)
{
    int code = comb_api_require_out(json, "json", err);
    if (code == COMB_OK)
        code = comb_api_require(context, "context", err);
    return code == COMB_OK ? comb_api_require(board, "board", err) : code;
}

static int run_on_board(char **json, const char *verb, struct comb_context *context, const struct comb_board *board,
                        const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    json_t *found = NULL;
    int code = require_board(json, context, board, err);
    if (code != COMB_OK)
        return code;
    struct verb_call call = {.verb = verb, .game = board->game, .board = board};
    code = run_verb(&found, &call, context, limits, options, err);
    return comb_api_return_json(json, found, code, err);
}

int comb_solve(char **json, struct comb_context *context, const struct comb_board *board,
               const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    return run_on_board(json, "solve", context, board, limits, options, err);
}

int comb_hint(char **json, struct comb_context *context, const struct comb_board *board,
              const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    return run_on_board(json, "hint", context, board, limits, options, err);
}

int comb_rate(char **json, struct comb_context *context, const struct comb_board *board,
              const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    return run_on_board(json, "rate", context, board, limits, options, err);
}

int comb_count(char **json, struct comb_context *context, const struct comb_board *board,
               const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    return run_on_board(json, "count", context, board, limits, options, err);
}

/* `comb check` without an answer lints the board, in games that have it. */
int comb_lint(char **json, struct comb_context *context, const struct comb_board *board,
              const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    int code = require_board(json, context, board, err);
    if (code == COMB_OK && !board->game->lint)
        code = comb_fail(err, COMB_BAD_INPUT, "'lint' does not support %s", board->game->name);
    return code == COMB_OK ? run_on_board(json, "check", context, board, limits, options, err) : code;
}

int comb_check(char **json, struct comb_context *context, const struct comb_board *board, const char *const *answer,
               const char *const *options, struct comb_error *err)
{
    json_t *verdict = NULL;
    int code = require_board(json, context, board, err);
    if (code == COMB_OK)
        code = comb_api_require((const void *)answer, "answer", err);
    if (code != COMB_OK)
        return code;
    struct verb_call call = {.verb = "check", .game = board->game, .board = board, .answer = answer};
    while (answer[call.answer_count])
        call.answer_count++;
    if (call.answer_count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "'answer' is empty; comb_lint checks the board itself");
    code = run_verb(&verdict, &call, context, NULL, options, err);
    return comb_api_return_json(json, verdict, code, err);
}

/* ---- verbs of a game ---- */

static int require_game(const struct comb_game **game, const struct comb_context *context, const char *name,
                        struct comb_error *err)
{
    int code = comb_api_require(context, "context", err);
    if (code == COMB_OK)
        code = comb_api_require(name, "game", err);
    return code == COMB_OK ? comb_api_find_game(game, name, NULL, err) : code;
}

static int run_on_game(char **json, const char *verb, struct comb_context *context, const char *name,
                       const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    json_t *found = NULL;
    struct verb_call call = {.verb = verb};
    int code = comb_api_require_out(json, "json", err);
    if (code == COMB_OK)
        code = require_game(&call.game, context, name, err);
    if (code != COMB_OK)
        return code;
    code = run_verb(&found, &call, context, limits, options, err);
    return comb_api_return_json(json, found, code, err);
}

int comb_best(char **json, struct comb_context *context, const char *game, const struct comb_limits *limits,
              const char *const *options, struct comb_error *err)
{
    return run_on_game(json, "best", context, game, limits, options, err);
}

int comb_prove(char **json, struct comb_context *context, const char *game, const struct comb_limits *limits,
               const char *const *options, struct comb_error *err)
{
    return run_on_game(json, "prove", context, game, limits, options, err);
}

int comb_make(struct comb_board **out, struct comb_context *context, const char *name, const struct comb_limits *limits,
              const char *const *options, struct comb_error *err)
{
    const struct comb_request_verb *verb = comb_request_verb_find("make");
    const struct comb_game *game = NULL;
    struct comb_params params = {0};
    struct comb_api_job job = {0};
    if (out)
        *out = NULL;
    int code = comb_api_require((const void *)out, "out", err);
    if (code == COMB_OK)
        code = require_game(&game, context, name, err);
    if (code == COMB_OK && !verb->can(game))
        code = comb_fail(err, COMB_BAD_INPUT, "'make' does not support %s", game->name);
    if (code == COMB_OK)
        code = comb_api_options(&params, verb->options, game, options, err);
    if (code == COMB_OK)
        code = comb_api_start_job(&job, context, limits, err);
    if (code == COMB_OK)
        code = comb_board_make(out, game, job.job, &params, err);
    comb_job_free(job.job);
    comb_params_free(&params);
    return code;
}

int comb_verify_proof(char **json, struct comb_context *context, const char *folder, const struct comb_limits *limits,
                      const char *const *options, struct comb_error *err)
{
    struct comb_params params = {0};
    struct comb_api_job job = {0};
    json_t *found = NULL;
    int code = comb_api_require_out(json, "json", err);
    if (code == COMB_OK)
        code = comb_api_require(context, "context", err);
    if (code == COMB_OK)
        code = comb_api_require(folder, "folder", err);
    if (code != COMB_OK)
        return code;
    code = comb_api_options(&params, comb_words_check_proof_options, NULL, options, err);
    if (code == COMB_OK)
        code = comb_api_start_job(&job, context, limits, err);
    if (code == COMB_OK)
        code = comb_words_check_proof(&found, folder, job.job, &params, err);
    comb_job_free(job.job);
    comb_params_free(&params);
    return comb_api_return_json(json, found, code, err);
}
