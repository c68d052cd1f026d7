/* Names of colours, as they are seen.
 *
 * Hues are cut where the palettes that panels are drawn in leave room: The Windmill's are the pure colours of style
 * sheets (orange 39 degrees, yellow 60), softer ones are nearer to each other (orange 24, yellow 48, cyan 177, blue
 * 207). What has no hue is black or white by whether it is darker or brighter than the ground. */
#include "games/witness/read_symbols.h"

#include <math.h>

static const struct {
    double from; /* degrees; up to the next one's */
    enum comb_witness_color color;
} hues[] = {{-18, COMB_WITNESS_RED},     {15.5, COMB_WITNESS_ORANGE}, {43.5, COMB_WITNESS_YELLOW},
            {84, COMB_WITNESS_GREEN},    {155, COMB_WITNESS_CYAN},    {194, COMB_WITNESS_BLUE},
            {272, COMB_WITNESS_MAGENTA}, {342, COMB_WITNESS_RED}};

enum { HUES = sizeof hues / sizeof *hues - 1 };

static double hue_of(const double rgb[3], double most, double chroma)
{
    double hue;
    if (most == rgb[0])
        hue = (rgb[1] - rgb[2]) / chroma;
    else if (most == rgb[1])
        hue = 2 + (rgb[2] - rgb[0]) / chroma;
    else
        hue = 4 + (rgb[0] - rgb[1]) / chroma;
    hue *= 60;
    return hue < -18 ? hue + 360 : hue >= 342 ? hue - 360 : hue;
}

static double luma(const double rgb[3])
{
    return 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2];
}

static double certainty(double away, double enough)
{
    return 0.5 + 0.5 * fmin(1, away / enough);
}

static enum comb_witness_color grey(enum comb_witness_color *second, double *confidence, const double rgb[3],
                                    const double ground[3])
{
    double away = luma(rgb) - luma(ground);
    *second = away < 0 ? COMB_WITNESS_WHITE : COMB_WITNESS_BLACK;
    *confidence = fmin(*confidence, certainty(fabs(away), 12));
    return away < 0 ? COMB_WITNESS_BLACK : COMB_WITNESS_WHITE;
}

static int name_at(double hue)
{
    int at = 0;
    while (at + 1 < HUES && hue >= hues[at + 1].from)
        at++;
    return at;
}

bool comb_witness_read_hue(double *hue, double *margin, unsigned rgb)
{
    double seen[3];
    for (int c = 0; c < 3; c++)
        seen[c] = rgb >> (16 - 8 * c) & 255;
    double most = fmax(seen[0], fmax(seen[1], seen[2])), chroma = most - fmin(seen[0], fmin(seen[1], seen[2]));
    if (most < 100 || chroma < 0.7 * most)
        return false;
    *hue = hue_of(seen, most, chroma);
    int at = name_at(*hue);
    *margin = fmin(*hue - hues[at].from, hues[at + 1].from - *hue);
    return true;
}

enum comb_witness_color comb_witness_read_color(enum comb_witness_color *second, double *confidence, unsigned rgb,
                                                unsigned ground)
{
    double seen[3], under[3];
    for (int c = 0; c < 3; c++) {
        seen[c] = rgb >> (16 - 8 * c) & 255;
        under[c] = ground >> (16 - 8 * c) & 255;
    }
    double most = fmax(seen[0], fmax(seen[1], seen[2])), chroma = most - fmin(seen[0], fmin(seen[1], seen[2]));
    double needed = 20 + 0.11 * most;
    *confidence = certainty(fabs(chroma - needed), 10);
    if (chroma < needed)
        return grey(second, confidence, seen, under);
    double hue = hue_of(seen, most, chroma);
    int at = name_at(hue);
    double below = hue - hues[at].from, above = hues[at + 1].from - hue;
    *second = below < above ? hues[(at + HUES - 1) % HUES].color : hues[(at + 1) % HUES].color;
    *confidence = fmin(*confidence, certainty(fmin(below, above), 3));
    if (hues[at].color == COMB_WITNESS_ORANGE && chroma < 0.52 * most) { /* white, under a light without blue */
        *second = COMB_WITNESS_WHITE;
        *confidence = fmin(*confidence, 0.6);
    }
    return hues[at].color;
}
