#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "vision/pixels/pixels.h"

#include <leptonica/allheaders.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 24 };

struct file {
    l_uint8 *bytes;
    size_t length;
};

/* Left half red, right half blue, a green corner at the top left. */
static PIX *paint(void)
{
    PIX *pix = pixCreate(WIDTH, HEIGHT, 32);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int in_corner = x < 8 && y < 8;
            pixSetRGBPixel(pix, x, y, !in_corner && x < WIDTH / 2 ? 255 : 0, in_corner ? 255 : 0,
                           x >= WIDTH / 2 ? 255 : 0);
        }
    return pix;
}

static struct file encode(PIX *pix, int format)
{
    struct file file = {0};
    if (format == IFF_JFIF_JPEG)
        assert_int_equal(pixWriteMemJpeg(&file.bytes, &file.length, pix, 95, 0), 0);
    else if (format == IFF_WEBP)
        assert_int_equal(pixWriteMemWebP(&file.bytes, &file.length, pix, 95, 1), 0);
    else
        assert_int_equal(pixWriteMem(&file.bytes, &file.length, pix, format), 0);
    return file;
}

static unsigned pixel(const struct comb_pixels *pixels, unsigned x, unsigned y)
{
    const unsigned char *p = pixels->rgb + 3 * ((size_t)y * pixels->width + x);
    return (unsigned)p[0] << 16 | (unsigned)p[1] << 8 | p[2];
}

static void assert_near(unsigned colour, unsigned wanted)
{
    for (unsigned shift = 0; shift < 24; shift += 8)
        assert_in_range((colour >> shift & 255) + 12, wanted >> shift & 255, (wanted >> shift & 255) + 24);
}

static struct comb_pixels *decoded(struct file file)
{
    struct comb_pixels *pixels = NULL;
    struct comb_error err = {0};
    assert_int_equal(comb_pixels_decode(&pixels, file.bytes, file.length, &err), COMB_OK);
    assert_non_null(pixels);
    return pixels;
}

static void assert_rejected(const void *bytes, size_t length, const char *word)
{
    struct comb_pixels *pixels = (struct comb_pixels *)&length;
    struct comb_error err = {0};
    assert_int_equal(comb_pixels_decode(&pixels, bytes, length, &err), COMB_BAD_INPUT);
    assert_null(pixels);
    assert_non_null(strstr(err.message, word));
}

static const int formats[] = {IFF_PNG, IFF_JFIF_JPEG, IFF_BMP, IFF_GIF, IFF_WEBP};
enum { FORMATS = sizeof formats / sizeof *formats };

static void test_every_format_is_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FORMATS; i++) {
        PIX *pix = paint();
        PIX *stored = formats[i] == IFF_GIF ? pixOctreeQuantNumColors(pix, 8, 0) : pixClone(pix);
        struct file file = encode(stored, formats[i]);
        assert_true(comb_pixels_is(file.bytes, file.length));
        struct comb_pixels *pixels = decoded(file);
        assert_int_equal(pixels->width, WIDTH);
        assert_int_equal(pixels->height, HEIGHT);
        assert_near(pixel(pixels, 3, 3), 0x00ff00);
        assert_near(pixel(pixels, 3, 20), 0xff0000);
        assert_near(pixel(pixels, 35, 3), 0x0000ff);
        comb_pixels_free(pixels);
        lept_free(file.bytes);
        pixDestroy(&stored);
        pixDestroy(&pix);
    }
}

static void test_grey_bits_and_palettes_are_read(void **state)
{
    (void)state;
    static const int depths[] = {1, 2, 4, 8, 16};
    for (unsigned i = 0; i < sizeof depths / sizeof *depths; i++) {
        PIX *pix = pixCreate(32, 32, depths[i]);
        unsigned white = (1U << depths[i]) - 1;
        for (int y = 0; y < 32; y++)
            for (int x = 0; x < 16; x++)
                pixSetPixel(pix, x, y, white);
        struct file file = encode(pix, IFF_PNG);
        struct comb_pixels *pixels = decoded(file);
        /* A set bit is black. */
        assert_int_equal(pixel(pixels, 4, 9), depths[i] == 1 ? 0 : 0xffffff);
        assert_int_equal(pixel(pixels, 28, 9), depths[i] == 1 ? 0xffffff : 0);
        comb_pixels_free(pixels);
        lept_free(file.bytes);
        pixDestroy(&pix);
    }
    PIX *pix = paint();
    PIX *few = pixOctreeQuantNumColors(pix, 8, 0);
    struct file file = encode(few, IFF_PNG);
    struct comb_pixels *pixels = decoded(file);
    assert_near(pixel(pixels, 35, 20), 0x0000ff);
    comb_pixels_free(pixels);
    lept_free(file.bytes);
    pixDestroy(&few);
    pixDestroy(&pix);
}

