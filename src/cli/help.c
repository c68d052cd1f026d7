/* Help, from the records of verbs and games. Nothing is written twice: what help says is what the parser reads. */
#include "cli/verb.h"

#include "base/text.h"
#include "cli/style.h"

#include <stdlib.h>
#include <string.h>

enum {
    NARROWEST = 40,
    NARROW = 60, /* below this, what an option does stands under its name */
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

/* How much of a word goes on a line: all of it, or where a line cannot hold it as much as ends in one of |,/ there. */
static size_t piece_of(const char *word, size_t length, size_t room)
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
        size_t piece = piece_of(text, length, width - indent);
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

/* The verbs that take a game's option, unless all that the game has do: " (solve, draw)". */
static void add_verbs(struct comb_buf *out, const struct comb_option *row, const struct comb_game *game)
{
    bool all = true;
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        all &= !(*verb)->can || !(*verb)->can(game) || comb_list_holds(row->verbs, (*verb)->name);
    if (all)
        return;
    comb_buf_str(out, " (");
    for (const char *at = row->verbs; *at; at++)
        comb_buf_add(out, *at == ' ' ? ", " : at, *at == ' ' ? 2 : 1);
    comb_buf_char(out, ')');
}

/* `game` where the row is one of a game's and help is not that of a single verb. */
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
    comb_buf_str(&help, row->help);
    if (row->kind == COMB_OPTION_CHOICE && !strstr(row->help, row->choices) && strcmp(row->name, "color") != 0)
        comb_buf_printf(&help, ": %s", row->choices);
    if (row->fallback)
        comb_buf_printf(&help, " (default %s)", row->fallback);
    if (game)
        add_verbs(&help, row, game);
    comb_help_wrap(out, comb_buf_text(&help), indent, indent, width);
    comb_buf_free(&help);
    comb_buf_free(&left);
}

static void option_rows(struct comb_buf *out, const char *title, const struct comb_option *rows,
                        const struct comb_verb *verb, const struct comb_game *game, size_t width)
{
    bool titled = false;
    for (; rows && rows->name; rows++) {
        if (verb && !comb_list_holds(rows->verbs, verb->name))
            continue;
        if (!titled)
            comb_buf_printf(out, "\n%s\n", title);
        titled = true;
        option_row(out, rows, verb ? NULL : game, width);
    }
}

/* Names on lines of their own, each indented. */
static void name_list(struct comb_buf *out, const char *title, const struct comb_buf *names, size_t width)
{
    comb_buf_printf(out, "\n%s\n  ", title);
    comb_help_wrap(out, comb_buf_text(names), 2, 2, width);
}

static void games_of(struct comb_buf *out, const struct comb_verb *verb, size_t width)
{
    struct comb_buf names = {0};
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if (verb->can(*game))
            comb_buf_printf(&names, "%s ", (*game)->name);
    name_list(out, "Games", &names, width);
    comb_buf_str(out, "  ");
    comb_help_wrap(out, "'comb help GAME' shows how a board is written and the game's own options.", 2, 2, width);
    comb_buf_free(&names);
}

static void verb_help(struct comb_buf *out, const struct comb_verb *verb, size_t width)
{
    struct comb_buf line = {0};
    comb_buf_printf(&line, "comb %s %s [options]", verb->name, verb->usage);
    comb_help_wrap(out, comb_buf_text(&line), USAGE_INDENT, 0, width);
    comb_buf_clear(&line);
    comb_buf_printf(&line, "%c%s.", verb->summary[0] - ('a' - 'A'), verb->summary + 1);
    comb_buf_char(out, '\n');
    comb_help_wrap(out, comb_buf_text(&line), 0, 0, width);
    comb_buf_free(&line);
    if (verb->detail) {
        comb_buf_char(out, '\n');
        comb_help_wrap(out, verb->detail, 0, 0, width);
    }
    if (verb->examples)
        comb_buf_str(out, "\nExamples\n");
    for (const struct comb_verb_example *example = verb->examples; example && example->command; example++) {
        comb_buf_printf(out, "  comb %s\n      ", example->command);
        comb_help_wrap(out, example->shows, EXAMPLE_INDENT, EXAMPLE_INDENT, width);
    }
    if (verb->takes_game && verb->can)
        games_of(out, verb, width);
    option_rows(out, "Options", verb->options, verb, NULL, width);
}

