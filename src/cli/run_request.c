/* Runs a verb of the request layer and prints its result: the front of every verb without a file in src/cli/verbs. */
#include "cli/reading/reading.h"

#include "core/run.h"

/* ---- printing ---- */

/* Draws the result on the board. */
static int draw_result(struct comb_buf *out, struct comb_cli *cli, const struct comb_board *board, const json_t *found,
                       struct comb_error *err)
{
    struct comb_scene *scene;
    int code = board->game->scene(&scene, board->data, found, &cli->params, err);
    if (code == COMB_OK)
        code = comb_render_terminal(out, scene, &cli->style.terminal, err);
    comb_scene_free(scene);
    comb_buf_char(out, '\n');
    return code;
}

/* Writes the board with the result drawn on it if the verb does that, then the result's text. */
static int write_text(struct comb_buf *out, struct comb_cli *cli, const struct comb_board *board, const json_t *found,
                      struct comb_error *err)
{
    const struct comb_request_verb *verb = cli->verb->request;
    bool plain = comb_params_flag(&cli->params, "plain");
    const char *text = json_string_value(json_object_get(found, "text"));
    int code = COMB_OK;
    if (verb->plain_field && (plain || !text))
        text = json_string_value(json_object_get(found, verb->plain_field));
    if (verb->drawn && !plain)
        code = draw_result(out, cli, board, found, err);
    /* the text that names places by the letters of the drawing */
    const char *lettered = json_string_value(json_object_get(found, "lettered"));
    if (lettered && verb->drawn && !plain && !comb_params_flag(&cli->params, "coordinates"))
        text = lettered;
    comb_buf_printf(out, "%s\n", text ? text : "");
    return code;
}

static int print_result(struct comb_cli *cli, const struct comb_board *board, const json_t *found)
{
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, found);
    struct comb_error err = {0};
    struct comb_buf out = {0};
    int code = write_text(&out, cli, board, found, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &out) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&out);
    return status;
}

/* ---- running ---- */

int comb_cli_run_and_print(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    struct comb_verb_input input = {
        .game = board ? board->game : cli->game, .board = board, .params = &cli->params, .answer_count = 0};
    int code = cli->verb->request->run(&found, &input, job, &err);
    if (!found)
        return comb_cli_fail(cli, board ? "board" : NULL, &err);
    int shown = print_result(cli, board, found);
    json_decref(found);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_info(cli, "%s", err.message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run_on_game(struct comb_cli *cli, struct comb_job *job)
{
    return comb_cli_run_and_print(cli, NULL, job);
}

int comb_cli_run_request(struct comb_cli *cli)
{
    if (cli->verb->request->needs_board)
        return comb_cli_with_board(cli, comb_cli_run_and_print);
    return comb_cli_with_game(cli, "the verb takes only the game", run_on_game);
}

int comb_cli_with_game(struct comb_cli *cli, const char *advice,
                       int (*body)(struct comb_cli *cli, struct comb_job *job))
{
    struct comb_error err;
    const char *verb = cli->verb->name;
    int status = COMB_OK;
    if (!cli->game)
        comb_fail(&err, COMB_BAD_INPUT, "no game given; see 'comb help %s'", verb);
    else if (!comb_verb_supports(cli->verb, cli->game))
        comb_fail(&err, COMB_BAD_INPUT, "'%s' does not support %s", verb, cli->game->name);
    else if (cli->operand_count > 0)
        comb_fail(&err, COMB_BAD_INPUT, "unexpected operand '%.40s'; %s", cli->operands[0], advice);
    else {
        struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
        if (job)
            status = body(cli, comb_cli_job(job));
        comb_cli_job_end(job);
        return status;
    }
    return comb_cli_fail(cli, NULL, &err);
}

int comb_cli_run_request_line(json_t **found, const struct comb_cli_line *line, struct comb_job *job,
                              struct comb_error *err)
{
    struct comb_board *board;
    int code = comb_cli_line_board(&board, line, job, err);
    if (code == COMB_OK) {
        struct comb_verb_input input = {.game = board->game, .board = board, .params = &line->cli->params};
        code = line->cli->verb->request->run(found, &input, job, err);
    }
    comb_board_free(board);
    return code;
}

const struct comb_option comb_cli_board_options[] = {
    COMB_CLI_MOVES_OPTION,
    COMB_CLI_JSONL_OPTION("boards"),
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};
