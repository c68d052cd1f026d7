#include "request/verb.h"

#include "core/run.h"

static int run_solve(json_t **out, const struct comb_verb_input *input, struct comb_job *job, struct comb_error *err)
{
    return comb_run_solve(out, input->board, job, input->params, err);
}

static const struct comb_field fields[] = {
    {.name = "complete", .type = "bool", .optional = true, .help = "false: stopped by a limit"},
    {.name = "library", .type = "bool", .optional = true, .help = "true: the answer was stored in the library"},
    {.name = "unkept", .type = "string | bool", .optional = true, .help = "why it could not be saved to the library"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"solve hexhunt LPE/EASR/SRTED/PING/LAS", "list every word of the best board, score 4064"},
    {"solve hexhunt board.txt --json", "read the board from a file, print JSON"},
    {"solve screenshot.png", "read the board from a picture; asks about uncertain cells"},
    {"solve hexhunt --jsonl boards.txt", "solve a file of boards, one per line"},
    {0},
};

const struct comb_request_verb comb_request_verb_solve = {
    .name = "solve",
    .usage = "[GAME] INPUT",
    .summary = "solve a board",
    .detail =
        "INPUT is a board as text, a file, a picture, a share code, a link to the web page, or - for standard input. "
        "GAME may be omitted if the input identifies it. An independent verifier checks the answer before it is "
        "printed.\n\nA picture is read first, as by 'comb read'. On a terminal, comb asks about uncertain cells. "
        "Otherwise it prints its best guess of the board without solving it; exit status 4.",
    .examples = examples,
    .fields = fields,
    .needs_board = true,
    .can = comb_can_solve,
    .saving = COMB_SAVES_ANSWER,
    .run = run_solve,
};
