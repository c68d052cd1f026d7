/* Reads and prints positions (what a player sees) as text and as JSON.
 *
 *     Hexcells position v1                {"title": "Small", "remaining": 3, "mistakes": 0,
 *     title Small                          "cells": [{"x": 4, "y": 2, "state": "black", "text": "{2}"}, ...],
 *     remaining 3                          "lines": [{"x": 4, "y": 0, "direction": "s", "text": "-2-"}, ...]}
 *     mistakes 0
 *     0: 4=s-2-
 *     2: 4={2} 6=o                        row 2: a black cell with {2} in column 4, a hidden one in column 6
 *     3: 5=x7
 *
 * An item is o (hidden), x or x7 (blue), ? or 3, {3}, -3- (black), x_ or _ (blue or black with an unknown number), or a
 * direction and a number: s4, se{2}, e-3-. A trailing tilde marks it as dimmed by the player. Both formats parse an
 * item with the same function. */
#include "games/hexcells/level/position.h"
#include "base/bitset.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "Hexcells position v1";

/* ---- items ---- */

static bool read_digits(unsigned *number, const char **text)
{
    unsigned digits = 0;
    *number = 0;
    for (; **text >= '0' && **text <= '9' && digits < 4; digits++)
        *number = *number * 10 + (unsigned)(*(*text)++ - '0');
    return digits > 0 && *number < COMB_HEXCELLS_MAX_SIDE;
}

/* Reads N, {N} or -N- at the end of an item. */
static bool read_hint(enum comb_hexcells_hint *hint, unsigned *number, const char *text)
{
    char end = *text == '{' ? '}' : *text == '-' ? '-' : '\0';
    *hint = *text == '{' ? COMB_HEXCELLS_BRACES : *text == '-' ? COMB_HEXCELLS_DASHES : COMB_HEXCELLS_NUMBER;
    text += end != '\0';
    if (!read_digits(number, &text))
        return false;
    return end ? text[0] == end && text[1] == '\0' : *text == '\0';
}

static bool read_cell(struct comb_hexcells_cell *cell, const char *text)
{
    *cell = (struct comb_hexcells_cell){.truth = COMB_HEXCELLS_UNKNOWN, .shown = COMB_HEXCELLS_UNKNOWN};
    if (strcmp(text, "o") == 0)
        return true;
    bool blue = *text == 'x';
    bool bare = strcmp(text, "x") == 0 || strcmp(text, "?") == 0;
    cell->truth = cell->shown = blue ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    cell->number_unknown = strcmp(text + blue, "_") == 0;
    if (bare || cell->number_unknown)
        return true;
    return read_hint(&cell->hint, &cell->number, text + blue) && cell->number <= (blue ? 18U : 6U) &&
           (!blue || cell->hint == COMB_HEXCELLS_NUMBER);
}

static bool read_line(struct comb_hexcells_line *line, const char *text)
{
    size_t length = strspn(text, "nesw");
    *line = (struct comb_hexcells_line){0};
    for (unsigned i = 0; i < COMB_HEXCELLS_DIRECTIONS; i++) {
        const char *name = comb_hexcells_direction_name(i);
        line->direction = i;
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return read_hint(&line->hint, &line->number, text + length);
    }
    return false;
}

bool comb_hexcells_thing_read(struct comb_hexcells_thing *thing, const char *text, size_t length)
{
    char copy[COMB_HEXCELLS_ID_LENGTH];
    *thing = (struct comb_hexcells_thing){0};
    if (length == 0 || length >= sizeof copy)
        return false;
    bool dim = text[length - 1] == '~';
    length -= dim;
    memcpy(copy, text, length);
    copy[length] = '\0';
    thing->is_line = strchr("nesw", copy[0]) && copy[0];
    bool ok = thing->is_line ? read_line(&thing->line, copy) : read_cell(&thing->cell, copy);
    bool numbered = thing->is_line || thing->cell.hint != COMB_HEXCELLS_NO_HINT;
    thing->line.dim = thing->is_line && dim;
    thing->cell.dim = !thing->is_line && dim;
    return ok && (numbered || !dim);
}

