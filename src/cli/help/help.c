/* Prints help from the records of verbs and games, the same records the parser uses. */
#include "cli/verb.h"

#include "base/text.h"
#include "cli/style.h"

#include <stdlib.h>
#include <string.h>

enum {
    NARROWEST = 40,
    NARROW = 60, /* below this, an option's description goes on the next line */
    WIDE_COLUMN = 26,
    NARROW_COLUMN = 8,
    NAME_COLUMN = 15,
    USAGE_INDENT = 4,
    EXAMPLE_INDENT = 6
};

unsigned comb_help_width(FILE *stream)
{
    const char *columns = getenv("COLUMNS");
    long long width;
    if (!columns || !comb_parse_int(&width, columns) || width <= 0)
        width = comb_style_width(stream);
    return width < NARROWEST ? NARROWEST : width > UINT16_MAX ? UINT16_MAX : (unsigned)width;
}

/* Length of the part of a word that fits on a line: the whole word, or, if it is too long, up to one of |,/. */
static size_t piece_length(const char *word, size_t length, size_t room)
{
    size_t piece = length;
    if (length > room)
        for (piece = room; piece > 1 && !strchr("|,/", word[piece - 1]);)
            piece--;
    return piece > 1 ? piece : length < room ? length : room;
}

static void new_line(struct comb_buf *out, size_t indent)
{
    comb_buf_char(out, '\n');
    comb_buf_repeat(out, " ", indent);
}

void comb_help_wrap(struct comb_buf *out, const char *text, size_t indent, size_t start, size_t width)
{
    size_t column = start;
    bool fresh = true, joined = false;
    while (*text) {
        if (*text == '\n' && text[1] == '\n') {
            comb_buf_char(out, '\n');
            new_line(out, indent);
            column = indent;
            fresh = true;
        }
        text += strspn(text, " \n");
        size_t length = strcspn(text, " \n");
        if (length == 0)
            break;
        size_t piece = piece_length(text, length, width - indent);
        if (!fresh && column + !joined + piece > width) {
            new_line(out, indent);
            column = indent;
            fresh = true;
        }
        bool spaced = !fresh && !joined;
        comb_buf_str(out, spaced ? " " : "");
        comb_buf_add(out, text, piece);
        column += piece + spaced;
        fresh = false;
        joined = piece < length;
        text += piece;
    }
    comb_buf_char(out, '\n');
}

/* Appends the verbs that take a game's option, " (solve, draw)", unless all verbs of the game do. */
static void add_verbs(struct comb_buf *out, const struct comb_option *row, const struct comb_game *game)
{
    bool all = true;
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        all &= !comb_verb_supports(*verb, game) || comb_list_contains(row->verbs, (*verb)->name);
    if (all)
        return;
    comb_buf_str(out, " (");
    for (const char *at = row->verbs; *at; at++)
        comb_buf_add(out, *at == ' ' ? ", " : at, *at == ' ' ? 2 : 1);
    comb_buf_char(out, ')');
}

/* Appends " [auto|light|dark]". */
static void add_choices(struct comb_buf *out, const char *choices)
{
    comb_buf_str(out, " [");
    for (const char *at = choices; *at; at++)
        comb_buf_char(out, *at == ' ' ? '|' : *at);
    comb_buf_char(out, ']');
}

/* Appends a summary as a sentence. */
static void add_sentence(struct comb_buf *out, const char *summary, size_t width)
{
    struct comb_buf line = {0};
    bool lower = summary[0] >= 'a' && summary[0] <= 'z';
    comb_buf_printf(&line, "%c%s.", lower ? summary[0] - ('a' - 'A') : summary[0], summary + 1);
    comb_help_wrap(out, comb_buf_text(&line), 0, 0, width);
    comb_buf_free(&line);
}

