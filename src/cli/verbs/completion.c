#include "cli/verb.h"

static int run_completion(struct comb_cli *cli)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    int code = cli->operand_count == 1
                   ? comb_completion(&text, cli->operands[0], &err)
                   : comb_fail(&err, COMB_BAD_INPUT, "expected one shell (bash, zsh or fish), got %zu operands",
                               cli->operand_count);
    int status = code == COMB_OK ? comb_cli_write(cli, &text) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&text);
    return status;
}

static const struct comb_verb_example examples[] = {
    {"completion bash > ~/.local/share/bash-completion/completions/comb", "for bash"},
    {"completion zsh > ~/.zfunc/_comb", "for zsh, with ~/.zfunc in fpath"},
    {"completion fish > ~/.config/fish/completions/comb.fish", "for fish"},
    {0},
};

const struct comb_verb comb_verb_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .operand_choices = "bash zsh fish",
    .summary = "print a completion script for your shell",
    .examples = examples,
    .run = run_completion,
};
