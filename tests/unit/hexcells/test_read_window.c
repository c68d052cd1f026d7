/* The Hexcells reader on pictures that are more, less or otherwise than the board: a window with a frame, a menu and
 * texts; turned pictures; no counter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/game.h"
#include "games/hexcells/draw/scene.h"
#include "games/hexcells/level/level.h"
#include "games/hexcells/read/read.h"
#include "grid/render.h"

#include <stdlib.h>
#include <string.h>

extern const struct comb_game comb_game_hexcells;

static const char in_play[] = "Hexcells position v1\nremaining 3\nmistakes 2\n0: 1=s1\n2: 1=o\n3: 0=o 2=-2-\n"
                              "4: 1=o 3=o\n5: 0=x2 2=o 4=nw-2-\n6: 1=1";
static const char without_counter[] = "Hexcells position v1\n0: 1=s1\n2: 1=o\n3: 0=o 2=-2-\n"
                                      "4: 1=o 3=o\n5: 0=x2 2=o 4=nw-2-\n6: 1=1";

static const char with_island[] = "Hexcells position v1\n0: 1=s1\n2: 1=o\n3: 0=o 2=-2-\n"
                                  "4: 1=o 3=o\n5: 0=x2 2=o 4=nw-2-\n6: 1=1\n14: 3=x";

static struct comb_pixels *draw(const char *text)
{
    struct comb_hexcells_level *level;
    struct comb_scene *scene;
    struct comb_pixels *pixels;
    struct comb_buf png = {0};
    struct comb_error err = {0};
    struct comb_picture_style style = {.theme = COMB_THEME_LIGHT, .cell_pixels = 90};
    assert_int_equal(comb_hexcells_position_read(&level, text, strlen(text), &err), COMB_OK);
    assert_int_equal(comb_hexcells_scene(&scene, level, NULL, NULL, &err), COMB_OK);
    assert_int_equal(comb_render_png(&png, scene, &style, &err), COMB_OK);
    assert_int_equal(comb_pixels_decode(&pixels, png.data, png.length, &err), COMB_OK);
    comb_buf_free(&png);
    comb_scene_free(scene);
    comb_hexcells_level_free(level);
    return pixels;
}

static json_t *read_picture(int expected, const struct comb_pixels *pixels, const char *const *fixes)
{
    json_t *reading;
    const struct comb_game *found;
    struct comb_error err = {0};
    int code = comb_reading_new(&reading, &found, pixels, &comb_game_hexcells, fixes, &err);
    if (code != expected)
        fail_msg("code %d, expected %d: %s", code, expected, err.message);
    return reading;
}

static void check_board(const json_t *reading, const char *board)
{
    assert_non_null(reading);
    assert_string_equal(json_string_value(json_object_get(reading, "board")), board);
}

/* ---- windows ---- */

enum { BAR = 48, BELOW = 30, SIDES = 12 };

struct canvas {
    unsigned char *rgb;
    unsigned width, height;
};

static void fill(struct canvas *canvas, unsigned left, unsigned top, unsigned width, unsigned height, int level)
{
    for (unsigned y = top; y < top + height && y < canvas->height; y++)
        memset(canvas->rgb + 3 * ((size_t)y * canvas->width + left), level, 3 * (size_t)width);
}

/* Strokes of the size of a text. */
static void write_text(struct canvas *canvas, unsigned left, unsigned top, unsigned letters)
{
    for (unsigned i = 0; i < letters && left + 12 * i + 8 < canvas->width; i++) {
        fill(canvas, left + 12 * i, top, 2, 14, 0x22);
        fill(canvas, left + 12 * i, top + 6 * (i % 3), 8, 2, 0x22);
    }
}

/* The drawing within a frame of one pixel, under a bar with a menu and a title, above a text. */
static struct comb_pixels *in_window(const struct comb_pixels *drawing)
{
    struct canvas canvas = {.width = drawing->width + 2 * SIDES, .height = drawing->height + BAR + BELOW};
    struct comb_pixels *pixels;
    struct comb_error err = {0};
    canvas.rgb = malloc(3 * (size_t)canvas.width * canvas.height);
    assert_non_null(canvas.rgb);
    fill(&canvas, 0, 0, canvas.width, canvas.height, 0xef);
    fill(&canvas, SIDES - 1, BAR - 1, drawing->width + 2, drawing->height + 2, 0x80);
    for (unsigned y = 0; y < drawing->height; y++)
        memcpy(canvas.rgb + 3 * ((size_t)(y + BAR) * canvas.width + SIDES),
               drawing->rgb + 3 * (size_t)y * drawing->width, 3 * (size_t)drawing->width);
    write_text(&canvas, 8, 4, 12);
    write_text(&canvas, canvas.width / 3, BAR - 20, 10);
    write_text(&canvas, canvas.width / 4, BAR + drawing->height + 8, 16);
    assert_int_equal(comb_pixels_from_rgb(&pixels, canvas.width, canvas.height, canvas.rgb, &err), COMB_OK);
    free(canvas.rgb);
    return pixels;
}

static void test_what_surrounds_the_view_is_no_hint(void **state)
{
    struct comb_pixels *drawing = draw(in_play), *window = in_window(drawing);
    (void)state;
    json_t *reading = read_picture(COMB_OK, window, NULL);
    check_board(reading, in_play);
    json_decref(reading);
    comb_pixels_free(window);
    comb_pixels_free(drawing);
}