static void print_cell(struct comb_buf *out, const struct comb_hexcells_cell *cell)
{
    char text[COMB_HEXCELLS_ID_LENGTH];
    bool blue = cell->shown == COMB_HEXCELLS_BLUE;
    comb_hexcells_cell_text(text, cell, blue);
    if (cell->shown == COMB_HEXCELLS_UNKNOWN)
        comb_buf_char(out, 'o');
    else
        comb_buf_printf(out, "%s%s%s", blue ? "x" : "", text, cell->dim ? "~" : "");
}

static void print_line(struct comb_buf *out, const struct comb_hexcells_line *line)
{
    char text[COMB_HEXCELLS_ID_LENGTH];
    comb_hexcells_hint_text(text, line->hint, line->number, false);
    comb_buf_printf(out, "%s%s%s", comb_hexcells_direction_name(line->direction), text, line->dim ? "~" : "");
}

/* ---- collecting ---- */

/* The parts of a position as they are read. */
struct parsed {
    struct COMB_VEC(struct comb_hexcells_cell) cells;
    struct COMB_VEC(struct comb_hexcells_line) lines;
    const char *texts[4]; /* title, author, two lines of text; not null-terminated */
    size_t lengths[4];
    long remaining, mistakes;
    uint64_t used[COMB_BITSET_WORDS(COMB_HEXCELLS_MAX_SIDE * COMB_HEXCELLS_MAX_SIDE)];
    struct comb_point far;
};

/* Marks the point as used; false if it was used before. */
static bool mark_used(struct parsed *parsed, struct comb_point at)
{
    size_t place = (size_t)at.y * COMB_HEXCELLS_MAX_SIDE + (size_t)at.x;
    bool was_used = comb_bit_test(parsed->used, place);
    comb_bit_set(parsed->used, place);
    return !was_used;
}

static bool add_item(struct parsed *parsed, const struct comb_hexcells_thing *thing, struct comb_point at)
{
    if (at.x > parsed->far.x)
        parsed->far.x = at.x;
    if (at.y > parsed->far.y)
        parsed->far.y = at.y;
    struct comb_hexcells_cell cell = thing->cell;
    struct comb_hexcells_line line = thing->line;
    cell.at = line.at = at;
    return thing->is_line ? comb_vec_push(&parsed->lines, line) : comb_vec_push(&parsed->cells, cell);
}

static bool copy_texts(struct comb_hexcells_level *level, const struct parsed *parsed)
{
    const char **texts[] = {&level->title, &level->author, &level->text[0], &level->text[1]};
    for (unsigned i = 0; i < 4; i++)
        if (parsed->texts[i] && !(*texts[i] = comb_arena_string(&level->arena, parsed->texts[i], parsed->lengths[i])))
            return false;
    return true;
}

static int build_level(struct comb_hexcells_level **out, const struct parsed *parsed, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    if (parsed->cells.count == 0)
        return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_error_location){.line = 1, .column = 1},
                            "the position has no cells: expected rows such as '2: 4={2} 6=o'");
    int code = comb_hexcells_level_new(&level, (unsigned)parsed->cells.count, (unsigned)parsed->lines.count, err);
    if (code != COMB_OK)
        return code;
    memcpy(level->cells, parsed->cells.items, parsed->cells.count * sizeof *level->cells);
    if (parsed->lines.count > 0)
        memcpy(level->lines, parsed->lines.items, parsed->lines.count * sizeof *level->lines);
    level->columns = parsed->far.x >= COMB_HEXCELLS_SIDE ? (unsigned)parsed->far.x + 1 : COMB_HEXCELLS_SIDE;
    level->rows = parsed->far.y >= COMB_HEXCELLS_SIDE ? (unsigned)parsed->far.y + 1 : COMB_HEXCELLS_SIDE;
    level->remaining = parsed->remaining;
    level->mistakes = parsed->mistakes;
    code = copy_texts(level, parsed) ? comb_hexcells_level_finish(level, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        *out = level;
    else
        comb_hexcells_level_free(level);
    return code;
}

