/* Compares two readings of a game, before and after clicks. Cells have the same coordinates in both. */
#include "cli/play/parts.h"

#include <math.h>
#include <string.h>

long comb_play_number(const json_t *reading, const char *name)
{
    const json_t *value = json_object_get(reading, name);
    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static bool is_hidden(const json_t *cell)
{
    return strcmp(text_of(cell, "state"), "hidden") == 0;
}

unsigned comb_play_count_hidden(const json_t *reading)
{
    const json_t *cells = json_object_get(reading, "cells");
    unsigned hidden = 0;
    for (size_t i = 0; i < json_array_size(cells); i++)
        hidden += is_hidden(json_array_get(cells, i));
    return hidden;
}

static int coordinate(const json_t *cell, const char *axis)
{
    return (int)json_integer_value(json_object_get(cell, axis));
}

/* Finds the click on a cell, or NULL. */
static const json_t *click_on(const json_t *clicked, int x, int y)
{
    for (size_t i = 0; i < json_array_size(clicked); i++) {
        const json_t *cell = json_object_get(json_array_get(clicked, i), "cell");
        if (json_integer_value(json_array_get(cell, 0)) == x && json_integer_value(json_array_get(cell, 1)) == y)
            return json_array_get(clicked, i);
    }
    return NULL;
}

static bool shows_claim(const json_t *click, const json_t *now)
{
    const char *shows = json_string_value(json_object_get(click, "shows"));
    return shows ? strcmp(shows, text_of(now, "state")) == 0 : !is_hidden(now);
}

static bool same_cell(bool *pending, const json_t *cell, const json_t *after, const json_t *clicked,
                      struct comb_error *err)
{
    int x = coordinate(cell, "x");
    int y = coordinate(cell, "y");
    const json_t *now = comb_reading_at(after, x, y);
    const json_t *click = click_on(clicked, x, y);
    if (!now)
        comb_fail(err, COMB_UNSURE, "the cell at (%d,%d) has disappeared", x, y);
    else if (click && is_hidden(now))
        return *pending = true;
    else if (click && !shows_claim(click, now))
        comb_fail(err, COMB_UNSURE, "the clicked cell at (%d,%d) is %s", x, y, text_of(now, "state"));
    else if (!click && (strcmp(text_of(cell, "state"), text_of(now, "state")) != 0 ||
                        strcmp(text_of(cell, "text"), text_of(now, "text")) != 0))
        comb_fail(err, COMB_UNSURE, "the cell at (%d,%d) changed from %s %s to %s %s", x, y, text_of(cell, "state"),
                  text_of(cell, "text"), text_of(now, "state"), text_of(now, "text"));
    else
        return true;
    return false;
}

static bool same_cells(bool *pending, const struct comb_expectation *expected, const json_t *after,
                       struct comb_error *err)
{
    const json_t *cells = json_object_get(expected->before, "cells");
    size_t now = json_array_size(json_object_get(after, "cells"));
    if (now != json_array_size(cells)) {
        comb_fail(err, COMB_UNSURE, "the number of cells changed from %zu to %zu", json_array_size(cells), now);
        return false;
    }
    for (size_t i = 0; i < json_array_size(cells); i++)
        if (!same_cell(pending, json_array_get(cells, i), after, expected->clicked, err))
            return false;
    return true;
}

static const json_t *line_at(const json_t *reading, int x, int y)
{
    const json_t *lines = json_object_get(reading, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++)
        if (coordinate(json_array_get(lines, i), "x") == x && coordinate(json_array_get(lines, i), "y") == y)
            return json_array_get(lines, i);
    return NULL;
}

static bool is_left_out(const json_t *reading, int x, int y)
{
    const json_t *places = json_object_get(reading, "left_out");
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        if (json_integer_value(json_array_get(place, 0)) == x && json_integer_value(json_array_get(place, 1)) == y)
            return true;
    }
    return false;
}

/* Whether every line hint of one reading is in the other, unless it was left out there. */
static bool has_lines_of(const json_t *one, const json_t *other)
{
    const json_t *lines = json_object_get(one, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const json_t *line = json_array_get(lines, i);
        int x = coordinate(line, "x"), y = coordinate(line, "y");
        const json_t *there = line_at(other, x, y);
        if (!there && is_left_out(other, x, y))
            continue;
        if (!there || strcmp(text_of(line, "direction"), text_of(there, "direction")) != 0 ||
            strcmp(text_of(line, "text"), text_of(there, "text")) != 0)
            return false;
    }
    return true;
}

