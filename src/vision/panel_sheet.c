/* Sheet: the panel brought upright and to one size, so that whoever looks closer counts in units of the lattice.
 *
 * The colours of ground and line are measured on it anew: the ground where neither symbols nor discs reach, as a
 * median, so that the few that do do not matter; the line's on those edges that have about the colour that led here. */
#include "vision/panel_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static void sample(unsigned char out[3], const struct comb_panel_view *view, double x, double y)
{
    x = x < 0 ? 0 : x > view->width - 1.001 ? view->width - 1.001 : x;
    y = y < 0 ? 0 : y > view->height - 1.001 ? view->height - 1.001 : y;
    unsigned left = (unsigned)x, top = (unsigned)y;
    int fx = (int)((x - left) * 256), fy = (int)((y - top) * 256);
    size_t line = 3 * (size_t)view->width;
    const unsigned char *p = view->rgb + line * top + 3 * (size_t)left;
    for (int c = 0; c < 3; c++) {
        int upper = p[c] * (256 - fx) + p[c + 3] * fx;
        int lower = p[line + (size_t)c] * (256 - fx) + p[line + (size_t)c + 3] * fx;
        out[c] = (unsigned char)((upper * (256 - fy) + lower * fy + 32768) >> 16);
    }
}

bool comb_panel_sheet_new(struct comb_panel_sheet *sheet, const struct comb_panel_view *view, const double map[9],
                          unsigned columns, unsigned rows)
{
    unsigned margin = (unsigned)(2 * comb_panel_sheet_margin * COMB_PANEL_UNIT);
    *sheet = (struct comb_panel_sheet){.width = columns * COMB_PANEL_UNIT + margin,
                                       .height = rows * COMB_PANEL_UNIT + margin,
                                       .columns = columns,
                                       .rows = rows};
    sheet->rgb = malloc(3 * (size_t)sheet->width * sheet->height);
    if (!sheet->rgb)
        return false;
    for (unsigned y = 0; y < sheet->height; y++) {
        double v = (y + 0.5) / COMB_PANEL_UNIT - comb_panel_sheet_margin;
        for (unsigned x = 0; x < sheet->width; x++) {
            double u = (x + 0.5) / COMB_PANEL_UNIT - comb_panel_sheet_margin, px, py;
            comb_panel_map(&px, &py, map, u, v);
            sample(sheet->rgb + 3 * (x + (size_t)sheet->width * y), view, px - 0.5, py - 0.5);
        }
    }
    return true;
}

void comb_panel_sheet_free(struct comb_panel_sheet *sheet)
{
    free(sheet->rgb);
    sheet->rgb = NULL;
}

/* ---- looking ---- */

static int pixel_of(double units, unsigned most)
{
    int pixel = (int)floor((units + comb_panel_sheet_margin) * COMB_PANEL_UNIT);
    return pixel < 0 ? 0 : pixel >= (int)most ? (int)most - 1 : pixel;
}

void comb_panel_sheet_mean(double rgb[3], const struct comb_panel_sheet *sheet, double u, double v, double half_u,
                           double half_v)
{
    const double hair = 1e-6; /* a box that ends on a border of pixels does not take the next one in */
    int left = pixel_of(u - half_u, sheet->width), right = pixel_of(u + half_u - hair, sheet->width);
    int top = pixel_of(v - half_v, sheet->height), bottom = pixel_of(v + half_v - hair, sheet->height);
    unsigned sum[3] = {0}, count = 0;
    right = right < left ? left : right;
    bottom = bottom < top ? top : bottom;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            const unsigned char *p = sheet->rgb + 3 * ((size_t)x + (size_t)sheet->width * (size_t)y);
            for (int c = 0; c < 3; c++)
                sum[c] += p[c];
            count++;
        }
    for (int c = 0; c < 3; c++)
        rgb[c] = (double)sum[c] / count;
}

double comb_panel_off_ground(const struct comb_panel_sheet *sheet, const double rgb[3])
{
    return comb_panel_distance(rgb, sheet->ground) / sheet->contrast;
}

/* ---- measuring ---- */

void comb_panel_spot(double *u, double *v, unsigned spot)
{
    const double beside = 0.17, along = 0.35;
    double near = spot & 1 ? 1 - beside : beside, far = spot & 2 ? 1 - along : along;
    *u = spot & 4 ? near : far;
    *v = spot & 4 ? far : near;
}

enum { MOST_SAMPLES = 4 * COMB_PANEL_MOST_SIDE * (COMB_PANEL_MOST_SIDE + 1) }; /* two an edge */

struct samples {
    size_t count;
    double rgb[3][MOST_SAMPLES];
};

static void keep(struct samples *samples, const double rgb[3])
{
    if (samples->count == MOST_SAMPLES)
        return;
    for (int c = 0; c < 3; c++)
        samples->rgb[c][samples->count] = rgb[c];
    samples->count++;
}

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one > other ? 1 : one < other ? -1 : 0;
}

static void median(double rgb[3], struct samples *samples)
{
    for (int c = 0; c < 3; c++) {
        qsort(samples->rgb[c], samples->count, sizeof *samples->rgb[c], by_value);
        rgb[c] = samples->rgb[c][samples->count / 2];
    }
}