static struct parsed *parsed_new(void)
{
    struct parsed *parsed = calloc(1, sizeof *parsed);
    if (parsed)
        parsed->remaining = parsed->mistakes = -1;
    return parsed;
}

static void parsed_free(struct parsed *parsed)
{
    comb_vec_free(&parsed->cells);
    comb_vec_free(&parsed->lines);
    free(parsed);
}

/* ---- text ---- */

static bool is_header(const struct comb_hexcells_line_of_text *line)
{
    return line->length == sizeof header - 1 && memcmp(line->text, header, sizeof header - 1) == 0;
}

bool comb_hexcells_is_position(const char *text, size_t length)
{
    struct comb_hexcells_text lines = {.bytes = text, .length = length < 65536 ? length : 65536};
    struct comb_hexcells_line_of_text line;
    while (comb_hexcells_next_line(&line, &lines))
        if (line.length > 0)
            return is_header(&line);
    return false;
}

static int fail_at_item(const struct comb_hexcells_line_of_text *line, size_t index, struct comb_error *err)
{
    return comb_fail_at(
        err, COMB_BAD_INPUT, comb_hexcells_place_in(line, index, 1),
        "expected COLUMN=ITEM, where ITEM is o, x, x7, x_, ?, 3, {3}, -3-, _ or a line hint such as s4, se{2}");
}

/* Reads the number at `index` and moves past it; -1 if there is none below the limit. */
static long number_at(size_t *index, const struct comb_hexcells_line_of_text *line, long limit)
{
    size_t start = *index;
    long number = 0;
    for (; *index < line->length && line->text[*index] >= '0' && line->text[*index] <= '9' && number < limit; ++*index)
        number = number * 10 + (line->text[*index] - '0');
    return *index > start && number < limit ? number : -1;
}

static int read_row(struct parsed *parsed, const struct comb_hexcells_line_of_text *line, struct comb_error *err)
{
    size_t index = 0;
    long y = number_at(&index, line, COMB_HEXCELLS_MAX_SIDE);
    if (y < 0 || index >= line->length || line->text[index] != ':')
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(line, index, 1),
                            "expected a row number below %d and a colon, such as '2: 4={2} 6=o'",
                            COMB_HEXCELLS_MAX_SIDE);
    index++;
    while (index < line->length) {
        struct comb_hexcells_thing thing;
        if (strchr(" \t", line->text[index])) {
            index++;
            continue;
        }
        size_t start = index;
        long x = number_at(&index, line, COMB_HEXCELLS_MAX_SIDE);
        if (x < 0 || index >= line->length || line->text[index] != '=')
            return fail_at_item(line, index, err);
        size_t from = ++index;
        while (index < line->length && !strchr(" \t", line->text[index]))
            index++;
        if (!comb_hexcells_thing_read(&thing, line->text + from, index - from))
            return fail_at_item(line, from, err);
        struct comb_point at = {(int)x, (int)y};
        if (!mark_used(parsed, at))
            return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(line, start, index - start),
                                "(%ld,%ld) is used twice: expected one cell or line hint", x, y);
        if (!add_item(parsed, &thing, at))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}

/* Whether the line begins with the word; `rest` is then the offset of the rest. */
static bool begins_with(size_t *rest, const struct comb_hexcells_line_of_text *line, const char *word)
{
    size_t length = strlen(word);
    if (line->length < length || memcmp(line->text, word, length) != 0)
        return false;
    for (*rest = length; *rest < line->length && strchr(" \t", line->text[*rest]);)
        ++*rest;
    return line->length == length || *rest > length;
}

static int read_count(long *out, const struct comb_hexcells_line_of_text *line, size_t rest, struct comb_error *err)
{
    size_t index = rest;
    *out = number_at(&index, line, 1000000);
    if (*out >= 0 && index == line->length)
        return COMB_OK;
    return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(line, rest, 1), "expected a number below 1000000");
}

