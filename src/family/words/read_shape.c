/* Which places of a lattice are the board's.
 *
 * Hexagon boards have known row lengths. Such a shape is moved over the lattice seen, and where it covers most of the
 * cells it is laid down:
 *
 *       seen        shape 3 4 5 4 3       the board: 19 places, two of them missing
 *      o o o           . . .                  o o o
 *     o o o           . . . .                o o o ?      a place with no cell is looked at: the picture ends there,
 *    o o o o o       . . . . .              o o o o o     or there is background only, or something that was not
 *     o o o o         . . . .                o o o o      taken for a cell
 *      o   o           . . .                  o ? o
 *
 * Squares have as many rows and columns as were seen; rows that hold next to nothing are no part of the board. Holes
 * are the game's own when there is nothing there and they lie evenly (the mirror image of a hole is a hole): a tile
 * that was painted over or not seen does not.
 *
 * Cost: shapes x shifts x places, about 10^5 look-ups in a small table. */
#include "family/words/read_parts.h"

#include <math.h>
#include <string.h>

enum { TABLE = 48, LEAST_CELLS = 4, LEAST_SIDE = 3, MOST_SIDE = 8, LOOK = 24 };

/* The cells seen, by place. */
struct table {
    const struct comb_seen_cell *at[TABLE][TABLE]; /* [y][x] */
    int width, height;
};

static bool fill_table(struct table *table, const struct comb_grid_seen *grid)
{
    memset(table, 0, sizeof *table);
    for (unsigned i = 0; i < grid->count; i++) {
        const struct comb_seen_cell *cell = &grid->cells[i];
        if (cell->x < 0 || cell->y < 0 || cell->x >= TABLE || cell->y >= TABLE)
            return false;
        table->at[cell->y][cell->x] = cell;
        table->width = cell->x + 1 > table->width ? cell->x + 1 : table->width;
        table->height = cell->y + 1 > table->height ? cell->y + 1 : table->height;
    }
    return true;
}

static const struct comb_seen_cell *look_up(const struct table *table, int x, int y)
{
    return x >= 0 && y >= 0 && x < TABLE && y < TABLE ? table->at[y][x] : NULL;
}

/* ---- what is at a place without a cell ---- */

static bool is_inside(const struct comb_words_seen *seen, double x, double y)
{
    double px, py;
    comb_grid_to_pixel(&px, &py, seen->grid, x, y);
    double margin = 0.45 * seen->grid->pitch;
    return px >= margin && py >= margin && px + margin <= (double)seen->sight->picture->width &&
           py + margin <= (double)seen->sight->picture->height;
}

/* Whether a place shows one even colour that no cell has. */
static bool is_bare(const struct comb_words_seen *seen, double x, double y)
{
    unsigned char rgb[3 * LOOK * LOOK];
    double sum[3] = {0}, squares = 0;
    comb_grid_patch(rgb, LOOK, seen->sight->picture, seen->grid, x, y, 0.36, 0);
    for (unsigned i = 0; i < LOOK * LOOK; i++)
        for (unsigned k = 0; k < 3; k++)
            sum[k] += rgb[3 * i + k];
    for (unsigned k = 0; k < 3; k++)
        sum[k] /= LOOK * LOOK;
    for (unsigned i = 0; i < LOOK * LOOK; i++)
        for (unsigned k = 0; k < 3; k++)
            squares += (rgb[3 * i + k] - sum[k]) * (rgb[3 * i + k] - sum[k]);
    unsigned mean = (unsigned)sum[0] << 16 | (unsigned)sum[1] << 8 | (unsigned)sum[2];
    double nearest = 1e9;
    for (unsigned i = 0; i < seen->grid->colour_count; i++)
        nearest = fmin(nearest, comb_words_distance(mean, seen->grid->colours[i].colour));
    return sqrt(squares / (LOOK * LOOK)) < 22 && comb_words_distance(mean, seen->grid->background) < nearest;
}

static struct comb_box box_at(const struct comb_words_seen *seen, double x, double y)
{
    double px, py, side = 0.9 * seen->grid->pitch;
    comb_grid_to_pixel(&px, &py, seen->grid, x, y);
    return (struct comb_box){(int)(px - side / 2), (int)(py - side / 2), (int)side, (int)side};
}

