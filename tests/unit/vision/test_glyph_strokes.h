/* A font of strokes for tests: lines and arcs of constant width with round ends, unlike any training font.
 *
 * A character is a text of strokes on a field 6 wide and 10 high, y down, numbers in tenths: "L x y x y ..." is a line
 * through points, "E x y rx ry from to" an arc of an ellipse, degrees clockwise from the right. */
#ifndef TEST_GLYPH_STROKES_H
#define TEST_GLYPH_STROKES_H

#include "base/rng.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct stroke_character {
    char character;
    int width; /* tenths */
    const char *strokes;
};

static const struct stroke_character stroke_font[] = {
    {'A', 70, "L 0 100 35 0 70 100 L 12 66 58 66"},
    {'B', 56, "L 0 0 0 100 L 0 0 30 0 L 0 47 32 47 L 0 100 30 100 E 30 23 22 23 -90 90 E 30 73 26 27 -90 90"},
    {'C', 66, "E 42 50 42 50 50 310"},
    {'D', 66, "L 0 0 0 100 L 0 0 22 0 L 0 100 22 100 E 22 50 44 50 -90 90"},
    {'E', 52, "L 52 0 0 0 0 100 52 100 L 0 48 44 48"},
    {'F', 50, "L 50 0 0 0 0 100 L 0 50 42 50"},
    {'G', 72, "E 42 50 42 50 0 310 L 84 50 50 50"},
    {'H', 62, "L 0 0 0 100 L 62 0 62 100 L 0 48 62 48"},
    {'I', 1, "L 0 0 0 100"},
    {'J', 40, "L 40 0 40 76 E 20 76 20 24 0 150"},
    {'K', 58, "L 0 0 0 100 L 56 0 0 58 L 20 38 60 100"},
    {'L', 48, "L 0 0 0 100 48 100"},
    {'M', 78, "L 0 100 0 0 39 68 78 0 78 100"},
    {'N', 64, "L 0 100 0 0 64 100 64 0"},
    {'O', 84, "E 42 50 42 50 0 360"},
    {'P', 56, "L 0 0 0 100 L 0 0 30 0 L 0 54 30 54 E 30 27 26 27 -90 90"},
    {'Q', 84, "E 42 50 42 50 0 360 L 52 72 86 108"},
    {'R', 58, "L 0 0 0 100 L 0 0 30 0 L 0 52 30 52 E 30 26 26 26 -90 90 L 26 52 58 100"},
    {'S', 56, "E 28 25 26 25 90 330 E 28 75 28 25 -90 150"},
    {'T', 64, "L 0 0 64 0 L 32 0 32 100"},
    {'U', 62, "L 0 0 0 68 L 62 0 62 68 E 31 68 31 32 0 180"},
    {'V', 68, "L 0 0 34 100 68 0"},
    {'W', 100, "L 0 0 26 100 50 10 74 100 100 0"},
    {'X', 64, "L 0 0 64 100 L 64 0 0 100"},
    {'Y', 64, "L 0 0 32 52 64 0 L 32 52 32 100"},
    {'Z', 62, "L 0 0 60 0 0 100 62 100"},
    {'0', 56, "E 28 50 28 50 0 360"},
    {'1', 24, "L 0 22 24 0 24 100"},
    {'2', 54, "E 27 27 27 27 170 395 L 49 43 0 100 54 100"},
    {'3', 54, "E 26 25 24 25 200 450 E 26 73 28 27 -90 160"},
    {'4', 58, "L 58 70 0 70 44 0 44 100"},
    {'5', 54, "L 50 0 8 0 4 44 E 26 68 28 32 -130 150"},
    {'6', 56, "E 28 68 28 32 0 360 L 46 0 4 54"},
    {'7', 56, "L 0 0 56 0 18 100"},
    {'8', 56, "E 28 24 24 24 0 360 E 28 74 28 26 0 360"},
    {'9', 56, "E 28 32 28 32 0 360 L 10 100 52 46"},
    {'-', 30, "L 0 52 30 52"},
    {'?', 50, "E 25 25 25 25 180 390 L 46 40 25 66 25 72 L 25 98 25 100"},
    {'{', 26, "L 26 -10 16 -6 14 0 14 40 0 52 14 64 14 104 16 110 26 114"},
    {'}', 26, "L 0 -10 10 -6 12 0 12 40 26 52 12 64 12 104 10 110 0 114"},
    {'u', 46, "L 0 34 0 80 L 46 34 46 100 E 23 78 23 22 0 180"},
};

