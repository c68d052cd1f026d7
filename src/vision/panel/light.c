/* The ground where it is lit unevenly: each cell, and each edge's outside around the panel, has a colour of its own.
 *
 *      o  o  o         ring      places just outside the outermost lines
 *     +--+--+--+
 *   o |oo|oo|oo| o     cells     places beside the lines, where no symbol reaches
 *     +--+--+--+
 *
 * A colour counts if at least half of the places show it: a disc, an end or the light of a drawn line covers a few of
 * them only. Lamps, bent screens and glowing lines change the ground over distances of a cell or more, so what is seen
 * at a place is compared with the four nearest of these colours as well as with that of the whole panel. */
#include "vision/panel/parts.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_PLACES = 8 };

unsigned comb_panel_cluster(double rgb[3], double (*samples)[3], unsigned count, double near)
{
    unsigned best = 0, most = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned alike = 0;
        for (unsigned k = 0; k < count; k++)
            alike += comb_panel_distance(samples[i], samples[k]) <= near;
        best = alike > most ? i : best;
        most = alike > most ? alike : most;
    }
    for (int c = 0; c < 3; c++) {
        rgb[c] = 0;
        for (unsigned k = 0; k < count; k++)
            if (comb_panel_distance(samples[best], samples[k]) <= near)
                rgb[c] += samples[k][c] / most;
    }
    return most;
}

/* Collects the places that show the ground of cell (x, y), or of the ring around the panel; returns how many. */
static unsigned collect(double (*samples)[3], const struct comb_panel_sheet *sheet, int x, int y)
{
    int right = (int)sheet->columns, bottom = (int)sheet->rows;
    bool level = y < 0 || y == bottom, upright = x < 0 || x == right;
    unsigned count = 0;
    if (level && upright) /* an end may point there */
        return 0;
    for (unsigned k = 0; k < MAX_PLACES; k++) {
        double u, v, across = sheet->line / 2 + (k % 2 ? 0.18 : 0.1), along = 0.34 + 0.1 * (k / 2);
        comb_panel_ground_sample(&u, &v, k, sheet->line);
        if (upright) {
            u = x < 0 ? 1 - across : across;
            v = along;
        } else if (level) {
            u = along;
            v = y < 0 ? 1 - across : across;
        }
        if (comb_panel_sheet_has(sheet, x + u, y + v))
            comb_panel_sheet_mean(samples[count++], sheet, x + u, y + v, 0.03, 0.03);
    }
    return count;
}

bool comb_panel_light_measure(struct comb_panel_sheet *sheet)
{
    unsigned columns = sheet->columns + 2, rows = sheet->rows + 2;
    free(sheet->grounds);
    sheet->grounds = calloc((size_t)columns * rows, sizeof *sheet->grounds);
    if (!sheet->grounds)
        return false;
    for (unsigned i = 0; i < columns * rows; i++) {
        double samples[MAX_PLACES][3], rgb[3];
        unsigned count = collect(samples, sheet, (int)(i % columns) - 1, (int)(i / columns) - 1);
        unsigned alike = comb_panel_cluster(rgb, samples, count, fmax(12, 0.15 * sheet->contrast));
        for (int c = 0; c < 3; c++)
            sheet->grounds[i].rgb[c] = rgb[c];
        sheet->grounds[i].known = count >= 4 && 2 * alike >= count;
    }
    return true;
}

double comb_panel_light_distance(const struct comb_panel_sheet *sheet, double u, double v, const double rgb[3])
{
    double nearest = comb_panel_ground_distance(sheet, rgb);
    int left = (int)floor(u + 0.5), top = (int)floor(v + 0.5);
    for (int k = 0; sheet->grounds && k < 4; k++) {
        int x = left + (k & 1), y = top + (k >> 1);
        if (x < 0 || y < 0 || x > (int)sheet->columns + 1 || y > (int)sheet->rows + 1)
            continue;
        const struct comb_panel_ground *ground = &sheet->grounds[x + (int)(sheet->columns + 2) * y];
        double contrast = comb_panel_distance(ground->rgb, sheet->ink);
        if (ground->known && contrast > 0.5 * sheet->contrast)
            nearest = fmin(nearest, comb_panel_distance(rgb, ground->rgb) / contrast);
    }
    return nearest;
}

/* ---- the lines ---- */

/* Solves the normal equations of a plane, a + b u + c v, for one channel. */
static bool fit_plane(double plane[3], double sums[3][3], const double right[3])
{
    double det = sums[0][0] * (sums[1][1] * sums[2][2] - sums[1][2] * sums[2][1]) -
                 sums[0][1] * (sums[1][0] * sums[2][2] - sums[1][2] * sums[2][0]) +
                 sums[0][2] * (sums[1][0] * sums[2][1] - sums[1][1] * sums[2][0]);
    if (fabs(det) < 1e-6)
        return false;
    for (int k = 0; k < 3; k++) {
        double m[3][3];
        for (int i = 0; i < 9; i++)
            m[i / 3][i % 3] = i % 3 == k ? right[i / 3] : sums[i / 3][i % 3];
        plane[k] =
            (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
             m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])) /
            det;
    }
    return true;
}

void comb_panel_plane_colour(double rgb[3], const struct comb_panel_plane *plane, double u, double v)
{
    for (int c = 0; c < 3; c++)
        rgb[c] = plane->channel[c][0] + plane->channel[c][1] * u + plane->channel[c][2] * v;
}

/* Fits the plane to the samples within `near` of it; false if they are too few or in one row. */
static bool refit(struct comb_panel_plane *plane, const struct comb_panel_sample *samples, unsigned count, double near)
{
    double sums[3][3] = {{0}}, right[3][3] = {{0}};
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++) {
        double rgb[3], basis[3] = {1, samples[i].u, samples[i].v};
        comb_panel_plane_colour(rgb, plane, samples[i].u, samples[i].v);
        if (comb_panel_distance(rgb, samples[i].rgb) > near)
            continue;
        used++;
        for (int a = 0; a < 9; a++)
            sums[a / 3][a % 3] += basis[a / 3] * basis[a % 3];
        for (int a = 0; a < 9; a++)
            right[a / 3][a % 3] += samples[i].rgb[a / 3] * basis[a % 3];
    }
    struct comb_panel_plane fitted;
    for (int c = 0; c < 3; c++)
        if (used < 8 || !fit_plane(fitted.channel[c], sums, right[c]))
            return false;
    *plane = fitted;
    return true;
}

void comb_panel_plane_fit(struct comb_panel_plane *plane, const double usual[3],
                          const struct comb_panel_sample *samples, unsigned count, double contrast)
{
    *plane = (struct comb_panel_plane){{{usual[0]}, {usual[1]}, {usual[2]}}};
    for (int round = 0; round < 3; round++)
        if (!refit(plane, samples, count, (round ? 0.3 : 0.5) * contrast))
            return;
}
