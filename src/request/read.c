/* Routes for pictures: POST /api/read turns a picture into a reading (the object that `comb read --json` prints), POST
 * /api/read/fix applies corrections to a reading. The client sends the reading back; the server is stateless. */
#include "core/fixes.h"
#include "core/game.h"
#include "request/handlers.h"
#include "request/service.h"

#include <string.h>

enum { MAX_ITEMS = 4096, MAX_COORDINATE = 9999, MAX_TEXT = 64 };

/* ---- POST /api/read ---- */

/* The game named in the query; NULL: detected from the picture. */
static int find_game(const struct comb_game **out, const char *name, struct comb_error *err)
{
    *out = name && *name ? comb_game_find(name) : NULL;
    return name && *name && !*out ? comb_fail(err, COMB_BAD_INPUT, "unknown game '%.40s'; see GET /api/games", name)
                                  : COMB_OK;
}

/* Which of several boards, from 1; 0 if not said, or not a number. */
static unsigned wanted_board(const struct comb_request *request)
{
    const char *text = request->query(request, "board");
    return text && text[0] >= '1' && text[0] <= '9' ? (unsigned)strtoul(text, NULL, 10) : 0;
}

static int read_picture(json_t **reading, const struct comb_request *request, struct comb_error *err)
{
    const struct comb_game *game, *found;
    const char *fix = request->query(request, "fix");
    struct comb_fixes fixes = {0};
    struct comb_pixels *picture = NULL;
    int code = find_game(&game, request->query(request, "game"), err);
    if (code == COMB_OK && fix)
        code = comb_fixes_add(&fixes, fix, err);
    if (code == COMB_OK)
        code = comb_pixels_decode(&picture, comb_buf_text(&request->body), request->body.length, err);
    if (code == COMB_OK)
        code =
            comb_reading_new_board(reading, &found, picture, game, wanted_board(request), comb_fixes_list(&fixes), err);
    comb_pixels_free(picture);
    comb_fixes_free(&fixes);
    return code;
}

static void reply_reading(struct comb_reply *reply, int code, json_t *reading, const struct comb_error *err)
{
    if (reading && (code == COMB_OK || code == COMB_UNSURE)) {
        comb_reply_json(reply, code, reading);
        return;
    }
    json_decref(reading);
    comb_reply_error(reply, 0, err);
}

/* Browsers would log a 4xx as an error of the page, though "no board" is a valid answer. */
static void apply_quiet(const struct comb_request *request, struct comb_reply *reply)
{
    if (request->query(request, "quiet") && (reply->status == 400 || reply->status == 422))
        reply->status = 200;
}

void comb_handle_read(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *reading = NULL;
    const struct comb_turns *turns = request->service->turns;
    int code = !turns || turns->wait(request) ? read_picture(&reading, request, &err) : COMB_INTERRUPTED;
    unsigned refusal = turns ? turns->end(request, reading != NULL, &err) : 0;
    if (refusal == 0) {
        reply_reading(reply, code, reading, &err);
    } else {
        json_decref(reading);
        comb_reply_error(reply, refusal, &err);
    }
    apply_quiet(request, reply);
}

/* ---- POST /api/read/fix ---- */

static bool is_short_text(const json_t *value)
{
    return json_is_string(value) && json_string_length(value) <= MAX_TEXT;
}

static bool is_place(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= -MAX_COORDINATE &&
           json_integer_value(value) <= MAX_COORDINATE;
}

static bool is_box(const json_t *value)
{
    if (json_array_size(value) != 4)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (!json_is_integer(json_array_get(value, i)))
            return false;
    return true;
}

/* Checks the members that every cell has; others are specific to the game. */
static bool is_cell(const json_t *cell)
{
    return is_place(json_object_get(cell, "x")) && is_place(json_object_get(cell, "y")) &&
           is_short_text(json_object_get(cell, "text")) && is_short_text(json_object_get(cell, "state")) &&
           json_is_number(json_object_get(cell, "confidence")) && is_short_text(json_object_get(cell, "second")) &&
           is_box(json_object_get(cell, "box"));
}

