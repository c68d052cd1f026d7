/* Pictures: bytes of a PNG, JPEG, WebP, BMP or GIF file -> pixels, within limits.
 *
 * The bytes come from anywhere. Size is judged by the file's own header before a pixel is decoded, so that a
 * decompression bomb costs nothing; what the header did not promise is not believed later. */
#ifndef COMB_VISION_PIXELS_H
#define COMB_VISION_PIXELS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_PIXELS_MOST_BYTES = 64 << 20,
    COMB_PIXELS_MOST_SIDE = 20000,
    COMB_PIXELS_MOST = 50000000, /* an 8K screen has 33 million */
    COMB_PIXELS_LEAST_SIDE = 16
};

/* 8-bit RGB, three bytes a pixel, rows without padding; what was transparent lies on white. Never changes once made. */
struct comb_pixels {
    unsigned width, height;
    const unsigned char *rgb;
};

/* Whether the bytes begin like one of the formats. */
bool comb_pixels_is(const void *bytes, size_t length);

/* COMB_BAD_INPUT with what is wrong with it (no picture, broken off, too large, and the limit); COMB_NO_MEMORY. */
int comb_pixels_decode(struct comb_pixels **out, const void *bytes, size_t length, struct comb_error *err);

/* From pixels that are there already, such as a screen's; they are copied. */
int comb_pixels_from_rgb(struct comb_pixels **out, unsigned width, unsigned height, const unsigned char *rgb,
                         struct comb_error *err);

void comb_pixels_free(struct comb_pixels *pixels);

/* Whether there is no colour in it, but for what compression makes of grey. */
bool comb_pixels_are_grey(const struct comb_pixels *pixels);

/* Averages over areas; never larger than the original. */
int comb_pixels_shrink(struct comb_pixels **out, const struct comb_pixels *pixels, unsigned width, unsigned height,
                       struct comb_error *err);

#endif
