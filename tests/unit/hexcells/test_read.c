/* The Hexcells reader: reads back positions drawn by our own renderer; corrections, contradictions, clicks. The tests
 * of tests/pictures read pictures drawn by other means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "core/game.h"
#include "games/hexcells/draw/scene.h"
#include "games/hexcells/level/level.h"
#include "games/hexcells/read/read.h"
#include "grid/render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "../shared/data/hexcells/levels/"

extern const struct comb_game comb_game_hexcells;

static struct comb_hexcells_level *position(const char *text)
{
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    if (comb_hexcells_position_read(&level, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s", err.message);
    return level;
}

static struct comb_pixels *draw(const struct comb_hexcells_level *level, double pitch, enum comb_theme theme)
{
    struct comb_scene *scene;
    struct comb_pixels *pixels;
    struct comb_buf png = {0};
    struct comb_error err = {0};
    struct comb_picture_style style = {.theme = theme, .cell_pixels = pitch};
    assert_int_equal(comb_hexcells_scene(&scene, level, NULL, NULL, &err), COMB_OK);
    assert_int_equal(comb_render_png(&png, scene, &style, &err), COMB_OK);
    assert_int_equal(comb_pixels_decode(&pixels, png.data, png.length, &err), COMB_OK);
    comb_buf_free(&png);
    comb_scene_free(scene);
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

static json_t *read_back(int expected, const char *text, double pitch, const char *const *fixes)
{
    struct comb_hexcells_level *level = position(text);
    struct comb_pixels *pixels = draw(level, pitch, COMB_THEME_LIGHT);
    json_t *reading = read_picture(expected, pixels, fixes);
    comb_pixels_free(pixels);
    comb_hexcells_level_free(level);
    return reading;
}

static const char *board_of(const json_t *reading)
{
    return json_string_value(json_object_get(reading, "board"));
}

/* ---- drawn and read back ---- */

static const char in_play[] = "Hexcells position v1\nremaining 3\nmistakes 2\n0: 1=s1\n2: 1=o\n3: 0=o 2=-2-\n"
                              "4: 1=o 3=o\n5: 0=x2 2=o 4=nw-2-\n6: 1=1";

static void test_a_position_is_read_back(void **state)
{
    (void)state;
    for (double pitch = 48; pitch <= 128; pitch += 40) {
        json_t *reading = read_back(COMB_OK, in_play, pitch, NULL);
        assert_true(json_is_array(json_object_get(reading, "lines")));
        assert_true(json_is_true(json_object_get(reading, "sure")));
        if (pitch > 50) /* smaller captions are not guaranteed to be read */
            assert_string_equal(board_of(reading), in_play);
        json_decref(reading);
    }
}

static void test_lines_in_all_directions_are_distinguished(void **state)
{
    static const char text[] = "Hexcells position v1\nremaining 4\n0: 2=s2\n2: 0=se2 2=o 4=sw2\n3: 1=o 3=o\n"
                               "4: 0=e1 2=o 4=w1\n5: 1=o 3=o\n6: 0=ne2 2=o 4=nw2\n8: 2=n2";
    (void)state;
    struct comb_hexcells_level *level = position(text);
    struct comb_pixels *pixels = draw(level, 80, COMB_THEME_LIGHT);
    json_t *reading = NULL;
    const struct comb_game *found;
    struct comb_error err = {0};
    comb_reading_new(&reading, &found, pixels, &comb_game_hexcells, NULL, &err);
    assert_non_null(reading);
    assert_string_equal(board_of(reading), text);
    json_decref(reading);
    comb_pixels_free(pixels);
    comb_hexcells_level_free(level);
}

static void test_dark_drawings_are_read(void **state)
{
    (void)state;
    struct comb_hexcells_level *level = position(in_play);
    struct comb_pixels *pixels = draw(level, 90, COMB_THEME_DARK);
    json_t *reading = read_picture(COMB_OK, pixels, NULL);
    assert_string_equal(board_of(reading), in_play);
    json_decref(reading);
    comb_pixels_free(pixels);
    comb_hexcells_level_free(level);
}

