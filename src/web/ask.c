#include "web/ask.h"

#include "core/run.h"

#include <stdlib.h>
#include <string.h>

struct comb_ask_verb {
    const char *name;
    bool (*can)(const struct comb_game *game);
    int (*on_board)(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err);
    int (*on_game)(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err);
};

/* ---- the verbs ---- */

static int solve(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    return comb_run_solve(out, ask->board, job, &ask->params, err);
}

static int hint(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    return comb_run_hint(out, ask->board, job, &ask->params, err);
}

static int rate(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    return comb_run_rate(out, ask->board, job, &ask->params, err);
}

static int check(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    if (ask->answer_count == 0 && ask->board->game->inspect)
        return comb_run_inspect(out, ask->board, job, &ask->params, err);
    return comb_run_check(out, ask->board, ask->answer, ask->answer_count, job, &ask->params, err);
}

static int count(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    return comb_run_count(out, ask->board, job, &ask->params, err);
}

static int best(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    return comb_run_best(out, ask->game, job, &ask->params, err);
}

static int prove(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    return comb_run_prove(out, ask->game, job, &ask->params, err);
}

static int make(json_t **out, const struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    struct comb_board *board;
    int code = comb_board_make(&board, ask->game, job, &ask->params, err);
    if (!board)
        return code;
    struct comb_json build = {0};
    struct comb_buf text = {0};
    ask->game->print(&text, board->data);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "game", comb_json_string(&build, ask->game->name));
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "seed", comb_json_int(&build, (long long)comb_job_seed(job)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    comb_board_free(board);
    int written = comb_json_finish(out, &build, root, err);
    return written == COMB_OK ? code : written;
}

static const struct comb_ask_verb verbs[] = {
    {.name = "solve", .can = comb_can_solve, .on_board = solve},
    {.name = "hint", .can = comb_can_hint, .on_board = hint},
    {.name = "check", .can = comb_can_check, .on_board = check},
    {.name = "rate", .can = comb_can_rate, .on_board = rate},
    {.name = "count", .can = comb_can_count, .on_board = count},
    {.name = "best", .can = comb_can_best, .on_game = best},
    {.name = "prove", .can = comb_can_prove, .on_game = prove},
    {.name = "make", .can = comb_can_make, .on_game = make},
};

enum { VERBS = sizeof verbs / sizeof *verbs };

json_t *comb_ask_verbs(struct comb_json *build, const struct comb_game *game)
{
    json_t *names = comb_json_array(build);
    for (size_t i = 0; i < VERBS; i++)
        if (verbs[i].can(game))
            comb_json_push(build, names, comb_json_string(build, verbs[i].name));
    return names;
}

/* ---- reading a request ---- */

static int find_verb(struct comb_ask *ask, const char *name, struct comb_error *err)
{
    for (size_t i = 0; name && i < VERBS; i++)
        if (strcmp(verbs[i].name, name) == 0)
            ask->verb = &verbs[i];
    return ask->verb
               ? COMB_OK
               : comb_fail(err, COMB_BAD_INPUT, "no such verb '%.40s'; /api tells what there is", name ? name : "");
}

/* How much a hint tells is the verb's option, not the game's. */
static const struct comb_option level_row = {
    .name = "level", .kind = COMB_OPTION_INT, .argument = "N", .fallback = "1", .least = 1, .most = 4};

static int set_option(struct comb_params *params, const struct comb_game *game, const char *verb, const char *name,
                      const json_t *value, struct comb_error *err)
{
    char number[32];
    const char *text = json_string_value(value);
    const struct comb_option *row = comb_option_find(game->options, name);
    if (!row && strcmp(verb, "hint") == 0 && strcmp(name, level_row.name) == 0)
        row = &level_row;
    if (!row || !comb_list_holds(row->verbs, verb))
        return comb_fail(err, COMB_BAD_INPUT, "'%s' of %s has no option '%.40s'", verb, game->name, name);
    if (row->kind == COMB_OPTION_FILE)
        return comb_fail(err, COMB_BAD_INPUT, "option '%s' names a file and is only for the command line", name);
    if (row->kind == COMB_OPTION_FLAG && json_is_false(value))
        return COMB_OK;
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        text = number;
    }
    if (!text && !json_is_true(value))
        return comb_fail(err, COMB_BAD_INPUT, "option '%.40s': expected a text, a whole number, true or false", name);
    return comb_params_set(params, row, text, err);
}

