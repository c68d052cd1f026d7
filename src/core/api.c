/* Implements the public functions of comb.h. */
#define _POSIX_C_SOURCE 200809L
#include "comb.h"

#include "core/run.h"
#include "core/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024 }; /* same as --threads */

/* Reports a NULL argument by name: the callers are other programs. */
static int require(const void *argument, const char *name, struct comb_error *err)
{
    return argument ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "'%s' is NULL", name);
}

/* Checks an out parameter and sets it to NULL. */
static int require_out(char **out, const char *name, struct comb_error *err)
{
    if (out)
        *out = NULL;
    return require((const void *)out, name, err);
}

const char *comb_version(void)
{
    return COMB_VERSION;
}

int comb_open(struct comb_context **out, struct comb_error *err)
{
    int code = require((const void *)out, "out", err);
    return code == COMB_OK ? comb_context_new(out, err) : code;
}

void comb_close(struct comb_context *context)
{
    comb_context_free(context);
}

static const struct comb_game *game_at(size_t index)
{
    for (size_t i = 0; comb_games[i]; i++)
        if (i == index)
            return comb_games[i];
    return NULL;
}

const char *comb_game_name(size_t index)
{
    const struct comb_game *game = game_at(index);
    return game ? game->name : NULL;
}

const char *comb_game_title(size_t index)
{
    const struct comb_game *game = game_at(index);
    return game ? game->title : NULL;
}

const char *comb_game_example(size_t index)
{
    const struct comb_game *game = game_at(index);
    return game ? game->examples[0].input : NULL;
}

const char *comb_board_game(const struct comb_board *board)
{
    return board ? board->game->name : NULL;
}

void comb_text_free(char *text)
{
    free(text);
}

/* Transfers the bytes of a buffer to the caller. */
static int return_text(char **out, struct comb_buf *text, int code, struct comb_error *err)
{
    comb_buf_str(text, ""); /* allocates an empty text */
    if (text->failed && (code == COMB_OK || comb_code_has_result(code)))
        code = comb_fail_memory(err);
    if (comb_code_has_result(code)) {
        *out = text->data;
        return code;
    }
    *out = NULL;
    comb_buf_free(text);
    return code;
}

static int set_option(struct comb_params *params, const struct comb_game *game, const char *text,
                      struct comb_error *err)
{
    char name[64];
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : NULL;
    if (length >= sizeof name)
        return comb_fail(err, COMB_BAD_INPUT, "no such option '%.40s'", text);
    memcpy(name, text, length);
    name[length] = '\0';
    const struct comb_option *row = comb_option_find(game->options, name);
    if (!row)
        return comb_fail(err, COMB_BAD_INPUT, "%s has no option '%s'; 'comb help %s' lists them", game->name, name,
                         game->name);
    if (value && row->kind == COMB_OPTION_FLAG)
        return comb_fail(err, COMB_BAD_INPUT, "option '%s' takes no value, got '%.40s'", name, value);
    return comb_params_set(params, row, value, err);
}

static int read_options(struct comb_params *params, const struct comb_game *game, const char *const *options,
                        struct comb_error *err)
{
    int code = COMB_OK;
    for (; code == COMB_OK && options && *options; options++)
        code = set_option(params, game, *options, err);
    return code == COMB_OK ? comb_params_defaults(params, game->options, err) : code;
}

/* Finds the game by name, or detects it if name is NULL. */
static int find_game(const struct comb_game **out, const char *name, const char *text, struct comb_error *err)
{
    if (!name)
        return comb_board_detect(out, text, strlen(text), err);
    *out = comb_game_find(name);
    return *out ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; 'comb games' lists them", name);
}

int comb_board_read(struct comb_board **out, struct comb_context *context, const char *name, const char *text,
                    const char *const *options, struct comb_error *err)
{
    const struct comb_game *game = NULL;
    struct comb_params params = {0};
    struct comb_job *job = NULL;
    if (out)
        *out = NULL;
    int code = require((const void *)out, "out", err);
    if (code == COMB_OK)
        code = require(context, "context", err);
    if (code == COMB_OK)
        code = require(text, "text", err);
    if (code == COMB_OK)
        code = find_game(&game, name, text, err);
    if (code == COMB_OK)
        code = read_options(&params, game, options, err);
    if (code == COMB_OK)
        code = comb_job_new(&job, &(struct comb_job_setup){.context = context}, err);
    if (code == COMB_OK)
        code = comb_board_open(out, game, text, strlen(text), job, &params, err);
    comb_job_free(job);
    comb_params_free(&params);
    return code;
}

/* Checks the arguments of the functions that return text of a board. */
static int require_board(char **out, const struct comb_board *board, struct comb_error *err)
{
    int code = require_out(out, "out", err);
    return code == COMB_OK ? require(board, "board", err) : code;
}

int comb_board_text(char **out, const struct comb_board *board, struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = require_board(out, board, err);
    if (code != COMB_OK)
        return code;
    board->game->print(&text, board->data);
    return return_text(out, &text, COMB_OK, err);
}

int comb_board_canonical(char **out, const struct comb_board *board, struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = require_board(out, board, err);
    if (code != COMB_OK)
        return code;
    if (!board->game->canon)
        return comb_fail(err, COMB_BAD_INPUT, "%s boards have no canonical form", board->game->name);
    code = board->game->canon(&text, board->data, err);
    return return_text(out, &text, code, err);
}

int comb_board_share(char **out, const struct comb_board *board, struct comb_error *err)
{
    struct comb_buf text = {0};
    struct comb_buf code_text = {0};
    int code = require_board(out, board, err);
    if (code != COMB_OK)
        return code;
    board->game->print(&text, board->data);
    code = text.failed ? comb_fail_memory(err)
                       : comb_share_encode(&code_text, board->game->name, comb_buf_text(&text), NULL, err);
    comb_buf_free(&text);
    return return_text(out, &code_text, code, err);
}

