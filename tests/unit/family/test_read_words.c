/* Word boards from pictures: converting readings to text and correcting them, fitting a board to a lattice, and reading
 * boards that the renderer draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "core/game.h"
#include "family/words/read/parts.h"
#include "family/words/read/read.h"

#include <stdlib.h>
#include <string.h>

/* ---- readings written by hand ---- */

static json_t *parsed(const char *text)
{
    json_t *out = json_loads(text, 0, NULL);
    assert_non_null(out);
    return out;
}

static const struct comb_reader *reader_of(const char *game)
{
    const struct comb_game *found = comb_game_find(game);
    assert_non_null(found);
    assert_non_null(found->reader);
    return found->reader;
}

static void assert_text(const char *game, const json_t *reading, const char *expected)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    assert_int_equal(reader_of(game)->to_text(&text, reading, reader_of(game)->payload, &err), COMB_OK);
    assert_string_equal(comb_buf_text(&text), expected);
    comb_buf_free(&text);
}

static void fix(const char *game, json_t *reading, int x, int y, const char *text)
{
    struct comb_error err = {0};
    int code = reader_of(game)->apply_fix(reading, x, y, text, reader_of(game)->payload, &err);
    assert_string_equal(err.message, "");
    assert_int_equal(code, COMB_OK);
}

static void assert_rejected(const char *game, json_t *reading, int x, int y, const char *text, const char *messages)
{
    struct comb_error err = {0};
    json_t *before = json_deep_copy(reading);
    assert_int_equal(reader_of(game)->apply_fix(reading, x, y, text, reader_of(game)->payload, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, messages));
    assert_true(json_equal(before, reading));
    json_decref(before);
}

/* Cells of a board of rows, one character per cell: '_' is a blank one, ' ' none. */
static json_t *reading_of(const char *const *rows, int step)
{
    json_t *cells = json_array();
    int widest = 0;
    for (int y = 0; rows[y]; y++)
        widest = (int)strlen(rows[y]) > widest ? (int)strlen(rows[y]) : widest;
    for (int y = 0; rows[y]; y++) {
        int length = (int)strlen(rows[y]), left = step == 2 ? widest - length : 0;
        for (int i = 0; i < length; i++) {
            char text[2] = {rows[y][i] == '_' ? '\0' : rows[y][i], '\0'};
            if (rows[y][i] != ' ')
                json_array_append_new(cells, comb_reading_cell(left + step * i, y, text, *text ? "none" : "blank", 0.9,
                                                               "", (struct comb_pixel_box){10 * i, 10 * y, 9, 9}));
        }
    }
    return json_pack("{s:o, s:[]}", "cells", cells, "missing");
}

static const char *const hexagons[] = {"LPE", "EASR", "SR_ED", "PING", "LAS", NULL};
static const char *const squares[] = {"ISTJ", "QZOU", "EATC", "RNDE", NULL};

static void test_hexagons_are_written_with_blanks_as_holes(void **state)
{
    (void)state;
    json_t *reading = reading_of(hexagons, 2);
    assert_text("hexhunt", reading, "LPE/EASR/SR.ED/PING/LAS");
    json_decref(reading);
}

static void test_squares_are_written_in_each_games_notation(void **state)
{
    (void)state;
    json_t *reading = reading_of(squares, 1);
    assert_text("wordhunt", reading, "ISTJ/QZOU/EATC/RNDE");
    fix("wordhunt", reading, 0, 1, "qu");
    assert_text("wordhunt", reading, "I S T J / QU Z O U / E A T C / R N D E");
    assert_text("boggle", reading, "I S T J / QU Z O U / E A T C / R N D E");
    json_decref(reading);
}

static void test_places_without_a_cell_are_dots(void **state)
{
    (void)state;
    static const char *const ring[] = {" AT ", "EHPS", "NTES", " RA ", NULL};
    json_t *reading = reading_of(ring, 1);
    assert_text("wordhunt", reading, ".AT./EHPS/NTES/.RA.");
    json_decref(reading);
}

