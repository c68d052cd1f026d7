/* Patches: small upright pictures of places, sampled from the full picture through the lattice's map.
 *
 * A patch pixel covers a small parallelogram of the picture. Stepping one pixel aside gives its two edges; if they are
 * longer than a pixel, several points are averaged, otherwise one point is interpolated between the four pixels around
 * it. Works in 8 fractional bits. */
#include "vision/detect/lattice_fit.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void comb_grid_to_pixel(double *px, double *py, const struct comb_detected_grid *grid, double x, double y)
{
    double u, v;
    comb_grid_place(&u, &v, grid->kind, x, y);
    comb_map_apply(px, py, grid->to_picture, u, v);
}

void comb_grid_from_pixel(double *x, double *y, const struct comb_detected_grid *grid, double px, double py)
{
    double back[9], u = 0, v = 0, unit_x, unit_y;
    if (comb_map_invert(back, grid->to_picture))
        comb_map_apply(&u, &v, back, px, py);
    comb_fit_units(&unit_x, &unit_y, grid->kind);
    *x = u / unit_x;
    *y = v / unit_y;
}

static int clamp(double value, int highest)
{
    if (!(value > 0))
        return 0;
    return value < highest ? (int)value : highest;
}

/* Adds 256 times the colour at (x, y) to the sums; pixel centres are at halves. */
static void add_between(unsigned sums[3], const struct comb_pixels *picture, double x, double y)
{
    int across = clamp((x - 0.5) * 256, ((int)picture->width - 1) * 256);
    int down = clamp((y - 0.5) * 256, ((int)picture->height - 1) * 256);
    unsigned column = (unsigned)across >> 8, row = (unsigned)down >> 8;
    unsigned right = (unsigned)across & 255, below = (unsigned)down & 255;
    const unsigned char *pixel = picture->rgb + 3 * ((size_t)row * picture->width + column);
    const unsigned char *under = pixel + (below ? 3 * (size_t)picture->width : 0);
    unsigned aside = right ? 3 : 0;
    for (unsigned c = 0; c < 3; c++) {
        unsigned top = pixel[c] * (256 - right) + pixel[c + aside] * right;
        unsigned bottom = under[c] * (256 - right) + under[c + aside] * right;
        sums[c] += (top * (256 - below) + bottom * below) >> 8;
    }
}

static void add_nearest(unsigned sums[3], const struct comb_pixels *picture, double x, double y)
{
    int column = clamp(x, (int)picture->width - 1), row = clamp(y, (int)picture->height - 1);
    const unsigned char *pixel = picture->rgb + 3 * ((size_t)row * picture->width + (size_t)column);
    for (unsigned c = 0; c < 3; c++)
        sums[c] += pixel[c] * 256u;
}

struct patch_frame {
    double u, v;               /* the middle */
    double across_u, across_v; /* one patch pixel to the right */
    double down_u, down_v;
};

static struct patch_frame frame_of(const struct comb_detected_grid *grid, unsigned side, double x, double y,
                                   double radius, double angle)
{
    struct patch_frame frame;
    double step = 2 * radius / side, turn = angle * acos(-1) / 180;
    comb_grid_place(&frame.u, &frame.v, grid->kind, x, y);
    frame.across_u = step * cos(turn);
    frame.across_v = step * sin(turn);
    frame.down_u = -frame.across_v;
    frame.down_v = frame.across_u;
    return frame;
}

static unsigned points_for(double length)
{
    enum { MAX_POINTS = 8 };
    if (!(length > 1.2))
        return 1;
    return length < MAX_POINTS ? (unsigned)ceil(length) : MAX_POINTS;
}

/* The edges of a patch pixel, in pixels; constant over the patch except for a slight perspective effect. */
struct footprint {
    double across_x, across_y, down_x, down_y;
    unsigned points; /* per side */
};

static struct footprint footprint_of(const double map[9], const struct patch_frame *frame)
{
    double x, y, right_x, right_y, down_x, down_y;
    comb_map_apply(&x, &y, map, frame->u, frame->v);
    comb_map_apply(&right_x, &right_y, map, frame->u + frame->across_u, frame->v + frame->across_v);
    comb_map_apply(&down_x, &down_y, map, frame->u + frame->down_u, frame->v + frame->down_v);
    struct footprint print = {right_x - x, right_y - y, down_x - x, down_y - y, 1};
    print.points = points_for(fmax(hypot(print.across_x, print.across_y), hypot(print.down_x, print.down_y)));
    return print;
}

static void sample(unsigned char *rgb, const struct comb_pixels *picture, const struct footprint *print, double x,
                   double y)
{
    unsigned sums[3] = {0}, count = print->points * print->points;
    for (unsigned i = 0; i < count; i++) {
        double a = (i % print->points + 0.5) / print->points - 0.5, b = (i / print->points + 0.5) / print->points - 0.5;
        double at_x = x + a * print->across_x + b * print->down_x, at_y = y + a * print->across_y + b * print->down_y;
        if (print->points > 2)
            add_nearest(sums, picture, at_x, at_y);
        else
            add_between(sums, picture, at_x, at_y);
    }
    for (unsigned c = 0; c < 3; c++)
        rgb[c] = (unsigned char)((sums[c] / count + 128) >> 8 > 255 ? 255 : (sums[c] / count + 128) >> 8);
}

void comb_grid_patch(unsigned char *rgb, unsigned side, const struct comb_pixels *picture,
                     const struct comb_detected_grid *grid, double x, double y, double radius, double angle)
{
    assert(side > 0);
    struct patch_frame frame = frame_of(grid, side, x, y, radius, angle);
    struct footprint print = footprint_of(grid->to_picture, &frame);
    for (unsigned row = 0; row < side; row++)
        for (unsigned column = 0; column < side; column++, rgb += 3) {
            double a = column + 0.5 - side / 2.0, b = row + 0.5 - side / 2.0, px, py;
            comb_map_apply(&px, &py, grid->to_picture, frame.u + a * frame.across_u + b * frame.down_u,
                           frame.v + a * frame.across_v + b * frame.down_v);
            sample(rgb, picture, &print, px, py);
        }
}
