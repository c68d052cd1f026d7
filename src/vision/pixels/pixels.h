/* Decodes PNG, JPEG, WebP, BMP and GIF files to pixels, within limits.
 *
 * The bytes are untrusted. The size is checked by the file's header before a pixel is decoded, so that a decompression
 * bomb costs nothing; a decoded picture that differs from its header is rejected. */
#ifndef COMB_VISION_PIXELS_H
#define COMB_VISION_PIXELS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_PIXELS_MAX_BYTES = 64 << 20,
    COMB_PIXELS_MAX_SIDE = 20000,
    COMB_PIXELS_MAX_COUNT = 50000000, /* an 8K screen has 33 million */
    COMB_PIXELS_MIN_SIDE = 16
};

/* 8-bit RGB, three bytes per pixel, rows without padding; transparent parts are on white. Immutable. */
struct comb_pixels {
    unsigned width, height;
    const unsigned char *rgb;
};

/* Whether the bytes start like one of the formats. */
bool comb_pixels_is(const void *bytes, size_t length);

/* COMB_BAD_INPUT says what is wrong (not a picture, truncated, too large, and the limit); COMB_NO_MEMORY. */
int comb_pixels_decode(struct comb_pixels **out, const void *bytes, size_t length, struct comb_error *err);

/* Copies existing pixels, such as a screen's. */
int comb_pixels_from_rgb(struct comb_pixels **out, unsigned width, unsigned height, const unsigned char *rgb,
                         struct comb_error *err);

void comb_pixels_free(struct comb_pixels *pixels);

/* Whether the picture is greyscale, tolerating compression artefacts. */
bool comb_pixels_are_grey(const struct comb_pixels *pixels);

/* Averages over areas; never larger than the original. */
int comb_pixels_shrink(struct comb_pixels **out, const struct comb_pixels *pixels, unsigned width, unsigned height,
                       struct comb_error *err);

#endif