/* A board as a command that can be pasted into a shell: of several lines, these stand as they are. */
static void board_command(struct comb_buf *out, const struct comb_game *game, const struct comb_verb *verb,
                          const struct comb_example *example, size_t width)
{
    bool fits = verb && verb->can && verb->can(game) && strstr(verb->usage, "INPUT");
    comb_buf_printf(out, "  comb %s %s ", fits ? verb->name : "solve", game->name);
    comb_cli_quote(out, example->input);
    new_line(out, EXAMPLE_INDENT);
    comb_help_wrap(out, example->shows, EXAMPLE_INDENT, EXAMPLE_INDENT, width);
}

static void verbs_of(struct comb_buf *out, const struct comb_game *game, size_t width)
{
    struct comb_buf names = {0};
    for (const struct comb_verb *const *each = comb_verbs; *each; each++)
        if ((*each)->can && (*each)->can(game))
            comb_buf_printf(&names, "%s ", (*each)->name);
    name_list(out, "Verbs", &names, width);
    comb_buf_free(&names);
}

static void game_help(struct comb_buf *out, const struct comb_game *game, const struct comb_verb *verb, size_t width)
{
    if (!verb) {
        comb_buf_printf(out, "%s (%s)\n\n", game->title, game->name);
        comb_help_wrap(out, game->summary, 0, 0, width);
    }
    comb_buf_printf(out, "\nHow to write a board\n  ");
    comb_help_wrap(out, game->notation, 2, 2, width);
    comb_buf_str(out, "\nBoards to try\n");
    for (const struct comb_example *example = game->examples; example->input; example++)
        board_command(out, game, verb, example, width);
    if (!verb)
        verbs_of(out, game, width);
    struct comb_buf title = {0};
    comb_buf_printf(&title, "Options of %s", game->name);
    option_rows(out, comb_buf_text(&title), game->options, verb, game, width);
    comb_buf_free(&title);
}

/* A line of a list: a name and what it is. */
static void named(struct comb_buf *out, const char *name, const char *summary, size_t width)
{
    comb_buf_printf(out, "  %-*s", NAME_COLUMN - 2, name);
    comb_help_wrap(out, summary, NAME_COLUMN, NAME_COLUMN, width);
}

static void overview(struct comb_buf *out, size_t width)
{
    comb_buf_str(out, "comb VERB [GAME] [INPUT] [options]\n\n");
    comb_help_wrap(out, "A workbench for hexagon and grid puzzles.", 0, 0, width);
    comb_buf_str(out, "\nExamples\n"
                      "  comb solve hexhunt LPE/EASR/SRTED/PING/LAS\n"
                      "  comb draw hexhunt LPE/EASR/SRTED/PING/LAS -o board.svg\n\n"
                      "Verbs\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        named(out, (*verb)->name, (*verb)->summary, width);
    comb_buf_str(out, "\nGames\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        named(out, (*game)->name, (*game)->summary, width);
    comb_buf_char(out, '\n');
    comb_help_wrap(out, "'comb help VERB' and 'comb help GAME' say more; 'comb --version' prints the version.", 0, 0,
                   width);
    comb_help_wrap(out,
                   "Exit status: 0 done, 1 no solution or the answer is wrong, 2 bad usage or input, 3 limit reached, "
                   "4 picture unsure, 5 a "
                   "bug found by the verifier, 130 interrupted.",
                   0, 0, width);
}

void comb_help_text(struct comb_buf *out, const struct comb_verb *verb, const struct comb_game *game, size_t width)
{
    if (!verb && !game) {
        overview(out, width);
        return;
    }
    if (verb)
        verb_help(out, verb, width);
    if (game)
        game_help(out, game, verb, width);
    if (verb)
        option_rows(out, "Options of every verb", comb_common_options, verb, NULL, width);
}
