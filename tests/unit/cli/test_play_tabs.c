/* Finds the tab of the next level in drawn windows. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/play/parts.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 600, HEIGHT = 300, TOP = 26, BOTTOM = 56, BOARD = 100 };

static void fill(unsigned char *rgb, int left, int top, int right, int bottom, unsigned char grey)
{
    for (int y = top; y < bottom; y++)
        memset(rgb + 3 * (y * WIDTH + left), grey, 3 * (size_t)(right - left));
}

/* Vertical strokes: the worst that a text can look like. */
static void write_text(unsigned char *rgb, int left, int top, int bottom, int strokes)
{
    for (int i = 0; i < strokes; i++)
        fill(rgb, left + 7 * i, top, left + 7 * i + 2, bottom, 20);
}

/* A window with a menu, a row of tabs (0: none), and a large title. */
static struct comb_pixels *draw_window(int tabs, int selected)
{
    struct comb_error err = {0};
    struct comb_pixels *picture = NULL;
    unsigned char *rgb = malloc((size_t)3 * WIDTH * HEIGHT);
    assert_non_null(rgb);
    fill(rgb, 0, 0, WIDTH, HEIGHT, 239);
    write_text(rgb, 10, 5, 17, 4);
    write_text(rgb, 60, 5, 17, 5);
    write_text(rgb, 200, 64, 90, 9);
    write_text(rgb, 300, 64, 90, 6);
    for (int i = 0; i < tabs; i++) {
        int left = i * WIDTH / tabs, right = (i + 1) * WIDTH / tabs;
        fill(rgb, left, TOP, right, BOTTOM, 180);
        fill(rgb, left, TOP + 1, right - 1, BOTTOM + (i == selected), i == selected ? 243 : 220);
        write_text(rgb, (left + right) / 2 - 14, 36, 46, 4);
    }
    assert_int_equal(comb_pixels_from_rgb(&picture, WIDTH, HEIGHT, rgb, &err), COMB_OK);
    free(rgb);
    return picture;
}

static void test_the_tab_after_the_selected_one(void **state)
{
    (void)state;
    for (int tabs = 2; tabs <= 6; tabs++)
        for (int selected = 0; selected < tabs; selected++) {
            struct comb_pixels *picture = draw_window(tabs, selected);
            struct comb_screen_point place = {-1, -1};
            bool found = comb_play_find_tab(&place, picture, BOARD);
            assert_int_equal(found, selected + 1 < tabs);
            if (found) {
                assert_true(place.y > TOP && place.y < BOTTOM);
                assert_true(place.x > (selected + 1) * WIDTH / tabs && place.x < (selected + 2) * WIDTH / tabs);
            }
            comb_pixels_free(picture);
        }
}

static void test_texts_are_no_tabs(void **state)
{
    struct comb_pixels *picture = draw_window(0, 0), *one = draw_window(1, 0);
    struct comb_screen_point place;
    (void)state;
    assert_false(comb_play_find_tab(&place, picture, BOARD));
    assert_false(comb_play_find_tab(&place, one, BOARD));
    assert_false(comb_play_find_tab(&place, picture, HEIGHT));
    comb_pixels_free(picture);
    comb_pixels_free(one);
}