struct api_job {
    const struct comb_limits *limits;
    struct comb_job *job;
};

static void on_progress(void *payload, const struct comb_progress *progress)
{
    struct api_job *api_job = payload;
    if (api_job->limits->progress(api_job->limits->payload, progress->seconds, progress->fraction) != 0)
        comb_job_cancel(api_job->job);
}

static int check_limits(const struct comb_limits *limits, struct comb_error *err)
{
    if (!isfinite(limits->seconds) || limits->seconds < 0)
        return comb_fail(err, COMB_BAD_INPUT, "limits: 'seconds' is %g; expected 0 (none) or a positive number",
                         limits->seconds);
    if (limits->threads > MAX_THREADS)
        return comb_fail(err, COMB_BAD_INPUT, "limits: 'threads' is %u; expected 0 (one per core) to %d",
                         limits->threads, MAX_THREADS);
    return COMB_OK;
}

static int start_job(struct api_job *api_job, struct comb_context *context, const struct comb_limits *limits,
                     struct comb_error *err)
{
    static const struct comb_limits none = {0};
    api_job->limits = limits ? limits : &none;
    int code = check_limits(api_job->limits, err);
    if (code != COMB_OK)
        return code;
    struct comb_job_setup setup = {
        .context = context,
        .time_limit = api_job->limits->seconds,
        .memory_limit = api_job->limits->bytes,
        .threads = api_job->limits->threads,
        .seed = api_job->limits->seed,
        .on_progress = api_job->limits->progress ? on_progress : NULL,
        .payload = api_job,
    };
    return comb_job_new(&api_job->job, &setup, err);
}

/* Checks the arguments of solving and checking. */
static int require_request(char **json, const struct comb_context *context, const struct comb_board *board,
                           struct comb_error *err)
{
    int code = require_out(json, "json", err);
    if (code == COMB_OK)
        code = require(context, "context", err);
    return code == COMB_OK ? require(board, "board", err) : code;
}

/* Prints the object for the caller and releases it. */
static int return_json(char **out, json_t *object, int code, struct comb_error *err)
{
    struct comb_buf text = {0};
    *out = NULL;
    if (!object)
        return code;
    comb_json_print(&text, object);
    json_decref(object);
    return return_text(out, &text, code, err);
}

int comb_solve(char **json, struct comb_context *context, const struct comb_board *board,
               const struct comb_limits *limits, const char *const *options, struct comb_error *err)
{
    struct comb_params params = {0};
    struct api_job api_job = {0};
    json_t *answer = NULL;
    int code = require_request(json, context, board, err);
    if (code != COMB_OK)
        return code;
    code = read_options(&params, board->game, options, err);
    if (code == COMB_OK)
        code = start_job(&api_job, context, limits, err);
    if (code == COMB_OK)
        code = comb_run_solve(&answer, board, api_job.job, &params, err);
    comb_job_free(api_job.job);
    comb_params_free(&params);
    return return_json(json, answer, code, err);
}

int comb_check(char **json, struct comb_context *context, const struct comb_board *board, const char *const *answer,
               const char *const *options, struct comb_error *err)
{
    struct comb_params params = {0};
    struct api_job api_job = {0};
    json_t *verdict = NULL;
    size_t count = 0;
    int code = require_request(json, context, board, err);
    if (code == COMB_OK)
        code = require((const void *)answer, "answer", err);
    if (code != COMB_OK)
        return code;
    while (answer[count])
        count++;
    code = read_options(&params, board->game, options, err);
    if (code == COMB_OK)
        code = start_job(&api_job, context, NULL, err);
    if (code == COMB_OK)
        code = comb_run_check(&verdict, board, answer, count, api_job.job, &params, err);
    comb_job_free(api_job.job);
    comb_params_free(&params);
    return return_json(json, verdict, code, err);
}

static int render(struct comb_buf *out, const struct comb_scene *scene, enum comb_picture kind, struct comb_error *err)
{
    struct comb_picture_style picture = {.follow_system = true};
    struct comb_terminal_style terminal = {.unicode = true};
    switch (kind) {
    case COMB_PICTURE_TEXT:
        return comb_render_terminal(out, scene, &terminal, err);
    case COMB_PICTURE_SVG:
        return comb_render_svg(out, scene, &picture, err);
    case COMB_PICTURE_PNG:
        return comb_render_png(out, scene, &picture, err);
    }
    return comb_fail(err, COMB_BAD_INPUT,
                     "unknown kind of picture %d; expected COMB_PICTURE_TEXT, COMB_PICTURE_SVG or COMB_PICTURE_PNG",
                     (int)kind);
}

int comb_draw(char **out, size_t *length, const struct comb_board *board, enum comb_picture kind,
              const char *const *options, struct comb_error *err)
{
    struct comb_params params = {0};
    struct comb_buf picture = {0};
    struct comb_scene *scene = NULL;
    if (length)
        *length = 0;
    int code = require_board(out, board, err);
    if (code == COMB_OK)
        code = require(length, "length", err);
    if (code != COMB_OK)
        return code;
    code = read_options(&params, board->game, options, err);
    if (code == COMB_OK)
        code = board->game->scene(&scene, board->data, NULL, &params, err);
    if (code == COMB_OK)
        code = render(&picture, scene, kind, err);
    comb_scene_free(scene);
    comb_params_free(&params);
    if (code != COMB_OK) {
        comb_buf_free(&picture);
        return code;
    }
    *length = picture.length;
    return return_text(out, &picture, code, err);
}
