/* Panels of The Windmill, drawn by our own renderer and read from the picture again; what readings say and take. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "test_witness_read_helper.h"

/* ---- panels of the files ---- */

/* Ends that point into a line that is there are drawn over it, and panels of hardly any lines are no lattice. */
static bool can_be_seen(const struct comb_witness_panel *panel)
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

/* Whether starts and ends come in mirrored pairs, so that symmetry is an open question. */
static bool asks_for_symmetry(const json_t *reading)
{
    return json_number_value(json_object_get(comb_reading_at(reading, -1, -1), "confidence")) < COMB_READING_SURE;
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
        assert_int_equal(comb_witness_reader.mend(reading, -1, -1, "none", NULL, NULL), COMB_OK);
    else
        assert_int_equal(panel->symmetry, COMB_WITNESS_NO_SYMMETRY);
    got = read_spelled(reading);
    if (strcmp(expected, got) != 0)
        fail_msg("panel %u, %.0f pixels, %u doubts:\n%s\nwas read as\n%s", number, size, read_doubts(reading), expected,
                 got);
    free(expected);
    free(got);
    json_decref(reading);
    comb_pixels_free(pixels);
}

/* Every step-th panel of a file, each in another look. */
static unsigned check_file(const char *path, unsigned step)
{
    static const double sizes[] = {64, 40, 100};
    static char text[1 << 18];
    FILE *file = fopen(path, "r");
    unsigned number = 0, checked = 0;
    if (!file) {
        print_message("skipped: %s is not there\n", path);
        return 0;
    }
    while (fgets(text, sizeof text, file)) {
        struct comb_witness_panel *panel;
        text[strcspn(text, "\r\n")] = 0;
        if (number++ % step != 0 || comb_witness_read(&panel, text, strlen(text), NULL) != COMB_OK)
            continue;
        if (can_be_seen(panel)) {
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
    assert_int_equal(read_doubts(reading), 0);
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
    char *expected = read_expected(panel), *got = read_spelled(reading);
    assert_string_equal(got, expected);
    assert_true(json_equal(json_object_get(reading, "line"), json_object_get(answer, "path")));
    free(expected);
    free(got);
    comb_witness_panel_free(panel);
    json_decref(reading);
    json_decref(answer);
}

static void test_two_lines_tell_the_symmetry(void **state)
{
    (void)state;
    const char *text =
        "symmetry horizontal / E - + - + - E / | . | . | . | / + - + - + - + / | . | . | . | / S - + - + - S";
    json_t *answer = json_pack("{s:[[ii],[ii],[ii],[ii]]}", "path", 0, 2, 1, 2, 1, 1, 0, 1);
    json_array_append_new(json_object_get(answer, "path"), json_pack("[ii]", 0, 0));
    json_t *reading = reading_of(text, answer);
    const json_t *symmetry = comb_reading_at(reading, -1, -1);
    assert_string_equal(json_string_value(json_object_get(symmetry, "text")), "horizontal");
    assert_true(json_number_value(json_object_get(symmetry, "confidence")) >= COMB_READING_SURE);
    json_decref(reading);
    json_decref(answer);
}

static void test_mirrored_starts_leave_symmetry_in_doubt(void **state)
{
    (void)state;
    json_t *reading = reading_of("E - + - E / | . | . | / S - + - S", NULL);
    assert_true(asks_for_symmetry(reading));
    json_decref(reading);
    reading = reading_of("+ - + - E / | . | . | / S - + - S", NULL);
    assert_false(asks_for_symmetry(reading));
    json_decref(reading);
}

/* ---- mending ---- */

static void test_places_can_be_mended(void **state)
{
    (void)state;
    struct comb_error err = {0};
    json_t *reading = reading_of("+ - E / | sq:black | / S - +", NULL);
    assert_int_equal(comb_witness_reader.mend(reading, 1, 1, "rot:##,.#", NULL, &err), COMB_OK);
    assert_int_equal(comb_witness_reader.mend(reading, 1, 0, ":", NULL, &err), COMB_OK);
    assert_int_equal(comb_witness_reader.mend(reading, -1, -1, "vertical", NULL, &err), COMB_OK);
    char *got = read_spelled(reading);
    assert_non_null(strstr(got, "rot:##,.#"));
    assert_non_null(strstr(got, "symmetry vertical"));
    free(got);
    assert_int_equal(comb_witness_reader.mend(reading, 1, 1, "S", NULL, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "cell"));
    assert_int_equal(comb_witness_reader.mend(reading, 9, 1, ".", NULL, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "0 to 2"));
    assert_int_equal(comb_witness_reader.mend(reading, -1, -1, "diagonal", NULL, &err), COMB_BAD_INPUT);
    json_decref(reading);
}

/* ---- what is missing, and what is no panel ---- */

static void test_a_panel_cut_off_is_in_doubt(void **state)
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
    assert_true(!reading || read_doubts(reading) > 0);
    json_decref(reading);
    json_decref(found);
    free(rgb);
    comb_pixels_free(part);
    comb_pixels_free(whole);
    comb_witness_panel_free(panel);
}

static void test_shared_other_games_are_no_panels(void **state)
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
        if (comb_file_read(&bytes, path, COMB_PIXELS_MOST_BYTES, NULL) == COMB_OK) {
            assert_int_equal(comb_pixels_decode(&pixels, bytes.data, bytes.length, NULL), COMB_OK);
            json_t *reading = read_pixels(pixels);
            if (reading)
                fail_msg("%s was taken for a panel", names[i]);
            checked++;
        }
        comb_pixels_free(pixels);
        comb_buf_free(&bytes);
    }
    if (checked == 0) {
        print_message("skipped: ../shared/data/screens is not there\n");
        skip();
    }
}
