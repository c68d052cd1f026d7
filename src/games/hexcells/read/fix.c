/* Works with a finished reading: its text, corrections, and where to click.
 *
 * A reading's items keep the lattice's places, shifted so that the smallest x and y are 0. A correction may name a
 * place outside that range (an undetected line hint above the first row): then the text is shifted, not the reading, so
 * that other corrections keep their meaning. */
#include "games/hexcells/level/position.h"
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int member(const json_t *thing, const char *key)
{
    return (int)json_integer_value(json_object_get(thing, key));
}

static bool is_at(const json_t *thing, int x, int y)
{
    return member(thing, "x") == x && member(thing, "y") == y;
}

/* ---- as a position ---- */

static void min_place(int min[2], const json_t *things)
{
    size_t i;
    const json_t *thing;
    json_array_foreach(things, i, thing)
    {
        min[0] = member(thing, "x") < min[0] ? member(thing, "x") : min[0];
        min[1] = member(thing, "y") < min[1] ? member(thing, "y") : min[1];
    }
}

static json_t *shifted(struct comb_json *build, const json_t *things, const int min[2])
{
    json_t *out = comb_json_array(build);
    size_t i;
    const json_t *thing;
    json_array_foreach(things, i, thing)
    {
        json_t *copy = json_copy((json_t *)thing);
        build->failed |= !copy;
        comb_json_set(build, copy, "x", comb_json_int(build, member(thing, "x") - min[0]));
        comb_json_set(build, copy, "y", comb_json_int(build, member(thing, "y") - min[1]));
        comb_json_push(build, out, copy);
    }
    return out;
}

int comb_hexcells_reading_level(struct comb_hexcells_level **out, const json_t *reading, struct comb_error *err)
{
    static const char *const lists[] = {"cells", "lines"}, *const counters[] = {"remaining", "mistakes"};
    struct comb_json build = {false};
    json_t *position = comb_json_object(&build);
    int min[2] = {0, 0};
    *out = NULL;
    for (int i = 0; i < 2; i++)
        min_place(min, json_object_get(reading, lists[i]));
    for (int i = 0; i < 2; i++) {
        const json_t *count = json_object_get(reading, counters[i]);
        comb_json_set(&build, position, lists[i], shifted(&build, json_object_get(reading, lists[i]), min));
        if (json_is_integer(count))
            comb_json_set(&build, position, counters[i], comb_json_int(&build, json_integer_value(count)));
    }
    json_t *finished;
    int code = comb_json_finish(&finished, &build, position, err);
    if (code == COMB_OK)
        code = comb_hexcells_position_from_json(out, finished, err);
    json_decref(finished);
    return code;
}

int comb_hexcells_reading_to_text(struct comb_buf *out, const json_t *reading, const void *payload,
                                  struct comb_error *err)
{
    (void)payload;
    struct comb_hexcells_level *level;
    int code = comb_hexcells_reading_level(&level, reading, err);
    if (code == COMB_OK)
        comb_hexcells_position_print(out, level);
    comb_hexcells_level_free(level);
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}

/* ---- corrections ---- */

/* Converts "blue 7" and similar words to the notation of positions. Returns false if it does not fit. */
static bool in_notation(char out[2 * COMB_HEXCELLS_ID_LENGTH], const char *text)
{
    static const struct {
        const char *word, *means;
    } words[] = {{"hidden", "o"}, {"orange", "o"}, {"blue", "x"}, {"black", ""}};
    const char *start = "", *rest = text + strspn(text, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(rest, words[i].word, length) != 0 || (rest[length] != '\0' && rest[length] != ' '))
            continue;
        rest += length + strspn(rest + length, " ");
        start = words[i].means;
        if (*start == '\0' && *rest == '\0')
            start = "?";
        break;
    }
    size_t length = strlen(rest);
    while (length > 0 && rest[length - 1] == ' ')
        length--;
    if (length >= 2 * COMB_HEXCELLS_ID_LENGTH)
        return false;
    int written = snprintf(out, 2 * COMB_HEXCELLS_ID_LENGTH, "%s%.*s", start, (int)length, rest);
    return written < 2 * COMB_HEXCELLS_ID_LENGTH;
}

static void remove_at(json_t *things, int x, int y)
{
    for (size_t i = json_array_size(things); i-- > 0;)
        if (is_at(json_array_get(things, i), x, y))
            json_array_remove(things, i);
}

