/* What a reading says of its cells and line hints, and where they are on the picture. */
#include "cli/reading.h"

#include <math.h>
#include <string.h>

static const char *const lists[] = {"cells", "lines"};

enum { LISTS = sizeof lists / sizeof *lists };

static const char BLANK[] = "blank";

static const char *text_of(const json_t *thing, const char *key)
{
    const char *text = json_string_value(json_object_get(thing, key));
    return text ? text : "";
}

static int int_of(const json_t *thing, const char *key)
{
    return (int)json_integer_value(json_object_get(thing, key));
}

const char *comb_cli_guess(const json_t *thing)
{
    const char *text = text_of(thing, "text"), *state = text_of(thing, "state");
    return *text ? text : *state ? state : BLANK;
}

const char *comb_cli_second(const json_t *thing)
{
    return text_of(thing, "second");
}

static bool is_hint(const char *text)
{
    return *text && strchr("0123456789{-", *text);
}

void comb_cli_fix_text(char out[COMB_CLI_FIX_LENGTH], const struct comb_game *game, const json_t *thing,
                       const char *choice)
{
    const char *direction = text_of(thing, "direction"), *before = "";
    if (strcmp(choice, BLANK) == 0)
        choice = "_";
    if (*direction && (is_hint(choice) || *choice == '?'))
        before = direction;
    else if (is_hint(choice) && strcmp(game->name, "hexcells") == 0 && strcmp(text_of(thing, "state"), "blue") == 0)
        before = "blue ";
    snprintf(out, COMB_CLI_FIX_LENGTH, "%s%s", before, choice);
}

double comb_cli_confidence(const json_t *thing)
{
    return json_number_value(json_object_get(thing, "confidence"));
}

/* A line hint may stand at the place of a cell: the one in doubt is meant. */
static const json_t *thing_in_doubt(const json_t *reading, int x, int y)
{
    size_t i;
    const json_t *thing;
    for (unsigned list = 0; list < LISTS; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, thing)
        {
            if (int_of(thing, "x") == x && int_of(thing, "y") == y && comb_cli_confidence(thing) < COMB_READING_SURE)
                return thing;
        }
    return NULL;
}

bool comb_cli_is_beyond(const json_t *thing)
{
    return int_of(thing, "x") < 0 && int_of(thing, "y") < 0;
}

/* "remaining: perhaps 12", "mistakes: the counter was not read". */
static void find_counter(struct comb_cli_doubt *doubt)
{
    char word[16], count[16] = "";
    int used = 0;
    if (sscanf(doubt->message, "%15[a-z]: %n", word, &used) != 1 || used == 0 ||
        (strcmp(word, "remaining") != 0 && strcmp(word, "mistakes") != 0))
        return;
    sscanf(doubt->message + used, "perhaps %15[0-9]", count);
    memcpy(doubt->counter, word, sizeof word);
    memcpy(doubt->count, count, sizeof count);
}

/* Doubts do not name negative places. */
static const json_t *thing_beyond(const json_t *reading)
{
    size_t i;
    const json_t *thing;
    json_array_foreach(json_object_get(reading, "cells"), i, thing)
    {
        if (comb_cli_is_beyond(thing) && comb_cli_confidence(thing) < COMB_READING_SURE)
            return thing;
    }
    return NULL;
}

struct comb_cli_doubt comb_cli_doubt(const json_t *reading, size_t index)
{
    const json_t *doubt = json_array_get(json_object_get(reading, "doubts"), index);
    bool of_thing = strcmp(text_of(doubt, "about"), "cell") == 0;
    struct comb_cli_doubt out = {.placed = json_object_get(doubt, "x") != NULL,
                                 .x = int_of(doubt, "x"),
                                 .y = int_of(doubt, "y"),
                                 .message = text_of(doubt, "message")};
    if (of_thing && !out.placed)
        out.thing = thing_beyond(reading);
    else if (of_thing)
        out.thing = thing_in_doubt(reading, out.x, out.y);
    else if (!out.placed)
        find_counter(&out);
    if (out.thing) {
        out.placed = true;
        out.x = int_of(out.thing, "x");
        out.y = int_of(out.thing, "y");
    }
    return out;
}

