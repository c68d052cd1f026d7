/* Exports the result of detection: cells and holes in reading order, numbered from 0, with colours of the full picture.
 *
 * Holes are reported where a cell might have been missed: enclosed places (three neighbours; for squares also a missing
 * corner), and cells that the picture's edge cuts off, which must be reported, never ignored. */
#include "vision/detect/result.h"

#include "vision/pixels/colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9 };

static bool is_corner(const struct comb_probe *probe, int x, int y)
{
    for (int dy = -1; dy <= 1; dy += 2)
        for (int dx = -1; dx <= 1; dx += 2) {
            const struct comb_probe_spot *beside = comb_probe_at(probe, x + dx, y),
                                         *above = comb_probe_at(probe, x, y + dy);
            if (beside && above && beside->state == COMB_PROBE_SPOT_CELL && above->state == COMB_PROBE_SPOT_CELL)
                return true;
        }
    return false;
}

static bool covers(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    for (int dy = -1; dy <= 1; dy += 2) {
        const struct comb_probe_spot *other = comb_probe_at(probe, spot->x, spot->y + dy);
        if (other && other->state == COMB_PROBE_SPOT_CELL)
            return true;
    }
    return false;
}

static bool is_hole(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    if (spot->state == COMB_PROBE_SPOT_CUT)
        return true;
    if (spot->state == COMB_PROBE_SPOT_CELL || (probe->fit->kind == COMB_DETECTED_HEX_FLAT && covers(probe, spot)))
        return false;
    if (comb_probe_neighbours(probe, spot->x, spot->y) >= 3)
        return true;
    return probe->fit->kind == COMB_DETECTED_SQUARE && is_corner(probe, spot->x, spot->y);
}

struct origin {
    int x, y;
};

/* Returns the offset to subtract from the coordinates so that the smallest are 0, or 1 where the doubled axis requires
 * it: most hexagons then have x + y even. */
static struct origin origin_of(const struct comb_probe *probe)
{
    struct origin origin = {0, 0};
    unsigned odd_count = 0, count = 0;
    size_t spots = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < spots; i++) {
        const struct comb_probe_spot *spot = &probe->spots[i];
        if (spot->state != COMB_PROBE_SPOT_CELL)
            continue;
        origin.x = count == 0 || spot->x < origin.x ? spot->x : origin.x;
        origin.y = count == 0 || spot->y < origin.y ? spot->y : origin.y;
        odd_count += (spot->x ^ spot->y) & 1;
        count++;
    }
    bool moves = ((origin.x ^ origin.y) & 1) != (2 * odd_count > count);
    if (moves && probe->fit->kind == COMB_DETECTED_HEX_POINTY)
        origin.x--;
    if (moves && probe->fit->kind == COMB_DETECTED_HEX_FLAT)
        origin.y--;
    return origin;
}

static void set_map(struct comb_detected_grid *grid, const struct comb_probe *probe, struct origin origin,
                    double scale_x, double scale_y)
{
    double u, v;
    comb_grid_place(&u, &v, grid->kind, origin.x, origin.y);
    double move[9] = {1, 0, u, 0, 1, v, 0, 0, 1};
    double enlarge[9] = {scale_x, 0, 0, 0, scale_y, 0, 0, 0, 1};
    comb_map_chain(grid->to_picture, probe->fit->map, move);
    comb_map_chain(grid->to_picture, enlarge, grid->to_picture);
    double last = grid->to_picture[8];
    for (unsigned i = 0; i < 9 && fabs(last) > 1e-9; i++)
        grid->to_picture[i] /= last;
}