static void add_place(struct comb_words_seen *seen, const struct table *table, int x, int y)
{
    int at_x = x + seen->origin_x, at_y = y + seen->origin_y;
    struct comb_words_place *place = &seen->places[seen->count++];
    *place = (struct comb_words_place){.x = x, .y = y, .state = "none", .state_confidence = 1};
    place->cell = look_up(table, at_x, at_y);
    place->box = place->cell ? place->cell->box : box_at(seen, at_x, at_y);
    if (place->cell)
        seen->found++;
    else
        place->missing = !is_inside(seen, at_x, at_y) ? COMB_WORDS_CUT
                         : is_bare(seen, at_x, at_y)  ? COMB_WORDS_NOTHING
                                                      : COMB_WORDS_UNSEEN;
}

/* Mean colour of a small spot. */
static unsigned spot(const struct comb_words_seen *seen, double x, double y)
{
    enum { SPOT = 6 };
    unsigned char rgb[3 * SPOT * SPOT];
    unsigned sum[3] = {0};
    comb_grid_patch(rgb, SPOT, seen->sight->picture, seen->grid, x, y, 0.07, 0);
    for (unsigned i = 0; i < SPOT * SPOT; i++)
        for (unsigned k = 0; k < 3; k++)
            sum[k] += rgb[3 * i + k];
    return sum[0] / (SPOT * SPOT) << 16 | sum[1] / (SPOT * SPOT) << 8 | sum[2] / (SPOT * SPOT);
}

/* ---- hexagons ---- */

struct fitted {
    const unsigned char *shape;
    int x, y; /* shift */
    unsigned covered, places;
};

static int widest_of(const unsigned char *shape)
{
    int widest = 0;
    for (; *shape; shape++)
        widest = *shape > widest ? *shape : widest;
    return widest;
}

static unsigned covered_by(const struct table *table, const unsigned char *shape, int widest, int x, int y)
{
    unsigned covered = 0;
    for (int row = 0; shape[row]; row++)
        for (int i = 0; i < shape[row]; i++)
            covered += look_up(table, x + widest - shape[row] + 2 * i, y + row) != NULL;
    return covered;
}

/* Cells covered count for the shape; cells that it leaves out and places that it leaves empty count against it, but a
 * place may be empty because the picture ends. */
static double merit(const struct fitted *fit, unsigned cells)
{
    return 2.0 * fit->covered - 1.0 * (cells - fit->covered) - 0.6 * (fit->places - fit->covered);
}

static void try_shape(struct fitted *best, const struct table *table, const unsigned char *shape, unsigned cells)
{
    int widest = widest_of(shape), rows = (int)strlen((const char *)shape);
    struct fitted fit = {.shape = shape};
    for (int row = 0; row < rows; row++)
        fit.places += shape[row];
    for (fit.y = 1 - rows; fit.y < table->height; fit.y++) {
        for (fit.x = 2 - 2 * widest; fit.x < table->width; fit.x++) {
            fit.covered = covered_by(table, shape, widest, fit.x, fit.y);
            if (!best->shape || merit(&fit, cells) > merit(best, cells))
                *best = fit;
        }
    }
}

static bool is_cut(const struct comb_words_seen *seen)
{
    for (unsigned i = 0; i < seen->count; i++)
        if (seen->places[i].missing == COMB_WORDS_CUT || seen->places[i].missing == COMB_WORDS_UNSEEN)
            return true;
    return false;
}

static void lay_shape(struct comb_words_seen *seen, const struct table *table, const struct fitted *fit)
{
    int widest = widest_of(fit->shape);
    seen->origin_x = fit->x;
    seen->origin_y = fit->y;
    seen->count = seen->found = 0;
    seen->columns = (unsigned)widest;
    for (int row = 0; fit->shape[row]; row++, seen->rows = (unsigned)row)
        for (int i = 0; i < fit->shape[row]; i++)
            add_place(seen, table, widest - fit->shape[row] + 2 * i, row);
}

