#define _POSIX_C_SOURCE 200809L
#include "api/parts.h"

#include "core/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024 }; /* same as --threads */

int comb_api_require(const void *argument, const char *name, struct comb_error *err)
{
    return argument ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "'%s' is NULL", name);
}

int comb_api_require_out(char **out, const char *name, struct comb_error *err)
{
    if (out)
        *out = NULL;
    return comb_api_require((const void *)out, name, err);
}

int comb_api_require_source(const void *out, const struct comb_context *context, const char *text,
                            struct comb_error *err)
{
    int code = comb_api_require(out, "out", err);
    if (code == COMB_OK)
        code = comb_api_require(context, "context", err);
    return code == COMB_OK ? comb_api_require(text, "text", err) : code;
}

int comb_api_return_text(char **out, struct comb_buf *text, int code, struct comb_error *err)
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

int comb_api_return_json(char **out, json_t *object, int code, struct comb_error *err)
{
    struct comb_buf text = {0};
    *out = NULL;
    if (!object)
        return code;
    comb_json_print(&text, object);
    json_decref(object);
    return comb_api_return_text(out, &text, code, err);
}

/* ---- options ---- */

static int set_option(struct comb_params *params, const struct comb_option *verb, const struct comb_game *game,
                      const char *text, struct comb_error *err)
{
    char name[64];
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : NULL;
    if (length >= sizeof name)
        return comb_fail(err, COMB_BAD_INPUT, "no such option '%.40s'", text);
    memcpy(name, text, length);
    name[length] = '\0';
    const struct comb_option *row = comb_option_find(verb, name);
    if (!row && game)
        row = comb_option_find(game->options, name);
    if (!row && !game)
        return comb_fail(err, COMB_BAD_INPUT, "no option '%s'; see docs/commands.md", name);
    if (!row)
        return comb_fail(err, COMB_BAD_INPUT, "%s has no option '%s'; 'comb help %s' lists them", game->name, name,
                         game->name);
    if (value && row->kind == COMB_OPTION_FLAG)
        return comb_fail(err, COMB_BAD_INPUT, "option '%s' takes no value, got '%.40s'", name, value);
    return comb_params_set(params, row, value, err);
}

int comb_api_options(struct comb_params *params, const struct comb_option *verb, const struct comb_game *game,
                     const char *const *options, struct comb_error *err)
{
    int code = COMB_OK;
    for (; code == COMB_OK && options && *options; options++)
        code = set_option(params, verb, game, *options, err);
    if (code == COMB_OK && verb)
        code = comb_params_defaults(params, verb, err);
    return code == COMB_OK && game ? comb_params_defaults(params, game->options, err) : code;
}

int comb_api_find_game(const struct comb_game **out, const char *name, const char *text, struct comb_error *err)
{
    if (!name)
        return comb_board_detect(out, text, strlen(text), err);
    *out = comb_game_find(name);
    return *out ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; 'comb games' lists them", name);
}

/* ---- limits ---- */

static void on_progress(void *payload, const struct comb_progress *progress)
{
    struct comb_api_job *api_job = payload;
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

int comb_api_start_job(struct comb_api_job *api_job, struct comb_context *context, const struct comb_limits *limits,
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