static bool same_lines(const json_t *before, const json_t *after, struct comb_error *err)
{
    bool same = has_lines_of(before, after) && has_lines_of(after, before);
    if (!same)
        comb_fail(err, COMB_UNSURE, "the line hints have changed");
    return same;
}

/* Checks that the "remaining" counter, if any, fell by the number of blue cells uncovered. This detects misread
 * numbers. */
static bool counter_agrees(const struct comb_expectation *expected, const json_t *after, struct comb_error *err)
{
    long before = comb_play_number(expected->before, "remaining");
    long now = comb_play_number(after, "remaining");
    long found = 0;
    for (size_t i = 0; i < json_array_size(expected->clicked); i++) {
        const json_t *cell = json_object_get(json_array_get(expected->clicked, i), "cell");
        const json_t *shown = comb_reading_at(after, (int)json_integer_value(json_array_get(cell, 0)),
                                              (int)json_integer_value(json_array_get(cell, 1)));
        found += strcmp(text_of(shown, "state"), "blue") == 0;
    }
    if (before < 0 || now < 0 || before - found == now)
        return true;
    comb_fail(err, COMB_UNSURE, "the counter was %ld and %ld cells were found, but it shows %ld", before, found, now);
    return false;
}

enum comb_match comb_play_compare(const struct comb_expectation *expected, const json_t *after, struct comb_error *err)
{
    long before = comb_play_number(expected->before, "mistakes");
    long now = comb_play_number(after, "mistakes");
    bool pending = false;
    if (before >= 0 && now > before)
        return COMB_MATCH_MISTAKE;
    if (!same_cells(&pending, expected, after, err) || !same_lines(expected->before, after, err) ||
        !counter_agrees(expected, after, err))
        return COMB_MATCH_NOT;
    if (!pending)
        return COMB_MATCH;
    comb_fail(err, COMB_UNSURE, "a clicked cell is still hidden");
    return COMB_MATCH_PENDING;
}

unsigned comb_play_count_pending(const struct comb_expectation *expected, const json_t *after)
{
    unsigned pending = 0;
    for (size_t i = 0; i < json_array_size(expected->clicked); i++) {
        const json_t *cell = json_object_get(json_array_get(expected->clicked, i), "cell");
        const json_t *now = comb_reading_at(after, (int)json_integer_value(json_array_get(cell, 0)),
                                            (int)json_integer_value(json_array_get(cell, 1)));
        pending += now && is_hidden(now);
    }
    return pending;
}

/* ---- the end of a level ---- */

static double box_value(const json_t *cell, size_t index)
{
    return json_number_value(json_array_get(json_object_get(cell, "box"), index));
}

/* Whether two cells of different readings are at the same place in the picture. */
static bool same_place(const json_t *a, const json_t *b)
{
    double slack = 0.3 * box_value(a, 3);
    return fabs(box_value(a, 0) - box_value(b, 0)) <= slack && fabs(box_value(a, 1) - box_value(b, 1)) <= slack &&
           fabs(box_value(a, 2) - box_value(b, 2)) <= slack && fabs(box_value(a, 3) - box_value(b, 3)) <= slack;
}

static bool is_kept(const json_t *cell, const json_t *after)
{
    const json_t *cells = json_object_get(after, "cells");
    for (size_t i = 0; i < json_array_size(cells); i++)
        if (same_place(cell, json_array_get(cells, i)))
            return is_hidden(cell) || !is_hidden(json_array_get(cells, i));
    return false;
}

/* Whether most line hints, which never change, are others now. */
static bool other_lines(const json_t *before, const json_t *after)
{
    const json_t *lines = json_object_get(before, "lines");
    const json_t *now = json_object_get(after, "lines");
    size_t kept = 0;
    for (size_t i = 0; i < json_array_size(lines); i++)
        for (size_t j = 0; j < json_array_size(now); j++)
            kept += same_place(json_array_get(lines, i), json_array_get(now, j)) &&
                    strcmp(text_of(json_array_get(lines, i), "text"), text_of(json_array_get(now, j), "text")) == 0;
    return 2 * kept < json_array_size(lines);
}

bool comb_play_board_gone(const json_t *before, const json_t *after)
{
    const json_t *cells = json_object_get(before, "cells");
    size_t kept = 0;
    for (size_t i = 0; i < json_array_size(cells); i++)
        kept += is_kept(json_array_get(cells, i), after);
    return 2 * kept < json_array_size(cells) || other_lines(before, after);
}
