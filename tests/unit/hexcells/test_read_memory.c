/* The Hexcells reader out of memory: every allocation fails once; no crash, no leak, an error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define FAILING_ONLY_OURS
#include "failing_allocator.h"

#include "games/hexcells/draw/scene.h"
#include "games/hexcells/level/level.h"
#include "games/hexcells/read/read.h"
#include "grid/render.h"

#include <string.h>

#if FAILING_ALLOCATOR

static const char text[] = "Hexcells position v1\nremaining 3\nmistakes 2\n0: 1=s1\n2: 1=o\n3: 0=o 2=-2-\n"
                           "4: 1=o 3=o\n5: 0=x2 2=o 4=nw-2-\n6: 1=1";

static struct comb_pixels *draw(void)
{
    struct comb_hexcells_level *level;
    struct comb_scene *scene;
    struct comb_pixels *pixels;
    struct comb_buf png = {0};
    struct comb_picture_style style = {.cell_pixels = 72};
    assert_int_equal(comb_hexcells_position_read(&level, text, strlen(text), NULL), COMB_OK);
    assert_int_equal(comb_hexcells_scene(&scene, level, NULL, NULL, NULL), COMB_OK);
    assert_int_equal(comb_render_png(&png, scene, &style, NULL), COMB_OK);
    assert_int_equal(comb_pixels_decode(&pixels, png.data, png.length, NULL), COMB_OK);
    comb_buf_free(&png);
    comb_scene_free(scene);
    comb_hexcells_level_free(level);
    return pixels;
}

static void fail_in_reading(void)
{
    struct comb_pixels *pixels = draw();
    struct comb_detection *detection;
    json_t *reading = NULL;
    assert_int_equal(comb_detection_new(&detection, pixels, NULL), COMB_OK);
    int code = COMB_NO_MEMORY;
    for (long n = 0; code != COMB_OK; n += n < 400 ? 1 : 17) {
        long before = blocks;
        allocations_left = n;
        code = comb_hexcells_reader.read(&reading, detection, NULL, NULL);
        allocations_left = -1;
        assert_true(code == COMB_OK || code == COMB_NO_MEMORY);
        assert_true((code == COMB_OK) == (reading != NULL));
        if (code != COMB_OK)
            assert_int_equal(blocks, before);
        assert_true(n < 100000);
    }
    json_decref(reading);
    comb_detection_free(detection);
    comb_pixels_free(pixels);
}

static void fail_in_corrections(void)
{
    static const char *const fixes[] = {"blue 3", "s{2}", ".", "remaining 4"};
    long before = blocks;
    for (size_t i = 0; i < sizeof fixes / sizeof *fixes; i++)
        for (long n = 0, code = COMB_NO_MEMORY; code != COMB_OK; n++) {
            json_t *reading = json_loads("{\"cells\": [{\"x\": 1, \"y\": 0, \"state\": \"hidden\", \"text\": \"\"}, "
                                         "{\"x\": 1, \"y\": 2, \"state\": \"hidden\", \"text\": \"\"}], "
                                         "\"lines\": [], \"doubts\": []}",
                                         0, NULL);
            struct comb_buf out = {0};
            assert_non_null(reading);
            allocations_left = n;
            code = comb_hexcells_reader.apply_fix(reading, 1, 0, fixes[i], NULL, NULL);
            if (code == COMB_OK)
                code = comb_hexcells_reader.to_text(&out, reading, NULL, NULL);
            allocations_left = -1;
            assert_true(code == COMB_OK || code == COMB_NO_MEMORY);
            comb_buf_free(&out);
            json_decref(reading);
            assert_int_equal(blocks, before);
            assert_true(n < 10000);
        }
}

#else

static void fail_in_reading(void)
{
    skip();
}

static void fail_in_corrections(void)
{
    skip();
}

#endif

static void test_reading_survives_failed_allocations(void **state)
{
    (void)state;
    fail_in_reading();
}

static void test_corrections_survive_failed_allocations(void **state)
{
    (void)state;
    fail_in_corrections();
}
