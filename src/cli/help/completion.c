/* Generates completion scripts for bash, zsh and fish. Each script is data (verbs, games, the options of each verb and
 * their values), taken from the records, and a few lines of shell code. */
#include "cli/verb.h"

#include "engine/dict/language.h"

#include <string.h>

/* Whether a verb takes an option of a game. */
static bool takes_row(const struct comb_verb *verb, const struct comb_game *game, const struct comb_option *row)
{
    return verb->takes_game && comb_verb_supports(verb, game) && comb_list_contains(row->verbs, verb->name);
}

/* Appends the verbs that take a game's option, each after a space. */
static void append_verbs(struct comb_buf *out, const struct comb_game *game, const struct comb_option *row)
{
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        if (takes_row(*verb, game, row))
            comb_buf_printf(out, " %s", (*verb)->name);
}

/* Appends the possible values of an option, each after a space; nothing if they are unknown. */
static void append_values(struct comb_buf *out, const struct comb_option *row)
{
    if (row->kind == COMB_OPTION_CHOICE)
        comb_buf_printf(out, " %s", row->choices);
    for (size_t i = 0; row->values == COMB_VALUES_LANGUAGES && comb_language_at(i); i++)
        comb_buf_printf(out, " %s", comb_language_at(i)->code);
    if (row->values == COMB_VALUES_GAMES)
        for (const struct comb_game *const *game = comb_games; *game; game++)
            if ((*game)->reader)
                comb_buf_printf(out, " %s", (*game)->name);
}

static void append_games(struct comb_buf *out, const struct comb_verb *verb)
{
    bool help = strcmp(verb->name, "help") == 0;
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if (help || (verb->takes_game && (!comb_verb_depends_on_game(verb) || comb_verb_supports(verb, *game))))
            comb_buf_printf(out, " %s", (*game)->name);
}

/* Appends the possible operands other than games. */
static void append_operands(struct comb_buf *out, const struct comb_verb *verb)
{
    if (verb->operand_choices)
        comb_buf_printf(out, " %s", verb->operand_choices);
    for (const struct comb_verb *const *each = comb_verbs; strcmp(verb->name, "help") == 0 && *each; each++)
        comb_buf_printf(out, " %s", (*each)->name);
}

/* ---- bash ---- */

/* A branch of the case over VERB:GAME:OPTION. */
static void bash_value(struct comb_buf *out, const char *verb, const char *game, const struct comb_option *row)
{
    struct comb_buf values = {0};
    if (row->kind == COMB_OPTION_FLAG)
        return;
    append_values(&values, row);
    comb_buf_printf(out, "        %s:%s:--%s", verb, game, row->name);
    if (row->letter)
        comb_buf_printf(out, "|%s:%s:-%c", verb, game, row->letter);
    if (values.length > 0)
        comb_buf_printf(out, ") COMPREPLY=($(compgen -W '%s' -- \"$word\")); return;;\n", comb_buf_text(&values) + 1);
    else if (row->kind == COMB_OPTION_FILE)
        comb_buf_str(out, ") compopt -o default; COMPREPLY=(); return;;\n");
    else
        comb_buf_str(out, ") COMPREPLY=(); return;;\n");
    comb_buf_free(&values);
}

static void bash_values(struct comb_buf *out)
{
    for (const struct comb_option *row = comb_common_options; row && row->name; row++)
        bash_value(out, "*", "*", row);
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
            for (const struct comb_option *row = comb_verb_options(*verb, table); row && row->name; row++)
                bash_value(out, (*verb)->name, "*", row);
    for (const struct comb_game *const *game = comb_games; *game; game++)
        for (const struct comb_option *row = (*game)->options; row && row->name; row++)
            bash_value(out, "*", (*game)->name, row);
    /* If no game is named yet, the first game that has the option decides. */
    for (const struct comb_game *const *game = comb_games; *game; game++)
        for (const struct comb_option *row = (*game)->options; row && row->name; row++)
            bash_value(out, "*", "", row);
}

static void bash_names(struct comb_buf *out, const struct comb_option *rows)
{
    for (const struct comb_option *row = rows; row && row->name; row++)
        comb_buf_printf(out, " --%s", row->name);
}

/* Appends the options of each verb, then those of the game, or of all games if none is named. */
static void bash_options(struct comb_buf *out)
{
    comb_buf_str(out, "    case $verb in\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        comb_buf_printf(out, "        %s) options='", (*verb)->name);
        bash_names(out, comb_common_options);
        for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
            bash_names(out, comb_verb_options(*verb, table));
        comb_buf_str(out, "' operands='");
        append_operands(out, *verb);
        comb_buf_str(out, "' games='");
        append_games(out, *verb);
        comb_buf_str(out, "';;\n");
    }
    comb_buf_str(out, "    esac\n    for each in ${game:-");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        comb_buf_printf(out, " %s", (*game)->name);
    comb_buf_str(out, "}; do case $verb:$each in\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        for (const struct comb_game *const *game = comb_games; *game; game++) {
            struct comb_buf names = {0};
            for (const struct comb_option *row = (*game)->options; row && row->name; row++)
                if (takes_row(*verb, *game, row))
                    comb_buf_printf(&names, " --%s", row->name);
            if (names.length > 0)
                comb_buf_printf(out, "        %s:%s) options+='%s';;\n", (*verb)->name, (*game)->name,
                                comb_buf_text(&names));
            comb_buf_free(&names);
        }
    comb_buf_str(out, "    esac; done\n");
}