static int read_text_line(struct parsed *parsed, const struct comb_hexcells_line_of_text *line, struct comb_error *err)
{
    static const char *const words[] = {"title", "author", "text"};
    size_t rest;
    if (begins_with(&rest, line, "remaining"))
        return read_count(&parsed->remaining, line, rest, err);
    if (begins_with(&rest, line, "mistakes"))
        return read_count(&parsed->mistakes, line, rest, err);
    for (unsigned i = 0; i < 3; i++)
        if (begins_with(&rest, line, words[i])) {
            unsigned slot = i == 2 && parsed->texts[2] ? 3 : i;
            if (line->length - rest > COMB_HEXCELLS_MAX_TEXT || parsed->texts[slot])
                return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(line, rest, 1),
                                    "expected at most one title, one author and two texts, each of at most %d bytes",
                                    COMB_HEXCELLS_MAX_TEXT);
            parsed->texts[slot] = line->text + rest;
            parsed->lengths[slot] = line->length - rest;
            return COMB_OK;
        }
    return read_row(parsed, line, err);
}

static int read_lines(struct parsed *parsed, struct comb_hexcells_text *text, struct comb_error *err)
{
    struct comb_hexcells_line_of_text line;
    bool started = false;
    int code = COMB_OK;
    while (code == COMB_OK && comb_hexcells_next_line(&line, text)) {
        if (line.length == 0)
            continue;
        if (!started && !is_header(&line))
            return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(&line, 0, 1),
                                "not a position: expected '%s' in the first line", header);
        if (started)
            code = read_text_line(parsed, &line, err);
        started = true;
    }
    return code;
}

int comb_hexcells_position_read(struct comb_hexcells_level **out, const char *bytes, size_t length,
                                struct comb_error *err)
{
    struct comb_hexcells_text text;
    struct parsed *parsed = parsed_new();
    *out = NULL;
    if (!parsed)
        return comb_fail_memory(err);
    int code = comb_hexcells_text_open(&text, bytes, length, err);
    if (code == COMB_OK)
        code = read_lines(parsed, &text, err);
    if (code == COMB_OK)
        code = build_level(out, parsed, err);
    parsed_free(parsed);
    return code;
}

static void print_row(struct comb_buf *out, const struct comb_hexcells_level *level, int y)
{
    bool started = false;
    for (int x = 0; x < (int)level->columns; x++) {
        int cell = comb_hexcells_cell_at(level, x, y);
        int line = comb_hexcells_line_at(level, x, y);
        if (cell < 0 && line < 0)
            continue;
        if (!started)
            comb_buf_printf(out, "\n%d:", y);
        started = true;
        comb_buf_printf(out, " %d=", x);
        if (cell >= 0)
            print_cell(out, &level->cells[cell]);
        else
            print_line(out, &level->lines[line]);
    }
}

void comb_hexcells_position_print(struct comb_buf *out, const struct comb_hexcells_level *level)
{
    comb_buf_str(out, header);
    if (level->title[0])
        comb_buf_printf(out, "\ntitle %s", level->title);
    if (level->author[0])
        comb_buf_printf(out, "\nauthor %s", level->author);
    for (unsigned i = 0; i < 2; i++)
        if (level->text[i][0])
            comb_buf_printf(out, "\ntext %s", level->text[i]);
    if (level->remaining >= 0)
        comb_buf_printf(out, "\nremaining %ld", level->remaining);
    if (level->mistakes >= 0)
        comb_buf_printf(out, "\nmistakes %ld", level->mistakes);
    for (int y = 0; y < (int)level->rows; y++)
        print_row(out, level, y);
}

int comb_hexcells_position_of(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                              struct comb_error *err)
{
    int code = comb_hexcells_level_copy(out, level, err);
    if (code != COMB_OK)
        return code;
    (*out)->truth_known = false;
    for (unsigned i = 0; i < (*out)->cell_count; i++) {
        struct comb_hexcells_cell *cell = &(*out)->cells[i];
        cell->truth = cell->shown;
        if (cell->shown == COMB_HEXCELLS_UNKNOWN) {
            cell->hint = COMB_HEXCELLS_NO_HINT;
            cell->number = 0;
        }
    }
    return COMB_OK;
}

