/* Computes the feature vector of a glyph from its ink coverage.
 *
 *     cover -> crop, shrink, normalise -> parts without specks -> box, to fractions of a pixel -> raster -> features
 *
 *      ..::..            +--------+        edges: strength in each of 8 directions, in 6 x 6 soft zones
 *     .:##:.             |  /\    |        ink:   amount in 8 x 8 soft zones
 *     :#  #:     ->      | /__\   |   ->   width / height
 *     :####:             |/    \  |
 *     :#  #:             +--------+
 *
 * The raster preserves the aspect ratio: the longer side of the box is always 24 of its 32 pixels. Edges distinguish
 * shapes far better than ink does, since most ink of O, Q, C and G is the same; ink distinguishes thin from thick.
 * Edges are measured as in a histogram of gradients, without its blocks: a glyph has one contrast, so one norm
 * suffices.
 *
 * Cost: one pass over the cropped cover (at most 96 pixels high) for the parts, two passes of a tent filter for the
 * raster, about 80,000 multiplications for the features. */
#include "vision/glyph/shape.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = COMB_GLYPH_SIDE,
    DIRECTIONS = COMB_GLYPH_DIRECTIONS,
    ZONES = COMB_GLYPH_ZONES,
    SPOTS = COMB_GLYPH_INK_ZONES,
    MARGIN = COMB_GLYPH_MARGIN,
    CROP_LEVEL = 80,
    SMALL = 24,                            /* pixels high, with the margin: smoothed strongly */
    LARGE = 48,                            /* smoothed slightly up to here */
    EDGE_LEVEL = COMB_GLYPH_INK_THRESHOLD, /* of 255: minimum coverage of an ink pixel */
    FAINTEST = 20,                         /* if full ink is fainter, there is none */
    SPECK_DIVISOR = 25,                    /* parts smaller than a 25th of the largest are specks */
    MAX_WIDTH = 4 * COMB_GLYPH_MAX_SIDE,
    MAX_PARTS = 60000,
    MAX_TAPS = 2 * (MAX_WIDTH + 2 * MARGIN) / COMB_GLYPH_SCALED_SIDE + 3
};

/* Level of full ink: at least a few pixels are that dark, so that no single pixel sets it. */
static unsigned full_level(const unsigned char *cover, size_t pixels)
{
    size_t counts[256] = {0}, wanted = 3 + pixels / 2000, total = 0;
    for (size_t i = 0; i < pixels; i++)
        counts[cover[i]]++;
    unsigned level = 255;
    for (; level > 0; level--) {
        total += counts[level];
        if (total >= wanted)
            break;
    }
    return level;
}

struct bounds {
    unsigned left, top, right, bottom;
};

static bool find_bounds(struct bounds *out, const struct comb_glyph_bitmap *ink, unsigned level)
{
    struct bounds b = {ink->width, ink->height, 0, 0};
    for (unsigned y = 0; y < ink->height; y++) {
        const unsigned char *row = ink->cover + (size_t)y * ink->width;
        for (unsigned x = 0; x < ink->width; x++) {
            if (row[x] < level)
                continue;
            b.left = x < b.left ? x : b.left;
            b.right = x + 1 > b.right ? x + 1 : b.right;
            b.top = y < b.top ? y : b.top;
            b.bottom = y + 1;
        }
    }
    *out = b;
    return b.right > b.left;
}

/* Copies the cropped cover with MARGIN pixels around it, averaged over shrink x shrink pixels. */
static void copy_cover(struct comb_glyph_ink *out, const struct comb_glyph_bitmap *ink, const struct bounds *b)
{
    unsigned k = out->shrink, margin = MARGIN * k;
    for (unsigned y = 0; y < out->height; y++) {
        for (unsigned x = 0; x < out->width; x++) {
            unsigned sum = 0;
            for (unsigned j = 0; j < k; j++) {
                for (unsigned i = 0; i < k; i++) {
                    unsigned sx = b->left + x * k + i, sy = b->top + y * k + j; /* plus the margin */
                    if (sx >= margin && sy >= margin && sx - margin < ink->width && sy - margin < ink->height)
                        sum += ink->cover[(size_t)(sy - margin) * ink->width + sx - margin];
                }
            }
            out->cover[(size_t)y * out->width + x] = (unsigned char)(sum / (k * k));
        }
    }
}

