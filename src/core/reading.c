#include "core/reading.h"

#include "core/game.h"
#include "core/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A picture that looks less than this like the best game is no board at all. */
#define LEAST_LIKENESS 0.3

/* A game that is so much like the picture that no other need be asked. */
#define CERTAIN_LIKENESS 0.98

/* What is left of its likeness to a game that does not know what it sees: another, which does, is the better guess. */
#define LIKENESS_IN_DOUBT 0.9

/* A board that another finds in a small part of a larger one is one of its cells or hints, however like a board it
 * looks; the larger one must be this likely itself. */
#define SMALL_PART 0.25
#define LIKENESS_OF_WHOLE 0.5

enum { MOST_EFFORT = 2 };

enum { MOST_NAMED = 6 /* doubts that an error message names one by one */ };

/* ---- what readers build with ---- */

json_t *comb_reading_cell(int x, int y, const char *text, const char *state, double confidence, const char *second,
                          struct comb_box box)
{
    struct comb_json build = {false};
    json_t *cell = comb_json_object(&build);
    json_t *corners = comb_json_array(&build);
    comb_json_set(&build, cell, "x", comb_json_int(&build, x));
    comb_json_set(&build, cell, "y", comb_json_int(&build, y));
    comb_json_set(&build, cell, "text", comb_json_string(&build, text));
    comb_json_set(&build, cell, "state", comb_json_string(&build, state));
    comb_json_set(&build, cell, "confidence", comb_json_real(&build, confidence));
    comb_json_set(&build, cell, "second", comb_json_string(&build, second));
    comb_json_push(&build, corners, comb_json_int(&build, box.x));
    comb_json_push(&build, corners, comb_json_int(&build, box.y));
    comb_json_push(&build, corners, comb_json_int(&build, box.width));
    comb_json_push(&build, corners, comb_json_int(&build, box.height));
    comb_json_set(&build, cell, "box", corners);
    json_t *out;
    comb_json_finish(&out, &build, cell, NULL);
    return out;
}

static bool is_at(const json_t *thing, int x, int y)
{
    const json_t *at_x = json_object_get(thing, "x"), *at_y = json_object_get(thing, "y");
    return json_is_integer(at_x) && json_is_integer(at_y) && json_integer_value(at_x) == x &&
           json_integer_value(at_y) == y;
}

json_t *comb_reading_at(const json_t *reading, int x, int y)
{
    size_t i;
    json_t *cell;
    json_array_foreach(json_object_get(reading, "cells"), i, cell) if (is_at(cell, x, y)) return cell;
    return NULL;
}