/* The bounding box of a cell's corners. */
static struct comb_pixel_box box_of(const struct comb_detected_grid *grid, double x, double y, double outline)
{
    double unit_u, unit_v, left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    unsigned corners = grid->kind == COMB_DETECTED_SQUARE ? 4 : 6;
    double radius = outline / 2 / cos(acos(-1) / corners);
    comb_grid_place(&unit_u, &unit_v, grid->kind, x, y);
    for (unsigned i = 0; i < corners; i++) {
        double start = grid->kind == COMB_DETECTED_HEX_FLAT ? 0 : 0.5, px, py;
        double angle = 2 * acos(-1) * (i + start) / corners;
        comb_map_apply(&px, &py, grid->to_picture, unit_u + radius * cos(angle), unit_v + radius * sin(angle));
        left = fmin(left, px);
        right = fmax(right, px);
        top = fmin(top, py);
        bottom = fmax(bottom, py);
    }
    int x0 = (int)floor(left + 0.5), y0 = (int)floor(top + 0.5);
    return (struct comb_pixel_box){x0, y0, (int)floor(right + 0.5) - x0, (int)floor(bottom + 0.5) - y0};
}

static size_t clamp(double value, unsigned count)
{
    return (size_t)fmin(fmax(value, 0), count - 1.0);
}

/* The mean of nine pixels `step` apart, which reduces noise but not the drawing. */
static unsigned colour_around(const struct comb_pixels *picture, double x, double y, double step)
{
    unsigned sums[3] = {0}, colour = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            size_t column = clamp(x + dx * step, picture->width), row = clamp(y + dy * step, picture->height);
            const unsigned char *pixel = picture->rgb + 3 * (row * picture->width + column);
            for (unsigned c = 0; c < 3; c++)
                sums[c] += pixel[c];
        }
    for (unsigned c = 0; c < 3; c++)
        colour = colour << 8 | (sums[c] + 4) / 9;
    return colour;
}

/* The most common colour around a place. A few samples suffice, since most are alike. */
static unsigned colour_at(const struct comb_pixels *picture, const struct comb_detected_grid *grid, double x, double y,
                          double radius)
{
    unsigned colours[SIDE * SIDE];
    double u, v;
    comb_grid_place(&u, &v, grid->kind, x, y);
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        double across = 2.0 * (i % SIDE) / (SIDE - 1) - 1, down = 2.0 * (i / SIDE) / (SIDE - 1) - 1, px, py;
        comb_map_apply(&px, &py, grid->to_picture, u + radius * across, v + radius * down);
        colours[i] = colour_around(picture, px, py, fmax(1, grid->pitch / 100));
    }
    return comb_colour_mode(colours, SIDE * SIDE);
}

static struct comb_detected_cell cell_of(const struct comb_detected_grid *grid, const struct comb_probe *probe,
                                         const struct comb_probe_spot *spot, struct origin origin,
                                         const struct comb_pixels *picture)
{
    struct comb_detected_cell cell = {.x = spot->x - origin.x, .y = spot->y - origin.y};
    cell.support = spot->state == COMB_PROBE_SPOT_EMPTY ? spot->support : fmax(spot->support, spot->faint);
    double radius = probe->outline * (grid->kind == COMB_DETECTED_SQUARE ? 0.4 : 0.36);
    comb_grid_to_pixel(&cell.centre_x, &cell.centre_y, grid, cell.x, cell.y);
    cell.box = box_of(grid, cell.x, cell.y, probe->outline);
    cell.colour = colour_at(picture, grid, cell.x, cell.y, radius);
    return cell;
}

static bool fill_cells(struct comb_detected_grid *grid, const struct comb_probe *probe, struct origin origin,
                       const struct comb_pixels *picture)
{
    size_t spots = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < spots; i++) {
        grid->count += probe->spots[i].state == COMB_PROBE_SPOT_CELL;
        grid->hole_count += is_hole(probe, &probe->spots[i]);
    }
    grid->cells = calloc(grid->count + 1, sizeof *grid->cells);
    grid->holes = calloc(grid->hole_count + 1, sizeof *grid->holes);
    if (!grid->cells || !grid->holes)
        return false;
    unsigned cells = 0, holes = 0;
    for (size_t i = 0; i < spots; i++) {
        const struct comb_probe_spot *spot = &probe->spots[i];
        if (spot->state == COMB_PROBE_SPOT_CELL)
            grid->cells[cells++] = cell_of(grid, probe, spot, origin, picture);
        else if (is_hole(probe, spot))
            grid->holes[holes++] = cell_of(grid, probe, spot, origin, picture);
    }
    return true;
}

