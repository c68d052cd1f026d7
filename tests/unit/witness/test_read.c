/* Panels of The Windmill, drawn by our own renderer and read back; contents and corrections of readings. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "test_read_helper.h"

/* ---- panels of the files ---- */

/* Ends that point into an existing line are drawn over it, and panels with hardly any lines do not form a lattice. */
static bool is_visible(const struct comb_witness_panel *panel)
{
    unsigned absent = 0, edges = 0;
    bool hidden = false;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            const struct comb_witness_thing *thing = comb_witness_at(panel, column, row);
            int way[2];
            edges += column % 2 != row % 2;
            absent += column % 2 != row % 2 && thing->kind == COMB_WITNESS_ABSENT;
            if (thing->kind != COMB_WITNESS_END)
                continue;
            comb_witness_end_direction(way, panel, column, row);
            hidden |= !read_is_absent(panel, (int)column + way[0], (int)row + way[1]);
        }
    return !hidden && 2 * absent < edges && edges - absent >= 8;
}

/* Whether starts and ends come in mirrored pairs, so that the symmetry is uncertain. */
static bool asks_for_symmetry(const json_t *reading)
{
    return json_number_value(json_object_get(comb_reading_at(reading, -1, -1), "confidence")) <
           COMB_READING_MIN_CONFIDENCE;
}

static void check_panel(const struct comb_witness_panel *panel, enum comb_theme theme, double size, unsigned number)
{
    struct comb_pixels *pixels = read_draw(panel, NULL, theme, size);
    assert_non_null(pixels);
    json_t *reading = read_pixels(pixels);
    if (!reading)
        fail_msg("panel %u, %.0f pixels: not found", number, size);
    char *expected = read_expected(panel), *got;
    if (asks_for_symmetry(reading))
        assert_int_equal(comb_witness_reader.apply_fix(reading, -1, -1, "none", NULL, NULL), COMB_OK);
    else
        assert_int_equal(panel->symmetry, COMB_WITNESS_NO_SYMMETRY);
    got = read_text(reading);
    if (strcmp(expected, got) != 0)
        fail_msg("panel %u, theme %d, %.0f pixels, %u doubts:\n%s\nwas read as\n%s", number, (int)theme, size,
                 read_uncertain(reading), expected, got);
    free(expected);
    free(got);
    json_decref(reading);
    comb_pixels_free(pixels);
}

/* Reads every step-th panel of a file, each drawn in another style. */
static unsigned check_file(const char *path, unsigned step)
{
    static const double sizes[] = {64, 40, 100};
    static char text[1 << 18];
    FILE *file = fopen(path, "r");
    unsigned number = 0, checked = 0;
    if (!file) {
        print_message("skipped: %s is missing\n", path);
        return 0;
    }
    while (fgets(text, sizeof text, file)) {
        struct comb_witness_panel *panel;
        text[strcspn(text, "\r\n")] = 0;
        if (number++ % step != 0 || comb_witness_read(&panel, text, strlen(text), NULL) != COMB_OK)
            continue;
        if (is_visible(panel)) {
            check_panel(panel, (enum comb_theme)(checked % COMB_THEMES), sizes[checked % 3], number);
            checked++;
        }
        comb_witness_panel_free(panel);
    }
    fclose(file);
    return checked;
}

static void test_shared_panels_of_the_windmill_are_read(void **state)
{
    (void)state;
    unsigned checked = check_file("../shared/data/windmill/windmill_puzzles.txt", 11);
    if (checked == 0)
        skip();
    print_message("%u panels\n", checked);
}

static void test_shared_panels_of_the_game_are_read(void **state)
{
    (void)state;
    if (check_file("../shared/data/windmill/witness_puzzles.txt", 3) == 0)
        skip();
}

/* ---- panels of our own ---- */

static struct comb_witness_panel *panel_of(const char *text)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_read(&panel, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s", err.message);
    return panel;
}

static json_t *reading_of(const char *text, const json_t *answer)
{
    struct comb_witness_panel *panel = panel_of(text);
    struct comb_pixels *pixels = read_draw(panel, answer, COMB_THEME_LIGHT, 64);
    json_t *reading = read_pixels(pixels);
    assert_non_null(reading);
    comb_pixels_free(pixels);
    comb_witness_panel_free(panel);
    return reading;
}

