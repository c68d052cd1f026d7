/* Renders a cell of a picture as text, two pixels per character: the upper pixel as the colour of a half block, the
 * lower one as its background.
 *
 *     ▀▀▀▀▀▀▀▀      a character is about twice as high as wide, so pixels are about square in most terminals
 *
 * Without colours, a character is the mean of its two pixels, in one of five shades. Ink is the rarer of light and
 * dark, whatever the colours of the board, and is drawn dense: letters are readable on dark and light terminals. */
#include "cli/reading/reading.h"

enum { COLUMNS = 32, ROWS = 16, SIDE = COLUMNS };

struct thumbnail {
    unsigned char rgb[SIDE][SIDE][3];
};

static int clamp(int value, int min, int max)
{
    return value < min ? min : value > max ? max : value;
}

/* Computes the mean colour of an area, clamped to at least one pixel of the picture. */
static void average(unsigned char out[3], const struct comb_pixels *picture, int left, int top, int right, int bottom)
{
    unsigned long sums[3] = {0};
    left = clamp(left, 0, (int)picture->width - 1);
    top = clamp(top, 0, (int)picture->height - 1);
    right = clamp(right, left + 1, (int)picture->width);
    bottom = clamp(bottom, top + 1, (int)picture->height);
    for (int y = top; y < bottom; y++) {
        const unsigned char *row = picture->rgb + 3 * ((size_t)y * picture->width + (size_t)left);
        for (int x = left; x < right; x++, row += 3)
            for (int c = 0; c < 3; c++)
                sums[c] += row[c];
    }
    unsigned long count = (unsigned long)(right - left) * (unsigned long)(bottom - top);
    for (int c = 0; c < 3; c++)
        out[c] = (unsigned char)(sums[c] / count);
}

/* Samples a square in the middle of the box, without its border. */
static void sample_box(struct thumbnail *thumbnail, const struct comb_pixels *picture, struct comb_pixel_box box)
{
    double side = 0.7 * (box.width > box.height ? box.width : box.height) / SIDE;
    double left = box.x + box.width / 2.0 - side * SIDE / 2, top = box.y + box.height / 2.0 - side * SIDE / 2;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            average(thumbnail->rgb[y][x], picture, (int)(left + x * side), (int)(top + y * side),
                    (int)(left + (x + 1) * side), (int)(top + (y + 1) * side));
}

/* ---- in colour ---- */

/* Nearest colour of the 6 x 6 x 6 cube of 256-colour terminals. */
static unsigned colour_256(const unsigned char rgb[3])
{
    unsigned level[3];
    for (int c = 0; c < 3; c++)
        level[c] = rgb[c] < 48 ? 0 : rgb[c] < 115 ? 1 : (rgb[c] - 35u) / 40;
    return 16 + 36 * level[0] + 6 * level[1] + level[2];
}

static void set_colour(struct comb_buf *out, const unsigned char rgb[3], bool behind, bool exact)
{
    int kind = behind ? 48 : 38;
    if (exact)
        comb_buf_printf(out, "\033[%d;2;%u;%u;%um", kind, rgb[0], rgb[1], rgb[2]);
    else
        comb_buf_printf(out, "\033[%d;5;%um", kind, colour_256(rgb));
}

static void write_colours(struct comb_buf *out, const struct thumbnail *thumbnail, bool exact, unsigned indent)
{
    for (int y = 0; y < ROWS; y++) {
        comb_buf_repeat(out, " ", indent);
        for (int x = 0; x < COLUMNS; x++) {
            set_colour(out, thumbnail->rgb[2 * y][x], false, exact);
            set_colour(out, thumbnail->rgb[2 * y + 1][x], true, exact);
            comb_buf_str(out, "\xe2\x96\x80"); /* upper half block */
        }
        comb_buf_str(out, "\033[0m\n");
    }
}

/* ---- in shades ---- */

static int light_of(const unsigned char rgb[3])
{
    return (299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2]) / 1000;
}

struct light {
    int shade[ROWS][COLUMNS];
    int darkest, lightest, mean;
};

/* Measures the brightness. Only the middle is considered: the edges show the rest of the board. */
static void measure_light(struct light *light, const struct thumbnail *thumbnail)
{
    int sum = 0, count = 0;
    light->darkest = 255;
    light->lightest = 0;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            int here = (light_of(thumbnail->rgb[2 * y][x]) + light_of(thumbnail->rgb[2 * y + 1][x])) / 2;
            light->shade[y][x] = here;
            if (y < ROWS / 5 || y >= ROWS - ROWS / 5 || x < COLUMNS / 5 || x >= COLUMNS - COLUMNS / 5)
                continue;
            light->darkest = here < light->darkest ? here : light->darkest;
            light->lightest = here > light->lightest ? here : light->lightest;
            sum += here;
            count++;
        }
    light->mean = sum / count;
}

static void write_shades(struct comb_buf *out, const struct thumbnail *thumbnail, bool unicode, unsigned indent)
{
    static const char *const blocks[] = {" ", "\xe2\x96\x91", "\xe2\x96\x92", "\xe2\x96\x93", "\xe2\x96\x88"};
    static const char *const marks[] = {" ", ".", "+", "%", "#"};
    struct light light;
    measure_light(&light, thumbnail);
    int range = light.lightest - light.darkest;
    bool dark_ink = 2 * light.mean > light.lightest + light.darkest;
    for (int y = 0; y < ROWS; y++) {
        comb_buf_repeat(out, " ", indent);
        for (int x = 0; x < COLUMNS; x++) {
            int here = clamp(light.shade[y][x], light.darkest, light.lightest);
            int ink = dark_ink ? light.lightest - here : here - light.darkest;
            comb_buf_str(out, (unicode ? blocks : marks)[range < 8 ? 0 : (ink * 4 + range / 2) / range]);
        }
        comb_buf_char(out, '\n');
    }
}

void comb_cli_thumbnail(struct comb_buf *out, const struct comb_pixels *picture, struct comb_pixel_box box,
                        const struct comb_terminal_style *style, unsigned indent)
{
    struct thumbnail thumbnail = {0};
    sample_box(&thumbnail, picture, box);
    if (style->unicode && style->colours >= COMB_TERMINAL_256)
        write_colours(out, &thumbnail, style->colours == COMB_TERMINAL_TRUE, indent);
    else
        write_shades(out, &thumbnail, style->unicode, indent);
}
