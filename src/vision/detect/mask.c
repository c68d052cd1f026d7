/* Masks of a picture.
 *
 * No single mask works for every game, so several kinds are computed and their regions pooled:
 *
 *     flat      pixels with little change around them: a cell of any colour is an island between its edges
 *     level     darker and brighter than a level: cells with a grainy surface, wooden tiles
 *     colours   the frequent colours of the picture: cells that touch cells of another colour
 *
 * The edge plane is the range (largest minus smallest) over 3 x 3 pixels, the maximum over the three colours. Unlike a
 * gradient it does not vanish in the middle of a thin line, so a gap of one pixel still separates two cells.
 *
 * A noisy picture is smoothed first: the noise is the median of the edge plane's lower part, which is 0 in a clean
 * drawing. Cost: about 10 ms for all planes of a million pixels, 1 ms per mask. */
#include "vision/detect/mask.h"

#include <stdlib.h>
#include <string.h>

/* The loops over planes vectorise well, but GCC does not vectorise them at its default level. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

static unsigned char min_u8(unsigned char a, unsigned char b)
{
    return a < b ? a : b;
}

static unsigned char max_u8(unsigned char a, unsigned char b)
{
    return a > b ? a : b;
}

/* Minimum and maximum of three rows, element by element. */
static void rows_range(unsigned char *restrict low, unsigned char *restrict high, const unsigned char *restrict a,
                       const unsigned char *restrict b, const unsigned char *restrict c, unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        low[x] = min_u8(min_u8(a[x], b[x]), c[x]);
        high[x] = max_u8(max_u8(a[x], b[x]), c[x]);
    }
}

static void raise_edge(unsigned char *restrict edge, const unsigned char *restrict low,
                       const unsigned char *restrict high, unsigned width)
{
    for (unsigned x = 1; x + 1 < width; x++) {
        unsigned char top = max_u8(max_u8(high[x - 1], high[x]), high[x + 1]);
        unsigned char bottom = min_u8(min_u8(low[x - 1], low[x]), low[x + 1]);
        edge[x] = max_u8(edge[x], (unsigned char)(top - bottom));
    }
}

static void find_edges(struct comb_planes *planes)
{
    unsigned width = planes->width;
    unsigned char *low = planes->scratch;
    unsigned char *high = planes->scratch + width;
    memset(planes->edge, 0, (size_t)width * planes->height);
    for (unsigned p = 0; p < COMB_MASK_PLANES; p++)
        for (unsigned y = 0; y < planes->height; y++) {
            const unsigned char *row = planes->colour[p] + (size_t)y * width;
            rows_range(low, high, y ? row - width : row, row, y + 1 < planes->height ? row + width : row, width);
            raise_edge(planes->edge + (size_t)y * width, low, high, width);
        }
    for (unsigned y = 0; y < planes->height; y++) {
        unsigned char *edge = planes->edge + (size_t)y * width;
        edge[0] = edge[1];
        edge[width - 1] = edge[width - 2];
    }
}

/* Binomial smoothing 1 2 1 in both directions, in place through the scratch plane. */
static void smooth_rows(unsigned char *restrict out, const unsigned char *restrict in, unsigned width, unsigned height)
{
    for (unsigned y = 0; y < height; y++) {
        const unsigned char *row = in + (size_t)y * width;
        unsigned char *to = out + (size_t)y * width;
        to[0] = row[0];
        to[width - 1] = row[width - 1];
        for (unsigned x = 1; x + 1 < width; x++)
            to[x] = (unsigned char)((row[x - 1] + 2 * row[x] + row[x + 1] + 2) / 4);
    }
}

static void smooth_columns(unsigned char *restrict out, const unsigned char *restrict in, unsigned width,
                           unsigned height)
{
    for (unsigned y = 0; y < height; y++) {
        const unsigned char *row = in + (size_t)y * width;
        const unsigned char *above = y ? row - width : row;
        const unsigned char *below = y + 1 < height ? row + width : row;
        unsigned char *to = out + (size_t)y * width;
        for (unsigned x = 0; x < width; x++)
            to[x] = (unsigned char)((above[x] + 2 * row[x] + below[x] + 2) / 4);
    }
}

static void smooth(struct comb_planes *planes)
{
    for (unsigned p = 0; p < COMB_MASK_PLANES; p++) {
        smooth_rows(planes->scratch, planes->colour[p], planes->width, planes->height);
        smooth_columns(planes->colour[p], planes->scratch, planes->width, planes->height);
    }
}

/* The value below which the given fraction of the plane lies. Samples every seventh pixel. */
static unsigned quantile(const unsigned char *plane, size_t count, double fraction)
{
    enum { STEP = 7 };
    size_t histogram[256] = {0};
    for (size_t i = 0; i < count; i += STEP)
        histogram[plane[i]]++;
    double wanted = fraction * (double)(count / STEP);
    double sum = 0;
    for (unsigned value = 0; value < 256; value++) {
        sum += (double)histogram[value];
        if (sum >= wanted)
            return value;
    }
    return 255;
}

static void split_colours(struct comb_planes *planes, const unsigned char *rgb, size_t count)
{
    for (size_t i = 0; i < count; i++, rgb += 3) {
        planes->colour[0][i] = rgb[0];
        planes->colour[1][i] = rgb[1];
        planes->colour[2][i] = rgb[2];
    }
}

static void find_grey(struct comb_planes *planes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        planes->grey[i] = (unsigned char)((77 * planes->colour[0][i] + 150 * planes->colour[1][i] +
                                           29 * planes->colour[2][i] + 128) >>
                                          8);
}