/* Pixels of a place, by the map stored in the reading. */
static struct comb_pixel_box box_at(const json_t *reading, int x, int y)
{
    const json_t *map = json_object_get(reading, "to_picture");
    double m[9] = {0}, to[3];
    for (size_t i = 0; i < 9; i++)
        m[i] = json_number_value(json_array_get(map, i));
    for (int i = 0; i < 3; i++)
        to[i] = m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2];
    double half = json_number_value(json_object_get(reading, "pitch")) / 2;
    if (json_array_size(map) != 9 || fabs(to[2]) < 1e-9)
        return (struct comb_pixel_box){0, 0, 0, 0};
    double left = to[0] / to[2] - half, top = to[1] / to[2] - half;
    if (!(fabs(left) < 1e6 && fabs(top) < 1e6 && half < 1e5))
        return (struct comb_pixel_box){0, 0, 0, 0};
    return (struct comb_pixel_box){(int)lround(left), (int)lround(top), (int)lround(2 * half), (int)lround(2 * half)};
}

json_t *comb_hexcells_reading_line(int x, int y, enum comb_hexcells_direction direction, const char *text,
                                   double confidence, const char *second, struct comb_pixel_box box)
{
    json_t *line = comb_reading_cell(x, y, text, "", confidence, second, box);
    if (line && (json_object_del(line, "state") != 0 ||
                 json_object_set_new(line, "direction", json_string(comb_hexcells_direction_name(direction))) != 0)) {
        json_decref(line);
        return NULL;
    }
    return line;
}