/* Groups the cells' colours; the colour of a group is the mode of its members. */
static bool fill_colours(struct comb_detected_grid *grid)
{
    unsigned *colours = calloc(grid->count + 1, sizeof *colours);
    unsigned *groups = calloc(grid->count + 1, sizeof *groups);
    bool good = colours && groups;
    for (unsigned i = 0; good && i < grid->count; i++)
        colours[i] = grid->cells[i].colour;
    grid->colour_count = good ? comb_colour_groups(groups, colours, grid->count) : 0;
    grid->colours = calloc(grid->colour_count + 1, sizeof *grid->colours);
    good = good && grid->colours && grid->colour_count;
    for (unsigned g = 0; good && g < grid->colour_count; g++) {
        unsigned members = 0;
        for (unsigned i = 0; i < grid->count; i++)
            if (groups[i] == g) {
                grid->cells[i].cluster = g;
                colours[members++] = grid->cells[i].colour;
            }
        grid->colours[g] = (struct comb_detected_colour){comb_colour_mode(colours, members), members};
    }
    free(groups);
    free(colours);
    return good;
}

/* Assigns the nearest colour of the lattice to each hole. */
static void fill_hole_clusters(struct comb_detected_grid *grid)
{
    for (unsigned i = 0; i < grid->hole_count; i++) {
        double nearest = INFINITY;
        for (unsigned g = 0; g < grid->colour_count; g++) {
            double distance =
                comb_lab_distance(comb_lab_of(grid->holes[i].colour), comb_lab_of(grid->colours[g].colour));
            if (distance < nearest) {
                nearest = distance;
                grid->holes[i].cluster = g;
            }
        }
    }
}

/* The colour around the cells: from the centres of adjacent empty places, or from the gaps if those are too few. */
static unsigned background_of(const struct comb_detected_grid *grid, const struct comb_probe *probe,
                              struct origin origin, const struct comb_pixels *picture)
{
    enum { MAX = 256, ENOUGH = 4 };
    unsigned colours[MAX] = {0};
    size_t count = 0, spots = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < spots && count < MAX; i++) {
        const struct comb_probe_spot *spot = &probe->spots[i];
        if (spot->state == COMB_PROBE_SPOT_EMPTY && spot->visible >= 1 &&
            comb_probe_neighbours(probe, spot->x, spot->y) &&
            !(grid->kind == COMB_DETECTED_HEX_FLAT && covers(probe, spot)))
            colours[count++] = colour_at(picture, grid, spot->x - origin.x, spot->y - origin.y, 0.2);
    }
    if (count < ENOUGH)
        count = comb_probe_gaps(colours, MAX, probe);
    return comb_colour_mode(colours, count);
}

bool comb_grid_export(struct comb_detected_grid *out, const struct comb_probe *probe, const struct comb_pixels *picture,
                      double scale_x, double scale_y)
{
    struct origin origin = origin_of(probe);
    *out = (struct comb_detected_grid){.kind = probe->fit->kind,
                                       .pitch = probe->fit->pitch * sqrt(scale_x * scale_y),
                                       .residual = probe->fit->residual,
                                       .rotation = probe->fit->rotation};
    set_map(out, probe, origin, scale_x, scale_y);
    if (!fill_cells(out, probe, origin, picture) || !fill_colours(out))
        return false;
    fill_hole_clusters(out);
    out->background = background_of(out, probe, origin, picture);
    return true;
}

void comb_grid_release(struct comb_detected_grid *grid)
{
    free(grid->cells);
    free(grid->holes);
    free(grid->colours);
}
