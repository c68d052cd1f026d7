/* The sheet: the panel brought upright and to one size, so that later steps work in units of the lattice.
 *
 * The colours of ground and line are measured again on it: the ground as a median where normally neither symbols nor
 * discs reach, so that exceptions do not matter; the line on edges that have about the colour of the detected line. */
#include "vision/panel/parts.h"

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
                                       .rows = rows,
                                       .view_width = view->width,
                                       .view_height = view->height};
    memcpy(sheet->map, map, sizeof sheet->map);
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

bool comb_panel_sheet_has(const struct comb_panel_sheet *sheet, double u, double v)
{
    double x, y;
    comb_panel_map(&x, &y, sheet->map, u, v);
    return x >= 0 && y >= 0 && x <= sheet->view_width && y <= sheet->view_height;
}

void comb_panel_sheet_free(struct comb_panel_sheet *sheet)
{
    free(sheet->rgb);
    free(sheet->offsets);
    free(sheet->grounds);
    sheet->grounds = NULL;
    sheet->rgb = NULL;
    sheet->offsets = NULL;
}

/* The mean of each pixel and those around it; rows first, then columns, in place. */
static void smooth_line(unsigned char *line, unsigned count, size_t stride, unsigned reach, unsigned char *copy)
{
    for (unsigned i = 0; i < count; i++)
        copy[i] = line[i * stride];
    for (unsigned i = 0; i < count; i++) {
        unsigned from = i > reach ? i - reach : 0, to = i + reach < count ? i + reach : count - 1, sum = 0;
        for (unsigned k = from; k <= to; k++)
            sum += copy[k];
        line[i * stride] = (unsigned char)((sum + (to - from + 1) / 2) / (to - from + 1));
    }
}

bool comb_panel_sheet_smooth(struct comb_panel_sheet *sheet, unsigned reach)
{
    unsigned char *copy = malloc(sheet->width > sheet->height ? sheet->width : sheet->height);
    if (!copy)
        return false;
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned y = 0; y < sheet->height; y++)
            smooth_line(sheet->rgb + 3 * (size_t)sheet->width * y + c, sheet->width, 3, reach, copy);
        for (unsigned x = 0; x < sheet->width; x++)
            smooth_line(sheet->rgb + 3 * (size_t)x + c, sheet->height, 3 * (size_t)sheet->width, reach, copy);
    }
    free(copy);
    return true;
}

/* ---- sampling ---- */

static int pixel_of(double units, unsigned max)
{
    int pixel = (int)floor((units + comb_panel_sheet_margin) * COMB_PANEL_UNIT);
    return pixel < 0 ? 0 : pixel >= (int)max ? (int)max - 1 : pixel;
}

