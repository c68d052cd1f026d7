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

/* The best board as a picture, then the figures of the search. */
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
    comb_buf_printf(out, "\n%.0f boards scored in %.1f s, %.0f a second; found after %.2f s%s\n", evaluations, seconds,
                    seconds > 0 ? evaluations / seconds : 0, json_number_value(json_object_get(found, "found_after")),
                    json_is_true(json_object_get(found, "complete")) ? "; all boards were tried" : "");
    return code;
}

static int show(struct comb_cli *cli, struct comb_job *job, const json_t *found)
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

static int search(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found;
    int code = comb_run_best(&found, cli->game, job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, NULL, &err);
    int shown = show(cli, job, found);
    json_decref(found);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED)) {
        comb_cli_say(cli, "%s: what was found so far is shown", err.message);
        if (comb_params_text(&cli->params, "state", NULL))
            comb_cli_say(cli, "the same command goes on from here");
        else
            comb_cli_say(cli, "with --state FILE the same command goes on where it stopped");
    }
    if (shown == COMB_OK && code == COMB_IO)
        return comb_cli_fail(cli, NULL, &err);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run(struct comb_cli *cli)
{
    struct comb_error err;
    if (!cli->game)
        comb_fail(&err, COMB_BAD_INPUT, "which game? 'comb help best' shows those there are");
    else if (!comb_can_best(cli->game))
        comb_fail(&err, COMB_BAD_INPUT, "the best %s board cannot be searched for", cli->game->name);
    else if (cli->operand_count > 0)
        comb_fail(&err, COMB_BAD_INPUT, "'%.40s' is one operand too many; a board to start from is given with --start",
                  cli->operands[0]);
    else {
        int status = COMB_OK;
        struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
        if (job)
            status = search(cli, comb_cli_job(job));
        comb_cli_job_end(job);
        return status;
    }
    return comb_cli_fail(cli, NULL, &err);
}

static const struct comb_verb_example examples[] = {
    {"best hexhunt --target 4064", "the best board of 19 hexagons that is known, in seconds"},
    {"best boggle --shape 3x3 --keep 5 --time-limit 10", "the five best boards found in ten seconds"},
    {"best hexhunt --fix 'SR?/PE?A/I???S/N?EH/GST' --letters AEIOCDLNPRST",
     "every filling of a board with some cells fixed"},
    {0},
};

const struct comb_verb comb_verb_best = {
    .name = "best",
    .usage = "GAME",
    .summary = "search for the board with the highest score",
    .detail = "Each improvement is printed with its time; the best board found is solved anew and its score confirmed. "
              "The search ends "
              "at --target, at --time-limit, or when nothing better was found for a while (--patience). Ctrl-C stops "
              "it with the best "
              "so far. The same --seed gives the same search.\n\n"
              "Of the methods, anneal lets a change lose points, at first many and later few; climb takes gains only; "
              "tabu takes the best change but never straight back; genetic mixes good boards; heat draws letters by "
              "chance, good ones more often; complete tries every board.",
    .examples = examples,
    .takes_game = true,
    .can = comb_can_best,
    .run = run,
};