/* ---- JSON ---- */

static int fail_at_json_item(const char *list, size_t index, const char *expected, struct comb_error *err)
{
    return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_error_location){.line = 1, .column = 1},
                        "%s[%zu]: expected %s", list, index, expected);
}

static bool read_point(struct comb_point *at, const json_t *item)
{
    json_int_t x = json_is_integer(json_object_get(item, "x")) ? json_integer_value(json_object_get(item, "x")) : -1;
    json_int_t y = json_is_integer(json_object_get(item, "y")) ? json_integer_value(json_object_get(item, "y")) : -1;
    *at = (struct comb_point){(int)x, (int)y};
    return x >= 0 && y >= 0 && x < COMB_HEXCELLS_MAX_SIDE && y < COMB_HEXCELLS_MAX_SIDE;
}

/* Converts a JSON item (state and text, or direction and text) to the text notation. */
static bool item_to_text(char out[2 * COMB_HEXCELLS_ID_LENGTH], const json_t *item, bool line)
{
    const char *text = json_string_value(json_object_get(item, "text"));
    const char *kind = json_string_value(json_object_get(item, line ? "direction" : "state"));
    bool dim = json_is_true(json_object_get(item, "dim"));
    text = text ? text : "";
    if (!kind || strlen(text) >= COMB_HEXCELLS_ID_LENGTH - 3 || strlen(kind) > 6)
        return false;
    const char *start = kind;
    if (!line) {
        bool hidden = strcmp(kind, "hidden") == 0;
        bool blue = strcmp(kind, "blue") == 0;
        start = hidden ? "o" : blue ? "x" : "";
        if ((!hidden && !blue && strcmp(kind, "black") != 0) || (hidden && *text))
            return false;
        if (!hidden && !blue && !*text)
            text = "?";
    }
    snprintf(out, 2 * COMB_HEXCELLS_ID_LENGTH, "%s%s%s", start, text, dim ? "~" : "");
    return true;
}

static int read_items(struct parsed *parsed, const json_t *root, const char *list, bool lines, struct comb_error *err)
{
    const json_t *items = json_object_get(root, list);
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        char text[2 * COMB_HEXCELLS_ID_LENGTH];
        struct comb_point at;
        struct comb_hexcells_thing thing;
        if (!read_point(&at, item))
            return fail_at_json_item(list, i, "x and y from 0 to 255", err);
        if (!item_to_text(text, item, lines) || !comb_hexcells_thing_read(&thing, text, strlen(text)) ||
            thing.is_line != lines)
            return fail_at_json_item(list, i,
                                     lines ? "a direction n ne se s sw nw e w and a text such as 3, {3} or -3-"
                                           : "a state hidden, blue or black and a text such as 3, {3}, -3-, ? or _",
                                     err);
        if (!mark_used(parsed, at))
            return fail_at_json_item(list, i, "a point that is not used twice", err);
        if (!add_item(parsed, &thing, at))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}

static int read_text_member(struct parsed *parsed, unsigned slot, const json_t *value, struct comb_error *err)
{
    const char *text = json_string_value(value);
    if (!text)
        return COMB_OK;
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f || length > COMB_HEXCELLS_MAX_TEXT)
            return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_error_location){.line = 1, .column = 1},
                                "title, author or text: expected one line of at most %d bytes", COMB_HEXCELLS_MAX_TEXT);
    parsed->texts[slot] = length > 0 ? text : NULL;
    parsed->lengths[slot] = length;
    return COMB_OK;
}

static long count_member(const json_t *root, const char *key)
{
    const json_t *value = json_object_get(root, key);
    json_int_t count = json_is_integer(value) ? json_integer_value(value) : -1;
    return count >= 0 && count < 1000000 ? (long)count : -1;
}

