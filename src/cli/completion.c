/* Completion for three shells. Each script is a list of facts (verbs, games, the options of each verb with what they
 * take) and a few lines of the shell's own machinery; the facts come from the records. */
#include "cli/verb.h"

#include <string.h>

/* Calls `each` for every row that a verb can take, of any game; a row that several games share comes once. */
static void each_row(struct comb_buf *out, const struct comb_verb *verb,
                     void (*each)(struct comb_buf *out, const struct comb_verb *verb, const struct comb_option *row))
{
    for (const struct comb_option *row = comb_common_options; row->name; row++)
        each(out, verb, row);
    for (const struct comb_option *row = verb->options; row && row->name; row++)
        each(out, verb, row);
    if (!verb->takes_game || !verb->can)
        return;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        for (const struct comb_option *row = (*game)->options; row && row->name; row++) {
            bool seen = !comb_list_holds(row->verbs, verb->name);
            for (const struct comb_game *const *before = comb_games; before < game && !seen; before++) {
                const struct comb_option *twin = comb_option_find((*before)->options, row->name);
                seen = twin && comb_list_holds(twin->verbs, verb->name);
            }
            if (!seen)
                each(out, verb, row);
        }
    }
}

static void game_names(struct comb_buf *out, const struct comb_verb *verb)
{
    for (const struct comb_game *const *game = comb_games; verb->takes_game && *game; game++)
        if (!verb->can || verb->can(*game))
            comb_buf_printf(out, " %s", (*game)->name);
}

static void operands(struct comb_buf *out, const struct comb_verb *verb)
{
    game_names(out, verb);
    if (verb->words)
        comb_buf_printf(out, " %s", verb->words);
    if (strcmp(verb->name, "help") == 0) {
        for (const struct comb_verb *const *each = comb_verbs; *each; each++)
            comb_buf_printf(out, " %s", (*each)->name);
        for (const struct comb_game *const *game = comb_games; *game; game++)
            comb_buf_printf(out, " %s", (*game)->name);
    }
}

static void bash_name(struct comb_buf *out, const struct comb_verb *verb, const struct comb_option *row)
{
    (void)verb;
    comb_buf_printf(out, " --%s", row->name);
}

static void bash_value(struct comb_buf *out, const struct comb_verb *verb, const struct comb_option *row)
{
    if (row->kind == COMB_OPTION_CHOICE)
        comb_buf_printf(out, "        %s:--%s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return;;\n", verb->name,
                        row->name, row->choices);
    else if (row->kind == COMB_OPTION_FILE)
        comb_buf_printf(out, "        %s:--%s) compopt -o default; COMPREPLY=(); return;;\n", verb->name, row->name);
    else if (row->kind != COMB_OPTION_FLAG)
        comb_buf_printf(out, "        %s:--%s) COMPREPLY=(); return;;\n", verb->name, row->name);
}

