/* Accessors for the items (cells and line hints) of a reading, and their positions on the picture. */
#include "cli/reading/reading.h"

#include <math.h>
#include <string.h>

static const char *const lists[] = {"cells", "lines"};

enum { LISTS = sizeof lists / sizeof *lists };

static const char BLANK[] = "blank";

static int int_of(const json_t *item, const char *key)
{
    return (int)json_integer_value(json_object_get(item, key));
}

void comb_cli_guess(char out[COMB_CLI_FIX_LENGTH], const json_t *item)
{
    const char *text = comb_json_text(item, "text"), *state = comb_json_text(item, "state");
    if (comb_reading_asks_state(item))
        snprintf(out, COMB_CLI_FIX_LENGTH, "%s:%s", text, strcmp(state, "none") == 0 ? "" : state);
    else
        snprintf(out, COMB_CLI_FIX_LENGTH, "%s", *text ? text : *state ? state : BLANK);
}

const char *comb_cli_second(const json_t *item)
{
    return comb_json_text(item, "second");
}

static bool is_hint(const char *text)
{
    return *text && strchr("0123456789{-", *text);
}

void comb_cli_fix_text(char out[COMB_CLI_FIX_LENGTH], const struct comb_game *game, const json_t *item,
                       const char *choice)
{
    const char *direction = comb_json_text(item, "direction"), *before = "";
    if (strcmp(choice, BLANK) == 0)
        choice = "_";
    if (*direction && (is_hint(choice) || *choice == '?'))
        before = direction;
    else if (is_hint(choice) && strcmp(game->name, "hexcells") == 0 &&
             strcmp(comb_json_text(item, "state"), "blue") == 0)
        before = "blue ";
    snprintf(out, COMB_CLI_FIX_LENGTH, "%s%s", before, choice);
}

double comb_cli_confidence(const json_t *item)
{
    return json_number_value(json_object_get(item, "confidence"));
}

/* Finds the uncertain item at a position: a line hint may have the position of a cell. */
static const json_t *uncertain_item_at(const json_t *reading, int x, int y)
{
    size_t i;
    const json_t *item;
    for (unsigned list = 0; list < LISTS; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, item)
        {
            if (int_of(item, "x") == x && int_of(item, "y") == y &&
                comb_cli_confidence(item) < COMB_READING_MIN_CONFIDENCE)
                return item;
        }
    return NULL;
}

bool comb_cli_is_board_wide(const json_t *item)
{
    return int_of(item, "x") < 0 && int_of(item, "y") < 0;
}

/* Parses the counter from messages such as "remaining: perhaps 12" or "mistakes: counter not read". */
static void find_counter(struct comb_cli_uncertainty *uncertainty)
{
    char word[16], count[16] = "";
    int used = 0;
    if (sscanf(uncertainty->message, "%15[a-z]: %n", word, &used) != 1 || used == 0 ||
        (strcmp(word, "remaining") != 0 && strcmp(word, "mistakes") != 0))
        return;
    if (sscanf(uncertainty->message + used, "perhaps %15[0-9]", count) != 1)
        count[0] = '\0';
    memcpy(uncertainty->counter, word, sizeof word);
    memcpy(uncertainty->count, count, sizeof count);
}

/* Finds the uncertain board-wide item: its negative coordinates are not part of the message. */
static const json_t *uncertain_board_item(const json_t *reading)
{
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(reading, "cells"), i, item)
    {
        if (comb_cli_is_board_wide(item) && comb_cli_confidence(item) < COMB_READING_MIN_CONFIDENCE)
            return item;
    }
    return NULL;
}

