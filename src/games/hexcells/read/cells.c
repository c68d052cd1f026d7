/* Collects the cells of the board: those that detection put on the lattice, and those that it missed.
 *
 * Detection joins what is close together; it can miss an island far from the rest, and a board without it would be
 * silently wrong. So every place of the half grid on the whole picture is tested for a cell of one of the board's
 * colours:
 *
 *          o-------o           twelve samples within the border, beside the text: one of the board's colours (*)
 *      o  / *     * \  o       six samples between this cell and its neighbours: not that colour (o)
 *        /           \
 *        \ *       * /         Cost: eighteen pixels per place, a few thousand places.
 *      o  \ *     * /  o
 *          o-------o */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLACES = 256, NEAR_COLOUR = 30, SPARE = 8, MIN_VISIBLE = 4 };

const char comb_hexcells_cut_off[] = "a cell is cut off by the picture's edge";

static const double BETWEEN = 0.5;
static const double PI = 3.14159265358979323846;

struct field {
    struct comb_hexcells_detection *board;
    struct comb_pixel_box reach; /* lattice places within the picture */
    unsigned char *occupied;     /* by place: a cell is there, or too near */
};

/* ---- samples ---- */

static bool sample(unsigned *colour, const struct comb_hexcells_detection *board, double x, double y)
{
    const struct comb_pixels *picture = board->detection->picture;
    double px, py;
    comb_grid_to_pixel(&px, &py, board->grid, x, y);
    if (!comb_hexcells_in_view(board, px, py))
        return false;
    const unsigned char *rgb = picture->rgb + 3 * ((size_t)py * picture->width + (size_t)px);
    *colour = (unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2];
    return true;
}

/* Number of six samples `distance` pitches around a place that have the colour; -1 if one is outside the picture. The
 * first is at `degrees` clockwise from the right. */
static int count_near(const struct comb_hexcells_detection *board, int x, int y, double distance, double degrees,
                      unsigned colour)
{
    int near = 0;
    for (int i = 0; i < 6; i++) {
        double turn = (degrees + 60 * i) * PI / 180;
        unsigned here;
        if (!sample(&here, board, x + distance * cos(turn) / 0.8660254, y + distance * sin(turn) / 0.5))
            return -1;
        near += comb_hexcells_distance(here, colour) <= NEAR_COLOUR;
    }
    return near;
}

static bool is_cell(const struct comb_hexcells_detection *board, int x, int y, unsigned colour)
{
    static const double within[] = {0.32, 0.27, 0.4};
    if (count_near(board, x, y, BETWEEN, 30, colour) != 0)
        return false;
    for (int i = 0; i < 3; i++)
        if (count_near(board, x, y, within[i], 0, colour) >= 5 && count_near(board, x, y, within[i], 30, colour) >= 5)
            return true;
    return false;
}

/* Counts the samples around a place that are in the picture, and those of them that have the colour. */
static void count_visible(int *visible, int *near, const struct comb_hexcells_detection *board, int x, int y,
                          double distance, unsigned colour)
{
    *visible = *near = 0;
    for (int i = 0; i < 12; i++) {
        double turn = 30 * i * PI / 180;
        unsigned here;
        if (!sample(&here, board, x + distance * cos(turn) / 0.8660254, y + distance * sin(turn) / 0.5))
            continue;
        ++*visible;
        *near += comb_hexcells_distance(here, colour) <= NEAR_COLOUR;
    }
}

/* Whether the edge cuts through a cell: what is left of it has its colour, and what is left around it has not. */
static bool is_cut(const struct comb_hexcells_detection *board, int x, int y, unsigned colour)
{
    int visible, near, around, outside;
    count_visible(&visible, &near, board, x, y, 0.32, colour);
    count_visible(&around, &outside, board, x, y, 0.6, colour);
    return visible >= MIN_VISIBLE && visible < 12 && near == visible && around > 0 && outside == 0;
}

/* ---- places ---- */

static unsigned char *place_of(const struct field *field, int x, int y)
{
    const struct comb_pixel_box *reach = &field->reach;
    x -= reach->x;
    y -= reach->y;
    if (x < 0 || y < 0 || x >= reach->width || y >= reach->height)
        return NULL;
    return &field->occupied[y * reach->width + x];
}

static void mark_place(struct field *field, int x, int y)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            unsigned char *place = abs(dx) + abs(dy) <= 1 ? place_of(field, x + dx, y + dy) : NULL;
            if (place)
                *place = 1;
        }
}

