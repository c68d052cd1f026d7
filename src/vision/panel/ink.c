/* Extracts what is drawn in a cell, as coverage between the ground's colour and its own.
 *
 * The ground is measured in the cell itself, where no symbol reaches. The ink is the colour farthest from it that
 * covers more than a few pixels; each pixel then counts by its position between the two, so that soft borders and small
 * pictures give fractions instead of ragged edges. */
#include "vision/panel/parts.h"

#include <math.h>
#include <string.h>

enum { SIDE = COMB_PANEL_PATCH_SIDE };

static void colour_of(double rgb[3], unsigned colour)
{
    for (int c = 0; c < 3; c++)
        rgb[c] = colour >> (16 - 8 * c) & 255;
}

static void pixel(double rgb[3], const unsigned char *patch, unsigned i)
{
    for (int c = 0; c < 3; c++)
        rgb[c] = patch[3 * i + (unsigned)c];
}

/* The colour that most of the places without symbols have; returns how many of them. */
static unsigned own_ground(double ground[3], const unsigned char *patch, double line, double near)
{
    double samples[COMB_PANEL_GROUND_SAMPLES][3] = {{0}};
    for (unsigned k = 0; k < COMB_PANEL_GROUND_SAMPLES; k++) {
        double u, v;
        comb_panel_ground_sample(&u, &v, k, line);
        unsigned x = (unsigned)(u * SIDE), y = (unsigned)(v * SIDE);
        for (unsigned i = 0; i < 27; i++)
            samples[k][i % 3] += patch[3 * (x - 1 + i / 3 % 3 + SIDE * (y - 1 + i / 9)) + i % 3] / 9.0;
    }
    return comb_panel_cluster(ground, samples, COMB_PANEL_GROUND_SAMPLES, near);
}

static void choose_ground(double ground[3], const struct comb_panel_detection *panel, const unsigned char *patch)
{
    double usual[3], line[3], outside[3];
    colour_of(usual, panel->ground);
    colour_of(line, panel->line_colour);
    colour_of(outside, panel->outside);
    unsigned alike = own_ground(ground, patch, panel->line, fmax(12, 0.15 * comb_panel_distance(line, usual)));
    if (2 * alike > COMB_PANEL_GROUND_SAMPLES ||
        comb_panel_distance(ground, outside) < 0.35 * comb_panel_distance(line, outside))
        return;
    if (comb_panel_distance(ground, usual) > 0.35 * comb_panel_distance(line, usual))
        memcpy(ground, usual, sizeof usual);
}

/* A disc or cap in the middle of one of the cell's edges: where it is in the patch, and how far it extends. */
struct middle {
    double x, y, reach, wide; /* a disc has a reach, a cap that points into the cell a width */
    bool level;
};

static unsigned find_middles(struct middle out[4], const struct comb_panel_detection *panel, unsigned x, unsigned y)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    double blur = 0.6 * panel->blur_width * SIDE;
    unsigned count = 0;
    for (int k = 0; k < 4; k++) {
        const struct comb_panel_place *edge =
            comb_panel_at(panel, (unsigned)((int)(2 * x + 1) + ways[k][0]), (unsigned)((int)(2 * y + 1) + ways[k][1]));
        bool inward = edge->toward_x == -ways[k][0] && edge->toward_y == -ways[k][1];
        struct middle middle = {.x = (1 + ways[k][0]) * SIDE / 2.0, .y = (1 + ways[k][1]) * SIDE / 2.0, .level = k < 2};
        if (edge->kind == COMB_PANEL_DISC)
            middle.reach = 0.31 * SIDE + blur;
        else if (edge->kind == COMB_PANEL_CAP && inward)
            middle.wide = (panel->line / 2 + 0.02) * SIDE + blur;
        else
            continue;
        out[count++] = middle;
    }
    return count;
}

static bool is_in_middle(const struct middle *middle, double px, double py)
{
    const double longest = 0.47 * SIDE;
    double dx = fabs(px - middle->x), dy = fabs(py - middle->y);
    if (middle->reach > 0)
        return dx * dx + dy * dy <= middle->reach * middle->reach;
    return middle->level ? dx <= longest && dy <= middle->wide : dy <= longest && dx <= middle->wide;
}

/* Excludes the pixels of lines, and of discs and caps at the corners and in the middle of edges. */
static void find_inside(bool inside[COMB_PANEL_PATCH], const struct comb_panel_detection *panel, unsigned x, unsigned y)
{
    double border = (panel->line / 2 + 0.015 + 0.6 * panel->blur_width) * SIDE;
    double reach[4];
    struct middle middles[4];
    unsigned middle_count = find_middles(middles, panel, x, y);
    for (unsigned k = 0; k < 4; k++) {
        const struct comb_panel_place *node = comb_panel_at(panel, 2 * x + 2 * (k & 1), 2 * y + (k & 2));
        bool aslant = node->kind == COMB_PANEL_CAP && node->toward_x != 0 && node->toward_y != 0;
        reach[k] = (node->kind == COMB_PANEL_DISC ? 0.285 : aslant ? 0.34 : -1) * SIDE + 0.6 * panel->blur_width * SIDE;
    }
    for (unsigned i = 0; i < COMB_PANEL_PATCH; i++) {
        double px = i % SIDE + 0.5, py = (unsigned)(i / SIDE) + 0.5;
        inside[i] = px > border && py > border && px < SIDE - border && py < SIDE - border;
        for (unsigned k = 0; k < 4 && inside[i]; k++) {
            double dx = px - (k & 1 ? SIDE : 0), dy = py - (k & 2 ? SIDE : 0);
            inside[i] = reach[k] <= 0 || dx * dx + dy * dy > reach[k] * reach[k];
        }
        for (unsigned k = 0; k < middle_count && inside[i]; k++)
            inside[i] = !is_in_middle(&middles[k], px, py);
    }
}

