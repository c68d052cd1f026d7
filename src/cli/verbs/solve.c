#include "cli/reading/reading.h"

#include "core/run.h"
#include "store/answer_cache.h"

/* With --json, up to this many solutions are printed in one object; more are printed one object per line. */
enum { PARTS_IN_ANSWER = 1000 };

/* Prints a solution as soon as it is found, as one plain record. */
static bool print_part(struct comb_cli *cli, struct comb_job *job, const json_t *part)
{
    struct comb_error *err = &cli->result_error;
    struct comb_buf text = {0};
    struct comb_report_style style = cli->style;
    style.plain = true;
    int code = comb_run_verify_part(part, cli->board, job, &cli->params, err);
    if (code == COMB_OK)
        code = comb_cli_report_text(&text, cli->board, part, NULL, &style, &cli->params, err);
    if (code == COMB_OK && comb_cli_write(cli, &text) != COMB_OK)
        code = err->code = COMB_IO; /* already reported */
    comb_buf_free(&text);
    return code == COMB_OK;
}

/* The same as JSON, one object per line. */
static bool print_json_part(struct comb_cli *cli, struct comb_job *job, const json_t *part)
{
    struct comb_error *err = &cli->result_error;
    json_t *object = NULL;
    int code = comb_run_verify_part(part, cli->board, job, &cli->params, err);
    if (code == COMB_OK)
        code = comb_run_part(&object, cli->board->game, part, err);
    if (code == COMB_OK && comb_cli_write_json(cli, object) != COMB_OK)
        code = err->code = COMB_IO; /* already reported */
    json_decref(object);
    return code == COMB_OK;
}

/* Warns, even with -q, that the answer was not saved. The answer and its exit status are unaffected. */
static void warn_unsaved(struct comb_cli *cli, const json_t *answer)
{
    const char *why = json_string_value(json_object_get(answer, "unkept"));
    if (why)
        comb_cli_warn(cli, "not saved: %s", why);
}

static int solve_board(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    struct comb_cache *cache = NULL;
    json_t *answer = NULL;
    const char *db = comb_params_text(&cli->params, "db", NULL);
    int code = db ? comb_cache_open_optional(&cache, db, &err) : COMB_OK;
    if (code == COMB_OK)
        code = comb_cache_solve(&answer, cache, board, NULL, job, &cli->params, &err);
    comb_cache_close(cache);
    if (cli->result_error.code != COMB_OK) {
        json_decref(answer);
        return cli->result_error.code == COMB_IO ? comb_exit_status(COMB_IO)
                                                 : comb_cli_fail(cli, "board", &cli->result_error);
    }
    if (!answer)
        return comb_cli_fail(cli, "board", &err);
    if (json_is_true(json_object_get(answer, "library")))
        comb_cli_info(cli, "answer taken from the library");
    comb_cli_detail(cli, "solved and verified after %.1f ms", comb_job_seconds(job) * 1000);
    int shown = comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, answer)
                                                       : comb_cli_report(cli, board, answer, NULL);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_info(cli, "%s; showing results so far", err.message);
    warn_unsaved(cli, answer);
    json_decref(answer);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int solve_line(json_t **answer, const struct comb_cli_line *line, struct comb_job *job, struct comb_error *err)
{
    struct comb_board *board;
    int code = comb_cli_line_board(&board, line, job, err);
    if (code == COMB_OK)
        code = comb_cache_solve(answer, line->cache, board, NULL, job, &line->cli->params, err);
    comb_board_free(board);
    return code;
}

static int run_solve(struct comb_cli *cli)
{
    bool json = comb_params_flag(&cli->params, "json");
    cli->on_result = json ? print_json_part : print_part;
    cli->parts_in_answer = json ? PARTS_IN_ANSWER : 0;
    return comb_cli_with_board(cli, solve_board);
}

static const struct comb_option options[] = {
    COMB_CLI_JSONL_OPTION("boards"),
    COMB_CLI_MOVES_OPTION,
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

extern const struct comb_request_verb comb_request_verb_solve; /* request/verbs/solve.c */

const struct comb_verb comb_verb_solve = {
    .name = "solve",
    .request = &comb_request_verb_solve,
    .options = options,
    .takes_game = true,
    .run = run_solve,
    .run_line = solve_line,
};