/* ---- turned pictures ---- */

/* A quarter turn clockwise. */
static struct comb_pixels *turned(const struct comb_pixels *picture)
{
    size_t width = picture->width, height = picture->height;
    unsigned char *rgb = malloc(3 * width * height);
    struct comb_pixels *out;
    struct comb_error err = {0};
    assert_non_null(rgb);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            memcpy(rgb + 3 * (x * height + height - 1 - y), picture->rgb + 3 * (y * width + x), 3);
    assert_int_equal(comb_pixels_from_rgb(&out, (unsigned)height, (unsigned)width, rgb, &err), COMB_OK);
    free(rgb);
    return out;
}

/* A hidden cell's box holds orange in its middle. */
static void check_boxes(const json_t *reading, const struct comb_pixels *picture)
{
    size_t i;
    const json_t *cell;
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        const json_t *box = json_object_get(cell, "box");
        json_int_t at[4];
        if (strcmp(json_string_value(json_object_get(cell, "state")), "hidden") != 0)
            continue;
        for (size_t k = 0; k < 4; k++)
            at[k] = json_integer_value(json_array_get(box, k));
        size_t x = (size_t)(at[0] + at[2] / 2), y = (size_t)(at[1] + at[3] / 2);
        assert_true(x < picture->width && y < picture->height);
        const unsigned char *rgb = picture->rgb + 3 * (y * picture->width + x);
        assert_true(rgb[0] > rgb[2] + 60);
    }
}

/* The map leads to the middle of the boxes. */
static void check_map(const json_t *reading)
{
    const json_t *cell = json_array_get(json_object_get(reading, "cells"), 0), *box = json_object_get(cell, "box");
    const json_t *map = json_object_get(reading, "to_picture");
    double x = json_number_value(json_object_get(cell, "x")), y = json_number_value(json_object_get(cell, "y"));
    for (size_t i = 0; i < 2; i++) {
        double at = json_number_value(json_array_get(map, 3 * i)) * x +
                    json_number_value(json_array_get(map, 3 * i + 1)) * y +
                    json_number_value(json_array_get(map, 3 * i + 2));
        double middle = json_number_value(json_array_get(box, i)) + json_number_value(json_array_get(box, i + 2)) / 2;
        assert_true(at > middle - 6 && at < middle + 6);
    }
}

static void test_turned_pictures_are_read(void **state)
{
    struct comb_pixels *picture = draw(in_play);
    (void)state;
    for (int degrees = 90; degrees <= 270; degrees += 90) {
        struct comb_pixels *next = turned(picture);
        comb_pixels_free(picture);
        picture = next;
        json_t *reading = read_picture(COMB_OK, picture, NULL);
        check_board(reading, in_play);
        assert_int_equal(json_integer_value(json_object_get(reading, "turned")), 360 - degrees);
        check_boxes(reading, picture);
        check_map(reading);
        json_decref(reading);
    }
    comb_pixels_free(picture);
}

/* ---- no counter ---- */

static void test_a_missing_counter_is_a_question(void **state)
{
    static const char *const unknown[] = {"0,0=remaining ?", NULL}, *const known[] = {"0,0=remaining 3", NULL};
    struct comb_pixels *picture = draw(without_counter);
    (void)state;
    json_t *reading = read_picture(COMB_UNSURE, picture, NULL);
    assert_true(json_is_null(json_object_get(reading, "remaining")));
    assert_false(json_is_true(json_object_get(reading, "sure")));
    json_decref(reading);
    reading = read_picture(COMB_OK, picture, unknown);
    check_board(reading, without_counter);
    json_decref(reading);
    reading = read_picture(COMB_OK, picture, known);
    assert_int_equal(json_integer_value(json_object_get(reading, "remaining")), 3);
    json_decref(reading);
    comb_pixels_free(picture);
}

/* ---- cut off ---- */

/* The upper part of a picture. */
static struct comb_pixels *upper(const struct comb_pixels *picture, unsigned height)
{
    struct comb_pixels *out;
    struct comb_error err = {0};
    assert_int_equal(comb_pixels_from_rgb(&out, picture->width, height, picture->rgb, &err), COMB_OK);
    return out;
}

static void test_a_lone_cell_that_the_edge_cuts_is_a_question(void **state)
{
    static const char *const unknown[] = {"0,0=remaining ?", NULL};
    struct comb_pixels *picture = draw(with_island);
    (void)state;
    json_t *reading = read_picture(COMB_OK, picture, unknown);
    const json_t *cells = json_object_get(reading, "cells"), *last = json_array_get(cells, json_array_size(cells) - 1);
    const json_t *box = json_object_get(last, "box");
    double top = json_number_value(json_array_get(box, 1)), high = json_number_value(json_array_get(box, 3));
    json_decref(reading);
    struct comb_pixels *cut = upper(picture, (unsigned)(top + 0.55 * high));
    reading = read_picture(COMB_UNSURE, cut, unknown);
    json_decref(reading);
    comb_pixels_free(cut);
    cut = upper(picture, (unsigned)(top - 0.3 * high)); /* nothing is left of it */
    reading = read_picture(COMB_OK, cut, unknown);
    json_decref(reading);
    comb_pixels_free(cut);
    comb_pixels_free(picture);
}
