/* Finds the few colours of a picture, and the pixels of a line of one colour on a ground of another.
 *
 * A drawing has a handful of colours; everything else is a mixture at their borders. Colours are counted in a table of
 * five bits per channel, over pixels that resemble a neighbour (so that borders count little), and the highest peaks
 * are extracted one after the other with their surroundings. For a pair of ground and line, a colour belongs to the
 * line if it is past half-way from one to the other and near the straight way between: the border is then where a sharp
 * one would be, however blurred the picture, and anything beyond (white symbols on grey lines on black) is excluded. */
#include "vision/panel/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- shrinking ---- */

/* Each pixel is the mean of four, spread evenly over the source block: more would only cost time. */
static void average_row(unsigned char *out, const unsigned char *upper, const unsigned char *lower, unsigned width,
                        unsigned factor)
{
    unsigned first = factor / 4, second = factor - 1 - first;
    for (unsigned x = 0; x < width; x++, out += 3) {
        size_t left = 3 * ((size_t)x * factor + first), right = 3 * ((size_t)x * factor + second);
        for (unsigned c = 0; c < 3; c++)
            out[c] = (unsigned char)((upper[left + c] + upper[right + c] + lower[left + c] + lower[right + c] + 2) / 4);
    }
}

/* The mean of the whole source block. */
static void average_block(unsigned char out[3], const unsigned char *block, size_t line, unsigned factor)
{
    unsigned sums[3] = {0}, area = factor * factor;
    for (unsigned y = 0; y < factor; y++)
        for (unsigned x = 0; x < factor; x++)
            for (unsigned c = 0; c < 3; c++)
                sums[c] += block[line * y + 3 * (size_t)x + c];
    for (unsigned c = 0; c < 3; c++)
        out[c] = (unsigned char)((sums[c] + area / 2) / area);
}

bool comb_panel_view_new(struct comb_panel_view *view, const struct comb_pixels *picture, unsigned factor, bool exact)
{
    *view = (struct comb_panel_view){
        .width = picture->width / factor, .height = picture->height / factor, .factor = factor};
    size_t line = 3 * (size_t)picture->width;
    unsigned first = factor / 4, second = factor - 1 - first;
    view->rgb = malloc(3 * (size_t)view->width * view->height);
    if (!view->rgb)
        return false;
    for (unsigned y = 0; y < view->height; y++) {
        unsigned char *out = view->rgb + 3 * (size_t)view->width * y;
        if (factor == 1)
            memcpy(out, picture->rgb + line * y, line);
        else if (exact)
            for (unsigned x = 0; x < view->width; x++)
                average_block(out + 3 * (size_t)x, picture->rgb + line * y * factor + 3 * (size_t)x * factor, line,
                              factor);
        else
            average_row(out, picture->rgb + line * (y * factor + first), picture->rgb + line * (y * factor + second),
                        view->width, factor);
    }
    return true;
}

void comb_panel_view_free(struct comb_panel_view *view)
{
    free(view->rgb);
    view->rgb = NULL;
}

/* ---- counting ---- */

static int apart(const unsigned char *a, const unsigned char *b)
{
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]);
}

/* Also lists the codes that occur: a drawing has few of them. */
static void encode(struct comb_panel_codes *codes, const struct comb_panel_view *view)
{
    unsigned char occurs[COMB_PANEL_CODES] = {0};
    const int flat = 30;
    size_t line = 3 * (size_t)view->width;
    for (unsigned y = 0; y < view->height; y++)
        for (unsigned x = 0; x < view->width; x++) {
            const unsigned char *p = view->rgb + line * y + 3 * (size_t)x;
            uint16_t code = (uint16_t)((p[0] >> 3) << 10 | (p[1] >> 3) << 5 | p[2] >> 3);
            occurs[code] = 1;
            codes->rows[x + (size_t)view->width * y] = code;
            if (x + 1 < view->width && apart(p, p + 3) < flat)
                codes->counts[code]++;
            if (y + 1 < view->height && apart(p, p + line) < flat)
                codes->counts[code]++;
        }
    for (unsigned code = 0; code < COMB_PANEL_CODES; code++)
        if (occurs[code])
            codes->used[codes->used_count++] = (uint16_t)code;
}

