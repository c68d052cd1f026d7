/* Line panels painted by hand, straight and rotated, and pictures without a panel. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "vision/panel/panel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- painting ---- */

struct canvas {
    unsigned width, height;
    unsigned char *rgb;
    double unit, left, top, turn; /* of the lattice: pixels, and radians around the canvas's middle */
};

static struct canvas blank(unsigned width, unsigned height, unsigned colour)
{
    struct canvas canvas = {.width = width, .height = height, .unit = 60, .left = 60, .top = 60};
    canvas.rgb = malloc(3 * (size_t)width * height);
    assert_non_null(canvas.rgb);
    for (size_t i = 0; i < 3 * (size_t)width * height; i++)
        canvas.rgb[i] = (unsigned char)(colour >> (16 - 8 * (i % 3)));
    return canvas;
}

/* The lattice place of a pixel's centre. */
static void place_of(double *u, double *v, const struct canvas *canvas, unsigned x, unsigned y)
{
    double dx = x + 0.5 - canvas->width / 2.0, dy = y + 0.5 - canvas->height / 2.0;
    double c = cos(canvas->turn), s = sin(canvas->turn);
    *u = (dx * c + dy * s + canvas->width / 2.0 - canvas->left) / canvas->unit;
    *v = (dy * c - dx * s + canvas->height / 2.0 - canvas->top) / canvas->unit;
}

enum shape { BOX, DISC };

static void paint(struct canvas *canvas, enum shape shape, double u, double v, double half_u, double half_v,
                  unsigned colour)
{
    for (unsigned y = 0; y < canvas->height; y++)
        for (unsigned x = 0; x < canvas->width; x++) {
            double at_u, at_v;
            place_of(&at_u, &at_v, canvas, x, y);
            bool in = shape == BOX ? fabs(at_u - u) <= half_u && fabs(at_v - v) <= half_v
                                   : hypot(at_u - u, at_v - v) <= half_u;
            for (int c = 0; in && c < 3; c++)
                canvas->rgb[3 * (x + (size_t)canvas->width * y) + (unsigned)c] =
                    (unsigned char)(colour >> (16 - 8 * c));
        }
}

static void paint_lattice(struct canvas *canvas, unsigned width, unsigned height, unsigned colour)
{
    for (unsigned j = 0; j <= height; j++)
        paint(canvas, BOX, width / 2.0, j, width / 2.0 + 0.1, 0.1, colour);
    for (unsigned i = 0; i <= width; i++)
        paint(canvas, BOX, i, height / 2.0, 0.1, height / 2.0 + 0.1, colour);
}

static const unsigned ground = 0x708090, line = 0x101418;

/* A 4 x 3 panel with one of everything. */
static struct canvas example(double turn)
{
    struct canvas canvas = blank(380, 320, ground);
    canvas.turn = turn;
    canvas.left = 70;
    canvas.top = 70;
    paint_lattice(&canvas, 4, 3, line);
    paint(&canvas, DISC, 0, 3, 0.25, 0.25, line);
    paint(&canvas, BOX, 4.2, 0, 0.1, 0.1, line);
    paint(&canvas, DISC, 4.2, 0, 0.1, 0.1, line);
    paint(&canvas, BOX, 1.5, 1, 0.12, 0.11, ground);  /* gap */
    paint(&canvas, BOX, 2, 1.5, 0.11, 0.39, ground);  /* absent */
    paint(&canvas, DISC, 3, 2, 0.08, 0.08, 0xc8c8c8); /* marks */
    paint(&canvas, DISC, 2.5, 3, 0.08, 0.08, 0xf0d020);
    paint(&canvas, BOX, 0.5, 0.5, 0.2, 0.2, 0xff2020); /* ink */
    return canvas;
}

static int detect_panel(struct comb_panel_detection **out, const struct canvas *canvas)
{
    struct comb_pixels pixels = {canvas->width, canvas->height, canvas->rgb};
    struct comb_error err = {0};
    return comb_panel_detect(out, &pixels, &err);
}