/* Whether something like a cell begins beside the board where the picture ends. */
static bool continues(const struct comb_words_seen *seen, const struct table *table)
{
    static const int steps[2][6][2] = {{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}},
                                       {{0, 2}, {1, 1}, {-1, 1}, {0, -2}, {-1, -1}, {1, -1}}};
    unsigned alike = 0;
    for (unsigned i = 0; i < seen->count * 6; i++) {
        const struct comb_words_place *place = &seen->places[i / 6];
        const int *step = steps[seen->grid->kind == COMB_SEEN_HEX_FLAT][i % 6];
        int x = place->x + seen->origin_x, y = place->y + seen->origin_y;
        double px, py, rim_x = x + 0.66 * step[0], rim_y = y + 0.66 * step[1];
        if (!place->cell || look_up(table, x + step[0], y + step[1]) || is_inside(seen, x + step[0], y + step[1]))
            continue;
        comb_grid_to_pixel(&px, &py, seen->grid, x + 0.72 * step[0], y + 0.72 * step[1]);
        unsigned rim = spot(seen, rim_x, rim_y);
        double from_cell = comb_words_distance(rim, place->cell->colour);
        alike += px >= 0 && py >= 0 && px < seen->sight->picture->width && py < seen->sight->picture->height &&
                 from_cell < 14 && 2 * from_cell < comb_words_distance(rim, seen->grid->background);
    }
    return alike >= 2;
}

/* A shape that takes in every cell and lacks none is the board. Else a board that the picture's edge cuts looks like a
 * smaller shape: the usual one is taken where it explains as many cells and lacks only what lies beyond the edge or was
 * not recognised. */
static bool fit_hexagons(struct comb_words_seen *seen, const struct table *table)
{
    const struct comb_words_look *look = seen->look;
    struct fitted best = {0}, usual = {0};
    unsigned cells = seen->grid->count;
    for (size_t i = 0; i < (look->fixed_shape ? 1 : look->shape_count); i++)
        try_shape(&best, table, look->shapes[i], cells);
    try_shape(&usual, table, look->shapes[0], cells);
    bool whole = best.covered == best.places && best.covered == cells;
    if (!whole && usual.covered >= best.covered && 2 * usual.covered >= usual.places) {
        lay_shape(seen, table, &usual);
        if (best.shape == usual.shape || is_cut(seen))
            return usual.covered >= LEAST_CELLS;
    }
    lay_shape(seen, table, &best);
    seen->edge = best.shape != usual.shape && continues(seen, table);
    return best.covered >= LEAST_CELLS && 2 * best.covered >= best.places;
}

/* ---- squares ---- */

struct extent {
    int left, top, right, bottom; /* the last ones included */
};

static unsigned in_line(const struct table *table, const struct extent *box, bool row, int at)
{
    unsigned cells = 0;
    for (int i = row ? box->left : box->top; i <= (row ? box->right : box->bottom); i++)
        cells += (row ? look_up(table, i, at) : look_up(table, at, i)) != NULL;
    return cells;
}

/* Outer lines that hold less than a third of a full one are something else on the screen. */
static void trim(struct extent *box, const struct table *table)
{
    for (bool changed = true; changed && box->left < box->right && box->top < box->bottom;) {
        unsigned across = (unsigned)(box->right - box->left + 1), down = (unsigned)(box->bottom - box->top + 1);
        changed = true;
        if (3 * in_line(table, box, true, box->top) < across)
            box->top++;
        else if (3 * in_line(table, box, true, box->bottom) < across)
            box->bottom--;
        else if (3 * in_line(table, box, false, box->left) < down)
            box->left++;
        else if (3 * in_line(table, box, false, box->right) < down)
            box->right--;
        else
            changed = false;
    }
}

static struct comb_words_place *square_at(struct comb_words_seen *seen, unsigned x, unsigned y)
{
    return &seen->places[y * seen->columns + x];
}

/* Holes are real when nothing is there and both mirror images have them too. */
static bool holes_are_even(struct comb_words_seen *seen)
{
    for (unsigned y = 0; y < seen->rows; y++) {
        for (unsigned x = 0; x < seen->columns; x++) {
            enum comb_words_missing here = square_at(seen, x, y)->missing;
            if (here == COMB_WORDS_SEEN)
                continue;
            if (here != COMB_WORDS_NOTHING || square_at(seen, seen->columns - 1 - x, y)->cell ||
                square_at(seen, x, seen->rows - 1 - y)->cell)
                return false;
        }
    }
    return seen->found < seen->count;
}

