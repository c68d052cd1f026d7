/* comb(1), from the same records as --help. */
#include "cli/verb.h"

#include "comb_version.h"

#include <string.h>

/* Text that troff prints as it is: a dot or quote at the start of a line is a request, a dash would become a hyphen. */
static void escape(struct comb_buf *out, const char *text)
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

static void option_rows(struct comb_buf *out, const struct comb_option *rows)
{
    for (; rows && rows->name; rows++) {
        comb_buf_str(out, ".TP\n\\fB");
        if (rows->letter)
            comb_buf_printf(out, "\\-%c\\fR, \\fB", rows->letter);
        comb_buf_str(out, "\\-\\-");
        escape(out, rows->name);
        comb_buf_str(out, "\\fR");
        if (rows->argument)
            comb_buf_printf(out, " \\fI%s\\fR", rows->argument);
        comb_buf_char(out, '\n');
        escape(out, rows->help);
        if (rows->kind == COMB_OPTION_CHOICE && !strstr(rows->help, rows->choices)) {
            comb_buf_str(out, ": ");
            escape(out, rows->choices);
        }
        if (rows->fallback) {
            comb_buf_str(out, " (default ");
            escape(out, rows->fallback);
            comb_buf_char(out, ')');
        }
        if (rows->verbs) {
            comb_buf_str(out, "; with ");
            escape(out, rows->verbs);
        }
        comb_buf_char(out, '\n');
    }
}

static void verb_section(struct comb_buf *out, const struct comb_verb *verb)
{
    comb_buf_str(out, ".SS \"comb ");
    escape(out, verb->name);
    comb_buf_char(out, ' ');
    escape(out, verb->usage);
    comb_buf_str(out, "\"\n");
    escape(out, verb->summary);
    comb_buf_str(out, ".\n");
    if (verb->detail) {
        comb_buf_str(out, ".PP\n");
        escape(out, verb->detail);
        comb_buf_char(out, '\n');
    }
    option_rows(out, verb->options);
}

static void game_section(struct comb_buf *out, const struct comb_game *game)
{
    comb_buf_printf(out, ".SS %s\n", game->name);
    escape(out, game->summary);
    comb_buf_str(out, "\n.PP\n");
    escape(out, game->notation);
    comb_buf_char(out, '\n');
    option_rows(out, game->options);
}

static void example_section(struct comb_buf *out)
{
    comb_buf_str(out, ".SH EXAMPLES\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++) {
        for (const struct comb_verb_example *example = (*verb)->examples; example && example->command; example++) {
            comb_buf_str(out, ".TP\n\\fBcomb ");
            escape(out, example->command);
            comb_buf_str(out, "\\fR\n");
            escape(out, example->shows);
            comb_buf_char(out, '\n');
        }
    }
}

static const char EXIT_STATUS[] = ".SH EXIT STATUS\n"
                                  ".TP\n0\ndone\n"
                                  ".TP\n1\nno solution, stuck, or the answer is wrong\n"
                                  ".TP\n2\nwrong usage or unreadable input\n"
                                  ".TP\n3\na limit was reached; the partial result is printed\n"
                                  ".TP\n4\na picture could not be read with confidence\n"
                                  ".TP\n5\nthe verifier disagrees with the solver: a bug\n"
                                  ".TP\n130\ninterrupted\n";

static const char ENVIRONMENT[] =
    ".SH ENVIRONMENT\n"
    ".TP\nNO_COLOR\nwhen set and not empty, no colours unless \\-\\-color=always\n"
    ".TP\nTERM, COLORTERM\nhow many colours the terminal has\n"
    ".TP\nCOLUMNS\nhow wide help may be, else as wide as the terminal\n"
    ".TP\nLC_ALL, LC_CTYPE, LANG\nboards are drawn in ASCII unless the locale is UTF\\-8\n";

void comb_help_man(struct comb_buf *out)
{
    comb_buf_printf(out, ".TH COMB 1 \"\" \"comb %s\" \"User Commands\"\n", COMB_VERSION);
    comb_buf_str(out, ".SH NAME\ncomb \\- a workbench for hexagon and grid puzzles\n"
                      ".SH SYNOPSIS\n\\fBcomb\\fR \\fIVERB\\fR [\\fIGAME\\fR] [\\fIINPUT\\fR] [\\fIoptions\\fR]\n"
                      ".SH VERBS\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        verb_section(out, *verb);
    comb_buf_str(out, ".SH OPTIONS OF EVERY VERB\n");
    option_rows(out, comb_common_options);
    comb_buf_str(out, ".SH GAMES\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        game_section(out, *game);
    example_section(out);
    comb_buf_str(out, EXIT_STATUS);
    comb_buf_str(out, ENVIRONMENT);
}
