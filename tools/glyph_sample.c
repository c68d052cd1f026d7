/* Samples a master bitmap through a small rotation and the pixel grid: each pixel averages the master over its area;
 * then blur and noise are added. */
#include "glyph_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double degree = 0.017453292519943295;

static double between(struct comb_rng *rng, double from, double to)
{
    return from + (to - from) * comb_rng_unit(rng);
}

static double bell(struct comb_rng *rng)
{
    double sum = 0;
    for (int i = 0; i < 6; i++)
        sum += comb_rng_unit(rng);
    return (sum - 3) * 1.41421356;
}

struct glyph_variant glyph_variant_random(struct comb_rng *rng)
{
    double cap = 7 * exp(between(rng, 0, 2));
    struct glyph_variant variant = {
        .cap = cap,
        .shift_x = comb_rng_unit(rng),
        .shift_y = comb_rng_unit(rng),
        .turn = between(rng, -5, 5),
        .shear = between(rng, -0.05, 0.05),
        .blur = comb_rng_unit(rng) < 0.4 ? 0 : between(rng, 0.2, 0.2 + cap * 0.05),
        .noise = comb_rng_unit(rng) < 0.4 ? 0 : between(rng, 0, 0.12),
        .gain = 1,
    };
    return variant;
}

/* The area of the master that a pixel covers, by `fine` x `fine` points; a step along a row is (ux, uy) in the master,
 * one down a column is (vx, vy). */
struct view {
    float x, y, ux, uy, vx, vy;
    int fine;
};

static unsigned covered(const struct glyph_master *master, const struct view *view, float x, float y)
{
    unsigned sum = 0;
    for (int j = 0; j < view->fine; j++)
        for (int i = 0; i < view->fine; i++) {
            float px = x + (float)i * view->ux + (float)j * view->vx,
                  py = y + (float)i * view->uy + (float)j * view->vy;
            if (px >= 0 && py >= 0 && px < (float)master->width && py < (float)master->height)
                sum += master->cover[(size_t)py * master->width + (size_t)px];
        }
    return sum;
}

static void draw(float *plane, unsigned width, unsigned height, const struct glyph_master *master,
                 const struct glyph_variant *variant)
{
    double scale = GLYPH_MASTER_CAP / variant->cap, sine = sin(variant->turn * degree),
           cosine = cos(variant->turn * degree);
    int fine = scale > 1.5 ? (int)ceil(scale) : 2;
    double step = scale / fine, left = (variant->shift_x - width / 2.0) * scale,
           top = (variant->shift_y - height / 2.0) * scale;
    struct view view = {.ux = (float)(step * (cosine - variant->shear * sine)),
                        .uy = (float)(step * -sine),
                        .vx = (float)(step * (sine + variant->shear * cosine)),
                        .vy = (float)(step * cosine),
                        .fine = fine};
    view.x = (float)((left * view.ux + top * view.vx) / step + master->width / 2.0) + (view.ux + view.vx) / 2;
    view.y = (float)((left * view.uy + top * view.vy) / step + master->height / 2.0) + (view.uy + view.vy) / 2;
    float fraction = 1 / (float)(fine * fine * 255);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++) {
            float along = (float)((int)x * fine), down = (float)((int)y * fine);
            plane[y * width + x] = fraction * (float)covered(master, &view, view.x + along * view.ux + down * view.vx,
                                                             view.y + along * view.uy + down * view.vy);
        }
}

/* Along x if stride is 1, along y if it is the width. */
static void blur_lines(float *plane, unsigned lines, unsigned line_stride, unsigned length, unsigned stride,
                       const float *bell_weights, int reach, float *line)
{
    for (unsigned l = 0; l < lines; l++) {
        float *start = plane + (size_t)l * line_stride;
        for (unsigned i = 0; i < length; i++)
            line[i] = start[(size_t)i * stride];
        for (int i = 0; i < (int)length; i++) {
            float sum = 0;
            for (int k = -reach; k <= reach; k++)
                if (i + k >= 0 && i + k < (int)length)
                    sum += bell_weights[k < 0 ? -k : k] * line[i + k];
            start[(size_t)i * stride] = sum;
        }
    }
}

static void blur(float *plane, unsigned width, unsigned height, double spread, float *line)
{
    float weights[32];
    int reach = (int)ceil(spread * 3);
    reach = reach > 31 ? 31 : reach;
    float sum = 0;
    for (int k = 0; k <= reach; k++) {
        weights[k] = (float)exp(-k * k / (2 * spread * spread));
        sum += k ? 2 * weights[k] : weights[k];
    }
    for (int k = 0; k <= reach; k++)
        weights[k] /= sum;
    blur_lines(plane, height, width, width, 1, weights, reach, line);
    blur_lines(plane, width, 1, height, width, weights, reach, line);
}

unsigned char *glyph_sample(struct comb_glyph_bitmap *out, const struct glyph_master *master,
                            const struct glyph_variant *variant, struct comb_rng *rng)
{
    double scale = variant->cap / GLYPH_MASTER_CAP;
    unsigned margin = 3 + (unsigned)(variant->blur * 3) + (unsigned)(variant->cap * 0.1);
    unsigned width = (unsigned)(master->width * scale) + 2 * margin;
    unsigned height = (unsigned)(master->height * scale) + 2 * margin;
    float *plane = malloc(((size_t)width * height + width + height) * sizeof *plane);
    unsigned char *cover = malloc((size_t)width * height);
    if (!plane || !cover) {
        free(plane);
        free(cover);
        return NULL;
    }
    draw(plane, width, height, master, variant);
    if (variant->blur > 0.1)
        blur(plane, width, height, variant->blur, plane + (size_t)width * height);
    for (size_t i = 0; i < (size_t)width * height; i++) {
        double value = plane[i] * variant->gain + (variant->noise > 0 ? variant->noise * bell(rng) : 0);
        cover[i] = (unsigned char)(value <= 0 ? 0 : value >= 1 ? 255 : value * 255 + 0.5);
    }
    free(plane);
    *out = (struct comb_glyph_bitmap){width, height, cover};
    return cover;
}

bool glyph_join(struct glyph_master *out, const struct glyph_face *face, const char *text, int gap)
{
    int top = -1000, bottom = 1000, width = -gap;
    for (const char *c = text; *c; c++) {
        const struct glyph_master *m = &face->masters[comb_glyph_character(*c)];
        if (!m->cover)
            return false;
        top = m->top > top ? m->top : top;
        bottom = m->top - (int)m->height < bottom ? m->top - (int)m->height : bottom;
        width += (int)m->width + gap;
    }
    *out = (struct glyph_master){(unsigned)width, (unsigned)(top - bottom), top, NULL};
    out->cover = calloc((size_t)out->width, out->height);
    int left = 0;
    for (const char *c = text; out->cover && *c; c++) {
        const struct glyph_master *m = &face->masters[comb_glyph_character(*c)];
        for (unsigned y = 0; y < m->height; y++)
            for (unsigned x = 0; x < m->width; x++) {
                unsigned char *at = out->cover + (size_t)((int)y + top - m->top) * out->width + (size_t)left + x;
                unsigned char cover = m->cover[y * m->width + x];
                *at = cover > *at ? cover : *at;
            }
        left += (int)m->width + gap;
    }
    return out->cover != NULL;
}
