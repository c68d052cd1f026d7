/* Reads a picture file's header without decoding the picture; checks limits; allocates pixels. For pixels*.c only. */
#ifndef COMB_VISION_PIXELS_PIXELS_HEADER_H
#define COMB_VISION_PIXELS_PIXELS_HEADER_H

#include "vision/pixels/pixels.h"

enum comb_picture_format {
    COMB_FORMAT_NONE,
    COMB_FORMAT_PNG,
    COMB_FORMAT_JPEG,
    COMB_FORMAT_WEBP,
    COMB_FORMAT_BMP,
    COMB_FORMAT_GIF
};

struct comb_picture_header {
    enum comb_picture_format format;
    uint32_t width, height; /* as stored, before the orientation is applied */
    unsigned orientation;   /* Exif: 1 upright to 8 */
    size_t length;          /* bytes up to the end of the first picture; GIF only, otherwise all of them */
};

enum comb_picture_format comb_picture_format(const unsigned char *bytes, size_t length);
const char *comb_picture_format_name(enum comb_picture_format format);

/* Returns false if the header is invalid or truncated. */
bool comb_picture_header(struct comb_picture_header *out, const unsigned char *bytes, size_t length);

/* Checks the size of a picture, and a file by its size and header; fails as comb_pixels_decode does. */
int comb_pixels_check_size(unsigned long width, unsigned long height, struct comb_error *err);
int comb_pixels_check(struct comb_picture_header *header, const unsigned char *bytes, size_t length,
                      struct comb_error *err);

/* Allocates pixels for the caller to fill in before sharing them; NULL if out of memory. */
struct comb_pixels *comb_pixels_alloc(unsigned width, unsigned height);
unsigned char *comb_pixels_writable(struct comb_pixels *pixels);

#endif
