/* Finds what is darker or brighter than its surroundings, for panels whose ground and lines have no single colour: lit
 * from one side, glowing, or textured.
 *
 * The mean lightness around each pixel comes from a table of sums. The result has the form of colour codes, so that
 * strokes are found in it as in a drawing: 0 is like its surroundings, 1 darker, 2 brighter. */
#include "vision/panel/parts.h"

#include <math.h>
#include <stdlib.h>

static unsigned lightness(const unsigned char *p)
{
    return (77u * p[0] + 150u * p[1] + 29u * p[2]) >> 8;
}

/* sums[x + (width + 1) * y] is the sum over all pixels to the left and above. */
static void sum_up(uint32_t *sums, const struct comb_panel_view *view)
{
    size_t line = (size_t)view->width + 1;
    for (size_t x = 0; x < line; x++)
        sums[x] = 0;
    for (size_t y = 0; y < view->height; y++) {
        uint32_t row = 0;
        sums[line * (y + 1)] = 0;
        for (size_t x = 0; x < view->width; x++) {
            row += lightness(view->rgb + 3 * (x + view->width * y));
            sums[line * (y + 1) + x + 1] = sums[line * y + x + 1] + row;
        }
    }
}

static double mean_around(const uint32_t *sums, const struct comb_panel_view *view, unsigned x, unsigned y,
                          unsigned reach)
{
    size_t line = (size_t)view->width + 1;
    unsigned left = x > reach ? x - reach : 0, right = x + reach < view->width ? x + reach + 1 : view->width;
    unsigned top = y > reach ? y - reach : 0, bottom = y + reach < view->height ? y + reach + 1 : view->height;
    uint32_t sum =
        sums[line * bottom + right] - sums[line * top + right] - sums[line * bottom + left] + sums[line * top + left];
    return (double)sum / ((right - left) * (bottom - top));
}

static uint16_t compare(double lightness_here, double mean)
{
    double slack = fmax(5, 0.12 * mean);
    return lightness_here < mean - slack ? 1 : lightness_here > mean + slack ? 2 : 0;
}

bool comb_panel_codes_local(struct comb_panel_codes *codes, const struct comb_panel_view *view)
{
    size_t pixels = (size_t)view->width * view->height;
    unsigned longest = view->width > view->height ? view->width : view->height, reach = longest / 14 + 1;
    *codes = (struct comb_panel_codes){.width = view->width, .height = view->height};
    uint32_t *sums = malloc(((size_t)view->width + 1) * ((size_t)view->height + 1) * sizeof *sums);
    codes->rows = malloc(pixels * sizeof *codes->rows);
    codes->columns = malloc(pixels * sizeof *codes->columns);
    bool ok = sums && codes->rows && codes->columns;
    if (ok)
        sum_up(sums, view);
    for (unsigned y = 0; ok && y < view->height; y++)
        for (unsigned x = 0; x < view->width; x++) {
            size_t at = x + (size_t)view->width * y;
            uint16_t code = compare(lightness(view->rgb + 3 * at), mean_around(sums, view, x, y, reach));
            codes->rows[at] = code;
            codes->columns[y + (size_t)view->height * x] = code;
        }
    free(sums);
    if (!ok)
        comb_panel_codes_free(codes);
    return ok;
}
