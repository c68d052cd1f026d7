#include "core/reading.h"

#include "core/game.h"
#include "core/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Below this likeness of the best game, the picture holds no board. */
#define MIN_LIKENESS 0.3
#define MIN_GIVEN_LIKENESS 0.12 /* if the user names the game */

/* At this likeness no other game is tried. */
#define CERTAIN_LIKENESS 0.98

/* Factor for the likeness of an uncertain reading: prefer another game that reads the picture with certainty. */
#define UNCERTAIN_LIKENESS_FACTOR 0.9
#define UNREADABLE_LIKENESS_FACTOR 0.6

/* A candidate inside a small part (area fraction) of a larger one is one of its cells or hints, however much it looks
 * like a board. The larger one must have this likeness itself. */
#define MAX_PART_AREA 0.25
#define MIN_WHOLE_LIKENESS 0.5

/* A reading without these is "not readable": better one answer than many questions. */
#define MAX_UNCERTAIN_FRACTION 0.35 /* of the cells, if the likeness is low */
#define MIN_UNCERTAIN_LIKENESS 0.7
#define MAX_UNREAD_FRACTION 0.5 /* of the cells, in any case */
#define UNREAD_CONFIDENCE 0.6

enum { MAX_COST = 2 };

enum { MAX_LISTED = 6 /* uncertain places that an error message lists */ };

/* ---- helpers for readers ---- */

json_t *comb_reading_cell(int x, int y, const char *text, const char *state, double confidence, const char *second,
                          struct comb_pixel_box box)
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

