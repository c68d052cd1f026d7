/* Asks on the terminal about uncertain items of a picture, once for all items that look the same.
 *
 *     6,12  (1 of 3)  J, 54 % sure
 *
 *         ▀▀▀▀▀▀▀▀▀▀▀▀
 *         ▀▀▀ cell ▀▀▀
 *         ▀▀▀▀▀▀▀▀▀▀▀▀
 *
 *     Enter: J   2: I   or type the value
 *     Applies to 4 more that look the same.
 *     >
 *
 * Questions go to the error stream, so that standard output can be redirected. Each answer becomes a correction at
 * once; if the game rejects it, the question is repeated. End of input leaves the rest uncertain. */
#define _POSIX_C_SOURCE 200809L
#include "cli/reading/reading.h"
#include "cli/style.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct prompt {
    struct comb_cli *cli;
    struct comb_cli_reading *read;
    struct comb_report_style style;
    unsigned number, total;
    char *line;
    size_t capacity;
};

bool comb_cli_can_prompt(const struct comb_cli *cli)
{
    return !comb_params_flag(&cli->params, "no-input") && isatty(STDIN_FILENO) && isatty(fileno(cli->err));
}

static size_t count_uncertain(const struct prompt *prompt)
{
    return json_array_size(json_object_get(prompt->read->reading, "doubts"));
}

/* Counts the questions: items that look the same are asked about once. */
static unsigned count_questions(const struct prompt *prompt)
{
    unsigned count = 0;
    const json_t *reading = prompt->read->reading;
    for (size_t i = 0; i < count_uncertain(prompt); i++) {
        const json_t *item = comb_cli_uncertainty(reading, i).item;
        bool asked = false;
        for (size_t j = 0; j < i && item; j++) {
            const json_t *before = comb_cli_uncertainty(reading, j).item;
            asked |= before && comb_cli_is_equal(before, item);
        }
        count += !asked;
    }
    return count;
}

/* ---- the question ---- */

static void write_heading(struct comb_buf *out, const struct prompt *prompt,
                          const struct comb_cli_uncertainty *uncertainty)
{
    bool bold = prompt->style.terminal.colours != COMB_TERMINAL_PLAIN;
    comb_buf_printf(out, "\n%s", bold ? "\033[1m" : "");
    if (uncertainty->has_position)
        comb_buf_printf(out, "%d,%d", uncertainty->x, uncertainty->y);
    else
        comb_buf_str(out, "the board");
    comb_buf_printf(out, "%s  (%u of %u)  ", bold ? "\033[0m" : "", prompt->number, prompt->total);
    if (uncertainty->item && comb_cli_is_board_wide(uncertainty->item))
        comb_buf_printf(out, "%s: ", json_string_value(json_object_get(uncertainty->item, "state")));
    char guess[COMB_CLI_FIX_LENGTH];
    if (uncertainty->item) {
        comb_cli_guess(guess, uncertainty->item);
        comb_buf_printf(out, "%s, %.0f %% sure\n\n", guess, comb_cli_confidence(uncertainty->item) * 100);
    } else {
        comb_buf_printf(out, "%s\n\n", uncertainty->message);
    }
}

/* Enlarges a box around its middle. */
static struct comb_pixel_box enlarge(struct comb_pixel_box box, double factor)
{
    double width = factor * box.width, height = factor * box.height;
    return (struct comb_pixel_box){(int)(box.x + (box.width - width) / 2), (int)(box.y + (box.height - height) / 2),
                                   (int)width, (int)height};
}

/* The part of the picture that the question is about: a cell, with its surroundings if a badge on its rim is in
 * question; otherwise the board, or the whole picture. A thumbnail leaves out the border of its box. */
