/* The pictures of ../shared/data/screens, unchanged and degraded. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "vision/detect/detect.h"

#include <stdio.h>
#include <string.h>

struct screen {
    const char *name;
    enum comb_detected_kind kind;
    unsigned cells, colours;
};

static const struct screen screens[] = {
    {"hexcells-06-late.png", COMB_DETECTED_HEX_FLAT, 67, 3},
    {"hexcells-06-start.png", COMB_DETECTED_HEX_FLAT, 67, 2},
    {"hexcells-15-start-4k.png", COMB_DETECTED_HEX_FLAT, 58, 2},
    {"hexcells-infinite-1-2.png", COMB_DETECTED_HEX_FLAT, 31, 2},
    {"hexcells-infinite-2-3.png", COMB_DETECTED_HEX_FLAT, 34, 2},
    {"hexhunt-apply.png", COMB_DETECTED_HEX_POINTY, 19, 1},
    {"hexhunt-record.png", COMB_DETECTED_HEX_POINTY, 19, 1},
    {"hexicon-1080x2160.png", COMB_DETECTED_HEX_FLAT, 61, 5},
    {"square4.png", COMB_DETECTED_SQUARE, 16, 1},
};
enum { SCREENS = sizeof screens / sizeof *screens };

static void check(const struct screen *screen, const struct comb_pixels *pixels)
{
    struct comb_detection *detection = NULL;
    assert_int_equal(comb_detection_new(&detection, pixels, NULL), COMB_OK);
    assert_true(detection->grid_count > 0);
    const struct comb_detected_grid *grid = &detection->grids[0];
    if (grid->count != screen->cells)
        print_message("%s at %u x %u: %u cells\n", screen->name, pixels->width, pixels->height, grid->count);
    assert_int_equal(grid->kind, screen->kind);
    assert_int_equal(grid->count, screen->cells);
    assert_int_equal(grid->colour_count, screen->colours);
    assert_true(grid->residual < 0.03);
    for (unsigned i = 0; i < grid->count; i++)
        assert_true(grid->cells[i].support >= 0.45);
    comb_detection_free(detection);
}

static void test_shared_screens_are_detected_at_every_size(void **state)
{
    (void)state;
    static const double scales[] = {1, 0.7, 0.5, 0.35, 0.25};
    struct comb_error err = {0};
    for (unsigned i = 0; i < SCREENS; i++) {
        char path[200];
        struct comb_buf bytes = {0};
        struct comb_pixels *pixels = NULL;
        snprintf(path, sizeof path, "../shared/data/screens/%s", screens[i].name);
        if (comb_file_read(&bytes, path, COMB_PIXELS_MAX_BYTES, &err)) {
            print_message("skipped: %s is missing\n", path);
            comb_buf_free(&bytes);
            skip();
        }
        assert_int_equal(comb_pixels_decode(&pixels, bytes.data, bytes.length, &err), COMB_OK);
        comb_buf_free(&bytes);
        for (unsigned k = 0; k < sizeof scales / sizeof *scales; k++) {
            struct comb_pixels *small = NULL;
            unsigned width = (unsigned)(pixels->width * scales[k]), height = (unsigned)(pixels->height * scales[k]);
            assert_int_equal(comb_pixels_shrink(&small, pixels, width, height, NULL), COMB_OK);
            check(&screens[i], small);
            comb_pixels_free(small);
        }
        comb_pixels_free(pixels);
    }
}
