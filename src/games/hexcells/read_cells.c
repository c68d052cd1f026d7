/* The cells of the board: those that sight put on the lattice, and those that it did not.
 *
 * Sight joins what lies near together; an island far from the rest can be left out, and a board without it would be
 * wrong in silence. So every place of the half grid on the whole picture is tried for a cell of a colour that the board
 * has:
 *
 *          o-------o           twelve samples within the border, beside the text: of one of the board's colours (*)
 *      o  / *     * \  o       six samples between this cell and its neighbours: none of that colour (o)
 *        /           \
 *        \ *       * /         Cost: eighteen pixels for each place, a few thousand places.
 *      o  \ *     * /  o
 *          o-------o
 */
#include "games/hexcells/read_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 256, NEAR_COLOUR = 30, SPARE = 8 };

static const double BETWEEN = 0.5;
static const double PI = 3.14159265358979323846;

struct field {
    struct comb_hexcells_seen *seen;
    struct comb_box reach; /* places of the lattice that lie on the picture */
    unsigned char *taken;  /* by place: a cell is there, or too near */
};

/* ---- samples ---- */

static bool sample(unsigned *colour, const struct comb_hexcells_seen *seen, double x, double y)
{
    const struct comb_pixels *picture = seen->sight->picture;
    double px, py;
    comb_grid_to_pixel(&px, &py, seen->grid, x, y);
    if (!(px >= 0 && py >= 0 && px < picture->width && py < picture->height))
        return false;
    const unsigned char *rgb = picture->rgb + 3 * ((size_t)py * picture->width + (size_t)px);
    *colour = (unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2];
    return true;
}

/* How many of six samples around a place, `distance` pitches from it, have the colour; -1 when one is off the picture.
 * The first lies at `degrees` clockwise from the right. */
static int count_near(const struct comb_hexcells_seen *seen, int x, int y, double distance, double degrees,
                      unsigned colour)
{
    int near = 0;
    for (int i = 0; i < 6; i++) {
        double turn = (degrees + 60 * i) * PI / 180;
        unsigned here;
        if (!sample(&here, seen, x + distance * cos(turn) / 0.8660254, y + distance * sin(turn) / 0.5))
            return -1;
        near += comb_hexcells_distance(here, colour) <= NEAR_COLOUR;
    }
    return near;
}

static bool is_cell(const struct comb_hexcells_seen *seen, int x, int y, unsigned colour)
{
    static const double within[] = {0.32, 0.27, 0.4};
    if (count_near(seen, x, y, BETWEEN, 30, colour) != 0)
        return false;
    for (int i = 0; i < 3; i++)
        if (count_near(seen, x, y, within[i], 0, colour) >= 5 && count_near(seen, x, y, within[i], 30, colour) >= 5)
            return true;
    return false;
}

/* ---- places ---- */

static unsigned char *place_of(const struct field *field, int x, int y)
{
    const struct comb_box *reach = &field->reach;
    x -= reach->x;
    y -= reach->y;
    if (x < 0 || y < 0 || x >= reach->width || y >= reach->height)
        return NULL;
    return &field->taken[y * reach->width + x];
}

static void take_place(struct field *field, int x, int y)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            unsigned char *place = abs(dx) + abs(dy) <= 1 ? place_of(field, x + dx, y + dy) : NULL;
            if (place)
                *place = 1;
        }
}

/* The lattice places that the picture's corners enclose, as far as boards go. */
static void find_reach(struct field *field)
{
    const struct comb_pixels *picture = field->seen->sight->picture;
    double least[2] = {1e9, 1e9}, most[2] = {-1e9, -1e9};
    for (int corner = 0; corner < 4; corner++) {
        double x, y;
        comb_grid_from_pixel(&x, &y, field->seen->grid, corner & 1 ? picture->width : 0,
                             corner & 2 ? picture->height : 0);
        least[0] = fmin(least[0], x);
        least[1] = fmin(least[1], y);
        most[0] = fmax(most[0], x);
        most[1] = fmax(most[1], y);
    }
    int left = (int)fmax(floor(least[0]), -MOST_PLACES), top = (int)fmax(floor(least[1]), -MOST_PLACES);
    int right = (int)fmin(ceil(most[0]), MOST_PLACES), bottom = (int)fmin(ceil(most[1]), MOST_PLACES);
    field->reach =
        (struct comb_box){left, top, right >= left ? right - left + 1 : 0, bottom >= top ? bottom - top + 1 : 0};
}

