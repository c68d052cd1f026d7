#include "screen/x11/x11.h"

#include <stdlib.h>

static int to_pixels(struct comb_pixels **out, const struct comb_x11 *x11, const struct comb_area *area,
                     const xcb_get_image_reply_t *reply, struct comb_error *err)
{
    struct comb_screen_format format = x11->format;
    unsigned row = area->width * format.bytes;
    format.row_bytes = (row + x11->row_padding - 1) / x11->row_padding * x11->row_padding;
    if ((size_t)xcb_get_image_data_length(reply) < (size_t)format.row_bytes * area->height)
        return comb_fail(err, COMB_BAD_INPUT, "the X11 display sent an incomplete picture");
    unsigned char *rgb = malloc((size_t)3 * area->width * area->height);
    if (!rgb)
        return comb_fail_memory(err);
    comb_screen_convert(rgb, area->width, area->height, xcb_get_image_data(reply), &format);
    int code = comb_pixels_from_rgb(out, area->width, area->height, rgb, err);
    free(rgb);
    return code;
}

int comb_x11_capture(struct comb_pixels **out, void *state, const struct comb_area *area, struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    xcb_generic_error_t *cause = NULL;
    xcb_get_image_cookie_t cookie =
        xcb_get_image(x11->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, x11->screen->root, (int16_t)area->x, (int16_t)area->y,
                      (uint16_t)area->width, (uint16_t)area->height, UINT32_MAX);
    xcb_get_image_reply_t *reply = xcb_get_image_reply(x11->connection, cookie, &cause);
    if (!reply)
        return comb_x11_fail(x11, cause, "to show its pixels", err);
    int code = to_pixels(out, x11, area, reply, err);
    free(reply);
    return code;
}
