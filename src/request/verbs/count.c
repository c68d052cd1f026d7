#include "request/verb.h"

#include "core/run.h"

static int run_count(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    return comb_run_count(out, input->board, job, input->params, err);
}

static const struct comb_field fields[] = {
    {.name = "complete", .type = "bool", .optional = true, .help = "false: stopped by a limit"},
    {.name = "unkept", .type = "string | bool", .optional = true, .help = "why it could not be saved to the library"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"count witness 8x8", "count the paths of an empty panel from its start to any point"},
    {"count witness 8x8 --ends corner", "count the paths that reach the opposite corner"},
    {"count witness 10x10 --plain", "print the number only"},
    {0},
};

const struct comb_request_verb comb_request_verb_count = {
    .name = "count",
    .usage = "[GAME] INPUT",
    .summary = "count the paths or solutions of a board exactly",
    .detail =
        "The number is exact, however large: paths are not enumerated but summed up over the states of a sweep across "
        "the board.",
    .examples = examples,
    .fields = fields,
    .needs_board = true,
    .can = comb_can_count,
    .saving = COMB_SAVES_BOARD,
    .plain_field = "paths",
    .run = run_count,
};
