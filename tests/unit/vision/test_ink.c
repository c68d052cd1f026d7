/* Ink of patches drawn by the test: letters on flat, shaded, grained and dim paper, with borders around them. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/vision/test_glyph_strokes.h"
#include "vision/glyph/glyph.h"

#include <stdio.h>

enum { SIDE = 72 };

struct scene {
    double paper[3], ink[3];
    double shade;  /* levels from the left side to the right */
    double grain;  /* levels of stripes, as on wood */
    double noise;  /* levels */
    double border; /* thickness of a dark ring at the circle's edge, pixels; 0 for none */
    const char *text;
};

static double blend(double from, double to, double fraction)
{
    return from + (to - from) * fraction;
}

static void draw(unsigned char *rgb, const struct scene *scene)
{
    static unsigned char cover[SIDE * SIDE];
    struct stroke_style style = {
        .width = SIDE, .height = SIDE, .left = 28, .top = 22, .cap = 28, .weight = 0.16, .gap = 0.1, .gain = 1};
    struct comb_rng rng;
    comb_rng_seed(&rng, 3);
    memset(cover, 0, sizeof cover);
    if (scene->text)
        stroke_text(cover, &style, scene->text);
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++) {
            double radius = hypot(x + 0.5 - SIDE / 2.0, y + 0.5 - SIDE / 2.0) - 0.42 * SIDE;
            for (unsigned k = 0; k < 3; k++) {
                double value = scene->paper[k] + scene->shade * (x / (double)SIDE - 0.5) +
                               scene->grain * sin(y * 0.9 + x * 0.11) +
                               scene->noise * (comb_rng_unit(&rng) - 0.5) * 3.4;
                value = blend(value, scene->ink[k], cover[y * SIDE + x] / 255.0);
                if (scene->border > 0 && radius > 0 && radius < scene->border)
                    value = 30 + 20 * k;
                rgb[3 * (y * SIDE + x) + k] = (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value);
            }
        }
}

static bool near_colour(unsigned found, const double colour[3], int within)
{
    for (unsigned k = 0; k < 3; k++)
        if (abs((int)(found >> (16 - 8 * k) & 255) - (int)colour[k]) > within)
            return false;
    return true;
}

static void expect_text(const struct scene *scene, double keep)
{
    static const char *const letter[] = {"@", NULL};
    unsigned char rgb[3 * SIDE * SIDE], cover[SIDE * SIDE];
    unsigned paper, ink_colour;
    draw(rgb, scene);
    assert_true(comb_ink_of_patch(cover, &paper, &ink_colour, rgb, SIDE, keep));
    assert_true(near_colour(paper, scene->paper, 12));
    assert_true(near_colour(ink_colour, scene->ink, 40));
    struct comb_glyph_bitmap ink = {SIDE, SIDE, cover};
    struct comb_glyph glyph;
    assert_int_equal(comb_glyph_read(&glyph, &ink, letter, NULL), COMB_OK);
    assert_string_equal(glyph.text, scene->text);
    assert_true(glyph.confidence >= 0.8);
}

static void test_dark_on_light_and_light_on_dark(void **state)
{
    (void)state;
    expect_text(&(struct scene){.paper = {240, 240, 240}, .ink = {0, 0, 0}, .text = "R"}, 1);
    expect_text(&(struct scene){.paper = {40, 42, 50}, .ink = {250, 250, 250}, .text = "R"}, 1);
    expect_text(&(struct scene){.paper = {250, 170, 30}, .ink = {20, 60, 200}, .text = "G"}, 1);
}

static void test_dim_ink_on_similar_paper(void **state)
{
    (void)state;
    expect_text(&(struct scene){.paper = {222, 222, 222}, .ink = {200, 200, 200}, .text = "E"}, 1);
    expect_text(&(struct scene){.paper = {60, 60, 60}, .ink = {85, 85, 80}, .noise = 2, .text = "K"}, 1);
}

static void test_shaded_and_grained_paper(void **state)
{
    (void)state;
    expect_text(&(struct scene){.paper = {200, 170, 120}, .ink = {60, 40, 20}, .shade = 60, .text = "S"}, 1);
    expect_text(&(struct scene){.paper = {200, 160, 110}, .ink = {50, 30, 10}, .grain = 12, .noise = 6, .text = "B"},
                1);
}

static void test_borders_are_cleared(void **state)
{
    (void)state;
    expect_text(&(struct scene){.paper = {230, 230, 240}, .ink = {90, 90, 90}, .border = 40, .text = "H"}, 0.9);
    expect_text(&(struct scene){.paper = {230, 230, 240}, .ink = {10, 10, 10}, .border = 4, .text = "M"}, 0.9);
}

static void expect_nothing(const struct scene *scene, double keep)
{
    unsigned char rgb[3 * SIDE * SIDE], cover[SIDE * SIDE];
    unsigned paper, ink_colour;
    draw(rgb, scene);
    assert_false(comb_ink_of_patch(cover, &paper, &ink_colour, rgb, SIDE, keep));
    assert_true(near_colour(paper, scene->paper, 8 + (int)scene->noise / 2));
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        assert_int_equal(cover[i], 0);
}

static void test_blank_paper_has_no_ink(void **state)
{
    (void)state;
    expect_nothing(&(struct scene){.paper = {5, 164, 235}}, 1);
    expect_nothing(&(struct scene){.paper = {239, 239, 239}, .noise = 6}, 1);
    expect_nothing(&(struct scene){.paper = {120, 120, 120}, .noise = 25}, 1);
    expect_nothing(&(struct scene){.paper = {200, 170, 120}, .shade = 50, .noise = 3}, 1);
    expect_nothing(&(struct scene){.paper = {200, 170, 120}, .grain = 8, .noise = 3}, 1);
    expect_nothing(&(struct scene){.paper = {255, 177, 41}, .border = 40}, 0.95);
}
