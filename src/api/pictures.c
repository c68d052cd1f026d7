/* comb.h: drawing boards and reading them from pictures. */
#include "api/parts.h"

#include "core/run.h"
#include "vision/pixels/pixels.h"

#include <string.h>

/* ---- drawing ---- */

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

/* `answer` may be NULL. */
static int draw(char **out, size_t *length, const struct comb_board *board, const json_t *answer,
                enum comb_picture kind, const char *const *options, struct comb_error *err)
{
    struct comb_params params = {0};
    struct comb_buf picture = {0};
    struct comb_scene *scene = NULL;
    int code = comb_api_options(&params, NULL, board->game, options, err);
    if (code == COMB_OK)
        code = board->game->scene(&scene, board->data, answer, &params, err);
    if (code == COMB_OK)
        code = render(&picture, scene, kind, err);
    comb_scene_free(scene);
    comb_params_free(&params);
    if (code != COMB_OK) {
        comb_buf_free(&picture);
        return code;
    }
    *length = picture.length;
    return comb_api_return_text(out, &picture, code, err);
}

static int require_drawing(char **out, size_t *length, const struct comb_board *board, struct comb_error *err)
{
    if (length)
        *length = 0;
    int code = comb_api_require_out(out, "out", err);
    if (code == COMB_OK)
        code = comb_api_require(board, "board", err);
    if (code == COMB_OK)
        code = comb_api_require(length, "length", err);
    if (code == COMB_OK && !board->game->scene)
        code = comb_fail(err, COMB_BAD_INPUT, "'draw' does not support %s", board->game->name);
    return code;
}

int comb_draw(char **out, size_t *length, const struct comb_board *board, enum comb_picture kind,
              const char *const *options, struct comb_error *err)
{
    int code = require_drawing(out, length, board, err);
    return code == COMB_OK ? draw(out, length, board, NULL, kind, options, err) : code;
}

int comb_draw_answer(char **out, size_t *length, const struct comb_board *board, const char *answer,
                     enum comb_picture kind, const char *const *options, struct comb_error *err)
{
    json_t *object = NULL;
    int code = require_drawing(out, length, board, err);
    if (code == COMB_OK)
        code = comb_api_require(answer, "answer", err);
    if (code == COMB_OK)
        code = comb_json_parse(&object, answer, strlen(answer), err);
    if (code == COMB_OK && !json_is_object(object))
        code = comb_fail(err, COMB_BAD_INPUT, "'answer' is not a JSON object");
    if (code == COMB_OK)
        code = draw(out, length, board, object, kind, options, err);
    json_decref(object);
    return code;
}

/* ---- reading ---- */

/* Parses the board of a reading; without one (cells that form no board) *board stays NULL. */
static int open_board(struct comb_board **board, const json_t *reading, const struct comb_game *game,
                      struct comb_context *context, struct comb_error *err)
{
    const char *text = json_string_value(json_object_get(reading, "board"));
    struct comb_params params = {0};
    struct comb_job *job = NULL;
    struct comb_error ignored = {0};
    if (!board || !text)
        return COMB_OK;
    int code = comb_job_new(&job, &(struct comb_job_setup){.context = context}, err);
    if (code == COMB_OK)
        code = comb_params_defaults(&params, game->options, err);
    if (code == COMB_OK && comb_board_open(board, game, text, strlen(text), job, &params, &ignored) == COMB_NO_MEMORY)
        code = comb_fail_memory(err);
    comb_params_free(&params);
    comb_job_free(job);
    return code;
}

static int read_picture(char **json, struct comb_board **board, struct comb_context *context,
                        const struct comb_pixels *pixels, const char *name, const char *const *fixes,
                        struct comb_error *err)
{
    const struct comb_game *game = NULL, *found = NULL;
    json_t *reading = NULL;
    int code = name ? comb_api_find_game(&game, name, NULL, err) : COMB_OK;
    if (code == COMB_OK && game && !game->reader)
        code = comb_fail(err, COMB_BAD_INPUT, "'read' does not support %s", game->name);
    if (code == COMB_OK)
        code = comb_reading_new(&reading, &found, pixels, game, fixes, err);
    if (!reading)
        return code;
    int opened = open_board(board, reading, found, context, err);
    if (opened != COMB_OK) {
        json_decref(reading);
        return opened;
    }
    struct comb_buf text = {0};
    comb_json_print(&text, reading);
    json_decref(reading);
    int printed = comb_api_return_text(json, &text, COMB_OK, err);
    return printed == COMB_OK ? code : printed;
}

static int require_reading(char **json, struct comb_board **board, const struct comb_context *context,
                           struct comb_error *err)
{
    if (board)
        *board = NULL;
    int code = comb_api_require_out(json, "json", err);
    return code == COMB_OK ? comb_api_require(context, "context", err) : code;
}

int comb_read_picture(char **json, struct comb_board **board, struct comb_context *context, const void *bytes,
                      size_t length, const char *game, const char *const *fixes, struct comb_error *err)
{
    struct comb_pixels *pixels = NULL;
    int code = require_reading(json, board, context, err);
    if (code == COMB_OK)
        code = comb_api_require(bytes, "bytes", err);
    if (code == COMB_OK)
        code = comb_pixels_decode(&pixels, bytes, length, err);
    if (code == COMB_OK)
        code = read_picture(json, board, context, pixels, game, fixes, err);
    comb_pixels_free(pixels);
    return code;
}

static int check_size(unsigned width, unsigned height, struct comb_error *err)
{
    if (width >= COMB_PIXELS_MIN_SIDE && height >= COMB_PIXELS_MIN_SIDE && width <= COMB_PIXELS_MAX_SIDE &&
        height <= COMB_PIXELS_MAX_SIDE && (size_t)width * height <= COMB_PIXELS_MAX_COUNT)
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "a picture of %ux%u pixels; expected sides of %d to %d and at most %d pixels",
                     width, height, COMB_PIXELS_MIN_SIDE, COMB_PIXELS_MAX_SIDE, COMB_PIXELS_MAX_COUNT);
}

int comb_read_pixels(char **json, struct comb_board **board, struct comb_context *context, const unsigned char *rgb,
                     unsigned width, unsigned height, const char *game, const char *const *fixes,
                     struct comb_error *err)
{
    struct comb_pixels *pixels = NULL;
    int code = require_reading(json, board, context, err);
    if (code == COMB_OK)
        code = comb_api_require(rgb, "rgb", err);
    if (code == COMB_OK)
        code = check_size(width, height, err);
    if (code == COMB_OK)
        code = comb_pixels_from_rgb(&pixels, width, height, rgb, err);
    if (code == COMB_OK)
        code = read_picture(json, board, context, pixels, game, fixes, err);
    comb_pixels_free(pixels);
    return code;
}