static void test_missing_places_keep_their_position_and_can_be_filled(void **state)
{
    (void)state;
    static const char *const rows[] = {"AB ", "CDE", "FGH", NULL};
    json_t *reading = reading_of(rows, 1);
    json_array_append_new(json_object_get(reading, "missing"),
                          parsed("{\"x\": 2, \"y\": 0, \"text\": \"?\", \"box\": [20, 0, 9, 9]}"));
    assert_text("wordhunt", reading, "AB?/CDE/FGH");
    assert_rejected("wordhunt", reading, 3, 0, "X", "no cell at 3,0: expected x from 0 to 2 and y from 0 to 2");
    fix("wordhunt", reading, 2, 0, "X");
    assert_text("wordhunt", reading, "ABX/CDE/FGH");
    assert_int_equal(json_array_size(json_object_get(reading, "missing")), 0);
    json_decref(reading);
}

static void test_corrections_of_letters_blanks_and_holes(void **state)
{
    (void)state;
    json_t *reading = reading_of(hexagons, 2);
    fix("hexhunt", reading, 4, 2, "t");
    fix("hexhunt", reading, 2, 0, "_");
    fix("hexhunt", reading, 4, 0, "");
    fix("hexhunt", reading, 6, 0, ".");
    assert_text("hexhunt", reading, ".../EASR/SRTED/PING/LAS");
    fix("hexhunt", reading, 6, 0, "E");
    assert_text("hexhunt", reading, "..E/EASR/SRTED/PING/LAS");
    assert_string_equal(json_string_value(json_object_get(comb_reading_at(reading, 6, 0), "state")), "none");
    json_decref(reading);
}

static void test_corrections_of_states(void **state)
{
    (void)state;
    static const char *const rows[] = {"A", "BC", "DEF", "GH", "I", NULL};
    json_t *reading = reading_of(rows, 2);
    fix("hexicon", reading, 2, 0, ":r");
    fix("hexicon", reading, 1, 1, "X:B");
    fix("hexicon", reading, 3, 1, ":very_red");
    fix("hexicon", reading, 2, 4, "J:blue");
    assert_text("hexicon", reading, "A:r / X:B C:R / D E F / G H / J:b");
    fix("hexicon", reading, 2, 0, ":");
    fix("hexicon", reading, 3, 1, "C:none");
    fix("hexicon", reading, 1, 1, "Y");
    assert_text("hexicon", reading, "A / Y:B C / D E F / G H / J:b");
    assert_rejected("hexicon", reading, 1, 1, "A:x", "one of r R b B");
    assert_rejected("hexicon", reading, 1, 1, ":2w", "one of r R b B");
    json_decref(reading);
}

static void test_bonuses_accept_all_aliases(void **state)
{
    (void)state;
    json_t *reading = reading_of(squares, 1);
    fix("ruzzle", reading, 0, 0, "E:2w");
    fix("ruzzle", reading, 1, 0, ":tl");
    fix("ruzzle", reading, 2, 0, "T:DL");
    assert_text("ruzzle", reading, "E:2w S:3l T:2l J / Q Z O U / E A T C / R N D E");
    assert_rejected("ruzzle", reading, 0, 0, "E:4w", "one of 2l 3l 2w 3w");
    json_decref(reading);
}

static void test_bad_corrections_change_nothing(void **state)
{
    (void)state;
    json_t *reading = reading_of(squares, 1);
    assert_rejected("wordhunt", reading, 0, 0, "A:r", "expected a letter or a tile");
    assert_rejected("wordhunt", reading, 0, 0, "ABCDE", "expected a letter or a tile");
    assert_rejected("wordhunt", reading, 0, 0, "5", "expected a letter or a tile");
    assert_rejected("wordhunt", reading, 0, 0, "a very long correction indeed", "expected a letter or a tile");
    assert_rejected("wordhunt", reading, -1, 0, "A", "no cell at -1,0");
    json_decref(reading);
}

static void test_one_correction_fixes_all_equal_uncertain_glyphs(void **state)
{
    (void)state;
    static const char *const rows[] = {"OOO", "OAB", "CDE", NULL};
    json_t *reading = reading_of(rows, 1);
    for (int i = 0; i < 4; i++) {
        json_t *cell = comb_reading_at(reading, i % 3, i / 3);
        json_object_set_new(cell, "group", json_integer(i == 3 ? 8 : 7));
        json_object_set_new(cell, "confidence", json_real(i == 2 ? 0.95 : 0.5));
    }
    fix("wordhunt", reading, 0, 0, "Q");
    /* the second is equal; the third is certain; the fourth is another glyph */
    assert_text("wordhunt", reading, "QQO/OAB/CDE");
    assert_true(json_number_value(json_object_get(comb_reading_at(reading, 1, 0), "confidence")) >=
                COMB_READING_MIN_CONFIDENCE);
    json_decref(reading);
}

