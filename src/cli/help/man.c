/* Generates comb(1) from the same records as --help. */
#include "cli/verb.h"

#include "comb.h"

#include <string.h>

/* Escapes text for troff: a dot or quote at the start of a line is a request, and a dash would become a hyphen. */
static void escape_troff(struct comb_buf *out, const char *text)
{
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\''))
            comb_buf_str(out, "\\&");
        if (*text == '\\')
            comb_buf_str(out, "\\e");
        else if (*text == '-')
            comb_buf_str(out, "\\-");
        else if (*text == '\n' && text[1] == '\n')
            comb_buf_str(out, "\n.PP");
        else
            comb_buf_char(out, *text);
        start = *text == '\n';
    }
}

static void add_help(struct comb_buf *out, const struct comb_option *row)
{
    struct comb_buf help = {0};
    comb_option_help(&help, row);
    escape_troff(out, comb_buf_text(&help));
    comb_buf_free(&help);
}

static void man_options(struct comb_buf *out, const struct comb_option *rows)
{
    for (; rows && rows->name; rows++) {
        comb_buf_str(out, ".TP\n\\fB");
        if (rows->letter)
            comb_buf_printf(out, "\\-%c\\fR, \\fB", rows->letter);
        comb_buf_str(out, "\\-\\-");
        escape_troff(out, rows->name);
        comb_buf_str(out, "\\fR");
        if (rows->argument)
            comb_buf_printf(out, " \\fI%s\\fR", rows->argument);
        comb_buf_char(out, '\n');
        add_help(out, rows);
        if (rows->kind == COMB_OPTION_CHOICE && !strstr(rows->help, rows->choices)) {
            comb_buf_str(out, "; one of: ");
            escape_troff(out, rows->choices);
        }
        if (rows->default_value) {
            comb_buf_str(out, " (default: ");
            escape_troff(out, rows->default_value);
            comb_buf_char(out, ')');
        }
        if (rows->verbs) {
            comb_buf_str(out, "; verbs: ");
            escape_troff(out, rows->verbs);
        }
        comb_buf_char(out, '\n');
    }
}

static void man_verb(struct comb_buf *out, const struct comb_verb *verb)
{
    comb_buf_str(out, ".SS \"comb ");
    escape_troff(out, verb->name);
    comb_buf_char(out, ' ');
    escape_troff(out, comb_verb_usage(verb));
    comb_buf_str(out, "\"\n");
    escape_troff(out, comb_verb_summary(verb));
    comb_buf_str(out, ".\n");
    if (comb_verb_detail(verb)) {
        comb_buf_str(out, ".PP\n");
        escape_troff(out, comb_verb_detail(verb));
        comb_buf_char(out, '\n');
    }
    for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
        man_options(out, comb_verb_options(verb, table));
}

static void man_game(struct comb_buf *out, const struct comb_game *game)
{
    comb_buf_printf(out, ".SS %s\n", game->name);
    escape_troff(out, game->summary);
    comb_buf_str(out, "\n.PP\n");
    escape_troff(out, game->notation);
    comb_buf_char(out, '\n');
    man_options(out, game->options);
}

static void man_examples(struct comb_buf *out)
{
    comb_buf_str(out, ".SH EXAMPLES\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        for (const struct comb_verb_example *example = comb_verb_examples(*verb); example && example->command;
             example++) {
            comb_buf_str(out, ".TP\n\\fBcomb ");
            escape_troff(out, example->command);
            comb_buf_str(out, "\\fR\n");
            escape_troff(out, example->description);
            comb_buf_char(out, '\n');
        }
    }
}

static void man_exit_status(struct comb_buf *out)
{
    comb_buf_str(out, ".SH EXIT STATUS\n");
    for (const char *const(*row)[2] = comb_help_exit_status; (*row)[0]; row++) {
        comb_buf_printf(out, ".TP\n%s\n", (*row)[0]);
        escape_troff(out, (*row)[1]);
        comb_buf_char(out, '\n');
    }
}

static const char ENVIRONMENT[] =
    ".SH ENVIRONMENT\n"
    ".TP\nNO_COLOR\nif set and not empty, disables colours unless \\-\\-color=always\n"
    ".TP\nTERM, COLORTERM\nthe number of colours of the terminal\n"
    ".TP\nCOLUMNS\nwidth of help (default: width of the terminal)\n"
    ".TP\nLC_ALL, LC_CTYPE, LANG\nboards are drawn in ASCII unless the locale is UTF\\-8\n";

void comb_help_man(struct comb_buf *out)
{
    comb_buf_printf(out, ".TH COMB 1 \"\" \"comb %s\" \"User Commands\"\n", COMB_VERSION);
    comb_buf_str(out, ".SH NAME\ncomb \\- a workbench for hexagon and grid puzzles\n"
                      ".SH SYNOPSIS\n\\fBcomb\\fR \\fIVERB\\fR [\\fIGAME\\fR] [\\fIINPUT\\fR] [\\fIoptions\\fR]\n"
                      ".SH VERBS\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        man_verb(out, *verb);
    comb_buf_str(out, ".SH OPTIONS OF EVERY VERB\n");
    man_options(out, comb_common_options);
    comb_buf_str(out, ".SH GAMES\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        man_game(out, *game);
    man_examples(out);
    man_exit_status(out);
    comb_buf_str(out, ENVIRONMENT);
}