static int add_doubt(json_t *reading, const char *kind, int x, int y, const char *message, struct comb_error *err)
{
    struct comb_json build = {false};
    json_t *doubts = json_object_get(reading, "doubts");
    if (!json_is_array(doubts)) {
        doubts = comb_json_array(&build);
        comb_json_set(&build, reading, "doubts", doubts);
    }
    json_t *doubt = comb_json_object(&build);
    if (x >= 0 && y >= 0) {
        comb_json_set(&build, doubt, "x", comb_json_int(&build, x));
        comb_json_set(&build, doubt, "y", comb_json_int(&build, y));
    }
    comb_json_set(&build, doubt, "about", comb_json_string(&build, kind));
    comb_json_set(&build, doubt, "message", comb_json_string(&build, message));
    if (build.failed) {
        json_decref(doubt);
        return comb_fail_memory(err);
    }
    comb_json_push(&build, doubts, doubt);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_reading_doubt(json_t *reading, int x, int y, struct comb_error *err, const char *format, ...)
{
    char message[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return add_doubt(reading, "board", x, y, message, err);
}

/* ---- doubts, worked out from the cells ---- */

static void drop_doubts(json_t *reading, bool (*drop)(const json_t *doubt, const void *payload), const void *payload)
{
    json_t *doubts = json_object_get(reading, "doubts");
    for (size_t i = json_array_size(doubts); i-- > 0;)
        if (drop(json_array_get(doubts, i), payload))
            json_array_remove(doubts, i);
}

static bool is_of_cell(const json_t *doubt, const void *payload)
{
    (void)payload;
    const char *about = json_string_value(json_object_get(doubt, "about"));
    return about && strcmp(about, "cell") == 0;
}

static bool is_of_place(const json_t *doubt, const void *payload)
{
    const int *place = payload;
    return is_at(doubt, place[0], place[1]);
}

static const char *text_of(const json_t *thing, const char *key)
{
    const char *text = json_string_value(json_object_get(thing, key));
    return text ? text : "";
}

static int doubt_thing(json_t *reading, const json_t *thing, const char *what, struct comb_error *err)
{
    double confidence = json_number_value(json_object_get(thing, "confidence"));
    if (confidence >= COMB_READING_SURE)
        return COMB_OK;
    char message[200];
    const char *text = text_of(thing, "text"), *second = text_of(thing, "second");
    if (*second)
        snprintf(message, sizeof message, "%s: '%s' or '%s'", what, text, second);
    else
        snprintf(message, sizeof message, "%s: perhaps '%s'", what, *text ? text : text_of(thing, "state"));
    return add_doubt(reading, "cell", (int)json_integer_value(json_object_get(thing, "x")),
                     (int)json_integer_value(json_object_get(thing, "y")), message, err);
}

static int doubt_list(json_t *reading, const char *key, const char *what, struct comb_error *err)
{
    size_t i;
    const json_t *thing;
    json_array_foreach(json_object_get(reading, key), i, thing)
    {
        int code = doubt_thing(reading, thing, what, err);
        if (code != COMB_OK)
            return code;
    }
    return COMB_OK;
}

static int doubt_what_is_unsure(json_t *reading, struct comb_error *err)
{
    drop_doubts(reading, is_of_cell, NULL);
    int code = doubt_list(reading, "cells", "cell", err);
    return code == COMB_OK ? doubt_list(reading, "lines", "line hint", err) : code;
}

/* "in doubt: 3,2 cell: 'I' or 'L'; 4,2 ..." */
static int fail_in_doubt(const json_t *doubts, struct comb_error *err)
{
    struct comb_buf list = {0};
    size_t i;
    const json_t *doubt;
    json_array_foreach(doubts, i, doubt)
    {
        if (i == MOST_NAMED)
            break;
        comb_buf_str(&list, i ? "; " : "");
        if (json_object_get(doubt, "x"))
            comb_buf_printf(&list, "%d,%d ", (int)json_integer_value(json_object_get(doubt, "x")),
                            (int)json_integer_value(json_object_get(doubt, "y")));
        comb_buf_str(&list, text_of(doubt, "message"));
    }
    if (json_array_size(doubts) > MOST_NAMED)
        comb_buf_printf(&list, "; and %zu more", json_array_size(doubts) - MOST_NAMED);
    int code = comb_fail(err, COMB_UNSURE, "in doubt: %s", comb_buf_text(&list));
    comb_buf_free(&list);
    return code;
}

/* ---- the finished object ---- */

/* Board text, doubts and "sure", from what the cells say now. */
static int settle(json_t *reading, const struct comb_game *game, struct comb_error *err)
{
    struct comb_json build = {false};
    struct comb_buf board = {0};
    int code = game->reader->spell(&board, reading, game->reader->look, err);
    if (code == COMB_OK && board.failed)
        code = comb_fail_memory(err);
    if (code == COMB_OK) {
        comb_json_set(&build, reading, "board", comb_json_string(&build, comb_buf_text(&board)));
        code = doubt_what_is_unsure(reading, err);
    }
    comb_buf_free(&board);
    if (code != COMB_OK)
        return code;
    const json_t *doubts = json_object_get(reading, "doubts");
    if (!doubts)
        comb_json_set(&build, reading, "doubts", comb_json_array(&build));
    bool sure = json_array_size(doubts) == 0;
    comb_json_set(&build, reading, "sure", comb_json_bool(&build, sure));
    if (build.failed)
        return comb_fail_memory(err);
    return sure ? COMB_OK : fail_in_doubt(doubts, err);
}

static int apply_fix(json_t *reading, const struct comb_game *game, const char *fix, struct comb_error *err)
{
    int place[2], used = 0;
    if (sscanf(fix, " %4d , %4d = %n", &place[0], &place[1], &used) != 2 || used == 0)
        return comb_fail(err, COMB_BAD_INPUT, "fix '%.40s': expected x,y=TEXT, such as 3,2=I", fix);
    int code = game->reader->mend(reading, place[0], place[1], fix + used, game->reader->look, err);
    if (code == COMB_OK)
        drop_doubts(reading, is_of_place, place);
    return code;
}

int comb_reading_fix(json_t *reading, const struct comb_game *game, const char *const *fixes, struct comb_error *err)
{
    for (size_t i = 0; fixes && fixes[i]; i++) {
        int code = apply_fix(reading, game, fixes[i], err);
        if (code != COMB_OK)
            return code;
    }
    return settle(reading, game, err);
}

/* ---- which game ---- */

struct choice {
    const struct comb_game *game;
    json_t *reading;
    double likeness;
};

static bool has_doubtful(const json_t *things)
{
    for (size_t i = 0; i < json_array_size(things); i++)
        if (json_number_value(json_object_get(json_array_get(things, i), "confidence")) < COMB_READING_SURE)
            return true;
    return false;
}

static bool is_in_doubt(const json_t *reading)
{
    return json_array_size(json_object_get(reading, "doubts")) > 0 || has_doubtful(json_object_get(reading, "cells")) ||
           has_doubtful(json_object_get(reading, "lines"));
}

static void widen(struct comb_box *box, const json_t *things)
{
    for (size_t i = 0; i < json_array_size(things); i++) {
        const json_t *corners = json_object_get(json_array_get(things, i), "box");
        int at[4];
        for (size_t k = 0; k < 4; k++)
            at[k] = (int)json_integer_value(json_array_get(corners, k));
        int right = box->width ? box->x + box->width : at[0], bottom = box->height ? box->y + box->height : at[1];
        box->x = box->width && box->x < at[0] ? box->x : at[0];
        box->y = box->height && box->y < at[1] ? box->y : at[1];
        box->width = (at[0] + at[2] > right ? at[0] + at[2] : right) - box->x;
        box->height = (at[1] + at[3] > bottom ? at[1] + at[3] : bottom) - box->y;
    }
}

static struct comb_box box_of(const json_t *reading)
{
    struct comb_box box = {0};
    widen(&box, json_object_get(reading, "cells"));
    widen(&box, json_object_get(reading, "lines"));
    return box;
}

static bool is_part_of(const struct choice *part, const struct choice *whole)
{
    struct comb_box small = box_of(part->reading), large = box_of(whole->reading);
    double share = (double)small.width * small.height / fmax((double)large.width * large.height, 1);
    return whole->likeness >= LIKENESS_OF_WHOLE && share <= SMALL_PART && small.x >= large.x && small.y >= large.y &&
           small.x + small.width <= large.x + large.width && small.y + small.height <= large.y + large.height;
}

static bool is_better(const struct choice *one, const struct choice *other)
{
    if (!other->game || is_part_of(other, one))
        return true;
    return one->likeness > other->likeness && !is_part_of(one, other);
}

static int offer(struct choice *best, const struct comb_game *game, const struct comb_sight *sight,
                 struct comb_error *err)
{
    json_t *reading = NULL;
    int code = game->reader->read(&reading, sight, game->reader->look, err);
    if (code == COMB_NO)
        return COMB_OK;
    if (code != COMB_OK)
        return code;
    double likeness = json_number_value(json_object_get(reading, "likeness"));
    if (is_in_doubt(reading))
        likeness *= LIKENESS_IN_DOUBT;
    struct choice choice = {.game = game, .reading = reading, .likeness = likeness};
    bool better = is_better(&choice, best);
    json_decref(better ? best->reading : reading);
    if (better)
        *best = choice;
    return COMB_OK;
}

/* All that have a reader of this effort. */
static int offer_all(struct choice *best, unsigned effort, const struct comb_sight *sight, struct comb_error *err)
{
    for (size_t i = 0; comb_games[i]; i++) {
        bool asked = comb_games[i]->reader && comb_games[i]->reader->effort == effort;
        int code = asked ? offer(best, comb_games[i], sight, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
    }
    return COMB_OK;
}

/* The only game asked for, or all, until one is certain. */
static int choose(struct choice *best, const struct comb_sight *sight, const struct comb_game *game,
                  struct comb_error *err)
{
    if (game && !game->reader)
        return comb_fail(err, COMB_BAD_INPUT, "%s is not read from pictures", game->name);
    if (game)
        return offer(best, game, sight, err);
    int code = COMB_OK;
    for (unsigned effort = 0; code == COMB_OK && effort <= MOST_EFFORT && best->likeness < CERTAIN_LIKENESS; effort++)
        code = offer_all(best, effort, sight, err);
    return code;
}

static int dress(json_t **reading, const struct choice *best, struct comb_error *err)
{
    struct comb_json build = {false};
    json_t *object = comb_json_object(&build);
    comb_json_set(&build, object, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, object, "game", comb_json_string(&build, best->game->name));
    comb_json_set(&build, object, "board", comb_json_string(&build, ""));
    if (object && json_object_update_missing(object, best->reading) != 0)
        build.failed = true;
    return comb_json_finish(reading, &build, object, err);
}

int comb_reading_new(json_t **reading, const struct comb_game **found, const struct comb_pixels *picture,
                     const struct comb_game *game, const char *const *fixes, struct comb_error *err)
{
    *reading = NULL;
    *found = NULL;
    struct comb_sight *sight;
    int code = comb_sight_new(&sight, picture, err);
    if (code != COMB_OK)
        return code;
    struct choice best = {0};
    code = choose(&best, sight, game, err);
    comb_sight_free(sight);
    if (code == COMB_OK && (!best.game || best.likeness < LEAST_LIKENESS))
        code = game ? comb_fail(err, COMB_UNSURE, "no board found: nothing in the picture looks like %s", game->title)
                    : comb_fail(err, COMB_UNSURE, "no board found in the picture");
    if (code == COMB_OK)
        code = dress(reading, &best, err);
    json_decref(best.reading);
    if (code != COMB_OK)
        return code;
    *found = best.game;
    code = comb_reading_fix(*reading, best.game, fixes, err);
    if (code != COMB_OK && code != COMB_UNSURE) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}