static struct comb_pixel_box box_of(const struct prompt *prompt, const struct comb_cli_uncertainty *uncertainty)
{
    struct comb_pixel_box box;
    if (uncertainty->item && comb_cli_box(&box, uncertainty->item))
        return comb_reading_asks_state(uncertainty->item) ? enlarge(box, 1.9) : box;
    if (!uncertainty->item && uncertainty->has_position &&
        comb_cli_place(&box, prompt->read->reading, uncertainty->x, uncertainty->y))
        return box;
    if (comb_cli_board_box(&box, prompt->read->reading))
        return enlarge(box, 1.5);
    const struct comb_pixels *picture = prompt->read->picture;
    return enlarge((struct comb_pixel_box){0, 0, (int)picture->width, (int)picture->height}, 1.43);
}

static void write_thumbnail(struct comb_buf *out, const struct prompt *prompt,
                            const struct comb_cli_uncertainty *uncertainty)
{
    comb_cli_thumbnail(out, prompt->read->picture, box_of(prompt, uncertainty), &prompt->style.terminal, 4);
    comb_buf_char(out, '\n');
}

static void write_choices(struct comb_buf *out, const struct prompt *prompt,
                          const struct comb_cli_uncertainty *uncertainty)
{
    if (uncertainty->counter[0]) {
        if (uncertainty->count[0])
            comb_buf_printf(out, "Enter: %s   or ", uncertainty->count);
        comb_buf_str(out, "type the number\n> ");
        return;
    }
    if (!uncertainty->has_position) {
        comb_buf_printf(out, "Continue with the board as read? y, n, or a correction such as %s\n> ",
                        comb_reading_fix_example(prompt->read->game));
        return;
    }
    if (!uncertainty->item) {
        comb_buf_str(out, "Type the value, or . for no cell\n> ");
        return;
    }
    char guess[COMB_CLI_FIX_LENGTH];
    const char *second = comb_cli_second(uncertainty->item);
    comb_cli_guess(guess, uncertainty->item);
    unsigned equals = comb_cli_count_equal(prompt->read->reading, uncertainty->item);
    comb_buf_printf(out, "Enter: %s", guess);
    if (*second)
        comb_buf_printf(out, "   2: %s", second);
    comb_buf_str(out, "   or type the value");
    if (*second && !comb_reading_asks_state(uncertainty->item) &&
        (strpbrk(guess, "0123456789") || strpbrk(second, "0123456789")))
        comb_buf_str(out, " (=2 for the number)");
    if (equals > 0)
        comb_buf_printf(out, "\nApplies to %u more that look%s the same.", equals, equals == 1 ? "s" : "");
    comb_buf_str(out, "\n> ");
}

static void print_question(const struct prompt *prompt, const struct comb_cli_uncertainty *uncertainty, bool whole)
{
    struct comb_buf text = {0};
    if (whole) {
        write_heading(&text, prompt, uncertainty);
        write_thumbnail(&text, prompt, uncertainty);
    }
    write_choices(&text, prompt, uncertainty);
    fputs(comb_buf_text(&text), prompt->cli->err);
    fflush(prompt->cli->err);
    comb_buf_free(&text);
}

/* ---- the answer ---- */

/* Reads a line and trims it; NULL at the end of the input. */
static const char *next_line(struct prompt *prompt)
{
    ssize_t length = getline(&prompt->line, &prompt->capacity, stdin);
    if (length < 0)
        return NULL;
    while (length > 0 && isspace((unsigned char)prompt->line[length - 1]))
        prompt->line[--length] = '\0';
    const char *start = prompt->line;
    while (isspace((unsigned char)*start))
        start++;
    return start;
}

/* Resolves an answer: "" is the first choice (`guess` holds it), "2" the second, "=2" the number 2. */
static const char *resolve_answer(char guess[COMB_CLI_FIX_LENGTH], const struct comb_cli_uncertainty *uncertainty,
                                  const char *answer)
{
    if (*answer == '=')
        return answer + 1;
    if (!uncertainty->item)
        return answer;
    if (*answer == '\0') {
        comb_cli_guess(guess, uncertainty->item);
        return guess;
    }
    const char *second = comb_cli_second(uncertainty->item);
    return strcmp(answer, "2") == 0 && *second ? second : answer;
}

