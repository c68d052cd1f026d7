#include "cli/verb.h"

#include "core/run.h"

static int print_board(struct comb_cli *cli, const void *board)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    cli->game->print(&text, board);
    int status;
    if (!comb_params_flag(&cli->params, "json")) {
        comb_buf_char(&text, '\n');
        status = comb_cli_write(cli, &text);
    } else {
        struct comb_json build = {.failed = text.failed};
        json_t *root = comb_json_object(&build);
        comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
        comb_json_set(&build, root, "game", comb_json_string(&build, cli->game->name));
        comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
        comb_json_set(&build, root, "seed", comb_json_int(&build, comb_params_int(&cli->params, "seed", 1)));
        int code = comb_json_finish(&root, &build, root, &err);
        status = code == COMB_OK ? comb_cli_write_json(cli, root) : comb_cli_fail(cli, NULL, &err);
        json_decref(root);
    }
    comb_buf_free(&text);
    return status;
}

static int make(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    struct comb_board *board;
    int code = comb_board_make(&board, cli->game, job, &cli->params, &err);
    if (!board)
        return comb_cli_fail(cli, NULL, &err);
    int shown = print_board(cli, board->data);
    comb_board_free(board);
    if (shown == COMB_OK && code != COMB_OK)
        comb_cli_say(cli, "%s", err.message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run(struct comb_cli *cli)
{
    struct comb_error err;
    if (!cli->game)
        comb_fail(&err, COMB_BAD_INPUT, "which game? 'comb games' shows those that go with 'make'");
    else if (!comb_can_make(cli->game))
        comb_fail(&err, COMB_BAD_INPUT, "%s boards cannot be made", cli->game->name);
    else if (cli->operand_count > 0)
        comb_fail(&err, COMB_BAD_INPUT, "'%.40s' is one operand too many: 'comb make' takes only the game",
                  cli->operands[0]);
    else {
        int status = COMB_OK;
        struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
        if (job)
            status = make(cli, comb_cli_job(job));
        comb_cli_job_end(job);
        return status;
    }
    return comb_cli_fail(cli, NULL, &err);
}

static const struct comb_verb_example examples[] = {
    {"make hexhunt --seed 7", "a board by chance, the same each time for one seed"},
    {0},
};

const struct comb_verb comb_verb_make = {
    .name = "make",
    .usage = "GAME",
    .summary = "make a new board",
    .detail = "Prints the board as text that 'comb solve' takes. The same seed gives the same board.",
    .examples = examples,
    .takes_game = true,
    .can = comb_can_make,
    .run = run,
};
