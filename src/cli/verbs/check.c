#define _POSIX_C_SOURCE 200809L
#include "cli/reading/reading.h"

#include "core/run.h"

#include <stdlib.h>
#include <string.h>

/* Lists the fields of the answer that were not checked; with --plain as a message, to keep the output parsable. */
static int print_unchecked(struct comb_cli *cli, const json_t *paths)
{
    struct comb_buf text = {0};
    int status = COMB_OK;
    if (json_array_size(paths) == 0)
        return COMB_OK;
    comb_buf_str(&text, "not checked: ");
    for (size_t i = 0; i < json_array_size(paths); i++)
        comb_buf_printf(&text, "%s%s", i > 0 ? ", " : "", json_string_value(json_array_get(paths, i)));
    if (comb_params_flag(&cli->params, "plain")) {
        comb_cli_info(cli, "%s", comb_buf_text(&text));
    } else {
        comb_buf_char(&text, '\n');
        status = comb_cli_write(cli, &text);
    }
    comb_buf_free(&text);
    return status;
}

static int print_verdict(struct comb_cli *cli, const struct comb_board *board, const json_t *verdict)
{
    const json_t *answer = json_object_get(verdict, "answer");
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, verdict);
    int shown = comb_cli_report(cli, board, answer, json_object_get(verdict, "violations"));
    return shown == COMB_OK ? print_unchecked(cli, json_object_get(verdict, "not_checked")) : shown;
}

static int report_verdict(struct comb_cli *cli, const struct comb_board *board, json_t *verdict, int code,
                          const struct comb_error *err)
{
    int shown = print_verdict(cli, board, verdict);
    json_decref(verdict);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_info(cli, "%s before all claims were checked", err->message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int check_words(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job,
                       const char *const *words, size_t count)
{
    struct comb_error err = {0};
    json_t *verdict;
    int code = comb_run_check(&verdict, board, words, count, job, &cli->params, &err);
    return verdict ? report_verdict(cli, board, verdict, code, &err) : comb_cli_fail(cli, "answer", &err);
}

static int check_object(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job,
                        const struct comb_buf *text, const char *source)
{
    struct comb_error err = {0};
    json_t *answer = NULL;
    json_t *verdict = NULL;
    int code = comb_json_parse(&answer, comb_buf_text(text), text->length, &err);
    if (code == COMB_OK)
        code = comb_run_check_answer(&verdict, board, answer, job, &cli->params, &err);
    json_decref(answer);
    return verdict ? report_verdict(cli, board, verdict, code, &err) : comb_cli_fail(cli, source, &err);
}

/* Checks the words of a file, separated by white space. */
static int check_list(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job, struct comb_buf *text)
{
    struct comb_error err = {0};
    const char **words = calloc(text->length / 2 + 1, sizeof *words);
    size_t count = 0;
    if (!words) {
        comb_fail_memory(&err);
        return comb_cli_fail(cli, NULL, &err);
    }
    char *rest = text->data;
    for (char *word; rest && (word = strtok_r(rest, " \t\r\n", &rest));)
        words[count++] = word;
    int status = check_words(cli, board, job, words, count);
    free(words);
    return status;
}

/* Checks the answer: the words of the command line, or a single operand that is, or names a file (or -) with, words or
 * the object of 'comb solve --json'. */
static int check_answer(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    const char *source = "answer";
    if (cli->operand_count != 2)
        return check_words(cli, board, job, cli->operands + 1, cli->operand_count - 1);
    int status;
    bool typed = !comb_cli_names_file(cli->operands[1]);
    if (typed)
        comb_buf_str(&text, cli->operands[1]);
    if (!typed && comb_cli_read_file(&text, &source, cli->operands[1], &err) != COMB_OK)
        status = comb_cli_fail(cli, source, &err);
    else if (memchr(comb_buf_text(&text), '\0', text.length)) {
        comb_fail(&err, COMB_BAD_INPUT, "'%.200s' contains a zero byte: expected UTF-8 text", cli->operands[1]);
        status = comb_cli_fail(cli, source, &err);
    } else if (comb_buf_text(&text)[strspn(comb_buf_text(&text), " \t\r\n")] == '{')
        status = check_object(cli, board, job, &text, source);
    else if (typed)
        status = check_words(cli, board, job, cli->operands + 1, 1);
    else
        status = check_list(cli, board, job, &text);
    comb_buf_free(&text);
    return status;
}

/* Checks the answer, or without one the board itself, if the game supports it. */
static int check_board(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    if (cli->operand_count == 1 && board->game->lint)
        return comb_cli_run_and_print(cli, board, job);
    return check_answer(cli, board, job);
}

static int run_check(struct comb_cli *cli)
{
    struct comb_error err;
    if (cli->operand_count == 2 && strcmp(cli->operands[0], "-") == 0 && strcmp(cli->operands[1], "-") == 0) {
        comb_fail(&err, COMB_BAD_INPUT, "board and answer cannot both be read from standard input");
        return comb_cli_fail(cli, NULL, &err);
    }
    return comb_cli_with_board(cli, check_board);
}

static const struct comb_option options[] = {
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

extern const struct comb_request_verb comb_request_verb_check; /* request/verbs/check.c */

const struct comb_verb comb_verb_check = {
    .name = "check",
    .request = &comb_request_verb_check,
    .options = options,
    .takes_game = true,
    .run = run_check,
};
