/* Finds the view: the part of the picture that the game draws its board on. A window has more than that: a frame, a
 * menu, a title above and a text below. None of it is a hint or a counter.
 *
 *     +-- File  Edit -----------+
 *     |        The title        |     From the outermost cells to each side, the first edge that runs along the
 *     +=========================+     whole board ends the view: a row or column of pixels that differs from the one
 *     |        / \ / \      22  |     before it nearly everywhere, and everywhere in the same way. Texts cover a
 *     |        \_/ \_/          |     small part of a row; noise and gradients differ less.
 *     +=========================+ */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>

enum { MIN_EDGE = 5 /* levels of lightness across an edge */, MAX_TURN = 1 };

static const double EDGE_FRACTION = 0.85; /* of a row that an edge covers */
static const double HALF_CELL = 0.62;     /* of a cell and its frame, in pitches */

static int light_at(const struct comb_pixels *picture, int x, int y)
{
    const unsigned char *rgb = picture->rgb + 3 * ((size_t)y * picture->width + (size_t)x);
    return comb_hexcells_lightness((unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2]);
}

/* Whether the pixels `at` rows (or columns) from the top (left) differ from those at `before`, between `from` and `to`
 * of the other direction. */
static bool is_edge(const struct comb_pixels *picture, bool rows, int at, int before, int from, int to)
{
    int lighter = 0, darker = 0;
    for (int i = from; i < to; i++) {
        int change = rows ? light_at(picture, i, at) - light_at(picture, i, before)
                          : light_at(picture, at, i) - light_at(picture, before, i);
        lighter += change >= MIN_EDGE;
        darker += change <= -MIN_EDGE;
    }
    return (lighter > darker ? lighter : darker) >= EDGE_FRACTION * (to - from);
}

/* The last row or column before an edge, from `start` on; the picture's last one if there is no edge. */
static int last_inside(const struct comb_pixels *picture, bool rows, int start, int step, int from, int to)
{
    int end = (int)(rows ? picture->height : picture->width), at = start;
    while (at + step >= 0 && at + step < end && !is_edge(picture, rows, at + step, at, from, to))
        at += step;
    return at;
}

static int within(double value, unsigned size)
{
    return value < 0 ? 0 : value >= size ? (int)size - 1 : (int)value;
}

int comb_hexcells_detect_view(struct comb_hexcells_detection *board, struct comb_error *err)
{
    const struct comb_pixels *picture = board->detection->picture;
    double half = HALF_CELL * board->grid->pitch, min[2] = {1e9, 1e9}, max[2] = {-1e9, -1e9};
    (void)err;
    board->view = (struct comb_pixel_box){0, 0, (int)picture->width, (int)picture->height};
    if (fabs(board->grid->rotation) > MAX_TURN)
        return COMB_OK;
    for (unsigned i = 0; i < board->grid->count; i++) {
        const struct comb_detected_cell *cell = &board->grid->cells[i];
        min[0] = fmin(min[0], cell->centre_x - half);
        max[0] = fmax(max[0], cell->centre_x + half);
        min[1] = fmin(min[1], cell->centre_y - half);
        max[1] = fmax(max[1], cell->centre_y + half);
    }
    int left = within(min[0], picture->width), right = within(max[0], picture->width);
    int top = within(min[1], picture->height), bottom = within(max[1], picture->height);
    int x = last_inside(picture, false, left, -1, top, bottom), y = last_inside(picture, true, top, -1, left, right);
    board->view = (struct comb_pixel_box){x, y, last_inside(picture, false, right, 1, top, bottom) + 1 - x,
                                          last_inside(picture, true, bottom, 1, left, right) + 1 - y};
    return COMB_OK;
}

static bool is_inside(const struct comb_pixel_box *box, int margin, double x, double y)
{
    return x >= box->x - margin && y >= box->y - margin && x < box->x + box->width + margin &&
           y < box->y + box->height + margin;
}

bool comb_hexcells_in_view(const struct comb_hexcells_detection *board, double x, double y)
{
    return is_inside(&board->view, 0, x, y);
}

bool comb_hexcells_beside_counters(const struct comb_hexcells_detection *board, double x, double y)
{
    enum { BLUR = 1 };
    return comb_hexcells_in_view(board, x, y) &&
           !(board->remaining.bare && is_inside(&board->remaining.box, BLUR, x, y)) &&
           !(board->mistakes.bare && is_inside(&board->mistakes.box, BLUR, x, y));
}
