/* Extracts the ink of a patch: the pixels that differ from its fill.
 *
 *     +-----------+     paper: the most common colour within the circle, as a plane over the patch (shading)
 *     |#  .---.  #|     ink:   the colour within the circle that differs from it most
 *     |#/   A   \#|     cover: relative position of a pixel between paper and ink
 *     |#\       /#|     #:     differs too, but extends beyond the circle: a border, cleared
 *     |#  '---'  #|
 *     +-----------+
 *
 * The paper is fitted by least squares to the pixels near it, three times, each time to those that fitted before; their
 * remaining deviation is the noise, and ink must stand out from it. Cost: about ten passes over the patch. */
#include "vision/glyph/glyph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 16, FITS = 3, FIRST_REACH = 36, MIN_CONTRAST = 10, FAINT = 40, SPAN = 442 /* black to white */ };

struct patch {
    const unsigned char *rgb;
    unsigned side;
    double radius; /* of the circle, in pixels */
};

struct plane {
    double at[3], along_x[3], along_y[3]; /* colour in the middle, slopes per pixel */
};

static bool inside(const struct patch *p, unsigned x, unsigned y)
{
    double dx = x + 0.5 - p->side / 2.0, dy = y + 0.5 - p->side / 2.0;
    return dx * dx + dy * dy <= p->radius * p->radius;
}

/* Sums 2 x 2 x 2 bins of a coarse histogram, so that colours on a bin boundary are not split. */
static unsigned count_around(const unsigned *counts, unsigned cell)
{
    unsigned sum = 0;
    for (unsigned k = 0; k < 8; k++)
        sum += counts[cell + (k & 1) + (k >> 1 & 1) * LEVELS + (k >> 2) * LEVELS * LEVELS];
    return sum;
}

/* The middle of the fullest bins. */
static void common_colour(double colour[3], const struct patch *p)
{
    unsigned counts[LEVELS * LEVELS * LEVELS] = {0}, fullest = 0, max = 0;
    for (unsigned y = 0; y < p->side; y++)
        for (unsigned x = 0; x < p->side; x++) {
            const unsigned char *c = p->rgb + 3 * ((size_t)y * p->side + x);
            if (inside(p, x, y))
                counts[(c[0] / LEVELS * LEVELS + c[1] / LEVELS) * LEVELS + c[2] / LEVELS]++;
        }
    for (unsigned r = 0; r + 1 < LEVELS; r++)
        for (unsigned g = 0; g + 1 < LEVELS; g++)
            for (unsigned b = 0; b + 1 < LEVELS; b++) {
                unsigned cell = (r * LEVELS + g) * LEVELS + b, count = count_around(counts, cell);
                if (count > max) {
                    max = count;
                    fullest = cell;
                }
            }
    colour[0] = (fullest / (LEVELS * LEVELS) + 1) * LEVELS;
    colour[1] = (fullest / LEVELS % LEVELS + 1) * LEVELS;
    colour[2] = (fullest % LEVELS + 1) * LEVELS;
}

static double paper_of(const struct plane *plane, unsigned channel, double dx, double dy)
{
    return plane->at[channel] + plane->along_x[channel] * dx + plane->along_y[channel] * dy;
}

static double distance(const struct patch *p, const struct plane *plane, unsigned x, unsigned y)
{
    const unsigned char *c = p->rgb + 3 * ((size_t)y * p->side + x);
    double dx = x + 0.5 - p->side / 2.0, dy = y + 0.5 - p->side / 2.0, sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        double off = c[i] - paper_of(plane, i, dx, dy);
        sum += off * off;
    }
    return sqrt(sum);
}

/* Least squares over pixels within `reach` of the current plane; returns their mean deviation. A slope is estimated
 * only if the pixels spread over the circle, so x and y are treated as uncorrelated. */
static double fit_paper(struct plane *plane, const struct patch *p, double reach)
{
    double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sum[3] = {0}, sum_x[3] = {0}, sum_y[3] = {0}, deviation = 0;
    unsigned stride = p->side > 40 ? 2 : 1; /* enough for a plane */
    for (unsigned y = 0; y < p->side; y += stride)
        for (unsigned x = 0; x < p->side; x += stride) {
            if (!inside(p, x, y))
                continue;
            double d = distance(p, plane, x, y);
            if (d > reach)
                continue;
            const unsigned char *c = p->rgb + 3 * ((size_t)y * p->side + x);
            double dx = x + 0.5 - p->side / 2.0, dy = y + 0.5 - p->side / 2.0;
            n++, sx += dx, sy += dy, sxx += dx * dx, syy += dy * dy, deviation += d;
            for (unsigned i = 0; i < 3; i++)
                sum[i] += c[i], sum_x[i] += c[i] * dx, sum_y[i] += c[i] * dy;
        }
    if (n < 8)
        return reach;
    double vx = sxx / n - sx / n * (sx / n), vy = syy / n - sy / n * (sy / n);
    for (unsigned i = 0; i < 3; i++) {
        double mean = sum[i] / n;
        plane->along_x[i] = vx > 1 ? (sum_x[i] / n - mean * sx / n) / vx : 0;
        plane->along_y[i] = vy > 1 ? (sum_y[i] / n - mean * sy / n) / vy : 0;
        plane->at[i] = mean - plane->along_x[i] * sx / n - plane->along_y[i] * sy / n;
    }
    return deviation / n;
}