/* Smooths small glyphs: this reduces noise and makes hairlines independent of their subpixel position. The edge pixels
 * are margin and stay unchanged. */
static void smooth(unsigned char *cover, unsigned width, unsigned height, unsigned char *scratch)
{
    unsigned middle = height <= SMALL ? 2 : 4, all = middle + 2;
    memcpy(scratch, cover, (size_t)width * height);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 1; x + 1 < width; x++) {
            const unsigned char *at = cover + (size_t)y * width + x;
            scratch[(size_t)y * width + x] = (unsigned char)((at[-1] + middle * at[0] + at[1] + all / 2) / all);
        }
    for (unsigned y = 1; y + 1 < height; y++)
        for (unsigned x = 0; x < width; x++) {
            const unsigned char *at = scratch + (size_t)y * width + x;
            cover[(size_t)y * width + x] =
                (unsigned char)((at[-(int)width] + middle * at[0] + at[width] + all / 2) / all);
        }
}

static void bring_to_full(unsigned char *cover, size_t pixels)
{
    unsigned full = full_level(cover, pixels);
    for (size_t i = 0; full > 0 && i < pixels; i++) {
        unsigned level = cover[i] * 255U / full;
        cover[i] = (unsigned char)(level > 255 ? 255 : level);
    }
}

/* Labels the part that contains pixel `start`; returns its area. `stack` has room for all pixels. */
static unsigned flood(struct comb_glyph_ink *ink, unsigned *stack, unsigned start, unsigned short label)
{
    unsigned depth = 0, area = 0;
    stack[depth++] = start;
    ink->labels[start] = label;
    while (depth > 0) {
        unsigned at = stack[--depth], x = at % ink->width, y = at / ink->width;
        area++;
        for (unsigned ny = y > 0 ? y - 1 : 0; ny <= y + 1 && ny < ink->height; ny++) {
            for (unsigned nx = x > 0 ? x - 1 : 0; nx <= x + 1 && nx < ink->width; nx++) {
                unsigned next = ny * ink->width + nx;
                if (ink->labels[next] == 0 && ink->cover[next] >= EDGE_LEVEL) {
                    ink->labels[next] = label;
                    stack[depth++] = next;
                }
            }
        }
    }
    return area;
}

/* Numbers the parts in the order of their first pixel; false if out of memory. */
static bool find_parts(struct comb_glyph_ink *ink)
{
    unsigned pixels = ink->width * ink->height;
    unsigned *stack = malloc(pixels * sizeof *stack);
    if (!stack)
        return false;
    for (unsigned i = 0; i < pixels && ink->parts < MAX_PARTS; i++) {
        if (ink->labels[i] != 0 || ink->cover[i] < EDGE_LEVEL)
            continue;
        ink->parts++;
        ink->areas[ink->parts - 1] = flood(ink, stack, i, (unsigned short)ink->parts);
    }
    free(stack);
    return true;
}

/* Whether a pixel below the ink threshold is at the edge of a retained part. */
static bool touches_part(const struct comb_glyph_ink *ink, unsigned x, unsigned y, unsigned reach)
{
    for (unsigned ny = y > reach ? y - reach : 0; ny <= y + reach && ny < ink->height; ny++)
        for (unsigned nx = x > reach ? x - reach : 0; nx <= x + reach && nx < ink->width; nx++)
            if (ink->labels[ny * ink->width + nx] != 0)
                return true;
    return false;
}

static void drop_specks(struct comb_glyph_ink *ink)
{
    unsigned largest = 0, kept = 0;
    for (unsigned i = 0; i < ink->parts; i++)
        largest = ink->areas[i] > largest ? ink->areas[i] : largest;
    for (unsigned i = 0; i < ink->parts; i++)
        ink->areas[i] = ink->areas[i] * SPECK_DIVISOR >= largest ? ++kept : 0; /* now the part's new number */
    unsigned pixels = ink->width * ink->height;
    for (unsigned i = 0; i < pixels; i++)
        if (ink->labels[i] != 0)
            ink->labels[i] = (unsigned short)ink->areas[ink->labels[i] - 1];
    memset(ink->areas, 0, (kept + 1) * sizeof *ink->areas);
    unsigned reach = 1 + ink->height / 24;
    for (unsigned i = 0; i < pixels; i++) {
        if (ink->labels[i] != 0)
            ink->areas[ink->labels[i] - 1]++;
        else if (ink->cover[i] > 0 && !touches_part(ink, i % ink->width, i / ink->width, reach))
            ink->cover[i] = 0;
    }
    ink->parts = kept;
}