/* The expected reading of a position: smallest x and y 0, no title. */
static void as_read(struct comb_buf *out, const struct comb_hexcells_level *level)
{
    struct comb_error err = {0};
    struct comb_hexcells_level *shifted;
    json_t *json, *thing;
    size_t i;
    int min[2] = {COMB_HEXCELLS_MAX_SIDE, COMB_HEXCELLS_MAX_SIDE};
    const char *const lists[] = {"cells", "lines"}, *const axes[] = {"x", "y"};
    assert_int_equal(comb_hexcells_position_json(&json, level, &err), COMB_OK);
    for (int pass = 0; pass < 2; pass++)
        for (int list = 0; list < 2; list++)
            json_array_foreach(json_object_get(json, lists[list]), i, thing) for (int k = 0; k < 2; k++)
            {
                int at = (int)json_integer_value(json_object_get(thing, axes[k]));
                if (pass == 0)
                    min[k] = at < min[k] ? at : min[k];
                else
                    json_object_set_new(thing, axes[k], json_integer(at - min[k]));
            }
    json_object_del(json, "title");
    json_object_del(json, "author");
    json_object_del(json, "text");
    assert_int_equal(comb_hexcells_position_from_json(&shifted, json, &err), COMB_OK);
    comb_hexcells_position_print(out, shifted);
    comb_hexcells_level_free(shifted);
    json_decref(json);
}

/* The text from the first row on: whether counters are read depends on the caption's size. */
static const char *rows_of(const char *board)
{
    const char *rows = strstr(board, "\n0: ");
    assert_non_null(rows);
    return rows;
}

static void check_level(const char *name)
{
    char path[200];
    struct comb_buf text = {0};
    struct comb_hexcells_level *level, *detected;
    struct comb_error err = {0};
    struct comb_buf expected = {0};
    snprintf(path, sizeof path, FOLDER "%s.hexcells", name);
    if (comb_file_read(&text, path, COMB_HEXCELLS_MAX_INPUT, &err) != COMB_OK) {
        print_message("skipped: %s is missing\n", path);
        skip();
    }
    assert_int_equal(comb_hexcells_level_read(&level, text.data, text.length, 0, &err), COMB_OK);
    for (unsigned i = 0; i < level->cell_count; i++) /* a third is uncovered */
        if (i % 3 == 0)
            level->cells[i].shown = level->cells[i].truth;
    assert_int_equal(comb_hexcells_position_of(&detected, level, &err), COMB_OK);
    struct comb_pixels *pixels = draw(detected, 60, COMB_THEME_LIGHT);
    json_t *reading = NULL;
    const struct comb_game *found;
    comb_reading_new(&reading, &found, pixels, &comb_game_hexcells, NULL, &err);
    assert_non_null(reading);
    as_read(&expected, detected);
    assert_string_equal(rows_of(board_of(reading)), rows_of(comb_buf_text(&expected)));
    comb_buf_free(&expected);
    json_decref(reading);
    comb_pixels_free(pixels);
    comb_hexcells_level_free(detected);
    comb_hexcells_level_free(level);
    comb_buf_free(&text);
}

static void test_shared_a_level_with_islands_offset_by_half_a_cell(void **state)
{
    (void)state;
    check_level("tolomea__solved-pteranodonc-1_2_buckle_my_shoe");
}

static void test_shared_a_level_with_lines_at_all_angles(void **state)
{
    (void)state;
    check_level("tolomea__solved-cookie-the_star");
}

/* ---- no board ---- */

static void test_a_plain_picture_is_not_a_board(void **state)
{
    unsigned char *grey = malloc(3 * 300 * 200);
    struct comb_pixels *pixels;
    json_t *reading;
    const struct comb_game *found;
    struct comb_error err = {0};
    (void)state;
    assert_non_null(grey);
    memset(grey, 200, 3 * 300 * 200);
    assert_int_equal(comb_pixels_from_rgb(&pixels, 300, 200, grey, &err), COMB_OK);
    assert_int_equal(comb_reading_new(&reading, &found, pixels, &comb_game_hexcells, NULL, &err), COMB_UNSURE);
    assert_null(reading);
    comb_pixels_free(pixels);
    free(grey);
}

