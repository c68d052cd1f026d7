/* Pictures for the page: a screenshot becomes a reading, the object that `comb read --json` prints, and is corrected by
 * sending it back with what is wrong. The server keeps nothing in between. */
#include "web/web.h"

#include "core/fixes.h"
#include "core/game.h"
#include "web/lanes.h"

#include <string.h>

enum { MOST_THINGS = 4096, FARTHEST = 9999, LONGEST_TEXT = 64 };

/* ---- POST /api/read ---- */

/* Named in the query, or NULL: what the picture looks like. */
static int wanted_game(const struct comb_game **out, const char *name, struct comb_error *err)
{
    *out = name && *name ? comb_game_find(name) : NULL;
    return name && *name && !*out ? comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'", name) : COMB_OK;
}

static int read_picture(json_t **reading, const struct comb_request *request, struct comb_error *err)
{
    const struct comb_game *game, *found;
    const char *fix = request->query(request, "fix");
    struct comb_fixes fixes = {0};
    struct comb_pixels *picture = NULL;
    int code = wanted_game(&game, request->query(request, "game"), err);
    if (code == COMB_OK && fix)
        code = comb_fixes_add(&fixes, fix, err);
    if (code == COMB_OK)
        code = comb_pixels_decode(&picture, comb_buf_text(&request->body), request->body.length, err);
    if (code == COMB_OK)
        code = comb_reading_new(reading, &found, picture, game, comb_fixes_list(&fixes), err);
    comb_pixels_free(picture);
    comb_fixes_free(&fixes);
    return code;
}

static void answer(struct comb_reply *reply, int code, json_t *reading, const struct comb_error *err)
{
    if (reading && (code == COMB_OK || code == COMB_UNSURE)) {
        comb_reply_json(reply, code, reading);
        return;
    }
    json_decref(reading);
    comb_reply_error(reply, 0, err);
}

static void read_new(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *reading = NULL;
    struct comb_slot slot;
    bool entered = comb_slot_enter(&slot, request->web->lanes, request->socket);
    int code = entered ? read_picture(&reading, request, &err) : COMB_INTERRUPTED;
    unsigned refusal = comb_slot_refusal(entered ? comb_slot_leave(&slot) : slot.state, reading != NULL, &err);
    if (refusal == 0) {
        answer(reply, code, reading, &err);
        return;
    }
    json_decref(reading);
    comb_reply_error(reply, refusal, &err);
}

/* ---- POST /api/read/fix ---- */

static bool is_short_text(const json_t *value)
{
    return json_is_string(value) && json_string_length(value) <= LONGEST_TEXT;
}

static bool is_place(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= -FARTHEST && json_integer_value(value) <= FARTHEST;
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

/* The members that every cell has are there and are what they should be; others are the game's. */
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

static bool is_doubt(const json_t *doubt)
{
    const json_t *x = json_object_get(doubt, "x"), *y = json_object_get(doubt, "y");
    return json_is_object(doubt) && (!x || is_place(x)) && (!y || is_place(y)) &&
           json_is_string(json_object_get(doubt, "message"));
}

static int check_list(const json_t *reading, const char *key, bool (*is_item)(const json_t *item),
                      struct comb_error *err)
{
    const json_t *list = json_object_get(reading, key), *item;
    size_t i;
    if (list && !json_is_array(list))
        return comb_fail(err, COMB_BAD_INPUT, "\"reading\": \"%s\" is not an array", key);
    if (json_array_size(list) > MOST_THINGS)
        return comb_fail(err, COMB_BAD_INPUT, "\"reading\": more than %d \"%s\"", MOST_THINGS, key);
    json_array_foreach(list, i, item)
    {
        if (!is_item(item))
            return comb_fail(err, COMB_BAD_INPUT, "\"reading\": \"%s\" %zu is none that /api/read gives", key, i);
    }
    return COMB_OK;
}

/* What comes back from a client may be anything; what goes on has the form of a reading. */
static int check_reading(const struct comb_game **game, const json_t *reading, struct comb_error *err)
{
    const char *name = json_string_value(json_object_get(reading, "game"));
    if (!json_is_object(reading) || !json_is_array(json_object_get(reading, "cells")))
        return comb_fail(err, COMB_BAD_INPUT, "expected \"reading\", an object as /api/read gives it");
    *game = name ? comb_game_find(name) : NULL;
    if (!*game || !(*game)->reader)
        return comb_fail(err, COMB_BAD_INPUT, "\"reading\": '%.40s' is no game that is read", name ? name : "");
    int code = check_list(reading, "cells", is_cell, err);
    if (code == COMB_OK)
        code = check_list(reading, "lines", is_line, err);
    return code == COMB_OK ? check_list(reading, "doubts", is_doubt, err) : code;
}

/* A text, or an array of texts. */
static int given_fixes(struct comb_fixes *fixes, const json_t *given, struct comb_error *err)
{
    size_t i;
    const json_t *fix;
    int code = COMB_OK;
    if (json_is_string(given))
        return comb_fixes_add(fixes, json_string_value(given), err);
    if (!json_is_array(given))
        return comb_fail(err, COMB_BAD_INPUT, "expected \"fix\", an array of texts such as \"3,2=I\"");
    json_array_foreach(given, i, fix)
    {
        if (code == COMB_OK && !json_is_string(fix))
            code = comb_fail(err, COMB_BAD_INPUT, "\"fix\" %zu is not a text such as \"3,2=I\"", i);
        if (code == COMB_OK)
            code = comb_fixes_add(fixes, json_string_value(fix), err);
    }
    return code;
}

static void read_fix(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    const struct comb_game *game = NULL;
    struct comb_fixes fixes = {0};
    json_t *object = comb_request_json(request, reply);
    if (!object)
        return;
    json_t *reading = json_incref(json_object_get(object, "reading"));
    int code = check_reading(&game, reading, &err);
    if (code == COMB_OK)
        code = given_fixes(&fixes, json_object_get(object, "fix"), &err);
    if (code == COMB_OK)
        code = comb_reading_fix(reading, game, comb_fixes_list(&fixes), &err);
    comb_fixes_free(&fixes);
    answer(reply, code, reading, &err);
    json_decref(object);
}

void comb_web_read(const struct comb_request *request, struct comb_reply *reply)
{
    if (strcmp(request->path, "/api/read") == 0)
        read_new(request, reply);
    else if (strcmp(request->path, "/api/read/fix") == 0)
        read_fix(request, reply);
    else
        comb_reply_refuse(reply, 404, "there is no such path; /api tells what there is");
    /* browsers write a 4xx down as the page's mistake, though "no board" answers its question */
    if (request->query(request, "quiet") && (reply->status == 400 || reply->status == 422))
        reply->status = 200;
}