static bool make_ready(struct comb_glyph_ink *out, const struct comb_glyph_bitmap *ink, const struct bounds *b)
{
    size_t pixels = (size_t)out->width * out->height;
    out->cover = calloc(pixels, 1);
    out->labels = calloc(pixels, sizeof *out->labels);
    out->areas = calloc(pixels + 1, sizeof *out->areas);
    if (!out->cover || !out->labels || !out->areas)
        return false;
    copy_cover(out, ink, b);
    if (out->height <= LARGE)
        smooth(out->cover, out->width, out->height, (unsigned char *)out->areas);
    memset(out->areas, 0, pixels * sizeof *out->areas);
    bring_to_full(out->cover, pixels);
    if (!find_parts(out))
        return false;
    drop_specks(out);
    return true;
}

bool comb_glyph_ink_new(struct comb_glyph_ink *out, const struct comb_glyph_bitmap *ink)
{
    memset(out, 0, sizeof *out);
    unsigned full = full_level(ink->cover, (size_t)ink->width * ink->height);
    struct bounds b;
    if (full < FAINTEST || !find_bounds(&b, ink, full * CROP_LEVEL / 255))
        return true;
    unsigned high = b.bottom - b.top, wide = b.right - b.left;
    unsigned down = (high + COMB_GLYPH_MAX_SIDE - 1) / COMB_GLYPH_MAX_SIDE;
    unsigned across = (wide + MAX_WIDTH - 1) / MAX_WIDTH;
    out->shrink = down > across ? down : across;
    out->left = b.left;
    out->top = b.top;
    out->width = (wide + out->shrink - 1) / out->shrink + 2 * MARGIN;
    out->height = (high + out->shrink - 1) / out->shrink + 2 * MARGIN;
    if (make_ready(out, ink, &b))
        return true;
    comb_glyph_ink_free(out);
    return false;
}

void comb_glyph_ink_free(struct comb_glyph_ink *ink)
{
    free(ink->cover);
    free(ink->labels);
    free(ink->areas);
    memset(ink, 0, sizeof *ink);
}

/* Where a profile of maximum coverage first reaches the level, between pixels; -1 if nowhere. */
static float crossing(const unsigned char *profile, unsigned length)
{
    for (unsigned i = 0; i < length; i++) {
        if (profile[i] < EDGE_LEVEL)
            continue;
        if (i == 0)
            return 0; /* cut off: the ink continues beyond */
        float before = profile[i - 1], here = profile[i];
        float fraction = (here - EDGE_LEVEL + 0.5F) /
                         (here - before + 0.5F); /* position between the previous pixel's centre and this one */
        return (float)i + 0.5F - (fraction < 1 ? fraction : 1);
    }
    return -1;
}

static void reverse(unsigned char *profile, unsigned length)
{
    for (unsigned i = 0; i < length / 2; i++) {
        unsigned char other = profile[length - 1 - i];
        profile[length - 1 - i] = profile[i];
        profile[i] = other;
    }
}

bool comb_glyph_box(struct comb_glyph_box *box, const struct comb_glyph_ink *ink, unsigned from, unsigned to)
{
    unsigned char rows[COMB_GLYPH_MAX_SIDE + 2 * MARGIN] = {0}, columns[MAX_WIDTH + 2 * MARGIN] = {0};
    unsigned width = to - from;
    assert(ink->height <= sizeof rows && width <= sizeof columns);
    for (unsigned y = 0; y < ink->height; y++) {
        const unsigned char *row = ink->cover + (size_t)y * ink->width + from;
        for (unsigned x = 0; x < width; x++) {
            rows[y] = row[x] > rows[y] ? row[x] : rows[y];
            columns[x] = row[x] > columns[x] ? row[x] : columns[x];
        }
    }
    float top = crossing(rows, ink->height), left = crossing(columns, width);
    if (top < 0 || left < 0)
        return false;
    reverse(rows, ink->height);
    reverse(columns, width);
    box->top = top;
    box->left = (float)from + left;
    box->bottom = (float)ink->height - crossing(rows, ink->height);
    box->right = (float)to - crossing(columns, width);
    return box->bottom > box->top && box->right > box->left;
}