static void test_every_kind_of_symbol_is_read(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = panel_of("Witness panel v1\n"
                                                "+ - + o:cyan + - + - E\n"
                                                "| sq:black : star:orange | tri:3 | tri:1 |\n"
                                                "+ : x - + - S - +\n"
                                                "o poly:##,.# | Y | rot:##,.# | sq:white |\n"
                                                "E< - + - + o + - +\n"
                                                "| sq:blue | -poly:##,#. | -rot:#,# | star:magenta |\n"
                                                "S - + : + - o - +");
    for (int theme = 0; theme < COMB_THEMES; theme++)
        for (double size = 36; size < 200; size *= 1.7)
            check_panel(panel, (enum comb_theme)theme, size, 0);
    comb_witness_panel_free(panel);
}

static void test_several_things_in_one_place_are_read(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = panel_of("+ - + - SE> / | . | . | / So - + - + / | . | . | / + - So:cyan - E>o");
    for (int theme = 0; theme < COMB_THEMES; theme++)
        for (double size = 64; size < 150; size *= 1.7)
            check_panel(panel, (enum comb_theme)theme, size, 0);
    comb_witness_panel_free(panel);
}

/* Starts and ends between two nodes reach into the cells beside them. */
static void test_starts_and_ends_between_nodes_are_read(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = panel_of("+ S + E^ + - E / | tri:2 | sq:red | . | / + - + - + Ev + / "
                                                "| . S star:blue | . E> / + - + - + - +");
    for (int theme = 0; theme < COMB_THEMES; theme++)
        for (double size = 48; size < 150; size *= 1.7)
            check_panel(panel, (enum comb_theme)theme, size, 0);
    struct comb_pixels *pixels = read_draw(panel, NULL, COMB_THEME_LIGHT, 64);
    json_t *reading = read_pixels(pixels);
    assert_int_equal(read_uncertain(reading), 0);
    json_decref(reading);
    comb_pixels_free(pixels);
    comb_witness_panel_free(panel);
}

static bool has_doubt(const json_t *reading, const char *about)
{
    char *doubts = json_dumps(json_object_get(reading, "doubts"), 0);
    bool found = doubts && strstr(doubts, about);
    free(doubts);
    return found;
}

/* Parts that no line connects are kept, but they could be several panels. */
static void test_a_panel_in_parts_is_uncertain(void **state)
{
    (void)state;
    const char *text = "+ - + - E x S - + / | sq:red | . | . | . | / + - + - + x + - + / | . | . | . | sq:blue | / "
                       "S - + - + x + - E";
    struct comb_witness_panel *panel = panel_of(text);
    check_panel(panel, COMB_THEME_LIGHT, 64, 0);
    comb_witness_panel_free(panel);
    json_t *reading = reading_of(text, NULL);
    assert_true(has_doubt(reading, "several parts"));
    assert_int_equal(comb_witness_reader.apply_fix(reading, -2, -2, "whole", NULL, NULL), COMB_OK);
    assert_false(has_doubt(reading, "several parts"));
    json_decref(reading);
}

static const char a_pillar[] = "pillar / + - + - + - E^ - + - + - / | . | . | sq:black | . | tri:1 | star:orange / "
                               "+ : + - + o + - + - o - / | . | . | star:orange | . | . | sq:white / "
                               "S - + - o - + - + - + :";

/* Our own drawing of a pillar shows the first column once more, as stubs. */
static void test_a_pillar_is_read(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = panel_of(a_pillar);
    for (int theme = 0; theme < COMB_THEMES; theme++)
        for (double size = 48; size < 150; size *= 1.7)
            check_panel(panel, (enum comb_theme)theme, size, 0);
    comb_witness_panel_free(panel);
}

/* Replaces one colour by another. */
static struct comb_pixels *repainted(const struct comb_pixels *pixels, const unsigned char from[3],
                                     const unsigned char to[3])
{
    size_t count = (size_t)pixels->width * pixels->height, changed = 0;
    unsigned char *rgb = malloc(3 * count);
    struct comb_pixels *out;
    assert_non_null(rgb);
    memcpy(rgb, pixels->rgb, 3 * count);
    for (size_t i = 0; i < count; i++)
        if (memcmp(rgb + 3 * i, from, 3) == 0) {
            memcpy(rgb + 3 * i, to, 3);
            changed++;
        }
    assert_true(changed > 100);
    assert_int_equal(comb_pixels_from_rgb(&out, pixels->width, pixels->height, rgb, NULL), COMB_OK);
    free(rgb);
    return out;
}

