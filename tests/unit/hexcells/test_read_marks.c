/* Marks around numbers, and texts that lost a character: never a different hint without a question. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/game.h"
#include "games/hexcells/draw/scene.h"
#include "games/hexcells/level/level.h"
#include "games/hexcells/read/parts.h"
#include "grid/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct comb_game comb_game_hexcells;

enum { SIDE = 40 };

/* Ink from a drawing with ten levels; the arena owns it. */
static struct comb_hexcells_ink ink_of(const char *const *rows, struct comb_arena *arena)
{
    static const char levels[] = " .:-=+*#%@";
    struct comb_hexcells_ink ink = {.side = SIDE, .contrast = 100, .cover = comb_arena_alloc(arena, SIDE * SIDE)};
    assert_non_null(ink.cover);
    memset(ink.cover, 0, SIDE * SIDE);
    for (int y = 0; rows[y]; y++)
        for (int x = 0; rows[y][x]; x++)
            ink.cover[(y + 10) * SIDE + x + 10] = (unsigned char)((strchr(levels, rows[y][x]) - levels) * 255 / 9);
    comb_hexcells_ink_box(&ink);
    return ink;
}

/* In a small picture the brightest parts of an 8 or a 0 are single strokes, which look like braces. */
static void test_digits_have_no_braces(void **state)
{
    static const char *const eight[] = {"  -+-. ", " %%+@@.", "-@.  %*", "=@.  #*", " **==@.", " #@#@# ",
                                        "=%:  %%", "%#   +%", "*%   *@", ".@@+%@-", " .=*=: ", NULL};
    static const char *const ten[] = {" :-=      :+=. ",  "*@@@.    +@*#%:",  "..-@.   .@=  #%",  "  :@.   =@   -@.",
                                      "  :@.   *#   .@:", "  -@.   ##   .@-", "  :@.   *#   .@-", "  :@.   *%   :@:",
                                      "  -@.   :@.  +@ ", ".-*@*=.  ##:=@+",  "-%#%%#:  .#%%* ",  NULL};
    const char *const *const digits[] = {eight, ten};
    struct comb_arena arena;
    (void)state;
    comb_arena_init(&arena, NULL);
    for (int i = 0; i < 2; i++) {
        struct comb_hexcells_ink ink = ink_of(digits[i], &arena);
        assert_true(comb_hexcells_remove_marks(&ink));
        assert_int_equal(ink.mark, COMB_HEXCELLS_NUMBER);
    }
    comb_arena_free(&arena);
}

static void test_faint_ink_beside_a_number_may_be_dashes(void **state)
{
    struct comb_hexcells_ink ink = {.flank = {0.127, 0.055}, .mark = COMB_HEXCELLS_NUMBER};
    (void)state;
    assert_true(comb_hexcells_may_have_dashes(&ink, "9"));
    assert_false(comb_hexcells_may_have_dashes(&ink, "4")); /* its arms */
    assert_false(comb_hexcells_may_have_dashes(&ink, "1")); /* -1- does not exist */
    ink.flank[1] = 0.02;
    assert_false(comb_hexcells_may_have_dashes(&ink, "9"));
    ink.flank[1] = 0.055;
    ink.beside[0] = 0.2; /* also above and below: not a dash */
    assert_false(comb_hexcells_may_have_dashes(&ink, "9"));
    ink.beside[0] = 0;
    ink.mark = COMB_HEXCELLS_BRACES;
    assert_false(comb_hexcells_may_have_dashes(&ink, "9"));
}

static struct comb_pixels *draw(const char *text)
{
    struct comb_hexcells_level *level;
    struct comb_scene *scene;
    struct comb_pixels *pixels;
    struct comb_buf png = {0};
    struct comb_picture_style style = {.theme = COMB_THEME_LIGHT, .cell_pixels = 90};
    assert_int_equal(comb_hexcells_position_read(&level, text, strlen(text), NULL), COMB_OK);
    assert_int_equal(comb_hexcells_scene(&scene, level, NULL, NULL, NULL), COMB_OK);
    assert_int_equal(comb_render_png(&png, scene, &style, NULL), COMB_OK);
    assert_int_equal(comb_pixels_decode(&pixels, png.data, png.length, NULL), COMB_OK);
    comb_buf_free(&png);
    comb_scene_free(scene);
    comb_hexcells_level_free(level);
    return pixels;
}