/* Appends the name and aliases of a game as case patterns. */
static void game_patterns(struct comb_buf *out, const struct comb_game *game)
{
    comb_buf_str(out, game->name);
    for (const char *const *alias = game->aliases; alias && *alias; alias++)
        comb_buf_printf(out, "|%s", *alias);
}

static void write_bash(struct comb_buf *out)
{
    comb_buf_str(out,
                 "# bash completion for comb\n"
                 "_comb() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
                 "    local game= each i options= operands= games=\n"
                 "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                 "        COMPREPLY=($(compgen -W '--help --version");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        comb_buf_printf(out, " %s", (*verb)->name);
    comb_buf_str(out, "' -- \"$word\")); return\n    fi\n"
                      "    # --option=value is split into three words\n"
                      "    if [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ]; then "
                      "before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
                      "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
                      "        case ${COMP_WORDS[i]} in\n");
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        comb_buf_str(out, "            ");
        game_patterns(out, *game);
        comb_buf_printf(out, ") game=%s; break;;\n", (*game)->name);
    }
    comb_buf_str(out, "        esac\n    done\n    case $verb:$game:$before in\n");
    bash_values(out);
    comb_buf_str(out, "    esac\n");
    bash_options(out);
    comb_buf_str(out, "    [ -n \"$game\" ] || operands+=$games\n"
                      "    case $word in\n"
                      "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\"));;\n"
                      "        *) COMPREPLY=($(compgen -W \"$operands\" -- \"$word\")); compopt -o default;;\n"
                      "    esac\n"
                      "}\n"
                      "complete -F _comb comb\n");
}

/* ---- zsh ---- */

/* Quotes help for a single-quoted spec of zsh's _arguments, where brackets and colons are special. */
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

/* Appends a spec for _arguments: --name[help]:ARGUMENT:values. */
static void zsh_spec(struct comb_buf *out, const struct comb_option *row)
{
    struct comb_buf values = {0};
    append_values(&values, row);
    comb_buf_printf(out, " '--%s[", row->name);
    zsh_quoted(out, row->help);
    comb_buf_char(out, ']');
    if (values.length > 0)
        comb_buf_printf(out, ":%s:(%s)", row->argument, comb_buf_text(&values) + 1);
    else if (row->kind == COMB_OPTION_FILE)
        comb_buf_printf(out, ":%s:_files", row->argument);
    else if (row->kind != COMB_OPTION_FLAG)
        comb_buf_printf(out, ":%s: ", row->argument);
    comb_buf_char(out, '\'');
    comb_buf_free(&values);
}

static void zsh_verb(struct comb_buf *out, const struct comb_verb *verb)
{
    comb_buf_printf(out, "    %s)\n        operands=(", verb->name);
    append_operands(out, verb);
    comb_buf_str(out, ")\n        [[ -z $game ]] && operands+=(");
    append_games(out, verb);
    comb_buf_str(out, ")\n");
    for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
        for (const struct comb_option *row = comb_verb_options(verb, table); row && row->name; row++) {
            comb_buf_str(out, "        _comb_row \"$words[2]\"");
            zsh_spec(out, row);
            comb_buf_char(out, '\n');
        }
    comb_buf_str(out, "        ;;\n");
}

/* Appends the options of a game, each with the verbs that take it. */
static void zsh_game(struct comb_buf *out, const struct comb_game *game)
{
    comb_buf_printf(out, "    if [[ -z $game || $game == %s ]]; then\n", game->name);
    for (const struct comb_option *row = game->options; row && row->name; row++) {
        struct comb_buf verbs = {0};
        append_verbs(&verbs, game, row);
        comb_buf_printf(out, "        _comb_row '%s'", verbs.length > 0 ? comb_buf_text(&verbs) + 1 : "");
        zsh_spec(out, row);
        comb_buf_char(out, '\n');
        comb_buf_free(&verbs);
    }
    comb_buf_str(out, "    fi\n");
}

static void write_zsh(struct comb_buf *out)
{
    comb_buf_str(out, "#compdef comb\n"
                      "# Adds an option of a verb or a game: the verbs that take it, and its spec for _arguments.\n"
                      "_comb_row() {\n"
                      "    local name=${2%%\\[*}\n"
                      "    [[ \" $1 \" == *\" $words[2] \"* && -z ${(M)specs:#${name}\\[*} ]] && specs+=(\"$2\")\n"
                      "}\n"
                      "_comb() {\n"
                      "    local -a verbs specs operands\n"
                      "    local game= word\n"
                      "    if (( CURRENT == 2 )); then\n"
                      "        verbs=(");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        comb_buf_printf(out, "\n            '%s:", (*verb)->name);
        zsh_quoted(out, comb_verb_summary(*verb));
        comb_buf_char(out, '\'');
    }
    comb_buf_str(out, ")\n        _describe verb verbs\n        return\n    fi\n"
                      "    for word in ${words[3,CURRENT-1]}; do\n        case $word in\n");
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        comb_buf_str(out, "            ");
        game_patterns(out, *game);
        comb_buf_printf(out, ") game=%s; break;;\n", (*game)->name);
    }
    comb_buf_str(out, "        esac\n    done\n    specs=(");
    for (const struct comb_option *row = comb_common_options; row && row->name; row++)
        zsh_spec(out, row);
    comb_buf_str(out, ")\n    case $words[2] in\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        zsh_verb(out, *verb);
    comb_buf_str(out, "    esac\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        zsh_game(out, *game);
    comb_buf_str(out, "    _arguments -s '1:verb:' $specs '*:operand:{ compadd -a operands; _files }'\n"
                      "}\n_comb \"$@\"\n");
}

/* ---- fish ---- */

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

/* Offers an option for these verbs and this game; an empty game means all. */
static void fish_row(struct comb_buf *out, const char *verbs, const char *game, const struct comb_option *row)
{
    struct comb_buf values = {0};
    append_values(&values, row);
    comb_buf_printf(out, "complete -c comb -n '__comb_takes \"%s\" \"%s\"' -l %s", verbs, game, row->name);
    if (row->letter)
        comb_buf_printf(out, " -s %c", row->letter);
    if (values.length > 0)
        comb_buf_printf(out, " -x -a '%s'", comb_buf_text(&values) + 1);
    else if (row->kind == COMB_OPTION_FILE)
        comb_buf_str(out, " -r -F");
    else if (row->kind != COMB_OPTION_FLAG)
        comb_buf_str(out, " -x");
    comb_buf_str(out, " -d ");
    fish_quoted(out, row->help);
    comb_buf_char(out, '\n');
    comb_buf_free(&values);
}

/* Appends conditions for `complete`. __comb_first: the verb is being typed. __comb_takes: the command line has one of
 * the verbs, and the given game or no game; the game "none" matches no game. */
static void fish_function(struct comb_buf *out)
{
    comb_buf_str(out, "function __comb_first\n"
                      "    test (count (commandline -opc)) -eq 1\n"
                      "end\n"
                      "function __comb_takes\n"
                      "    set -l words (commandline -opc)\n"
                      "    test (count $words) -ge 2; or return 1\n"
                      "    contains -- $words[2] (string split ' ' -- $argv[1]); or return 1\n"
                      "    test -n \"$argv[2]\"; or return 0\n"
                      "    set -e words[1..2]\n"
                      "    for word in $words\n"
                      "        switch $word\n");
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        comb_buf_printf(out, "            case %s", (*game)->name);
        for (const char *const *alias = (*game)->aliases; alias && *alias; alias++)
            comb_buf_printf(out, " %s", *alias);
        comb_buf_printf(out, "\n                test $argv[2] = %s; return\n", (*game)->name);
    }
    comb_buf_str(out, "        end\n    end\n    return 0\nend\n");
}

static void fish_verb(struct comb_buf *out, const struct comb_verb *verb)
{
    for (const struct comb_option *row = comb_common_options; row && row->name; row++)
        fish_row(out, verb->name, "", row);
    for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
        for (const struct comb_option *row = comb_verb_options(verb, table); row && row->name; row++)
            fish_row(out, verb->name, "", row);
    comb_buf_printf(out, "complete -c comb -n '__comb_takes \"%s\" \"\"' -a '", verb->name);
    append_operands(out, verb);
    comb_buf_printf(out, "'\ncomplete -c comb -n '__comb_takes \"%s\" none' -a '", verb->name);
    append_games(out, verb);
    comb_buf_str(out, "'\n");
}

static void write_fish(struct comb_buf *out)
{
    comb_buf_str(out, "# fish completion for comb\n");
    fish_function(out);
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        comb_buf_printf(out, "complete -c comb -n __comb_first -f -a %s -d ", (*verb)->name);
        fish_quoted(out, comb_verb_summary(*verb));
        comb_buf_char(out, '\n');
    }
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        fish_verb(out, *verb);
    for (const struct comb_game *const *game = comb_games; *game; game++)
        for (const struct comb_option *row = (*game)->options; row && row->name; row++) {
            struct comb_buf verbs = {0};
            append_verbs(&verbs, *game, row);
            if (verbs.length > 0)
                fish_row(out, comb_buf_text(&verbs) + 1, (*game)->name, row);
            comb_buf_free(&verbs);
        }
}

int comb_completion(struct comb_buf *out, const char *shell, struct comb_error *err)
{
    if (strcmp(shell, "bash") == 0)
        write_bash(out);
    else if (strcmp(shell, "zsh") == 0)
        write_zsh(out);
    else if (strcmp(shell, "fish") == 0)
        write_fish(out);
    else
        return comb_fail(err, COMB_BAD_INPUT, "unknown shell '%.40s'; expected bash, zsh or fish", shell);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}