static bool is_at(const json_t *item, int x, int y)
{
    const json_t *at_x = json_object_get(item, "x"), *at_y = json_object_get(item, "y");
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

static int add_uncertainty(json_t *reading, const char *kind, int x, int y, const char *message, struct comb_error *err)
{
    struct comb_json build = {false};
    json_t *uncertainties = json_object_get(reading, "doubts");
    if (!json_is_array(uncertainties)) {
        uncertainties = comb_json_array(&build);
        comb_json_set(&build, reading, "doubts", uncertainties);
    }
    json_t *uncertainty = comb_json_object(&build);
    if (x >= 0 && y >= 0) {
        comb_json_set(&build, uncertainty, "x", comb_json_int(&build, x));
        comb_json_set(&build, uncertainty, "y", comb_json_int(&build, y));
    }
    comb_json_set(&build, uncertainty, "about", comb_json_string(&build, kind));
    comb_json_set(&build, uncertainty, "message", comb_json_string(&build, message));
    if (build.failed) {
        json_decref(uncertainty);
        return comb_fail_memory(err);
    }
    comb_json_push(&build, uncertainties, uncertainty);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_reading_add_uncertainty(json_t *reading, int x, int y, struct comb_error *err, const char *format, ...)
{
    char message[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return add_uncertainty(reading, "board", x, y, message, err);
}

/* ---- uncertain places, derived from the cells ---- */

static void remove_uncertainties(json_t *reading, bool (*drop)(const json_t *uncertainty, const void *payload),
                                 const void *payload)
{
    json_t *uncertainties = json_object_get(reading, "doubts");
    for (size_t i = json_array_size(uncertainties); i-- > 0;)
        if (drop(json_array_get(uncertainties, i), payload))
            json_array_remove(uncertainties, i);
}

static bool is_about_cell(const json_t *uncertainty, const void *payload)
{
    (void)payload;
    const char *about = json_string_value(json_object_get(uncertainty, "about"));
    return about && strcmp(about, "cell") == 0;
}

static bool is_about_position(const json_t *uncertainty, const void *payload)
{
    const int *position = payload;
    return is_at(uncertainty, position[0], position[1]);
}

static bool starts_like(const json_t *uncertainty, const void *payload)
{
    const char *beginning = payload, *message = json_string_value(json_object_get(uncertainty, "message"));
    return message && strncmp(message, beginning, strlen(beginning)) == 0;
}

void comb_reading_settle(json_t *reading, const char *beginning)
{
    remove_uncertainties(reading, starts_like, beginning);
}

/* Bonuses and owners are one or two characters; longer states are names, which no correction accepts. */
static bool is_state_of_tile(const char *state)
{
    return strcmp(state, "none") == 0 || strlen(state) <= 2;
}

bool comb_reading_asks_state(const json_t *item)
{
    const char *text = comb_json_text(item, "text"), *second = comb_json_text(item, "second");
    size_t length = strlen(text);
    return is_state_of_tile(comb_json_text(item, "state")) && length > 0 && strncmp(second, text, length) == 0 &&
           second[length] == ':';
}

/* The text is certain, but not its state (a bonus, a colour): asks about that only. */
static void describe_states(char *message, size_t room, const json_t *item)
{
    const char *text = comb_json_text(item, "text"), *state = comb_json_text(item, "state"),
               *second = comb_json_text(item, "second");
    const char *other = second + strlen(text) + 1;
    bool none = strcmp(state, "none") == 0;
    snprintf(message, room, "'%s' is certain: '%s' or '%s' with it?", text, none ? "nothing" : state,
             *other ? other : "nothing");
}

static int add_if_uncertain(json_t *reading, const json_t *item, const char *what, struct comb_error *err)
{
    double confidence = json_number_value(json_object_get(item, "confidence"));
    if (confidence >= COMB_READING_MIN_CONFIDENCE)
        return COMB_OK;
    char message[200];
    const char *text = comb_json_text(item, "text"), *second = comb_json_text(item, "second");
    if (comb_reading_asks_state(item))
        describe_states(message, sizeof message, item);
    else if (*second)
        snprintf(message, sizeof message, "%s: '%s' or '%s'", what, text, second);
    else
        snprintf(message, sizeof message, "%s: possibly '%s'", what, *text ? text : comb_json_text(item, "state"));
    return add_uncertainty(reading, "cell", (int)json_integer_value(json_object_get(item, "x")),
                           (int)json_integer_value(json_object_get(item, "y")), message, err);
}

static int add_uncertain_items(json_t *reading, const char *key, const char *what, struct comb_error *err)
{
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(reading, key), i, item)
    {
        int code = add_if_uncertain(reading, item, what, err);
        if (code != COMB_OK)
            return code;
    }
    return COMB_OK;
}

static int update_cell_uncertainties(json_t *reading, struct comb_error *err)
{
    remove_uncertainties(reading, is_about_cell, NULL);
    int code = add_uncertain_items(reading, "cells", "cell", err);
    return code == COMB_OK ? add_uncertain_items(reading, "lines", "line hint", err) : code;
}

/* "uncertain: 3,2 cell: 'I' or 'L'; 4,2 ..." */
static int fail_uncertain(const json_t *uncertainties, struct comb_error *err)
{
    struct comb_buf list = {0};
    size_t i;
    const json_t *uncertainty;
    json_array_foreach(uncertainties, i, uncertainty)
    {
        if (i == MAX_LISTED)
            break;
        comb_buf_str(&list, i ? "; " : "");
        if (json_object_get(uncertainty, "x"))
            comb_buf_printf(&list, "%d,%d ", (int)json_integer_value(json_object_get(uncertainty, "x")),
                            (int)json_integer_value(json_object_get(uncertainty, "y")));
        comb_buf_str(&list, comb_json_text(uncertainty, "message"));
    }
    if (json_array_size(uncertainties) > MAX_LISTED)
        comb_buf_printf(&list, "; and %zu more", json_array_size(uncertainties) - MAX_LISTED);
    int code = comb_fail(err, COMB_UNSURE, "uncertain: %s", comb_buf_text(&list));
    comb_buf_free(&list);
    return code;
}

/* ---- the finished object ---- */

/* Updates board text, uncertain places and "sure" from the cells. */
static int update_board(json_t *reading, const struct comb_game *game, struct comb_error *err)
{
    struct comb_json build = {false};
    struct comb_buf board = {0};
    int code = game->reader->to_text(&board, reading, game->reader->payload, err);
    if (code == COMB_OK && board.failed)
        code = comb_fail_memory(err);
    if (code == COMB_OK) {
        comb_json_set(&build, reading, "board", comb_json_string(&build, comb_buf_text(&board)));
        code = update_cell_uncertainties(reading, err);
    }
    comb_buf_free(&board);
    if (code != COMB_OK)
        return code;
    const json_t *uncertainties = json_object_get(reading, "doubts");
    if (!uncertainties)
        comb_json_set(&build, reading, "doubts", comb_json_array(&build));
    bool certain = json_array_size(uncertainties) == 0;
    comb_json_set(&build, reading, "sure", comb_json_bool(&build, certain));
    if (build.failed)
        return comb_fail_memory(err);
    return certain ? COMB_OK : fail_uncertain(uncertainties, err);
}

const char *comb_reading_fix_example(const struct comb_game *game)
{
    return game->reader->fix_example ? game->reader->fix_example : "3,2=I";
}

static int apply_fix(json_t *reading, const struct comb_game *game, const char *fix, struct comb_error *err)
{
    int position[2], used = 0;
    if (sscanf(fix, " %4d , %4d = %n", &position[0], &position[1], &used) != 2 || used == 0)
        return comb_fail(err, COMB_BAD_INPUT, "fix '%.40s': expected x,y=TEXT, such as %s", fix,
                         comb_reading_fix_example(game));
    int code = game->reader->apply_fix(reading, position[0], position[1], fix + used, game->reader->payload, err);
    if (code == COMB_OK)
        remove_uncertainties(reading, is_about_position, position);
    return code;
}

int comb_reading_fix(json_t *reading, const struct comb_game *game, const char *const *fixes, struct comb_error *err)
{
    for (size_t i = 0; fixes && fixes[i]; i++) {
        int code = apply_fix(reading, game, fixes[i], err);
        if (code != COMB_OK)
            return code;
    }
    return update_board(reading, game, err);
}

/* ---- which game ---- */

struct candidate {
    const struct comb_game *game;
    json_t *reading;
    double likeness;
};

static bool has_low_confidence(const json_t *items)
{
    for (size_t i = 0; i < json_array_size(items); i++)
        if (json_number_value(json_object_get(json_array_get(items, i), "confidence")) < COMB_READING_MIN_CONFIDENCE)
            return true;
    return false;
}

static bool is_uncertain(const json_t *reading)
{
    return json_array_size(json_object_get(reading, "doubts")) > 0 ||
           has_low_confidence(json_object_get(reading, "cells")) ||
           has_low_confidence(json_object_get(reading, "lines"));
}

static size_t count_below(const json_t *items, double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(items); i++)
        count += json_number_value(json_object_get(json_array_get(items, i), "confidence")) < confidence;
    return count;
}

/* Whether so much is uncertain that the picture more likely shows something else, or is too poor to read. */
static bool is_unreadable(const struct candidate *best)
{
    const json_t *cells = json_object_get(best->reading, "cells");
    double likeness = json_number_value(json_object_get(best->reading, "likeness"));
    size_t all = json_array_size(cells);
    size_t uncertain = count_below(cells, COMB_READING_MIN_CONFIDENCE) +
                       count_below(json_object_get(best->reading, "lines"), COMB_READING_MIN_CONFIDENCE) +
                       json_array_size(json_object_get(best->reading, "doubts"));
    return (double)count_below(cells, UNREAD_CONFIDENCE) > MAX_UNREAD_FRACTION * (double)all ||
           (likeness < MIN_UNCERTAIN_LIKENESS && (double)uncertain > MAX_UNCERTAIN_FRACTION * (double)all);
}

static void extend_box(struct comb_pixel_box *box, const json_t *items)
{
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *corners = json_object_get(json_array_get(items, i), "box");
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

static struct comb_pixel_box box_of(const json_t *reading)
{
    struct comb_pixel_box box = {0};
    extend_box(&box, json_object_get(reading, "cells"));
    extend_box(&box, json_object_get(reading, "lines"));
    return box;
}

static bool is_part_of(const struct candidate *part, const struct candidate *whole)
{
    struct comb_pixel_box small = box_of(part->reading), large = box_of(whole->reading);
    double area_fraction = (double)small.width * small.height / fmax((double)large.width * large.height, 1);
    return whole->likeness >= MIN_WHOLE_LIKENESS && area_fraction <= MAX_PART_AREA && small.x >= large.x &&
           small.y >= large.y && small.x + small.width <= large.x + large.width &&
           small.y + small.height <= large.y + large.height;
}

static bool is_better(const struct candidate *one, const struct candidate *other)
{
    if (!other->game || is_part_of(other, one))
        return true;
    return one->likeness > other->likeness && !is_part_of(one, other);
}

static int try_reader(struct candidate *best, const struct comb_game *game, const struct comb_detection *detection,
                      struct comb_error *err)
{
    json_t *reading = NULL;
    int code = game->reader->read(&reading, detection, game->reader->payload, err);
    if (code == COMB_NO)
        return COMB_OK;
    if (code != COMB_OK)
        return code;
    double likeness = json_number_value(json_object_get(reading, "likeness"));
    if (is_uncertain(reading))
        likeness *= UNCERTAIN_LIKENESS_FACTOR;
    struct candidate candidate = {.game = game, .reading = reading, .likeness = likeness};
    if (is_unreadable(&candidate))
        candidate.likeness *= UNREADABLE_LIKENESS_FACTOR;
    bool better = is_better(&candidate, best);
    json_decref(better ? best->reading : reading);
    if (better)
        *best = candidate;
    return COMB_OK;
}

/* Tries all readers of this cost. */
static int try_readers(struct candidate *best, unsigned cost, const struct comb_detection *detection,
                       struct comb_error *err)
{
    for (size_t i = 0; comb_games[i]; i++) {
        bool has_cost = comb_games[i]->reader && comb_games[i]->reader->cost == cost;
        int code = has_cost ? try_reader(best, comb_games[i], detection, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
    }
    return COMB_OK;
}

/* Tries the given game, or all until one is certain. */
static int choose_game(struct candidate *best, const struct comb_detection *detection, const struct comb_game *game,
                       struct comb_error *err)
{
    if (game && !game->reader)
        return comb_fail(err, COMB_BAD_INPUT, "cannot read %s boards from pictures", game->name);
    if (game)
        return try_reader(best, game, detection, err);
    int code = COMB_OK;
    for (unsigned cost = 0; code == COMB_OK && cost <= MAX_COST && best->likeness < CERTAIN_LIKENESS; cost++)
        code = try_readers(best, cost, detection, err);
    return code;
}

static int fail_unreadable(const struct candidate *best, struct comb_error *err)
{
    const json_t *cells = json_object_get(best->reading, "cells");
    return comb_fail(err, COMB_UNSURE,
                     "no board found: at best %s, with %zu of %zu cells uncertain; crop the picture to the board, "
                     "straighten or enlarge it, or use --game %s to read it anyway",
                     best->game->title, count_below(cells, COMB_READING_MIN_CONFIDENCE), json_array_size(cells),
                     best->game->name);
}

static int build_reading(json_t **reading, const struct candidate *best, struct comb_error *err)
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
    return comb_reading_new_board(reading, found, picture, game, 0, fixes, err);
}

int comb_reading_new_board(json_t **reading, const struct comb_game **found, const struct comb_pixels *picture,
                           const struct comb_game *game, unsigned board, const char *const *fixes,
                           struct comb_error *err)
{
    *reading = NULL;
    *found = NULL;
    struct comb_detection *detection;
    int code = comb_detection_new(&detection, picture, err);
    if (code != COMB_OK)
        return code;
    detection->board = board;
    struct candidate best = {0};
    code = choose_game(&best, detection, game, err);
    comb_detection_free(detection);
    if (code == COMB_OK && (!best.game || best.likeness < (game ? MIN_GIVEN_LIKENESS : MIN_LIKENESS)))
        code = game && board > 0
                   ? comb_fail(err, COMB_UNSURE, "no board %u of %s found in the picture", board, game->title)
               : game ? comb_fail(err, COMB_UNSURE, "no board found: the picture does not look like %s", game->title)
                      : comb_fail(err, COMB_UNSURE, "no board found in the picture");
    if (code == COMB_OK && !game && is_unreadable(&best))
        code = fail_unreadable(&best, err);
    if (code == COMB_OK)
        code = build_reading(reading, &best, err);
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