static json_t *read_picture(int expected, const struct comb_pixels *pixels)
{
    json_t *reading;
    const struct comb_game *found;
    struct comb_error err = {0};
    int code = comb_reading_new(&reading, &found, pixels, &comb_game_hexcells, NULL, &err);
    if (code != expected)
        fail_msg("code %d, expected %d: %s", code, expected, err.message);
    return reading;
}

/* Wipes the right end of the only line hint, so that "{1}" becomes "{1" or "{". */
static void test_a_hint_that_lost_characters_is_uncertain(void **state)
{
    static const char board[] = "Hexcells position v1\nremaining 3\nmistakes 2\n0: 1=s{1}\n2: 1=o\n3: 0=o 2=-2-\n"
                                "4: 1=o 3=o\n5: 0=x2 2=o\n6: 1=1";
    (void)state;
    for (int part = 0; part <= 4; part++) {
        struct comb_pixels *pixels = draw(board);
        json_t *whole = read_picture(COMB_OK, pixels);
        const json_t *box = json_object_get(json_array_get(json_object_get(whole, "lines"), 0), "box");
        int left = (int)json_integer_value(json_array_get(box, 0)),
            top = (int)json_integer_value(json_array_get(box, 1));
        int width = (int)json_integer_value(json_array_get(box, 2));
        unsigned char *rgb = (unsigned char *)pixels->rgb;
        int from = left + width / 2 + (2 - part) * width / 10, row = top * (int)pixels->width;
        for (int y = 0; y < width && part > 0; y++)
            for (int x = from; x < left + width + width / 4; x++)
                memcpy(rgb + 3 * (row + y * (int)pixels->width + x), rgb + 3 * (row + left - width / 4), 3);
        struct comb_error err = {0};
        json_t *reading;
        const struct comb_game *found;
        int code = comb_reading_new(&reading, &found, pixels, &comb_game_hexcells, NULL, &err);
        const json_t *lines = json_object_get(reading, "lines");
        bool same = json_array_size(lines) == 1 &&
                    strcmp(json_string_value(json_object_get(json_array_get(lines, 0), "text")), "{1}") == 0;
        assert_true(code == COMB_UNSURE || same);
        json_decref(reading);
        json_decref(whole);
        comb_pixels_free(pixels);
    }
}

/* ---- cells that stand alone ---- */

static void fill_hexagon(unsigned char *rgb, int width, double at_x, double at_y, double inradius, const int colour[3])
{
    for (int y = (int)(at_y - inradius); y <= at_y + inradius; y++)
        for (int x = (int)(at_x - 1.2 * inradius); x <= at_x + 1.2 * inradius; x++)
            if (fabs(y - at_y) <= inradius && fabs(x - at_x) * 0.8660254 + fabs(y - at_y) * 0.5 <= inradius)
                for (int k = 0; k < 3; k++)
                    rgb[3 * (y * width + x) + k] = (unsigned char)colour[k];
}

/* Four cells with a border, no two adjacent: the lattice of their inner parts fits too, with a smaller pitch. */
static void test_cells_that_stand_alone(void **state)
{
    enum { WIDTH = 800, HEIGHT = 500 };
    static const int places[4][2] = {{0, 0}, {0, 4}, {-2, 6}, {2, 6}};
    static const int border[3] = {255, 159, 0}, inside[3] = {255, 175, 41};
    static const double pitch = 88.4;
    unsigned char *rgb = malloc(3 * WIDTH * HEIGHT);
    struct comb_pixels *pixels;
    struct comb_detection *detection;
    (void)state;
    assert_non_null(rgb);
    memset(rgb, 231, 3 * WIDTH * HEIGHT);
    for (int i = 0; i < 4; i++) {
        double x = 400 + places[i][0] * pitch * 0.8660254, y = 90 + places[i][1] * pitch / 2;
        fill_hexagon(rgb, WIDTH, x, y, 0.433 * pitch, border);
        fill_hexagon(rgb, WIDTH, x, y, 0.335 * pitch, inside);
    }
    assert_int_equal(comb_pixels_from_rgb(&pixels, WIDTH, HEIGHT, rgb, NULL), COMB_OK);
    assert_int_equal(comb_detection_new(&detection, pixels, NULL), COMB_OK);
    assert_true(detection->grid_count > 0);
    assert_int_equal(detection->grids[0].count, 4);
    assert_true(fabs(detection->grids[0].pitch - pitch) < 1);
    comb_detection_free(detection);
    comb_pixels_free(pixels);
    free(rgb);
}
