/* Asking at the terminal what a picture shows: one question for each thing in doubt, or for all that look the same.
 *
 *     6,12  (1 of 3)  J, 54 % sure
 *
 *         ▀▀▀▀▀▀▀▀▀▀▀▀
 *         ▀▀▀ cell ▀▀▀
 *         ▀▀▀▀▀▀▀▀▀▀▀▀
 *
 *     Enter: J   2: I   or type what stands there   (holds for 4 more that look the same)
 *     >
 *
 * Questions go to the error stream, so that the result may go elsewhere. An answer is made a correction at once: what
 * the game does not take is said and asked again. The end of the input leaves the rest in doubt. */
#define _POSIX_C_SOURCE 200809L
#include "cli/reading.h"
#include "cli/style.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct asking {
    struct comb_cli *cli;
    struct comb_cli_reading *read;
    struct comb_report_style style;
    unsigned number, total;
    char *line;
    size_t capacity;
};

bool comb_cli_can_ask(const struct comb_cli *cli)
{
    return !comb_params_flag(&cli->params, "no-input") && isatty(STDIN_FILENO) && isatty(fileno(cli->err));
}

static size_t doubts_left(const struct asking *asking)
{
    return json_array_size(json_object_get(asking->read->reading, "doubts"));
}

/* Questions: equal glyphs are asked for once. */
static unsigned count_questions(const struct asking *asking)
{
    unsigned count = 0;
    const json_t *reading = asking->read->reading;
    for (size_t i = 0; i < doubts_left(asking); i++) {
        const json_t *thing = comb_cli_doubt(reading, i).thing;
        bool asked = false;
        for (size_t j = 0; j < i && thing; j++) {
            const json_t *before = comb_cli_doubt(reading, j).thing;
            asked |= before && comb_cli_is_equal(before, thing);
        }
        count += !asked;
    }
    return count;
}

/* ---- the question ---- */

static void show_heading(struct comb_buf *out, const struct asking *asking, const struct comb_cli_doubt *doubt)
{
    bool bold = asking->style.terminal.colours != COMB_TERMINAL_PLAIN;
    comb_buf_printf(out, "\n%s", bold ? "\033[1m" : "");
    if (doubt->placed)
        comb_buf_printf(out, "%d,%d", doubt->x, doubt->y);
    else
        comb_buf_str(out, "the board");
    comb_buf_printf(out, "%s  (%u of %u)  ", bold ? "\033[0m" : "", asking->number, asking->total);
    if (doubt->thing && comb_cli_is_beyond(doubt->thing))
        comb_buf_printf(out, "%s: ", json_string_value(json_object_get(doubt->thing, "state")));
    if (doubt->thing)
        comb_buf_printf(out, "%s, %.0f %% sure\n\n", comb_cli_guess(doubt->thing),
                        comb_cli_confidence(doubt->thing) * 100);
    else
        comb_buf_printf(out, "%s\n\n", doubt->message);
}

static void show_picture(struct comb_buf *out, const struct asking *asking, const struct comb_cli_doubt *doubt)
{
    struct comb_box box;
    bool there = doubt->thing ? comb_cli_box(&box, doubt->thing)
                              : doubt->placed && comb_cli_place(&box, asking->read->reading, doubt->x, doubt->y);
    if (!there)
        return;
    comb_cli_glimpse(out, asking->read->picture, box, &asking->style.terminal, 4);
    comb_buf_char(out, '\n');
}

static void show_choices(struct comb_buf *out, const struct asking *asking, const struct comb_cli_doubt *doubt)
{
    if (doubt->counter[0]) {
        if (doubt->count[0])
            comb_buf_printf(out, "Enter: %s   or ", doubt->count);
        comb_buf_str(out, "type the number\n> ");
        return;
    }
    if (!doubt->placed) {
        comb_buf_str(out, "Go on with the board as it was read? y, n, or a correction such as 3,2=I\n> ");
        return;
    }
    if (!doubt->thing) {
        comb_buf_str(out, "Type what stands there, or . when there is no cell\n> ");
        return;
    }
    const char *guess = comb_cli_guess(doubt->thing), *second = comb_cli_second(doubt->thing);
    unsigned equals = comb_cli_equals(asking->read->reading, doubt->thing);
    comb_buf_printf(out, "Enter: %s", guess);
    if (*second)
        comb_buf_printf(out, "   2: %s", second);
    comb_buf_str(out, "   or type what stands there");
    if (*second && (strpbrk(guess, "0123456789") || strpbrk(second, "0123456789")))
        comb_buf_str(out, " (=2 for the number)");
    if (equals > 0)
        comb_buf_printf(out, "\nIt holds for %u more that look%s the same.", equals, equals == 1 ? "s" : "");
    comb_buf_str(out, "\n> ");
}

static void show(const struct asking *asking, const struct comb_cli_doubt *doubt, bool whole)
{
    struct comb_buf text = {0};
    if (whole) {
        show_heading(&text, asking, doubt);
        show_picture(&text, asking, doubt);
    }
    show_choices(&text, asking, doubt);
    fputs(comb_buf_text(&text), asking->cli->err);
    fflush(asking->cli->err);
    comb_buf_free(&text);
}

/* ---- the answer ---- */

/* The next line without the blanks around it; NULL at the end of the input. */
static const char *next_line(struct asking *asking)
{
    ssize_t length = getline(&asking->line, &asking->capacity, stdin);
    if (length < 0)
        return NULL;
    while (length > 0 && isspace((unsigned char)asking->line[length - 1]))
        asking->line[--length] = '\0';
    const char *start = asking->line;
    while (isspace((unsigned char)*start))
        start++;
    return start;
}

