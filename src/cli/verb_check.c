#define _POSIX_C_SOURCE 200809L
#include "cli/reading.h"

#include "core/run.h"

#include <stdlib.h>
#include <string.h>

/* Fields of the answer that nobody has looked at; with --plain, where the result has lines of its own kind, as a
 * message. */
static int show_unchecked(struct comb_cli *cli, const json_t *paths)
{
    struct comb_buf text = {0};
    int status = COMB_OK;
    if (json_array_size(paths) == 0)
        return COMB_OK;
    comb_buf_str(&text, "not checked: ");
    for (size_t i = 0; i < json_array_size(paths); i++)
        comb_buf_printf(&text, "%s%s", i > 0 ? ", " : "", json_string_value(json_array_get(paths, i)));
    if (comb_params_flag(&cli->params, "plain")) {
        comb_cli_say(cli, "%s", comb_buf_text(&text));
    } else {
        comb_buf_char(&text, '\n');
        status = comb_cli_write(cli, &text);
    }
    comb_buf_free(&text);
    return status;
}

static int show(struct comb_cli *cli, const struct comb_board *board, const json_t *verdict)
{
    const json_t *answer = json_object_get(verdict, "answer");
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, verdict);
    int shown = comb_cli_report(cli, board, answer, json_object_get(verdict, "violations"));
    return shown == COMB_OK ? show_unchecked(cli, json_object_get(verdict, "not_checked")) : shown;
}

static int tell(struct comb_cli *cli, const struct comb_board *board, json_t *verdict, int code,
                const struct comb_error *err)
{
    int shown = show(cli, board, verdict);
    json_decref(verdict);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_say(cli, "%s before every claim was checked", err->message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int check_words(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job,
                       const char *const *words, size_t count)
{
    struct comb_error err = {0};
    json_t *verdict;
    int code = comb_run_check(&verdict, board, words, count, job, &cli->params, &err);
    return verdict ? tell(cli, board, verdict, code, &err) : comb_cli_fail(cli, "answer", &err);
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
    return verdict ? tell(cli, board, verdict, code, &err) : comb_cli_fail(cli, source, &err);
}

/* Words that a file holds, however it separates them. */
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

/* The answer stands in the words of the command line; or one word names a file (or -, or is itself) that holds them, or
 * the object that 'comb solve --json' prints. */
static int check(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
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
    if (!typed && comb_cli_file(&text, &source, cli->operands[1], &err) != COMB_OK)
        status = comb_cli_fail(cli, source, &err);
    else if (memchr(comb_buf_text(&text), '\0', text.length)) {
        comb_fail(&err, COMB_BAD_INPUT, "'%.200s' holds a byte 0x00: expected text in UTF-8", cli->operands[1]);
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

/* Without an answer the board itself is looked at, where the game can. */
static int look(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    if (cli->operand_count == 1 && board->game->inspect)
        return comb_cli_finding(cli, board, job, comb_run_inspect, false);
    return check(cli, board, job);
}

static int run(struct comb_cli *cli)
{
    struct comb_error err;
    if (cli->operand_count == 2 && strcmp(cli->operands[0], "-") == 0 && strcmp(cli->operands[1], "-") == 0) {
        comb_fail(&err, COMB_BAD_INPUT, "board and answer cannot both come from standard input: name a file for one");
        return comb_cli_fail(cli, NULL, &err);
    }
    return comb_cli_on_board(cli, look);
}

static const struct comb_option options[] = {
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"check hexhunt LPE/EASR/SRTED/PING/LAS PASTING ZEBRA", "which of these words hold, and why one does not"},
    {"check hexhunt board.txt answer.json", "an answer as 'comb solve --json' printed it; - for standard input"},
    {"check level.hexcells", "whether a Hexcells level can be solved without guessing, and what is odd about it"},
    {0},
};

const struct comb_verb comb_verb_check = {
    .name = "check",
    .usage = "[GAME] INPUT [ANSWER...]",
    .summary = "check your own answer and say what is wrong with it; without one, check the board",
    .detail = "ANSWER is written in words; or it is one file, or - for standard input, that holds them or the object "
              "that 'comb solve --json' prints.\n\nThe verifier looks at each rule by itself and shares no code with "
              "the solver. Claims about the whole board (a count, that a line is the only one, that there is none) are "
              "checked by solving again, for at most 10 s unless --time-limit is given; fields that cannot be checked "
              "are listed as not checked. Exit status 0 when nothing is wrong, 1 when something is, 3 when the time "
              "was too short.\n\nWithout an answer, games whose boards are made by people inspect the board "
              "itself: whether "
              "it is fair, where a player gets stuck, what is odd or superfluous.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .takes_answer = true,
    .can = comb_can_check,
    .run = run,
};