static void test_readings_from_clients_are_not_trusted(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{}",
        "{\"cells\": 3}",
        "{\"cells\": [3, null, {}]}",
        "{\"cells\": [{\"x\": 99999, \"y\": 2, \"text\": \"A\"}]}",
        "{\"cells\": [{\"x\": 1, \"y\": -2, \"text\": \"A\"}, {\"x\": 0, \"y\": 0, \"text\": 7}]}",
        "{\"cells\": [{\"x\": 0, \"y\": 0, \"text\": \"A\", \"state\": \"r=R\"}], \"missing\": {\"x\": 1}}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *reading = parsed(bad[i]);
        struct comb_buf text = {0};
        struct comb_error err = {0};
        assert_int_equal(reader_of("hexicon")->to_text(&text, reading, reader_of("hexicon")->payload, &err), COMB_OK);
        assert_int_equal(reader_of("hexicon")->apply_fix(reading, 5, 5, "A", reader_of("hexicon")->payload, &err),
                         COMB_BAD_INPUT);
        comb_buf_free(&text);
        json_decref(reading);
    }
}

/* ---- lattices made by hand ---- */

enum { PITCH = 40, WIDE = 640, HIGH = 480 };

struct scene {
    struct comb_pixels *picture;
    struct comb_detection detection;
    struct comb_detected_grid grid;
    struct comb_detected_cell cells[160];
    struct comb_detected_colour colour;
};

static const unsigned GREY = 0xa0a0a0, WHITE = 0xffffff;

static void paint(unsigned char *rgb, int left, int top, int side, unsigned colour)
{
    for (int y = top; y < top + side; y++)
        for (int x = left; x < left + side; x++)
            for (int k = 0; k < 3; k++)
                if (x >= 0 && y >= 0 && x < WIDE && y < HIGH)
                    rgb[3 * (y * WIDE + x) + k] = (unsigned char)(colour >> (16 - 8 * k));
}

/* A white picture with the lattice's place (0, 0) at pixel (`left`, `top`) and a grey square for every cell, and for
 * every place in `unseen`, which is not a cell of the lattice. */
static void build_scene(struct scene *scene, enum comb_detected_kind kind, const struct comb_point *points,
                        unsigned count, const struct comb_point *undetected, unsigned undetected_count, int left,
                        int top)
{
    static unsigned char rgb[3 * WIDE * HIGH];
    memset(rgb, 255, sizeof rgb);
    memset(scene, 0, sizeof *scene);
    scene->colour = (struct comb_detected_colour){GREY, count};
    scene->grid = (struct comb_detected_grid){.kind = kind,
                                              .count = count,
                                              .cells = scene->cells,
                                              .colour_count = 1,
                                              .colours = &scene->colour,
                                              .pitch = PITCH,
                                              .to_picture = {PITCH, 0, left, 0, PITCH, top, 0, 0, 1},
                                              .background = WHITE};
    for (unsigned i = 0; i < count + undetected_count; i++) {
        struct comb_point at = i < count ? points[i] : undetected[i - count];
        double x, y;
        comb_grid_to_pixel(&x, &y, &scene->grid, at.x, at.y);
        paint(rgb, (int)x - 16, (int)y - 16, 32, GREY);
        if (i < count)
            scene->cells[i] = (struct comb_detected_cell){.x = at.x,
                                                          .y = at.y,
                                                          .centre_x = x,
                                                          .centre_y = y,
                                                          .box = {(int)x - 16, (int)y - 16, 32, 32},
                                                          .colour = GREY,
                                                          .support = 1};
    }
    assert_int_equal(comb_pixels_from_rgb(&scene->picture, WIDE, HIGH, rgb, NULL), COMB_OK);
    scene->detection = (struct comb_detection){.picture = scene->picture, .grid_count = 1, .grids = &scene->grid};
}

/* Points of rows of hexagons, as on boards; `skip` is the index of one to leave out, or -1. */
static unsigned hexagon_points(struct comb_point *out, const char *lengths, int skip)
{
    unsigned count = 0;
    int widest = 0, number = 0;
    for (const char *row = lengths; *row; row++)
        widest = *row - '0' > widest ? *row - '0' : widest;
    for (int y = 0; lengths[y]; y++)
        for (int i = 0; i < lengths[y] - '0'; i++)
            if (number++ != skip)
                out[count++] = (struct comb_point){widest - (lengths[y] - '0') + 2 * i, y};
    return count;
}

