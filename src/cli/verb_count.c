#include "cli/reading.h"

#include "core/run.h"

/* For people in words; plain: the number and nothing else. */
static int show(struct comb_cli *cli, const json_t *counted)
{
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, counted);
    const char *key = comb_params_flag(&cli->params, "plain") ? "paths" : "text";
    const char *text = json_string_value(json_object_get(counted, key));
    struct comb_buf out = {0};
    comb_buf_printf(&out, "%s\n", text ? text : "");
    int status = comb_cli_write(cli, &out);
    comb_buf_free(&out);
    return status;
}

static int count(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *counted;
    int code = comb_run_count(&counted, board, job, &cli->params, &err);
    if (!counted)
        return comb_cli_fail(cli, "board", &err);
    int shown = show(cli, counted);
    json_decref(counted);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int count_line(json_t **found, const struct comb_cli_line *line, struct comb_job *job, struct comb_error *err)
{
    return comb_cli_line_find(found, line, comb_run_count, job, err);
}

static int run(struct comb_cli *cli)
{
    return comb_cli_on_board(cli, count);
}

static const struct comb_option options[] = {
    COMB_CLI_JSONL_OPTION("count for one board"),
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"count witness 8x8", "the lines of an empty panel from its start, wherever they stop"},
    {"count witness 8x8 --ends corner", "those that reach the opposite corner"},
    {"count witness 10x10 --plain", "the number alone"},
    {0},
};

const struct comb_verb comb_verb_count = {
    .name = "count",
    .usage = "[GAME] INPUT",
    .summary = "how many lines or answers a board has, exactly",
    .detail =
        "The number is exact however large it is: possibilities are not walked one by one, but summed up over the "
        "states of a sweep across the board.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = comb_can_count,
    .run = run,
    .line = count_line,
};
