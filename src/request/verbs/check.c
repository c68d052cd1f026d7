#include "request/verb.h"

#include "core/run.h"

/* Checks the answer, or without one the board itself, if the game supports it. */
static int run_check(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    if (input->answer_count == 0 && input->game->lint)
        return comb_run_lint(out, input->board, job, input->params, err);
    return comb_run_check(out, input->board, input->answer, input->answer_count, job, input->params, err);
}

static const struct comb_field fields[] = {
    {.name = "complete", .type = "bool", .optional = true, .help = "false: stopped by a limit"},
    {.name = "valid", .type = "bool", .help = "whether no rule is broken"},
    {.name = "answer", .type = "any", .help = "the answer as it was understood"},
    {.name = "violations",
     .type = "{rule: string, message: string, cells?: any[], index?: int}[]",
     .help = "the rules it breaks"},
    {.name = "not_checked", .type = "string[]", .help = "paths of the members that were not checked"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"check hexhunt LPE/EASR/SRTED/PING/LAS PASTING ZEBRA", "check which of these words are valid"},
    {"check hexhunt board.txt answer.json", "check an answer printed by 'comb solve --json'"},
    {"check level.hexcells", "check whether a Hexcells level can be solved without guessing; print warnings"},
    {0},
};

const struct comb_request_verb comb_request_verb_check = {
    .name = "check",
    .usage = "[GAME] INPUT [ANSWER...]",
    .summary = "check an answer and explain mistakes; without an answer, check the board",
    .detail = "ANSWER is one or more words, or a file (- for standard input) with words or with the object printed by "
              "'comb solve --json'.\n\nThe verifier checks each rule and shares no code with the solver. Claims about "
              "the whole board (a count, uniqueness, no solution) are checked by solving again, for at most 10 s "
              "unless --time-limit is given. Fields that cannot be checked are listed as not checked. Exit status 0: "
              "no mistakes; 1: mistakes; 3: not enough time.\n\nWithout an answer, check lints the board, in games "
              "whose levels are made by people: whether it can be solved without guessing, where a player gets stuck, "
              "and which clues are odd or redundant.",
    .examples = examples,
    .fields = fields,
    .other_result = "lint",
    .needs_board = true,
    .takes_answer = true,
    .can = comb_can_check,
    .run = run_check,
};