static int add_correction(struct comb_fixes *out, const struct comb_game *game, const json_t *item, const char *choice,
                          struct comb_error *err)
{
    char text[COMB_CLI_FIX_LENGTH];
    comb_cli_fix_text(text, game, item, choice);
    return comb_fixes_add_at(out, (int)json_integer_value(json_object_get(item, "x")),
                             (int)json_integer_value(json_object_get(item, "y")), text, err);
}

/* Collects the corrections for the item and all that look the same. */
static int collect_corrections(struct comb_fixes *out, const struct comb_cli_reading *read,
                               const struct comb_cli_uncertainty *uncertainty, const char *choice,
                               struct comb_error *err)
{
    static const char *const lists[] = {"cells", "lines"};
    size_t i;
    const json_t *other;
    if (!uncertainty->has_position)
        return comb_fixes_add(out, choice, err);
    if (!uncertainty->item)
        return comb_fixes_add_at(out, uncertainty->x, uncertainty->y, choice, err);
    int code = add_correction(out, read->game, uncertainty->item, choice, err);
    for (unsigned list = 0; list < 2; list++)
        json_array_foreach(json_object_get(read->reading, lists[list]), i, other)
        {
            if (code == COMB_OK && other != uncertainty->item && comb_cli_is_equal(uncertainty->item, other))
                code = add_correction(out, read->game, other, choice, err);
        }
    return code;
}

/* Applies and records the corrections. If the game rejects them, nothing changes. */
static int apply_corrections(struct prompt *prompt, const struct comb_cli_uncertainty *uncertainty, const char *text,
                             struct comb_error *err)
{
    struct comb_cli_reading *read = prompt->read;
    struct comb_fixes fixes = {0};
    int code = collect_corrections(&fixes, read, uncertainty, text, err);
    if (code == COMB_OK)
        code = comb_reading_fix(read->reading, read->game, comb_fixes_list(&fixes), err);
    for (size_t i = 0; i < fixes.count && (code == COMB_OK || code == COMB_UNSURE); i++)
        if (comb_fixes_add(&read->fixes, fixes.items[i], err) != COMB_OK)
            code = COMB_NO_MEMORY;
    comb_fixes_free(&fixes);
    return code;
}

/* Handles the answer to a question about the whole board: accept, stop, or correct. */
static int answer_board_question(struct prompt *prompt, const struct comb_cli_uncertainty *uncertainty,
                                 const char *answer, struct comb_error *err)
{
    json_t *uncertainties = json_object_get(prompt->read->reading, "doubts");
    if (uncertainty->counter[0]) {
        char fix[96];
        snprintf(fix, sizeof fix, "0,0=%s %.40s", uncertainty->counter, *answer ? answer : uncertainty->count);
        return apply_corrections(prompt, uncertainty, fix, err);
    }
    if (strchr(answer, '='))
        return apply_corrections(prompt, uncertainty, answer, err);
    if (answer[0] == 'n' || answer[0] == 'N')
        return comb_fail(err, COMB_UNSURE, "stopped by the user");
    if (answer[0] != 'y' && answer[0] != 'Y')
        return comb_fail(err, COMB_BAD_INPUT, "expected y, n, or a correction such as %s",
                         comb_reading_fix_example(prompt->read->game));
    json_array_remove(uncertainties, 0);
    bool certain = json_array_size(uncertainties) == 0;
    json_object_set_new(prompt->read->reading, "sure", json_boolean(certain));
    return certain ? COMB_OK : COMB_UNSURE;
}

/* ---- another game, or none ---- */

/* Reads the picture again as the named game. */
static int change_game(struct prompt *prompt, const char *name, struct comb_error *err)
{
    struct comb_cli_reading *read = prompt->read;
    const struct comb_game *game = comb_game_find(name);
    json_t *reading = NULL;
    if (!game || !game->reader)
        return comb_fail(err, COMB_BAD_INPUT, "no game '%.40s' that can be read from pictures; see 'comb read --help'",
                         name);
    int code = comb_reading_new(&reading, &game, read->picture, game, NULL, err);
    if (!reading)
        return code == COMB_NO_MEMORY ? code
                                      : comb_fail(err, COMB_BAD_INPUT, "the picture does not look like %s", name);
    json_decref(read->reading);
    read->reading = reading;
    read->game = game;
    read->changed = true;
    comb_fixes_free(&read->fixes);
    return code;
}

