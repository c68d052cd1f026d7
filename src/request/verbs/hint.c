#include "request/verb.h"

#include "core/run.h"

static int run_hint(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    return comb_run_hint(out, input->board, job, input->params, err);
}

static const struct comb_option options[] = {
    {.name = "level",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "1",
     .min = 1,
     .max = 5,
     .help = "how much to reveal, 1 to 5: from where to look to the whole step; see the game's help"},
    {0},
};

static const struct comb_field fields[] = {
    {.name = "complete", .type = "bool", .optional = true, .help = "false: stopped by a limit"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"hint level.hexcells", "show where to look next"},
    {"hint level.hexcells --level 5 --moves '12,7=blue 12,9=black'", "show the step after two moves, and the reason"},
    {0},
};

const struct comb_request_verb comb_request_verb_hint = {
    .name = "hint",
    .usage = "[GAME] INPUT",
    .summary = "give a hint for the next step; --level sets how much to reveal",
    .detail =
        "The default is the smallest hint; a higher --level reveals more. Exit status 1 if nothing can be deduced.",
    .examples = examples,
    .fields = fields,
    .options = options,
    .needs_board = true,
    .can = comb_can_hint,
    .drawn = true,
    .run = run_hint,
};
