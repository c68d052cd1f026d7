/* Reads glyphs of no known font: strokes drawn by the test, at many sizes, weights and rotations. bench/glyph measures
 * accuracy on held-out fonts. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/vision/test_glyph_strokes.h"
#include "vision/glyph/glyph.h"

#include <stdio.h>

enum { SIDE = 96 };

static const char *const letter[] = {"@", NULL};
static const char *const letter_or_qu[] = {"@", "Qu", NULL};
static const char *const digit[] = {"#", NULL};
static const char *const number[] = {"?", "#", "##", "-#-", "-##-", "{#}", "{##}", NULL};

static const struct stroke_style plain = {
    .width = SIDE, .height = SIDE, .left = 20, .top = 20, .cap = 30, .weight = 0.16, .gap = 0.08, .gain = 1};

static struct comb_glyph read_text(const char *text, const struct stroke_style *style, comb_glyph_patterns patterns)
{
    unsigned char *cover = calloc(style->width, style->height);
    assert_non_null(cover);
    stroke_text(cover, style, text);
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    if (style->noise > 0)
        stroke_noise(cover, style, &rng);
    struct comb_glyph_bitmap ink = {style->width, style->height, cover};
    struct comb_glyph glyph;
    assert_int_equal(comb_glyph_read(&glyph, &ink, patterns, NULL), COMB_OK);
    free(cover);
    return glyph;
}

/* Number of misread characters. */
static unsigned misread(const char *characters, const struct stroke_style *style, comb_glyph_patterns patterns)
{
    unsigned wrong = 0;
    for (const char *c = characters; *c; c++) {
        char text[] = {*c, '\0'};
        struct comb_glyph glyph = read_text(text, style, patterns);
        if (strcmp(glyph.text, text) != 0) {
            print_message("%s, cap %g, weight %g, turn %g: read %s (%s), %.3f\n", text, style->cap, style->weight,
                          style->turn, glyph.text, glyph.second, glyph.confidence);
            wrong++;
        }
    }
    return wrong;
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", digits[] = "0123456789";

static void test_letters_of_all_sizes_and_weights(void **state)
{
    (void)state;
    static const double caps[] = {10, 13, 18, 30, 55}, weights[] = {0.1, 0.16, 0.22};
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++)
        for (size_t k = 0; k < sizeof weights / sizeof *weights; k++) {
            struct stroke_style style = plain;
            style.cap = caps[i];
            style.weight = weights[k];
            assert_int_equal(misread(letters, &style, letter), 0);
            assert_int_equal(misread(digits, &style, digit), 0);
        }
}

static void test_rotated_faint_and_noisy(void **state)
{
    (void)state;
    struct stroke_style style = plain;
    for (style.turn = -4; style.turn <= 4; style.turn += 8)
        assert_int_equal(misread(letters, &style, letter), 0);
    style = plain;
    style.gain = 0.3;
    assert_int_equal(misread(letters, &style, letter), 0);
    style.gain = 0.9;
    style.noise = 0.06;
    assert_int_equal(misread(letters, &style, letter), 0);
}

static void test_ink_is_found_anywhere_in_the_patch(void **state)
{
    (void)state;
    struct stroke_style style = plain;
    style.cap = 14;
    struct comb_glyph first = read_text("R", &style, letter);
    for (int step = 0; step < 8; step++) {
        style.left = 10 + 7.3 * step;
        style.top = 70 - 7.7 * step;
        struct comb_glyph glyph = read_text("R", &style, letter);
        assert_string_equal(glyph.text, first.text);
        assert_true(glyph.confidence >= 0.8);
        assert_true(fabs(glyph.x + 0.08 * 14 - style.left) <= 2);
        assert_true(fabs(glyph.y + 0.08 * 14 - style.top) <= 2);
        assert_in_range(glyph.height, 14, 19);
    }
}

