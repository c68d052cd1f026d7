#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "test_detect_pictures.h"

#include <stdio.h>

/* Hexicon's colours: grey on a grey 17 levels away, and four others. */
static const unsigned five[] = {0xdedede, 0xdedede, 0xdedede, 0xffb2b2, 0xff7171, 0xa0e8e6, 0x01c2bb};
static const unsigned three[] = {0xffaf29, 0x05a4eb, 0x3e3e3e};
static const unsigned light[] = {0xe6e6e6};

static struct board hexhunt_board(void)
{
    struct board board = {.kind = COMB_DETECTED_HEX_POINTY, .width = 0.925, .background = 0xffffff};
    add_hexagon(&board, 2, light, 1);
    return board;
}

static struct board hexicon_board(void)
{
    struct board board = {.kind = COMB_DETECTED_HEX_FLAT, .width = 0.935, .background = 0xefefef};
    add_hexagon(&board, 4, five, sizeof five / sizeof *five);
    return board;
}

/* Two pieces offset by half a cell, an isolated cell, and holes. */
static struct board hexcells_board(void)
{
    struct board board = {.kind = COMB_DETECTED_HEX_FLAT,
                          .width = 0.9,
                          .background = 0xe7e7e7,
                          .ink = 0xffffff,
                          .has_border = true,
                          .has_ornaments = true};
    for (int x = -4; x <= 0; x++)
        for (int y = -4; y <= 4; y++)
            if (((x + y) & 1) == 0 && !(x == -2 && y == 0) && (x * 7 + y * 3) % 5 != 1)
                add_cell(&board, x, y, three[(unsigned)(x * x + y + 8) % 3]);
    for (int x = 3; x <= 5; x++)
        for (int y = -3; y <= 3; y++)
            if (((x + y) & 1) == 1)
                add_cell(&board, x, y, three[(unsigned)(x + y + 9) % 3]);
    add_cell(&board, 8, 0, three[0]);
    return board;
}

static struct board wordhunt_board(void)
{
    struct board board = {
        .kind = COMB_DETECTED_SQUARE, .width = 0.94, .background = 0x4f8a57, .ink = 0x1a1208, .is_rounded = true};
    add_square(&board, 4, 0xd9b36c);
    return board;
}

static struct comb_detection *detect(struct comb_pixels **pixels, const struct picture *picture)
{
    struct comb_detection *detection = NULL;
    assert_int_equal(comb_pixels_from_rgb(pixels, picture->width, picture->height, picture->rgb, NULL), COMB_OK);
    assert_int_equal(comb_detection_new(&detection, *pixels, NULL), COMB_OK);
    return detection;
}

/* How many painted cells are cells, or holes, of the first lattice; and the number of its cells that were not painted.
 */
struct result {
    unsigned found, as_hole, silent, invented;
};

static bool is_at(const struct comb_detected_cell *cells, unsigned count, double x, double y, double reach)
{
    for (unsigned i = 0; i < count; i++)
        if (hypot(cells[i].centre_x - x, cells[i].centre_y - y) < reach)
            return true;
    return false;
}

static struct result compare(const struct comb_detection *detection, const struct board *board, const struct view *view)
{
    struct result result = {0};
    static const struct comb_detected_grid none = {.pitch = 1};
    const struct comb_detected_grid *grid = detection->grid_count ? &detection->grids[0] : &none;
    for (unsigned i = 0; i < board->count; i++) {
        double u, v, x, y;
        comb_grid_place(&u, &v, board->kind, board->cells[i].x, board->cells[i].y);
        comb_map_apply(&x, &y, view->map, u, v);
        if (is_at(grid->cells, grid->count, x, y, 0.1 * grid->pitch))
            result.found++;
        else if (is_at(grid->holes, grid->hole_count, x, y, 0.2 * grid->pitch))
            result.as_hole++;
        else if (x >= 0 && y >= 0 && x < view->width && y < view->height)
            result.silent++;
    }
    result.invented = grid->count - result.found;
    return result;
}

/* Degradation of a picture before detection. */
struct degradation {
    const char *name;
    double pitch, degrees, slant_x, slant_y;
    double blur, noise;
    int quality;
    bool inverted;
};

