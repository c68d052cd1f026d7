/* Decodes pictures with Leptonica, after checking the header.
 *
 *     bytes -> format by magic -> size by header -> limits -> decode -> check that the size is as declared
 *           -> RGB on white -> rotated upright
 *
 * Leptonica stores 32 bits per pixel. The picture is copied to three bytes per pixel and the original freed at once, so
 * that the peak is seven bytes per pixel during the copy and three afterwards. */
#include "vision/pixels/pixels.h"

#include "vision/pixels/pixels_header.h"

#include "comb_leptonica.h"
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

static int check_size(unsigned long width, unsigned long height, struct comb_error *err)
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

/* The JPEG library decodes a truncated file with a warning and grey below; here it is rejected. */
static PIX *decode_jpeg(const unsigned char *bytes, size_t length)
{
    l_int32 warnings = 0;
    PIX *pix = pixReadMemJpeg(bytes, length, 0, 1, &warnings, 0);
    if (warnings)
        pixDestroy(&pix);
    return pix;
}

static PIX *decode_gif(const unsigned char *bytes, const struct comb_picture_header *header)
{
    unsigned char *first = malloc(header->length + 1);
    if (!first)
        return NULL;
    memcpy(first, bytes, header->length);
    first[header->length] = ';';
    PIX *pix = pixReadMemGif(first, header->length + 1);
    free(first);
    return pix;
}

static PIX *decode(const unsigned char *bytes, size_t length, const struct comb_picture_header *header)
{
    switch (header->format) {
    case COMB_FORMAT_PNG:
        return pixReadMemPng(bytes, length);
    case COMB_FORMAT_JPEG:
        return decode_jpeg(bytes, length);
    case COMB_FORMAT_WEBP:
        return pixReadMemWebP(bytes, length);
    case COMB_FORMAT_BMP:
        return pixReadMemBmp(bytes, length);
    case COMB_FORMAT_GIF:
        return decode_gif(bytes, header);
    case COMB_FORMAT_NONE:
        break;
    }
    return NULL;
}

/* Replaces *pix; NULL if out of memory. */
static void replace(PIX **pix, PIX *by)
{
    pixDestroy(pix);
    *pix = by;
}

/* Converts palettes, grey and single bits to 32 bits per pixel, with an alpha layer if there was one. */
static void make_full_colour(PIX **pix)
{
    if (pixGetColormap(*pix)) {
        l_int32 opaque = 1;
        pixcmapIsOpaque(pixGetColormap(*pix), &opaque);
        replace(pix, pixRemoveColormap(*pix, opaque ? REMOVE_CMAP_TO_FULL_COLOR : REMOVE_CMAP_WITH_ALPHA));
    }
    if (*pix && pixGetDepth(*pix) != 32)
        replace(pix, pixConvertTo32(*pix));
}

/* Exif: 2 mirrored, 3 upside down, 4 both, 5 to 8 the same for a picture on its side. */
static void turn_upright(PIX **pix, unsigned orientation)
{
    static const struct {
        int quarters;
        bool mirrored;
    } turns[] = {{0, false}, {0, true}, {2, false}, {2, true}, {1, true}, {1, false}, {3, true}, {3, false}};
    if (turns[orientation - 1].quarters)
        replace(pix, pixRotateOrth(*pix, turns[orientation - 1].quarters));
    if (*pix && turns[orientation - 1].mirrored)
        replace(pix, pixFlipLR(NULL, *pix));
}

static unsigned char over_white(unsigned value, unsigned alpha)
{
    return (unsigned char)((value * alpha + 255 * (255 - alpha) + 127) / 255);
}

static void copy_pixels(unsigned char *rgb, PIX *pix)
{
    bool has_alpha = pixGetSpp(pix) == 4;
    l_int32 width = pixGetWidth(pix);
    for (l_int32 y = 0; y < pixGetHeight(pix); y++) {
        const l_uint32 *line = pixGetData(pix) + (ptrdiff_t)y * pixGetWpl(pix);
        for (l_int32 x = 0; x < width; x++, rgb += 3) {
            l_uint32 word = line[x];
            unsigned alpha = has_alpha ? word >> L_ALPHA_SHIFT & 255 : 255;
            rgb[0] = over_white(word >> L_RED_SHIFT & 255, alpha);
            rgb[1] = over_white(word >> L_GREEN_SHIFT & 255, alpha);
            rgb[2] = over_white(word >> L_BLUE_SHIFT & 255, alpha);
        }
    }
}

static int from_pix(struct comb_pixels **out, PIX **pix, unsigned orientation, struct comb_error *err)
{
    make_full_colour(pix);
    if (*pix)
        turn_upright(pix, orientation);
    struct comb_pixels *pixels =
        *pix ? comb_pixels_alloc((unsigned)pixGetWidth(*pix), (unsigned)pixGetHeight(*pix)) : NULL;
    if (pixels)
        copy_pixels(comb_pixels_writable(pixels), *pix);
    pixDestroy(pix);
    *out = pixels;
    return pixels ? COMB_OK : comb_fail_memory(err);
}

static int check_bytes(struct comb_picture_header *header, const unsigned char *bytes, size_t length,
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
    return check_size(header->width, header->height, err);
}

int comb_pixels_decode(struct comb_pixels **out, const void *bytes, size_t length, struct comb_error *err)
{
    struct comb_picture_header header;
    *out = NULL;
    int code = check_bytes(&header, bytes, length, err);
    if (code == COMB_OK)
        code = comb_load_leptonica(err);
    if (code)
        return code;
    setMsgSeverity(L_SEVERITY_NONE);
    PIX *pix = decode(bytes, length, &header);
    if (!pix)
        return comb_fail(err, COMB_BAD_INPUT,
                         "picture: the %s file is truncated or damaged (%zu bytes, %u x %u pixels)",
                         comb_picture_format_name(header.format), length, header.width, header.height);
    code = check_size((unsigned long)pixGetWidth(pix), (unsigned long)pixGetHeight(pix), err);
    if (code) {
        pixDestroy(&pix);
        return code;
    }
    return from_pix(out, &pix, header.orientation, err);
}

int comb_pixels_from_rgb(struct comb_pixels **out, unsigned width, unsigned height, const unsigned char *rgb,
                         struct comb_error *err)
{
    *out = NULL;
    int code = check_size(width, height, err);
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
