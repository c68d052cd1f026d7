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
    if (uncertainty->item)
        comb_buf_printf(out, "%s, %.0f %% sure\n\n", comb_cli_guess(uncertainty->item),
                        comb_cli_confidence(uncertainty->item) * 100);
    else
        comb_buf_printf(out, "%s\n\n", uncertainty->message);
}

static void write_thumbnail(struct comb_buf *out, const struct prompt *prompt,
                            const struct comb_cli_uncertainty *uncertainty)
{
    struct comb_pixel_box box;
    bool there = uncertainty->item ? comb_cli_box(&box, uncertainty->item)
                                   : uncertainty->has_position &&
                                         comb_cli_place(&box, prompt->read->reading, uncertainty->x, uncertainty->y);
    if (!there)
        return;
    comb_cli_thumbnail(out, prompt->read->picture, box, &prompt->style.terminal, 4);
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
        comb_buf_str(out, "Continue with the board as read? y, n, or a correction such as 3,2=I\n> ");
        return;
    }
    if (!uncertainty->item) {
        comb_buf_str(out, "Type the value, or . for no cell\n> ");
        return;
    }
    const char *guess = comb_cli_guess(uncertainty->item), *second = comb_cli_second(uncertainty->item);
    unsigned equals = comb_cli_count_equal(prompt->read->reading, uncertainty->item);
    comb_buf_printf(out, "Enter: %s", guess);
    if (*second)
        comb_buf_printf(out, "   2: %s", second);
    comb_buf_str(out, "   or type the value");
    if (*second && (strpbrk(guess, "0123456789") || strpbrk(second, "0123456789")))
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

/* Resolves an answer: "" is the first choice, "2" the second, "=2" the number 2. */
static const char *resolve_answer(const struct comb_cli_uncertainty *uncertainty, const char *answer)
{
    if (*answer == '=')
        return answer + 1;
    if (!uncertainty->item)
        return answer;
    if (*answer == '\0')
        return comb_cli_guess(uncertainty->item);
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
        return comb_fail(err, COMB_BAD_INPUT, "expected y, n, or a correction such as 3,2=I");
    json_array_remove(uncertainties, 0);
    bool certain = json_array_size(uncertainties) == 0;
    json_object_set_new(prompt->read->reading, "sure", json_boolean(certain));
    return certain ? COMB_OK : COMB_UNSURE;
}

enum outcome { ANSWERED, STOPPED, FAILED };

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
        *code = uncertainty.has_position
                    ? apply_corrections(prompt, &uncertainty, resolve_answer(&uncertainty, answer), err)
                    : answer_board_question(prompt, &uncertainty, answer, err);
        if (*code == COMB_NO_MEMORY)
            return FAILED;
        if (*code != COMB_BAD_INPUT)
            return count_uncertain(prompt) < before ? ANSWERED : STOPPED;
        comb_cli_warn(prompt->cli, "%s", err->message);
    }
}

int comb_cli_prompt(struct comb_cli *cli, struct comb_cli_reading *read, struct comb_error *err)
{
    struct prompt prompt = {.cli = cli, .read = read};
    int code = COMB_UNSURE;
    enum outcome outcome = ANSWERED;
    comb_style_choose(&prompt.style, &cli->params, cli->err);
    if (prompt.style.plain)
        prompt.style.terminal.colours = COMB_TERMINAL_PLAIN;
    prompt.total = count_questions(&prompt);
    fprintf(cli->err, "%s: some cells of the picture are uncertain. Press Ctrl-D to stop.\n", read->game->title);
    while (outcome == ANSWERED && count_uncertain(&prompt) > 0) {
        prompt.number++;
        outcome = ask_first(&prompt, &code, err);
    }
    free(prompt.line);
    if (outcome == FAILED)
        return code;
    return count_uncertain(&prompt) == 0 ? COMB_OK
                                         : comb_fail(err, COMB_UNSURE, "some cells of the picture are still uncertain");
}