static void check_degraded(const struct board *board, const struct degradation *degradation, unsigned width,
                           unsigned height)
{
    struct view view = view_of(board, width, height, degradation->pitch, degradation->degrees, degradation->slant_x,
                               degradation->slant_y);
    struct picture picture = paint(board, &view);
    struct comb_pixels *pixels;
    if (degradation->inverted)
        invert(&picture);
    if (degradation->blur > 0)
        blur(&picture, degradation->blur);
    if (degradation->noise > 0)
        add_noise(&picture, degradation->noise);
    if (degradation->quality)
        through_jpeg(&picture, degradation->quality);
    struct comb_detection *detection = detect(&pixels, &picture);
    struct result result = compare(detection, board, &view);
    if (result.found != board->count || result.invented)
        print_message("%s: %u of %u found, %u as holes, %u invented\n", degradation->name, result.found, board->count,
                      result.as_hole, result.invented);
    assert_int_equal(result.found, board->count);
    assert_int_equal(result.invented, 0);
    assert_int_equal(detection->grids[0].kind, board->kind);
    assert_true(fabs(detection->grids[0].rotation - degradation->degrees) < 1.5);
    comb_detection_free(detection);
    comb_pixels_free(pixels);
    free(picture.rgb);
}

static void check_harms(const struct board *board, double pitch, unsigned width, unsigned height)
{
    const struct degradation harms[] = {
        {.name = "as it is", .pitch = pitch},
        {.name = "half", .pitch = pitch / 2},
        {.name = "small", .pitch = 26},
        {.name = "JPEG 30", .pitch = pitch, .quality = 30},
        {.name = "blurred", .pitch = pitch, .blur = 1.5},
        {.name = "noise", .pitch = pitch, .noise = 8},
        {.name = "turned", .pitch = 0.9 * pitch, .degrees = 4},
        {.name = "turned back, smaller, JPEG", .pitch = 0.7 * pitch, .degrees = -4, .quality = 50},
        {.name = "from the side", .pitch = 0.85 * pitch, .slant_x = 0.12},
        {.name = "from above and turned", .pitch = 0.8 * pitch, .degrees = 3, .slant_x = 0.05, .slant_y = -0.12},
        {.name = "inverted", .pitch = pitch, .inverted = true},
        {.name = "inverted, small", .pitch = 30, .inverted = true},
    };
    for (unsigned i = 0; i < sizeof harms / sizeof *harms; i++) {
        const struct degradation *degradation = &harms[i];
        unsigned scale_width =
            degradation->pitch < pitch ? (unsigned)(width * fmin(1, 1.2 * degradation->pitch / pitch)) : width;
        unsigned scale_height =
            degradation->pitch < pitch ? (unsigned)(height * fmin(1, 1.2 * degradation->pitch / pitch)) : height;
        check_degraded(board, degradation, scale_width, scale_height);
    }
}

static void test_light_hexagons_survive_degradation(void **state)
{
    (void)state;
    struct board board = hexhunt_board();
    check_harms(&board, 90, 560, 520);
}

static void test_five_colours_survive_degradation(void **state)
{
    (void)state;
    struct board board = hexicon_board();
    check_harms(&board, 60, 560, 620);
}

static void test_bordered_islands_survive_degradation(void **state)
{
    (void)state;
    struct board board = hexcells_board();
    check_harms(&board, 60, 900, 520);
}

static void test_tiles_survive_degradation(void **state)
{
    (void)state;
    struct board board = wordhunt_board();
    check_harms(&board, 100, 480, 500);
}

static unsigned distinct(const unsigned *colours, unsigned count)
{
    unsigned number = 0;
    for (unsigned i = 0; i < count; i++) {
        bool is_new = true;
        for (unsigned k = 0; k < i; k++)
            is_new = is_new && colours[k] != colours[i];
        number += is_new;
    }
    return number;
}

