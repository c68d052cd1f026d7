/* Draws small pictures from arbitrary bytes, so that the fuzzer reaches lattices and panels without having to produce a
 * valid picture file.
 *
 *     byte 0, 1   width and height        byte 2   background colour
 *     then per shape: x, y, radius and kind, pitch, columns and rows, colour
 *
 * One shape is a whole lattice of equal rectangles, discs or hexagons. Pictures are small, because detection takes time
 * in proportion to the pixels, and a fuzzer needs many runs. */
#ifndef COMB_FUZZ_CANVAS_H
#define COMB_FUZZ_CANVAS_H

#include "vision/pixels/pixels.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    CANVAS_MIN_SIDE = COMB_PIXELS_MIN_SIDE,
    CANVAS_MAX_SIDE = 40,
    CANVAS_HEAD = 3,
    CANVAS_SHAPE = 6,
    CANVAS_MAX_SHAPES = 8
};

struct canvas {
    int width, height;
    unsigned char rgb[3 * CANVAS_MAX_SIDE * CANVAS_MAX_SIDE];
};

/* Three bits of red and green, two of blue. */
static inline void canvas_set_pixel(struct canvas *canvas, int at, uint8_t colour)
{
    canvas->rgb[3 * at] = (unsigned char)((colour >> 5) * 36);
    canvas->rgb[3 * at + 1] = (unsigned char)((colour >> 2 & 7) * 36);
    canvas->rgb[3 * at + 2] = (unsigned char)((colour & 3) * 85);
}

/* Distance of a point from the centre in the metric of the shape; below the radius it is inside. */
static inline double canvas_distance(unsigned kind, double dx, double dy)
{
    switch (kind) {
    case 0:
        return fmax(dx, dy);
    case 1:
        return fmax(dx, dx / 2 + dy * 0.866);
    case 2:
        return fmax(dy, dy / 2 + dx * 0.866);
    default:
        return hypot(dx, dy);
    }
}

static inline void canvas_fill(struct canvas *canvas, double x, double y, double radius, const uint8_t *shape)
{
    for (int row = (int)fmax(0, y - 2 * radius); row < canvas->height && row <= y + 2 * radius; row++)
        for (int column = (int)fmax(0, x - 2 * radius); column < canvas->width && column <= x + 2 * radius; column++)
            if (canvas_distance(shape[2] & 3, fabs(column - x), fabs(row - y)) < radius)
                canvas_set_pixel(canvas, column + canvas->width * row, shape[5]);
}

/* Shifts every other row by half a pitch if bit 6 of the pitch is set, as in a hexagonal lattice. */
static inline void canvas_lattice(struct canvas *canvas, const uint8_t *shape)
{
    double radius = 1 + (shape[2] >> 2 & 15) / 2.0, pitch = 2 + (shape[3] & 63) / 4.0;
    double shift = shape[3] & 64 ? pitch / 2 : 0, rise = shape[3] & 64 ? pitch * 0.866 : pitch;
    for (int row = 0; row <= (shape[4] & 15); row++)
        for (int column = 0; column <= shape[4] >> 4; column++)
            canvas_fill(canvas, shape[0] % CANVAS_MAX_SIDE + column * pitch + (row & 1) * shift,
                        shape[1] % CANVAS_MAX_SIDE + row * rise, radius, shape);
}

/* NULL if there are too few bytes. */
static inline struct comb_pixels *canvas_draw(const uint8_t *data, size_t size)
{
    struct canvas canvas;
    struct comb_pixels *pixels = NULL;
    if (size < CANVAS_HEAD)
        return NULL;
    canvas.width = CANVAS_MIN_SIDE + data[0] % (CANVAS_MAX_SIDE - CANVAS_MIN_SIDE + 1);
    canvas.height = CANVAS_MIN_SIDE + data[1] % (CANVAS_MAX_SIDE - CANVAS_MIN_SIDE + 1);
    for (int i = 0; i < canvas.width * canvas.height; i++)
        canvas_set_pixel(&canvas, i, data[2]);
    size_t shapes = (size - CANVAS_HEAD) / CANVAS_SHAPE;
    for (size_t i = 0; i < shapes && i < CANVAS_MAX_SHAPES; i++)
        canvas_lattice(&canvas, data + CANVAS_HEAD + i * CANVAS_SHAPE);
    int code = comb_pixels_from_rgb(&pixels, (unsigned)canvas.width, (unsigned)canvas.height, canvas.rgb, NULL);
    assert(code == COMB_OK);
    return pixels;
}

#endif