static void test_transparent_pixels_are_on_white(void **state)
{
    (void)state;
    PIX *pix = paint();
    pixSetSpp(pix, 4);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            l_uint32 value;
            pixGetPixel(pix, x, y, &value);
            pixSetPixel(pix, x, y, (value & 0xffffff00) | (y < 12 ? 255 : x < 30 ? 0 : 128));
        }
    struct file file = encode(pix, IFF_PNG);
    struct comb_pixels *pixels = decoded(file);
    assert_int_equal(pixel(pixels, 15, 5), 0xff0000);
    assert_int_equal(pixel(pixels, 15, 20), 0xffffff);
    assert_near(pixel(pixels, 35, 20), 0x7f7fff);
    comb_pixels_free(pixels);
    lept_free(file.bytes);
    pixDestroy(&pix);
}

/* Wherever the file is truncated, it is rejected and never decoded with a grey part. */
static void test_truncated_files_are_rejected(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FORMATS; i++) {
        PIX *pix = paint();
        PIX *stored = formats[i] == IFF_GIF ? pixOctreeQuantNumColors(pix, 8, 0) : pixClone(pix);
        struct file file = encode(stored, formats[i]);
        for (size_t length = 26; length < file.length - 40; length += 1 + file.length / 60) {
            l_uint8 *part = malloc(length);
            memcpy(part, file.bytes, length);
            assert_rejected(part, length, "truncated");
            free(part);
        }
        lept_free(file.bytes);
        pixDestroy(&stored);
        pixDestroy(&pix);
    }
}

static void test_other_files_are_rejected(void **state)
{
    (void)state;
    assert_rejected("", 0, "unknown format");
    assert_rejected("A text that is no picture at all, but long enough", 49, "unknown format");
    assert_rejected("\x89PNG\r\n\x1a\n", 8, "truncated");
    assert_rejected("%PDF-1.4 and more of that kind", 30, "unknown format");
    assert_false(comb_pixels_is("LPE/EASR/SRTED/PING/LAS", 23));
    assert_false(comb_pixels_is("BMW is no picture, nor a header", 31));
    assert_false(comb_pixels_is("", 0));
}

/* The header of a PNG that declares any size. */
static struct file declare_size(unsigned width, unsigned height)
{
    PIX *pix = paint();
    struct file file = encode(pix, IFF_PNG);
    for (unsigned i = 0; i < 4; i++) {
        file.bytes[16 + i] = (l_uint8)(width >> (24 - 8 * i));
        file.bytes[20 + i] = (l_uint8)(height >> (24 - 8 * i));
    }
    pixDestroy(&pix);
    return file;
}

static void test_size_is_checked_before_decoding(void **state)
{
    (void)state;
    static const struct {
        unsigned width, height;
        const char *word;
    } cases[] = {{10000, 10000, "too large"}, {60000, 10, "too small"},
                 {60000, 60000, "too large"}, {4000000000U, 4000000000U, "too large"},
                 {8, 8, "too small"},         {0, 40, "damaged"}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct file file = declare_size(cases[i].width, cases[i].height);
        assert_rejected(file.bytes, file.length, cases[i].word);
        lept_free(file.bytes);
    }
}

/* A picture with an Exif block after the first two bytes. */
static struct file with_orientation(struct file file, unsigned orientation)
{
    static const unsigned char block[] = {0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8,
                                          0,    1,    1, 18, 0,   3,   0,   0,   0, 1, 0,   0,   0, 0,  0, 0, 0, 0};
    struct file out = {malloc(file.length + sizeof block), file.length + sizeof block};
    memcpy(out.bytes, file.bytes, 2);
    memcpy(out.bytes + 2, block, sizeof block);
    out.bytes[2 + 29] = (l_uint8)orientation;
    memcpy(out.bytes + 2 + sizeof block, file.bytes + 2, file.length - 2);
    return out;
}

