#include "request/call.h"

#include "core/run.h"

#include <stdlib.h>
#include <string.h>

const struct comb_request_verb *comb_request_verb_find(const char *name)
{
    for (const struct comb_request_verb *const *verb = comb_request_verbs; *verb; verb++)
        if (strcmp((*verb)->name, name) == 0)
            return *verb;
    return NULL;
}

json_t *comb_call_verbs(struct comb_json *build, const struct comb_game *game)
{
    json_t *names = comb_json_array(build);
    for (const struct comb_request_verb *const *verb = comb_request_verbs; *verb; verb++)
        if ((*verb)->can(game))
            comb_json_push(build, names, comb_json_string(build, (*verb)->name));
    return names;
}

/* ---- reading a request ---- */

static int find_verb(struct comb_call *call, const char *name, struct comb_error *err)
{
    call->verb = name ? comb_request_verb_find(name) : NULL;
    return call->verb ? COMB_OK
                      : comb_fail(err, COMB_BAD_INPUT, "unknown verb '%.40s'; see GET /api", name ? name : "");
}

/* An option of the verb or of the game; NULL if there is none. "draw" has no row: it is not a verb of the API. */
static const struct comb_option *find_option(const struct comb_game *game, const char *verb, const char *name)
{
    const struct comb_request_verb *row = comb_request_verb_find(verb);
    const struct comb_option *of_verb = row ? comb_option_find(row->options, name) : NULL;
    return of_verb ? of_verb : comb_option_find(game->options, name);
}

static int set_option(struct comb_params *params, const struct comb_game *game, const char *verb, const char *name,
                      const json_t *value, struct comb_error *err)
{
    char number[32];
    const char *text = json_string_value(value);
    const struct comb_option *row = find_option(game, verb, name);
    if (!row || !comb_list_contains(row->verbs, verb))
        return comb_fail(err, COMB_BAD_INPUT, "unknown option '%.40s' of '%s' for %s; see GET /api/games", name, verb,
                         game->name);
    if (row->kind == COMB_OPTION_FILE)
        return comb_fail(err, COMB_BAD_INPUT, "option '%s' names a file and works only on the command line", name);
    if (row->kind == COMB_OPTION_FLAG && json_is_false(value))
        return COMB_OK;
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        text = number;
    }
    if (!text && !json_is_true(value))
        return comb_fail(err, COMB_BAD_INPUT, "option '%.40s': expected a string, an integer, true or false", name);
    return comb_params_set(params, row, text, err);
}

int comb_call_set_options(struct comb_params *params, const struct comb_game *game, const char *verb,
                          const json_t *options, struct comb_error *err)
{
    const char *name;
    json_t *value;
    int code = COMB_OK;
    if (options && !json_is_object(options) && !json_is_null(options))
        return comb_fail(err, COMB_BAD_INPUT, "\"options\": expected an object");
    json_object_foreach((json_t *)options, name, value)
    {
        code = set_option(params, game, verb, name, value, err);
        if (code != COMB_OK)
            return code;
    }
    const struct comb_request_verb *row = comb_request_verb_find(verb);
    if (row)
        code = comb_params_defaults(params, row->options, err);
    return code == COMB_OK ? comb_params_defaults(params, game->options, err) : code;
}

/* Strings are passed on as they are, anything else (a path, an answer of /api/solve) as its JSON text. */
static int read_answer(struct comb_call *call, struct comb_error *err)
{
    const json_t *given = json_object_get(call->request, "answer");
    bool object = json_is_object(given);
    size_t count = object ? 1 : json_array_size(given);
    if (given && !object && !json_is_array(given))
        return comb_fail(err, COMB_BAD_INPUT, "\"answer\": expected an array or an answer of /api/solve");
    call->answer = calloc(count + 1, sizeof *call->answer);
    call->texts = calloc(count + 1, sizeof *call->texts);
    if (!call->answer || !call->texts)
        return comb_fail_memory(err);
    for (; call->answer_count < count; call->answer_count++) {
        const json_t *word = object ? given : json_array_get(given, call->answer_count);
        struct comb_buf *text = &call->texts[call->answer_count];
        if (json_is_string(word))
            comb_buf_str(text, json_string_value(word));
        else
            comb_json_print(text, word);
        if (text->failed)
            return comb_fail_memory(err);
        call->answer[call->answer_count] = comb_buf_text(text);
    }
    return COMB_OK;
}

static int read_board(struct comb_call *call, struct comb_job *job, struct comb_error *err)
{
    const json_t *board = json_object_get(call->request, "board");
    const char *moves = json_string_value(json_object_get(call->request, "moves"));
    if (!json_is_string(board))
        return comb_fail(err, COMB_BAD_INPUT, "\"board\": expected a string");
    const char *text = json_string_value(board);
    size_t length = json_string_length(board);
    int code = COMB_OK;
    if (!call->game)
        code = comb_board_detect(&call->game, text, length, err);
    if (code == COMB_OK)
        code = comb_call_set_options(&call->params, call->game, call->verb->name,
                                     json_object_get(call->request, "options"), err);
    if (code == COMB_OK)
        code = comb_board_open(&call->board, call->game, text, length, job, &call->params, err);
    if (code == COMB_OK && moves && *moves)
        code = comb_board_play(call->board, moves, err);
    return code;
}