/* ---- corrections ---- */

static json_t *small_reading(void)
{
    json_t *reading = json_loads("{\"cells\": [{\"x\": 1, \"y\": 0, \"state\": \"hidden\", \"text\": \"\", \"box\": "
                                 "[100, 50, 40, 30]}, {\"x\": 1, \"y\": 2, \"state\": \"black\", \"text\": \"1\", "
                                 "\"box\": [100, 90, 40, 30]}], \"lines\": [], \"remaining\": 1, \"mistakes\": null, "
                                 "\"expected\": 2, \"found\": 2, \"pitch\": 40, "
                                 "\"to_picture\": [35, 0, 85, 0, 20, 65, 0, 0, 1], \"doubts\": []}",
                                 0, NULL);
    assert_non_null(reading);
    return reading;
}

static void check_fix(int x, int y, const char *text, const char *board)
{
    json_t *reading = small_reading();
    struct comb_buf text_of = {0};
    struct comb_error err = {0};
    assert_int_equal(comb_hexcells_reader.apply_fix(reading, x, y, text, NULL, &err), COMB_OK);
    assert_int_equal(comb_hexcells_reader.to_text(&text_of, reading, NULL, &err), COMB_OK);
    assert_string_equal(comb_buf_text(&text_of), board);
    comb_buf_free(&text_of);
    json_decref(reading);
}

static void test_every_item_can_be_corrected(void **state)
{
    (void)state;
    check_fix(1, 0, "blue", "Hexcells position v1\nremaining 1\n0: 1=x\n2: 1=1");
    check_fix(1, 0, " blue 7 ", "Hexcells position v1\nremaining 1\n0: 1=x7\n2: 1=1");
    check_fix(1, 0, "black", "Hexcells position v1\nremaining 1\n0: 1=?\n2: 1=1");
    check_fix(1, 2, "{3}", "Hexcells position v1\nremaining 1\n0: 1=o\n2: 1={3}");
    check_fix(1, 2, "-2-", "Hexcells position v1\nremaining 1\n0: 1=o\n2: 1=-2-");
    check_fix(1, 2, "hidden", "Hexcells position v1\nremaining 1\n0: 1=o\n2: 1=o");
    check_fix(1, 2, ".", "Hexcells position v1\nremaining 1\n0: 1=o");
    check_fix(2, 1, "o", "Hexcells position v1\nremaining 1\n0: 1=o\n1: 2=o\n2: 1=1");
    check_fix(0, 1, "se{2}~", "Hexcells position v1\nremaining 1\n0: 1=o\n1: 0=se{2}~\n2: 1=1");
    check_fix(0, 0, "remaining 12", "Hexcells position v1\nremaining 12\n0: 1=o\n2: 1=1");
    check_fix(0, 0, "remaining ?", "Hexcells position v1\n0: 1=o\n2: 1=1");
    check_fix(0, 0, "mistakes 3", "Hexcells position v1\nremaining 1\nmistakes 3\n0: 1=o\n2: 1=1");
}

static void test_a_hint_above_the_first_row_shifts_the_text_only(void **state)
{
    json_t *reading = small_reading();
    struct comb_error err = {0};
    struct comb_buf text_of = {0};
    (void)state;
    assert_int_equal(comb_hexcells_reader.apply_fix(reading, 1, -2, "s1", NULL, &err), COMB_OK);
    assert_non_null(comb_reading_at(reading, 1, 0));
    assert_int_equal(comb_hexcells_reader.to_text(&text_of, reading, NULL, &err), COMB_OK);
    assert_string_equal(comb_buf_text(&text_of), "Hexcells position v1\nremaining 1\n0: 1=s1\n2: 1=o\n4: 1=1");
    comb_buf_free(&text_of);
    json_decref(reading);
}

