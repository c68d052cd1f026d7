/* Names colours as perceived.
 *
 * Hues are split where the palettes of panels leave room: The Windmill uses the pure colours of style sheets (orange 39
 * degrees, yellow 60), softer palettes are closer together (orange 24, yellow 48, cyan 177, blue 207). A colour without
 * hue is black or white, depending on whether it is darker or brighter than the ground. */
#include "games/witness/read/symbols.h"

#include <math.h>

static const struct {
    double from; /* degrees; up to the next one's */
    enum comb_witness_colour color;
} hues[] = {{-18, COMB_WITNESS_RED},     {15.5, COMB_WITNESS_ORANGE}, {43.5, COMB_WITNESS_YELLOW},
            {84, COMB_WITNESS_GREEN},    {155, COMB_WITNESS_CYAN},    {194, COMB_WITNESS_BLUE},
            {272, COMB_WITNESS_MAGENTA}, {342, COMB_WITNESS_RED}};

enum { HUES = sizeof hues / sizeof *hues - 1 };

static double hue_of(const double rgb[3], double max, double chroma)
{
    double hue;
    if (max == rgb[0])
        hue = (rgb[1] - rgb[2]) / chroma;
    else if (max == rgb[1])
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

static enum comb_witness_colour grey(enum comb_witness_colour *second, double *confidence, const double rgb[3],
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
    double channel[3];
    for (int c = 0; c < 3; c++)
        channel[c] = rgb >> (16 - 8 * c) & 255;
    double max = fmax(channel[0], fmax(channel[1], channel[2])),
           chroma = max - fmin(channel[0], fmin(channel[1], channel[2]));
    if (max < 100 || chroma < 0.7 * max)
        return false;
    *hue = hue_of(channel, max, chroma);
    int at = name_at(*hue);
    *margin = fmin(*hue - hues[at].from, hues[at + 1].from - *hue);
    return true;
}

/* A dark colour with the hue of the ground around it is black in coloured light: it reflects little of the light that
 * there is most of, and not much more of the rest than the ground does. */
static bool is_tinged_black(const double rgb[3], double max, const double ground[3])
{
    double ground_max = fmax(ground[0], fmax(ground[1], ground[2])),
           ground_chroma = ground_max - fmin(ground[0], fmin(ground[1], ground[2]));
    double chroma = max - fmin(rgb[0], fmin(rgb[1], rgb[2]));
    if (max > 0.45 * ground_max || ground_chroma < 0.4 * ground_max || chroma <= 0)
        return false;
    for (int c = 0; c < 3; c++)
        if (rgb[c] > ground[c] + 12)
            return false;
    double apart = fabs(hue_of(rgb, max, chroma) - hue_of(ground, ground_max, ground_chroma));
    return chroma < 0.25 * max || fmin(apart, 360 - apart) < 35;
}

enum comb_witness_colour comb_witness_read_colour(enum comb_witness_colour *second, double *confidence, unsigned rgb,
                                                  unsigned ground)
{
    double channel[3], under[3];
    for (int c = 0; c < 3; c++) {
        channel[c] = rgb >> (16 - 8 * c) & 255;
        under[c] = ground >> (16 - 8 * c) & 255;
    }
    double max = fmax(channel[0], fmax(channel[1], channel[2])),
           chroma = max - fmin(channel[0], fmin(channel[1], channel[2]));
    double needed = 20 + 0.11 * max;
    *confidence = certainty(fabs(chroma - needed), 10);
    if (is_tinged_black(channel, max, under)) {
        *second = hues[name_at(hue_of(channel, max, chroma))].color;
        *confidence = 0.9;
        return COMB_WITNESS_BLACK;
    }
    if (chroma < needed)
        return grey(second, confidence, channel, under);
    double hue = hue_of(channel, max, chroma);
    int at = name_at(hue);
    double below = hue - hues[at].from, above = hues[at + 1].from - hue;
    *second = below < above ? hues[(at + HUES - 1) % HUES].color : hues[(at + 1) % HUES].color;
    *confidence = fmin(*confidence, certainty(fmin(below, above), 3));
    if (hues[at].color == COMB_WITNESS_ORANGE && chroma < 0.52 * max) { /* white, in light without blue */
        *second = COMB_WITNESS_WHITE;
        *confidence = fmin(*confidence, 0.6);
    }
    if (max > 170 && chroma<0.42 * max && * confidence> 0.7) { /* pale: white, in coloured light */
        *second = COMB_WITNESS_WHITE;
        *confidence = 0.7;
    }
    return hues[at].color;
}