int comb_call_parse(struct comb_call *call, const char *verb, json_t *request, struct comb_job *job,
                    struct comb_error *err)
{
    const char *name = json_string_value(json_object_get(request, "game"));
    const json_t *keep = json_object_get(request, "keep");
    *call = (struct comb_call){.request = request,
                               .game = name ? comb_game_find(name) : NULL,
                               .save = !json_is_false(keep),
                               .board_only = json_is_string(keep) && strcmp(json_string_value(keep), "board") == 0};
    int code = find_verb(call, verb ? verb : json_string_value(json_object_get(request, "verb")), err);
    if (code == COMB_OK && name && !call->game)
        code = comb_fail(err, COMB_BAD_INPUT, "unknown game '%.40s'; see GET /api/games", name);
    if (code == COMB_OK && call->verb->needs_board)
        code = read_board(call, job, err);
    else if (code == COMB_OK && !call->game)
        code = comb_fail(err, COMB_BAD_INPUT, "\"game\": expected the name of a game");
    else if (code == COMB_OK)
        code = comb_call_set_options(&call->params, call->game, call->verb->name, json_object_get(request, "options"),
                                     err);
    if (code == COMB_OK && !call->verb->can(call->game))
        code = comb_fail(err, COMB_BAD_INPUT, "'%s' does not support %s", call->verb->name, call->game->name);
    if (code == COMB_OK)
        code = read_answer(call, err);
    return code;
}

void comb_call_free(struct comb_call *call)
{
    for (size_t i = 0; call->texts && i < call->answer_count; i++)
        comb_buf_free(&call->texts[i]);
    free(call->texts);
    free(call->answer);
    comb_board_free(call->board);
    comb_params_free(&call->params);
}

struct comb_job_setup comb_call_limits(const struct comb_service *service, const json_t *request)
{
    double seconds = json_number_value(json_object_get(request, "seconds"));
    json_int_t seed = json_integer_value(json_object_get(request, "seed"));
    return (struct comb_job_setup){
        .context = service->context,
        .parent = service->root_job,
        .time_limit = seconds > 0 && seconds < service->time_limit ? seconds : service->time_limit,
        .memory_limit = service->memory_limit,
        .threads = 1,
        .seed = seed >= 0 && json_is_integer(json_object_get(request, "seed")) ? (uint64_t)seed : 1,
    };
}

/* ---- answering ---- */

/* Saves the board to the library; a failure is noted in the answer. */
static int save_board(const struct comb_call *call, struct comb_service *service,
                      const struct comb_library_metadata *about, json_t *answer, struct comb_error *err)
{
    struct comb_error why = service->library_error;
    if (service->cache && comb_cache_store_board(service->cache, call->board, about, &why) == COMB_OK)
        return COMB_OK;
    return comb_cache_note_unsaved(answer, &why, err);
}

/* Runs a verb that saves nothing, or only the board. */
static int run_verb(json_t **out, struct comb_call *call, struct comb_job *job, struct comb_error *err)
{
    struct comb_verb_input input = {.game = call->game,
                                    .board = call->board,
                                    .params = &call->params,
                                    .answer = call->answer,
                                    .answer_count = call->answer_count};
    return call->verb->run(out, &input, job, err);
}

int comb_call_run(json_t **out, struct comb_call *call, struct comb_service *service, struct comb_job *job,
                  struct comb_error *err)
{
    struct comb_library_metadata about = {
        .title = json_string_value(json_object_get(call->request, "title")),
        .source = json_string_value(json_object_get(call->request, "source")),
    };
    *out = NULL;
    if (call->verb->saving == COMB_SAVES_ANSWER && call->save && !call->board_only && service->cache)
        return comb_cache_solve(out, service->cache, call->board, &about, job, &call->params, err);
    int code = run_verb(out, call, job, err);
    if (!*out || !call->save || call->verb->saving == COMB_SAVES_NOTHING)
        return code;
    int saved = save_board(call, service, &about, *out, err);
    if (saved == COMB_OK)
        return code;
    json_decref(*out);
    *out = NULL;
    return saved;
}

/* ---- the work of a request ---- */

int comb_work_begin(struct comb_work *work, const struct comb_request *request, const json_t *limits,
                    struct comb_error *err)
{
    const struct comb_turns *turns = request->service->turns;
    struct comb_job_setup setup = comb_call_limits(request->service, limits);
    *work = (struct comb_work){.request = request};
    if (turns && !turns->wait(request))
        return COMB_INTERRUPTED; /* comb_work_end reports why */
    int code = comb_job_new(&work->job, &setup, err);
    if (code == COMB_OK && turns)
        turns->start(request, work->job);
    return code;
}

unsigned comb_work_end(struct comb_work *work, bool answered, struct comb_error *err)
{
    const struct comb_turns *turns = work->request->service->turns;
    return turns ? turns->end(work->request, answered, err) : 0;
}

void comb_work_free(struct comb_work *work)
{
    comb_job_free(work->job);
}

void comb_handle_verb(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_work work;
    struct comb_call call = {0};
    json_t *answer = NULL;
    json_t *object = comb_request_json(request, reply);
    if (!object)
        return;
    int code = comb_work_begin(&work, request, object, &err);
    if (code == COMB_OK)
        code = comb_call_parse(&call, request->path + strlen("/api/"), object, work.job, &err);
    if (request->service->save_if_asked && !json_object_get(object, "keep"))
        call.save = false;
    if (code == COMB_OK)
        code = comb_call_run(&answer, &call, request->service, work.job, &err);
    unsigned refusal = comb_work_end(&work, answer != NULL, &err);
    if (answer && refusal == 0)
        comb_reply_json(reply, code, json_incref(answer));
    else
        comb_reply_error(reply, refusal, &err);
    json_decref(answer);
    comb_call_free(&call);
    comb_work_free(&work);
    json_decref(object);
}
