#include "cli/verb.h"

#include "core/run.h"

static bool can_hint(const struct comb_game *game)
{
    return game->hint != NULL;
}

/* The board with the object drawn on it, then its words. */
static int write_words(struct comb_buf *out, struct comb_cli *cli, const struct comb_board *board, const json_t *found,
                       struct comb_error *err)
{
    const char *text = json_string_value(json_object_get(found, "text"));
    int code = COMB_OK;
    if (!comb_params_flag(&cli->params, "plain")) {
        struct comb_scene *scene;
        code = board->game->scene(&scene, board->data, found, &cli->params, err);
        if (code == COMB_OK)
            code = comb_render_terminal(out, scene, &cli->style.terminal, err);
        comb_scene_free(scene);
        comb_buf_char(out, '\n');
    }
    comb_buf_printf(out, "%s\n", text ? text : "");
    return code;
}

static int show(struct comb_cli *cli, const struct comb_board *board, const json_t *found)
{
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, found);
    struct comb_error err = {0};
    struct comb_buf out = {0};
    int code = write_words(&out, cli, board, found, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &out) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&out);
    return status;
}

static int hint(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found;
    int code = comb_run_hint(&found, board, job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, "board", &err);
    int shown = show(cli, board, found);
    json_decref(found);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_say(cli, "%s", err.message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run(struct comb_cli *cli)
{
    return comb_cli_on_board(cli, hint);
}

static const struct comb_option options[] = {
    {.name = "level",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .fallback = "1",
     .least = 1,
     .most = 4,
     .help = "how much to tell: 1 where to look, 2 which clues, 3 what follows, 4 all that follows now"},
    {.name = "moves",
     .kind = COMB_OPTION_TEXT,
     .argument = "MOVES",
     .help = "make these moves on the board first, separated by spaces"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"hint level.hexcells", "where to look next"},
    {"hint level.hexcells --level 3 --moves '12,7=blue 12,9=black'", "what follows after two moves, and why"},
    {0},
};

const struct comb_verb comb_verb_hint = {
    .name = "hint",
    .usage = "[GAME] INPUT",
    .summary = "the next step from a position, no more of it than you ask for",
    .detail = "The smallest nudge comes first; --level asks for more. Exit status 1 when nothing can be deduced.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = can_hint,
    .run = run,
};