static const unsigned char hex_rows[][COMB_WORDS_MAX_ROWS] = {{3, 4, 5, 4, 3}, {2, 3, 2}, {3, 4, 3}, {3, 4, 3, 2}};
static const unsigned char hexicon_rows[][COMB_WORDS_MAX_ROWS] = {{1, 2, 3, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 3, 2, 1}};
static const struct comb_words_board_spec hex_spec = {
    .kind = COMB_DETECTED_HEX_POINTY, .shapes = hex_rows, .shape_count = 4};
static const struct comb_words_board_spec hexicon_spec = {
    .kind = COMB_DETECTED_HEX_FLAT, .shapes = hexicon_rows, .shape_count = 1, .fixed_shape = true};
static const struct comb_words_board_spec square_spec = {.kind = COMB_DETECTED_SQUARE};

static unsigned missing_of(const struct comb_words_detection *detected, enum comb_words_missing kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < detected->count; i++)
        count += detected->places[i].missing == kind;
    return count;
}

static void test_a_whole_hexagon_fits(void **state)
{
    (void)state;
    struct scene scene;
    struct comb_words_detection detected;
    struct comb_point points[64];
    unsigned count = hexagon_points(points, "34543", -1);
    build_scene(&scene, COMB_DETECTED_HEX_POINTY, points, count, NULL, 0, 200, 150);
    assert_true(comb_words_fit(&detected, &scene.detection, &scene.grid, &hex_spec));
    assert_int_equal(detected.count, 19);
    assert_int_equal(detected.found, 19);
    assert_int_equal(detected.places[0].x, 2);
    assert_int_equal(detected.places[7].x, 0);
    comb_pixels_free(scene.picture);
}

static void test_smaller_hexagons_fit_if_nothing_surrounds_them(void **state)
{
    (void)state;
    static const char *const shapes[] = {"232", "343", "3432"};
    static const unsigned sizes[] = {7, 10, 12};
    for (int i = 0; i < 3; i++) {
        struct scene scene;
        struct comb_words_detection detected;
        struct comb_point points[64];
        unsigned count = hexagon_points(points, shapes[i], -1);
        build_scene(&scene, COMB_DETECTED_HEX_POINTY, points, count, NULL, 0, 250, 200);
        assert_true(comb_words_fit(&detected, &scene.detection, &scene.grid, &hex_spec));
        assert_int_equal(detected.count, sizes[i]);
        assert_int_equal(detected.found, sizes[i]);
        comb_pixels_free(scene.picture);
    }
}

static void test_an_undetected_cell_is_missing(void **state)
{
    (void)state;
    struct scene scene;
    struct comb_words_detection detected;
    struct comb_point points[64], all[64];
    for (int skip = 0; skip < 19; skip++) {
        unsigned count = hexagon_points(points, "34543", skip);
        hexagon_points(all, "34543", -1);
        build_scene(&scene, COMB_DETECTED_HEX_POINTY, points, count, &all[skip], (unsigned)(skip % 2), 200, 150);
        assert_true(comb_words_fit(&detected, &scene.detection, &scene.grid, &hex_spec));
        assert_int_equal(detected.count, 19);
        assert_int_equal(detected.found, 18);
        assert_int_equal(missing_of(&detected, skip % 2 ? COMB_WORDS_CELL_UNDETECTED : COMB_WORDS_CELL_ABSENT), 1);
        assert_null(detected.places[skip].cell);
        comb_pixels_free(scene.picture);
    }
}

static void test_a_board_cut_by_the_edge_is_not_read_as_a_smaller_one(void **state)
{
    (void)state;
    struct scene scene;
    struct comb_words_detection detected;
    struct comb_point points[64];
    unsigned count = hexagon_points(points, "3454", -1); /* the last row is below the picture */
    build_scene(&scene, COMB_DETECTED_HEX_POINTY, points, count, NULL, 0, 200, HIGH - 22 - (int)(3 * 0.866 * PITCH));
    assert_true(comb_words_fit(&detected, &scene.detection, &scene.grid, &hex_spec));
    assert_int_equal(detected.count, 19);
    assert_int_equal(detected.found, 16);
    assert_int_equal(missing_of(&detected, COMB_WORDS_CELL_CUT), 3);
    comb_pixels_free(scene.picture);
}

