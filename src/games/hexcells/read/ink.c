/* Extracts the ink on the paper of a small patch, without anything that extends in from outside.
 *
 *     +-----------+      paper   the median lightness of the examined area
 *     |\    .    /|      ink     what differs most from it and does not touch the area's border
 *     | \  _|_  / |      cover   relative position of a pixel between paper and ink, 0 to 255
 *     |  |  |  |  |
 *     | /  / \  \ |      Strong intruders (a cell's frame, the next hint) hide faint ink: they are removed from the
 * area
 *     |/         \|      and the search restarts, until something remains or nothing is left.
 *     +-----------+
 *
 * Only lightness counts: texts always differ in it, and JPEG stores colours coarsely. Cost: a few passes over the
 * patch. */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MIN_CONTRAST = 9, /* levels: less is a decoration or noise */
    MAX_ROUNDS = 4,
    KEEP = 2, /* temporary mark of pieces to keep */
    NOISY = 3 /* levels: the median distance from the paper */
};

static const double MIN_COVER = 0.3; /* minimum fraction of the contrast for a pixel of a piece of ink */

unsigned comb_hexcells_distance(unsigned a, unsigned b)
{
    unsigned max = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8) {
        int difference = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        unsigned size = (unsigned)abs(difference);
        max = size > max ? size : max;
    }
    return max;
}

/* ---- paper ---- */

/* The value below which `fraction` of the examined pixels lie. */
static unsigned quantile(const unsigned char *values, const unsigned char *keep, unsigned pixels, double fraction)
{
    unsigned counts[256] = {0}, total = 0, board = 0;
    for (unsigned i = 0; i < pixels; i++)
        if (keep[i]) {
            counts[values[i]]++;
            total++;
        }
    for (unsigned value = 0; value < 256; value++) {
        board += counts[value];
        if (board > 0 && (double)board >= fraction * total)
            return value;
    }
    return 255;
}

static unsigned char light_of(const unsigned char *rgb)
{
    return (unsigned char)((77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2] + 128) >> 8);
}

/* ---- pieces ---- */

struct patch {
    const unsigned char *rgb;
    unsigned char *keep; /* 0: ignored */
    unsigned char *light;
    unsigned char *distance; /* in lightness from the paper */
    unsigned char *mark;     /* 1: belongs to a piece that touches the border of the examined area */
    unsigned *queue;
    unsigned side, pixels;
    int paper; /* its lightness */
    unsigned contrast, limit, noise;
    bool closed; /* nothing extends in */
};

static bool is_border(const struct patch *patch, unsigned pixel)
{
    unsigned x = pixel % patch->side, y = pixel / patch->side;
    if (x == 0 || y == 0 || x + 1 == patch->side || y + 1 == patch->side)
        return true;
    return !patch->keep[pixel - 1] || !patch->keep[pixel + 1] || !patch->keep[pixel - patch->side] ||
           !patch->keep[pixel + patch->side];
}

static void spread(struct patch *patch, unsigned *tail, unsigned pixel)
{
    unsigned x = pixel % patch->side, y = pixel / patch->side;
    for (unsigned v = y > 0 ? y - 1 : 0; v <= y + 1 && v < patch->side; v++)
        for (unsigned u = x > 0 ? x - 1 : 0; u <= x + 1 && u < patch->side; u++) {
            unsigned next = v * patch->side + u;
            if (patch->keep[next] && !patch->mark[next] && patch->distance[next] >= patch->limit) {
                patch->mark[next] = 1;
                patch->queue[(*tail)++] = next;
            }
        }
}

/* Marks all pieces that touch the border; returns whether there were any. */
static bool mark_intruders(struct patch *patch)
{
    unsigned head = 0, tail = 0;
    memset(patch->mark, 0, patch->pixels);
    if (patch->closed)
        return false;
    for (unsigned i = 0; i < patch->pixels; i++)
        if (patch->keep[i] && patch->distance[i] >= patch->limit && is_border(patch, i)) {
            patch->mark[i] = 1;
            patch->queue[tail++] = i;
        }
    while (head < tail)
        spread(patch, &tail, patch->queue[head++]);
    return tail > 0;
}