bool comb_planes_init(struct comb_planes *out, const struct comb_pixels *pixels)
{
    enum { PLANES = COMB_MASK_PLANES + 4, QUIET = 5, MAX_SMOOTHING = 2 };
    size_t count = (size_t)pixels->width * pixels->height;
    unsigned char *block = malloc(PLANES * count);
    *out = (struct comb_planes){.width = pixels->width, .height = pixels->height};
    if (!block)
        return false;
    for (unsigned p = 0; p < COMB_MASK_PLANES; p++)
        out->colour[p] = block + p * count;
    out->grey = block + COMB_MASK_PLANES * count;
    out->edge = out->grey + count;
    out->scratch = out->edge + count;
    out->scratch2 = out->scratch + count;
    split_colours(out, pixels->rgb, count);
    find_edges(out);
    out->noise = quantile(out->edge, count, 0.25);
    for (unsigned i = 0; i < MAX_SMOOTHING && out->noise > QUIET; i++) {
        smooth(out);
        find_edges(out);
        out->noise = quantile(out->edge, count, 0.25);
    }
    find_grey(out, count);
    return true;
}

void comb_planes_free(struct comb_planes *planes)
{
    free(planes->colour[0]);
    *planes = (struct comb_planes){0};
}

void comb_mask_flat(unsigned char *labels, const struct comb_planes *planes, unsigned highest)
{
    size_t count = (size_t)planes->width * planes->height;
    for (size_t i = 0; i < count; i++)
        labels[i] = planes->edge[i] <= highest;
}

void comb_mask_level(unsigned char *labels, const unsigned char *plane, size_t count, unsigned level)
{
    for (size_t i = 0; i < count; i++)
        labels[i] = (unsigned char)(1 + (plane[i] >= level));
}

unsigned comb_mask_levels(unsigned char *levels, unsigned wanted, const unsigned char *plane, size_t count)
{
    enum { MIN_STEP = 6 };
    unsigned low = quantile(plane, count, 0.02), high = quantile(plane, count, 0.98);
    unsigned number = (high - low) / MIN_STEP;
    number = number > wanted ? wanted : number;
    for (unsigned i = 0; i < number; i++)
        levels[i] = (unsigned char)(low + (high - low) * (i + 1) / (number + 1) + 1);
    return number;
}

void comb_mask_difference(unsigned char *out, const unsigned char *first, const unsigned char *second, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)((first[i] - second[i] + 256) / 2);
}

/* Frequent colours: peaks of a histogram with 5 bits per channel, each removed with its surroundings before the next
 * search. Every bin is then assigned to the nearest peak, so that a label costs one look-up per pixel. */
enum { BITS = 5, SIDE = 1 << BITS, BINS = SIDE * SIDE * SIDE };

static unsigned bin_of(unsigned red, unsigned green, unsigned blue)
{
    enum { SHIFT = 8 - BITS };
    return (red >> SHIFT) << 2 * BITS | (green >> SHIFT) << BITS | blue >> SHIFT;
}

static int bin_distance(unsigned a, unsigned b)
{
    int sum = 0;
    for (unsigned shift = 0; shift < 3 * BITS; shift += BITS) {
        int difference = (int)(a >> shift & (SIDE - 1)) - (int)(b >> shift & (SIDE - 1));
        sum += difference * difference;
    }
    return sum;
}

/* The non-empty bins and their number. */
struct histogram {
    uint32_t count[BINS];
    unsigned char label[BINS];
    unsigned used[BINS];
    unsigned used_count;
};

static unsigned find_peaks(unsigned *peaks, struct histogram *bins, size_t count)
{
    enum { NEAR = 2 };
    unsigned number = 0;
    while (number < COMB_MASK_MAX_COLOURS && bins->used_count) {
        unsigned best = bins->used[0];
        for (unsigned i = 1; i < bins->used_count; i++)
            best = bins->count[bins->used[i]] > bins->count[best] ? bins->used[i] : best;
        if (bins->count[best] < count / 1000 + 1)
            break;
        peaks[number++] = best;
        for (unsigned i = 0; i < bins->used_count; i++)
            if (bin_distance(bins->used[i], best) <= NEAR)
                bins->count[bins->used[i]] = 0;
    }
    return number;
}

static void label_bins(struct histogram *bins, const unsigned *peaks, unsigned number)
{
    enum { FAR = 12 };
    for (unsigned i = 0; i < bins->used_count; i++) {
        int nearest = FAR + 1;
        for (unsigned p = 0; p < number; p++) {
            int distance = bin_distance(bins->used[i], peaks[p]);
            if (distance < nearest) {
                nearest = distance;
                bins->label[bins->used[i]] = (unsigned char)(p + 1);
            }
        }
    }
}

static void count_bins(struct histogram *bins, const struct comb_planes *planes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bins->count[bin_of(planes->colour[0][i], planes->colour[1][i], planes->colour[2][i])]++;
    for (unsigned b = 0; b < BINS; b++)
        if (bins->count[b])
            bins->used[bins->used_count++] = b;
}

bool comb_mask_colours(unsigned char *labels, const struct comb_planes *planes)
{
    size_t count = (size_t)planes->width * planes->height;
    unsigned peaks[COMB_MASK_MAX_COLOURS];
    struct histogram *bins = calloc(1, sizeof *bins);
    if (!bins)
        return false;
    count_bins(bins, planes, count);
    label_bins(bins, peaks, find_peaks(peaks, bins, count));
    for (size_t i = 0; i < count; i++)
        labels[i] = bins->label[bin_of(planes->colour[0][i], planes->colour[1][i], planes->colour[2][i])];
    free(bins);
    return true;
}