static void test_hexicon_always_has_61_places(void **state)
{
    (void)state;
    static struct scene scene;
    struct comb_words_detection detected;
    struct comb_point points[80];
    unsigned count = hexagon_points(points, "12345454545454321", -1);
    points[0] = (struct comb_point){40, 0}; /* the first cell was missed, and something else was detected as one */
    build_scene(&scene, COMB_DETECTED_HEX_FLAT, points, count, NULL, 0, 60, 60);
    assert_true(comb_words_fit(&detected, &scene.detection, &scene.grid, &hexicon_spec));
    assert_int_equal(detected.count, 61);
    assert_int_equal(detected.found, 60);
    assert_null(detected.places[0].cell);
    assert_int_equal(detected.places[0].x, 4);
    comb_pixels_free(scene.picture);
}

static unsigned square_points(struct comb_point *out, const char *const *rows)
{
    unsigned count = 0;
    for (int y = 0; rows[y]; y++)
        for (int x = 0; rows[y][x]; x++)
            if (rows[y][x] == '#')
                out[count++] = (struct comb_point){x, y};
    return count;
}

static bool fit_square(struct comb_words_detection *detected, const char *const *rows, int left)
{
    static struct scene scene;
    struct comb_point points[80];
    unsigned count = square_points(points, rows);
    build_scene(&scene, COMB_DETECTED_SQUARE, points, count, NULL, 0, left, 120);
    bool fits = comb_words_fit(detected, &scene.detection, &scene.grid, &square_spec);
    comb_pixels_free(scene.picture);
    return fits;
}

static void test_symmetric_holes_belong_to_the_board(void **state)
{
    (void)state;
    static const char *const ring[] = {"#####", "##.##", "#...#", "##.##", "#####", NULL};
    static const char *const corners[] = {".##.", "####", "####", ".##.", NULL};
    struct comb_words_detection detected;
    assert_true(fit_square(&detected, ring, 120));
    assert_int_equal(detected.count, 20);
    assert_int_equal(detected.found, 20);
    assert_true(detected.holes);
    assert_true(fit_square(&detected, corners, 120));
    assert_int_equal(detected.count, 12);
    assert_false(detected.cut_off);
}

static void test_a_single_gap_is_a_tile_that_was_missed(void **state)
{
    (void)state;
    static const char *const gap[] = {"####", "#.##", "####", "####", NULL};
    struct comb_words_detection detected;
    assert_true(fit_square(&detected, gap, 120));
    assert_int_equal(detected.count, 16);
    assert_int_equal(detected.found, 15);
    assert_false(detected.holes);
    assert_null(detected.places[5].cell);
}

static void test_nearly_empty_lines_are_not_part_of_the_board(void **state)
{
    (void)state;
    static const char *const stray[] = {"#....", ".....", "####.", "####.", "####.", "####.", NULL};
    struct comb_words_detection detected;
    assert_true(fit_square(&detected, stray, 120));
    assert_int_equal(detected.count, 16);
    assert_int_equal(detected.rows, 4);
    assert_int_equal(detected.places[0].y, 0);
    assert_int_equal(detected.origin_y, 2);
}

static void test_a_non_square_board_at_the_edge_may_continue(void **state)
{
    (void)state;
    static const char *const oblong[] = {"###", "###", "###", "###", NULL};
    struct comb_words_detection detected;
    assert_true(fit_square(&detected, oblong, WIDE - 2 * PITCH - 21));
    assert_true(detected.cut_off);
    assert_true(fit_square(&detected, oblong, 200));
    assert_false(detected.cut_off);
}

static void test_a_board_smaller_than_usual_at_the_edge_may_continue(void **state)
{
    (void)state;
    static const char *const three[] = {"###", "###", "###", NULL}, *const four[] = {"####", "####", "####", "####",
                                                                                     NULL};
    struct comb_words_detection detected;
    assert_true(fit_square(&detected, three, WIDE - 2 * PITCH - 21));
    assert_true(detected.cut_off);
    assert_true(fit_square(&detected, three, 200));
    assert_false(detected.cut_off);
    assert_true(fit_square(&detected, four, WIDE - 3 * PITCH - 21));
    assert_false(detected.cut_off);
}

