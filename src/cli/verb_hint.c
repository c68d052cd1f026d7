#include "cli/reading.h"

#include "core/run.h"

static int hint(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    return comb_cli_finding(cli, board, job, comb_run_hint, true);
}

static int hint_line(json_t **found, const struct comb_cli_line *line, struct comb_job *job, struct comb_error *err)
{
    return comb_cli_line_find(found, line, comb_run_hint, job, err);
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
    COMB_CLI_MOVES_OPTION,
    COMB_CLI_JSONL_OPTION("hint at one board"),
    COMB_CLI_PICTURE_OPTIONS,
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
    .can = comb_can_hint,
    .run = run,
    .line = hint_line,
};
