/* Computes the images of boards. Cells and line hints together are the points of a lattice, so that hints move with the
 * cells; the direction of a hint is transformed as a step. An image exists only if its format can express it: level
 * files have lines in three directions, positions in eight, and a horizontal line rotated by 60 degrees is not
 * among them. A level without lines has twelve images, one with lines usually two: itself and its mirror image. */
#include "games/hexcells/level/symmetry.h"

#include "games/hexcells/solve.h"
#include "grid/symmetry.h"

#include <assert.h>
#include <stdlib.h>

static const enum comb_lattice_kind kind = COMB_LATTICE_HEX_FLAT;

/* Returns the direction of a step; COMB_HEXCELLS_DIRECTIONS if there is none. */
static enum comb_hexcells_direction direction_of(struct comb_point step)
{
    unsigned direction = 0;
    for (; direction < COMB_HEXCELLS_DIRECTIONS; direction++) {
        struct comb_point known = comb_hexcells_step(direction);
        if (known.x == step.x && known.y == step.y)
            break;
    }
    return direction;
}

static enum comb_hexcells_direction transformed_direction(enum comb_hexcells_direction direction, unsigned transform)
{
    return direction_of(comb_transform_step(kind, transform, comb_hexcells_step(direction)));
}

static bool is_expressible(const struct comb_hexcells_level *level, enum comb_hexcells_direction direction)
{
    if (!level->truth_known)
        return direction < COMB_HEXCELLS_DIRECTIONS;
    return direction == COMB_HEXCELLS_S || direction == COMB_HEXCELLS_SE || direction == COMB_HEXCELLS_SW;
}

static bool allows_transform(const void *payload, unsigned transform)
{
    const struct comb_hexcells_level *level = payload;
    for (unsigned i = 0; i < level->line_count; i++)
        if (!is_expressible(level, transformed_direction(level->lines[i].direction, transform)))
            return false;
    return true;
}

static void canon_key(struct comb_buf *out, const void *payload, unsigned index, unsigned transform)
{
    const struct comb_hexcells_level *level = payload;
    if (index < level->cell_count) {
        const struct comb_hexcells_cell *cell = &level->cells[index];
        comb_buf_printf(out, "c%d%d%d.%u.%d%d", cell->truth + 1, cell->shown + 1, (int)cell->hint, cell->number,
                        cell->dim, cell->number_unknown);
    } else {
        const struct comb_hexcells_line *line = &level->lines[index - level->cell_count];
        comb_buf_printf(out, "l%d%d.%u.%d", (int)transformed_direction(line->direction, transform), (int)line->hint,
                        line->number, line->dim);
    }
}

static int lattice_of(struct comb_lattice **out, const struct comb_hexcells_level *level, struct comb_error *err)
{
    size_t count = (size_t)level->cell_count + level->line_count;
    struct comb_point *points = malloc(count * sizeof *points);
    *out = NULL;
    if (!points)
        return comb_fail_memory(err);
    for (unsigned i = 0; i < level->cell_count; i++)
        points[i] = level->cells[i].at;
    for (unsigned i = 0; i < level->line_count; i++)
        points[level->cell_count + i] = level->lines[i].at;
    int code = comb_lattice_from_points(out, kind, points, count, err);
    free(points);
    return code;
}

static unsigned side_for(int far)
{
    return far >= COMB_HEXCELLS_SIDE ? (unsigned)far + 1 : COMB_HEXCELLS_SIDE;
}

/* Moves cells and lines to their places in the image. COMB_NO if the result is too large to be written. */
static int apply_image(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                       const struct comb_image *image, struct comb_error *err)
{
    struct comb_hexcells_level *copy;
    struct comb_point far = {0, 0};
    assert(image->lattice->count == level->cell_count + level->line_count);
    for (unsigned i = 0; i < image->lattice->count; i++) {
        struct comb_point at = image->lattice->at[i];
        far.x = at.x > far.x ? at.x : far.x;
        far.y = at.y > far.y ? at.y : far.y;
    }
    if (far.x >= COMB_HEXCELLS_MAX_SIDE || far.y >= COMB_HEXCELLS_MAX_SIDE)
        return COMB_NO;
    int code = comb_hexcells_level_copy(&copy, level, err);
    if (code != COMB_OK)
        return code;
    copy->columns = side_for(far.x);
    copy->rows = side_for(far.y);
    for (unsigned i = 0; i < copy->cell_count; i++)
        copy->cells[i].at = image->lattice->at[image->to[i]];
    for (unsigned i = 0; i < copy->line_count; i++) {
        copy->lines[i].at = image->lattice->at[image->to[copy->cell_count + i]];
        copy->lines[i].direction = transformed_direction(copy->lines[i].direction, image->transform);
        assert(is_expressible(copy, copy->lines[i].direction));
    }
    code = comb_hexcells_level_finish(copy, err);
    if (code == COMB_OK)
        *out = copy;
    else
        comb_hexcells_level_free(copy);
    return code;
}

static int image_under(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                       const struct comb_lattice *lattice, unsigned transform, struct comb_error *err)
{
    struct comb_image *image;
    int code = allows_transform(level, transform) ? comb_lattice_transform(&image, lattice, transform, err) : COMB_NO;
    if (code != COMB_OK)
        return code;
    code = apply_image(out, level, image, err);
    comb_image_free(image);
    return code;
}

int comb_hexcells_image(void **out, const void *board, unsigned index, struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct comb_hexcells_level *found = NULL;
    struct comb_lattice *lattice;
    *out = NULL;
    int code = index == 0 ? comb_hexcells_level_copy(&found, level, err) : lattice_of(&lattice, level, err);
    if (index == 0 || code != COMB_OK) {
        *out = found;
        return code;
    }
    unsigned number = 0;
    code = COMB_NO;
    for (unsigned transform = 1; number < index && transform < comb_transform_count(kind); transform++) {
        code = image_under(&found, level, lattice, transform, err);
        number += code == COMB_OK;
        if (code != COMB_OK && code != COMB_NO)
            break;
        if (code == COMB_OK && number < index) {
            comb_hexcells_level_free(found);
            found = NULL;
            code = COMB_NO;
        }
    }
    comb_lattice_free(lattice);
    *out = found;
    return code;
}

int comb_hexcells_canon(struct comb_buf *out, const void *board, struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct comb_hexcells_level *found = NULL;
    struct comb_lattice *lattice;
    struct comb_image *image = NULL;
    struct comb_canon_rules rules = {
        .shapes = COMB_CANON_ANY_OUTLINE, .key = canon_key, .allows = allows_transform, .payload = level};
    int code = lattice_of(&lattice, level, err);
    if (code != COMB_OK)
        return code;
    code = comb_canon_find(&image, lattice, &rules, err);
    if (code == COMB_OK)
        code = apply_image(&found, level, image, err);
    if (code == COMB_OK)
        comb_hexcells_print(out, found);
    else if (code == COMB_NO)
        code = comb_fail(err, COMB_BAD_INPUT, "the board is too large to be rotated");
    comb_hexcells_level_free(found);
    comb_image_free(image);
    comb_lattice_free(lattice);
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}
