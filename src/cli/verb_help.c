#include "cli/verb.h"

static int refuse(struct comb_cli *cli, const char *word)
{
    struct comb_error err;
    if (comb_verb_find(word) || comb_game_find(word))
        comb_fail(&err, COMB_BAD_INPUT, "'%.40s' is one operand too many: 'comb help' takes a verb, a game, or both",
                  word);
    else
        comb_fail(&err, COMB_BAD_INPUT,
                  "no verb or game is called '%.40s'; 'comb help' lists the verbs, 'comb games' the games", word);
    return comb_cli_fail(cli, NULL, &err);
}

static int run(struct comb_cli *cli)
{
    struct comb_buf text = {0};
    const struct comb_verb *verb = NULL;
    const struct comb_game *game = NULL;
    for (size_t i = 0; i < cli->operand_count; i++) {
        const struct comb_verb *named = verb ? NULL : comb_verb_find(cli->operands[i]);
        if (named)
            verb = named;
        const struct comb_game *played = named || game ? NULL : comb_game_find(cli->operands[i]);
        if (played)
            game = played;
        if (!named && !played)
            return refuse(cli, cli->operands[i]);
    }
    if (comb_params_flag(&cli->params, "man"))
        comb_help_man(&text);
    else
        comb_help_text(&text, verb, game, comb_help_width(cli->out));
    int status = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    return status;
}

static const struct comb_option options[] = {
    {.name = "man", .kind = COMB_OPTION_FLAG, .help = "print the manual page comb(1) as troff"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"help solve", "what solve does and takes"},
    {"help hexhunt", "how a Hexhunt board is written, and its options"},
    {"help solve hexhunt", "both"},
    {0},
};

const struct comb_verb comb_verb_help = {
    .name = "help",
    .usage = "[VERB] [GAME]",
    .summary = "help on a verb or a game",
    .options = options,
    .examples = examples,
    .run = run,
};
