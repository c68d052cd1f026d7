#include "cli/verb.h"

#include "core/run.h"

static bool can_rate(const struct comb_game *game)
{
    return game->rate != NULL;
}

/* The board with the object drawn on it, then its words. */
static int write_words(struct comb_buf *out, struct comb_cli *cli, const struct comb_board *board, const json_t *rating,
                       struct comb_error *err)
{
    const char *text = json_string_value(json_object_get(rating, "text"));
    int code = COMB_OK;
    if (!comb_params_flag(&cli->params, "plain")) {
        struct comb_scene *scene;
        code = board->game->scene(&scene, board->data, rating, &cli->params, err);
        if (code == COMB_OK)
            code = comb_render_terminal(out, scene, &cli->style.terminal, err);
        comb_scene_free(scene);
        comb_buf_char(out, '\n');
    }
    comb_buf_printf(out, "%s\n", text ? text : "");
    return code;
}

static int show(struct comb_cli *cli, const struct comb_board *board, const json_t *rating)
{
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, rating);
    struct comb_error err = {0};
    struct comb_buf out = {0};
    int code = write_words(&out, cli, board, rating, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &out) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&out);
    return status;
}

static int rate(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *rating;
    int code = comb_run_rate(&rating, board, job, &cli->params, &err);
    if (!rating)
        return comb_cli_fail(cli, "board", &err);
    int shown = show(cli, board, rating);
    json_decref(rating);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_say(cli, "%s", err.message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run(struct comb_cli *cli)
{
    return comb_cli_on_board(cli, rate);
}

static const struct comb_option options[] = {
    {.name = "moves",
     .kind = COMB_OPTION_TEXT,
     .argument = "MOVES",
     .help = "make these moves on the board first, separated by spaces"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"rate level.hexcells", "how hard the level is, and its hardest step"},
    {0},
};

const struct comb_verb comb_verb_rate = {
    .name = "rate",
    .usage = "[GAME] INPUT",
    .summary = "how hard a board is, and its hardest step",
    .detail = "The rating comes from the reasons of a solution found by logic alone.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = can_rate,
    .run = run,
};
