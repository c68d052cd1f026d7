/* Outlines of generated levels. Shapes are centred on (16,16); a symmetry turns them around it or mirrors them.
 *
 *     hexagon   all cells within a distance           ring      a hexagon with a hole
 *     diamond   a rhombus on its corner               islands   small clusters apart from each other
 *     free      cells added at random, each next to an earlier one */
#include "games/hexcells/make/parts.h"

#include <stdlib.h>
#include <string.h>

enum { CENTRE = 16, MARGIN = 2, MAX_RADIUS = 9, MAX_DIAMOND = 14, TRIES = 20000 };

int comb_hexcells_steps_apart(struct comb_point a, struct comb_point b)
{
    int across = abs(a.x - b.x);
    int down = abs(a.y - b.y);
    return across + (down > across ? (down - across) / 2 : 0);
}

static unsigned difference(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static bool is_inside(struct comb_point at)
{
    return at.x >= MARGIN && at.y >= MARGIN && at.x < COMB_HEXCELLS_SIDE - MARGIN && at.y < COMB_HEXCELLS_SIDE - MARGIN;
}

int comb_hexcells_outline_find(const struct comb_hexcells_maker *maker, struct comb_point at)
{
    for (size_t i = 0; i < maker->outline.count; i++)
        if (maker->outline.items[i].at.x == at.x && maker->outline.items[i].at.y == at.y)
            return (int)i;
    return -1;
}

bool comb_hexcells_outline_add(struct comb_hexcells_maker *maker, struct comb_point at, signed char colour)
{
    struct comb_hexcells_place place = {.at = at, .colour = colour, .orbit = (unsigned)maker->outline.count};
    return comb_hexcells_outline_find(maker, at) >= 0 || comb_vec_push(&maker->outline, place);
}

static bool add(struct comb_hexcells_maker *maker, int x, int y)
{
    return comb_hexcells_outline_add(maker, (struct comb_point){x, y}, COMB_HEXCELLS_UNKNOWN);
}

/* ---- symmetry ---- */

/* The image of a point: turned clockwise by `turns` sixths around the centre, or mirrored. A point of the tiling that
 * has no cell at the centre has images by half turns only; the others are outside. */
static struct comb_point image_of(struct comb_point at, unsigned turns, bool mirror)
{
    int q = at.x - CENTRE, r = (at.y - CENTRE - q) / 2;
    if (mirror)
        return (struct comb_point){CENTRE - q, at.y};
    if (turns % 6 == 0)
        return at;
    if (turns % 6 == 3)
        return (struct comb_point){2 * CENTRE - at.x, 2 * CENTRE - at.y};
    if ((at.x + at.y) % 2 != 0)
        return (struct comb_point){-1, -1};
    for (unsigned i = 0; i < turns; i++) {
        int next = -r;
        r = q + r;
        q = next;
    }
    return (struct comb_point){CENTRE + q, CENTRE + q + 2 * r};
}

/* How many images a symmetry has, and the turn between them. */
static unsigned images_of(const char *symmetry, unsigned *turns, bool *mirror)
{
    *mirror = strcmp(symmetry, "mirror") == 0;
    *turns = strcmp(symmetry, "turn2") == 0 ? 3 : strcmp(symmetry, "turn3") == 0 ? 2 : 1;
    return *mirror || *turns == 3 ? 2 : *turns == 2 ? 3 : strcmp(symmetry, "turn6") == 0 ? 6 : 1;
}

/* Adds all images of a place. False if memory is exhausted; images outside the file are left out with the place. */
static bool add_images(struct comb_hexcells_maker *maker, struct comb_point at, signed char colour)
{
    unsigned turns;
    bool mirror;
    unsigned count = images_of(maker->symmetry, &turns, &mirror);
    for (unsigned i = 0; i < count; i++)
        if (!is_inside(image_of(at, i * turns, mirror && i > 0)))
            return true;
    for (unsigned i = 0; i < count; i++)
        if (!comb_hexcells_outline_add(maker, image_of(at, i * turns, mirror && i > 0), colour))
            return false;
    return true;
}

/* Whether every image of the place is in the outline; `first` gets the lowest index among them. */
static bool find_images(unsigned *first, const struct comb_hexcells_maker *maker, size_t index)
{
    unsigned turns;
    bool mirror;
    unsigned count = images_of(maker->symmetry, &turns, &mirror);
    *first = (unsigned)index;
    for (unsigned k = 1; k < count; k++) {
        int image = comb_hexcells_outline_find(maker, image_of(maker->outline.items[index].at, k * turns, mirror));
        if (image < 0)
            return false;
        *first = (unsigned)image < *first ? (unsigned)image : *first;
    }
    return true;
}

/* Completes the outline to a symmetric one, drops places whose images do not fit, and numbers the orbits. */
static bool make_symmetric(struct comb_hexcells_maker *maker)
{
    bool ok = true;
    size_t places = maker->outline.count, kept = 0;
    unsigned first;
    for (size_t i = 0; ok && i < places; i++)
        ok = add_images(maker, maker->outline.items[i].at, maker->outline.items[i].colour);
    for (size_t i = 0; i < maker->outline.count; i++)
        maker->outline.items[i].orbit = find_images(&first, maker, i) ? 1 : 0;
    for (size_t i = 0; i < maker->outline.count; i++)
        if (maker->outline.items[i].orbit)
            maker->outline.items[kept++] = maker->outline.items[i];
    maker->outline.count = kept;
    for (size_t i = 0; i < kept; i++) {
        find_images(&first, maker, i);
        maker->outline.items[i].orbit = first;
    }
    return ok;
}

/* ---- shapes ---- */

static bool annulus(struct comb_hexcells_maker *maker, struct comb_point centre, int inner, int outer)
{
    bool ok = true;
    for (int y = 0; y < COMB_HEXCELLS_SIDE; y++)
        for (int x = 0; x < COMB_HEXCELLS_SIDE; x++) {
            struct comb_point at = {x, y};
            int distance = comb_hexcells_steps_apart(at, centre);
            bool same_tiling = ((x + y + centre.x + centre.y) & 1) == 0;
            if (ok && same_tiling && is_inside(at) && distance >= inner && distance <= outer)
                ok = add(maker, x, y);
        }
    return ok;
}

static unsigned cells_within(unsigned radius)
{
    return 1 + 3 * radius * (radius + 1);
}

static bool hexagon_outline(struct comb_hexcells_maker *maker)
{
    unsigned radius = 1;
    for (unsigned r = 1; r <= 7; r++)
        if (difference(cells_within(r), maker->cells) < difference(cells_within(radius), maker->cells))
            radius = r;
    return annulus(maker, (struct comb_point){CENTRE, CENTRE}, 0, (int)radius);
}

static bool ring_outline(struct comb_hexcells_maker *maker)
{
    unsigned best_outer = 2, best_inner = 1;
    for (unsigned outer = 2; outer <= 7; outer++)
        for (unsigned inner = outer > 3 ? outer - 3 : 1; inner < outer; inner++) {
            unsigned cells = cells_within(outer) - cells_within(inner - 1);
            unsigned best = cells_within(best_outer) - cells_within(best_inner - 1);
            if (difference(cells, maker->cells) < difference(best, maker->cells)) {
                best_outer = outer;
                best_inner = inner;
            }
        }
    return annulus(maker, (struct comb_point){CENTRE, CENTRE}, (int)best_inner, (int)best_outer);
}

static bool diamond_of(struct comb_hexcells_maker *maker, unsigned side)
{
    int top = CENTRE - (int)side + 1;
    bool ok = true;
    maker->outline.count = 0;
    for (int i = 0; i < (int)side; i++)
        for (int j = 0; ok && j < (int)side; j++)
            ok = add(maker, CENTRE + i - j, top + i + j);
    return ok && make_symmetric(maker);
}

/* The size whose diamond, with its images, comes nearest to the number of cells. */
static bool diamond_outline(struct comb_hexcells_maker *maker)
{
    unsigned side = 0, best = 0;
    for (unsigned s = 2; s <= MAX_DIAMOND; s++) {
        if (!diamond_of(maker, s))
            return false;
        unsigned cells = (unsigned)maker->outline.count;
        if (cells > 0 && (side == 0 || difference(cells, maker->cells) < difference(best, maker->cells))) {
            side = s;
            best = cells;
        }
    }
    return diamond_of(maker, side);
}

/* Adds cells, with their images, each next to a random one. */
static bool free_outline(struct comb_hexcells_maker *maker)
{
    bool ok = add(maker, CENTRE, CENTRE);
    for (unsigned i = 0; ok && i < TRIES && maker->outline.count < maker->cells; i++) {
        struct comb_point from = maker->outline.items[comb_rng_below(&maker->rng, maker->outline.count)].at;
        struct comb_point step = comb_hexcells_step((unsigned)comb_rng_below(&maker->rng, COMB_HEXCELLS_E));
        struct comb_point at = {from.x + step.x, from.y + step.y};
        if (is_inside(at))
            ok = add_images(maker, at, COMB_HEXCELLS_UNKNOWN);
    }
    return ok;
}

/* Whether a cluster there and its images fit: inside, and apart from other cells and from each other. */
static bool cluster_fits(const struct comb_hexcells_maker *maker, struct comb_point at, int radius)
{
    unsigned turns;
    bool mirror;
    unsigned count = images_of(maker->symmetry, &turns, &mirror);
    for (unsigned k = 0; k < count; k++) {
        struct comb_point image = image_of(at, k * turns, mirror && k > 0);
        bool inside = is_inside((struct comb_point){image.x - radius, image.y - 2 * radius}) &&
                      is_inside((struct comb_point){image.x + radius, image.y + 2 * radius});
        int distance = comb_hexcells_steps_apart(at, image);
        if (!inside || (distance > 0 && distance <= 2 * radius + 1))
            return false;
    }
    for (size_t i = 0; i < maker->outline.count; i++)
        if (comb_hexcells_steps_apart(maker->outline.items[i].at, at) <= radius + 1)
            return false;
    return true;
}

/* Adds clusters of seven or nineteen cells, with their images, that do not touch. */
static bool islands_outline(struct comb_hexcells_maker *maker)
{
    bool ok = true;
    for (unsigned i = 0; ok && i < TRIES && maker->outline.count < maker->cells; i++) {
        int radius = maker->cells - maker->outline.count >= 12 && comb_rng_below(&maker->rng, 2) ? 2 : 1;
        struct comb_point at = {(int)comb_rng_below(&maker->rng, COMB_HEXCELLS_SIDE),
                                (int)comb_rng_below(&maker->rng, COMB_HEXCELLS_SIDE)};
        if ((at.x + at.y) % 2 != 0 || !cluster_fits(maker, at, radius))
            continue;
        size_t before = maker->outline.count;
        ok = annulus(maker, at, 0, radius);
        for (size_t k = before, end = maker->outline.count; ok && k < end; k++)
            ok = add_images(maker, maker->outline.items[k].at, COMB_HEXCELLS_UNKNOWN);
    }
    return ok;
}

int comb_hexcells_make_outline(struct comb_hexcells_maker *maker, struct comb_error *err)
{
    maker->outline.count = 0;
    if (maker->picture || maker->letters) {
        int code = comb_hexcells_picture_outline(maker, err);
        if (code == COMB_OK && !make_symmetric(maker))
            code = comb_fail_memory(err);
        if (code == COMB_OK && maker->outline.count == 0)
            code = comb_fail(err, COMB_BAD_INPUT,
                             "--symmetry %s: no cell of the picture has all its images on the board", maker->symmetry);
        return code;
    }
    bool ok = strcmp(maker->shape, "hexagon") == 0   ? hexagon_outline(maker)
              : strcmp(maker->shape, "diamond") == 0 ? diamond_outline(maker)
              : strcmp(maker->shape, "ring") == 0    ? ring_outline(maker)
              : strcmp(maker->shape, "islands") == 0 ? islands_outline(maker)
                                                     : free_outline(maker);
    return ok && make_symmetric(maker) ? COMB_OK : comb_fail_memory(err);
}