static void measure_ground(struct comb_panel_sheet *sheet, struct samples *samples)
{
    samples->count = 0;
    for (unsigned y = 0; y < sheet->rows; y++)
        for (unsigned x = 0; x < sheet->columns; x++)
            for (unsigned spot = 0; spot < COMB_PANEL_SPOTS; spot += 2) {
                double rgb[3], u, v;
                comb_panel_spot(&u, &v, spot + (x + y) % 2);
                comb_panel_sheet_mean(rgb, sheet, x + u, y + v, 0.03, 0.03);
                keep(samples, rgb);
            }
    median(sheet->ground, samples);
    double deviations[MOST_SAMPLES];
    for (size_t i = 0; i < samples->count; i++)
        deviations[i] = fabs(samples->rgb[1][i] - sheet->ground[1]);
    qsort(deviations, samples->count, sizeof *deviations, by_value);
    sheet->noise = 1.5 * deviations[samples->count / 2];
}

static bool measure_line(struct comb_panel_sheet *sheet, struct samples *samples, const double line[3])
{
    double near = 0.5 * comb_panel_distance(line, sheet->ground);
    samples->count = 0;
    for (unsigned row = 0; row <= 2 * sheet->rows; row++)
        for (unsigned column = (row + 1) % 2; column <= 2 * sheet->columns; column += 2) {
            double rgb[3], away = 0.2;
            double u = column / 2.0 + (column % 2 ? away : 0), v = row / 2.0 + (row % 2 ? away : 0);
            comb_panel_sheet_mean(rgb, sheet, u, v, 0.03, 0.03);
            if (comb_panel_distance(rgb, line) < near)
                keep(samples, rgb);
        }
    if (samples->count == 0)
        return false;
    median(sheet->ink, samples);
    sheet->contrast = comb_panel_distance(sheet->ink, sheet->ground);
    return sheet->contrast >= 16;
}

/* A cut across an edge, in units. */
struct cut {
    double thickness; /* 0 where that is no line */
    double middle;    /* how far aside it is */
    double soft;      /* how wide each border is: a ramp of that width has a sixth of it as the integral of c (1 - c) */
};

static struct cut cut_at(const struct comb_panel_sheet *sheet, double u, double v, bool level)
{
    enum { REACH = COMB_PANEL_UNIT / 4 };
    double sum = 0, moment = 0, mixed = 0;
    for (int i = -REACH; i <= REACH; i++) {
        double rgb[3], aside = (double)i / COMB_PANEL_UNIT;
        comb_panel_sheet_mean(rgb, sheet, u + (level ? 0 : aside), v + (level ? aside : 0), 0.01, 0.01);
        double off = fmin(1, comb_panel_off_ground(sheet, rgb));
        if (i == 0 ? off < 0.7 : abs(i) == REACH && off > 0.2)
            return (struct cut){0};
        sum += off;
        moment += off * aside;
        mixed += off * (1 - off);
    }
    return (struct cut){
        .thickness = sum / COMB_PANEL_UNIT, .middle = moment / sum, .soft = 3 * mixed / COMB_PANEL_UNIT};
}

/* Sums for a straight line by least squares: how far aside lines are, by where they should be. */
struct trend {
    double n, x, y, xx, xy;
};

static void add_to_trend(struct trend *trend, double x, double y)
{
    trend->n++;
    trend->x += x;
    trend->y += y;
    trend->xx += x * x;
    trend->xy += x * y;
}

static void solve_trend(double *at, double *slope, const struct trend *trend)
{
    double spread = trend->n * trend->xx - trend->x * trend->x;
    *slope = spread > 1e-9 ? (trend->n * trend->xy - trend->x * trend->y) / spread : 0;
    *at = trend->n > 0 ? (trend->y - *slope * trend->x) / trend->n : 0;
}

/* The thickness is the median over all edges; strokes only know whole pixels. */
static void measure_lines(struct comb_panel_sheet *sheet, struct samples *samples, double usual)
{
    struct trend trends[2] = {{0}};
    samples->count = 0;
    for (unsigned row = 0; row <= 2 * sheet->rows; row++)
        for (unsigned column = (row + 1) % 2; column <= 2 * sheet->columns; column += 2)
            for (int side = -1; side <= 1; side += 2) {
                bool level = column % 2 == 1;
                double u = column / 2.0 + (level ? side * 0.19 : 0), v = row / 2.0 + (level ? 0 : side * 0.19);
                struct cut cut = cut_at(sheet, u, v, level);
                double measures[3] = {cut.thickness, cut.soft, 0};
                if (fabs(cut.thickness - usual) > 0.35 * usual + 0.02)
                    continue;
                keep(samples, measures);
                add_to_trend(&trends[level], level ? v : u, cut.middle);
            }
    double found[3] = {usual, 0, 0};
    if (samples->count > 0)
        median(found, samples);
    sheet->line = found[0];
    sheet->soft = found[1];
    for (int axis = 0; axis < 2; axis++)
        solve_trend(&sheet->aside[axis], &sheet->stretch[axis], &trends[axis]);
}

int comb_panel_sheet_measure(struct comb_panel_sheet *sheet, const double line[3], double thickness)
{
    struct samples *samples = malloc(sizeof *samples);
    if (!samples)
        return COMB_NO_MEMORY;
    measure_ground(sheet, samples);
    bool ok = measure_line(sheet, samples, line);
    if (ok)
        measure_lines(sheet, samples, thickness);
    free(samples);
    return ok ? COMB_OK : COMB_NO;
}
