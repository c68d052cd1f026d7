/* Reads pictures turned by 90, 180 or 270 degrees.
 *
 * Cells of the game lie flat, so that a picture turned by a quarter shows them pointed; upside down, the texts are not
 * readable and the counters are at the wrong corner. The picture is turned back and read again, and the boxes of the
 * reading are mapped to the picture as it was given. */
#include "games/hexcells/read/parts.h"

#include <stdlib.h>
#include <string.h>

enum { MIN_POINTED = 6 };

/* ---- which turns to try ---- */

static bool is_game_colour(unsigned colour)
{
    int r = (int)(colour >> 16 & 255), g = (int)(colour >> 8 & 255), b = (int)(colour & 255);
    bool orange = r > g && g > b && 2 * (r - b) > r && 2 * g > r;
    bool blue = b > g && g > r && 2 * (b - r) > b && 2 * g > b;
    return orange || blue;
}

/* Whether the cells of a pointed lattice have the game's orange and blue; other games have pointed cells too. */
static bool may_be_turned(const struct comb_detected_grid *grid)
{
    unsigned coloured = 0;
    if (grid->kind != COMB_DETECTED_HEX_POINTY || grid->count < MIN_POINTED)
        return false;
    for (unsigned i = 0; i < grid->count; i++)
        coloured += is_game_colour(grid->cells[i].colour);
    return coloured * 4 >= grid->count;
}

static bool has_pointed_board(const struct comb_detection *detection, size_t min_cells)
{
    for (unsigned i = 0; i < detection->grid_count; i++)
        if (detection->grids[i].count > min_cells && may_be_turned(&detection->grids[i]))
            return true;
    return false;
}

/* Number of things that are not sure. */
static size_t count_uncertain(const json_t *reading)
{
    static const char *const lists[] = {"cells", "lines"};
    size_t count = json_array_size(json_object_get(reading, "doubts")), i;
    const json_t *thing;
    for (int list = 0; list < 2; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, thing)
        {
            count += json_number_value(json_object_get(thing, "confidence")) < COMB_READING_MIN_CONFIDENCE;
        }
    return count;
}

/* ---- turning ---- */

struct turn {
    int degrees; /* clockwise, from the given picture to the upright one */
    int width, height;
};

/* Writes the picture turned clockwise. */
static unsigned char *turned_pixels(const struct comb_pixels *picture, int degrees)
{
    size_t width = picture->width, height = picture->height;
    unsigned char *out = malloc(3 * width * height);
    for (size_t y = 0; out && y < height; y++)
        for (size_t x = 0; x < width; x++) {
            size_t to = degrees == 90    ? x * height + height - 1 - y
                        : degrees == 180 ? (height - 1 - y) * width + width - 1 - x
                                         : (width - 1 - x) * height + y;
            memcpy(out + 3 * to, picture->rgb + 3 * (y * width + x), 3);
        }
    return out;
}

/* Rows of the map from the upright picture to the given one. */
static void map_back(double rows[2][3], const struct turn *turn)
{
    static const int cosines[] = {1, 0, -1, 0};
    int quarter = turn->degrees / 90, c = cosines[quarter], s = cosines[(quarter + 3) % 4];
    double map[2][3] = {{c, s, quarter >= 2 ? turn->width : 0},
                        {-s, c, quarter == 1 || quarter == 2 ? turn->height : 0}};
    memcpy(rows, map, sizeof map);
}

static void turn_box(json_t *box, const struct turn *turn)
{
    double rows[2][3], corners[2][2];
    map_back(rows, turn);
    for (int corner = 0; corner < 2; corner++) {
        double x = json_number_value(json_array_get(box, 0)), y = json_number_value(json_array_get(box, 1));
        x += corner * json_number_value(json_array_get(box, 2));
        y += corner * json_number_value(json_array_get(box, 3));
        for (int i = 0; i < 2; i++)
            corners[i][corner] = rows[i][0] * x + rows[i][1] * y + rows[i][2];
    }
    for (int i = 0; i < 2; i++) {
        double a = corners[i][0], b = corners[i][1];
        json_integer_set(json_array_get(box, (size_t)i), (json_int_t)(a < b ? a : b));
        json_integer_set(json_array_get(box, (size_t)i + 2), (json_int_t)(a < b ? b - a : a - b));
    }
}