/* The most frequent saturated colour (much red, little blue), except `apart`. */
static void most_frequent(unsigned char color[3], const struct comb_pixels *pixels, const unsigned char *apart)
{
    size_t count = (size_t)pixels->width * pixels->height, max = 0;
    for (size_t i = 0; i < count; i += 7) {
        const unsigned char *one = pixels->rgb + 3 * i;
        size_t alike = 0;
        if (one[0] < 200 || one[2] > 150 || (apart && memcmp(one, apart, 3) == 0))
            continue;
        for (size_t k = 0; k < count; k += 7)
            alike += memcmp(one, pixels->rgb + 3 * k, 3) == 0;
        if (alike > max) {
            max = alike;
            memcpy(color, one, 3);
        }
    }
    assert_true(max > 10);
}

/* Pure yellow and gold have one name, but are two colours if both occur. */
static void test_two_shades_stay_two_colours(void **state)
{
    (void)state;
    static const unsigned char yellow[3] = {255, 255, 0}, gold[3] = {255, 215, 0};
    struct comb_witness_panel *panel = panel_of("+ - + - E / | sq:yellow | sq:orange | / + - + - + / | sq:orange | "
                                                "sq:yellow | / S - + - +");
    struct comb_pixels *drawn = read_draw(panel, NULL, COMB_THEME_LIGHT, 64);
    unsigned char detected[2][3];
    most_frequent(detected[0], drawn, NULL);
    most_frequent(detected[1], drawn, detected[0]);
    bool first_is_yellow = detected[0][1] > detected[1][1];
    struct comb_pixels *half = repainted(drawn, detected[0], first_is_yellow ? yellow : gold);
    struct comb_pixels *both = repainted(half, detected[1], first_is_yellow ? gold : yellow);
    json_t *reading = read_pixels(both);
    char *got = read_text(reading), *expected = read_expected(panel);
    assert_string_equal(got, expected);
    free(got);
    free(expected);
    json_decref(reading);
    comb_pixels_free(both);
    comb_pixels_free(half);
    comb_pixels_free(drawn);
    comb_witness_panel_free(panel);
}

/* A copy of a picture, each pixel changed by a function of its place (0 to 1). */
typedef void change_pixel(unsigned char rgb[3], double x, double y);

static struct comb_pixels *changed(const struct comb_pixels *pixels, change_pixel *change)
{
    size_t count = (size_t)pixels->width * pixels->height;
    unsigned char *rgb = malloc(3 * count);
    struct comb_pixels *out;
    assert_non_null(rgb);
    memcpy(rgb, pixels->rgb, 3 * count);
    for (size_t i = 0; i < count; i++)
        change(rgb + 3 * i, (double)(i % pixels->width) / pixels->width, (double)(i / pixels->width) / pixels->height);
    assert_int_equal(comb_pixels_from_rgb(&out, pixels->width, pixels->height, rgb, NULL), COMB_OK);
    free(rgb);
    return out;
}

/* A lamp with blue light only; black has a tinge of it, and reflects a little of everything. */
static void light_blue(unsigned char rgb[3], double x, double y)
{
    (void)x;
    (void)y;
    double grey = (rgb[0] + rgb[1] + rgb[2]) / 765.0;
    rgb[0] = rgb[1] = (unsigned char)(53 + 26 * grey);
    rgb[2] = (unsigned char)(89 + 165 * grey);
}

static void check_changed(const char *text, change_pixel *change, bool certain)
{
    struct comb_witness_panel *panel = panel_of(text);
    struct comb_pixels *drawn = read_draw(panel, NULL, COMB_THEME_LIGHT, 64), *pixels = changed(drawn, change);
    json_t *reading = read_pixels(pixels);
    char *got = read_text(reading), *expected = read_expected(panel);
    assert_string_equal(got, expected);
    if (certain)
        assert_int_equal(read_uncertain(reading), 0);
    free(got);
    free(expected);
    json_decref(reading);
    comb_pixels_free(pixels);
    comb_pixels_free(drawn);
    comb_witness_panel_free(panel);
}