/* `game` is set for a game's option outside the help of a single verb. */
static void option_row(struct comb_buf *out, const struct comb_option *row, const struct comb_game *game, size_t width)
{
    struct comb_buf left = {0};
    size_t indent = width < NARROW ? NARROW_COLUMN : WIDE_COLUMN;
    if (row->letter)
        comb_buf_printf(&left, "-%c, ", row->letter);
    comb_buf_printf(&left, "--%s", row->name);
    if (row->argument)
        comb_buf_printf(&left, " %s", row->argument);
    comb_buf_printf(out, "  %s", comb_buf_text(&left));
    if (left.length + 4 > indent)
        new_line(out, indent);
    else
        comb_buf_repeat(out, " ", indent - 2 - left.length);
    struct comb_buf help = {0};
    comb_option_help(&help, row);
    if (row->kind == COMB_OPTION_CHOICE && !strstr(row->help, row->choices) && strcmp(row->name, "color") != 0)
        add_choices(&help, row->choices);
    if (row->default_value)
        comb_buf_printf(&help, " (default: %s)", row->default_value);
    if (game)
        add_verbs(&help, row, game);
    comb_help_wrap(out, comb_buf_text(&help), indent, indent, width);
    comb_buf_free(&help);
    comb_buf_free(&left);
}

/* Returns whether there were any. `title` NULL: the rows continue a list. */
static bool option_rows(struct comb_buf *out, const char *title, const struct comb_option *rows,
                        const struct comb_verb *verb, const struct comb_game *game, size_t width)
{
    bool any = false;
    for (; rows && rows->name; rows++) {
        if (verb && !comb_list_contains(rows->verbs, verb->name))
            continue;
        if (!any && title)
            comb_buf_printf(out, "\n%s\n", title);
        any = true;
        option_row(out, rows, verb ? NULL : game, width);
    }
    return any;
}

/* Appends a title and an indented list of names. */
static void name_list(struct comb_buf *out, const char *title, const struct comb_buf *names, size_t width)
{
    comb_buf_printf(out, "\n%s\n  ", title);
    comb_help_wrap(out, comb_buf_text(names), 2, 2, width);
}

static void list_games(struct comb_buf *out, const struct comb_verb *verb, size_t width)
{
    struct comb_buf names = {0};
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if (comb_verb_supports(verb, *game))
            comb_buf_printf(&names, "%s ", (*game)->name);
    name_list(out, "Games", &names, width);
    comb_buf_str(out, "  ");
    comb_help_wrap(out, "See 'comb help GAME' for the board notation and the options of a game.", 2, 2, width);
    comb_buf_free(&names);
}

static void verb_help(struct comb_buf *out, const struct comb_verb *verb, size_t width)
{
    struct comb_buf line = {0};
    comb_buf_printf(&line, "Usage: comb %s %s%s[options]", verb->name, comb_verb_usage(verb),
                    *comb_verb_usage(verb) ? " " : "");
    comb_help_wrap(out, comb_buf_text(&line), USAGE_INDENT, 0, width);
    comb_buf_free(&line);
    comb_buf_char(out, '\n');
    add_sentence(out, comb_verb_summary(verb), width);
    if (comb_verb_detail(verb)) {
        comb_buf_char(out, '\n');
        comb_help_wrap(out, comb_verb_detail(verb), 0, 0, width);
    }
    if (comb_verb_examples(verb))
        comb_buf_str(out, "\nExamples\n");
    for (const struct comb_verb_example *example = comb_verb_examples(verb); example && example->command; example++) {
        comb_buf_printf(out, "  comb %s\n      ", example->command);
        comb_help_wrap(out, example->description, EXAMPLE_INDENT, EXAMPLE_INDENT, width);
    }
    if (verb->takes_game && comb_verb_depends_on_game(verb))
        list_games(out, verb, width);
    const char *title = "Options";
    for (unsigned table = 0; table < COMB_VERB_TABLES; table++)
        if (option_rows(out, title, comb_verb_options(verb, table), verb, NULL, width))
            title = NULL;
}