/* Cells share a cluster exactly if they were painted alike, even after JPEG compression and noise. */
static void test_colours_are_distinguished(void **state)
{
    (void)state;
    struct board board = hexicon_board();
    struct view view = view_of(&board, 600, 640, 62, 0, 0, 0);
    for (unsigned round = 0; round < 4; round++) {
        struct picture picture = paint(&board, &view);
        struct comb_pixels *pixels;
        if (round == 1)
            through_jpeg(&picture, 30);
        if (round == 2)
            add_noise(&picture, 10);
        if (round == 3)
            invert(&picture);
        struct comb_detection *detection = detect(&pixels, &picture);
        const struct comb_detected_grid *grid = &detection->grids[0];
        assert_int_equal(grid->count, 61);
        assert_int_equal(grid->colour_count, distinct(five, sizeof five / sizeof *five));
        unsigned painted[61];
        for (unsigned i = 0; i < grid->count; i++) {
            unsigned at = 0;
            while (at < board.count &&
                   (board.cells[at].x + 4 != grid->cells[i].x || board.cells[at].y + 8 != grid->cells[i].y))
                at++;
            assert_true(at < board.count);
            painted[i] = board.cells[at].colour;
            for (unsigned k = 0; k < i; k++)
                assert_int_equal(grid->cells[i].cluster == grid->cells[k].cluster, painted[i] == painted[k]);
        }
        unsigned cells = 0;
        for (unsigned i = 0; i < grid->colour_count; i++)
            cells += grid->colours[i].cells;
        assert_int_equal(cells, 61);
        if (round == 0) {
            assert_int_equal(grid->colours[0].colour, 0xdedede);
            assert_int_equal(grid->background, 0xefefef);
        }
        comb_detection_free(detection);
        comb_pixels_free(pixels);
        free(picture.rgb);
    }
}

/* Cells are in reading order, numbered from 0, hexagons with x + y even. */
static void test_places_are_numbered_from_zero(void **state)
{
    (void)state;
    struct board boards[] = {hexhunt_board(), hexicon_board(), wordhunt_board()};
    for (unsigned b = 0; b < 3; b++) {
        struct view view = view_of(&boards[b], 500, 500, 50, 0, 0, 0);
        struct picture picture = paint(&boards[b], &view);
        struct comb_pixels *pixels;
        struct comb_detection *detection = detect(&pixels, &picture);
        const struct comb_detected_grid *grid = &detection->grids[0];
        int left = 1000, top = 1000;
        for (unsigned i = 0; i < grid->count; i++) {
            const struct comb_detected_cell *cell = &grid->cells[i];
            left = cell->x < left ? cell->x : left;
            top = cell->y < top ? cell->y : top;
            if (i)
                assert_true(cell[-1].y < cell->y || (cell[-1].y == cell->y && cell[-1].x < cell->x));
            if (grid->kind != COMB_DETECTED_SQUARE)
                assert_int_equal((cell->x + cell->y) % 2, 0);
            double px, py, x, y;
            comb_grid_to_pixel(&px, &py, grid, cell->x, cell->y);
            assert_true(hypot(px - cell->centre_x, py - cell->centre_y) < 1e-6);
            comb_grid_from_pixel(&x, &y, grid, px, py);
            assert_true(hypot(x - cell->x, y - cell->y) < 1e-6);
            assert_true(abs(cell->box.x + cell->box.width / 2 - (int)px) <= 2);
        }
        assert_int_equal(left, 0);
        assert_int_equal(top, 0);
        assert_true(fabs(grid->pitch - 50) < 0.5);
        comb_detection_free(detection);
        comb_pixels_free(pixels);
        free(picture.rgb);
    }
}

static void test_enclosed_places_without_a_cell_are_holes(void **state)
{
    (void)state;
    struct board board = hexhunt_board();
    for (unsigned i = 0; i < board.count; i++)
        if (board.cells[i].x == 0 && board.cells[i].y == 0)
            board.cells[i] = board.cells[--board.count];
    struct view view = view_of(&board, 500, 480, 80, 0, 0, 0);
    struct picture picture = paint(&board, &view);
    struct comb_pixels *pixels;
    struct comb_detection *detection = detect(&pixels, &picture);
    assert_int_equal(detection->grids[0].count, 18);
    assert_int_equal(detection->grids[0].hole_count, 1);
    assert_int_equal(detection->grids[0].holes[0].x, 4);
    assert_int_equal(detection->grids[0].holes[0].y, 2);
    comb_detection_free(detection);
    comb_pixels_free(pixels);
    free(picture.rgb);
}

/* Whatever part of a board the picture shows: a cell with its centre in it is a cell or a hole, never missing. */
static void test_cells_cut_by_the_edge_are_reported(void **state)
{
    (void)state;
    struct board boards[] = {hexhunt_board(), hexicon_board(), wordhunt_board()};
    static const double pitches[] = {80, 50, 90};
    for (unsigned b = 0; b < 3; b++)
        for (unsigned width = 300; width <= 420; width += 24) {
            struct view view = view_of(&boards[b], width, 480, pitches[b], 0, 0, 0);
            struct picture picture = paint(&boards[b], &view);
            struct comb_pixels *pixels;
            struct comb_detection *detection = detect(&pixels, &picture);
            struct result result = compare(detection, &boards[b], &view);
            assert_int_equal(result.silent, 0);
            assert_int_equal(result.invented, 0);
            comb_detection_free(detection);
            comb_pixels_free(pixels);
            free(picture.rgb);
        }
}

