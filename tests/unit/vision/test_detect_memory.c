/* Every allocation fails once: no crash, no leak, and the result reports it. Allocations of the picture libraries never
 * fail here. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define FAILING_ONLY_OURS
#include "failing_allocator.h"

#include "test_detect_pictures.h"

#if FAILING_ALLOCATOR

static struct picture small_picture(void)
{
    static const unsigned colours[] = {0xe08040, 0x4080e0};
    struct board board = {.kind = COMB_DETECTED_HEX_FLAT, .width = 0.9, .background = 0xffffff};
    add_hexagon(&board, 1, colours, 2);
    struct view view = view_of(&board, 84, 90, 24, 0, 0, 0);
    return paint(&board, &view);
}

static void fail_in_detection(void)
{
    struct picture picture = small_picture();
    struct comb_pixels *pixels;
    int code = COMB_NO_MEMORY;
    assert_int_equal(comb_pixels_from_rgb(&pixels, picture.width, picture.height, picture.rgb, NULL), COMB_OK);
    for (long n = 0; code != COMB_OK; n++) {
        struct comb_detection *detection = NULL;
        struct comb_error err = {0};
        long before = blocks;
        allocations_left = n;
        code = comb_detection_new(&detection, pixels, &err);
        allocations_left = -1;
        if (code == COMB_OK) {
            assert_int_equal(detection->grids[0].count, 7);
            comb_detection_free(detection);
        } else {
            assert_int_equal(code, COMB_NO_MEMORY);
            assert_null(detection);
            assert_true(err.message[0]);
        }
        assert_int_equal(blocks, before);
        assert_true(n < 20000);
    }
    comb_pixels_free(pixels);
    free(picture.rgb);
}

static void fail_in_decoding(void)
{
    PIX *pix = pixCreate(40, 30, 32);
    l_uint8 *bytes;
    size_t length;
    assert_int_equal(pixWriteMemPng(&bytes, &length, pix, 0), 0);
    int code = COMB_NO_MEMORY;
    for (long n = 0; code != COMB_OK; n++) {
        struct comb_pixels *pixels, *shrunk = NULL;
        long before = blocks;
        allocations_left = n;
        code = comb_pixels_decode(&pixels, bytes, length, NULL);
        if (code == COMB_OK)
            code = comb_pixels_shrink(&shrunk, pixels, 10, 10, NULL);
        allocations_left = -1;
        assert_true(code == COMB_OK || (code == COMB_NO_MEMORY && !shrunk));
        comb_pixels_free(shrunk);
        comb_pixels_free(pixels);
        assert_int_equal(blocks, before);
    }
    lept_free(bytes);
    pixDestroy(&pix);
}

#endif

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
#if FAILING_ALLOCATOR
    fail_in_detection();
    fail_in_decoding();
#else
    skip();
#endif
}