static bool in_box(const struct comb_hexcells_counter *counter, double px, double py)
{
    const struct comb_box *box = &counter->box;
    return counter->boxed && px >= box->x && py >= box->y && px <= box->x + box->width && py <= box->y + box->height;
}

/* ---- cells that sight left out ---- */

static bool add_cell(struct comb_hexcells_seen *seen, int x, int y, unsigned cluster)
{
    if (seen->cell_count == seen->cell_room) {
        unsigned room = 2 * seen->cell_room;
        struct comb_hexcells_seen_cell *grown = COMB_NEW_ARRAY(&seen->arena, struct comb_hexcells_seen_cell, room);
        if (!grown)
            return false;
        memcpy(grown, seen->cells, seen->cell_count * sizeof *grown);
        seen->cells = grown;
        seen->cell_room = room;
    }
    struct comb_seen_cell *cell = &seen->cells[seen->cell_count++].seen;
    double half = seen->grid->pitch * 0.45;
    *cell = (struct comb_seen_cell){.x = x, .y = y, .cluster = cluster, .support = 0.5};
    cell->colour = seen->grid->colours[cluster].colour;
    comb_grid_to_pixel(&cell->centre_x, &cell->centre_y, seen->grid, x, y);
    cell->box = (struct comb_box){(int)lround(cell->centre_x - half * 1.155), (int)lround(cell->centre_y - half),
                                  (int)lround(2 * half * 1.155), (int)lround(2 * half)};
    return true;
}

static bool try_place(struct field *field, int x, int y)
{
    struct comb_hexcells_seen *seen = field->seen;
    double px, py;
    comb_grid_to_pixel(&px, &py, seen->grid, x, y);
    if (in_box(&seen->remaining, px, py) || in_box(&seen->mistakes, px, py))
        return true;
    for (unsigned k = 0; k < seen->grid->colour_count; k++) {
        unsigned colour = seen->grid->colours[k].colour;
        if (comb_hexcells_distance(colour, seen->grid->background) <= NEAR_COLOUR || !is_cell(seen, x, y, colour))
            continue;
        take_place(field, x, y);
        return add_cell(seen, x, y, k);
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct comb_seen_cell *one = &((const struct comb_hexcells_seen_cell *)a)->seen;
    const struct comb_seen_cell *two = &((const struct comb_hexcells_seen_cell *)b)->seen;
    return one->y != two->y ? (one->y > two->y) - (one->y < two->y) : (one->x > two->x) - (one->x < two->x);
}

static bool add_missing(struct field *field)
{
    struct comb_hexcells_seen *seen = field->seen;
    for (unsigned i = 0; i < seen->cell_count; i++)
        take_place(field, seen->cells[i].seen.x, seen->cells[i].seen.y);
    for (int y = field->reach.y; y < field->reach.y + field->reach.height; y++)
        for (int x = field->reach.x; x < field->reach.x + field->reach.width; x++)
            if (!*place_of(field, x, y) && !try_place(field, x, y))
                return false;
    qsort(seen->cells, seen->cell_count, sizeof *seen->cells, by_place);
    return true;
}

/* Faint hexagons behind the board are no cells. */
static bool is_ground(const struct comb_hexcells_seen *seen, const struct comb_seen_cell *cell)
{
    return comb_hexcells_distance(cell->colour, seen->grid->background) < 16;
}

int comb_hexcells_see_cells(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    struct field field = {.seen = seen};
    seen->cell_room = seen->grid->count + SPARE;
    seen->cells = COMB_NEW_ARRAY(&seen->arena, struct comb_hexcells_seen_cell, seen->cell_room);
    find_reach(&field);
    field.taken = calloc((size_t)field.reach.width * (size_t)field.reach.height + 1, 1);
    bool ok = seen->cells && field.taken;
    for (unsigned i = 0; ok && i < seen->grid->count; i++)
        if (!is_ground(seen, &seen->grid->cells[i]))
            seen->cells[seen->cell_count++].seen = seen->grid->cells[i];
    ok = ok && add_missing(&field);
    free(field.taken);
    return ok ? COMB_OK : comb_fail_memory(err);
}
