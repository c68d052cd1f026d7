/* Verbs whose answer is an object that puts itself into words ("text"): hint, rate, and check without an answer. */
#include "cli/verb.h"

#include "core/run.h"

/* The board with the object drawn on it, then its words. */
static int write_words(struct comb_buf *out, struct comb_cli *cli, const struct comb_board *board, const json_t *found,
                       bool drawn, struct comb_error *err)
{
    const char *text = json_string_value(json_object_get(found, "text"));
    int code = COMB_OK;
    if (drawn && !comb_params_flag(&cli->params, "plain")) {
        struct comb_scene *scene;
        code = board->game->scene(&scene, board->data, found, &cli->params, err);
        if (code == COMB_OK)
            code = comb_render_terminal(out, scene, &cli->style.terminal, err);
        comb_scene_free(scene);
        comb_buf_char(out, '\n');
    }
    comb_buf_printf(out, "%s\n", text ? text : "");
    return code;
}

static int show(struct comb_cli *cli, const struct comb_board *board, const json_t *found, bool drawn)
{
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, found);
    struct comb_error err = {0};
    struct comb_buf out = {0};
    int code = write_words(&out, cli, board, found, drawn, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &out) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&out);
    return status;
}

int comb_cli_finding(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job, comb_cli_find *find,
                     bool drawn)
{
    struct comb_error err = {0};
    json_t *found;
    int code = find(&found, board, job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, "board", &err);
    int shown = show(cli, board, found, drawn);
    json_decref(found);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_say(cli, "%s", err.message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}