static void test_numbers_in_dashes_and_braces(void **state)
{
    (void)state;
    static const char *const texts[] = {"?",   "0",   "7",    "11",   "22",  "13",  "10",   "47",   "88",
                                        "-2-", "-3-", "-10-", "-11-", "{3}", "{5}", "{10}", "{12}", "{6}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (double cap = 14; cap <= 30; cap += 8)
            for (double gap = cap < 20 ? 0.08 : 0; gap <= 0.16; gap += 0.08) { /* from touching to wide */
                struct stroke_style style = plain;
                style.width = 3 * SIDE;
                style.cap = cap;
                style.gap = gap;
                struct comb_glyph glyph = read_text(texts[i], &style, number);
                if (strcmp(glyph.text, texts[i]) != 0)
                    print_message("%s, cap %g, gap %g: read %s\n", texts[i], cap, gap, glyph.text);
                assert_string_equal(glyph.text, texts[i]);
            }
}

static void test_qu_is_two_glyphs_of_one_tile(void **state)
{
    (void)state;
    struct stroke_style style = plain;
    style.width = 2 * SIDE;
    assert_string_equal(read_text("Qu", &style, letter_or_qu).text, "QU");
    assert_string_equal(read_text("Q", &style, letter_or_qu).text, "Q");
    assert_string_equal(read_text("W", &style, letter_or_qu).text, "W");
}

static void test_no_ink_reads_as_nothing(void **state)
{
    (void)state;
    unsigned char cover[SIDE * SIDE] = {0};
    struct comb_glyph_bitmap ink = {SIDE, SIDE, cover};
    struct comb_glyph glyph;
    assert_int_equal(comb_glyph_read(&glyph, &ink, letter, NULL), COMB_OK);
    assert_string_equal(glyph.text, "");
    assert_string_equal(glyph.second, "");
    assert_int_equal(glyph.width, 0);
    assert_true(glyph.confidence == 0);
}

static void test_specks_do_not_count(void **state)
{
    (void)state;
    unsigned char cover[SIDE * SIDE] = {0};
    stroke_text(cover, &plain, "L");
    struct stroke_style speck = plain;
    speck.left = 80;
    speck.top = 5;
    speck.cap = 2;
    stroke_text(cover, &speck, "I");
    struct comb_glyph_bitmap ink = {SIDE, SIDE, cover};
    struct comb_glyph glyph;
    assert_int_equal(comb_glyph_read(&glyph, &ink, letter, NULL), COMB_OK);
    assert_string_equal(glyph.text, "L");
    assert_in_range(glyph.x, 16, 20);
    assert_in_range(glyph.width, 16, 22);
}

static void test_shapes_that_are_not_letters_are_uncertain(void **state)
{
    (void)state;
    unsigned char cover[SIDE * SIDE] = {0};
    for (unsigned y = 20; y < 70; y++) /* a filled diamond */
        for (unsigned x = 20; x < 70; x++)
            cover[y * SIDE + x] = abs((int)x - 45) + abs((int)y - 45) < 25 ? 255 : 0;
    struct comb_glyph_bitmap ink = {SIDE, SIDE, cover};
    struct comb_glyph glyph;
    assert_int_equal(comb_glyph_read(&glyph, &ink, letter, NULL), COMB_OK);
    assert_true(glyph.confidence < 0.8);
    assert_true(glyph.likeness < read_text("A", &plain, letter).likeness);
}

enum { BOARD = 20 };

/* A board with every letter at least twice, with different noise in every cell. */
static void test_equal_glyphs_of_a_board_are_one_group(void **state)
{
    (void)state;
    static const char text[BOARD + 1] = "OQGCOQGCEFEFTIJTIJPR";
    static unsigned char covers[BOARD][SIDE * SIDE];
    struct comb_glyph_bitmap inks[BOARD];
    struct comb_glyph glyphs[BOARD];
    unsigned groups[BOARD];
    struct comb_rng rng;
    comb_rng_seed(&rng, 5);
    struct stroke_style style = plain;
    style.cap = 24;
    style.noise = 0.02;
    for (unsigned i = 0; i < BOARD; i++) {
        char one[] = {text[i], '\0'};
        style.left = 20 + i * 0.37;
        memset(covers[i], 0, sizeof covers[i]);
        stroke_text(covers[i], &style, one);
        stroke_noise(covers[i], &style, &rng);
        inks[i] = (struct comb_glyph_bitmap){SIDE, SIDE, covers[i]};
    }
    assert_int_equal(comb_glyph_read_board(glyphs, groups, inks, BOARD, letter, NULL), COMB_OK);
    unsigned max = 0;
    for (unsigned i = 0; i < BOARD; i++) {
        char one[] = {text[i], '\0'};
        assert_string_equal(glyphs[i].text, one);
        assert_true(groups[i] <= max); /* numbered in order */
        max += groups[i] == max;
        for (unsigned k = 0; k < i; k++)
            assert_int_equal(groups[i] == groups[k], text[i] == text[k]);
    }
    struct comb_glyph again[BOARD];
    assert_int_equal(comb_glyph_read_board(again, NULL, inks, BOARD, letter, NULL), COMB_OK);
    assert_memory_equal(again, glyphs, sizeof again);
}

static void expect_refusal(comb_glyph_patterns patterns, const char *message)
{
    unsigned char cover[4] = {255, 255, 255, 255};
    struct comb_glyph_bitmap ink = {2, 2, cover};
    struct comb_glyph glyph;
    struct comb_error err = {0};
    assert_int_equal(comb_glyph_read(&glyph, &ink, patterns, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, message));
}

static void test_invalid_patterns_are_rejected(void **state)
{
    (void)state;
    static const char *const unknown[] = {"@", "%", NULL}, *const none[] = {NULL}, *const empty[] = {"", NULL},
                             *const lengthy[] = {"#########", NULL};
    expect_refusal(unknown, "'%'");
    expect_refusal(none, "at least one");
    expect_refusal(empty, "1 to 8");
    expect_refusal(lengthy, "1 to 8");
}