/* The user says that there is no board: ends without a reading, as if none had been found. */
static int drop_reading(struct prompt *prompt, struct comb_error *err)
{
    json_decref(prompt->read->reading);
    prompt->read->reading = NULL;
    return comb_fail(err, COMB_UNSURE, "no board in the picture, as answered");
}

enum outcome { ANSWERED, STOPPED, FAILED, CHANGED, DROPPED };

/* Handles "game NAME" and "no board"; false if the answer is neither. */
static bool answer_about_game(enum outcome *outcome, struct prompt *prompt, const char *answer, int *code,
                              struct comb_error *err)
{
    if (!prompt->read->detected)
        return false;
    if (strcmp(answer, "no board") == 0) {
        *code = drop_reading(prompt, err);
        *outcome = DROPPED;
        return true;
    }
    if (strncmp(answer, "game ", 5) != 0)
        return false;
    *code = change_game(prompt, answer + 5 + strspn(answer + 5, " "), err);
    *outcome = *code == COMB_NO_MEMORY ? FAILED : CHANGED;
    return true;
}

/* Asks about the first uncertainty until the game accepts an answer. */
static enum outcome ask_first(struct prompt *prompt, int *code, struct comb_error *err)
{
    struct comb_cli_uncertainty uncertainty = comb_cli_uncertainty(prompt->read->reading, 0);
    size_t before = count_uncertain(prompt);
    for (bool whole = true;; whole = false) {
        print_question(prompt, &uncertainty, whole);
        const char *answer = next_line(prompt);
        if (!answer) {
            fputc('\n', prompt->cli->err);
            return STOPPED;
        }
        char guess[COMB_CLI_FIX_LENGTH];
        enum outcome outcome = ANSWERED;
        if (answer_about_game(&outcome, prompt, answer, code, err) && *code != COMB_BAD_INPUT)
            return outcome;
        if (outcome == ANSWERED)
            *code = uncertainty.has_position
                        ? apply_corrections(prompt, &uncertainty, resolve_answer(guess, &uncertainty, answer), err)
                        : answer_board_question(prompt, &uncertainty, answer, err);
        if (*code == COMB_NO_MEMORY)
            return FAILED;
        if (*code != COMB_BAD_INPUT)
            return count_uncertain(prompt) < before ? ANSWERED : STOPPED;
        comb_cli_warn(prompt->cli, "%s", err->message);
    }
}

static void print_introduction(const struct prompt *prompt)
{
    fprintf(prompt->cli->err, "%s: some cells of the picture are uncertain. Press Ctrl-D to stop.\n",
            prompt->read->game->title);
    if (prompt->read->detected)
        fprintf(prompt->cli->err,
                "If this is another game, answer 'game NAME'; if there is no board, answer 'no board'.\n");
}

int comb_cli_prompt(struct comb_cli *cli, struct comb_cli_reading *read, struct comb_error *err)
{
    struct prompt prompt = {.cli = cli, .read = read};
    int code = COMB_UNSURE;
    enum outcome outcome = ANSWERED;
    comb_style_choose(&prompt.style, &cli->params, cli->err);
    if (prompt.style.plain)
        prompt.style.terminal.colours = COMB_TERMINAL_PLAIN;
    print_introduction(&prompt);
    while ((outcome == ANSWERED || outcome == CHANGED) && count_uncertain(&prompt) > 0) {
        prompt.total = prompt.number + count_questions(&prompt); /* an answer may settle or raise other questions */
        prompt.number++;
        outcome = ask_first(&prompt, &code, err);
        if (outcome == CHANGED) {
            prompt.number = 0;
            print_introduction(&prompt);
        }
    }
    free(prompt.line);
    if (outcome == FAILED || outcome == DROPPED)
        return code;
    return count_uncertain(&prompt) == 0 ? COMB_OK
                                         : comb_fail(err, COMB_UNSURE, "some cells of the picture are still uncertain");
}