/* The distance from the ground that at least some pixels have; fewer would be specks. */
static double reach_of(const double distances[COMB_PANEL_PATCH])
{
    enum { FEW = 10 };
    unsigned counts[448] = {0}, total = 0;
    for (unsigned i = 0; i < COMB_PANEL_PATCH; i++)
        counts[(unsigned)distances[i] < 447 ? (unsigned)distances[i] : 447]++;
    unsigned level = 447;
    while (level > 0 && (total += counts[level]) < FEW)
        level--;
    return level;
}

/* Mean colour of the pixels that are at least a fraction of the full distance; away from borders if there are any. */
static void ink_colour(double ink[3], const unsigned char *patch, const double distances[COMB_PANEL_PATCH], double min)
{
    double sums[2][3] = {{0}}, counts[2] = {0};
    for (unsigned i = SIDE; i < COMB_PANEL_PATCH - SIDE; i++) {
        if (distances[i] < min)
            continue;
        int deep = distances[i - 1] >= min && distances[i + 1] >= min && distances[i - SIDE] >= min &&
                   distances[i + SIDE] >= min;
        for (int c = 0; c < 3; c++)
            sums[deep][c] += patch[3 * i + (unsigned)c];
        counts[deep]++;
    }
    int which = counts[1] >= 6;
    for (int c = 0; c < 3; c++)
        ink[c] = counts[which] > 0 ? sums[which][c] / counts[which] : 0;
}

static void cover(unsigned char *out, const unsigned char *patch, const bool inside[COMB_PANEL_PATCH],
                  const double ground[3], const double ink[3])
{
    double way[3], square = 0;
    for (int c = 0; c < 3; c++) {
        way[c] = ink[c] - ground[c];
        square += way[c] * way[c];
    }
    for (unsigned i = 0; i < COMB_PANEL_PATCH; i++) {
        double rgb[3], along = 0;
        pixel(rgb, patch, i);
        for (int c = 0; c < 3; c++)
            along += (rgb[c] - ground[c]) * way[c];
        double fraction = inside[i] ? along / square : 0;
        out[i] = (unsigned char)(fraction <= 0 ? 0 : fraction >= 1 ? 255 : fraction * 255 + 0.5);
    }
}

/* The steepest slopes of the cover within the cell give the width of its borders: one pixel for a sharp drawing, a
 * large part of the cell for light that fades. A few steep pixels are noise; a symbol has a whole outline of them. */
static double blur_of(const unsigned char *cover, const bool inside[COMB_PANEL_PATCH])
{
    enum { OUTLINE = 24 };
    unsigned counts[256] = {0}, total = 0, steepest = 255;
    for (unsigned i = SIDE; i < COMB_PANEL_PATCH - SIDE; i++) {
        if (!inside[i - 1] || !inside[i + 1] || !inside[i - SIDE] || !inside[i + SIDE])
            continue;
        double dx = (cover[i + 1] - cover[i - 1]) / 2.0, dy = (cover[i + SIDE] - cover[i - SIDE]) / 2.0;
        counts[(unsigned)fmin(255, sqrt(dx * dx + dy * dy))]++;
    }
    while (steepest > 1 && (total += counts[steepest]) < OUTLINE)
        steepest--;
    return 255.0 / steepest;
}

void comb_panel_ink(struct comb_panel_ink *out, const struct comb_panel_detection *panel, unsigned x, unsigned y)
{
    const unsigned char *patch = panel->patches + 3 * (size_t)COMB_PANEL_PATCH * (x + panel->width * (size_t)y);
    double ground[3], ink[3], distances[COMB_PANEL_PATCH];
    bool inside[COMB_PANEL_PATCH];
    memset(out, 0, sizeof *out);
    choose_ground(ground, panel, patch);
    find_inside(inside, panel, x, y);
    for (unsigned i = 0; i < COMB_PANEL_PATCH; i++) {
        double rgb[3];
        pixel(rgb, patch, i);
        distances[i] = inside[i] ? comb_panel_distance(rgb, ground) : 0;
    }
    out->ground = comb_panel_rgb(ground);
    double reach = reach_of(distances);
    double usual[3], line[3];
    colour_of(usual, panel->ground);
    colour_of(line, panel->line_colour);
    if (reach < fmax(fmax(18, 5 * panel->noise), 0.2 * comb_panel_distance(usual, line)))
        return;
    ink_colour(ink, patch, distances, 0.75 * reach);
    out->any = true;
    out->colour = comb_panel_rgb(ink);
    out->contrast = comb_panel_distance(ink, ground);
    cover(out->cover, patch, inside, ground, ink);
    out->blur_width = blur_of(out->cover, inside);
}