static void check_example(const struct canvas *canvas, double turn)
{
    struct comb_panel_detection *panel;
    static struct comb_panel_ink ink;
    assert_int_equal(detect_panel(&panel, canvas), COMB_OK);
    assert_int_equal(panel->width, 4);
    assert_int_equal(panel->height, 3);
    assert_int_equal(panel->discs, 1);
    assert_int_equal(panel->caps, 1);
    assert_int_equal(panel->gaps, 1);
    assert_int_equal(comb_panel_at(panel, 0, 6)->kind, COMB_PANEL_DISC);
    assert_int_equal(comb_panel_at(panel, 8, 0)->kind, COMB_PANEL_CAP);
    assert_int_equal(comb_panel_at(panel, 8, 0)->toward_x, 1);
    assert_int_equal(comb_panel_at(panel, 8, 0)->toward_y, 0);
    assert_int_equal(comb_panel_at(panel, 3, 2)->kind, COMB_PANEL_GAP);
    assert_int_equal(comb_panel_at(panel, 4, 3)->kind, COMB_PANEL_ABSENT);
    assert_true(comb_panel_at(panel, 6, 4)->marked);
    assert_true(comb_panel_at(panel, 5, 6)->marked);
    assert_false(comb_panel_at(panel, 2, 2)->marked);
    comb_panel_ink(&ink, panel, 0, 0);
    assert_true(ink.any);
    assert_true((ink.colour >> 16) > 0xe0 && (ink.colour & 0xff) < 0x50);
    for (unsigned i = 1; i < 12; i++) {
        comb_panel_ink(&ink, panel, i % 4, i / 4);
        assert_false(ink.any);
    }
    assert_true(fabs(panel->rotation - turn) < 0.3);
    assert_true(fabs(panel->unit - canvas->unit) < 1);
    assert_true(fabs(panel->line - 0.2) < 0.02);
    comb_panel_free(panel);
}

/* ---- panels ---- */

static void test_everything_on_a_panel_is_detected(void **state)
{
    (void)state;
    struct canvas canvas = example(0);
    check_example(&canvas, 0);
    free(canvas.rgb);
}

static void test_a_rotated_panel_is_detected(void **state)
{
    (void)state;
    const double degree = 3.14159265358979323846 / 180;
    for (double turn = -4; turn <= 4; turn += 2) {
        struct canvas canvas = example(turn * degree);
        check_example(&canvas, turn);
        free(canvas.rgb);
    }
}