void comb_panel_sheet_mean(double rgb[3], const struct comb_panel_sheet *sheet, double u, double v, double half_u,
                           double half_v)
{
    const double epsilon = 1e-6; /* a box that ends on a pixel border excludes the next pixel */
    int left = pixel_of(u - half_u, sheet->width), right = pixel_of(u + half_u - epsilon, sheet->width);
    int top = pixel_of(v - half_v, sheet->height), bottom = pixel_of(v + half_v - epsilon, sheet->height);
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

double comb_panel_ground_distance(const struct comb_panel_sheet *sheet, const double rgb[3])
{
    double inside = comb_panel_distance(rgb, sheet->ground) / sheet->contrast;
    if (!sheet->has_outside)
        return inside;
    return fmin(inside, comb_panel_distance(rgb, sheet->outside) / sheet->outside_contrast);
}

/* ---- measuring ---- */

void comb_panel_ground_sample(double *u, double *v, unsigned spot, double line)
{
    const double along = 0.35;
    double beside = line / 2 + 0.07;
    double near = spot & 1 ? 1 - beside : beside, far = spot & 2 ? 1 - along : along;
    *u = spot & 4 ? near : far;
    *v = spot & 4 ? far : near;
}

enum { MAX_SAMPLES = 4 * COMB_PANEL_MAX_SIDE * (COMB_PANEL_MAX_SIDE + 1) }; /* two per edge */

struct samples {
    size_t count;
    double rgb[3][MAX_SAMPLES];
};

static void keep(struct samples *samples, const double rgb[3])
{
    if (samples->count == MAX_SAMPLES)
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
            for (unsigned spot = 0; spot < COMB_PANEL_GROUND_SAMPLES; spot += 2) {
                double rgb[3], u, v;
                comb_panel_ground_sample(&u, &v, spot + (x + y) % 2, sheet->line);
                comb_panel_sheet_mean(rgb, sheet, x + u, y + v, 0.03, 0.03);
                keep(samples, rgb);
            }
    median(sheet->ground, samples);
}

/* Measures how much single pixels deviate from the mean around them, near the corners of the cells; at least a third of
 * these show nothing but ground, away even from soft lines. */
static void measure_noise(struct comb_panel_sheet *sheet, struct samples *samples)
{
    enum { REACH = 2, AROUND = 2 * REACH + 1 };
    samples->count = 0;
    for (unsigned y = 0; y < sheet->rows; y++)
        for (unsigned x = 0; x < sheet->columns; x++)
            for (unsigned corner = 0; corner < 4; corner++) {
                double u = x + (corner & 1 ? 0.74 : 0.26), v = y + (corner & 2 ? 0.74 : 0.26), mean[3];
                double half = (REACH + 0.4) / COMB_PANEL_UNIT, deviation[3] = {0};
                comb_panel_sheet_mean(mean, sheet, u, v, half, half);
                unsigned left = (unsigned)((u + comb_panel_sheet_margin) * COMB_PANEL_UNIT) - REACH;
                unsigned top = (unsigned)((v + comb_panel_sheet_margin) * COMB_PANEL_UNIT) - REACH;
                for (unsigned i = 0; i < AROUND * AROUND; i++) {
                    size_t at = left + i % AROUND + (size_t)sheet->width * (top + i / AROUND);
                    deviation[0] += fabs(sheet->rgb[3 * at + 1] - mean[1]) * 1.25 / (AROUND * AROUND);
                }
                keep(samples, deviation);
            }
    qsort(samples->rgb[0], samples->count, sizeof *samples->rgb[0], by_value);
    sheet->noise = samples->rgb[0][samples->count / 3];
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
    comb_panel_sheet_contrast(sheet);
    return sheet->contrast >= 16;
}

/* Around the panel, just beyond the outermost lines and away from ends and discs. */
static void measure_outside(struct comb_panel_sheet *sheet, struct samples *samples)
{
    double away = sheet->line / 2 + 0.1;
    samples->count = 0;
    for (unsigned side = 0; side < 4; side++)
        for (unsigned i = 0; i < (side < 2 ? sheet->rows : sheet->columns); i++)
            for (double along = 0.4; along < 0.7; along += 0.2) {
                double across = side % 2 ? (side < 2 ? sheet->columns : sheet->rows) + away : -away, rgb[3];
                double u = side < 2 ? across : i + along, v = side < 2 ? i + along : across;
                comb_panel_sheet_mean(rgb, sheet, u, v, 0.03, 0.03);
                if (comb_panel_sheet_has(sheet, u, v))
                    keep(samples, rgb);
            }
    sheet->has_outside = samples->count > 0;
    if (sheet->has_outside)
        median(sheet->outside, samples);
}

/* Colours that differ little are shades of one ground; one like the line's is no ground at all. */
void comb_panel_sheet_contrast(struct comb_panel_sheet *sheet)
{
    sheet->contrast = comb_panel_distance(sheet->ink, sheet->ground);
    sheet->outside_contrast = comb_panel_distance(sheet->ink, sheet->outside);
    sheet->has_outside = sheet->has_outside && sheet->outside_contrast >= 16 &&
                         sheet->outside_contrast > 0.15 * sheet->contrast &&
                         comb_panel_distance(sheet->ground, sheet->outside) > 0.2 * sheet->contrast;
}

/* A cut across an edge, in units. */
struct cut {
    double thickness; /* 0 if there is no line */
    double middle;    /* its offset */
    double blur; /* width of each border: for a ramp, the integral of c (1 - c) is a sixth of its width; less if the
                  * steepest slope says so, because light around a line is no blur */
};

static struct cut cut_at(const struct comb_panel_sheet *sheet, double u, double v, bool level)
{
    enum { REACH = COMB_PANEL_UNIT / 4 };
    double sum = 0, moment = 0, mixed = 0, before[2] = {0}, steepest = 0;
    for (int i = -REACH; i <= REACH; i++) {
        double rgb[3], aside = (double)i / COMB_PANEL_UNIT;
        comb_panel_sheet_mean(rgb, sheet, u + (level ? 0 : aside), v + (level ? aside : 0), 0.01, 0.01);
        double off = fmin(1, comb_panel_ground_distance(sheet, rgb));
        if (i == 0 ? off < 0.7 : abs(i) == REACH && off > 0.2)
            return (struct cut){0};
        sum += off;
        moment += off * aside;
        mixed += off * (1 - off);
        if (i >= 2 - REACH)
            steepest = fmax(steepest, fabs(off - before[0]) / 2);
        before[0] = before[1];
        before[1] = off;
    }
    return (struct cut){.thickness = sum / COMB_PANEL_UNIT,
                        .middle = moment / sum,
                        .blur = fmin(3 * mixed, 1.35 / steepest) / COMB_PANEL_UNIT};
}

unsigned comb_panel_sheet_nodes(struct comb_panel_node *out, const struct comb_panel_sheet *sheet)
{
    unsigned count = 0;
    for (unsigned j = 0; j <= sheet->rows; j++)
        for (unsigned i = 0; i <= sheet->columns; i++) {
            double sum[2] = {0}, cuts[2] = {0};
            for (int way = 0; way < 4; way++) {
                bool level = way < 2;
                for (double reach = 0.3; reach < 0.5; reach += 0.12) { /* farther out beside a disc */
                    double away = way % 2 ? reach : -reach;
                    struct cut cut = cut_at(sheet, i + (level ? away : 0), j + (level ? 0 : away), level);
                    if (fabs(cut.thickness - sheet->line) > 0.25 * sheet->line + 0.01)
                        continue;
                    sum[level] += cut.middle;
                    cuts[level]++;
                    break;
                }
            }
            if (cuts[0] > 0 && cuts[1] > 0)
                out[count++] = (struct comb_panel_node){
                    .i = (int)i, .j = (int)j, .u = i + sum[0] / cuts[0], .v = j + sum[1] / cuts[1]};
        }
    return count;
}

/* Only what a bent or badly fitting map leaves; smaller offsets are errors of measurement. */
bool comb_panel_sheet_bend(struct comb_panel_sheet *sheet)
{
    struct comb_panel_node found[COMB_PANEL_MAX_NODES];
    unsigned count = comb_panel_sheet_nodes(found, sheet);
    sheet->offsets = calloc((size_t)(sheet->columns + 1) * (sheet->rows + 1), sizeof *sheet->offsets);
    if (!sheet->offsets)
        return false;
    for (unsigned k = 0; k < count; k++) {
        double du = found[k].u - found[k].i, dv = found[k].v - found[k].j;
        float *offset = sheet->offsets[found[k].i + (int)(sheet->columns + 1) * found[k].j];
        if (fabs(du) + fabs(dv) < 0.025)
            continue;
        offset[0] = (float)du;
        offset[1] = (float)dv;
    }
    return true;
}

void comb_panel_sheet_offset(double *u, double *v, const struct comb_panel_sheet *sheet)
{
    double i = floor(*u + 0.5), j = floor(*v + 0.5);
    if (!sheet->offsets || i < 0 || j < 0 || i > sheet->columns || j > sheet->rows)
        return;
    const float *offset = sheet->offsets[(unsigned)i + (sheet->columns + 1) * (unsigned)j];
    *u += (double)offset[0];
    *v += (double)offset[1];
}

/* Measures the thickness as the median over all edges; strokes only know whole pixels. */
static void measure_lines(struct comb_panel_sheet *sheet, struct samples *samples, double usual)
{
    samples->count = 0;
    for (unsigned row = 0; row <= 2 * sheet->rows; row++)
        for (unsigned column = (row + 1) % 2; column <= 2 * sheet->columns; column += 2)
            for (int side = -1; side <= 1; side += 2) {
                bool level = column % 2 == 1;
                double u = column / 2.0 + (level ? side * 0.19 : 0), v = row / 2.0 + (level ? 0 : side * 0.19);
                struct cut cut = cut_at(sheet, u, v, level);
                double measures[3] = {cut.thickness, cut.blur, 0};
                if (fabs(cut.thickness - usual) > 0.35 * usual + 0.02)
                    continue;
                keep(samples, measures);
            }
    double found[3] = {usual, 0, 0};
    if (samples->count > 0)
        median(found, samples);
    sheet->line = found[0];
    sheet->blur_width = found[1];
}

int comb_panel_sheet_measure(struct comb_panel_sheet *sheet, const double line[3], double thickness)
{
    struct samples *samples = malloc(sizeof *samples);
    if (!samples)
        return COMB_NO_MEMORY;
    sheet->line = thickness;
    measure_ground(sheet, samples);
    measure_noise(sheet, samples);
    measure_outside(sheet, samples);
    bool ok = measure_line(sheet, samples, line);
    if (ok)
        measure_lines(sheet, samples, thickness);
    free(samples);
    if (ok && !comb_panel_light_measure(sheet))
        return COMB_NO_MEMORY;
    return ok ? COMB_OK : COMB_NO;
}