/* Tent filter from `count` pixels to SIDE positions: the first pixel and the weights of each position. */
struct taps {
    int first[SIDE];
    unsigned length[SIDE];
    float weight[SIDE][MAX_TAPS];
};

/* A raster pixel spans `step` pixels; raster position 0 is at `origin`. */
static void make_taps(struct taps *taps, float origin, float step, unsigned from, unsigned to)
{
    float reach = step > 1 ? step : 1;
    for (unsigned i = 0; i < SIDE; i++) {
        float centre = origin + ((float)i + 0.5F) * step - 0.5F, sum = 0;
        int first = (int)ceilf(centre - reach), last = (int)floorf(centre + reach);
        taps->first[i] = first;
        taps->length[i] = 0;
        for (int at = first; at <= last && at - first < MAX_TAPS; at++) {
            float weight = 1 - fabsf((float)at - centre) / reach;
            sum += weight > 0 ? weight : 0;
            bool inside = at >= (int)from && at < (int)to;
            taps->weight[i][taps->length[i]++] = inside && weight > 0 ? weight : 0;
        }
        for (unsigned t = 0; t < taps->length[i]; t++)
            taps->weight[i][t] = sum > 0 ? taps->weight[i][t] / sum : 0;
    }
}

static void make_raster(float raster[SIDE][SIDE], const struct comb_glyph_ink *ink, const struct comb_glyph_box *box,
                        unsigned from, unsigned to)
{
    float wide = box->right - box->left, high = box->bottom - box->top;
    float step = (wide > high ? wide : high) / COMB_GLYPH_SCALED_SIDE;
    struct taps across, down;
    make_taps(&across, (box->left + box->right) / 2 - step * SIDE / 2, step, from, to);
    make_taps(&down, (box->top + box->bottom) / 2 - step * SIDE / 2, step, 0, ink->height);
    float rows[COMB_GLYPH_MAX_SIDE + 2 * MARGIN][SIDE];
    for (unsigned y = 0; y < ink->height; y++) {
        const unsigned char *row = ink->cover + (size_t)y * ink->width;
        for (unsigned i = 0; i < SIDE; i++) {
            float sum = 0;
            for (unsigned t = 0; t < across.length[i]; t++)
                if (across.weight[i][t] > 0)
                    sum += across.weight[i][t] * (float)row[across.first[i] + (int)t];
            rows[y][i] = sum / 255;
        }
    }
    memset(raster, 0, sizeof(float) * SIDE * SIDE);
    for (unsigned j = 0; j < SIDE; j++)
        for (unsigned t = 0; t < down.length[j]; t++)
            if (down.weight[j][t] > 0)
                for (unsigned i = 0; i < SIDE; i++)
                    raster[j][i] += down.weight[j][t] * rows[down.first[j] + (int)t][i];
}

/* Splits the gradient between the two nearest of eight directions, as a vector between two axes. */
static void add_edge(float planes[DIRECTIONS][SIDE][SIDE], unsigned y, unsigned x, float gx, float gy)
{
    static const float diagonal = 1.41421356F;
    float ax = fabsf(gx), ay = fabsf(gy);
    unsigned straight, slanted;
    if (ax >= ay) {
        straight = gx >= 0 ? 0 : 4;
        slanted = gx >= 0 ? (gy >= 0 ? 1 : 7) : (gy >= 0 ? 3 : 5);
    } else {
        straight = gy >= 0 ? 2 : 6;
        slanted = gy >= 0 ? (gx >= 0 ? 1 : 3) : (gx >= 0 ? 7 : 5);
    }
    planes[straight][y][x] = fabsf(ax - ay);
    planes[slanted][y][x] = diagonal * (ax < ay ? ax : ay);
}