static void test_exif_orientation_is_applied(void **state)
{
    (void)state;
    /* Expected position of the green corner: right, bottom. */
    static const struct {
        bool right, bottom;
    } corners[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}};
    PIX *pix = paint();
    struct file plain = encode(pix, IFF_JFIF_JPEG);
    for (unsigned orientation = 1; orientation <= 8; orientation++) {
        struct file file = with_orientation(plain, orientation);
        struct comb_pixels *pixels = decoded(file);
        bool on_side = orientation > 4;
        assert_int_equal(pixels->width, on_side ? HEIGHT : WIDTH);
        assert_int_equal(pixels->height, on_side ? WIDTH : HEIGHT);
        unsigned x = corners[orientation - 1].right ? pixels->width - 4 : 3;
        unsigned y = corners[orientation - 1].bottom ? pixels->height - 4 : 3;
        assert_near(pixel(pixels, x, y), 0x00ff00);
        comb_pixels_free(pixels);
        free(file.bytes);
    }
    lept_free(plain.bytes);
    pixDestroy(&pix);
}

/* Two pictures in one GIF: only the first is unpacked, so a thousand of them cost no more. */
static void test_only_the_first_picture_of_a_gif_counts(void **state)
{
    (void)state;
    PIX *pix = paint(), *few = pixOctreeQuantNumColors(pix, 8, 0);
    struct file file = encode(few, IFF_GIF);
    struct file longer = {malloc(file.length + 20), file.length + 20};
    memcpy(longer.bytes, file.bytes, file.length - 1);
    memcpy(longer.bytes + file.length - 1, "\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x01\x44\0 and rubbish", 21);
    struct comb_pixels *pixels = decoded(longer);
    assert_int_equal(pixels->width, WIDTH);
    comb_pixels_free(pixels);
    free(longer.bytes);
    lept_free(file.bytes);
    pixDestroy(&few);
    pixDestroy(&pix);
}

/* Reference implementation of shrinking: every old pixel cut by the new ones' edges, in floating point. */
static double area_mean(const struct comb_pixels *from, unsigned width, unsigned height, unsigned x, unsigned y,
                        unsigned c)
{
    double sum = 0, weight = 0;
    double x0 = (double)x * from->width / width, x1 = (x + 1.0) * from->width / width;
    double y0 = (double)y * from->height / height, y1 = (y + 1.0) * from->height / height;
    for (unsigned row = 0; row < from->height; row++)
        for (unsigned column = 0; column < from->width; column++) {
            double wide = (x1 < column + 1.0 ? x1 : column + 1.0) - (x0 > column ? x0 : column);
            double high = (y1 < row + 1.0 ? y1 : row + 1.0) - (y0 > row ? y0 : row);
            if (wide <= 0 || high <= 0)
                continue;
            sum += wide * high * from->rgb[3 * ((size_t)row * from->width + column) + c];
            weight += wide * high;
        }
    return sum / weight;
}

static void test_shrinking_averages_areas(void **state)
{
    (void)state;
    unsigned char rgb[3 * 50 * 31];
    unsigned seed = 7;
    for (size_t i = 0; i < sizeof rgb; i++) {
        seed = seed * 1664525 + 1013904223;
        rgb[i] = (unsigned char)(seed >> 24);
    }
    static const unsigned sizes[][2] = {{50, 31}, {25, 31}, {17, 11}, {3, 2}, {1, 1}, {49, 30}};
    struct comb_pixels *pixels, *small;
    assert_int_equal(comb_pixels_from_rgb(&pixels, 50, 31, rgb, NULL), COMB_OK);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned width = sizes[i][0], height = sizes[i][1];
        assert_int_equal(comb_pixels_shrink(&small, pixels, width, height, NULL), COMB_OK);
        for (unsigned y = 0; y < height; y++)
            for (unsigned x = 0; x < width; x++)
                for (unsigned c = 0; c < 3; c++) {
                    double wanted = area_mean(pixels, width, height, x, y, c);
                    double got = small->rgb[3 * ((size_t)y * width + x) + c];
                    assert_true(got - wanted < 2.5 && wanted - got < 2.5);
                }
        comb_pixels_free(small);
    }
    assert_int_equal(comb_pixels_shrink(&small, pixels, 500, 500, NULL), COMB_OK);
    assert_int_equal(small->width, 50);
    assert_int_equal(small->height, 31);
    comb_pixels_free(small);
    comb_pixels_free(pixels);
}

static void test_sizes_of_given_pixels_are_checked_too(void **state)
{
    (void)state;
    struct comb_pixels *pixels;
    struct comb_error err = {0};
    static const unsigned char rgb[3] = {0};
    assert_int_equal(comb_pixels_from_rgb(&pixels, 1, 1, rgb, &err), COMB_BAD_INPUT);
    assert_null(pixels);
    assert_int_equal(comb_pixels_from_rgb(&pixels, 100000, 100000, rgb, &err), COMB_BAD_INPUT);
    comb_pixels_free(NULL);
}