int comb_hexcells_position_from_json(struct comb_hexcells_level **out, const json_t *position, struct comb_error *err)
{
    const json_t *text = json_object_get(position, "text");
    *out = NULL;
    struct parsed *parsed = parsed_new();
    if (!parsed)
        return comb_fail_memory(err);
    parsed->remaining = count_member(position, "remaining");
    parsed->mistakes = count_member(position, "mistakes");
    int code = read_items(parsed, position, "cells", false, err);
    if (code == COMB_OK)
        code = read_items(parsed, position, "lines", true, err);
    if (code == COMB_OK)
        code = read_text_member(parsed, 0, json_object_get(position, "title"), err);
    if (code == COMB_OK)
        code = read_text_member(parsed, 1, json_object_get(position, "author"), err);
    for (unsigned i = 0; code == COMB_OK && i < 2; i++)
        code = read_text_member(parsed, 2 + i, json_array_get(text, i), err);
    if (code == COMB_OK)
        code = build_level(out, parsed, err);
    parsed_free(parsed);
    return code;
}

static json_t *item_object(struct comb_json *build_json, struct comb_point at, const char *key, const char *value,
                           const char *text, bool dim)
{
    json_t *item = comb_json_object(build_json);
    comb_json_set(build_json, item, "x", comb_json_int(build_json, at.x));
    comb_json_set(build_json, item, "y", comb_json_int(build_json, at.y));
    comb_json_set(build_json, item, key, comb_json_string(build_json, value));
    comb_json_set(build_json, item, "text", comb_json_string(build_json, text));
    if (dim)
        comb_json_set(build_json, item, "dim", comb_json_bool(build_json, true));
    return item;
}

static json_t *cell_object(struct comb_json *build_json, const struct comb_hexcells_cell *cell)
{
    char text[COMB_HEXCELLS_ID_LENGTH] = "";
    bool hidden = cell->shown == COMB_HEXCELLS_UNKNOWN;
    bool blue = cell->shown == COMB_HEXCELLS_BLUE;
    if (!hidden)
        comb_hexcells_cell_text(text, cell, blue);
    return item_object(build_json, cell->at, "state", hidden ? "hidden" : blue ? "blue" : "black", text, cell->dim);
}

int comb_hexcells_position_json(json_t **out, const struct comb_hexcells_level *level, struct comb_error *err)
{
    struct comb_json build_json = {0};
    json_t *root = comb_json_object(&build_json);
    json_t *cells = comb_json_array(&build_json);
    json_t *lines = comb_json_array(&build_json);
    json_t *texts = comb_json_array(&build_json);
    for (unsigned i = 0; i < level->cell_count; i++)
        comb_json_push(&build_json, cells, cell_object(&build_json, &level->cells[i]));
    for (unsigned i = 0; i < level->line_count; i++) {
        const struct comb_hexcells_line *line = &level->lines[i];
        char text[COMB_HEXCELLS_ID_LENGTH];
        comb_hexcells_hint_text(text, line->hint, line->number, false);
        comb_json_push(&build_json, lines,
                       item_object(&build_json, line->at, "direction", comb_hexcells_direction_name(line->direction),
                                   text, line->dim));
    }
    for (unsigned i = 0; i < 2; i++)
        comb_json_push(&build_json, texts, comb_json_string(&build_json, level->text[i]));
    comb_json_set(&build_json, root, "game", comb_json_string(&build_json, "hexcells"));
    comb_json_set(&build_json, root, "title", comb_json_string(&build_json, level->title));
    comb_json_set(&build_json, root, "author", comb_json_string(&build_json, level->author));
    comb_json_set(&build_json, root, "text", texts);
    comb_json_set(&build_json, root, "remaining",
                  level->remaining < 0 ? json_null() : comb_json_int(&build_json, level->remaining));
    comb_json_set(&build_json, root, "mistakes",
                  level->mistakes < 0 ? json_null() : comb_json_int(&build_json, level->mistakes));
    comb_json_set(&build_json, root, "cells", cells);
    comb_json_set(&build_json, root, "lines", lines);
    return comb_json_finish(out, &build_json, root, err);
}