int comb_ask_options(struct comb_params *params, const struct comb_game *game, const char *verb, const json_t *options,
                     struct comb_error *err)
{
    const char *name;
    json_t *value;
    int code = COMB_OK;
    if (options && !json_is_object(options) && !json_is_null(options))
        return comb_fail(err, COMB_BAD_INPUT, "\"options\" is not an object");
    json_object_foreach((json_t *)options, name, value)
    {
        code = set_option(params, game, verb, name, value, err);
        if (code != COMB_OK)
            return code;
    }
    return comb_params_defaults(params, game->options, err);
}

/* Words are texts; what is not (a path of a line, an answer of /api/solve) is passed on as its JSON. */
static int read_answer(struct comb_ask *ask, struct comb_error *err)
{
    const json_t *given = json_object_get(ask->request, "answer");
    bool object = json_is_object(given);
    size_t count = object ? 1 : json_array_size(given);
    if (given && !object && !json_is_array(given))
        return comb_fail(err, COMB_BAD_INPUT, "\"answer\" is neither an array nor an answer of /api/solve");
    ask->answer = calloc(count + 1, sizeof *ask->answer);
    ask->texts = calloc(count + 1, sizeof *ask->texts);
    if (!ask->answer || !ask->texts)
        return comb_fail_memory(err);
    for (; ask->answer_count < count; ask->answer_count++) {
        const json_t *word = object ? given : json_array_get(given, ask->answer_count);
        struct comb_buf *text = &ask->texts[ask->answer_count];
        if (json_is_string(word))
            comb_buf_str(text, json_string_value(word));
        else
            comb_json_print(text, word);
        if (text->failed)
            return comb_fail_memory(err);
        ask->answer[ask->answer_count] = comb_buf_text(text);
    }
    return COMB_OK;
}

static int read_board(struct comb_ask *ask, struct comb_job *job, struct comb_error *err)
{
    const json_t *board = json_object_get(ask->request, "board");
    const char *moves = json_string_value(json_object_get(ask->request, "moves"));
    if (!json_is_string(board))
        return comb_fail(err, COMB_BAD_INPUT, "expected \"board\", a text");
    const char *text = json_string_value(board);
    size_t length = json_string_length(board);
    int code = COMB_OK;
    if (!ask->game)
        code = comb_board_detect(&ask->game, text, length, err);
    if (code == COMB_OK)
        code =
            comb_ask_options(&ask->params, ask->game, ask->verb->name, json_object_get(ask->request, "options"), err);
    if (code == COMB_OK)
        code = comb_board_open(&ask->board, ask->game, text, length, job, &ask->params, err);
    if (code == COMB_OK && moves && *moves)
        code = comb_board_play(ask->board, moves, err);
    return code;
}

int comb_ask_read(struct comb_ask *ask, const char *verb, json_t *request, struct comb_job *job, struct comb_error *err)
{
    const char *name = json_string_value(json_object_get(request, "game"));
    const json_t *keep = json_object_get(request, "keep");
    *ask = (struct comb_ask){.request = request,
                             .game = name ? comb_game_find(name) : NULL,
                             .keep = !json_is_false(keep),
                             .board_only = json_is_string(keep) && strcmp(json_string_value(keep), "board") == 0};
    int code = find_verb(ask, verb ? verb : json_string_value(json_object_get(request, "verb")), err);
    if (code == COMB_OK && name && !ask->game)
        code = comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'", name);
    if (code == COMB_OK && ask->verb->on_board)
        code = read_board(ask, job, err);
    else if (code == COMB_OK && !ask->game)
        code = comb_fail(err, COMB_BAD_INPUT, "expected \"game\"");
    else if (code == COMB_OK)
        code = comb_ask_options(&ask->params, ask->game, ask->verb->name, json_object_get(request, "options"), err);
    if (code == COMB_OK && !ask->verb->can(ask->game))
        code = comb_fail(err, COMB_BAD_INPUT, "%s does not go with '%s'", ask->game->name, ask->verb->name);
    if (code == COMB_OK)
        code = read_answer(ask, err);
    return code;
}

