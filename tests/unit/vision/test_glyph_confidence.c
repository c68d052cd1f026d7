/* Confidence predicts how often a reading is right. The table is measured (src/vision/glyph/confidence.c: readings in
 * held-out fonts, clean to badly damaged), so the curve must never rise above it. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/reading.h"
#include "vision/glyph/read.h"

#include <string.h>

static const struct {
    double z, right;
} measured[] = {{3, 0.78}, {5, 0.86}, {7, 0.92}, {9, 0.96}, {12, 0.98}, {17, 0.995}, {25, 0.999}};

enum { ROWS = sizeof measured / sizeof *measured };

/* The confidence of "E" at `cost` against "F" at `margin` more. */
static double confidence(double cost, double margin)
{
    struct comb_glyph_candidates candidates = {.count = 2};
    struct comb_glyph glyph;
    strcpy(candidates.list[0].text, "E");
    strcpy(candidates.list[1].text, "F");
    candidates.list[0].cost = (float)cost;
    candidates.list[1].cost = (float)(cost + margin);
    comb_glyph_confidence(&glyph, &candidates);
    assert_string_equal(glyph.text, "E");
    assert_string_equal(glyph.second, "F");
    return glyph.confidence;
}

static void test_never_more_confident_than_measured(void **state)
{
    (void)state;
    static const double costs[] = {0, 20, 40, 80};
    for (size_t i = 0; i < ROWS; i++)
        for (size_t k = 0; k < sizeof costs / sizeof *costs; k++) {
            double margin = measured[i].z * (1 + costs[k] / 40);
            assert_true(confidence(costs[k], margin) <= measured[i].right);
        }
}

static void test_clear_readings_are_confident(void **state)
{
    (void)state;
    assert_true(confidence(10, 25 * 1.25) >= COMB_READING_MIN_CONFIDENCE);
    assert_true(confidence(0, 12) >= COMB_READING_MIN_CONFIDENCE);
    assert_true(confidence(0, 5) < COMB_READING_MIN_CONFIDENCE); /* one in seven of these is wrong */
}

static void test_confidence_rises_with_the_margin(void **state)
{
    (void)state;
    for (double margin = 0; margin < 40; margin += 0.5)
        assert_true(confidence(20, margin) < confidence(20, margin + 0.5));
}

/* However far the next text: a glyph far from every template may not be a glyph at all. */
static void test_unknown_shapes_are_uncertain(void **state)
{
    (void)state;
    assert_true(confidence(150, 1000) < COMB_READING_MIN_CONFIDENCE);
    assert_true(confidence(250, 1000) < 0.01);
}

static void test_an_empty_reading_has_no_confidence(void **state)
{
    (void)state;
    struct comb_glyph_candidates none = {0};
    struct comb_glyph glyph;
    comb_glyph_confidence(&glyph, &none);
    assert_string_equal(glyph.text, "");
    assert_true(glyph.confidence == 0 && glyph.likeness == 0);
}