/* Position and style of a text on the pixel field. */
struct stroke_style {
    unsigned width, height; /* of the cover */
    double left, top;       /* of the first character */
    double cap;             /* pixels */
    double weight;          /* of a stroke, as a fraction of the cap height */
    double gap;             /* between characters, as a fraction of the cap height */
    double turn;            /* degrees */
    double gain;            /* full ink, 1 for 255 */
    double noise;           /* standard deviation, as a fraction of 255 */
};

static inline const struct stroke_character *stroke_find(char character)
{
    for (size_t i = 0; i < sizeof stroke_font / sizeof *stroke_font; i++)
        if (stroke_font[i].character == character)
            return &stroke_font[i];
    abort();
}

static inline double stroke_distance(double px, double py, const double a[2], const double b[2])
{
    double dx = b[0] - a[0], dy = b[1] - a[1], length = dx * dx + dy * dy;
    double t = length > 0 ? ((px - a[0]) * dx + (py - a[1]) * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px - a[0] - t * dx, py - a[1] - t * dy);
}

/* Draws one segment, given in units of the cap height from the text's left top. */
static inline void stroke_segment(unsigned char *cover, const struct stroke_style *h, const double from[2],
                                  const double to[2])
{
    double sine = sin(h->turn * 0.0174533), cosine = cos(h->turn * 0.0174533), ends[2][2];
    for (int k = 0; k < 2; k++) {
        const double *p = k ? to : from;
        ends[k][0] = h->left + h->cap * (cosine * p[0] - sine * p[1]);
        ends[k][1] = h->top + h->cap * (sine * p[0] + cosine * p[1]);
    }
    for (unsigned y = 0; y < h->height; y++)
        for (unsigned x = 0; x < h->width; x++) {
            double soft = h->weight * h->cap / 2 + 0.5 - stroke_distance(x + 0.5, y + 0.5, ends[0], ends[1]);
            double value = 255 * h->gain * (soft < 0 ? 0 : soft > 1 ? 1 : soft);
            unsigned char *at = &cover[y * h->width + x];
            *at = value > *at ? (unsigned char)value : *at;
        }
}

static inline void stroke_arc(unsigned char *cover, const struct stroke_style *h, double left, const double *v)
{
    double last[2] = {0};
    for (int i = 0; i <= 24; i++) {
        double angle = (v[4] + (v[5] - v[4]) * i / 24) * 0.0174533;
        double at[2] = {left + (v[0] + v[2] * cos(angle)) / 100, (v[1] + v[3] * sin(angle)) / 100};
        if (i > 0)
            stroke_segment(cover, h, last, at);
        last[0] = at[0];
        last[1] = at[1];
    }
}

static inline void stroke_line(unsigned char *cover, const struct stroke_style *h, double left, const double *v,
                               int count)
{
    for (int i = 0; i + 3 < count; i += 2) {
        double a[2] = {left + v[i] / 100, v[i + 1] / 100}, b[2] = {left + v[i + 2] / 100, v[i + 3] / 100};
        stroke_segment(cover, h, a, b);
    }
}

static inline void stroke_draw(unsigned char *cover, const struct stroke_style *h, double left, const char *strokes)
{
    while (*strokes) {
        char kind = *strokes++;
        double values[32];
        int count = 0;
        char *end;
        for (;; strokes = end) {
            double value = strtod(strokes, &end);
            if (end == strokes)
                break;
            values[count++] = value;
        }
        while (*strokes == ' ')
            strokes++;
        if (kind == 'E')
            stroke_arc(cover, h, left, values);
        else
            stroke_line(cover, h, left, values, count);
    }
}

/* Draws a text over the existing pixels. */
static inline void stroke_text(unsigned char *cover, const struct stroke_style *h, const char *text)
{
    double left = 0;
    for (; *text; text++) {
        const struct stroke_character *c = stroke_find(*text);
        stroke_draw(cover, h, left, c->strokes);
        left += c->width / 100.0 + h->weight + h->gap;
    }
}

static inline void stroke_noise(unsigned char *cover, const struct stroke_style *h, struct comb_rng *rng)
{
    for (unsigned i = 0; i < h->width * h->height; i++) {
        double sum = -3;
        for (int k = 0; k < 6; k++)
            sum += comb_rng_unit(rng);
        double value = cover[i] + sum * 1.414 * h->noise * 255;
        cover[i] = (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

#endif
