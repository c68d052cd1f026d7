/* Parses the headers of picture files.
 *
 *     PNG   8 bytes of magic, then the chunk IHDR: width, height (big endian)
 *     JPEG  segments FF xx length; SOFn holds height, width; APP1 may hold Exif, whose tag 0112 is the orientation
 *     WebP  RIFF size WEBP, then VP8 (14 bits each), VP8L (14 bits each, minus one) or VP8X (24 bits each, minus one)
 *     BMP   BM, at 18 width, at 22 height (little endian, negative height: rows from the top)
 *     GIF   screen size at 6, blocks, the first image descriptor
 *
 * A GIF is cut after its first picture: the decoder would unpack all of them, and thousands fit into few bytes. The
 * parsers only move forward, so that they terminate on any input. */
#include "vision/pixels/pixels_header.h"

#include <string.h>

struct bytes {
    const unsigned char *at;
    size_t length;
};

static uint32_t big(const unsigned char *p, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | p[i];
    return value;
}

static uint32_t little(const unsigned char *p, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = count; i-- > 0;)
        value = value << 8 | p[i];
    return value;
}

static bool begins(struct bytes file, size_t offset, const char *text, size_t length)
{
    return file.length >= offset + length && memcmp(file.at + offset, text, length) == 0;
}

enum comb_picture_format comb_picture_format(const unsigned char *bytes, size_t length)
{
    struct bytes file = {bytes, length};
    if (begins(file, 0, "\x89PNG\r\n\x1a\n", 8))
        return COMB_FORMAT_PNG;
    if (begins(file, 0, "\xff\xd8\xff", 3))
        return COMB_FORMAT_JPEG;
    if (begins(file, 0, "RIFF", 4) && begins(file, 8, "WEBP", 4))
        return COMB_FORMAT_WEBP;
    if (begins(file, 0, "GIF87a", 6) || begins(file, 0, "GIF89a", 6))
        return COMB_FORMAT_GIF;
    if (begins(file, 0, "BM", 2) && length >= 26 && little(bytes + 14, 4) >= 12 && little(bytes + 14, 4) <= 256)
        return COMB_FORMAT_BMP;
    return COMB_FORMAT_NONE;
}

const char *comb_picture_format_name(enum comb_picture_format format)
{
    static const char *const names[] = {"", "PNG", "JPEG", "WebP", "BMP", "GIF"};
    return names[format];
}

/* Walks the chunks (length, name, data, checksum) to the last one, to recognise a truncated file. */
static bool png_has_end(struct bytes file)
{
    size_t at = 8;
    while (file.length - at >= 12) {
        size_t size = big(file.at + at, 4);
        if (size > file.length - at - 12)
            return false;
        if (memcmp(file.at + at + 4, "IEND", 4) == 0)
            return true;
        at += 12 + size;
    }
    return false;
}

static bool png_header(struct comb_picture_header *out, struct bytes file)
{
    if (!begins(file, 12, "IHDR", 4) || file.length < 33)
        return false;
    out->width = big(file.at + 16, 4);
    out->height = big(file.at + 20, 4);
    return png_has_end(file);
}

static uint32_t tiff(const unsigned char *p, unsigned count, bool is_little)
{
    return is_little ? little(p, count) : big(p, count);
}

