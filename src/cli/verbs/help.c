#include "cli/verb.h"

static int reject_operand(struct comb_cli *cli, const char *word)
{
    struct comb_error err;
    if (comb_verb_find(word) || comb_game_find(word))
        comb_fail(&err, COMB_BAD_INPUT, "unexpected operand '%.40s': 'comb help' takes a verb, a game, or both", word);
    else
        comb_fail(&err, COMB_BAD_INPUT, "no verb or game named '%.40s'; see 'comb help' and 'comb games'", word);
    return comb_cli_fail(cli, NULL, &err);
}

static int run_help(struct comb_cli *cli)
{
    struct comb_buf text = {0};
    const struct comb_verb *verb = NULL;
    const struct comb_game *game = NULL;
    for (size_t i = 0; i < cli->operand_count; i++) {
        const struct comb_verb *named_verb = verb ? NULL : comb_verb_find(cli->operands[i]);
        if (named_verb)
            verb = named_verb;
        const struct comb_game *named_game = named_verb || game ? NULL : comb_game_find(cli->operands[i]);
        if (named_game)
            game = named_game;
        if (!named_verb && !named_game)
            return reject_operand(cli, cli->operands[i]);
    }
    const char *reference = comb_params_text(&cli->params, "reference", NULL);
    struct comb_error err = {0};
    int code = COMB_OK;
    if (reference)
        code = comb_reference(&text, reference, verb, &err);
    else if (comb_params_flag(&cli->params, "man"))
        comb_help_man(&text);
    else
        comb_help_text(&text, verb, game, comb_help_width(cli->out));
    int status = code == COMB_OK ? comb_cli_write(cli, &text) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&text);
    return status;
}

static const struct comb_option options[] = {
    {.name = "man", .kind = COMB_OPTION_FLAG, .help = "print the manual page comb(1) as troff"},
    {.name = "reference",
     .kind = COMB_OPTION_CHOICE,
     .argument = "KIND",
     .choices = "commands api schema types",
     .excludes = "man",
     .help = "print a reference document: all commands or the API as Markdown, the JSON Schema of the results of VERB, "
             "or TypeScript types of all results"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"help solve", "show help on a verb"},
    {"help hexhunt", "show the board notation and the options of a game"},
    {"help solve hexhunt", "show both"},
    {0},
};

const struct comb_verb comb_verb_help = {
    .name = "help",
    .usage = "[VERB] [GAME]",
    .summary = "show help on a verb or a game",
    .options = options,
    .examples = examples,
    .run = run_help,
};
