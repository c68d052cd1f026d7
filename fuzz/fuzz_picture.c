/* Pictures from arbitrary bytes: rejected with a message, or decoded to as many pixels as the header says.
 * fuzz_detect.c and fuzz_panel.c test the detection. */
#include "vision/pixels/pixels_header.h"

#include <assert.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small pictures run through the same code as large ones; those too large for the program are rejected by their header.
 */
enum { MAX_BYTES = 4096, MAX_DECODED = 64 * 64 };

static bool takes_long(const struct comb_picture_header *header)
{
    uint64_t pixels = (uint64_t)header->width * header->height;
    return pixels > MAX_DECODED && pixels <= COMB_PIXELS_MAX_COUNT;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_picture_header header;
    struct comb_pixels *pixels = NULL;
    struct comb_error err = {0};
    bool has_header = comb_picture_header(&header, data, size);
    if (size > MAX_BYTES || (has_header && takes_long(&header)))
        return 0;
    if (comb_pixels_decode(&pixels, data, size, &err) != COMB_OK) {
        assert(err.message[0] && !pixels);
        return 0;
    }
    assert(has_header && (uint64_t)pixels->width * pixels->height <= MAX_DECODED);
    uint32_t sum = 0; /* reads every pixel */
    for (size_t i = 0; i < 3 * (size_t)pixels->width * pixels->height; i++)
        sum += pixels->rgb[i];
    assert(sum <= 255u * 3 * MAX_DECODED);
    comb_pixels_free(pixels);
    return 0;
}