static double find_paper(struct plane *plane, const struct patch *p)
{
    memset(plane, 0, sizeof *plane);
    common_colour(plane->at, p);
    double reach = FIRST_REACH, noise = 0;
    for (unsigned i = 0; i < FITS; i++) {
        noise = fit_paper(plane, p, reach);
        reach = fmax(8, fmin(FIRST_REACH, 4 * noise));
    }
    return noise;
}

/* Otsu's threshold of distances within the circle. */
static double otsu_threshold(const unsigned counts[SPAN])
{
    double total = 0, sum = 0, low = 0, low_sum = 0, best = -1;
    unsigned from = 0, to = 0;
    for (unsigned i = 0; i < SPAN; i++)
        total += counts[i], sum += (double)i * counts[i];
    for (unsigned i = 0; i < SPAN; i++) {
        low += counts[i], low_sum += (double)i * counts[i];
        if (low == 0 || low == total)
            continue;
        double gap = low_sum / low - (sum - low_sum) / (total - low), value = low * (total - low) * gap * gap;
        if (value > best * (1 + 1e-9)) {
            best = value;
            from = i;
        }
        to = value >= best * (1 - 1e-9) ? i : to;
    }
    return (from + to) / 2.0 + 0.5;
}

struct field {
    unsigned side;
    float *off;          /* distance from the paper */
    unsigned char *mark; /* 0 paper, 1 not visited, 2 border, 3 ink, 4 edge of the ink */
    unsigned *stack;
};

/* Marks the part at `start`: border if any of it is outside the circle, otherwise ink. Returns its area if ink. */
static unsigned classify_part(struct field *f, const struct patch *p, unsigned start)
{
    unsigned read = 0, written = 0;
    bool border = false;
    f->stack[written++] = start;
    f->mark[start] = 3;
    while (read < written) {
        unsigned at = f->stack[read++], x = at % f->side, y = at / f->side;
        border = border || !inside(p, x, y);
        for (unsigned ny = y > 0 ? y - 1 : 0; ny <= y + 1 && ny < f->side; ny++)
            for (unsigned nx = x > 0 ? x - 1 : 0; nx <= x + 1 && nx < f->side; nx++)
                if (f->mark[ny * f->side + nx] == 1) {
                    f->mark[ny * f->side + nx] = 3;
                    f->stack[written++] = ny * f->side + nx;
                }
    }
    for (unsigned i = 0; border && i < written; i++)
        f->mark[f->stack[i]] = 2;
    return border ? 0 : written;
}

/* Classifies all parts; returns the area of the largest ink part. */
static unsigned classify_parts(struct field *f, const struct patch *p, double threshold)
{
    unsigned pixels = f->side * f->side, largest = 0;
    for (unsigned i = 0; i < pixels; i++)
        f->mark[i] = f->off[i] > threshold;
    for (unsigned i = 0; i < pixels; i++)
        if (f->mark[i] == 1) {
            unsigned area = classify_part(f, p, i);
            largest = area > largest ? area : largest;
        }
    return largest;
}

/* Mean colour of the ink pixels farthest from the paper: within a fifth of the maximum, ignoring a few outliers. */
static double find_ink(double colour[3], const struct field *f, const struct patch *p)
{
    unsigned counts[SPAN] = {0}, ink_count = 0, counted = 0, level = SPAN - 1, pixels = f->side * f->side;
    for (unsigned i = 0; i < pixels; i++)
        if (f->mark[i] == 3) {
            counts[f->off[i] < SPAN - 1 ? (unsigned)f->off[i] : SPAN - 1]++;
            ink_count++;
        }
    for (; level > 0 && counted + counts[level] <= ink_count / 20; level--)
        counted += counts[level];
    double sums[3] = {0}, n = 0;
    for (unsigned i = 0; i < pixels; i++)
        if (f->mark[i] == 3 && f->off[i] >= 0.8 * level) {
            n++;
            for (unsigned k = 0; k < 3; k++)
                sums[k] += p->rgb[3 * (size_t)i + k];
        }
    for (unsigned k = 0; k < 3; k++)
        colour[k] = n > 0 ? sums[k] / n : 0;
    return level;
}

/* Marks pixels at the edge of an ink part with 4: they belong to it although they are below the threshold. */
static void add_edges(struct field *f)
{
    unsigned reach = 1 + f->side / 40, pixels = f->side * f->side;
    for (unsigned i = 0; i < pixels; i++) {
        if (f->mark[i] != 3)
            continue;
        unsigned x = i % f->side, y = i / f->side;
        for (unsigned ny = y > reach ? y - reach : 0; ny <= y + reach && ny < f->side; ny++)
            for (unsigned nx = x > reach ? x - reach : 0; nx <= x + reach && nx < f->side; nx++)
                if (f->mark[ny * f->side + nx] == 0)
                    f->mark[ny * f->side + nx] = 4;
    }
}