static void test_one_cell_is_a_lattice(void **state)
{
    (void)state;
    struct board board = {
        .kind = COMB_DETECTED_HEX_FLAT, .width = 0.9, .background = 0xe7e7e7, .ink = 0xffffff, .has_border = true};
    add_cell(&board, 0, 0, three[0]);
    struct view view = view_of(&board, 400, 300, 80, 0, 0, 0);
    struct picture picture = paint(&board, &view);
    struct comb_pixels *pixels;
    struct comb_detection *detection = detect(&pixels, &picture);
    struct result result = compare(detection, &board, &view);
    assert_int_equal(result.found, 1);
    assert_int_equal(result.invented, 0);
    assert_int_equal(detection->grids[0].kind, COMB_DETECTED_HEX_FLAT);
    comb_detection_free(detection);
    comb_pixels_free(pixels);
    free(picture.rgb);
}

static void test_an_empty_picture_has_no_lattice(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 3; round++) {
        struct picture picture = blank(round == 2 ? 16 : 300, round == 2 ? 16 : 200);
        memset(picture.rgb, 0x80, (size_t)3 * picture.width * picture.height);
        if (round == 1)
            add_noise(&picture, 40);
        struct comb_pixels *pixels;
        struct comb_detection *detection = detect(&pixels, &picture);
        for (unsigned i = 0; i < detection->grid_count; i++)
            assert_true(detection->grids[i].count < 4);
        if (round == 0)
            assert_int_equal(detection->grid_count, 0);
        comb_detection_free(detection);
        comb_pixels_free(pixels);
        free(picture.rgb);
    }
    comb_detection_free(NULL);
}

/* A patch of a rotated board shows its cell upright: the stem of the letter on the left, none on the right. */
static void test_patches_are_upright(void **state)
{
    (void)state;
    enum { SIDE = 40 };
    struct board board = wordhunt_board();
    struct view view = view_of(&board, 520, 520, 100, 4, 0.06, 0);
    struct picture picture = paint(&board, &view);
    struct comb_pixels *pixels;
    struct comb_detection *detection = detect(&pixels, &picture);
    const struct comb_detected_grid *grid = &detection->grids[0];
    assert_int_equal(grid->count, 16);
    unsigned char patch[3 * SIDE * SIDE];
    for (unsigned turn = 0; turn < 4; turn++) {
        /* Cell 7 has nothing but its stem, at -0.15 to -0.09 pitches. Rotated by 90 degrees, the stem is elsewhere. */
        comb_grid_patch(patch, SIDE, pixels, grid, 3, 1, 0.4, 90 * turn);
        static const unsigned stems[4][2] = {{14, 20}, {20, 26}, {26, 20}, {20, 14}};
        for (unsigned k = 0; k < 4; k++) {
            unsigned brightness = patch[3 * (stems[k][1] * SIDE + stems[k][0])];
            if (k == turn)
                assert_true(brightness < 0x60);
            else
                assert_true(brightness > 0xa0);
        }
    }
    comb_detection_free(detection);
    comb_pixels_free(pixels);
    free(picture.rgb);
}

static void test_detection_is_deterministic(void **state)
{
    (void)state;
    struct board board = hexcells_board();
    struct view view = view_of(&board, 700, 420, 45, 2, 0, 0);
    struct picture picture = paint(&board, &view);
    struct comb_pixels *pixels, *again;
    struct comb_detection *first = detect(&pixels, &picture), *second = detect(&again, &picture);
    assert_int_equal(first->grid_count, second->grid_count);
    for (unsigned g = 0; g < first->grid_count; g++) {
        const struct comb_detected_grid *a = &first->grids[g], *b = &second->grids[g];
        assert_int_equal(a->count, b->count);
        assert_memory_equal(a->to_picture, b->to_picture, sizeof a->to_picture);
        for (unsigned i = 0; i < a->count; i++)
            assert_true(a->cells[i].x == b->cells[i].x && a->cells[i].y == b->cells[i].y &&
                        a->cells[i].colour == b->cells[i].colour && a->cells[i].support == b->cells[i].support);
    }
    comb_detection_free(first);
    comb_detection_free(second);
    comb_pixels_free(pixels);
    comb_pixels_free(again);
    free(picture.rgb);
}