static void find_edges(float planes[DIRECTIONS][SIDE][SIDE], float raster[SIDE][SIDE])
{
    memset(planes, 0, sizeof(float) * DIRECTIONS * SIDE * SIDE);
    for (unsigned y = 1; y + 1 < SIDE; y++) {
        const float *up = raster[y - 1], *mid = raster[y], *low = raster[y + 1];
        for (unsigned x = 1; x + 1 < SIDE; x++) {
            float gx = up[x + 1] + 2 * mid[x + 1] + low[x + 1] - up[x - 1] - 2 * mid[x - 1] - low[x - 1];
            float gy = low[x - 1] + 2 * low[x] + low[x + 1] - up[x - 1] - 2 * up[x] - up[x + 1];
            if (gx != 0 || gy != 0)
                add_edge(planes, y, x, gx, gy);
        }
    }
}

/* A soft zone along a side: a bell curve, cut off at three standard deviations. */
struct bell {
    unsigned from, to;
    float weight[SIDE];
};

static void make_bells(struct bell *bells, unsigned count)
{
    float pitch = (float)(COMB_GLYPH_SCALED_SIDE + 4) / (float)count, spread = pitch * 0.6F;
    for (unsigned z = 0; z < count; z++) {
        float centre = (SIDE - (COMB_GLYPH_SCALED_SIDE + 4)) / 2.0F + ((float)z + 0.5F) * pitch - 0.5F;
        float first = ceilf(centre - 3 * spread), last = floorf(centre + 3 * spread);
        bells[z].from = first > 0 ? (unsigned)first : 0;
        bells[z].to = last < SIDE - 1 ? (unsigned)last + 1 : SIDE;
        for (unsigned i = bells[z].from; i < bells[z].to; i++) {
            float off = ((float)i - centre) / spread;
            bells[z].weight[i] = expf(-off * off / 2);
        }
    }
}

static void pool(float *out, float plane[SIDE][SIDE], const struct bell *bells, unsigned count)
{
    for (unsigned zy = 0; zy < count; zy++) {
        float row[SIDE] = {0};
        for (unsigned y = bells[zy].from; y < bells[zy].to; y++)
            for (unsigned x = 0; x < SIDE; x++)
                row[x] += bells[zy].weight[y] * plane[y][x];
        for (unsigned zx = 0; zx < count; zx++) {
            float sum = 0;
            for (unsigned x = bells[zx].from; x < bells[zx].to; x++)
                sum += bells[zx].weight[x] * row[x];
            out[zy * count + zx] = sum;
        }
    }
}

/* Normalises to length 1, then takes square roots, which equalises the spread of weak and strong values. */
static void level(float *values, unsigned count)
{
    float sum = 1e-6F;
    for (unsigned i = 0; i < count; i++)
        sum += values[i];
    for (unsigned i = 0; i < count; i++)
        values[i] = sqrtf((values[i] > 0 ? values[i] : 0) / sum);
}

void comb_glyph_features(float features[COMB_GLYPH_FEATURES], const struct comb_glyph_ink *ink,
                         const struct comb_glyph_box *box, unsigned from, unsigned to)
{
    float raster[SIDE][SIDE], planes[DIRECTIONS][SIDE][SIDE];
    struct bell zones[ZONES], spots[SPOTS];
    make_raster(raster, ink, box, from, to);
    find_edges(planes, raster);
    make_bells(zones, ZONES);
    make_bells(spots, SPOTS);
    float *out = features;
    for (unsigned d = 0; d < DIRECTIONS; d++, out += ZONES * ZONES)
        pool(out, planes[d], zones, ZONES);
    level(features, DIRECTIONS * ZONES * ZONES);
    pool(out, raster, spots, SPOTS);
    float ink_sum = 0;
    for (unsigned i = 0; i < SPOTS * SPOTS; i++)
        ink_sum += out[i];
    level(out, SPOTS * SPOTS);
    out += SPOTS * SPOTS;
    *out++ = 0.3F * logf((box->right - box->left) / (box->bottom - box->top));
    *out = ink_sum / 2000;
}