/* Appends an example board as a command that can be pasted into a shell. Boards of several lines stay as they are. */
static void board_command(struct comb_buf *out, const struct comb_game *game, const struct comb_verb *verb,
                          const struct comb_example *example, size_t width)
{
    bool fits = verb && comb_verb_supports(verb, game) && strstr(comb_verb_usage(verb), "INPUT");
    comb_buf_printf(out, "  comb %s %s ", fits ? verb->name : "solve", game->name);
    comb_cli_quote(out, example->input);
    new_line(out, EXAMPLE_INDENT);
    comb_help_wrap(out, example->description, EXAMPLE_INDENT, EXAMPLE_INDENT, width);
}

static void list_verbs(struct comb_buf *out, const struct comb_game *game, size_t width)
{
    struct comb_buf names = {0};
    for (const struct comb_verb *const *each = comb_verbs; *each; each++)
        if (comb_verb_supports(*each, game))
            comb_buf_printf(&names, "%s ", (*each)->name);
    name_list(out, "Verbs", &names, width);
    comb_buf_free(&names);
}

static void game_help(struct comb_buf *out, const struct comb_game *game, const struct comb_verb *verb, size_t width)
{
    if (!verb) {
        comb_buf_printf(out, "%s (%s)\n\n", game->title, game->name);
        add_sentence(out, game->summary, width);
    }
    comb_buf_printf(out, "\nBoard notation (%s)\n  ", game->title);
    comb_help_wrap(out, game->notation, 2, 2, width);
    comb_buf_str(out, "\nExample boards\n");
    for (const struct comb_example *example = game->examples; example->input; example++)
        board_command(out, game, verb, example, width);
    if (!verb)
        list_verbs(out, game, width);
    struct comb_buf title = {0};
    comb_buf_printf(&title, "Options of %s", game->name);
    option_rows(out, comb_buf_text(&title), game->options, verb, game, width);
    comb_buf_free(&title);
}

/* Appends a name and its description. */
static void name_row(struct comb_buf *out, const char *name, const char *summary, size_t width)
{
    comb_buf_printf(out, "  %-*s", NAME_COLUMN - 2, name);
    comb_help_wrap(out, summary, NAME_COLUMN, NAME_COLUMN, width);
}

const char *const comb_help_exit_status[][2] = {
    {"0", "success"},
    {"1", "no solution, or the answer is wrong"},
    {"2", "bad usage or input"},
    {"3", "a limit was reached; the results so far are printed"},
    {"4", "a picture could not be read with confidence"},
    {"5", "the verifier rejected the solver's answer (a bug)"},
    {"130", "interrupted"},
    {NULL, NULL},
};

static void program_help(struct comb_buf *out, size_t width)
{
    comb_help_wrap(out, "Usage: comb VERB [GAME] [INPUT] [options]", USAGE_INDENT, 0, width);
    comb_buf_char(out, '\n');
    comb_help_wrap(out, "A workbench for hexagon and grid puzzles.", 0, 0, width);
    comb_buf_str(out, "\nExamples\n"
                      "  comb solve hexhunt LPE/EASR/SRTED/PING/LAS\n"
                      "  comb draw hexhunt LPE/EASR/SRTED/PING/LAS -o board.svg\n\n"
                      "Verbs\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        name_row(out, (*verb)->name, comb_verb_summary(*verb), width);
    comb_buf_str(out, "\nGames\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        name_row(out, (*game)->name, (*game)->summary, width);
    comb_buf_str(out, "\nExit status\n");
    for (const char *const(*row)[2] = comb_help_exit_status; (*row)[0]; row++)
        name_row(out, (*row)[0], (*row)[1], width);
    comb_buf_char(out, '\n');
    comb_help_wrap(out, "See 'comb help VERB' and 'comb help GAME' for details; 'comb --version' prints the version.",
                   0, 0, width);
}

void comb_help_text(struct comb_buf *out, const struct comb_verb *verb, const struct comb_game *game, size_t width)
{
    if (!verb && !game) {
        program_help(out, width);
        return;
    }
    if (verb)
        verb_help(out, verb, width);
    if (game)
        game_help(out, game, verb, width);
    if (verb)
        option_rows(out, "Options of every verb", comb_common_options, verb, NULL, width);
}