static void test_black_stays_black_in_coloured_light(void **state)
{
    (void)state;
    check_changed("+ - + - E / | sq:black | . | / + - + - + / | . | sq:black | / S - + - +", light_blue, true);
}

/* A lamp that shines on one corner; its light has no border. */
static void spotlight(unsigned char rgb[3], double x, double y)
{
    double away = (x - 0.35) * (x - 0.35) + (y - 0.4) * (y - 0.4), light = 1 - 0.35 * (away < 0.2 ? away / 0.2 : 1);
    for (int c = 0; c < 3; c++)
        rgb[c] = (unsigned char)(rgb[c] * light);
}

static void test_light_is_no_symbol(void **state)
{
    (void)state;
    check_changed("+ - + - E / | sq:red | . | / + - + - + / | . | tri:2 | / S - + - +", spotlight, true);
}

/* The ground of a panel, and where its first and last upright lines are; relative to the picture's width. */
static struct {
    unsigned char ground[3];
    double first, last, unit;
} seam;

static double limited(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* Other programs let a pillar fade at both sides: here the picture ends before the last upright line. */
static void fade_sides(unsigned char rgb[3], double x, double y)
{
    (void)y;
    double left = limited((x - seam.first) / seam.unit / 0.44 + 0.66);
    double right = limited((seam.last - x) / seam.unit / 0.37);
    double visible = left < right ? left : right;
    for (int c = 0; c < 3; c++)
        rgb[c] = (unsigned char)(seam.ground[c] + (rgb[c] - seam.ground[c]) * visible + 0.5);
}

static double middle_of_place(const json_t *reading, int x, int y)
{
    const json_t *box = json_object_get(comb_reading_at(reading, x, y), "box");
    return json_number_value(json_array_get(box, 0)) + json_number_value(json_array_get(box, 2)) / 2;
}

static void test_a_faded_pillar_is_read(void **state)
{
    (void)state;
    struct comb_witness_panel *flat = panel_of("+ - + - E - + - + / | . | sq:white | . | star:orange | / "
                                               "+ - + - + - + - + / | . | . | sq:white | . | / + - S - + - + - +");
    struct comb_pixels *drawn = read_draw(flat, NULL, COMB_THEME_LIGHT, 64);
    json_t *whole = read_pixels(drawn);
    double first = middle_of_place(whole, 0, 1), last = middle_of_place(whole, 8, 1);
    seam.first = first / drawn->width;
    seam.last = last / drawn->width;
    seam.unit = (seam.last - seam.first) / 4;
    const json_t *box = json_object_get(comb_reading_at(whole, 1, 1), "box");
    double down = json_number_value(json_array_get(box, 1)) + json_number_value(json_array_get(box, 3)) / 2;
    memcpy(seam.ground, drawn->rgb + 3 * ((size_t)middle_of_place(whole, 1, 1) + drawn->width * (size_t)down), 3);
    struct comb_pixels *faded = changed(drawn, fade_sides);
    json_t *reading = read_pixels(faded);
    char *got = read_text(reading);
    assert_non_null(strstr(got, "pillar"));
    assert_non_null(strstr(got, "star:orange\n"));
    free(got);
    assert_int_equal(comb_witness_reader.apply_fix(reading, -2, -2, "flat", NULL, NULL), COMB_OK);
    got = read_text(reading);
    assert_null(strstr(got, "pillar"));
    free(got);
    assert_int_not_equal(comb_witness_reader.apply_fix(reading, -2, -2, "round", NULL, NULL), COMB_OK);
    json_decref(reading);
    json_decref(whole);
    comb_pixels_free(faded);
    comb_pixels_free(drawn);
    comb_witness_panel_free(flat);
}

static void test_places_are_numbered_as_in_moves(void **state)
{
    (void)state;
    json_t *reading = reading_of("+ - E / | sq:orange | / S - +", NULL);
    const json_t *cell = comb_reading_at(reading, 1, 1), *start = comb_reading_at(reading, 0, 2);
    assert_string_equal(json_string_value(json_object_get(cell, "text")), "sq:orange");
    assert_string_equal(json_string_value(json_object_get(cell, "state")), "square");
    assert_string_equal(json_string_value(json_object_get(start, "text")), "S");
    assert_int_equal(json_integer_value(json_object_get(reading, "expected")), 9);
    assert_int_equal(json_integer_value(json_object_get(reading, "found")), 9);
    assert_true(json_number_value(json_object_get(reading, "likeness")) > 0.8);
    assert_int_equal(read_uncertain(reading), 0);
    json_decref(reading);
}

/* A piece that is larger than the panel is not proposed; what else the ink might be is uncertain. */
static void test_no_piece_is_larger_than_the_panel(void **state)
{
    (void)state;
    static const char *const texts[] = {"+ - + - E / | poly:###,..# | . | / + - + - + / | . | . | / S - + - +",
                                        "+ - + - E / | -poly:#,#,# | . | / + - + - + / | . | . | / S - + - +",
                                        "+ - + - E / | rot:#### | . | / + - + - + / | . | . | / S - + - +"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *reading = reading_of(texts[i], NULL);
        const json_t *cell = comb_reading_at(reading, 1, 1);
        assert_null(strstr(json_string_value(json_object_get(cell, "text")), "#"));
        assert_true(json_number_value(json_object_get(cell, "confidence")) < COMB_READING_MIN_CONFIDENCE);
        json_decref(reading);
    }
    json_t *removed = reading_of("+ - + - E / | poly:###,..# | . | / + - + - + / | . | Y | / S - + - +", NULL);
    assert_string_equal(json_string_value(json_object_get(comb_reading_at(removed, 1, 1), "text")), "poly:###,..#");
    json_decref(removed);
    json_t *reading = reading_of("+ - + - + - E / | poly:###,..# | . | . | / + - + - + - + / | . | rot:## | . | / "
                                 "S - + - + - +",
                                 NULL);
    assert_int_equal(read_uncertain(reading), 0);
    json_decref(reading);
}

/* ---- lines and symmetry ---- */

static void test_a_line_is_read_and_does_not_hide_the_panel(void **state)
{
    (void)state;
    const char *text = "+ - + - E / | sq:black | sq:black | / + - + - + / | sq:black | sq:white | / S - + - +";
    json_t *answer = json_pack("{s:[[ii],[ii],[ii],[ii],[ii]]}", "path", 0, 2, 1, 2, 1, 1, 2, 1, 2, 0);
    json_t *reading = reading_of(text, answer);
    struct comb_witness_panel *panel = panel_of(text);
    char *expected = read_expected(panel), *got = read_text(reading);
    assert_string_equal(got, expected);
    assert_true(json_equal(json_object_get(reading, "line"), json_object_get(answer, "path")));
    free(expected);
    free(got);
    comb_witness_panel_free(panel);
    json_decref(reading);
    json_decref(answer);
}

static void test_two_lines_show_the_symmetry(void **state)
{
    (void)state;
    const char *text =
        "symmetry horizontal / E - + - + - E / | . | . | . | / + - + - + - + / | . | . | . | / S - + - + - S";
    json_t *answer = json_pack("{s:[[ii],[ii],[ii],[ii]]}", "path", 0, 2, 1, 2, 1, 1, 0, 1);
    json_array_append_new(json_object_get(answer, "path"), json_pack("[ii]", 0, 0));
    json_t *reading = reading_of(text, answer);
    const json_t *symmetry = comb_reading_at(reading, -1, -1);
    assert_string_equal(json_string_value(json_object_get(symmetry, "text")), "horizontal");
    assert_true(json_number_value(json_object_get(symmetry, "confidence")) >= COMB_READING_MIN_CONFIDENCE);
    json_decref(reading);
    json_decref(answer);
}

/* The line and its image look the same turned by half a turn; only the starts tell. */
static void test_a_line_shaped_like_a_mirror_shows_no_other_symmetry(void **state)
{
    (void)state;
    const char *text = "symmetry horizontal / E - + - + - E / | . | . | . | / + - + - + - + / | . | . | . | / "
                       "+ - + - + - + / | . | . | . | / S - + - + - S";
    json_t *answer = json_pack("{s:[[ii],[ii],[ii],[ii],[ii],[ii]]}", "path", 0, 3, 0, 2, 1, 2, 1, 1, 0, 1, 0, 0);
    json_t *reading = reading_of(text, answer);
    assert_string_equal(json_string_value(json_object_get(comb_reading_at(reading, -1, -1), "text")), "horizontal");
    json_decref(reading);
    json_decref(answer);
}

/* An end without a partner rules a symmetry out; if a correction sets it nevertheless, the text says so. */
static void test_unpaired_ends_stay_unpaired(void **state)
{
    (void)state;
    json_t *reading = reading_of("E - + - E / | . | . | / + - + - E> / | . | . | / S - + - S", NULL);
    assert_false(asks_for_symmetry(reading));
    assert_int_equal(comb_witness_reader.apply_fix(reading, -1, -1, "horizontal", NULL, NULL), COMB_OK);
    char *got = read_text(reading);
    assert_non_null(strstr(got, "unpaired"));
    free(got);
    json_decref(reading);
}

static void test_mirrored_starts_make_symmetry_uncertain(void **state)
{
    (void)state;
    json_t *reading = reading_of("E - + - E / | . | . | / S - + - S", NULL);
    assert_true(asks_for_symmetry(reading));
    json_decref(reading);
    reading = reading_of("+ - + - E / | . | . | / S - + - S", NULL);
    assert_false(asks_for_symmetry(reading));
    json_decref(reading);
}

/* Coloured dots belong to one of two lines; the starts and ends show how these mirror each other, or nearly so. */
static void test_coloured_dots_show_the_symmetry(void **state)
{
    (void)state;
    json_t *reading = reading_of("E - + - + - E / | . | . | . | / + o:cyan + - + o:yellow + / | . | . | . | / "
                                 "S - + - + - S",
                                 NULL);
    assert_false(asks_for_symmetry(reading));
    assert_string_equal(json_string_value(json_object_get(comb_reading_at(reading, -1, -1), "text")), "horizontal");
    json_decref(reading);
    reading = reading_of("S - + - E / | . | . | / + o:cyan + - + / | . | . | / E - + - S", NULL);
    assert_false(asks_for_symmetry(reading));
    assert_string_equal(json_string_value(json_object_get(comb_reading_at(reading, -1, -1), "text")), "rotational");
    json_decref(reading);
    reading = reading_of("+ - + - E / | . | . | / + o:cyan + - + / | . | . | / S - + - +", NULL);
    assert_true(asks_for_symmetry(reading));
    json_decref(reading);
}

/* On a pillar a single start may be its own image. */
static void test_a_start_that_is_its_own_image_is_uncertain(void **state)
{
    (void)state;
    json_t *reading =
        reading_of("pillar / + - + - + - E^ - / | . | sq:red | . | . / + - S - + - + - / | . | . | . | . / "
                   "+ - + - + - Ev -",
                   NULL);
    assert_true(asks_for_symmetry(reading));
    json_decref(reading);
}

/* ---- corrections ---- */

static void test_places_can_be_fixed(void **state)
{
    (void)state;
    struct comb_error err = {0};
    json_t *reading = reading_of("+ - E / | sq:black | / S - +", NULL);
    assert_int_equal(comb_witness_reader.apply_fix(reading, 1, 1, "rot:##,.#", NULL, &err), COMB_OK);
    assert_int_equal(comb_witness_reader.apply_fix(reading, 1, 0, ":", NULL, &err), COMB_OK);
    assert_int_equal(comb_witness_reader.apply_fix(reading, -1, -1, "vertical", NULL, &err), COMB_OK);
    char *got = read_text(reading);
    assert_non_null(strstr(got, "rot:##,.#"));
    assert_non_null(strstr(got, "symmetry vertical"));
    free(got);
    assert_int_equal(comb_witness_reader.apply_fix(reading, 1, 1, "S", NULL, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "cell"));
    assert_int_equal(comb_witness_reader.apply_fix(reading, 9, 1, ".", NULL, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "0 to 2"));
    assert_int_equal(comb_witness_reader.apply_fix(reading, -1, -1, "diagonal", NULL, &err), COMB_BAD_INPUT);
    json_decref(reading);
}

/* ---- incomplete panels, and pictures without a panel ---- */

static bool asks_whether_it_is_a_panel(const char *text)
{
    json_t *reading = reading_of(text, NULL);
    json_t *doubts = json_object_get(reading, "doubts");
    bool asks = false;
    for (size_t i = 0; i < json_array_size(doubts); i++) {
        const char *message = json_string_value(json_object_get(json_array_get(doubts, i), "message"));
        asks |= message && strstr(message, "is this a panel?");
    }
    json_decref(reading);
    return asks;
}

static void test_a_panel_of_ends_is_uncertain(void **state)
{
    (void)state;
    assert_false(asks_whether_it_is_a_panel("E - E / | . | / S - +"));
    assert_true(asks_whether_it_is_a_panel("E - E / | . | / + - E / | . | / S - E"));
}

static void test_a_cut_off_panel_is_uncertain(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = panel_of("4x4");
    struct comb_pixels *whole = read_draw(panel, NULL, COMB_THEME_LIGHT, 64), *part;
    json_t *found = read_pixels(whole);
    const json_t *box = json_object_get(comb_reading_at(found, 0, 8), "box"); /* bottom left: the start */
    unsigned left = (unsigned)json_integer_value(json_array_get(box, 0)) + 28, width = whole->width - left;
    unsigned char *rgb = malloc(3 * (size_t)width * whole->height);
    assert_non_null(rgb);
    for (unsigned y = 0; y < whole->height; y++)
        memcpy(rgb + 3 * (size_t)width * y, whole->rgb + 3 * (left + (size_t)whole->width * y), 3 * (size_t)width);
    assert_int_equal(comb_pixels_from_rgb(&part, width, whole->height, rgb, NULL), COMB_OK);
    json_t *reading = read_pixels(part);
    assert_true(!reading || read_uncertain(reading) > 0);
    if (reading) {
        assert_int_equal(comb_witness_reader.apply_fix(reading, -2, -2, "whole", NULL, NULL), COMB_OK);
        char *doubts = json_dumps(json_object_get(reading, "doubts"), 0);
        assert_null(doubts ? strstr(doubts, "cut off") : NULL);
        free(doubts);
    }
    json_decref(reading);
    json_decref(found);
    free(rgb);
    comb_pixels_free(part);
    comb_pixels_free(whole);
    comb_witness_panel_free(panel);
}

/* Everything to the right of a place gets another colour: the lines end there without an end of their own. */
static void hide_right(unsigned char rgb[3], double x, double y)
{
    (void)y;
    if (x > seam.last)
        memcpy(rgb, seam.ground, 3);
}

static void test_a_panel_behind_a_strip_is_uncertain(void **state)
{
    (void)state;
    struct comb_witness_panel *panel =
        panel_of("+ - + - + - + - E / | . | sq:white | . | . | / + - + - + - + - + / | . | . | sq:red | . | / "
                 "S - + - + - + - +");
    struct comb_pixels *drawn = read_draw(panel, NULL, COMB_THEME_LIGHT, 64);
    json_t *whole = read_pixels(drawn);
    double unit = (middle_of_place(whole, 8, 1) - middle_of_place(whole, 0, 1)) / 4;
    seam.last = (middle_of_place(whole, 6, 1) + 0.78 * unit) / drawn->width;
    memcpy(seam.ground, drawn->rgb, 3);
    struct comb_pixels *hidden = changed(drawn, hide_right);
    json_t *reading = read_pixels(hidden);
    assert_non_null(reading);
    assert_true(has_doubt(reading, "cut off"));
    json_decref(reading);
    json_decref(whole);
    comb_pixels_free(hidden);
    comb_pixels_free(drawn);
    comb_witness_panel_free(panel);
}

static void test_shared_other_games_are_not_panels(void **state)
{
    static const char *const names[] = {
        "hexcells-06-late", "hexcells-06-start", "hexcells-infinite-1-2", "hexcells-infinite-2-3",
        "hexhunt-apply",    "hexhunt-record",    "hexicon-1080x2160",     "square4"};
    (void)state;
    unsigned checked = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct comb_buf bytes = {0};
        struct comb_pixels *pixels = NULL;
        char path[200];
        snprintf(path, sizeof path, "../shared/data/screens/%s.png", names[i]);
        if (comb_file_read(&bytes, path, COMB_PIXELS_MAX_BYTES, NULL) == COMB_OK) {
            assert_int_equal(comb_pixels_decode(&pixels, bytes.data, bytes.length, NULL), COMB_OK);
            json_t *reading = read_pixels(pixels);
            if (reading)
                fail_msg("%s was read as a panel", names[i]);
            checked++;
        }
        comb_pixels_free(pixels);
        comb_buf_free(&bytes);
    }
    if (checked == 0) {
        print_message("skipped: ../shared/data/screens is missing\n");
        skip();
    }
}
