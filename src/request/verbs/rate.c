#include "request/verb.h"

#include "core/run.h"

static int run_rate(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    return comb_run_rate(out, input->board, job, input->params, err);
}

static const struct comb_field fields[] = {
    {.name = "complete", .type = "bool", .optional = true, .help = "false: stopped by a limit"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"rate level.hexcells", "rate a level and show its hardest step"},
    {"rate hexcells --jsonl levels.jsonl", "rate a file of levels, one {\"board\": text} per line"},
    {0},
};

const struct comb_request_verb comb_request_verb_rate = {
    .name = "rate",
    .usage = "[GAME] INPUT",
    .summary = "rate the difficulty of a board",
    .detail = "The rating is based on the steps of a solution found by logic alone.",
    .examples = examples,
    .fields = fields,
    .needs_board = true,
    .can = comb_can_rate,
    .drawn = true,
    .run = run_rate,
};
