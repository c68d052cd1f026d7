/* Pictures of arbitrary bytes: refused with a message, or decoded to as many pixels as the header promised. What is
 * seen on a picture is fuzz_sight.c's matter. */
#include "vision/pixels_header.h"

#include <assert.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small pictures run through the same code as large ones; those too large for the program are refused by their header.
 */
enum { MOST_BYTES = 4096, MOST_DECODED = 64 * 64 };

static bool takes_long(const struct comb_picture_header *header)
{
    uint64_t pixels = (uint64_t)header->width * header->height;
    return pixels > MOST_DECODED && pixels <= COMB_PIXELS_MOST;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_picture_header header;
    struct comb_pixels *pixels = NULL;
    struct comb_error err = {0};
    bool has_header = comb_picture_header(&header, data, size);
    if (size > MOST_BYTES || (has_header && takes_long(&header)))
        return 0;
    if (comb_pixels_decode(&pixels, data, size, &err) != COMB_OK) {
        assert(err.message[0] && !pixels);
        return 0;
    }
    assert(has_header && (uint64_t)pixels->width * pixels->height <= MOST_DECODED);
    uint32_t sum = 0; /* every pixel is there */
    for (size_t i = 0; i < 3 * (size_t)pixels->width * pixels->height; i++)
        sum += pixels->rgb[i];
    assert(sum <= 255u * 3 * MOST_DECODED);
    comb_pixels_free(pixels);
    return 0;
}