static bool is_line(const json_t *line)
{
    return is_place(json_object_get(line, "x")) && is_place(json_object_get(line, "y")) &&
           is_short_text(json_object_get(line, "text"));
}

static bool is_uncertainty(const json_t *item)
{
    const json_t *x = json_object_get(item, "x"), *y = json_object_get(item, "y");
    return json_is_object(item) && (!x || is_place(x)) && (!y || is_place(y)) &&
           json_is_string(json_object_get(item, "message"));
}

static int check_list(const json_t *reading, const char *key, bool (*is_item)(const json_t *item),
                      struct comb_error *err)
{
    const json_t *list = json_object_get(reading, key), *item;
    size_t i;
    if (list && !json_is_array(list))
        return comb_fail(err, COMB_BAD_INPUT, "reading.%s: expected an array", key);
    if (json_array_size(list) > MAX_ITEMS)
        return comb_fail(err, COMB_BAD_INPUT, "reading.%s: more than %d items", key, MAX_ITEMS);
    json_array_foreach(list, i, item)
    {
        if (!is_item(item))
            return comb_fail(err, COMB_BAD_INPUT, "reading.%s[%zu] was not produced by /api/read", key, i);
    }
    return COMB_OK;
}

/* Validates a reading that a client sent. */
static int check_reading(const struct comb_game **game, const json_t *reading, struct comb_error *err)
{
    const char *name = json_string_value(json_object_get(reading, "game"));
    if (!json_is_object(reading) || !json_is_array(json_object_get(reading, "cells")))
        return comb_fail(err, COMB_BAD_INPUT, "\"reading\": expected an object produced by /api/read");
    *game = name ? comb_game_find(name) : NULL;
    if (!*game || !(*game)->reader)
        return comb_fail(err, COMB_BAD_INPUT, "reading.game: '%.40s' is not a game that can be read from pictures",
                         name ? name : "");
    int code = check_list(reading, "cells", is_cell, err);
    if (code == COMB_OK)
        code = check_list(reading, "lines", is_line, err);
    return code == COMB_OK ? check_list(reading, "doubts", is_uncertainty, err) : code;
}

/* Reads "fix": a string or an array of strings. */
static int read_fixes(struct comb_fixes *fixes, const json_t *given, struct comb_error *err)
{
    size_t i;
    const json_t *fix;
    int code = COMB_OK;
    if (json_is_string(given))
        return comb_fixes_add(fixes, json_string_value(given), err);
    if (!json_is_array(given))
        return comb_fail(err, COMB_BAD_INPUT, "\"fix\": expected an array of strings such as \"3,2=I\"");
    json_array_foreach(given, i, fix)
    {
        if (code == COMB_OK && !json_is_string(fix))
            code = comb_fail(err, COMB_BAD_INPUT, "fix[%zu]: expected a string such as \"3,2=I\"", i);
        if (code == COMB_OK)
            code = comb_fixes_add(fixes, json_string_value(fix), err);
    }
    return code;
}

void comb_handle_read_fix(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    const struct comb_game *game = NULL;
    struct comb_fixes fixes = {0};
    json_t *object = comb_request_json(request, reply);
    if (!object) {
        apply_quiet(request, reply);
        return;
    }
    json_t *reading = json_incref(json_object_get(object, "reading"));
    int code = check_reading(&game, reading, &err);
    if (code == COMB_OK)
        code = read_fixes(&fixes, json_object_get(object, "fix"), &err);
    if (code == COMB_OK)
        code = comb_reading_fix(reading, game, comb_fixes_list(&fixes), &err);
    comb_fixes_free(&fixes);
    reply_reading(reply, code, reading, &err);
    json_decref(object);
    apply_quiet(request, reply);
}
