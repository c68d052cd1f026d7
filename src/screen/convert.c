/* Converts screenshots. A display has a pixel format of its own: a number of bytes each, in its byte order, with a bit
 * mask per colour (8 bits each of 24 or 32, 10 each of 30, 5 or 6 of 16) and padded rows.
 *
 *     xxxxxxxx rrrrrrrr gggggggg bbbbbbbb     depth 24        xxrrrrrr rrrrgggg ggggggbb bbbbbbbb     depth 30
 *
 * Each channel has a table from its bits to 0 .. 255, so that every format costs the same. */
#include "screen/backend.h"

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