/* The orientation in an Exif block (TIFF: byte order, offset of the first directory, entries of 12 bytes). */
static unsigned exif_orientation(struct bytes exif)
{
    if (exif.length < 14 || memcmp(exif.at, "Exif\0\0", 6) != 0)
        return 1;
    const unsigned char *base = exif.at + 6;
    size_t length = exif.length - 6;
    bool is_little = base[0] == 'I';
    size_t directory = tiff(base + 4, 4, is_little);
    if (directory > length || length - directory < 2)
        return 1;
    unsigned entries = tiff(base + directory, 2, is_little);
    for (unsigned i = 0; i < entries && length - directory >= 2 + 12 * ((size_t)i + 1); i++) {
        const unsigned char *entry = base + directory + 2 + 12 * (size_t)i;
        unsigned value = tiff(entry + 8, 2, is_little);
        if (tiff(entry, 2, is_little) == 0x112)
            return value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
}

static bool is_frame(unsigned marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/* Whether FF D9 ends the picture after the segment at `at`, which holds the size. The coded bytes between them never
 * contain FF D9. */
static bool has_end(struct bytes file, size_t at)
{
    while (file.length - at >= 2) {
        const unsigned char *mark = memchr(file.at + at, 0xff, file.length - at - 1);
        if (!mark)
            return false;
        if (mark[1] == 0xd9)
            return true;
        at = (size_t)(mark - file.at) + 1;
    }
    return false;
}

static bool jpeg_header(struct comb_picture_header *out, struct bytes file)
{
    size_t at = 2;
    while (file.length - at >= 4 && file.at[at] == 0xff) {
        unsigned marker = file.at[at + 1];
        if (marker == 0xff) {
            at++;
            continue;
        }
        size_t size = big(file.at + at + 2, 2);
        if (size < 2 || file.length - at - 2 < size)
            return false;
        if (is_frame(marker) && size >= 8) {
            out->height = big(file.at + at + 5, 2);
            out->width = big(file.at + at + 7, 2);
            return has_end(file, at + 2 + size);
        }
        if (marker == 0xe1 && out->orientation == 1)
            out->orientation = exif_orientation((struct bytes){file.at + at + 4, size - 2});
        at += 2 + size;
    }
    return false;
}

static bool webp_header(struct comb_picture_header *out, struct bytes file)
{
    if (file.length < 30)
        return false;
    const unsigned char *p = file.at;
    if (begins(file, 12, "VP8X", 4)) {
        out->width = little(p + 24, 3) + 1;
        out->height = little(p + 27, 3) + 1;
    } else if (begins(file, 12, "VP8L", 4) && p[20] == 0x2f) {
        uint32_t bits = little(p + 21, 4);
        out->width = (bits & 0x3fff) + 1;
        out->height = (bits >> 14 & 0x3fff) + 1;
    } else if (begins(file, 12, "VP8 ", 4) && memcmp(p + 23, "\x9d\x01\x2a", 3) == 0) {
        out->width = little(p + 26, 2) & 0x3fff;
        out->height = little(p + 28, 2) & 0x3fff;
    } else {
        return false;
    }
    return true;
}

static bool bmp_header(struct comb_picture_header *out, struct bytes file)
{
    if (little(file.at + 14, 4) == 12) {
        out->width = little(file.at + 18, 2);
        out->height = little(file.at + 20, 2);
        return true;
    }
    uint32_t height = little(file.at + 22, 4);
    out->width = little(file.at + 18, 4);
    out->height = height > INT32_MAX ? 0 - height : height;
    return true;
}

/* Returns the offset after the sub-blocks (length, bytes, ..., 0) that start at `at`; 0 if they are truncated. */
static size_t gif_skip(struct bytes file, size_t at)
{
    while (at < file.length) {
        size_t size = file.at[at];
        at += 1 + size;
        if (size == 0)
            return at;
    }
    return 0;
}

static size_t gif_colours(unsigned flags)
{
    return flags & 0x80 ? (size_t)3 << ((flags & 7) + 1) : 0;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static bool gif_header(struct comb_picture_header *out, struct bytes file)
{
    if (file.length < 13)
        return false;
    out->width = little(file.at + 6, 2);
    out->height = little(file.at + 8, 2);
    size_t at = 13 + gif_colours(file.at[10]);
    while (at != 0 && at < file.length && file.at[at] == 0x21)
        at = gif_skip(file, at + 2);
    if (at == 0 || file.length < 11 || at > file.length - 11 || file.at[at] != 0x2c)
        return false;
    out->width = larger(out->width, little(file.at + at + 5, 2));
    out->height = larger(out->height, little(file.at + at + 7, 2));
    out->length = gif_skip(file, at + 11 + gif_colours(file.at[at + 9]));
    return out->length != 0;
}

bool comb_picture_header(struct comb_picture_header *out, const unsigned char *bytes, size_t length)
{
    struct bytes file = {bytes, length};
    *out =
        (struct comb_picture_header){.format = comb_picture_format(bytes, length), .orientation = 1, .length = length};
    switch (out->format) {
    case COMB_FORMAT_PNG:
        return png_header(out, file);
    case COMB_FORMAT_JPEG:
        return jpeg_header(out, file);
    case COMB_FORMAT_WEBP:
        return webp_header(out, file);
    case COMB_FORMAT_BMP:
        return bmp_header(out, file);
    case COMB_FORMAT_GIF:
        return gif_header(out, file);
    case COMB_FORMAT_NONE:
        break;
    }
    return false;
}
