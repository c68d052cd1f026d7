/* Takes screenshots. The server sends pixels in its own format: a number of bytes each, in its byte order, with a bit
 * mask per colour (8 bits each of 24 or 32, 10 each of 30, 5 or 6 of 16) and padded rows.
 *
 *     xxxxxxxx rrrrrrrr gggggggg bbbbbbbb     depth 24        xxrrrrrr rrrrgggg ggggggbb bbbbbbbb     depth 30
 *
 * Each channel has a table from its bits to 0 .. 255, so that every format costs the same. */
#include "screen/parts.h"

#include <stdlib.h>

/* Wider channels lose their lowest bits. */
enum { TABLE_BITS = 10 };

struct channel {
    unsigned shift;
    uint32_t max;
    unsigned char table[1 << TABLE_BITS];
};

static void init_channel(struct channel *channel, uint32_t mask)
{
    channel->shift = 0;
    while (!(mask >> channel->shift & 1))
        channel->shift++;
    channel->max = mask >> channel->shift;
    for (; channel->max >= 1 << TABLE_BITS; channel->max >>= 1)
        channel->shift++;
    for (uint32_t value = 0; value <= channel->max; value++)
        channel->table[value] = (unsigned char)((value * 255 + channel->max / 2) / channel->max);
}

static inline unsigned char channel_value(const struct channel *channel, uint32_t pixel)
{
    return channel->table[pixel >> channel->shift & channel->max];
}

static inline uint32_t pixel_at(const unsigned char *bytes, unsigned count, bool high_byte_first)
{
    uint32_t pixel = 0;
    for (unsigned i = 0; i < count; i++)
        pixel |= (uint32_t)bytes[i] << 8 * (high_byte_first ? count - 1 - i : i);
    return pixel;
}

void comb_screen_convert(unsigned char *rgb, unsigned width, unsigned height, const unsigned char *bytes,
                         const struct comb_screen_format *format)
{
    struct channel red;
    struct channel green;
    struct channel blue;
    init_channel(&red, format->red);
    init_channel(&green, format->green);
    init_channel(&blue, format->blue);
    for (unsigned y = 0; y < height; y++) {
        const unsigned char *from = bytes + (size_t)y * format->row_bytes;
        for (unsigned x = 0; x < width; x++, from += format->bytes) {
            uint32_t pixel = pixel_at(from, format->bytes, format->high_byte_first);
            *rgb++ = channel_value(&red, pixel);
            *rgb++ = channel_value(&green, pixel);
            *rgb++ = channel_value(&blue, pixel);
        }
    }
}

static int fail_off_screen(const struct comb_area *area, const struct comb_area *bounds, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT,
                     "the window is partly off the screen: %ux%u pixels at %d,%d on a screen of %ux%u; "
                     "move it so that all of it is visible",
                     area->width, area->height, area->x, area->y, bounds->width, bounds->height);
}

static bool is_inside(const struct comb_area *area, const struct comb_area *bounds)
{
    return area->x >= 0 && area->y >= 0 && area->width <= bounds->width && area->height <= bounds->height &&
           (unsigned)area->x <= bounds->width - area->width && (unsigned)area->y <= bounds->height - area->height;
}

static int to_pixels(struct comb_pixels **out, const struct comb_screen *screen, const struct comb_area *area,
                     const xcb_get_image_reply_t *reply, struct comb_error *err)
{
    struct comb_screen_format format = screen->format;
    unsigned row = area->width * format.bytes;
    format.row_bytes = (row + screen->row_padding - 1) / screen->row_padding * screen->row_padding;
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

int comb_screen_capture(struct comb_pixels **out, struct comb_screen *screen, const struct comb_area *area,
                        struct comb_error *err)
{
    struct comb_area bounds = comb_screen_bounds(screen);
    *out = NULL;
    if (!is_inside(area, &bounds))
        return fail_off_screen(area, &bounds, err);
    if (area->width < COMB_PIXELS_MIN_SIDE || area->height < COMB_PIXELS_MIN_SIDE)
        return comb_fail(err, COMB_BAD_INPUT, "the window is too small to show a board: %ux%u pixels", area->width,
                         area->height);
    xcb_generic_error_t *cause = NULL;
    xcb_get_image_cookie_t cookie =
        xcb_get_image(screen->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, screen->screen->root, (int16_t)area->x,
                      (int16_t)area->y, (uint16_t)area->width, (uint16_t)area->height, UINT32_MAX);
    xcb_get_image_reply_t *reply = xcb_get_image_reply(screen->connection, cookie, &cause);
    if (!reply)
        return comb_screen_fail(screen, cause, "to show its pixels", err);
    int code = to_pixels(out, screen, area, reply, err);
    free(reply);
    return code;
}
