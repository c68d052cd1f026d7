#include "cli/verb.h"

#include "core/run.h"

static void print_boards(struct comb_buf *out, const json_t *found)
{
    const json_t *boards = json_object_get(found, "boards");
    for (size_t i = 0; i < json_array_size(boards); i++) {
        const json_t *board = json_array_get(boards, i);
        comb_buf_printf(out, "%lld  %s\n", (long long)json_integer_value(json_object_get(board, "score")),
                        json_string_value(json_object_get(board, "board")));
    }
}

/* Draws the best board and prints statistics of the search. */
static int print_best(struct comb_buf *out, struct comb_cli *cli, struct comb_job *job, const json_t *found,
                      struct comb_error *err)
{
    struct comb_board *board = NULL;
    struct comb_scene *scene = NULL;
    const char *text = json_string_value(json_object_get(found, "board"));
    int code = comb_board_open(&board, cli->game, text, json_string_length(json_object_get(found, "board")), job,
                               &cli->params, err);
    if (code == COMB_OK)
        code = cli->game->scene(&scene, board->data, NULL, NULL, err);
    if (code == COMB_OK)
        code = comb_render_terminal(out, scene, &cli->style.terminal, err);
    comb_scene_free(scene);
    comb_board_free(board);
    double seconds = json_number_value(json_object_get(found, "seconds"));
    double evaluations = json_number_value(json_object_get(found, "evaluations"));
    comb_buf_char(out, '\n');
    print_boards(out, found);
    comb_buf_printf(out, "\n%.0f boards scored in %.1f s, %.0f per second; found after %.2f s%s\n", evaluations,
                    seconds, seconds > 0 ? evaluations / seconds : 0,
                    json_number_value(json_object_get(found, "found_after")),
                    json_is_true(json_object_get(found, "complete")) ? "; search complete" : "");
    return code;
}

static int print_result(struct comb_cli *cli, struct comb_job *job, const json_t *found)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    int code = COMB_OK;
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, found);
    if (comb_params_flag(&cli->params, "plain"))
        print_boards(&text, found);
    else
        code = print_best(&text, cli, job, found, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &text) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&text);
    return status;
}

static int search_best(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found;
    int code = comb_run_best(&found, cli->game, job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, NULL, &err);
    int shown = print_result(cli, job, found);
    json_decref(found);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED)) {
        comb_cli_info(cli, "%s; showing results so far", err.message);
        if (comb_params_text(&cli->params, "state", NULL))
            comb_cli_info(cli, "run the same command again to continue");
        else
            comb_cli_info(cli, "use --state FILE to be able to continue");
    }
    if (shown == COMB_OK && code == COMB_IO)
        return comb_cli_fail(cli, NULL, &err);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run_best(struct comb_cli *cli)
{
    return comb_cli_with_game(cli, "use --start for a board to start from", search_best);
}

extern const struct comb_request_verb comb_request_verb_best; /* request/verbs/best.c */

const struct comb_verb comb_verb_best = {
    .name = "best",
    .request = &comb_request_verb_best,
    .takes_game = true,
    .run = run_best,
};
