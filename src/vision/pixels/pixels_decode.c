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

int comb_pixels_decode(struct comb_pixels **out, const void *bytes, size_t length, struct comb_error *err)
{
    struct comb_picture_header header;
    *out = NULL;
    int code = comb_pixels_check(&header, bytes, length, err);
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
    code = comb_pixels_check_size((unsigned long)pixGetWidth(pix), (unsigned long)pixGetHeight(pix), err);
    if (code) {
        pixDestroy(&pix);
        return code;
    }
    return from_pix(out, &pix, header.orientation, err);
}
