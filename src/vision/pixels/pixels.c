#include "vision/pixels/pixels.h"

#include "vision/pixels/pixels_header.h"

#include <stdlib.h>
#include <string.h>

/* The pixels follow the structure in the same block. */
struct comb_pixels *comb_pixels_alloc(unsigned width, unsigned height)
{
    struct comb_pixels *pixels = malloc(sizeof *pixels + (size_t)3 * width * height);
    if (pixels)
        *pixels = (struct comb_pixels){.width = width, .height = height, .rgb = (const unsigned char *)(pixels + 1)};
    return pixels;
}

unsigned char *comb_pixels_writable(struct comb_pixels *pixels)
{
    return (unsigned char *)(pixels + 1);
}

bool comb_pixels_is(const void *bytes, size_t length)
{
    return comb_picture_format(bytes, length) != COMB_FORMAT_NONE;
}

void comb_pixels_free(struct comb_pixels *pixels)
{
    free(pixels);
}

int comb_pixels_check_size(unsigned long width, unsigned long height, struct comb_error *err)
{
    if (width == 0 || height == 0)
        return comb_fail(err, COMB_BAD_INPUT, "picture: the header declares %lu x %lu pixels; the file is damaged",
                         width, height);
    if (width < COMB_PIXELS_MIN_SIDE || height < COMB_PIXELS_MIN_SIDE)
        return comb_fail(err, COMB_BAD_INPUT, "picture: %lu x %lu pixels is too small; expected at least %d x %d",
                         width, height, COMB_PIXELS_MIN_SIDE, COMB_PIXELS_MIN_SIDE);
    if (width > COMB_PIXELS_MAX_SIDE || height > COMB_PIXELS_MAX_SIDE ||
        (uint64_t)width * height > COMB_PIXELS_MAX_COUNT)
        return comb_fail(err, COMB_BAD_INPUT,
                         "picture: %lu x %lu pixels is too large; expected at most %d million pixels and %d per side",
                         width, height, COMB_PIXELS_MAX_COUNT / 1000000, COMB_PIXELS_MAX_SIDE);
    return COMB_OK;
}

int comb_pixels_check(struct comb_picture_header *header, const unsigned char *bytes, size_t length,
                      struct comb_error *err)
{
    if (length > COMB_PIXELS_MAX_BYTES)
        return comb_fail(err, COMB_BAD_INPUT, "picture: %zu bytes is too large; expected at most %d MB", length,
                         COMB_PIXELS_MAX_BYTES >> 20);
    bool good = comb_picture_header(header, bytes, length);
    if (header->format == COMB_FORMAT_NONE)
        return comb_fail(err, COMB_BAD_INPUT,
                         "picture: unknown format (%zu bytes); expected PNG, JPEG, WebP, BMP or GIF", length);
    if (!good)
        return comb_fail(err, COMB_BAD_INPUT, "picture: the %s file is truncated or its header is damaged (%zu bytes)",
                         comb_picture_format_name(header->format), length);
    return comb_pixels_check_size(header->width, header->height, err);
}

int comb_pixels_from_rgb(struct comb_pixels **out, unsigned width, unsigned height, const unsigned char *rgb,
                         struct comb_error *err)
{
    *out = NULL;
    int code = comb_pixels_check_size(width, height, err);
    if (code)
        return code;
    struct comb_pixels *pixels = comb_pixels_alloc(width, height);
    if (!pixels)
        return comb_fail_memory(err);
    memcpy(comb_pixels_writable(pixels), rgb, (size_t)3 * width * height);
    *out = pixels;
    return COMB_OK;
}

bool comb_pixels_are_grey(const struct comb_pixels *pixels)
{
    enum { COLOURED = 24, MAX_SAMPLES = 200000, ONE_IN = 20000 };
    size_t count = (size_t)pixels->width * pixels->height, step = count / MAX_SAMPLES + 1, sampled = 0, coloured = 0;
    for (size_t i = 0; i < count; i += step) {
        const unsigned char *rgb = pixels->rgb + 3 * i;
        int max = rgb[0] > rgb[1] ? rgb[0] : rgb[1], min = rgb[0] < rgb[1] ? rgb[0] : rgb[1];
        max = max > rgb[2] ? max : rgb[2];
        min = min < rgb[2] ? min : rgb[2];
        coloured += max - min > COLOURED;
        sampled++;
    }
    return coloured * ONE_IN < sampled;
}
