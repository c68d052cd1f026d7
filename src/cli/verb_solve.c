#include "cli/reading.h"

#include "core/run.h"
#include "store/kept.h"

/* With --json, up to so many solutions stand in the one object that is printed; more are printed one by one. */
enum { PARTS_IN_ANSWER = 1000 };

/* One of many solutions, as soon as it is found: a record on a line of its own. */
static bool print_part(struct comb_cli *cli, struct comb_job *job, const json_t *part)
{
    struct comb_error *err = &cli->take_error;
    struct comb_buf text = {0};
    struct comb_report_style style = cli->style;
    style.plain = true;
    int code = comb_run_verify_part(part, cli->board, job, &cli->params, err);
    if (code == COMB_OK)
        code = comb_cli_report_text(&text, cli->board, part, NULL, &style, &cli->params, err);
    if (code == COMB_OK && comb_cli_write(cli, &text) != COMB_OK)
        code = err->code = COMB_IO; /* and has been said */
    comb_buf_free(&text);
    return code == COMB_OK;
}

/* The same as JSON: an object of its own on a line. */
static bool print_json_part(struct comb_cli *cli, struct comb_job *job, const json_t *part)
{
    struct comb_error *err = &cli->take_error;
    json_t *object = NULL;
    int code = comb_run_verify_part(part, cli->board, job, &cli->params, err);
    if (code == COMB_OK)
        code = comb_run_part(&object, cli->board->game, part, err);
    if (code == COMB_OK && comb_cli_write_json(cli, object) != COMB_OK)
        code = err->code = COMB_IO; /* and has been said */
    json_decref(object);
    return code == COMB_OK;
}

/* The answer stands and so does its exit status; -q does not silence what was lost. */
static void warn_unsaved(struct comb_cli *cli, const json_t *answer)
{
    const char *why = json_string_value(json_object_get(answer, "unkept"));
    if (why)
        comb_cli_warn(cli, "not saved: %s", why);
}

static int solve(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    struct comb_kept *kept = NULL;
    json_t *answer = NULL;
    const char *db = comb_params_text(&cli->params, "db", NULL);
    int code = db ? comb_kept_open_to_solve(&kept, db, &err) : COMB_OK;
    if (code == COMB_OK)
        code = comb_kept_solve(&answer, kept, board, NULL, job, &cli->params, &err);
    comb_kept_close(kept);
    if (cli->take_error.code != COMB_OK) {
        json_decref(answer);
        return cli->take_error.code == COMB_IO ? comb_exit_status(COMB_IO)
                                               : comb_cli_fail(cli, "board", &cli->take_error);
    }
    if (!answer)
        return comb_cli_fail(cli, "board", &err);
    if (json_is_true(json_object_get(answer, "library")))
        comb_cli_say(cli, "solved before: the answer comes from the library");
    comb_cli_detail(cli, "solved and verified after %.1f ms", comb_job_seconds(job) * 1000);
    int shown = comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, answer)
                                                       : comb_cli_report(cli, board, answer, NULL);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_say(cli, "%s: what was found so far is shown", err.message);
    warn_unsaved(cli, answer);
    json_decref(answer);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int solve_line(json_t **answer, const struct comb_cli_line *line, struct comb_job *job, struct comb_error *err)
{
    struct comb_board *board;
    int code = comb_cli_line_board(&board, line, job, err);
    if (code == COMB_OK)
        code = comb_kept_solve(answer, line->kept, board, NULL, job, &line->cli->params, err);
    comb_board_free(board);
    return code;
}

static int run(struct comb_cli *cli)
{
    bool json = comb_params_flag(&cli->params, "json");
    cli->take = json ? print_json_part : print_part;
    cli->parts_in_answer = json ? PARTS_IN_ANSWER : 0;
    return comb_cli_on_board(cli, solve);
}

static const struct comb_option options[] = {
    COMB_CLI_JSONL_OPTION("solve one puzzle"),
    COMB_CLI_MOVES_OPTION,
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"solve hexhunt LPE/EASR/SRTED/PING/LAS", "every word of the best board, score 4064"},
    {"solve hexhunt board.txt --json", "the same as JSON, the board from a file"},
    {"solve screenshot.png", "the board of a picture, asked about where it is not sure"},
    {"solve hexhunt --jsonl boards.txt", "one board a line, one answer a line"},
    {0},
};

const struct comb_verb comb_verb_solve = {
    .name = "solve",
    .usage = "[GAME] INPUT",
    .summary = "find the answer to a board",
    .detail =
        "INPUT is a board written out, a file, a picture, a share code, a link of the page, or - for standard input. "
        "GAME may be left out where the input tells it. The answer is checked by an independent verifier before it is "
        "printed.\n\nA picture is read first, as 'comb read' does it: what is not sure is asked for on a terminal; "
        "elsewhere nothing is solved, the best guess is printed, and the exit status is 4.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = comb_can_solve,
    .run = run,
    .line = solve_line,
};