static void test_noise_does_not_matter(void **state)
{
    (void)state;
    struct canvas canvas = example(0);
    struct comb_rng rng;
    comb_rng_seed(&rng, 7);
    for (size_t i = 0; i < 3 * (size_t)canvas.width * canvas.height; i++) {
        int value = canvas.rgb[i] + (int)comb_rng_below(&rng, 25) - 12;
        canvas.rgb[i] = (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
    check_example(&canvas, 0);
    free(canvas.rgb);
}

/* The same with the colours of line and ground swapped. */
static void test_light_lines_on_dark_are_the_same(void **state)
{
    (void)state;
    struct comb_panel_detection *panel;
    struct canvas canvas = blank(300, 300, 0x202428);
    paint_lattice(&canvas, 3, 3, 0x9098a0);
    paint(&canvas, DISC, 3, 3, 0.26, 0.26, 0x9098a0);
    assert_int_equal(detect_panel(&panel, &canvas), COMB_OK);
    assert_int_equal(panel->width, 3);
    assert_int_equal(panel->height, 3);
    assert_int_equal(comb_panel_at(panel, 6, 6)->kind, COMB_PANEL_DISC);
    assert_int_equal(panel->ground, 0x202428);
    assert_int_equal(panel->line_colour, 0x9098a0);
    comb_panel_free(panel);
    free(canvas.rgb);
}

static void test_a_drawn_line_is_distinguished_from_the_panel(void **state)
{
    (void)state;
    struct comb_panel_detection *panel;
    struct canvas canvas = blank(300, 300, ground);
    paint_lattice(&canvas, 3, 3, line);
    paint(&canvas, DISC, 0, 3, 0.25, 0.25, 0xffffff);
    paint(&canvas, BOX, 0.5, 3, 0.6, 0.1, 0xffffff);
    paint(&canvas, BOX, 1, 2.5, 0.1, 0.6, 0xffffff);
    assert_int_equal(detect_panel(&panel, &canvas), COMB_OK);
    assert_int_equal(panel->drawn, 2);
    assert_true(comb_panel_at(panel, 1, 6)->drawn);
    assert_true(comb_panel_at(panel, 2, 5)->drawn);
    assert_false(comb_panel_at(panel, 3, 6)->drawn);
    comb_panel_free(panel);
    free(canvas.rgb);
}

/* ---- panels as seen in a room: at an angle, in uneven light ---- */

/* The picture of a canvas that was turned around an upright axis by `degrees`, in central perspective. */
static struct canvas seen_at(const struct canvas *canvas, double degrees)
{
    double angle = degrees * 3.14159265358979323846 / 180, eye = 2.2 * canvas->width;
    struct canvas out = blank(canvas->width, canvas->height, ground);
    for (unsigned y = 0; y < out.height; y++)
        for (unsigned x = 0; x < out.width; x++) {
            double px = (x + 0.5 - out.width / 2.0) / eye, py = (y + 0.5 - out.height / 2.0) / eye;
            double away = eye / (cos(angle) - px * sin(angle)); /* along the board, seen through this pixel */
            int from_x = (int)floor(px * away + canvas->width / 2.0);
            int from_y = (int)floor(py * (eye + px * away * sin(angle)) + canvas->height / 2.0);
            if (from_x < 0 || from_y < 0 || from_x >= (int)canvas->width || from_y >= (int)canvas->height)
                continue;
            memcpy(out.rgb + 3 * (x + (size_t)out.width * y),
                   canvas->rgb + 3 * ((size_t)from_x + (size_t)canvas->width * (size_t)from_y), 3);
        }
    return out;
}

static void test_a_panel_seen_from_the_side_is_detected(void **state)
{
    (void)state;
    for (double degrees = 25; degrees <= 60; degrees += 35) {
        struct comb_panel_detection *panel;
        struct canvas canvas = blank(760, 760, ground);
        canvas.unit = 130;
        canvas.left = canvas.top = 120;
        paint_lattice(&canvas, 4, 4, line);
        paint(&canvas, DISC, 0, 4, 0.25, 0.25, line);
        paint(&canvas, BOX, 4, -0.2, 0.1, 0.2, line);
        paint(&canvas, BOX, 1.5, 1, 0.39, 0.11, ground);
        struct canvas seen = seen_at(&canvas, degrees);
        assert_int_equal(detect_panel(&panel, &seen), COMB_OK);
        assert_int_equal(panel->width, 4);
        assert_int_equal(panel->height, 4);
        assert_int_equal(panel->discs, 1);
        assert_int_equal(comb_panel_at(panel, 0, 8)->kind, COMB_PANEL_DISC);
        assert_int_equal(comb_panel_at(panel, 8, 0)->kind, COMB_PANEL_CAP);
        assert_int_equal(comb_panel_at(panel, 3, 2)->kind, COMB_PANEL_ABSENT);
        comb_panel_free(panel);
        free(seen.rgb);
        free(canvas.rgb);
    }
}

/* Dims the canvas evenly from the upper to the lower border. */
static void shade(struct canvas *canvas, double lowest)
{
    for (size_t i = 0; i < 3 * (size_t)canvas->width * canvas->height; i++) {
        double down = (double)(i / (3 * (size_t)canvas->width)) / canvas->height;
        canvas->rgb[i] = (unsigned char)(canvas->rgb[i] * (1 - (1 - lowest) * down));
    }
}

static void test_light_that_fades_is_no_drawn_line(void **state)
{
    (void)state;
    struct comb_panel_detection *panel;
    struct canvas canvas = blank(360, 360, 0x5050ff);
    paint_lattice(&canvas, 4, 4, 0x4038b8);
    paint(&canvas, DISC, 0, 4, 0.25, 0.25, 0x4038b8);
    paint(&canvas, BOX, 4.2, 0, 0.1, 0.1, 0x4038b8);
    shade(&canvas, 0.75);
    assert_int_equal(detect_panel(&panel, &canvas), COMB_OK);
    assert_int_equal(panel->width, 4);
    assert_int_equal(panel->drawn, 0);
    assert_int_equal(panel->discs, 1);
    assert_int_equal(panel->caps, 1);
    comb_panel_free(panel);
    free(canvas.rgb);
}

/* A lit start may differ from the ground by less than half of what the lines do. */
static void test_a_lit_start_is_a_disc(void **state)
{
    (void)state;
    struct comb_panel_detection *panel;
    struct canvas canvas = blank(360, 360, 0xc4c8cc);
    paint_lattice(&canvas, 4, 4, 0x050c12);
    paint(&canvas, DISC, 0, 4, 0.27, 0.27, 0xffffff);
    paint(&canvas, BOX, 4, -0.2, 0.1, 0.2, 0x050c12);
    assert_int_equal(detect_panel(&panel, &canvas), COMB_OK);
    assert_int_equal(panel->discs, 1);
    assert_int_equal(comb_panel_at(panel, 0, 8)->kind, COMB_PANEL_DISC);
    comb_panel_free(panel);
    free(canvas.rgb);
}

/* A hook or a wire that reaches a panel is thinner than its lines. */
static void test_a_thin_wire_is_no_cap(void **state)
{
    (void)state;
    struct comb_panel_detection *panel;
    struct canvas canvas = example(0);
    paint(&canvas, BOX, 2, -0.3, 0.03, 0.3, line);
    assert_int_equal(detect_panel(&panel, &canvas), COMB_OK);
    assert_int_equal(panel->caps, 1);
    assert_int_equal(comb_panel_at(panel, 4, 0)->kind, COMB_PANEL_PLAIN);
    comb_panel_free(panel);
    free(canvas.rgb);
}

/* Of two panels side by side, the one without a drawn line is meant. */
static void test_the_unsolved_one_of_two_panels_is_chosen(void **state)
{
    (void)state;
    struct comb_panel_detection *panels[4];
    unsigned count;
    struct canvas canvas = blank(600, 300, ground);
    for (int side = 0; side < 2; side++) {
        canvas.left = side ? 345 : 60;
        paint_lattice(&canvas, 3, 3, line);
        paint(&canvas, DISC, 0, 3, 0.25, 0.25, side ? 0xffffff : line);
        paint(&canvas, BOX, 3.2, 0, 0.1, 0.1, line);
    }
    paint(&canvas, BOX, 0.5, 3, 0.6, 0.1, 0xffffff);
    struct comb_pixels pixels = {canvas.width, canvas.height, canvas.rgb};
    assert_int_equal(comb_panel_detect_all(panels, 4, &count, &pixels, NULL), COMB_OK);
    assert_int_equal(count, 2);
    assert_int_equal(comb_panel_choose(panels, count, &pixels), 0);
    comb_panel_free(panels[0]);
    comb_panel_free(panels[1]);
    free(canvas.rgb);
}

static void test_the_smallest_panel(void **state)
{
    (void)state;
    struct comb_panel_detection *panel;
    struct canvas canvas = blank(180, 180, ground);
    paint_lattice(&canvas, 1, 1, line);
    paint(&canvas, DISC, 0, 1, 0.25, 0.25, line);
    assert_int_equal(detect_panel(&panel, &canvas), COMB_OK);
    assert_int_equal(panel->width, 1);
    assert_int_equal(panel->height, 1);
    comb_panel_free(panel);
    free(canvas.rgb);
}

static void test_large_panels_and_small_units(void **state)
{
    (void)state;
    struct comb_panel_detection *panel;
    struct canvas canvas = blank(420, 340, ground);
    canvas.unit = 24;
    canvas.left = canvas.top = 30;
    paint_lattice(&canvas, 15, 11, line);
    paint(&canvas, DISC, 7, 4, 0.25, 0.25, line);
    assert_int_equal(detect_panel(&panel, &canvas), COMB_OK);
    assert_int_equal(panel->width, 15);
    assert_int_equal(panel->height, 11);
    assert_int_equal(panel->discs, 1);
    assert_int_equal(comb_panel_at(panel, 14, 8)->kind, COMB_PANEL_DISC);
    comb_panel_free(panel);
    free(canvas.rgb);
}

/* ---- pictures without a panel ---- */

static void assert_none(struct canvas *canvas)
{
    struct comb_panel_detection *panel;
    assert_int_equal(detect_panel(&panel, canvas), COMB_NO);
    assert_null(panel);
    free(canvas->rgb);
}

static void test_a_blank_picture_has_no_panel(void **state)
{
    (void)state;
    struct canvas canvas = blank(300, 200, 0xffffff), tiny = blank(16, 16, 0), strip = blank(6000, 16, 0x808080);
    assert_none(&canvas);
    assert_none(&tiny);
    assert_none(&strip);
}

static void test_a_table_has_no_disc(void **state)
{
    (void)state;
    struct canvas canvas = blank(400, 300, 0xffffff);
    paint_lattice(&canvas, 4, 3, 0x303030);
    assert_none(&canvas);
}

static void test_tiles_with_round_corners_have_discs_everywhere(void **state)
{
    (void)state;
    struct canvas canvas = blank(360, 360, 0x305030);
    for (int i = 0; i < 16; i++) {
        double u = i % 4 + 0.5, v = (double)(i / 4) + 0.5;
        paint(&canvas, BOX, u, v, 0.4, 0.25, 0xe8d8b0);
        paint(&canvas, BOX, u, v, 0.25, 0.4, 0xe8d8b0);
        for (int k = 0; k < 4; k++)
            paint(&canvas, DISC, u + (k & 1 ? 0.25 : -0.25), v + (k & 2 ? 0.25 : -0.25), 0.15, 0.15, 0xe8d8b0);
    }
    assert_none(&canvas);
}

static void test_noise_has_no_panel(void **state)
{
    (void)state;
    struct canvas canvas = blank(640, 480, 0);
    struct comb_rng rng;
    comb_rng_seed(&rng, 11);
    for (size_t i = 0; i < 3 * (size_t)canvas.width * canvas.height; i++)
        canvas.rgb[i] = (unsigned char)comb_rng_below(&rng, 256);
    assert_none(&canvas);
}

static void test_stripes_and_slopes_have_no_panel(void **state)
{
    (void)state;
    struct canvas stripes = blank(400, 400, 0xffffff), slopes = blank(500, 300, 0);
    for (int i = 0; i < 6; i++)
        paint(&stripes, BOX, 2.5, i, 3, 0.1, 0);
    assert_none(&stripes);
    for (size_t i = 0; i < 3 * (size_t)slopes.width * slopes.height; i++)
        slopes.rgb[i] = (unsigned char)(i / 3 % slopes.width * 255 / slopes.width);
    assert_none(&slopes);
}
