/* Reads glyphs out of memory: the n-th allocation fails, for every n. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "failing_allocator.h"
#include "unit/vision/test_glyph_strokes.h"
#include "vision/glyph/glyph.h"

#if FAILING_ALLOCATOR

enum { SIDE = 48, COUNT = 3 };

static void fail_every_allocation(void)
{
    static unsigned char covers[COUNT][SIDE * SIDE];
    static const char *const texts[] = {"R", "Z", "11"}, *const patterns[] = {"@", "##", NULL};
    struct stroke_style style = {
        .width = SIDE, .height = SIDE, .left = 8, .top = 8, .cap = 26, .weight = 0.15, .gap = 0.1, .gain = 1};
    struct comb_glyph_bitmap inks[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        stroke_text(covers[i], &style, texts[i]);
        inks[i] = (struct comb_glyph_bitmap){SIDE, SIDE, covers[i]};
    }
    long before = blocks;
    for (long n = 0;; n++) {
        struct comb_glyph glyphs[COUNT];
        allocations_left = n;
        int code = comb_glyph_read_board(glyphs, NULL, inks, COUNT, patterns, NULL);
        bool enough = allocations_left > 0;
        allocations_left = -1;
        assert_int_equal(blocks, before);
        assert_int_equal(code, enough || code == COMB_OK ? COMB_OK : COMB_NO_MEMORY);
        for (unsigned i = 0; code == COMB_OK && i < COUNT; i++)
            assert_string_equal(glyphs[i].text, texts[i]);
        if (enough)
            break;
        assert_true(n < 1000);
    }
}

/* Without memory borders cannot be recognised, but ink is never missed. */
static void fail_ink(void)
{
    enum { PATCH = 40 };
    unsigned char rgb[PATCH * PATCH * 3], cover[PATCH * PATCH];
    memset(rgb, 230, sizeof rgb);
    for (long n = 0; n < 4; n++) {
        memset(rgb + 3 * (PATCH * 20 + 10), n == 3 ? 230 : 20, 3 * 20);
        memset(rgb + 3 * (PATCH * 21 + 10), n == 3 ? 230 : 20, 3 * 20);
        allocations_left = n;
        bool found = comb_ink_of_patch(cover, NULL, NULL, rgb, PATCH, 0.9);
        allocations_left = -1;
        assert_int_equal(found, n < 3);
        assert_int_equal(cover[PATCH * 20 + 20], n == 3 ? 0 : 255);
    }
}

#else

static void fail_every_allocation(void)
{
    print_message("skipped: a sanitizer or another C library owns the allocator\n");
    skip();
}

static void fail_ink(void)
{
    skip();
}

#endif

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    fail_every_allocation();
}

static void test_ink_is_detected_without_memory(void **state)
{
    (void)state;
    fail_ink();
}
