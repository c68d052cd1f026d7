/* Images of panels. The number of an image is a set of three flags, applied in this order:
 *
 *     1  swap left and right                 a b      b a      c d      a c
 *     2  swap top and bottom                 c d  1:  d c  2:  a b  4:  b d
 *     4  transpose (square panels only)
 *
 * A pillar is not transposed but turned: flags + 4 n turns it by n columns, a half turn only if the axis of its
 * symmetry would move otherwise.
 *
 * Everything with a direction is transformed too: shapes of polyominoes, caps of ends, the axis of a symmetry. The
 * canonical text is the smallest of the images' texts in byte order. */
#include "games/witness/panel/symmetry.h"

#include "games/witness/text/text.h"

#include <assert.h>
#include <string.h>

enum { FLIP_X = 1, FLIP_Y = 2, TRANSPOSE = 4, IMAGES = 8, PILLAR_FLIPS = 4 };

struct at {
    unsigned x, y;
};

/* Returns the new position of a place of a width x height grid. */
static struct at image_position(struct at at, unsigned width, unsigned height, unsigned image)
{
    if (image & FLIP_X)
        at.x = width - 1 - at.x;
    if (image & FLIP_Y)
        at.y = height - 1 - at.y;
    return image & TRANSPOSE ? (struct at){at.y, at.x} : at;
}

static struct comb_witness_shape shape_image(const struct comb_witness_shape *shape, unsigned image)
{
    struct comb_witness_shape turned = {.width = shape->width, .height = shape->height};
    if (image & TRANSPOSE) {
        turned.width = shape->height;
        turned.height = shape->width;
    }
    for (unsigned y = 0; y < shape->height; y++)
        for (unsigned x = 0; x < shape->width; x++) {
            struct at to = image_position((struct at){x, y}, shape->width, shape->height, image);
            assert(to.x < turned.width && to.y < turned.height);
            turned.rows[to.y] |= (uint16_t)((shape->rows[y] >> x & 1u) << to.x);
        }
    return turned;
}

static void turn_direction(struct comb_witness_thing *thing, unsigned image)
{
    int8_t x = (int8_t)(image & FLIP_X ? -thing->toward_x : thing->toward_x);
    int8_t y = (int8_t)(image & FLIP_Y ? -thing->toward_y : thing->toward_y);
    thing->toward_x = image & TRANSPOSE ? y : x;
    thing->toward_y = image & TRANSPOSE ? x : y;
}

static enum comb_witness_symmetry symmetry_image(enum comb_witness_symmetry symmetry)
{
    if (symmetry == COMB_WITNESS_HORIZONTAL)
        return COMB_WITNESS_VERTICAL;
    return symmetry == COMB_WITNESS_VERTICAL ? COMB_WITNESS_HORIZONTAL : symmetry;
}

/* Columns by which image number `image` turns a pillar. */
static unsigned turn_of(const struct comb_witness_panel *panel, unsigned image)
{
    bool axis = panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
    return image / PILLAR_FLIPS * (axis ? panel->width : 2);
}

static struct at place_image(const struct comb_witness_panel *panel, struct at at, unsigned image)
{
    unsigned columns = comb_witness_columns(panel);
    if (!panel->pillar)
        return image_position(at, columns, comb_witness_rows(panel), image);
    at.x = (image & FLIP_X ? columns - at.x : at.x) + turn_of(panel, image);
    at.x %= columns;
    at.y = image & FLIP_Y ? comb_witness_rows(panel) - 1 - at.y : at.y;
    return at;
}

/* Copies a place into the image, with a transformed copy of its shape. */
static void move_thing(struct comb_witness_panel *out, const struct comb_witness_panel *panel, struct at from,
                       unsigned image)
{
    struct at to = place_image(panel, from, image);
    unsigned flags = panel->pillar ? image % PILLAR_FLIPS : image;
    struct comb_witness_thing *thing = &out->places[to.x + comb_witness_columns(out) * to.y];
    *thing = *comb_witness_at(panel, from.x, from.y);
    turn_direction(thing, flags);
    if (!thing->shape)
        return;
    out->shapes[out->shape_count] = shape_image(thing->shape, flags);
    thing->shape = &out->shapes[out->shape_count++];
}

static int panel_image(struct comb_witness_panel **out, const struct comb_witness_panel *panel, unsigned image,
                       struct comb_error *err)
{
    size_t shapes = 0, places = (size_t)comb_witness_columns(panel) * comb_witness_rows(panel);
    for (size_t i = 0; i < places; i++)
        shapes += panel->places[i].shape != NULL;
    bool transposed = !panel->pillar && image & TRANSPOSE;
    int code = comb_witness_panel_new(out, transposed ? panel->height : panel->width,
                                      transposed ? panel->width : panel->height, shapes, err);
    if (code != COMB_OK)
        return code;
    comb_witness_panel_form(*out, panel);
    if (transposed)
        (*out)->symmetry = symmetry_image(panel->symmetry);
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++)
            move_thing(*out, panel, (struct at){column, row}, image);
    assert((*out)->shape_count == shapes);
    return COMB_OK;
}

static unsigned image_count(const struct comb_witness_panel *panel)
{
    if (!panel->pillar)
        return panel->width == panel->height ? IMAGES : TRANSPOSE;
    unsigned image = PILLAR_FLIPS;
    while (turn_of(panel, image) < comb_witness_columns(panel))
        image += PILLAR_FLIPS;
    return image;
}

int comb_witness_image(void **out, const void *board, unsigned index, struct comb_error *err)
{
    struct comb_witness_panel *image = NULL;
    *out = NULL;
    if (index >= image_count(board))
        return COMB_NO;
    int code = panel_image(&image, board, index, err);
    *out = image;
    return code;
}

static int image_text(struct comb_buf *out, const struct comb_witness_panel *panel, unsigned image,
                      struct comb_error *err)
{
    struct comb_witness_panel *turned;
    int code = panel_image(&turned, panel, image, err);
    if (code != COMB_OK)
        return code;
    comb_buf_clear(out);
    comb_witness_text_print(out, turned);
    comb_witness_panel_free(turned);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_witness_canon(struct comb_buf *out, const void *board, struct comb_error *err)
{
    struct comb_buf texts[2] = {{0}};
    unsigned smallest = 0;
    int code = image_text(&texts[0], board, 0, err);
    for (unsigned image = 1; code == COMB_OK && image < image_count(board); image++) {
        code = image_text(&texts[1 - smallest], board, image, err);
        if (code == COMB_OK && strcmp(texts[1 - smallest].data, texts[smallest].data) < 0)
            smallest = 1 - smallest;
    }
    if (code == COMB_OK) {
        comb_buf_add(out, texts[smallest].data, texts[smallest].length);
        code = out->failed ? comb_fail_memory(err) : COMB_OK;
    }
    comb_buf_free(&texts[0]);
    comb_buf_free(&texts[1]);
    return code;
}