/* Whether the piece in the queue is too high for a text: a line drawn around it. */
static bool is_frame(const struct patch *patch, unsigned pixels)
{
    unsigned top = patch->side, bottom = 0;
    for (unsigned k = 0; k < pixels; k++) {
        unsigned y = patch->queue[k] / patch->side;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    return bottom >= top && bottom - top > 0.6 * patch->side;
}

/* Marks pieces that are too small or too large to be part of a text. */
static void mark_specks(struct patch *patch)
{
    unsigned min = patch->pixels / (patch->noise > 0 ? 900 : 1800) + 1;
    for (unsigned i = 0; i < patch->pixels; i++) {
        if (!patch->keep[i] || patch->mark[i] || patch->distance[i] < patch->limit)
            continue;
        unsigned head = 0, tail = 1;
        patch->queue[0] = i;
        patch->mark[i] = 1;
        while (head < tail)
            spread(patch, &tail, patch->queue[head++]);
        for (unsigned k = 0; tail >= min && !is_frame(patch, tail) && k < tail; k++)
            patch->mark[patch->queue[k]] = KEEP;
    }
    for (unsigned i = 0; i < patch->pixels; i++)
        patch->mark[i] = patch->mark[i] == 1;
}

static unsigned count_ink(const struct patch *patch)
{
    unsigned count = 0;
    for (unsigned i = 0; i < patch->pixels; i++)
        count += patch->keep[i] && !patch->mark[i] && patch->distance[i] >= patch->limit;
    return count;
}

/* Removes the marked pieces, with their soft borders, from the area. */
static void cut_intruders(struct patch *patch)
{
    unsigned side = patch->side;
    for (unsigned i = 0; i < patch->pixels; i++) {
        if (!patch->mark[i])
            continue;
        unsigned x = i % side, y = i / side;
        for (unsigned v = y > 0 ? y - 1 : 0; v <= y + 1 && v < side; v++)
            for (unsigned u = x > 0 ? x - 1 : 0; u <= x + 1 && u < side; u++)
                patch->keep[v * side + u] = 0;
    }
}

/* Smooths each pixel with its neighbours, 1 2 1 in both directions. */
static void soften(struct patch *patch)
{
    unsigned side = patch->side;
    for (unsigned pass = 0; pass < 2; pass++) {
        unsigned stride = pass == 0 ? 1 : side, line = pass == 0 ? side : 1;
        for (unsigned i = 0; i < side; i++) {
            unsigned char *at = patch->light + i * line, before = at[0];
            for (unsigned k = 0; k < side; k++, at += stride) {
                unsigned char here = *at, after = k + 1 < side ? at[stride] : here;
                *at = (unsigned char)((before + 2 * here + after + 2) / 4);
                before = here;
            }
        }
    }
}

static void measure(struct patch *patch)
{
    patch->paper = (int)quantile(patch->light, patch->keep, patch->pixels, 0.5);
    for (unsigned i = 0; i < patch->pixels; i++)
        patch->distance[i] = (unsigned char)abs(patch->light[i] - patch->paper);
    unsigned noise = quantile(patch->distance, patch->keep, patch->pixels, 0.5);
    patch->noise = noise;
    patch->contrast = quantile(patch->distance, patch->keep, patch->pixels, 0.994);
    patch->limit = (unsigned)lround(fmax(MIN_COVER * patch->contrast, 3 * noise));
    if (patch->contrast < MIN_CONTRAST || patch->contrast < 5 * noise)
        patch->contrast = 0;
}

/* Repeats until ink remains or nothing is left. */
static bool find_ink(struct patch *patch)
{
    for (int round = 0; round < MAX_ROUNDS; round++) {
        measure(patch);
        if (round == 0 && patch->noise >= NOISY) {
            soften(patch);
            measure(patch);
        }
        if (patch->contrast == 0)
            return false;
        bool intruders = mark_intruders(patch);
        if (intruders && count_ink(patch) * 500 < patch->pixels) {
            cut_intruders(patch);
            continue;
        }
        mark_specks(patch);
        return count_ink(patch) * 500 >= patch->pixels;
    }
    return false;
}

/* ---- cover ---- */

/* The mean colour of the ink's core, or of the paper. */
static unsigned mean_colour(const struct patch *patch, bool ink, unsigned from)
{
    unsigned sum[3] = {0}, count = 0;
    for (unsigned i = 0; i < patch->pixels; i++) {
        if (!patch->keep[i] || patch->mark[i] || (ink ? patch->distance[i] < from : patch->distance[i] > from))
            continue;
        for (unsigned channel = 0; channel < 3; channel++)
            sum[channel] += patch->rgb[3 * i + channel];
        count++;
    }
    count += count == 0;
    return sum[0] / count << 16 | sum[1] / count << 8 | sum[2] / count;
}

int comb_hexcells_lightness(unsigned colour)
{
    unsigned char rgb[3] = {(unsigned char)(colour >> 16), (unsigned char)(colour >> 8), (unsigned char)colour};
    return light_of(rgb);
}

static void write_cover(struct comb_hexcells_ink *out, const struct patch *patch)
{
    unsigned max = 0;
    for (unsigned i = 0; i < patch->pixels; i++)
        if (patch->keep[i] && !patch->mark[i] && patch->distance[i] > max)
            max = patch->distance[i];
    out->colour = mean_colour(patch, true, (unsigned)lround(0.8 * max));
    out->paper = mean_colour(patch, false, patch->limit / 2);
    int way = comb_hexcells_lightness(out->colour) - patch->paper;
    out->contrast = abs(way);
    for (unsigned i = 0; i < patch->pixels; i++) {
        if (!patch->keep[i] || patch->mark[i] || way == 0)
            continue;
        double fraction = ((double)(patch->light[i] - patch->paper) / way - 0.12) / 0.8;
        out->cover[i] = (unsigned char)lround(255 * (fraction < 0 ? 0 : fraction > 1 ? 1 : fraction));
    }
}

void comb_hexcells_ink_box(struct comb_hexcells_ink *out)
{
    unsigned left = out->side, right = 0, top = out->side, bottom = 0;
    for (unsigned i = 0; i < out->side * out->side; i++) {
        unsigned x = i % out->side, y = i / out->side;
        if (out->cover[i] < 128)
            continue;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    if (left > right) {
        out->contrast = 0;
        return;
    }
    out->middle_x = (left + right + 1) / (2.0 * out->side) - 0.5;
    out->middle_y = (top + bottom + 1) / (2.0 * out->side) - 0.5;
    out->width = (right + 1.0 - left) / out->side;
    out->height = (bottom + 1.0 - top) / out->side;
}

/* ---- flanks ---- */

/* Mean distance from the paper of a row's examined pixels between two columns, relative to the contrast. */
static double row_ink(const struct patch *patch, int y, int from, int to)
{
    int side = (int)patch->side, count = 0, sum = 0;
    for (int x = from < 0 ? 0 : from; y >= 0 && y < side && x < to && x < side; x++) {
        if (!patch->keep[y * side + x])
            continue;
        count++;
        sum += patch->distance[y * side + x];
    }
    return count > 0 ? (double)sum / count / patch->contrast : 0;
}

/* In small pictures the dashes of "-3-" are too faint to be pieces of ink. */
static void measure_flanks(struct comb_hexcells_ink *out, const struct patch *patch)
{
    double side = out->side, high = out->height * side, top = (out->middle_y + 0.5) * side - high / 2;
    double ends[2] = {(out->middle_x + 0.5 - out->width / 2) * side, (out->middle_x + 0.5 + out->width / 2) * side};
    for (int i = 0; i < 2; i++) {
        int from = (int)lround(ends[i] + (i == 0 ? -0.6 : 0.1) * high), to = from + (int)lround(0.5 * high);
        for (int y = (int)(top - 0.1 * high); y <= top + 1.1 * high; y++) {
            double level = (y + 0.5 - top) / high, ink = row_ink(patch, y, from, to);
            double *max = level > 0.35 && level < 0.85 ? &out->flank[i] : &out->beside[i];
            if (level < 0.2 || level > 0.95 || max == &out->flank[i])
                *max = fmax(*max, ink);
        }
    }
}

bool comb_hexcells_ink_of(struct comb_hexcells_ink *out, const unsigned char *rgb, unsigned char *keep, unsigned side,
                          bool closed, struct comb_arena *arena)
{
    struct patch patch = {.rgb = rgb, .keep = keep, .side = side, .pixels = side * side, .closed = closed};
    *out = (struct comb_hexcells_ink){.side = side};
    unsigned char *planes = malloc(3 * (size_t)patch.pixels);
    patch.queue = malloc(patch.pixels * sizeof *patch.queue);
    if (planes && patch.queue)
        out->cover = comb_arena_alloc(arena, patch.pixels);
    if (out->cover) {
        patch.light = planes;
        patch.distance = planes + patch.pixels;
        patch.mark = planes + 2 * (size_t)patch.pixels;
        for (unsigned i = 0; i < patch.pixels; i++)
            patch.light[i] = light_of(rgb + 3 * i);
        if (find_ink(&patch)) {
            write_cover(out, &patch);
            comb_hexcells_ink_box(out);
            if (out->contrast > 0)
                measure_flanks(out, &patch);
        }
    }
    free(planes);
    free(patch.queue);
    return out->cover && out->contrast > 0;
}

/* ---- quick probe ---- */

enum { PROBE_SIDE = 21 }; /* samples per side */

struct comb_hexcells_pixel_probe comb_hexcells_probe_pixels(const struct comb_hexcells_detection *board, int x, int y,
                                                            double radius, int min)
{
    const struct comb_pixels *picture = board->detection->picture;
    double px, py, right[2], down[2], step = 2 * radius / PROBE_SIDE;
    unsigned char light[PROBE_SIDE * PROBE_SIDE], keep[PROBE_SIDE * PROBE_SIDE];
    struct comb_hexcells_pixel_probe probe = {0};
    comb_grid_to_pixel(&px, &py, board->grid, x, y);
    comb_grid_to_pixel(&right[0], &right[1], board->grid, x + step / 0.8660254, y);
    comb_grid_to_pixel(&down[0], &down[1], board->grid, x, y + step / 0.5);
    for (int i = 0; i < PROBE_SIDE * PROBE_SIDE; i++) {
        int a = i % PROBE_SIDE - PROBE_SIDE / 2, b = i / PROBE_SIDE - PROBE_SIDE / 2;
        double at_x = px + a * (right[0] - px) + b * (down[0] - px);
        double at_y = py + a * (right[1] - py) + b * (down[1] - py);
        keep[i] = a * a + b * b <= PROBE_SIDE * PROBE_SIDE / 4 && comb_hexcells_beside_counters(board, at_x, at_y);
        light[i] = keep[i] ? light_of(picture->rgb + 3 * ((size_t)at_y * picture->width + (size_t)at_x)) : 0;
    }
    int paper = (int)quantile(light, keep, PROBE_SIDE * PROBE_SIDE, 0.5);
    for (int i = 0; i < PROBE_SIDE * PROBE_SIDE; i++)
        light[i] = (unsigned char)abs(light[i] - paper);
    int noise = (int)quantile(light, keep, PROBE_SIDE * PROBE_SIDE, 0.5);
    min = min > 5 * noise ? min : 5 * noise;
    for (int i = 0; i < PROBE_SIDE * PROBE_SIDE; i++) {
        if (!keep[i] || light[i] < min)
            continue;
        probe.count++;
        probe.off[0] += (i % PROBE_SIDE - PROBE_SIDE / 2) * step;
        probe.off[1] += (i / PROBE_SIDE - PROBE_SIDE / 2) * step;
    }
    for (int i = 0; i < 2; i++)
        probe.off[i] /= probe.count > 0 ? probe.count : 1;
    return probe;
}