/* The map of a reading, nine numbers by rows. */
static void turn_map(json_t *map, const struct turn *turn)
{
    double rows[2][3], old[9];
    map_back(rows, turn);
    for (size_t i = 0; i < 9; i++)
        old[i] = json_number_value(json_array_get(map, i));
    for (size_t i = 0; i < 6; i++) {
        const double *row = rows[i / 3];
        json_real_set(json_array_get(map, i), row[0] * old[i % 3] + row[1] * old[3 + i % 3] + row[2] * old[6 + i % 3]);
    }
}

static int turn_reading(json_t *reading, const struct turn *turn, struct comb_error *err)
{
    static const char *const lists[] = {"cells", "lines"};
    struct comb_json build = {false};
    size_t i;
    json_t *thing;
    for (int list = 0; list < 2; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, thing)
        {
            turn_box(json_object_get(thing, "box"), turn);
        }
    turn_map(json_object_get(reading, "to_picture"), turn);
    comb_json_set(&build, reading, "turned", comb_json_int(&build, turn->degrees));
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

static int read_turned(json_t **out, bool *upside_down, const struct comb_detection *given, int degrees,
                       struct comb_error *err)
{
    const struct comb_pixels *picture = given->picture;
    unsigned char *rgb = turned_pixels(picture, degrees);
    bool quarter = degrees != 180;
    struct comb_pixels copy = {.width = quarter ? picture->height : picture->width,
                               .height = quarter ? picture->width : picture->height,
                               .rgb = rgb};
    struct turn turn = {degrees, (int)picture->width, (int)picture->height};
    struct comb_detection *detection = NULL;
    *out = NULL;
    int code = rgb ? comb_detection_new(&detection, &copy, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = comb_hexcells_read_upright(out, upside_down, detection, err);
    if (code == COMB_OK)
        code = turn_reading(*out, &turn, err);
    comb_detection_free(detection);
    free(rgb);
    return code == COMB_NO ? COMB_OK : code;
}

/* ---- the best of them ---- */

/* Replaces the reading by a better one. */
static void keep_better(json_t **best, bool *best_upside_down, json_t *other, bool upside_down)
{
    size_t cells = json_array_size(json_object_get(*best, "cells"));
    bool better =
        other && (!*best || (*best_upside_down && !upside_down) ||
                  (upside_down == *best_upside_down && json_array_size(json_object_get(other, "cells")) >= cells &&
                   2 * count_uncertain(other) < count_uncertain(*best)));
    if (better) {
        json_decref(*best);
        *best = other;
        *best_upside_down = upside_down;
    } else {
        json_decref(other);
    }
}

int comb_hexcells_read_any_way(json_t **reading, const struct comb_detection *detection, struct comb_error *err)
{
    bool upside_down = false;
    int code = comb_hexcells_read_upright(reading, &upside_down, detection, err);
    size_t cells = json_array_size(json_object_get(*reading, "cells"));
    bool pointed = has_pointed_board(detection, cells);
    for (int degrees = 90; degrees <= 270; degrees += 90) {
        bool sure = *reading && !upside_down && count_uncertain(*reading) == 0, turned_over = false;
        json_t *other = NULL;
        if ((code != COMB_OK && code != COMB_NO) || (sure && !pointed))
            break;
        if (degrees == 180 ? !*reading : !pointed)
            continue;
        code = read_turned(&other, &turned_over, detection, degrees, err);
        if (code == COMB_OK)
            keep_better(reading, &upside_down, other, turned_over);
    }
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code == COMB_OK && !*reading ? COMB_NO : code;
}