static void test_few_or_scattered_cells_are_not_a_board(void **state)
{
    (void)state;
    static const char *const few[] = {"##", "##", NULL};
    static const char *const scattered[] = {"#..#..#", ".......", "..#....", "#.....#", NULL};
    struct comb_words_detection detected;
    assert_false(fit_square(&detected, few, 120));
    assert_false(fit_square(&detected, scattered, 120));
}

static void test_tiles_crossed_by_a_line_are_marked(void **state)
{
    (void)state;
    static const char *const rows[] = {"####", "####", "####", "####", NULL};
    static struct scene scene;
    static unsigned char rgb[3 * WIDE * HIGH];
    struct comb_words_detection detected;
    struct comb_point points[80];
    unsigned count = square_points(points, rows);
    build_scene(&scene, COMB_DETECTED_SQUARE, points, count, NULL, 0, 120, 120);
    assert_true(comb_words_fit(&detected, &scene.detection, &scene.grid, &square_spec));
    comb_words_find_lines(&detected);
    for (unsigned i = 0; i < detected.count; i++)
        assert_false(detected.places[i].crossed);
    memcpy(rgb, scene.picture->rgb, sizeof rgb);
    paint(rgb, 120 + PITCH / 2 - 4, 120 - 4, 8, 0xff0000); /* between the first two tiles */
    comb_pixels_free(scene.picture);
    assert_int_equal(comb_pixels_from_rgb(&scene.picture, WIDE, HIGH, rgb, NULL), COMB_OK);
    scene.detection.picture = scene.picture;
    comb_words_find_lines(&detected);
    for (unsigned i = 0; i < detected.count; i++)
        assert_int_equal(detected.places[i].crossed, i < 2);
    comb_pixels_free(scene.picture);
}

/* ---- boards drawn by the renderer ---- */

static struct comb_pixels *draw_board(const char *game_name, const char *board_text, enum comb_theme theme)
{
    const struct comb_game *game = comb_game_find(game_name);
    void *board = NULL;
    struct comb_scene *scene = NULL;
    struct comb_buf png = {0};
    struct comb_pixels *picture = NULL;
    struct comb_error err = {0};
    struct comb_picture_style style = {.theme = theme, .cell_pixels = 72};
    assert_int_equal(game->parse(&board, game, NULL, board_text, strlen(board_text), NULL, &err), COMB_OK);
    assert_int_equal(game->scene(&scene, board, NULL, NULL, &err), COMB_OK);
    assert_int_equal(comb_render_png(&png, scene, &style, &err), COMB_OK);
    assert_int_equal(comb_pixels_decode(&picture, png.data, png.length, &err), COMB_OK);
    comb_buf_free(&png);
    comb_scene_free(scene);
    game->free(board);
    return picture;
}

static json_t *read_drawn(const char *game_name, const char *board_text, const char *theme, int *code,
                          const struct comb_game **found)
{
    struct comb_error err = {0};
    json_t *reading = NULL;
    struct comb_pixels *picture =
        draw_board(game_name, board_text, strcmp(theme, "dark") == 0 ? COMB_THEME_DARK : COMB_THEME_LIGHT);
    *code = comb_reading_new(&reading, found, picture, NULL, NULL, &err);
    if (*code != COMB_OK)
        print_message("%s %s: %s\n", game_name, theme, err.message);
    comb_pixels_free(picture);
    return reading;
}

/* Reads with every game of squares, which share what they read unless `alone`. */
static json_t *read_as_all(const struct comb_pixels *picture, bool alone)
{
    static const char *const games[] = {"boggle", "ruzzle", "squaredle", "wordhunt", NULL};
    struct comb_detection *detection;
    struct comb_error err = {0};
    json_t *all = json_array();
    assert_int_equal(comb_detection_new(&detection, picture, &err), COMB_OK);
    assert_non_null(detection->memo);
    if (alone) {
        free(detection->memo);
        detection->memo = NULL;
    }
    for (int i = 0; games[i]; i++) {
        json_t *reading = NULL;
        int code = reader_of(games[i])->read(&reading, detection, reader_of(games[i])->payload, &err);
        json_array_append_new(all, json_integer(code));
        json_array_append_new(all, reading ? reading : json_null());
    }
    comb_detection_free(detection);
    return all;
}