static json_t *thing_object(const json_t *reading, int x, int y, const struct comb_hexcells_thing *thing)
{
    char text[COMB_HEXCELLS_ID_LENGTH] = "";
    const struct comb_hexcells_cell *cell = &thing->cell;
    struct comb_pixel_box box = box_at(reading, x, y);
    json_t *object;
    if (thing->is_line) {
        comb_hexcells_hint_text(text, thing->line.hint, thing->line.number, false);
        object = comb_hexcells_reading_line(x, y, thing->line.direction, text, 1, "", box);
    } else {
        bool blue = cell->shown == COMB_HEXCELLS_BLUE, hidden = cell->shown == COMB_HEXCELLS_UNKNOWN;
        if (!hidden)
            comb_hexcells_cell_text(text, cell, blue);
        object = comb_reading_cell(x, y, text, hidden ? "hidden" : blue ? "blue" : "black", 1, "", box);
    }
    bool dim = thing->is_line ? thing->line.dim : cell->dim;
    if (object && dim && json_object_set_new(object, "dim", json_true()) != 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* Inserts into its list in reading order. */
static bool insert(json_t *things, json_t *object)
{
    size_t at = 0;
    for (; at < json_array_size(things); at++) {
        const json_t *other = json_array_get(things, at);
        int rows = member(other, "y") - member(object, "y");
        if (rows > 0 || (rows == 0 && member(other, "x") > member(object, "x")))
            break;
    }
    return json_array_insert_new(things, at, object) == 0;
}

static int reject_correction(const char *text, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT,
                     "'%.40s': expected hidden, blue, blue 7, black, ?, 3, {3}, -3-, '.' for no cell, a line hint such "
                     "as s{3}, se3 or sw-3-, remaining N, remaining ? if it is not known, or mistakes N",
                     text);
}

/* The count of a correction: a number, or -1 for "?", not known. */
static bool parse_count(int *count, const char *text)
{
    int used = 0;
    if (sscanf(text, " ?%n", &used) == 0 && used > 0 && text[used] == '\0') {
        *count = -1;
        return true;
    }
    return sscanf(text, " %3u %n", (unsigned *)count, &used) == 1 && text[used] == '\0';
}

/* "remaining 12" or "remaining ?", at any place. Returns false if it is not a counter. */
static bool fix_counter(int *code, json_t *reading, const char *text, struct comb_error *err)
{
    static const char *const names[] = {"remaining", "mistakes"};
    for (int i = 0; i < 2; i++) {
        int count;
        size_t length = strlen(names[i]);
        if (strncmp(text, names[i], length) != 0)
            continue;
        if (!parse_count(&count, text + length)) {
            *code = reject_correction(text, err);
            return true;
        }
        struct comb_json build = {false};
        comb_json_set(&build, reading, names[i], count < 0 ? json_null() : comb_json_int(&build, count));
        *code = build.failed ? comb_fail_memory(err) : COMB_OK;
        comb_reading_settle(reading, names[i]);
        return true;
    }
    return false;
}

static int fix_place(json_t *reading, int x, int y, const char *text, struct comb_error *err)
{
    char notation[2 * COMB_HEXCELLS_ID_LENGTH];
    struct comb_hexcells_thing thing = {0};
    json_t *cells = json_object_get(reading, "cells"), *lines = json_object_get(reading, "lines");
    bool fits = in_notation(notation, text);
    bool none = fits && strcmp(notation, ".") == 0;
    if (!fits || (!none && !comb_hexcells_thing_read(&thing, notation, strlen(notation))))
        return reject_correction(text, err);
    if (x <= -COMB_HEXCELLS_MAX_SIDE || y <= -COMB_HEXCELLS_MAX_SIDE || x >= COMB_HEXCELLS_MAX_SIDE ||
        y >= COMB_HEXCELLS_MAX_SIDE)
        return comb_fail(err, COMB_BAD_INPUT, "%d,%d: expected a place of the board", x, y);
    json_t *object = none ? NULL : thing_object(reading, x, y, &thing);
    if (!none && !object)
        return comb_fail_memory(err);
    remove_at(cells, x, y);
    remove_at(lines, x, y);
    if (object && !insert(thing.is_line ? lines : cells, object))
        return comb_fail_memory(err);
    struct comb_json build = {false};
    json_int_t found = (json_int_t)json_array_size(cells), expected = member(reading, "expected");
    comb_json_set(&build, reading, "found", comb_json_int(&build, found));
    comb_json_set(&build, reading, "expected", comb_json_int(&build, expected > found ? expected : found));
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_hexcells_reading_apply_fix(json_t *reading, int x, int y, const char *text, const void *payload,
                                    struct comb_error *err)
{
    (void)payload;
    int code;
    if (!fix_counter(&code, reading, text + strspn(text, " "), err))
        code = fix_place(reading, x, y, text, err);
    return code == COMB_OK ? comb_hexcells_reading_check(reading, err) : code;
}

/* ---- clicks ---- */

const char *comb_hexcells_reading_leave_out(const json_t *uncertainty)
{
    const char *message = json_string_value(json_object_get(uncertainty, "message"));
    bool placed = json_is_integer(json_object_get(uncertainty, "x"));
    if (!message)
        return NULL;
    if (!placed)
        return strncmp(message, "remaining: ", strlen("remaining: ")) == 0 ? "remaining ?" : NULL;
    bool hint = strncmp(message, "line hint: ", strlen("line hint: ")) == 0 ||
                strstr(message, comb_hexcells_unreadable) || strstr(message, comb_hexcells_covered);
    return hint ? "." : NULL;
}

static bool push_click(json_t *clicks, const json_t *cell, bool blue)
{
    struct comb_json build = {false};
    json_t *click = comb_json_object(&build), *at = comb_json_array(&build);
    const json_t *box = json_object_get(cell, "box");
    double edge[4] = {0};
    for (size_t i = 0; i < 4; i++)
        edge[i] = json_number_value(json_array_get(box, i));
    comb_json_set(&build, click, "x", comb_json_int(&build, lround(edge[0] + edge[2] / 2)));
    comb_json_set(&build, click, "y", comb_json_int(&build, lround(edge[1] + edge[3] / 2)));
    comb_json_set(&build, click, "button", comb_json_int(&build, blue ? 1 : 3));
    comb_json_set(&build, click, "shows", comb_json_string(&build, blue ? "blue" : "black"));
    comb_json_push(&build, at, comb_json_int(&build, member(cell, "x")));
    comb_json_push(&build, at, comb_json_int(&build, member(cell, "y")));
    comb_json_set(&build, click, "cell", at);
    comb_json_push(&build, clicks, click);
    return !build.failed;
}

int comb_hexcells_reading_clicks(json_t *clicks, const json_t *reading, const json_t *answer, struct comb_error *err)
{
    int min[2] = {0, 0};
    size_t i;
    const json_t *decided;
    min_place(min, json_object_get(reading, "cells"));
    min_place(min, json_object_get(reading, "lines"));
    json_array_foreach(json_object_get(answer, "cells"), i, decided)
    {
        const json_t *cell = comb_reading_at(reading, member(decided, "x") + min[0], member(decided, "y") + min[1]);
        const char *state = json_string_value(json_object_get(cell, "state"));
        if (!state || strcmp(state, "hidden") != 0)
            continue;
        if (!push_click(clicks, cell, json_is_true(json_object_get(decided, "blue"))))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}
