/* Bonus discs at the corners of tiles: found, and told apart by colour, also where a camera shifts the colours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 100, SIZE = 500, TILE = 86, TILES = 16 };

static const struct comb_words_square_look look = {.four = 1, .badges = true};
static const struct comb_words_board_spec spec = {.kind = COMB_DETECTED_SQUARE, .square = &look};

struct scene {
    unsigned char rgb[3 * SIZE * SIZE];
    struct comb_detected_cell cells[TILES];
    struct comb_detected_colour colour;
    struct comb_detected_grid grid;
    struct comb_detection detection;
    struct comb_pixels *picture;
};

static void put(struct scene *scene, int x, int y, unsigned colour)
{
    for (int k = 0; k < 3; k++)
        scene->rgb[3 * (y * SIZE + x) + k] = (unsigned char)(colour >> (16 - 8 * k));
}

static void draw_tile(struct scene *scene, int x, int y, unsigned paper)
{
    for (int dy = -TILE / 2; dy < TILE / 2; dy++)
        for (int dx = -TILE / 2; dx < TILE / 2; dx++)
            put(scene, x + dx, y + dy, paper);
}

/* A disc with a white rim on the upper left corner of a tile. */
static void draw_disc(struct scene *scene, int x, int y, unsigned colour)
{
    for (int dy = -15; dy <= 15; dy++)
        for (int dx = -15; dx <= 15; dx++)
            if (hypot(dx, dy) < 15)
                put(scene, x - 37 + dx, y - 36 + dy, hypot(dx, dy) < 12 ? colour : 0xffffff);
}

/* `discs` holds the colour of each tile's disc, 0 for none. */
static void draw_board(struct scene *scene, const unsigned discs[TILES], unsigned paper, unsigned ground)
{
    memset(scene, 0, sizeof *scene);
    for (int i = 0; i < SIZE * SIZE; i++)
        put(scene, i % SIZE, i / SIZE, ground);
    scene->colour = (struct comb_detected_colour){paper, TILES};
    for (int i = 0; i < TILES; i++) {
        int x = 100 + i % 4 * PITCH, y = 100 + i / 4 * PITCH;
        draw_tile(scene, x, y, paper);
        scene->cells[i] = (struct comb_detected_cell){.x = i % 4,
                                                      .y = i / 4,
                                                      .centre_x = x,
                                                      .centre_y = y,
                                                      .box = {x - TILE / 2, y - TILE / 2, TILE, TILE},
                                                      .colour = paper,
                                                      .support = 1};
    }
    for (int i = 0; i < TILES; i++)
        if (discs[i])
            draw_disc(scene, 100 + i % 4 * PITCH, 100 + i / 4 * PITCH, discs[i]);
    assert_int_equal(comb_pixels_from_rgb(&scene->picture, SIZE, SIZE, scene->rgb, NULL), COMB_OK);
    scene->grid = (struct comb_detected_grid){.kind = COMB_DETECTED_SQUARE,
                                              .count = TILES,
                                              .cells = scene->cells,
                                              .colour_count = 1,
                                              .colours = &scene->colour,
                                              .pitch = PITCH,
                                              .to_picture = {PITCH, 0, 100, 0, PITCH, 100, 0, 0, 1},
                                              .background = ground};
    scene->detection = (struct comb_detection){.picture = scene->picture, .grid_count = 1, .grids = &scene->grid};
}

static struct comb_words_discs find(const unsigned discs[TILES], unsigned paper, unsigned ground)
{
    static struct scene scene;
    static struct comb_words_detection board;
    struct comb_words_discs found;
    struct comb_error err;
    draw_board(&scene, discs, paper, ground);
    assert_true(comb_words_fit(&board, &scene.detection, &scene.grid, &spec));
    for (unsigned i = 0; i < board.count; i++)
        board.places[i].paper = paper;
    assert_int_equal(comb_words_find_discs(&found, &board, &err), COMB_OK);
    comb_pixels_free(scene.picture);
    return found;
}

/* Expects these discs, all certain. */
static void assert_discs(const unsigned discs[TILES], const int bonuses[TILES], unsigned paper, unsigned ground)
{
    struct comb_words_discs found = find(discs, paper, ground);
    unsigned at = 0;
    for (unsigned i = 0; i < TILES; i++) {
        if (!discs[i])
            continue;
        assert_true(at < found.count);
        assert_int_equal(found.list[at].tile, i);
        assert_int_equal(found.list[at].bonus, bonuses[i]);
        assert_false(found.list[at].faint);
        assert_true(found.list[at].confidence >= 0.8);
        at++;
    }
    assert_int_equal(found.count, at);
}

static void test_discs_are_told_apart_by_colour(void **state)
{
    (void)state;
    static const unsigned screen[TILES] = {0, 0x0f6dbd, 0, 0,        0xffbc00, 0, 0xffbc00, 0,
                                           0, 0xd40504, 0, 0x0f6dbd, 0,        0, 0,        0x0fa00a};
    static const unsigned camera[TILES] = {0, 0x000aa5, 0, 0,        0xfabbaa, 0, 0xfac0b4, 0,
                                           0, 0x600001, 0, 0x0001a5, 0,        0, 0,        0x003318};
    static const int bonuses[TILES] = {0, 1, 0, 0, 2, 0, 2, 0, 0, 3, 0, 1, 0, 0, 0, 0};
    assert_discs(screen, bonuses, 0xececec, 0x4a90c8);
    assert_discs(camera, bonuses, 0xf8fefd, 0x0000c8);
}

