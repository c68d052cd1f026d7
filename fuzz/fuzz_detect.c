/* Lattices in small pictures (canvas.h): every detected grid has valid values, and its patches can be extracted. */
#include "canvas.h"
#include "vision/detect/detect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 51 };
_Static_assert(MAX_BYTES == CANVAS_HEAD + CANVAS_MAX_SHAPES * CANVAS_SHAPE, "the bytes of a canvas");

static void check_cell(const struct comb_detected_grid *grid, const struct comb_detected_cell *cell)
{
    assert(cell->cluster < grid->colour_count && cell->colour <= 0xffffff);
    assert(cell->support >= 0 && cell->support <= 1);
    assert(isfinite(cell->centre_x) && isfinite(cell->centre_y));
}

static void check_grid(const struct comb_pixels *picture, const struct comb_detected_grid *grid)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_pixels *picture = size <= MAX_BYTES ? canvas_draw(data, size) : NULL;
    struct comb_detection *sight = NULL;
    if (!picture)
        return 0;
    int code = comb_detection_new(&sight, picture, NULL);
    assert(code == COMB_OK);
    for (unsigned i = 0; i < sight->grid_count; i++)
        check_grid(picture, &sight->grids[i]);
    comb_detection_free(sight);
    comb_pixels_free(picture);
    return 0;
}