/* Works in squares that fit the cache; otherwise every write would miss it. */
static void transpose(struct comb_panel_codes *codes)
{
    enum { BLOCK = 32 };
    for (unsigned top = 0; top < codes->height; top += BLOCK)
        for (unsigned left = 0; left < codes->width; left += BLOCK)
            for (unsigned y = top; y < top + BLOCK && y < codes->height; y++)
                for (unsigned x = left; x < left + BLOCK && x < codes->width; x++)
                    codes->columns[y + (size_t)codes->height * x] = codes->rows[x + (size_t)codes->width * y];
}

static int code_part(unsigned code, int channel)
{
    return (int)(code >> (10 - 5 * channel) & 31);
}

/* Removes the highest peak and its surroundings from the counts; a peak near an earlier one is added to that. */
static bool extract_peak(struct comb_panel_codes *codes, uint32_t *counts, double min)
{
    const int reach = 2;
    unsigned top = 0;
    for (unsigned code = 1; code < COMB_PANEL_CODES; code++)
        top = counts[code] > counts[top] ? code : top;
    double sum[3] = {0}, weight = 0;
    for (int r = -reach; r <= reach; r++)
        for (int g = -reach; g <= reach; g++)
            for (int b = -reach; b <= reach; b++) {
                int at[3] = {code_part(top, 0) + r, code_part(top, 1) + g, code_part(top, 2) + b};
                if (at[0] < 0 || at[1] < 0 || at[2] < 0 || at[0] > 31 || at[1] > 31 || at[2] > 31)
                    continue;
                unsigned code = (unsigned)(at[0] << 10 | at[1] << 5 | at[2]);
                for (int i = 0; i < 3; i++)
                    sum[i] += counts[code] * (at[i] * 8 + 3.5);
                weight += counts[code];
                counts[code] = 0;
            }
    if (weight < min)
        return false;
    double rgb[3] = {sum[0] / weight, sum[1] / weight, sum[2] / weight};
    for (unsigned i = 0; i < codes->peak_count; i++)
        if (comb_panel_distance(codes->peaks[i].rgb, rgb) < 26) {
            codes->peaks[i].weight += weight;
            return true;
        }
    memcpy(codes->peaks[codes->peak_count].rgb, rgb, sizeof rgb);
    codes->peaks[codes->peak_count++].weight = weight;
    return true;
}

static void find_peaks(struct comb_panel_codes *codes, uint32_t *counts)
{
    double min = 2.0 * codes->width * codes->height / 300;
    for (int i = 0; i < 2 * COMB_PANEL_MAX_PEAKS && codes->peak_count < COMB_PANEL_MAX_PEAKS; i++)
        if (!extract_peak(codes, counts, min))
            break;
}

/* The peak of each code that occurs, or COMB_PANEL_MAX_PEAKS for mixtures. */
static void label_codes(unsigned char labels[COMB_PANEL_CODES], const struct comb_panel_codes *codes)
{
    for (unsigned k = 0; k < codes->used_count; k++) {
        unsigned code = codes->used[k];
        double rgb[3], min = 24;
        labels[code] = COMB_PANEL_MAX_PEAKS;
        for (int i = 0; i < 3; i++)
            rgb[i] = code_part(code, i) * 8 + 3.5;
        for (unsigned peak = 0; peak < codes->peak_count; peak++) {
            double distance = comb_panel_distance(rgb, codes->peaks[peak].rgb);
            if (distance < min) {
                min = distance;
                labels[code] = (unsigned char)peak;
            }
        }
    }
}

