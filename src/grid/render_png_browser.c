/* The browser paints the SVG on a canvas, so the program does not make PNG files there. */
#include "grid/render.h"

int comb_render_png(struct comb_buf *out, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err)
{
    (void)out;
    (void)scene;
    (void)style;
    return comb_fail(err, COMB_BAD_INPUT, "PNG pictures are made by the browser: ask for SVG");
}
