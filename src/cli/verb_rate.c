#include "cli/reading.h"

#include "core/run.h"

static int rate(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    return comb_cli_finding(cli, board, job, comb_run_rate, true);
}

static int rate_line(json_t **found, const struct comb_cli_line *line, struct comb_job *job, struct comb_error *err)
{
    return comb_cli_line_find(found, line, comb_run_rate, job, err);
}

static int run(struct comb_cli *cli)
{
    return comb_cli_on_board(cli, rate);
}

static const struct comb_option options[] = {
    COMB_CLI_MOVES_OPTION,
    COMB_CLI_JSONL_OPTION("rate one board"),
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"rate level.hexcells", "how hard the level is, and its hardest step"},
    {"rate hexcells --jsonl levels.jsonl", "one level a line, {\"board\": text}, one rating a line"},
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
    .can = comb_can_rate,
    .run = run,
    .line = rate_line,
};
