/* Takes the pixels of a picture that the browser has decoded. Browsers decode asynchronously, so the embedder decodes a
 * file before it passes its bytes in a request: Module.picture is {width, height, data} with four bytes per pixel,
 * upright and on white, or null if the browser could not decode it. */
#include "vision/pixels/pixels.h"

#include "vision/pixels/pixels_header.h"

#include <emscripten.h>

EM_JS(unsigned, picture_side, (bool height),
      { return Module.picture ? Module.picture[height ? 'height' : 'width'] : 0; })

EM_JS(void, copy_picture, (unsigned char *rgb), {
    const from = Module.picture.data, memory = HEAPU8;
    for (let i = 0; i < from.length; i += 4, rgb += 3) {
        memory[rgb] = from[i];
        memory[rgb + 1] = from[i + 1];
        memory[rgb + 2] = from[i + 2];
    }
})

/* Whether the decoded picture has the size that the header declares; orientations from 5 are on their side. */
static bool is_as_declared(const struct comb_picture_header *header, unsigned width, unsigned height)
{
    bool on_side = header->orientation >= 5;
    return width == (on_side ? header->height : header->width) && height == (on_side ? header->width : header->height);
}

int comb_pixels_decode(struct comb_pixels **out, const void *bytes, size_t length, struct comb_error *err)
{
    struct comb_picture_header header;
    *out = NULL;
    int code = comb_pixels_check(&header, bytes, length, err);
    if (code != COMB_OK)
        return code;
    unsigned width = picture_side(false), height = picture_side(true);
    if (!is_as_declared(&header, width, height))
        return comb_fail(err, COMB_BAD_INPUT,
                         "picture: the %s file is truncated or damaged (%zu bytes, %u x %u pixels)",
                         comb_picture_format_name(header.format), length, header.width, header.height);
    *out = comb_pixels_alloc(width, height);
    if (!*out)
        return comb_fail_memory(err);
    copy_picture(comb_pixels_writable(*out));
    return COMB_OK;
}