struct comb_cli_uncertainty comb_cli_uncertainty(const json_t *reading, size_t index)
{
    const json_t *uncertainty = json_array_get(json_object_get(reading, "doubts"), index);
    bool about_item = strcmp(comb_json_text(uncertainty, "about"), "cell") == 0;
    struct comb_cli_uncertainty out = {.has_position = json_object_get(uncertainty, "x") != NULL,
                                       .x = int_of(uncertainty, "x"),
                                       .y = int_of(uncertainty, "y"),
                                       .message = comb_json_text(uncertainty, "message")};
    if (about_item && !out.has_position)
        out.item = uncertain_board_item(reading);
    else if (about_item)
        out.item = uncertain_item_at(reading, out.x, out.y);
    else if (!out.has_position)
        find_counter(&out);
    if (out.item) {
        out.has_position = true;
        out.x = int_of(out.item, "x");
        out.y = int_of(out.item, "y");
    }
    return out;
}

bool comb_cli_is_equal(const json_t *a, const json_t *b)
{
    const json_t *group = json_object_get(a, "group");
    return group && !comb_reading_asks_state(a) && !comb_reading_asks_state(b) &&
           json_equal(group, json_object_get(b, "group")) &&
           strcmp(comb_json_text(a, "text"), comb_json_text(b, "text")) == 0;
}

unsigned comb_cli_count_equal(const json_t *reading, const json_t *item)
{
    unsigned count = 0;
    size_t i;
    const json_t *other;
    for (unsigned list = 0; list < LISTS; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, other)
        {
            count += other != item && comb_cli_is_equal(item, other);
        }
    return count;
}

bool comb_cli_box(struct comb_pixel_box *out, const json_t *item)
{
    const json_t *box = json_object_get(item, "box");
    int side[4];
    if (json_array_size(box) != 4)
        return false;
    for (size_t i = 0; i < 4; i++)
        side[i] = (int)json_integer_value(json_array_get(box, i));
    *out = (struct comb_pixel_box){side[0], side[1], side[2], side[3]};
    return out->width > 0 && out->height > 0;
}

bool comb_cli_board_box(struct comb_pixel_box *out, const json_t *reading)
{
    struct comb_pixel_box box;
    bool found = false;
    size_t i;
    const json_t *item;
    for (unsigned list = 0; list < LISTS; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, item)
        {
            if (!comb_cli_box(&box, item))
                continue;
            int right = box.x + box.width, bottom = box.y + box.height;
            if (found) {
                right = right > out->x + out->width ? right : out->x + out->width;
                bottom = bottom > out->y + out->height ? bottom : out->y + out->height;
                box.x = box.x < out->x ? box.x : out->x;
                box.y = box.y < out->y ? box.y : out->y;
            }
            *out = (struct comb_pixel_box){box.x, box.y, right - box.x, bottom - box.y};
            found = true;
        }
    return found;
}

/* ---- positions of missing cells ----
 *
 * Cells form a lattice, so the centre of a cell is a linear function of its x and y. A least-squares fit over the found
 * cells gives the position of a missing one. Perspective distorts this slightly, which does not matter for a mark. */

struct fit {
    double sums[3][4]; /* normal equations of centre = a + b x + c y for one axis, with the right-hand side */
};

static void add_cell(struct fit *fit, double x, double y, double centre)
{
    const double row[3] = {1, x, y};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            fit->sums[i][j] += row[i] * row[j];
        fit->sums[i][3] += row[i] * centre;
    }
}

static void swap_rows(double a[4], double b[4])
{
    for (int i = 0; i < 4; i++) {
        double swap = a[i];
        a[i] = b[i];
        b[i] = swap;
    }
}

/* Gaussian elimination with pivoting; false if the cells are collinear. */
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
            double factor = row == column ? 0 : m[row][column] / m[column][column];
            for (int i = column; i < 4; i++)
                m[row][i] -= factor * m[column][i];
        }
    }
    for (int i = 0; i < 3; i++)
        out[i] = m[i][3] / m[i][i];
    return true;
}

bool comb_cli_place(struct comb_pixel_box *out, const json_t *reading, int x, int y)
{
    struct fit across = {0}, down = {0};
    struct comb_pixel_box box, mean = {0};
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