static unsigned char cover_of(const struct patch *p, const struct plane *plane, const double ink[3], unsigned x,
                              unsigned y)
{
    const unsigned char *c = p->rgb + 3 * ((size_t)y * p->side + x);
    double dx = x + 0.5 - p->side / 2.0, dy = y + 0.5 - p->side / 2.0, dot = 0, length = 0;
    for (unsigned k = 0; k < 3; k++) {
        double paper = paper_of(plane, k, dx, dy), way = ink[k] - paper;
        dot += (c[k] - paper) * way;
        length += way * way;
    }
    double fraction = length > 0 ? dot / length : 0;
    return (unsigned char)(fraction <= 0 ? 0 : fraction >= 1 ? 255 : fraction * 255 + 0.5);
}

static void write_cover(unsigned char *cover, struct field *f, const struct patch *p, const struct plane *plane,
                        const double ink[3])
{
    add_edges(f);
    for (unsigned y = 0; y < f->side; y++)
        for (unsigned x = 0; x < f->side; x++) {
            unsigned i = y * f->side + x;
            cover[i] = f->mark[i] >= 3 && inside(p, x, y) ? cover_of(p, plane, ink, x, y) : 0;
        }
}

static unsigned packed(const double colour[3])
{
    unsigned value = 0;
    for (unsigned k = 0; k < 3; k++)
        value = value << 8 | (unsigned)fmin(255, fmax(0, colour[k] + 0.5));
    return value;
}

/* Distance from the paper above which a pixel is not paper. */
static double find_threshold(const struct patch *p, const struct plane *plane, double noise)
{
    unsigned counts[SPAN] = {0};
    for (unsigned y = 0; y < p->side; y++)
        for (unsigned x = 0; x < p->side; x++)
            if (inside(p, x, y)) {
                double d = distance(p, plane, x, y);
                counts[d < SPAN - 1 ? (unsigned)d : SPAN - 1]++;
            }
    return fmax(otsu_threshold(counts), fmax(MIN_CONTRAST / 2.0, 3 * noise));
}

static bool find_cover(unsigned char *cover, double ink[3], struct field *f, const struct patch *p,
                       const struct plane *plane, double noise)
{
    for (unsigned y = 0; y < f->side; y++)
        for (unsigned x = 0; x < f->side; x++)
            f->off[y * f->side + x] = (float)distance(p, plane, x, y);
    unsigned pixels = f->side * f->side, min_area = 4 + pixels / 2500;
    if (classify_parts(f, p, find_threshold(p, plane, noise)) < min_area)
        return false;
    double contrast = find_ink(ink, f, p);
    /* a border may be much darker than the ink: repeat with the ink's own contrast */
    unsigned largest = classify_parts(f, p, fmax(contrast * 0.45, 3 * noise));
    if (contrast < fmax(MIN_CONTRAST, 5 * noise) || largest < min_area)
        return false;
    if (contrast < fmax(FAINT, 12 * noise) && largest < pixels / 160)
        return false; /* faint and small: a compression artefact beside a border */
    find_ink(ink, f, p);
    write_cover(cover, f, p, plane, ink);
    return true;
}

/* Fallback without memory for the parts: everything that differs is ink, including borders, since a cell with ink must
 * never be read as blank. */
static bool find_cover_roughly(unsigned char *cover, double ink[3], const struct patch *p, const struct plane *plane,
                               double noise)
{
    double threshold = find_threshold(p, plane, noise), farthest = threshold;
    unsigned count = 0;
    for (unsigned i = 0; i < p->side * p->side; i++) {
        double d = inside(p, i % p->side, i / p->side) ? distance(p, plane, i % p->side, i / p->side) : 0;
        cover[i] = d > threshold ? 255 : 0;
        count += d > threshold;
        for (unsigned k = 0; d > farthest && k < 3; k++)
            ink[k] = p->rgb[3 * (size_t)i + k];
        farthest = fmax(farthest, d);
    }
    return count > 4 && farthest >= fmax(MIN_CONTRAST, 5 * noise);
}

bool comb_ink_of_patch(unsigned char *cover, unsigned *paper, unsigned *ink_colour, const unsigned char *rgb,
                       unsigned side, double keep)
{
    struct patch p = {rgb, side, keep * side / 2};
    struct plane plane;
    double noise = find_paper(&plane, &p), ink[3] = {0};
    if (paper)
        *paper = packed(plane.at);
    size_t pixels = (size_t)side * side;
    struct field f = {side, malloc(pixels * sizeof(float)), malloc(pixels), malloc(pixels * sizeof(unsigned))};
    bool found = f.off && f.mark && f.stack ? find_cover(cover, ink, &f, &p, &plane, noise)
                                            : find_cover_roughly(cover, ink, &p, &plane, noise);
    free(f.off);
    free(f.mark);
    free(f.stack);
    if (!found)
        memset(cover, 0, pixels);
    if (ink_colour)
        *ink_colour = found ? packed(ink) : packed(plane.at);
    return found;
}