/* "" stands for the first choice and "2" for the second; "=2" is a two. */
static const char *meant(const struct comb_cli_doubt *doubt, const char *answer)
{
    if (*answer == '=')
        return answer + 1;
    if (!doubt->thing)
        return answer;
    if (*answer == '\0')
        return comb_cli_guess(doubt->thing);
    const char *second = comb_cli_second(doubt->thing);
    return strcmp(answer, "2") == 0 && *second ? second : answer;
}

static int correct_thing(struct comb_fixes *out, const struct comb_game *game, const json_t *thing, const char *choice,
                         struct comb_error *err)
{
    char text[COMB_CLI_FIX_LENGTH];
    comb_cli_fix_text(text, game, thing, choice);
    return comb_fixes_place(out, (int)json_integer_value(json_object_get(thing, "x")),
                            (int)json_integer_value(json_object_get(thing, "y")), text, err);
}

/* The place itself and all that look the same. */
static int corrections(struct comb_fixes *out, const struct comb_cli_reading *read, const struct comb_cli_doubt *doubt,
                       const char *choice, struct comb_error *err)
{
    static const char *const lists[] = {"cells", "lines"};
    size_t i;
    const json_t *other;
    if (!doubt->placed)
        return comb_fixes_add(out, choice, err);
    if (!doubt->thing)
        return comb_fixes_place(out, doubt->x, doubt->y, choice, err);
    int code = correct_thing(out, read->game, doubt->thing, choice, err);
    for (unsigned list = 0; list < 2; list++)
        json_array_foreach(json_object_get(read->reading, lists[list]), i, other)
        {
            if (code == COMB_OK && other != doubt->thing && comb_cli_is_equal(doubt->thing, other))
                code = correct_thing(out, read->game, other, choice, err);
        }
    return code;
}

/* Makes the corrections and keeps them. What the game refuses changes nothing. */
static int correct(struct asking *asking, const struct comb_cli_doubt *doubt, const char *text, struct comb_error *err)
{
    struct comb_cli_reading *read = asking->read;
    struct comb_fixes fixes = {0};
    int code = corrections(&fixes, read, doubt, text, err);
    if (code == COMB_OK)
        code = comb_reading_fix(read->reading, read->game, comb_fixes_list(&fixes), err);
    for (size_t i = 0; i < fixes.count && (code == COMB_OK || code == COMB_UNSURE); i++)
        if (comb_fixes_add(&read->fixes, fixes.items[i], err) != COMB_OK)
            code = COMB_NO_MEMORY;
    comb_fixes_free(&fixes);
    return code;
}

/* A doubt about the board as a whole is the user's to lift, or to settle by a correction. */
static int agree(struct asking *asking, const struct comb_cli_doubt *doubt, const char *answer, struct comb_error *err)
{
    json_t *doubts = json_object_get(asking->read->reading, "doubts");
    if (doubt->counter[0]) {
        char fix[96];
        snprintf(fix, sizeof fix, "0,0=%s %.40s", doubt->counter, *answer ? answer : doubt->count);
        return correct(asking, doubt, fix, err);
    }
    if (strchr(answer, '='))
        return correct(asking, doubt, answer, err);
    if (answer[0] == 'n' || answer[0] == 'N')
        return comb_fail(err, COMB_UNSURE, "not gone on with");
    if (answer[0] != 'y' && answer[0] != 'Y')
        return comb_fail(err, COMB_BAD_INPUT, "expected y, n, or a correction such as 3,2=I");
    json_array_remove(doubts, 0);
    bool sure = json_array_size(doubts) == 0;
    json_object_set_new(asking->read->reading, "sure", json_boolean(sure));
    return sure ? COMB_OK : COMB_UNSURE;
}

enum verdict { ANSWERED, BROKEN_OFF, FAILED };

/* The first doubt, asked until there is an answer that the game takes. */
static enum verdict ask_first(struct asking *asking, int *code, struct comb_error *err)
{
    struct comb_cli_doubt doubt = comb_cli_doubt(asking->read->reading, 0);
    size_t before = doubts_left(asking);
    for (bool whole = true;; whole = false) {
        show(asking, &doubt, whole);
        const char *answer = next_line(asking);
        if (!answer) {
            fputc('\n', asking->cli->err);
            return BROKEN_OFF;
        }
        *code = doubt.placed ? correct(asking, &doubt, meant(&doubt, answer), err) : agree(asking, &doubt, answer, err);
        if (*code == COMB_NO_MEMORY)
            return FAILED;
        if (*code != COMB_BAD_INPUT)
            return doubts_left(asking) < before ? ANSWERED : BROKEN_OFF;
        comb_cli_warn(asking->cli, "%s", err->message);
    }
}

int comb_cli_ask(struct comb_cli *cli, struct comb_cli_reading *read, struct comb_error *err)
{
    struct asking asking = {.cli = cli, .read = read};
    int code = COMB_UNSURE;
    enum verdict verdict = ANSWERED;
    comb_style_choose(&asking.style, &cli->params, cli->err);
    if (asking.style.plain)
        asking.style.terminal.colours = COMB_TERMINAL_PLAIN;
    asking.total = count_questions(&asking);
    fprintf(cli->err, "%s: some of the picture is not sure. Ctrl-D ends the questions.\n", read->game->title);
    while (verdict == ANSWERED && doubts_left(&asking) > 0) {
        asking.number++;
        verdict = ask_first(&asking, &code, err);
    }
    free(asking.line);
    if (verdict == FAILED)
        return code;
    return doubts_left(&asking) == 0 ? COMB_OK : comb_fail(err, COMB_UNSURE, "some of the picture is still in doubt");
}