static void bash(struct comb_buf *out)
{
    comb_buf_str(out,
                 "# bash completion for comb\n"
                 "_comb() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
                 "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                 "        COMPREPLY=($(compgen -W '--help --version");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        comb_buf_printf(out, " %s", (*verb)->name);
    comb_buf_str(out, "' -- \"$word\")); return\n    fi\n    case $verb:$before in\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        each_row(out, *verb, bash_value);
    comb_buf_str(out, "    esac\n    local options= operands=\n    case $verb in\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        comb_buf_printf(out, "        %s) options='", (*verb)->name);
        each_row(out, *verb, bash_name);
        comb_buf_str(out, "' operands='");
        operands(out, *verb);
        comb_buf_str(out, "';;\n");
    }
    comb_buf_str(out, "    esac\n"
                      "    case $word in\n"
                      "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\"));;\n"
                      "        *) COMPREPLY=($(compgen -W \"$operands\" -- \"$word\")); compopt -o default;;\n"
                      "    esac\n"
                      "}\n"
                      "complete -F _comb comb\n");
}

/* Help as a single-quoted word of zsh's _arguments: brackets and colons have a meaning there. */
static void zsh_quoted(struct comb_buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            comb_buf_str(out, "'\\''");
        else if (strchr("[]:\\", *text))
            comb_buf_printf(out, "\\%c", *text);
        else
            comb_buf_char(out, *text);
    }
}

static void zsh_row(struct comb_buf *out, const struct comb_verb *verb, const struct comb_option *row)
{
    (void)verb;
    comb_buf_printf(out, " \\\n            '--%s[", row->name);
    zsh_quoted(out, row->help);
    comb_buf_char(out, ']');
    if (row->kind == COMB_OPTION_CHOICE)
        comb_buf_printf(out, ":%s:(%s)", row->argument, row->choices);
    else if (row->kind == COMB_OPTION_FILE)
        comb_buf_printf(out, ":%s:_files", row->argument);
    else if (row->kind != COMB_OPTION_FLAG)
        comb_buf_printf(out, ":%s:", row->argument);
    comb_buf_char(out, '\'');
}

static void zsh(struct comb_buf *out)
{
    comb_buf_str(out, "#compdef comb\n"
                      "_comb() {\n"
                      "    local -a verbs\n"
                      "    if (( CURRENT == 2 )); then\n"
                      "        verbs=(");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        comb_buf_printf(out, "\n            '%s:", (*verb)->name);
        zsh_quoted(out, (*verb)->summary);
        comb_buf_char(out, '\'');
    }
    comb_buf_str(out, ")\n        _describe verb verbs\n        return\n    fi\n    case $words[2] in\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        comb_buf_printf(out, "    %s)\n        _arguments -s \\\n            '1:verb:'", (*verb)->name);
        each_row(out, *verb, zsh_row);
        comb_buf_str(out, " \\\n            '*:operand:{ compadd --");
        operands(out, *verb);
        comb_buf_str(out, "; _files }';;\n");
    }
    comb_buf_str(out, "    esac\n}\n_comb \"$@\"\n");
}

static void fish_quoted(struct comb_buf *out, const char *text)
{
    comb_buf_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            comb_buf_char(out, '\\');
        comb_buf_char(out, *text);
    }
    comb_buf_char(out, '\'');
}

static void fish_row(struct comb_buf *out, const struct comb_verb *verb, const struct comb_option *row)
{
    comb_buf_printf(out, "complete -c comb -n '__fish_seen_subcommand_from %s' -l %s", verb->name, row->name);
    if (row->letter)
        comb_buf_printf(out, " -s %c", row->letter);
    if (row->kind == COMB_OPTION_CHOICE)
        comb_buf_printf(out, " -x -a '%s'", row->choices);
    else if (row->kind == COMB_OPTION_FILE)
        comb_buf_str(out, " -r -F");
    else if (row->kind != COMB_OPTION_FLAG)
        comb_buf_str(out, " -x");
    comb_buf_str(out, " -d ");
    fish_quoted(out, row->help);
    comb_buf_char(out, '\n');
}

static void fish(struct comb_buf *out)
{
    comb_buf_str(out, "# fish completion for comb\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        comb_buf_printf(out, "complete -c comb -n __fish_use_subcommand -f -a %s -d ", (*verb)->name);
        fish_quoted(out, (*verb)->summary);
        comb_buf_char(out, '\n');
    }
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        each_row(out, *verb, fish_row);
        comb_buf_printf(out, "complete -c comb -n '__fish_seen_subcommand_from %s' -a '", (*verb)->name);
        operands(out, *verb);
        comb_buf_str(out, "'\n");
    }
}

int comb_completion(struct comb_buf *out, const char *shell, struct comb_error *err)
{
    if (strcmp(shell, "bash") == 0)
        bash(out);
    else if (strcmp(shell, "zsh") == 0)
        zsh(out);
    else if (strcmp(shell, "fish") == 0)
        fish(out);
    else
        return comb_fail(err, COMB_BAD_INPUT, "'%.40s' is not a shell we know: bash, zsh or fish", shell);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}
