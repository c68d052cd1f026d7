#define _POSIX_C_SOURCE 200809L
#include "cli/verb.h"

#include "base/text.h"
#include "cli/style.h"
#include "comb.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static int print_buf(struct comb_buf *text, FILE *stream)
{
    int status = text->failed || fwrite(comb_buf_text(text), 1, text->length, stream) != text->length ? COMB_LIMIT : 0;
    comb_buf_free(text);
    return status;
}

static int print_help(const struct comb_verb *verb, const struct comb_game *game, FILE *stream)
{
    struct comb_buf text = {0};
    comb_help_text(&text, verb, game, comb_help_width(stream));
    return print_buf(&text, stream);
}

static int unknown_verb(const char *word)
{
    const char *near = NULL;
    unsigned distance = 3;
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        unsigned here = comb_edit_distance(word, (*verb)->name, 2);
        if (here < distance) {
            distance = here;
            near = (*verb)->name;
        }
    }
    struct comb_cli cli = {.out = stdout, .err = stderr};
    if (comb_game_find(word))
        comb_cli_warn(&cli, "unknown verb '%s'; did you mean 'comb solve %s'?", word, word);
    else if (near)
        comb_cli_warn(&cli, "unknown verb '%.40s'; did you mean '%s'?", word, near);
    else
        comb_cli_warn(&cli, "unknown verb '%.40s'; see 'comb help'", word);
    return COMB_BAD_INPUT;
}

static int run_verb(struct comb_cli *cli, int argc, char **argv)
{
    struct comb_error err = {0};
    if (comb_cli_parse(cli, argc, argv, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    if (cli->help)
        return print_help(cli->verb, cli->game, cli->out);
    if (comb_cli_bind(cli, cli->game, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    comb_style_choose(&cli->style, &cli->params, cli->out);
    return comb_params_text(&cli->params, "jsonl", NULL) ? comb_cli_batch(cli) : cli->verb->run(cli);
}

/* Allocates what the verb needs, runs it, and releases everything. */
static int set_up_and_run(const struct comb_verb *verb, int argc, char **argv)
{
    struct comb_error err = {0};
    struct comb_cli cli = {.out = stdout, .err = stderr, .verb = verb};
    const char **operands = cli.operands = calloc((size_t)argc + 1, sizeof *cli.operands);
    cli.raw = calloc((size_t)argc + 1, sizeof *cli.raw);
    int status;
    if (!cli.operands || !cli.raw || comb_context_new(&cli.context, &err) != COMB_OK) {
        comb_fail_memory(&err);
        status = comb_cli_fail(&cli, NULL, &err);
    } else {
        status = run_verb(&cli, argc, argv);
    }
    comb_params_free(&cli.params);
    comb_context_free(cli.context);
    free(operands);
    free(cli.raw);
    return status;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    signal(SIGXFSZ, SIG_IGN); /* exceeding the file size limit is a write error, not a crash */
    if (argc < 2)
        return print_help(NULL, NULL, stderr) == 0 ? COMB_BAD_INPUT : COMB_LIMIT;
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0)
        return printf("comb %s\n", COMB_VERSION) < 0 ? COMB_BAD_INPUT : 0;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return print_help(NULL, NULL, stdout);
    const struct comb_verb *verb = comb_verb_find(word);
    return verb ? set_up_and_run(verb, argc - 2, argv + 2) : unknown_verb(word);
}