/* Reading a board once for several games gives what reading it for each of them gives. */
static void test_games_share_a_board(void **state)
{
    (void)state;
    static const char *const boards[][2] = {{"wordhunt", "SLPS/EAIE/RNTR/GESO"},
                                            {"squaredle", "SLPSABCDE/EAIEFGHIK/RNTRLMNOP/GESOQRSTU/VWXYZABCD/"
                                                          "EFGHIKLMN/OPRSTUVWX/YZABCDEFG/HIKLMNOPR"}};
    for (int i = 0; i < 2; i++) {
        struct comb_pixels *picture = draw_board(boards[i][0], boards[i][1], COMB_THEME_LIGHT);
        json_t *shared = read_as_all(picture, false), *alone = read_as_all(picture, true);
        assert_int_equal(json_integer_value(json_array_get(alone, 4)), COMB_OK); /* of the third game */
        assert_true(json_equal(shared, alone));
        json_decref(shared);
        json_decref(alone);
        comb_pixels_free(picture);
    }
}

static void assert_read(const char *game, const char *board)
{
    static const char *const themes[] = {"light", "dark"};
    for (int i = 0; i < 2; i++) {
        int code;
        const struct comb_game *found;
        json_t *reading = read_drawn(game, board, themes[i], &code, &found);
        assert_non_null(reading);
        assert_string_equal(found->name, game);
        assert_string_equal(json_string_value(json_object_get(reading, "board")), board);
        assert_int_equal(code, COMB_OK);
        assert_true(json_equal(json_object_get(reading, "expected"), json_object_get(reading, "found")));
        json_decref(reading);
    }
}

static void test_drawn_hexagons_are_read(void **state)
{
    (void)state;
    assert_read("hexhunt", "LPE/EASR/SRTED/PING/LAS");
    assert_read("hexhunt", "QWX/ZJKV/BFGHY/UMOC/DIN");
    assert_read("hexhunt", "TS/EAR/LB");
}

static void test_drawn_squares_are_read_and_distinguished(void **state)
{
    (void)state;
    assert_read("wordhunt", "OATR/IHPS/NTES/LRAD");
    assert_read("wordhunt", ".AT./EHPS/NTES/.RA.");
    assert_read("boggle", "I S T J / QU Z O U / E A T C / R N D E");
    assert_read("boggle", "DNTAI/SEROE/LATIR/INSTM/ERDES");
    assert_read("ruzzle", "C A:3l T D / W:2l O:2w F:3w O / I R D G / N O A S");
    assert_read("ruzzle", "BMSS/OATS/CREN/DYHO");
}

static void test_drawn_hexicon_boards_are_read_with_their_states(void **state)
{
    (void)state;
    assert_read("hexicon", "A / I Y / N M:b G / P O S A / L I:r E C B / A:r T A:B I / T:r Y M:B E T / S:R I:B R S / "
                           "E A:R N D A / L:R R W D:b / R E T U E:b / I G M R:b / T S:r A J:b E / O F N:b U:b / "
                           "A T I:b / L O / R");
}

static void test_a_plain_square_lists_alternative_games(void **state)
{
    (void)state;
    int code;
    const struct comb_game *found;
    json_t *reading = read_drawn("wordhunt", "OATR/IHPS/NTES/LRAD", "light", &code, &found);
    json_t *expected = json_pack("[s, s]", "boggle", "ruzzle");
    assert_true(json_equal(json_object_get(reading, "alternatives"), expected));
    json_decref(expected);
    json_decref(reading);
    reading = read_drawn("ruzzle", "C A:3l T D / W:2l O:2w F:3w O / I R D G / N O A S", "light", &code, &found);
    assert_int_equal(json_array_size(json_object_get(reading, "alternatives")), 0);
    json_decref(reading);
}

static void test_a_hole_in_a_hexagon_is_uncertain(void **state)
{
    (void)state;
    int code;
    const struct comb_game *found;
    json_t *reading = read_drawn("hexhunt", "LPE/EA.R/SRTED/PING/LAS", "light", &code, &found);
    assert_int_equal(code, COMB_UNSURE);
    assert_string_equal(json_string_value(json_object_get(reading, "board")), "LPE/EA.R/SRTED/PING/LAS");
    assert_int_equal(json_integer_value(json_object_get(reading, "found")), 18);
    assert_int_equal(json_integer_value(json_object_get(reading, "expected")), 19);
    assert_int_equal(json_array_size(json_object_get(reading, "doubts")), 1);
    json_decref(reading);
}
