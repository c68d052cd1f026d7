/* Pictures of arbitrary bytes: refused with a message, or decoded and looked at without harm. The same bytes also say
 * what to draw on a small canvas, so that lattices of all sorts come about without a decoder being satisfied first. */
#include "vision/pixels_header.h"
#include "vision/sight.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LEAST_SIDE = 16, MOST_SIDE = 160, MOST_DECODED = 300 * 300, BYTES_A_SHAPE = 6 };

static void check_cell(const struct comb_grid_seen *grid, const struct comb_seen_cell *cell)
{
    assert(cell->cluster < grid->colour_count && cell->colour <= 0xffffff);
    assert(cell->support >= 0 && cell->support <= 1);
    assert(isfinite(cell->centre_x) && isfinite(cell->centre_y));
}

static void check_grid(const struct comb_pixels *picture, const struct comb_grid_seen *grid)
{
    unsigned char patch[3 * 12 * 12];
    assert(grid->count > 0 && grid->colour_count > 0 && grid->pitch > 0 && isfinite(grid->residual));
    for (unsigned i = 0; i < grid->count; i++) {
        check_cell(grid, &grid->cells[i]);
        assert(grid->cells[i].x >= 0 && grid->cells[i].y >= 0);
        if (i % 16 == 0)
            comb_grid_patch(patch, 12, picture, grid, grid->cells[i].x, grid->cells[i].y, 0.5, 60);
    }
    for (unsigned i = 0; i < grid->hole_count; i++)
        check_cell(grid, &grid->holes[i]);
    comb_grid_patch(patch, 12, picture, grid, -1000, 1e6, 3, 17);
}

static void look(const struct comb_pixels *picture)
{
    struct comb_sight *sight = NULL;
    int code = comb_sight_new(&sight, picture, NULL);
    assert(code == COMB_OK);
    for (unsigned i = 0; i < sight->grid_count; i++)
        check_grid(picture, &sight->grids[i]);
    comb_sight_free(sight);
}

static void decode(const uint8_t *data, size_t size)
{
    struct comb_picture_header header;
    struct comb_pixels *pixels = NULL;
    struct comb_error err = {0};
    bool has_header = comb_picture_header(&header, data, size);
    if (has_header && (uint64_t)header.width * header.height > MOST_DECODED &&
        (uint64_t)header.width * header.height <= COMB_PIXELS_MOST)
        return;
    if (comb_pixels_decode(&pixels, data, size, &err) != COMB_OK) {
        assert(err.message[0] && !pixels);
        return;
    }
    assert(has_header && (uint64_t)pixels->width * pixels->height <= MOST_DECODED);
    look(pixels);
    comb_pixels_free(pixels);
}

struct canvas {
    unsigned width, height;
    unsigned char rgb[3 * MOST_SIDE * MOST_SIDE];
};

/* A row of three alike: rectangles, or hexagons with a flat or a pointed top. */
static void draw(struct canvas *canvas, const uint8_t *shape)
{
    double reach = 3 + shape[2] % 24, pitch = reach * (2 + (shape[2] >> 5) / 16.0);
    for (unsigned i = 0; i < 3 * canvas->width * canvas->height; i += 3) {
        double x = i / 3 % canvas->width, y = i / 3 / canvas->width, dy = fabs(y - shape[1] % MOST_SIDE);
        for (unsigned k = 0; k < 3; k++) {
            double dx = fabs(x - shape[0] % MOST_SIDE - k * pitch);
            double aside = shape[3] % 3 == 1 ? dx / 2 + dy * 0.866 : shape[3] % 3 == 2 ? dy / 2 + dx * 0.866 : dy;
            if (fmax(shape[3] % 3 == 2 ? dy : dx, aside) < reach)
                memcpy(canvas->rgb + i, (unsigned char[]){shape[4], shape[5], (unsigned char)(shape[3] & 0xf0)}, 3);
        }
    }
}

static void draw_and_look(const uint8_t *data, size_t size)
{
    enum { MOST_SHAPES = 12 };
    struct canvas canvas = {.width = LEAST_SIDE + data[0] % (MOST_SIDE - LEAST_SIDE),
                            .height = LEAST_SIDE + data[1] % (MOST_SIDE - LEAST_SIDE)};
    struct comb_pixels *pixels = NULL;
    memset(canvas.rgb, data[2], sizeof canvas.rgb);
    for (size_t at = 3, count = 0; at + BYTES_A_SHAPE <= size && count < MOST_SHAPES; at += BYTES_A_SHAPE, count++)
        draw(&canvas, data + at);
    int code = comb_pixels_from_rgb(&pixels, canvas.width, canvas.height, canvas.rgb, NULL);
    assert(code == COMB_OK);
    look(pixels);
    comb_pixels_free(pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    decode(data, size);
    if (size >= 3)
        draw_and_look(data, size);
    return 0;
}