bool comb_cli_is_equal(const json_t *a, const json_t *b)
{
    const json_t *group = json_object_get(a, "group");
    return group && json_equal(group, json_object_get(b, "group")) &&
           strcmp(text_of(a, "text"), text_of(b, "text")) == 0;
}

unsigned comb_cli_equals(const json_t *reading, const json_t *thing)
{
    unsigned count = 0;
    size_t i;
    const json_t *other;
    for (unsigned list = 0; list < LISTS; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, other)
        {
            count += other != thing && comb_cli_is_equal(thing, other);
        }
    return count;
}

bool comb_cli_box(struct comb_box *out, const json_t *thing)
{
    const json_t *box = json_object_get(thing, "box");
    int side[4];
    if (json_array_size(box) != 4)
        return false;
    for (size_t i = 0; i < 4; i++)
        side[i] = (int)json_integer_value(json_array_get(box, i));
    *out = (struct comb_box){side[0], side[1], side[2], side[3]};
    return out->width > 0 && out->height > 0;
}

/* ---- places where nothing was found ----
 *
 * Cells lie on a lattice, so the middle of a place is a linear function of its x and y: a least-squares fit over the
 * cells that were found says where a missing one must be. Slanted pictures bend that a little, which does no harm to a
 * mark on a picture. */

struct fit {
    double sums[3][4]; /* normal equations of middle = a + b x + c y, for one axis, with its right-hand side */
};

static void add_cell(struct fit *fit, double x, double y, double middle)
{
    const double row[3] = {1, x, y};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            fit->sums[i][j] += row[i] * row[j];
        fit->sums[i][3] += row[i] * middle;
    }
}

static void swap_rows(double a[4], double b[4])
{
    for (int i = 0; i < 4; i++) {
        double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Gauss with pivots; false when the cells lie on one line. */
static bool solve_fit(double out[3], struct fit *fit)
{
    double(*m)[4] = fit->sums;
    for (int column = 0; column < 3; column++) {
        int best = column;
        for (int row = column + 1; row < 3; row++)
            if (fabs(m[row][column]) > fabs(m[best][column]))
                best = row;
        if (fabs(m[best][column]) < 1e-9)
            return false;
        swap_rows(m[best], m[column]);
        for (int row = 0; row < 3; row++) {
            double share = row == column ? 0 : m[row][column] / m[column][column];
            for (int i = column; i < 4; i++)
                m[row][i] -= share * m[column][i];
        }
    }
    for (int i = 0; i < 3; i++)
        out[i] = m[i][3] / m[i][i];
    return true;
}

bool comb_cli_place(struct comb_box *out, const json_t *reading, int x, int y)
{
    struct fit across = {0}, down = {0};
    struct comb_box box, mean = {0};
    int count = 0;
    size_t i;
    const json_t *cell;
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        if (!comb_cli_box(&box, cell))
            continue;
        add_cell(&across, int_of(cell, "x"), int_of(cell, "y"), box.x + box.width / 2.0);
        add_cell(&down, int_of(cell, "x"), int_of(cell, "y"), box.y + box.height / 2.0);
        mean.width += box.width;
        mean.height += box.height;
        count++;
    }
    double a[3], b[3];
    if (count < 3 || !solve_fit(a, &across) || !solve_fit(b, &down))
        return false;
    out->width = mean.width / count;
    out->height = mean.height / count;
    out->x = (int)(a[0] + a[1] * x + a[2] * y) - out->width / 2;
    out->y = (int)(b[0] + b[1] * x + b[2] * y) - out->height / 2;
    return true;
}