/* The lattice places within the picture's corners, limited to the maximum board size. */
static void find_reach(struct field *field)
{
    const struct comb_pixels *picture = field->board->detection->picture;
    double min[2] = {1e9, 1e9}, max[2] = {-1e9, -1e9};
    for (int corner = 0; corner < 4; corner++) {
        double x, y;
        comb_grid_from_pixel(&x, &y, field->board->grid, corner & 1 ? picture->width : 0,
                             corner & 2 ? picture->height : 0);
        min[0] = fmin(min[0], x);
        min[1] = fmin(min[1], y);
        max[0] = fmax(max[0], x);
        max[1] = fmax(max[1], y);
    }
    int left = (int)fmax(floor(min[0]), -MAX_PLACES), top = (int)fmax(floor(min[1]), -MAX_PLACES);
    int right = (int)fmin(ceil(max[0]), MAX_PLACES), bottom = (int)fmin(ceil(max[1]), MAX_PLACES);
    field->reach =
        (struct comb_pixel_box){left, top, right >= left ? right - left + 1 : 0, bottom >= top ? bottom - top + 1 : 0};
}

static bool in_box(const struct comb_hexcells_counter *counter, double px, double py)
{
    const struct comb_pixel_box *box = &counter->box;
    return counter->boxed && px >= box->x && py >= box->y && px <= box->x + box->width && py <= box->y + box->height;
}

/* ---- cells that detection missed ---- */

static bool add_cell(struct comb_hexcells_detection *board, int x, int y, unsigned cluster)
{
    if (board->cell_count == board->cell_room) {
        unsigned room = 2 * board->cell_room;
        struct comb_hexcells_detected_cell *grown =
            COMB_NEW_ARRAY(&board->arena, struct comb_hexcells_detected_cell, room);
        if (!grown)
            return false;
        memcpy(grown, board->cells, board->cell_count * sizeof *grown);
        board->cells = grown;
        board->cell_room = room;
    }
    struct comb_detected_cell *cell = &board->cells[board->cell_count++].detected;
    double half = board->grid->pitch * 0.45;
    *cell = (struct comb_detected_cell){.x = x, .y = y, .cluster = cluster, .support = 0.5};
    cell->colour = board->grid->colours[cluster].colour;
    comb_grid_to_pixel(&cell->centre_x, &cell->centre_y, board->grid, x, y);
    cell->box = (struct comb_pixel_box){(int)lround(cell->centre_x - half * 1.155), (int)lround(cell->centre_y - half),
                                        (int)lround(2 * half * 1.155), (int)lround(2 * half)};
    return true;
}

static bool try_place(struct field *field, int x, int y)
{
    struct comb_hexcells_detection *board = field->board;
    double px, py;
    comb_grid_to_pixel(&px, &py, board->grid, x, y);
    if (in_box(&board->remaining, px, py) || in_box(&board->mistakes, px, py))
        return true;
    for (unsigned k = 0; k < board->grid->colour_count; k++) {
        unsigned colour = board->grid->colours[k].colour;
        if (comb_hexcells_distance(colour, board->grid->background) <= NEAR_COLOUR)
            continue;
        struct comb_hexcells_uncertain_place uncertain = {x, y, comb_hexcells_cut_off};
        if (is_cut(board, x, y, colour))
            return comb_vec_push(&board->uncertain_places, uncertain);
        if (!is_cell(board, x, y, colour))
            continue;
        mark_place(field, x, y);
        return add_cell(board, x, y, k);
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct comb_detected_cell *one = &((const struct comb_hexcells_detected_cell *)a)->detected;
    const struct comb_detected_cell *two = &((const struct comb_hexcells_detected_cell *)b)->detected;
    return one->y != two->y ? (one->y > two->y) - (one->y < two->y) : (one->x > two->x) - (one->x < two->x);
}

static bool add_missing(struct field *field)
{
    struct comb_hexcells_detection *board = field->board;
    for (unsigned i = 0; i < board->cell_count; i++)
        mark_place(field, board->cells[i].detected.x, board->cells[i].detected.y);
    for (int y = field->reach.y; y < field->reach.y + field->reach.height; y++)
        for (int x = field->reach.x; x < field->reach.x + field->reach.width; x++)
            if (!*place_of(field, x, y) && !try_place(field, x, y))
                return false;
    qsort(board->cells, board->cell_count, sizeof *board->cells, by_place);
    return true;
}

/* Faint hexagons behind the board are not cells. */
static bool is_ground(const struct comb_hexcells_detection *board, const struct comb_detected_cell *cell)
{
    return comb_hexcells_distance(cell->colour, board->grid->background) < 16;
}

int comb_hexcells_detect_cells(struct comb_hexcells_detection *board, struct comb_error *err)
{
    struct field field = {.board = board};
    board->cell_room = board->grid->count + SPARE;
    board->cells = COMB_NEW_ARRAY(&board->arena, struct comb_hexcells_detected_cell, board->cell_room);
    find_reach(&field);
    field.occupied = calloc((size_t)field.reach.width * (size_t)field.reach.height + 1, 1);
    bool ok = board->cells && field.occupied;
    for (unsigned i = 0; ok && i < board->grid->count; i++)
        if (!is_ground(board, &board->grid->cells[i]))
            board->cells[board->cell_count++].detected = board->grid->cells[i];
    ok = ok && add_missing(&field);
    free(field.occupied);
    return ok ? COMB_OK : comb_fail_memory(err);
}
