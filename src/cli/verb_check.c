#include "cli/reading.h"

#include "core/run.h"

static int show(struct comb_cli *cli, const struct comb_board *board, const json_t *verdict)
{
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, verdict);
    return comb_cli_report(cli, board, json_object_get(verdict, "answer"), json_object_get(verdict, "violations"));
}

static int check(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *verdict;
    int code = comb_run_check(&verdict, board, cli->operands + 1, cli->operand_count - 1, job, &cli->params, &err);
    if (!verdict)
        return comb_cli_fail(cli, "answer", &err);
    int shown = show(cli, board, verdict);
    json_decref(verdict);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

/* Without an answer the board itself is looked at, where the game can. */
static int look(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    if (cli->operand_count == 1 && board->game->inspect)
        return comb_cli_finding(cli, board, job, comb_run_inspect, false);
    return check(cli, board, job);
}

static int run(struct comb_cli *cli)
{
    return comb_cli_on_board(cli, look);
}

static const struct comb_option options[] = {
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"check hexhunt LPE/EASR/SRTED/PING/LAS PASTING ZEBRA", "which of these words hold, and why one does not"},
    {"check level.hexcells", "whether a Hexcells level can be solved without guessing, and what is odd about it"},
    {0},
};

const struct comb_verb comb_verb_check = {
    .name = "check",
    .usage = "[GAME] INPUT [ANSWER...]",
    .summary = "check your own answer and say what is wrong with it; without one, check the board",
    .detail = "The verifier looks at each rule by itself and shares no code with the solver. Exit status 0 when all "
              "holds, 1 when "
              "something does not.\n\nWithout an answer, games whose boards are made by people inspect the board "
              "itself: whether "
              "it is fair, where a player gets stuck, what is odd or superfluous.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = comb_can_check,
    .run = run,
};