static void test_burnt_discs_are_double_words(void **state)
{
    (void)state;
    static const unsigned burnt[TILES] = {0xfdfeea, 0, 0x2c7f73, 0, 0x3e90e7, 0, 0, 0,
                                          0,        0, 0x832736, 0, 0,        0, 0, 0xfdfff6};
    static const int bonuses[TILES] = {2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2};
    assert_discs(burnt, bonuses, 0xfcfffc, 0x1060ff);
}

static void test_a_board_without_discs_has_none(void **state)
{
    (void)state;
    static const unsigned none[TILES] = {0};
    assert_int_equal(find(none, 0xececec, 0x4a90c8).count, 0);
}

/* Three double words without a triple word: one of them may be a triple word in bad light. */
static void test_three_discs_of_one_bonus_are_marked_as_single(void **state)
{
    (void)state;
    static const unsigned same[TILES] = {0, 0x0f6dbd, 0, 0, 0xffbc00, 0, 0xffbc00, 0,
                                         0, 0xffbc00, 0, 0, 0,        0, 0,        0x0fa00a};
    struct comb_words_discs found = find(same, 0xececec, 0x4a90c8);
    assert_int_equal(found.count, 5);
    for (unsigned i = 0; i < found.count; i++)
        assert_int_equal(found.list[i].single, found.list[i].bonus == 2);
}

static void test_grey_discs_are_uncertain(void **state)
{
    (void)state;
    static const unsigned grey[TILES] = {0x505050, 0, 0, 0x707070, 0, 0, 0xa0a0a0, 0, 0, 0x303030, 0, 0, 0, 0, 0, 0};
    struct comb_words_discs found = find(grey, 0xececec, 0x808080);
    assert_int_equal(found.count, 4);
    for (unsigned i = 0; i < found.count; i++)
        assert_true(found.list[i].confidence < 0.8);
}

/* ---- frames ---- */

static void draw_frame(struct scene *scene, int x, int y, unsigned colour)
{
    for (int dy = -TILE / 2; dy < TILE / 2; dy++)
        for (int dx = -TILE / 2; dx < TILE / 2; dx++)
            if (abs(dx) > TILE / 2 - 5 || abs(dy) > TILE / 2 - 5)
                put(scene, x + dx, y + dy, colour);
}

struct checked {
    double confidence[TILES];
    const char *other[TILES];
};

/* Checks the frames of a board whose tiles have discs and frames of these colours; 0 for none. */
static struct checked check_frames(const unsigned discs[TILES], const unsigned frames[TILES])
{
    static struct scene scene;
    static struct comb_words_detection board;
    static unsigned char patches[3 * TILES * COMB_WORDS_PATCH * COMB_WORDS_PATCH];
    const unsigned paper = 0xececec;
    struct checked out;
    struct comb_error err;
    draw_board(&scene, discs, paper, 0x4a90c8);
    comb_pixels_free(scene.picture);
    for (int i = 0; i < TILES; i++)
        if (frames[i])
            draw_frame(&scene, 100 + i % 4 * PITCH, 100 + i / 4 * PITCH, frames[i]);
    assert_int_equal(comb_pixels_from_rgb(&scene.picture, SIZE, SIZE, scene.rgb, NULL), COMB_OK);
    scene.detection.picture = scene.picture;
    assert_true(comb_words_fit(&board, &scene.detection, &scene.grid, &spec));
    board.patches = patches;
    board.side = COMB_WORDS_PATCH;
    for (unsigned i = 0; i < board.count; i++) {
        struct comb_words_place *place = &board.places[i];
        place->paper = paper;
        comb_grid_patch(patches + (size_t)3 * board.side * board.side * i, board.side, scene.picture, &scene.grid,
                        place->x, place->y, COMB_WORDS_PATCH_RADIUS, 0);
        if (discs[i]) {
            board.discs.list[board.discs.count++] = (struct comb_words_disc){.tile = i, .colour = discs[i]};
            place->state = discs[i] == 0xd40504 ? "3w" : "3l";
        }
    }
    assert_int_equal(comb_words_check_frames(&board, &err), COMB_OK);
    for (unsigned i = 0; i < TILES; i++) {
        out.confidence[i] = board.places[i].state_confidence;
        out.other[i] = board.places[i].other_state;
    }
    comb_pixels_free(scene.picture);
    return out;
}

static void test_a_frame_without_a_disc_is_a_missed_bonus(void **state)
{
    (void)state;
    static const unsigned discs[TILES] = {0, 0x0f6dbd, 0, 0, 0xd40504, 0, 0, 0, 0, 0x0f6dbd};
    static const unsigned frames[TILES] = {0, 0x0f6dbd, 0, 0, 0xd40504, 0, 0xd40504, 0, 0, 0x0f6dbd};
    struct checked checked = check_frames(discs, frames);
    for (unsigned i = 0; i < TILES; i++)
        assert_int_equal(checked.confidence[i] < 0.8, i == 6);
    assert_string_equal(checked.other[6], "3w");
}

static void test_a_disc_with_neither_colour_nor_frame_is_uncertain(void **state)
{
    (void)state;
    static const unsigned discs[TILES] = {0, 0x0f6dbd, 0, 0, 0xd40504, 0, 0xececec, 0, 0, 0x0f6dbd, 0, 0, 0xffc040};
    static const unsigned frames[TILES] = {0, 0x0f6dbd, 0, 0, 0xd40504, 0, 0, 0, 0, 0x0f6dbd};
    struct checked checked = check_frames(discs, frames);
    for (unsigned i = 0; i < TILES; i++)
        assert_int_equal(checked.confidence[i] < 0.8, i == 6);
    assert_string_equal(checked.other[6], "");
}
