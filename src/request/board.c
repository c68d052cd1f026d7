/* Routes for boards: parse any text into a board with its scene, draw moves and answers, render pictures. */
#include "core/run.h"
#include "core/share.h"
#include "request/call.h"
#include "request/handlers.h"

#include <string.h>

/* A parsed request of any of the three routes. */
struct board_request {
    json_t *object;
    struct comb_job *job;
    struct comb_params params;
    struct comb_board *board;
};

static int open_board(struct board_request *request, struct comb_error *err)
{
    const json_t *text = json_object_get(request->object, "board");
    const char *name = json_string_value(json_object_get(request->object, "game"));
    const char *moves = json_string_value(json_object_get(request->object, "moves"));
    const struct comb_game *game = name ? comb_game_find(name) : NULL;
    if (!json_is_string(text))
        return comb_fail(err, COMB_BAD_INPUT, "\"board\": expected a string");
    if (name && !game)
        return comb_fail(err, COMB_BAD_INPUT, "unknown game '%.40s'; see GET /api/games", name);
    int code = COMB_OK;
    const char *bytes = json_string_value(text);
    size_t length = json_string_length(text);
    if (!game && !comb_share_is_code(bytes, length))
        code = comb_board_detect(&game, bytes, length, err);
    if (code == COMB_OK && game)
        code = comb_call_set_options(&request->params, game, "draw", json_object_get(request->object, "options"), err);
    if (code == COMB_OK)
        code = comb_board_open(&request->board, game, bytes, length, request->job, &request->params, err);
    if (code == COMB_OK && moves && *moves)
        code = comb_board_play(request->board, moves, err);
    return code;
}

/* Parses the request and opens the board; false after an error reply. */
static bool begin_board_request(struct board_request *request, const struct comb_request *http,
                                struct comb_reply *reply)
{
    struct comb_error err = {0};
    *request = (struct board_request){.object = comb_request_json(http, reply)};
    if (!request->object)
        return false;
    struct comb_job_setup setup = comb_call_limits(http->service, request->object);
    int code = comb_job_new(&request->job, &setup, &err);
    if (code == COMB_OK)
        code = open_board(request, &err);
    if (code == COMB_OK)
        return true;
    comb_reply_error(reply, 0, &err);
    return false;
}

static void free_board_request(struct board_request *request)
{
    comb_board_free(request->board);
    comb_params_free(&request->params);
    comb_job_free(request->job);
    json_decref(request->object);
}

static int make_scene(struct comb_scene **out, const struct board_request *request, struct comb_error *err)
{
    const json_t *answer = json_object_get(request->object, "answer");
    const struct comb_board *board = request->board;
    *out = NULL;
    if (!board->game->scene)
        return comb_fail(err, COMB_BAD_INPUT, "'draw' does not support %s", board->game->name);
    return board->game->scene(out, board->data, json_is_object(answer) ? answer : NULL, &request->params, err);
}

static int add_scene(struct comb_json *build, json_t *root, const struct board_request *request, struct comb_error *err)
{
    struct comb_scene *scene = NULL;
    json_t *json = NULL;
    int code = make_scene(&scene, request, err);
    if (code == COMB_OK)
        code = comb_scene_json(&json, scene, err);
    comb_scene_free(scene);
    if (code == COMB_OK)
        comb_json_set(build, root, "scene", json);
    return code;
}

static void add_texts(struct comb_json *build, json_t *root, const struct comb_board *board)
{
    struct comb_buf text = {0}, code = {0}, link = {0}, site = {0};
    board->game->print(&text, board->data);
    comb_json_set(build, root, "board", comb_json_string(build, comb_buf_text(&text)));
    if (!text.failed && comb_share_encode(&code, board->game->name, comb_buf_text(&text), NULL, NULL) == COMB_OK)
        comb_json_set(build, root, "code", comb_json_string(build, comb_buf_text(&code)));
    if (board->game->link && board->game->link(&link, board->data, NULL) == COMB_OK)
        comb_json_set(build, root, "link", comb_json_string(build, comb_buf_text(&link)));
    if (board->game->site_text && board->game->site_text(&site, board->data, NULL) == COMB_OK)
        comb_json_set(build, root, "site_text", comb_json_string(build, comb_buf_text(&site)));
    build->failed |= text.failed || code.failed || link.failed || site.failed;
    comb_buf_free(&text);
    comb_buf_free(&code);
    comb_buf_free(&link);
    comb_buf_free(&site);
}

/* {"schema", "game", "board", "code", "scene"} */
static void answer_board(struct comb_reply *reply, const struct board_request *request, bool texts)
{
    struct comb_json build = {0};
    struct comb_error err = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "game", comb_json_string(&build, request->board->game->name));
    if (texts)
        add_texts(&build, root, request->board);
    int code = add_scene(&build, root, request, &err);
    if (code != COMB_OK) {
        json_decref(root);
        comb_reply_error(reply, 0, &err);
    } else if (comb_json_finish(&root, &build, root, &err) == COMB_OK) {
        comb_reply_json(reply, COMB_OK, root);
    } else {
        comb_reply_error(reply, 0, &err);
    }
}

void comb_handle_board(const struct comb_request *http, struct comb_reply *reply)
{
    struct board_request request;
    if (begin_board_request(&request, http, reply))
        answer_board(reply, &request, true);
    else if (request.object && reply->status == 400)
        reply->status = 200; /* "not a board" is a valid answer; browsers would log a 400 as an error of the page */
    free_board_request(&request);
}

void comb_handle_scene(const struct comb_request *http, struct comb_reply *reply)
{
    struct board_request request;
    if (begin_board_request(&request, http, reply))
        answer_board(reply, &request, false);
    free_board_request(&request);
}

static void answer_picture(struct comb_reply *reply, const struct board_request *request)
{
    const char *format = json_string_value(json_object_get(request->object, "format"));
    const char *theme = json_string_value(json_object_get(request->object, "theme"));
    struct comb_picture_style style = {
        .theme = theme && strcmp(theme, "dark") == 0 ? COMB_THEME_DARK : COMB_THEME_LIGHT,
        .follow_system = theme && strcmp(theme, "auto") == 0,
        .cell_pixels = 64,
    };
    struct comb_error err = {0};
    struct comb_scene *scene = NULL;
    bool png = format && strcmp(format, "png") == 0;
    int code = make_scene(&scene, request, &err);
    if (code == COMB_OK)
        code = png ? comb_render_png(&reply->body, scene, &style, &err)
                   : comb_render_svg(&reply->body, scene, &style, &err);
    comb_scene_free(scene);
    if (code != COMB_OK) {
        comb_buf_clear(&reply->body);
        comb_reply_error(reply, 0, &err);
        return;
    }
    reply->status = 200;
    reply->type = png ? "image/png" : "image/svg+xml";
    reply->name = png ? "board.png" : "board.svg";
}

void comb_handle_picture(const struct comb_request *http, struct comb_reply *reply)
{
    struct board_request request;
    if (begin_board_request(&request, http, reply))
        answer_picture(reply, &request);
    free_board_request(&request);
}