static void drop_holes(struct comb_words_seen *seen)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < seen->count; i++)
        if (seen->places[i].cell)
            seen->places[kept++] = seen->places[i];
    seen->count = kept;
    seen->holes = true;
}

/* Whether cells go on beyond one side, cut by the picture's edge: where the rim of a next tile would be, most places
 * look like the rim of the last one, and what lies between two of them does not. */
static bool goes_on(const struct comb_words_seen *seen, int step_x, int step_y)
{
    int left = seen->origin_x, top = seen->origin_y;
    int x = step_x > 0 ? left + (int)seen->columns - 1 : left, y = step_y > 0 ? top + (int)seen->rows - 1 : top;
    unsigned alike = 0, count = step_x ? seen->rows : seen->columns;
    for (unsigned i = 0; i < count; i++) {
        double px, py, rim_x = x - 0.34 * step_x, rim_y = y - 0.34 * step_y;
        comb_grid_to_pixel(&px, &py, seen->grid, rim_x + 1.07 * step_x, rim_y + 1.07 * step_y);
        bool shown = px >= 0 && py >= 0 && px < seen->sight->picture->width && py < seen->sight->picture->height;
        unsigned rim = spot(seen, rim_x + step_x, rim_y + step_y);
        unsigned between = spot(seen, rim_x + step_x + 0.5 * (step_x == 0), rim_y + step_y + 0.5 * (step_y == 0));
        if (!is_inside(seen, x + step_x, y + step_y) && shown && comb_words_distance(rim, between) > 16 &&
            comb_words_distance(rim, spot(seen, rim_x, rim_y)) < 14)
            alike++;
        x += step_x == 0;
        y += step_y == 0;
    }
    return 2 * alike > count;
}

/* A board that is no square and ends where the picture does may go on there, too. */
static bool ends_at_edge(const struct comb_words_seen *seen)
{
    double far_x = seen->origin_x + (int)seen->columns, far_y = seen->origin_y + (int)seen->rows;
    double mid_x = seen->origin_x + (seen->columns - 1) / 2.0, mid_y = seen->origin_y + (seen->rows - 1) / 2.0;
    bool across = !is_inside(seen, seen->origin_x - 1, mid_y) || !is_inside(seen, far_x, mid_y);
    bool down = !is_inside(seen, mid_x, seen->origin_y - 1) || !is_inside(seen, mid_x, far_y);
    return (seen->columns < seen->rows && across) || (seen->rows < seen->columns && down) || goes_on(seen, 1, 0) ||
           goes_on(seen, -1, 0) || goes_on(seen, 0, 1) || goes_on(seen, 0, -1);
}

static bool fit_squares(struct comb_words_seen *seen, const struct table *table)
{
    struct extent box = {0, 0, table->width - 1, table->height - 1};
    trim(&box, table);
    int across = box.right - box.left + 1, down = box.bottom - box.top + 1;
    if (across < LEAST_SIDE || down < LEAST_SIDE || across > MOST_SIDE || down > MOST_SIDE)
        return false;
    seen->origin_x = box.left;
    seen->origin_y = box.top;
    seen->columns = (unsigned)across;
    seen->rows = (unsigned)down;
    for (int y = 0; y < down; y++)
        for (int x = 0; x < across; x++)
            add_place(seen, table, x, y);
    if (holes_are_even(seen))
        drop_holes(seen);
    seen->edge = ends_at_edge(seen);
    return 2 * seen->found >= seen->count;
}

bool comb_words_fit(struct comb_words_seen *seen, const struct comb_sight *sight, const struct comb_grid_seen *grid,
                    const struct comb_words_look *look)
{
    struct table table;
    *seen = (struct comb_words_seen){.look = look, .sight = sight, .grid = grid};
    if (grid->kind != look->kind || grid->count < LEAST_CELLS || grid->count > 2 * COMB_WORDS_MOST_CELLS ||
        !fill_table(&table, grid))
        return false;
    return look->kind == COMB_SEEN_SQUARE ? fit_squares(seen, &table) : fit_hexagons(seen, &table);
}
