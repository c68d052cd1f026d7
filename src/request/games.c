/* Routes that describe the API: GET /api (text) and GET /api/games (JSON: verbs, options, examples and facts for the
 * page, per game). */
#include "core/run.h"
#include "request/call.h"
#include "request/handlers.h"
#include "request/routes.h"

static const char *const kinds[] = {
    [COMB_OPTION_FLAG] = "flag",     [COMB_OPTION_INT] = "int",         [COMB_OPTION_TEXT] = "text",
    [COMB_OPTION_CHOICE] = "choice", [COMB_OPTION_SECONDS] = "seconds", [COMB_OPTION_BYTES] = "bytes",
    [COMB_OPTION_FILE] = "file",
};

static void set_text(struct comb_json *build, json_t *object, const char *key, const char *text)
{
    if (text)
        comb_json_set(build, object, key, comb_json_string(build, text));
}

static json_t *option_object(struct comb_json *build, const struct comb_option *row)
{
    json_t *object = comb_json_object(build);
    struct comb_buf help = {0};
    comb_option_help(&help, row);
    set_text(build, object, "name", row->name);
    set_text(build, object, "kind", kinds[row->kind]);
    set_text(build, object, "argument", row->argument);
    set_text(build, object, "fallback", row->default_value);
    set_text(build, object, "choices", row->choices);
    set_text(build, object, "verbs", row->verbs);
    if (row->help)
        set_text(build, object, "help", comb_buf_text(&help));
    comb_buf_free(&help);
    if (row->kind == COMB_OPTION_INT) {
        comb_json_set(build, object, "least", comb_json_int(build, row->min));
        comb_json_set(build, object, "most", comb_json_int(build, row->max));
    }
    return object;
}

static json_t *options_array(struct comb_json *build, const struct comb_option *rows)
{
    json_t *array = comb_json_array(build);
    for (; rows && rows->name; rows++)
        if (rows->kind != COMB_OPTION_FILE)
            comb_json_push(build, array, option_object(build, rows));
    return array;
}

static json_t *examples_array(struct comb_json *build, const struct comb_example *examples)
{
    json_t *array = comb_json_array(build);
    for (; examples && examples->input; examples++) {
        json_t *object = comb_json_object(build);
        set_text(build, object, "input", examples->input);
        set_text(build, object, "shows", examples->description);
        comb_json_push(build, array, object);
    }
    return array;
}

static json_t *blank_boards_array(struct comb_json *build, const struct comb_blank_board *blank)
{
    json_t *array = comb_json_array(build);
    for (; blank && blank->title; blank++) {
        json_t *object = comb_json_object(build);
        set_text(build, object, "title", blank->title);
        set_text(build, object, "board", blank->board);
        comb_json_push(build, array, object);
    }
    return array;
}

/* The answers are part of the program, so they are valid JSON (tests/unit/core/test_page_facts.c). */
static json_t *lessons_array(struct comb_json *build, const struct comb_lesson *lesson)
{
    json_t *array = comb_json_array(build);
    for (; lesson && lesson->text; lesson++) {
        json_t *object = comb_json_object(build);
        set_text(build, object, "text", lesson->text);
        set_text(build, object, "board", lesson->board);
        if (lesson->answer)
            comb_json_set(build, object, "answer", json_loads(lesson->answer, 0, NULL));
        comb_json_push(build, array, object);
    }
    return array;
}

/* What the page shows of a game. */
static void add_page_facts(struct comb_json *build, json_t *object, const struct comb_game *game)
{
    set_text(build, object, "family", game->page_family);
    set_text(build, object, "blurb", game->blurb ? game->blurb : game->summary);
    set_text(build, object, "rules", game->rules);
    comb_json_set(build, object, "lessons", lessons_array(build, game->lessons));
    set_text(build, object, "showcase", game->showcase ? game->showcase : game->examples->input);
    set_text(build, object, "answer_member", game->answer_member);
    set_text(build, object, "file_extension", game->file_extension);
    comb_json_set(build, object, "start_order", comb_json_int(build, game->start_order));
    comb_json_set(build, object, "blank_boards", blank_boards_array(build, game->blank_boards));
    if (game->view_facts)
        comb_json_set(build, object, "view", game->view_facts(build, game));
}

static json_t *game_object(struct comb_json *build, const struct comb_game *game)
{
    json_t *object = comb_json_object(build);
    set_text(build, object, "name", game->name);
    set_text(build, object, "title", game->title);
    set_text(build, object, "summary", game->summary);
    set_text(build, object, "notation", game->notation);
    comb_json_set(build, object, "verbs", comb_call_verbs(build, game));
    comb_json_set(build, object, "moves", comb_json_bool(build, game->apply != NULL));
    comb_json_set(build, object, "pictures", comb_json_bool(build, game->reader != NULL));
    comb_json_set(build, object, "options", options_array(build, game->options));
    comb_json_set(build, object, "examples", examples_array(build, game->examples));
    add_page_facts(build, object, game);
    return object;
}

void comb_handle_games(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_json build = {0};
    struct comb_error err = {0};
    json_t *root = comb_json_object(&build), *games = comb_json_array(&build);
    (void)request;
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "version", comb_json_string(&build, comb_version()));
    for (const struct comb_game *const *game = comb_games; *game; game++)
        comb_json_push(&build, games, game_object(&build, *game));
    comb_json_set(&build, root, "games", games);
    if (comb_json_finish(&root, &build, root, &err) == COMB_OK)
        comb_reply_json(reply, COMB_OK, root);
    else
        comb_reply_error(reply, 0, &err);
}

static void describe_game(struct comb_buf *out, const struct comb_game *game)
{
    struct comb_json build = {0};
    json_t *verbs = comb_call_verbs(&build, game);
    comb_buf_printf(out, "%s: %s\n  verbs:", game->name, game->summary);
    for (size_t i = 0; i < json_array_size(verbs); i++)
        comb_buf_printf(out, " %s", json_string_value(json_array_get(verbs, i)));
    comb_buf_char(out, '\n');
    json_decref(verbs);
    for (const struct comb_option *row = game->options; row && row->name; row++) {
        if (row->kind == COMB_OPTION_FILE)
            continue;
        comb_buf_printf(out, "  %-12s %s%s%s: ", row->name, kinds[row->kind], row->choices ? " of " : "",
                        row->choices ? row->choices : "");
        comb_option_help(out, row);
        comb_buf_char(out, '\n');
    }
    comb_buf_char(out, '\n');
}

void comb_handle_overview(const struct comb_request *request, struct comb_reply *reply)
{
    const struct comb_service *service = request->service;
    reply->status = 200;
    reply->type = "text/plain; charset=utf-8";
    comb_buf_str(&reply->body,
                 "The API of Comb. Bodies and answers are JSON; answers are the objects that --json prints.\n\n");
    comb_routes_describe(&reply->body, comb_routes);
    comb_routes_describe(&reply->body, service->routes);
    comb_buf_char(&reply->body, '\n');
    if (service->limits)
        service->limits(&reply->body, service);
    for (const struct comb_game *const *game = comb_games; *game; game++)
        describe_game(&reply->body, *game);
}
