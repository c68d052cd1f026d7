/* Line panels in small pictures (canvas.h): every detected panel has valid values, and the ink of every cell can be
 * extracted. */
#include "canvas.h"
#include "vision/panel/panel.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 51 };
_Static_assert(MAX_BYTES == CANVAS_HEAD + CANVAS_MAX_SHAPES * CANVAS_SHAPE, "the bytes of a canvas");

static void check_place(const struct comb_panel_place *place)
{
    assert(place->kind <= COMB_PANEL_CAP && place->second <= COMB_PANEL_CAP);
    assert(place->confidence >= 0 && place->confidence <= 1);
    assert(place->mark_confidence >= 0 && place->mark_confidence <= 1);
    assert(place->colour <= 0xffffff && place->mark_colour <= 0xffffff);
    assert(abs(place->toward_x) <= 1 && abs(place->toward_y) <= 1);
}

static void check_panel(const struct comb_panel_detection *panel)
{
    struct comb_panel_ink ink;
    assert(panel->width <= COMB_PANEL_MAX_SIDE && panel->height <= COMB_PANEL_MAX_SIDE);
    assert(panel->unit > 0 && isfinite(panel->residual));
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++)
            check_place(comb_panel_at(panel, column, row));
    for (unsigned y = 0; y < panel->height; y++)
        for (unsigned x = 0; x < panel->width; x++) {
            comb_panel_ink(&ink, panel, x, y);
            assert(ink.colour <= 0xffffff && ink.ground <= 0xffffff);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_pixels *picture = size <= MAX_BYTES ? canvas_draw(data, size) : NULL;
    struct comb_panel_detection *panel = NULL;
    if (!picture)
        return 0;
    int code = comb_panel_detect(&panel, picture, NULL);
    assert(code == COMB_OK || code == COMB_NO);
    if (code == COMB_OK)
        check_panel(panel);
    comb_panel_free(panel);
    comb_pixels_free(picture);
    return 0;
}