static void test_invalid_corrections_are_rejected(void **state)
{
    static const char *const wrong[] = {
        "",          "green",       "{3",           "s",
        "remaining", "remaining x", "remaining ?3", "bluefish",
        "-3",        "x999999",     "black blue",   "oooooooooooooooooooooooooooooooooooooooooo"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *reading = small_reading(), *before = json_deep_copy(reading);
        struct comb_error err = {0};
        assert_int_equal(comb_hexcells_reader.apply_fix(reading, 1, 0, wrong[i], NULL, &err), COMB_BAD_INPUT);
        assert_non_null(strstr(err.message, "expected"));
        assert_true(json_equal(reading, before));
        json_decref(reading);
        json_decref(before);
    }
}

static bool is_doubted(const json_t *reading, const char *beginning)
{
    size_t i;
    const json_t *uncertainty;
    json_array_foreach(json_object_get(reading, "doubts"), i, uncertainty)
    {
        const char *message = json_string_value(json_object_get(uncertainty, "message"));
        if (message && strncmp(message, beginning, strlen(beginning)) == 0)
            return true;
    }
    return false;
}

static void test_a_contradiction_is_reported_until_it_is_fixed(void **state)
{
    json_t *reading = small_reading();
    struct comb_error err = {0};
    (void)state;
    assert_int_equal(comb_hexcells_reader.apply_fix(reading, 1, 2, "4", NULL, &err), COMB_OK);
    assert_true(is_doubted(reading, "the clues contradict each other"));
    assert_int_equal(comb_hexcells_reader.apply_fix(reading, 1, 2, "1", NULL, &err), COMB_OK);
    assert_false(is_doubted(reading, ""));
    assert_int_equal(comb_hexcells_reader.apply_fix(reading, 0, 0, "remaining 9", NULL, &err), COMB_OK);
    assert_true(is_doubted(reading, "the counter says 9"));
    json_decref(reading);
}

/* ---- clicks ---- */

static void test_only_hidden_cells_are_clicked_in_their_middle(void **state)
{
    json_t *reading = small_reading(), *clicks = json_array();
    json_t *answer = json_loads("{\"cells\": [{\"x\": 1, \"y\": 0, \"blue\": true}, {\"x\": 1, \"y\": 2, \"blue\": "
                                "false}, {\"x\": 7, \"y\": 7, \"blue\": false}]}",
                                0, NULL);
    json_t *expected =
        json_loads("[{\"x\": 120, \"y\": 65, \"button\": 1, \"shows\": \"blue\", \"cell\": [1, 0]}]", 0, NULL);
    struct comb_error err = {0};
    (void)state;
    assert_int_equal(comb_hexcells_reader.clicks(clicks, reading, answer, &err), COMB_OK);
    assert_true(json_equal(clicks, expected));
    json_object_set_new(json_array_get(json_object_get(answer, "cells"), 0), "blue", json_false());
    json_array_clear(clicks);
    assert_int_equal(comb_hexcells_reader.clicks(clicks, reading, answer, &err), COMB_OK);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(clicks, 0), "button")), 3);
    json_decref(reading);
    json_decref(clicks);
    json_decref(answer);
    json_decref(expected);
}

static void test_a_fixed_cell_is_clicked_at_its_lattice_position(void **state)
{
    json_t *reading = small_reading(), *clicks = json_array();
    json_t *answer = json_loads("{\"cells\": [{\"x\": 2, \"y\": 1, \"blue\": false}]}", 0, NULL);
    struct comb_error err = {0};
    (void)state;
    assert_int_equal(comb_hexcells_reader.apply_fix(reading, 2, 1, "hidden", NULL, &err), COMB_OK);
    assert_int_equal(comb_hexcells_reader.clicks(clicks, reading, answer, &err), COMB_OK);
    const json_t *click = json_array_get(clicks, 0);
    assert_int_equal(json_integer_value(json_object_get(click, "x")), 155);
    assert_int_equal(json_integer_value(json_object_get(click, "y")), 85);
    json_decref(reading);
    json_decref(clicks);
    json_decref(answer);
}
