#include "core/reading_turn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
    static const char *const lists[] = {"cells", "lines", "missing"};
    struct comb_json build = {false};
    size_t i;
    json_t *thing;
    for (int list = 0; list < 3; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, thing)
        {
            turn_box(json_object_get(thing, "box"), turn);
        }
    turn_map(json_object_get(reading, "to_picture"), turn);
    comb_json_set(&build, reading, "turned", comb_json_int(&build, turn->degrees));
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_reading_turned(json_t **reading, const struct comb_detection *given, int degrees, comb_reading_function read,
                        const void *payload, struct comb_error *err)
{
    const struct comb_pixels *picture = given->picture;
    bool quarter = degrees != 180;
    struct turn turn = {degrees, (int)picture->width, (int)picture->height};
    struct comb_detection *detection = NULL;
    assert(degrees == 90 || degrees == 180 || degrees == 270);
    *reading = NULL;
    unsigned char *rgb = turned_pixels(picture, degrees);
    struct comb_pixels copy = {.width = quarter ? picture->height : picture->width,
                               .height = quarter ? picture->width : picture->height,
                               .rgb = rgb};
    int code = rgb ? comb_detection_new(&detection, &copy, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = read(reading, detection, payload, err);
    if (code == COMB_OK)
        code = turn_reading(*reading, &turn, err);
    comb_detection_free(detection);
    free(rgb);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}
