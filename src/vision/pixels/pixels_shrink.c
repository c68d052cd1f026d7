/* Shrinks by area: every new pixel is the mean of the old area it covers, edges weighted in 256ths.
 *
 *     old   |----|----|----|----|----|
 *     new   |-------|-------|--------|      the second new one: a third of one, all of the next, ...
 *
 * Columns and rows have the same kind of plan: the first old one, how many, and the weights of both ends.
 *
 * Rows are summed first, at the old width, in a loop that vectorises; then columns. */
#include "vision/pixels/pixels.h"

#include "vision/pixels/pixels_header.h"

#include <stdlib.h>
#include <string.h>

/* GCC does not vectorise the loop over a row at its default level. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

struct span {
    unsigned first, last; /* old pixels, both included */
    unsigned first_weight, last_weight;
    unsigned total; /* 256 per old pixel */
};

static struct span span_of(unsigned index, unsigned old_side, unsigned new_side)
{
    uint64_t from = (uint64_t)index * old_side * 256 / new_side;
    uint64_t to = ((uint64_t)index + 1) * old_side * 256 / new_side;
    struct span span = {.first = (unsigned)(from >> 8), .last = (unsigned)((to - 1) >> 8)};
    span.total = (unsigned)(to - from);
    span.first_weight = span.first == span.last ? span.total : 256 - (unsigned)(from & 255);
    span.last_weight = span.first == span.last ? 0 : (unsigned)(to - ((uint64_t)span.last << 8));
    return span;
}

static unsigned row_weight(const struct span *rows, unsigned y)
{
    if (y == rows->first)
        return rows->first_weight;
    return y == rows->last ? rows->last_weight : 256;
}

/* Sums the old rows of one new row, still as wide as the old picture. */
static void add_rows(uint32_t *restrict sums, const struct comb_pixels *from, const struct span *rows)
{
    size_t count = (size_t)3 * from->width;
    memset(sums, 0, count * sizeof *sums);
    for (unsigned y = rows->first; y <= rows->last; y++) {
        const unsigned char *restrict row = from->rgb + count * y;
        uint32_t weight = row_weight(rows, y);
        for (size_t i = 0; i < count; i++)
            sums[i] += row[i] * weight;
    }
}

static unsigned char mean_of(const uint32_t *sums, const struct span *span, float scale)
{
    float sum = (float)sums[3 * (size_t)span->first] * (float)span->first_weight +
                (float)sums[3 * (size_t)span->last] * (float)span->last_weight;
    for (size_t i = (size_t)span->first + 1; i < span->last; i++)
        sum += (float)sums[3 * i] * 256;
    return (unsigned char)(sum * scale + 0.5F);
}

static void shrink_into(unsigned char *rgb, const struct comb_pixels *from, const struct comb_pixels *to,
                        uint32_t *sums, struct span *columns)
{
    for (unsigned x = 0; x < to->width; x++)
        columns[x] = span_of(x, from->width, to->width);
    for (unsigned y = 0; y < to->height; y++) {
        struct span rows = span_of(y, from->height, to->height);
        add_rows(sums, from, &rows);
        for (unsigned x = 0; x < to->width; x++, rgb += 3) {
            float scale = 1 / ((float)rows.total * (float)columns[x].total);
            for (unsigned c = 0; c < 3; c++)
                rgb[c] = mean_of(sums + c, &columns[x], scale);
        }
    }
}

int comb_pixels_shrink(struct comb_pixels **out, const struct comb_pixels *pixels, unsigned width, unsigned height,
                       struct comb_error *err)
{
    width = width < 1 ? 1 : width > pixels->width ? pixels->width : width;
    height = height < 1 ? 1 : height > pixels->height ? pixels->height : height;
    struct comb_pixels *small = comb_pixels_alloc(width, height);
    uint32_t *sums = calloc((size_t)3 * pixels->width, sizeof *sums);
    struct span *columns = calloc(width, sizeof *columns);
    bool good = small && sums && columns;
    if (good)
        shrink_into(comb_pixels_writable(small), pixels, small, sums, columns);
    free(columns);
    free(sums);
    *out = good ? small : NULL;
    if (good)
        return COMB_OK;
    comb_pixels_free(small);
    return comb_fail_memory(err);
}