/* Counts the borders between peaks along every other row; mixtures in between do not matter. */
static void count_borders(struct comb_panel_codes *codes)
{
    unsigned char labels[COMB_PANEL_CODES];
    label_codes(labels, codes);
    for (unsigned y = 0; y < codes->height; y += 2) {
        unsigned last = COMB_PANEL_MAX_PEAKS;
        for (unsigned x = 0; x < codes->width; x++) {
            unsigned now = labels[codes->rows[x + (size_t)codes->width * y]];
            if (now == COMB_PANEL_MAX_PEAKS || now == last)
                continue;
            if (last != COMB_PANEL_MAX_PEAKS) {
                codes->borders[last][now]++;
                codes->borders[now][last]++;
            }
            last = now;
        }
    }
}

bool comb_panel_codes_new(struct comb_panel_codes *codes, const struct comb_panel_view *view)
{
    size_t pixels = (size_t)view->width * view->height;
    *codes = (struct comb_panel_codes){.width = view->width, .height = view->height};
    uint32_t *counts = calloc(COMB_PANEL_CODES, sizeof *counts);
    codes->counts = calloc(COMB_PANEL_CODES, sizeof *codes->counts);
    codes->used = malloc(COMB_PANEL_CODES * sizeof *codes->used);
    codes->rows = malloc(pixels * sizeof *codes->rows);
    codes->columns = malloc(pixels * sizeof *codes->columns);
    bool ok = counts && codes->counts && codes->used && codes->rows && codes->columns;
    if (ok) {
        encode(codes, view);
        memcpy(counts, codes->counts, COMB_PANEL_CODES * sizeof *counts);
        transpose(codes);
        find_peaks(codes, counts);
        count_borders(codes);
    } else {
        comb_panel_codes_free(codes);
    }
    free(counts);
    return ok;
}

void comb_panel_codes_free(struct comb_panel_codes *codes)
{
    free(codes->rows);
    free(codes->columns);
    free(codes->counts);
    free(codes->used);
    codes->used = NULL;
    codes->counts = NULL;
    codes->rows = codes->columns = NULL;
}

/* ---- pairs ---- */

double comb_panel_distance(const double a[3], const double b[3])
{
    double dr = a[0] - b[0], dg = a[1] - b[1], db = a[2] - b[2];
    return sqrt(dr * dr + dg * dg + db * db);
}

static bool is_nearer_to_another(const struct comb_panel_codes *codes, const double rgb[3], unsigned ground,
                                 unsigned line)
{
    double own = comb_panel_distance(rgb, codes->peaks[line].rgb);
    for (unsigned i = 0; i < codes->peak_count; i++)
        if (i != ground && i != line && comb_panel_distance(rgb, codes->peaks[i].rgb) < own)
            return true;
    return false;
}

double comb_panel_mask(unsigned char mask[COMB_PANEL_CODES], const struct comb_panel_codes *codes, unsigned ground,
                       unsigned line, bool exclusive)
{
    const double *from = codes->peaks[ground].rgb, *to = codes->peaks[line].rgb;
    double way[3], length = comb_panel_distance(to, from), near = 0, all = 0;
    for (int i = 0; i < 3; i++)
        way[i] = (to[i] - from[i]) / length;
    double min = 0.5 * length, max = 1.6 * length, aside = 0.4 * length + 10;
    for (unsigned k = 0; k < codes->used_count; k++) {
        unsigned code = codes->used[k];
        double along = 0, square = 0, rgb[3];
        for (int i = 0; i < 3; i++) {
            rgb[i] = code_part(code, i) * 8 + 3.5;
            along += (rgb[i] - from[i]) * way[i];
            square += (rgb[i] - from[i]) * (rgb[i] - from[i]);
        }
        mask[code] = along > min && along < max && square - along * along < aside * aside &&
                     !(exclusive && is_nearer_to_another(codes, rgb, ground, line));
        if (mask[code]) {
            all += codes->counts[code];
            near += comb_panel_distance(rgb, to) < 30 ? codes->counts[code] : 0;
        }
    }
    return all > 0 ? near / all : 0;
}