void comb_ask_free(struct comb_ask *ask)
{
    for (size_t i = 0; ask->texts && i < ask->answer_count; i++)
        comb_buf_free(&ask->texts[i]);
    free(ask->texts);
    free(ask->answer);
    comb_board_free(ask->board);
    comb_params_free(&ask->params);
}

struct comb_job_setup comb_ask_limits(const struct comb_web *web, const json_t *request)
{
    double seconds = json_number_value(json_object_get(request, "seconds"));
    json_int_t seed = json_integer_value(json_object_get(request, "seed"));
    return (struct comb_job_setup){
        .context = web->context,
        .parent = web->whole,
        .time_limit = seconds > 0 && seconds < web->time_limit ? seconds : web->time_limit,
        .memory_limit = web->memory_limit,
        .threads = 1,
        .seed = seed >= 0 && json_is_integer(json_object_get(request, "seed")) ? (uint64_t)seed : 1,
    };
}

/* ---- answering ---- */

/* The board goes to the library; where that fails the answer says so. */
static int keep_board(const struct comb_ask *ask, struct comb_web *web, const struct comb_library_new *about,
                      json_t *answer, struct comb_error *err)
{
    struct comb_error why = web->library_error;
    if (web->kept && comb_kept_board(web->kept, ask->board, about, &why) == COMB_OK)
        return COMB_OK;
    return comb_kept_say_unkept(answer, &why, err);
}

int comb_ask_run(json_t **out, struct comb_ask *ask, struct comb_web *web, struct comb_job *job, struct comb_error *err)
{
    *out = NULL;
    if (ask->verb->on_game)
        return ask->verb->on_game(out, ask, job, err);
    struct comb_library_new about = {
        .title = json_string_value(json_object_get(ask->request, "title")),
        .source = json_string_value(json_object_get(ask->request, "source")),
    };
    bool solves = ask->verb->on_board == solve;
    if (solves && ask->keep && !ask->board_only && web->kept)
        return comb_kept_solve(out, web->kept, ask->board, &about, job, &ask->params, err);
    int code = ask->verb->on_board(out, ask, job, err);
    if (!*out || !ask->keep || (!solves && ask->verb->on_board != count))
        return code;
    int kept = keep_board(ask, web, &about, *out, err);
    if (kept == COMB_OK)
        return code;
    json_decref(*out);
    *out = NULL;
    return kept;
}

/* ---- the work of a request ---- */

int comb_work_begin(struct comb_work *work, const struct comb_request *request, const json_t *limits,
                    struct comb_error *err)
{
    struct comb_web *web = request->web;
    struct comb_job_setup setup = comb_ask_limits(web, limits);
    *work = (struct comb_work){0};
    work->entered = comb_slot_enter(&work->slot, web->lanes, request->socket);
    if (!work->entered)
        return COMB_INTERRUPTED; /* comb_work_end says why */
    int code = comb_job_new(&work->job, &setup, err);
    if (code == COMB_OK)
        comb_slot_work(&work->slot, work->job);
    return code;
}

unsigned comb_work_end(struct comb_work *work, bool answered, struct comb_error *err)
{
    enum comb_slot_state state = work->entered ? comb_slot_leave(&work->slot) : work->slot.state;
    return comb_slot_refusal(state, answered, err);
}

void comb_work_free(struct comb_work *work)
{
    comb_job_free(work->job);
}

/* POST /api/<verb>: answered in the thread of the connection. */
void comb_web_ask(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_work work;
    struct comb_ask ask = {0};
    json_t *answer = NULL;
    json_t *object = comb_request_json(request, reply);
    if (!object)
        return;
    int code = comb_work_begin(&work, request, object, &err);
    if (code == COMB_OK)
        code = comb_ask_read(&ask, request->path + strlen("/api/"), object, work.job, &err);
    if (code == COMB_OK)
        code = comb_ask_run(&answer, &ask, request->web, work.job, &err);
    unsigned refusal = comb_work_end(&work, answer != NULL, &err);
    if (answer && refusal == 0)
        comb_reply_json(reply, code, json_incref(answer));
    else
        comb_reply_error(reply, refusal, &err);
    json_decref(answer);
    comb_ask_free(&ask);
    comb_work_free(&work);
    json_decref(object);
}
