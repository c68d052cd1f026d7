/* Help, from the records of verbs and games. Nothing is written twice: what help says is what the parser reads. */
#include "cli/verb.h"

#include <string.h>

enum { WIDTH = 80, COLUMN = 26, NAME_COLUMN = 15, USAGE_INDENT = 4, EXAMPLE_INDENT = 6 };

void comb_help_wrap(struct comb_buf *out, const char *text, size_t indent, size_t start)
{
    size_t column = start;
    bool fresh = true;
    while (*text) {
        if (*text == '\n' && text[1] == '\n') {
            comb_buf_str(out, "\n\n");
            comb_buf_repeat(out, " ", indent);
            column = indent;
            fresh = true;
        }
        text += strspn(text, " \n");
        size_t length = strcspn(text, " \n");
        if (length == 0)
            break;
        if (!fresh && column + 1 + length > WIDTH) {
            comb_buf_char(out, '\n');
            comb_buf_repeat(out, " ", indent);
            column = indent;
            fresh = true;
        }
        if (!fresh)
            comb_buf_char(out, ' ');
        comb_buf_add(out, text, length);
        column += length + !fresh;
        fresh = false;
        text += length;
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
static void option_row(struct comb_buf *out, const struct comb_option *row, const struct comb_game *game)
{
    struct comb_buf left = {0};
    if (row->letter)
        comb_buf_printf(&left, "-%c, ", row->letter);
    comb_buf_printf(&left, "--%s", row->name);
    if (row->argument)
        comb_buf_printf(&left, " %s", row->argument);
    comb_buf_printf(out, "  %-*s", COLUMN - 4, comb_buf_text(&left));
    if (left.length > COLUMN - 4) {
        comb_buf_char(out, '\n');
        comb_buf_repeat(out, " ", COLUMN - 2);
    }
    comb_buf_str(out, "  ");
    struct comb_buf help = {0};
    comb_buf_str(&help, row->help);
    if (row->kind == COMB_OPTION_CHOICE && !strstr(row->help, row->choices) && strcmp(row->name, "color") != 0)
        comb_buf_printf(&help, ": %s", row->choices);
    if (row->fallback)
        comb_buf_printf(&help, " (default %s)", row->fallback);
    if (game)
        add_verbs(&help, row, game);
    comb_help_wrap(out, comb_buf_text(&help), COLUMN, COLUMN);
    comb_buf_free(&help);
    comb_buf_free(&left);
}

static void option_rows(struct comb_buf *out, const char *title, const struct comb_option *rows,
                        const struct comb_verb *verb, const struct comb_game *game)
{
    bool titled = false;
    for (; rows && rows->name; rows++) {
        if (verb && !comb_list_holds(rows->verbs, verb->name))
            continue;
        if (!titled)
            comb_buf_printf(out, "\n%s\n", title);
        titled = true;
        option_row(out, rows, verb ? NULL : game);
    }
}

static void verb_help(struct comb_buf *out, const struct comb_verb *verb)
{
    struct comb_buf line = {0};
    comb_buf_printf(&line, "comb %s %s [options]", verb->name, verb->usage);
    comb_help_wrap(out, comb_buf_text(&line), USAGE_INDENT, 0);
    comb_buf_clear(&line);
    comb_buf_printf(&line, "%c%s.", verb->summary[0] - ('a' - 'A'), verb->summary + 1);
    comb_buf_char(out, '\n');
    comb_help_wrap(out, comb_buf_text(&line), 0, 0);
    comb_buf_free(&line);
    if (verb->detail) {
        comb_buf_char(out, '\n');
        comb_help_wrap(out, verb->detail, 0, 0);
    }
    if (verb->examples)
        comb_buf_str(out, "\nExamples\n");
    for (const struct comb_verb_example *example = verb->examples; example && example->command; example++) {
        comb_buf_printf(out, "  comb %s\n      ", example->command);
        comb_help_wrap(out, example->shows, EXAMPLE_INDENT, EXAMPLE_INDENT);
    }
    if (verb->takes_game && verb->can) {
        comb_buf_str(out, "\nGames\n  ");
        for (const struct comb_game *const *game = comb_games; *game; game++)
            if (verb->can(*game))
                comb_buf_printf(out, "%s ", (*game)->name);
        comb_buf_str(out, "\n  'comb help GAME' shows how a board is written and the game's own options.\n");
    }
    option_rows(out, "Options", verb->options, verb, NULL);
}

/* A board of one line or several, each indented. */
static void print_board(struct comb_buf *out, const char *board)
{
    while (*board) {
        size_t length = strcspn(board, "\n");
        comb_buf_str(out, length ? "  " : "");
        comb_buf_add(out, board, length);
        comb_buf_char(out, '\n');
        board += length + (board[length] == '\n');
    }
}

static void game_help(struct comb_buf *out, const struct comb_game *game, const struct comb_verb *verb)
{
    if (!verb) {
        comb_buf_printf(out, "%s (%s)\n\n", game->title, game->name);
        comb_help_wrap(out, game->summary, 0, 0);
    }
    comb_buf_printf(out, "\nHow a %s board is written\n  ", game->title);
    comb_help_wrap(out, game->notation, 2, 2);
    comb_buf_str(out, "\nBoards to try\n");
    for (const struct comb_example *example = game->examples; example->input; example++) {
        print_board(out, example->input);
        comb_buf_printf(out, "      %s\n", example->shows);
    }
    if (!verb) {
        comb_buf_str(out, "\nVerbs\n ");
        for (const struct comb_verb *const *each = comb_verbs; *each; each++)
            if ((*each)->can && (*each)->can(game))
                comb_buf_printf(out, " %s", (*each)->name);
        comb_buf_char(out, '\n');
    }
    struct comb_buf title = {0};
    comb_buf_printf(&title, "Options of %s", game->name);
    option_rows(out, comb_buf_text(&title), game->options, verb, game);
    comb_buf_free(&title);
}

/* A line of a list: a name and what it is. */
static void named(struct comb_buf *out, const char *name, const char *summary)
{
    comb_buf_printf(out, "  %-*s", NAME_COLUMN - 2, name);
    comb_help_wrap(out, summary, NAME_COLUMN, NAME_COLUMN);
}

static void overview(struct comb_buf *out)
{
    comb_buf_str(out, "comb VERB [GAME] [INPUT] [options]\n\n"
                      "A workbench for hexagon and grid puzzles.\n\n"
                      "Examples\n"
                      "  comb solve hexhunt LPE/EASR/SRTED/PING/LAS\n"
                      "  comb draw hexhunt LPE/EASR/SRTED/PING/LAS -o board.svg\n\n"
                      "Verbs\n");
    for (const struct comb_verb *const *verb = comb_verbs; *verb; verb++)
        named(out, (*verb)->name, (*verb)->summary);
    comb_buf_str(out, "\nGames\n");
    for (const struct comb_game *const *game = comb_games; *game; game++)
        named(out, (*game)->name, (*game)->summary);
    comb_buf_char(out, '\n');
    comb_help_wrap(out, "'comb help VERB' and 'comb help GAME' say more; 'comb --version' prints the version.", 0, 0);
    comb_help_wrap(out,
                   "Exit status: 0 done, 1 an honest no, 2 bad usage or input, 3 limit reached, 4 picture unsure, 5 a "
                   "bug found by the verifier, 130 interrupted.",
                   0, 0);
}

void comb_help_text(struct comb_buf *out, const struct comb_verb *verb, const struct comb_game *game)
{
    if (!verb && !game) {
        overview(out);
        return;
    }
    if (verb)
        verb_help(out, verb);
    if (game)
        game_help(out, game, verb);
    if (verb)
        option_rows(out, "Options of every verb", comb_common_options, verb, NULL);
}
