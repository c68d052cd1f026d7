/* Converts pixels of X servers: depths, byte orders, padding. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "screen/backend.h"

static void expect_rgb(const unsigned char *rgb, unsigned red, unsigned green, unsigned blue)
{
    assert_int_equal(rgb[0], red);
    assert_int_equal(rgb[1], green);
    assert_int_equal(rgb[2], blue);
}

static void test_depth_24_low_byte_first(void **state)
{
    const unsigned char bytes[] = {0x29, 0xb1, 0xff, 0xaa, 0xeb, 0xa4, 0x05, 0x00};
    struct comb_screen_format format = {
        .bytes = 4, .row_bytes = 8, .red = 0xff0000, .green = 0x00ff00, .blue = 0x0000ff};
    unsigned char rgb[6];
    (void)state;
    comb_screen_convert(rgb, 2, 1, bytes, &format);
    expect_rgb(rgb, 0xff, 0xb1, 0x29);
    expect_rgb(rgb + 3, 0x05, 0xa4, 0xeb);
}

static void test_high_byte_first(void **state)
{
    const unsigned char bytes[] = {0x00, 0xff, 0xb1, 0x29};
    struct comb_screen_format format = {
        .bytes = 4, .row_bytes = 4, .high_byte_first = true, .red = 0xff0000, .green = 0x00ff00, .blue = 0x0000ff};
    unsigned char rgb[3];
    (void)state;
    comb_screen_convert(rgb, 1, 1, bytes, &format);
    expect_rgb(rgb, 0xff, 0xb1, 0x29);
}

static void test_other_channel_order(void **state)
{
    const unsigned char bytes[] = {1, 2, 3};
    struct comb_screen_format format = {
        .bytes = 3, .row_bytes = 3, .red = 0x0000ff, .green = 0x00ff00, .blue = 0xff0000};
    unsigned char rgb[3];
    (void)state;
    comb_screen_convert(rgb, 1, 1, bytes, &format);
    expect_rgb(rgb, 1, 2, 3);
}

static void test_rows_are_padded(void **state)
{
    const unsigned char bytes[] = {1, 2, 3, 99, 4, 5, 6, 99};
    struct comb_screen_format format = {
        .bytes = 3, .row_bytes = 4, .red = 0xff0000, .green = 0x00ff00, .blue = 0x0000ff};
    unsigned char rgb[6];
    (void)state;
    comb_screen_convert(rgb, 1, 2, bytes, &format);
    expect_rgb(rgb, 3, 2, 1);
    expect_rgb(rgb + 3, 6, 5, 4);
}

/* Every channel reaches 0 and 255, whatever its width. */
static void test_narrow_and_wide_channels(void **state)
{
    const struct comb_screen_format formats[] = {
        {.bytes = 2, .row_bytes = 2, .red = 0xf800, .green = 0x07e0, .blue = 0x001f},
        {.bytes = 2, .row_bytes = 2, .red = 0x7c00, .green = 0x03e0, .blue = 0x001f},
        {.bytes = 4, .row_bytes = 4, .red = 0x3ff00000, .green = 0x000ffc00, .blue = 0x000003ff},
        {.bytes = 1, .row_bytes = 1, .red = 0xe0, .green = 0x1c, .blue = 0x03},
        {.bytes = 4, .row_bytes = 4, .red = 0xfff00000, .green = 0x000fff00, .blue = 0x000000ff},
    };
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const unsigned char none[4] = {0};
        unsigned char bytes[4];
        unsigned char rgb[3];
        for (unsigned byte = 0; byte < 4; byte++)
            bytes[byte] = (unsigned char)(formats[i].red >> 8 * byte);
        comb_screen_convert(rgb, 1, 1, bytes, &formats[i]);
        expect_rgb(rgb, 255, 0, 0);
        comb_screen_convert(rgb, 1, 1, none, &formats[i]);
        expect_rgb(rgb, 0, 0, 0);
    }
}

static void test_ten_bit_channels_are_monotonic(void **state)
{
    struct comb_screen_format format = {
        .bytes = 4, .row_bytes = 4, .red = 0x3ff00000, .green = 0x000ffc00, .blue = 0x000003ff};
    unsigned last = 0;
    (void)state;
    for (uint32_t value = 0; value < 1024; value++) {
        const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8), 0, 0};
        unsigned char rgb[3];
        comb_screen_convert(rgb, 1, 1, bytes, &format);
        assert_true(rgb[2] >= last && rgb[2] <= last + 1);
        last = rgb[2];
    }
    assert_int_equal(last, 255);
}
