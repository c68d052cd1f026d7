/* Decides which places of a lattice belong to the board.
 *
 * Hexagon boards have known row lengths. Each shape is tried at every shift over the detected lattice; the best is the
 * one that covers most of the cells:
 *
 *     detected     shape 3 4 5 4 3       the board: 19 places, two of them missing
 *      o o o           . . .                  o o o
 *     o o o           . . . .                o o o ?      a place without a cell is examined: the picture ends there,
 * or o o o o o       . . . . .              o o o o o     there is only background, or something that was not
 * recognised o o o o         . . . .                o o o o      as a cell o   o           . . .                  o ? o
 *
 * Squares have as many rows and columns as were detected; nearly empty rows are not part of the board. Holes belong to
 * the game if nothing is there and they are symmetric (the mirror image of a hole is a hole): a tile that was painted
 * over or missed is not.
 *
 * Cost: shapes x shifts x places, about 10^5 look-ups in a small table. */
#include "family/words/read/parts.h"

#include <math.h>
#include <string.h>

enum { TABLE = 48, MIN_CELLS = 4, MIN_SIDE = 3, USUAL_SIDE = 4, MAX_SIDE = 8, LARGE_SIDE = 10, PATCH_SIDE = 24 };

/* The most cells of a board of the game; a specification may have no game. */
static unsigned max_cells_of(const struct comb_words_board_spec *spec)
{
    unsigned limit = spec->words ? spec->words->notation.max_cells : 0;
    return limit > 0 ? limit : COMB_WORDS_MASK_CELLS;
}

/* The detected cells by place. */
struct table {
    const struct comb_detected_cell *at[TABLE][TABLE]; /* [y][x] */
    int width, height;
};

static bool fill_table(struct table *table, const struct comb_detected_grid *grid)
{
    memset(table, 0, sizeof *table);
    for (unsigned i = 0; i < grid->count; i++) {
        const struct comb_detected_cell *cell = &grid->cells[i];
        if (cell->x < 0 || cell->y < 0 || cell->x >= TABLE || cell->y >= TABLE)
            return false;
        table->at[cell->y][cell->x] = cell;
        table->width = cell->x + 1 > table->width ? cell->x + 1 : table->width;
        table->height = cell->y + 1 > table->height ? cell->y + 1 : table->height;
    }
    return true;
}

static const struct comb_detected_cell *cell_at(const struct table *table, int x, int y)
{
    return x >= 0 && y >= 0 && x < TABLE && y < TABLE ? table->at[y][x] : NULL;
}

/* ---- places without a cell ---- */

static bool is_inside(const struct comb_words_detection *board, double x, double y)
{
    double px, py;
    comb_grid_to_pixel(&px, &py, board->grid, x, y);
    double margin = 0.45 * board->grid->pitch;
    return px >= margin && py >= margin && px + margin <= (double)board->detection->picture->width &&
           py + margin <= (double)board->detection->picture->height;
}

/* Whether a place has a uniform colour that no cell has. */
static bool is_bare(const struct comb_words_detection *board, double x, double y)
{
    unsigned char rgb[3 * PATCH_SIDE * PATCH_SIDE];
    double sum[3] = {0}, squares = 0;
    comb_grid_patch(rgb, PATCH_SIDE, board->detection->picture, board->grid, x, y, 0.36, 0);
    for (unsigned i = 0; i < PATCH_SIDE * PATCH_SIDE; i++)
        for (unsigned k = 0; k < 3; k++)
            sum[k] += rgb[3 * i + k];
    for (unsigned k = 0; k < 3; k++)
        sum[k] /= PATCH_SIDE * PATCH_SIDE;
    for (unsigned i = 0; i < PATCH_SIDE * PATCH_SIDE; i++)
        for (unsigned k = 0; k < 3; k++)
            squares += (rgb[3 * i + k] - sum[k]) * (rgb[3 * i + k] - sum[k]);
    unsigned mean = (unsigned)sum[0] << 16 | (unsigned)sum[1] << 8 | (unsigned)sum[2];
    double nearest = 1e9;
    for (unsigned i = 0; i < board->grid->colour_count; i++)
        nearest = fmin(nearest, comb_words_distance(mean, board->grid->colours[i].colour));
    return sqrt(squares / (PATCH_SIDE * PATCH_SIDE)) < 22 &&
           comb_words_distance(mean, board->grid->background) < nearest;
}

static struct comb_pixel_box box_at(const struct comb_words_detection *board, double x, double y)
{
    double px, py, side = 0.9 * board->grid->pitch;
    comb_grid_to_pixel(&px, &py, board->grid, x, y);
    return (struct comb_pixel_box){(int)(px - side / 2), (int)(py - side / 2), (int)side, (int)side};
}

/* Maximum distance of a colour from that of most tiles: the tile was missed because of its frame. */
#define SAME_PAPER 40

/* A tile that was not detected as one, but has the colour of the others; NULL if there is none. */
static const struct comb_detected_cell *missed_tile(const struct comb_detected_grid *grid, int x, int y)
{
    for (unsigned i = 0; i < grid->hole_count && grid->kind == COMB_DETECTED_SQUARE; i++) {
        const struct comb_detected_cell *hole = &grid->holes[i];
        if (hole->x == x && hole->y == y && grid->colour_count > 0 &&
            comb_words_distance(hole->colour, grid->colours[0].colour) < SAME_PAPER)
            return hole;
    }
    return NULL;
}

static void add_place(struct comb_words_detection *board, const struct table *table, int x, int y)
{
    int at_x = x + board->origin_x, at_y = y + board->origin_y;
    struct comb_words_place *place = &board->places[board->count++];
    *place = (struct comb_words_place){.x = x, .y = y, .state = "none", .state_confidence = 1};
    place->cell = cell_at(table, at_x, at_y);
    if (!place->cell && is_inside(board, at_x, at_y) && !is_bare(board, at_x, at_y))
        place->cell = missed_tile(board->grid, at_x, at_y);
    place->box = place->cell ? place->cell->box : box_at(board, at_x, at_y);
    if (place->cell)
        board->found++;
    else
        place->missing = !is_inside(board, at_x, at_y) ? COMB_WORDS_CELL_CUT
                         : is_bare(board, at_x, at_y)  ? COMB_WORDS_CELL_ABSENT
                                                       : COMB_WORDS_CELL_UNDETECTED;
}

/* Mean colour of a small spot. */
static unsigned spot(const struct comb_words_detection *board, double x, double y)
{
    enum { SPOT = 6 };
    unsigned char rgb[3 * SPOT * SPOT];
    unsigned sum[3] = {0};
    comb_grid_patch(rgb, SPOT, board->detection->picture, board->grid, x, y, 0.07, 0);
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
            covered += cell_at(table, x + widest - shape[row] + 2 * i, y + row) != NULL;
    return covered;
}

/* Covered cells count for the shape; cells outside it and empty places count against it, unless the place is empty
 * because the picture ends. */
static double fit_score(const struct fitted *fit, unsigned cells)
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
            if (!best->shape || fit_score(&fit, cells) > fit_score(best, cells))
                *best = fit;
        }
    }
}

static bool is_cut(const struct comb_words_detection *board)
{
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].missing == COMB_WORDS_CELL_CUT || board->places[i].missing == COMB_WORDS_CELL_UNDETECTED)
            return true;
    return false;
}

static void place_shape(struct comb_words_detection *board, const struct table *table, const struct fitted *fit)
{
    int widest = widest_of(fit->shape);
    board->origin_x = fit->x;
    board->origin_y = fit->y;
    board->count = board->found = 0;
    board->columns = (unsigned)widest;
    for (int row = 0; fit->shape[row]; row++, board->rows = (unsigned)row)
        for (int i = 0; i < fit->shape[row]; i++)
            add_place(board, table, widest - fit->shape[row] + 2 * i, row);
}

/* Whether something like a cell begins beside the board at the picture's edge. */
static bool continues(const struct comb_words_detection *board, const struct table *table)
{
    static const int steps[2][6][2] = {{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}},
                                       {{0, 2}, {1, 1}, {-1, 1}, {0, -2}, {-1, -1}, {1, -1}}};
    unsigned alike = 0;
    for (unsigned i = 0; i < board->count * 6; i++) {
        const struct comb_words_place *place = &board->places[i / 6];
        const int *step = steps[board->grid->kind == COMB_DETECTED_HEX_FLAT][i % 6];
        int x = place->x + board->origin_x, y = place->y + board->origin_y;
        double px, py, rim_x = x + 0.66 * step[0], rim_y = y + 0.66 * step[1];
        if (!place->cell || cell_at(table, x + step[0], y + step[1]) || is_inside(board, x + step[0], y + step[1]))
            continue;
        comb_grid_to_pixel(&px, &py, board->grid, x + 0.72 * step[0], y + 0.72 * step[1]);
        unsigned rim = spot(board, rim_x, rim_y);
        double from_cell = comb_words_distance(rim, place->cell->colour);
        alike += px >= 0 && py >= 0 && px < board->detection->picture->width &&
                 py < board->detection->picture->height && from_cell < 14 &&
                 2 * from_cell < comb_words_distance(rim, board->grid->background);
    }
    return alike >= 2;
}

/* A shape that covers every cell and has no empty place is the board. Otherwise a board cut by the picture's edge looks
 * like a smaller shape: prefers the usual one if it explains as many cells and lacks only places beyond the edge or
 * unrecognised ones. */
static bool fit_hexagons(struct comb_words_detection *board, const struct table *table)
{
    const struct comb_words_board_spec *spec = board->spec;
    struct fitted best = {0}, usual = {0};
    unsigned cells = board->grid->count;
    for (size_t i = 0; i < (spec->fixed_shape ? 1 : spec->shape_count); i++)
        try_shape(&best, table, spec->shapes[i], cells);
    try_shape(&usual, table, spec->shapes[0], cells);
    bool whole = best.covered == best.places && best.covered == cells;
    if (!whole && usual.covered >= best.covered && 2 * usual.covered >= usual.places) {
        place_shape(board, table, &usual);
        if (best.shape == usual.shape || is_cut(board))
            return usual.covered >= MIN_CELLS;
    }
    place_shape(board, table, &best);
    board->cut_off = best.shape != usual.shape && continues(board, table);
    return best.covered >= MIN_CELLS && 2 * best.covered >= best.places;
}

/* ---- squares ---- */

struct extent {
    int left, top, right, bottom; /* inclusive */
};

static unsigned in_line(const struct table *table, const struct extent *box, bool row, int at)
{
    unsigned cells = 0;
    for (int i = row ? box->left : box->top; i <= (row ? box->right : box->bottom); i++)
        cells += (row ? cell_at(table, i, at) : cell_at(table, at, i)) != NULL;
    return cells;
}

/* Outer lines that are less than a third full are something else on the screen. */
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

static struct comb_words_place *square_at(struct comb_words_detection *board, unsigned x, unsigned y)
{
    return &board->places[y * board->columns + x];
}

/* Holes are genuine if nothing is there and both mirror images have them too. */
static bool holes_are_even(struct comb_words_detection *board)
{
    for (unsigned y = 0; y < board->rows; y++) {
        for (unsigned x = 0; x < board->columns; x++) {
            enum comb_words_missing here = square_at(board, x, y)->missing;
            if (here == COMB_WORDS_CELL_DETECTED)
                continue;
            if (here != COMB_WORDS_CELL_ABSENT || square_at(board, board->columns - 1 - x, y)->cell ||
                square_at(board, x, board->rows - 1 - y)->cell)
                return false;
        }
    }
    return board->found < board->count;
}

static void drop_holes(struct comb_words_detection *board)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].cell)
            board->places[kept++] = board->places[i];
    board->count = kept;
    board->holes = true;
}

/* Whether cells continue beyond one side, cut by the picture's edge: where the rim of a next tile would be, most places
 * look like the rim of the last one, and the places between two of them do not. */
static bool goes_on(const struct comb_words_detection *board, int step_x, int step_y)
{
    int left = board->origin_x, top = board->origin_y;
    int x = step_x > 0 ? left + (int)board->columns - 1 : left, y = step_y > 0 ? top + (int)board->rows - 1 : top;
    unsigned alike = 0, count = step_x ? board->rows : board->columns;
    for (unsigned i = 0; i < count; i++) {
        double px, py, rim_x = x - 0.34 * step_x, rim_y = y - 0.34 * step_y;
        comb_grid_to_pixel(&px, &py, board->grid, rim_x + 1.07 * step_x, rim_y + 1.07 * step_y);
        bool shown =
            px >= 0 && py >= 0 && px < board->detection->picture->width && py < board->detection->picture->height;
        unsigned rim = spot(board, rim_x + step_x, rim_y + step_y);
        unsigned between = spot(board, rim_x + step_x + 0.5 * (step_x == 0), rim_y + step_y + 0.5 * (step_y == 0));
        if (!is_inside(board, x + step_x, y + step_y) && shown && comb_words_distance(rim, between) > 16 &&
            comb_words_distance(rim, spot(board, rim_x, rim_y)) < 14)
            alike++;
        x += step_x == 0;
        y += step_y == 0;
    }
    return 2 * alike > count;
}

/* Whether the picture ends beside the board, on its sides across or down: before the middle of a next tile. */
static bool is_next_outside(const struct comb_words_detection *board, int step_x, int step_y)
{
    double mid_x = board->origin_x + (board->columns - 1) / 2.0, mid_y = board->origin_y + (board->rows - 1) / 2.0;
    double out_x = (board->columns + 1) / 2.0, out_y = (board->rows + 1) / 2.0;
    return !is_inside(board, mid_x + step_x * out_x, mid_y + step_y * out_y);
}

/* A board that is not square and ends at the picture's edge may continue there too; so may one that is smaller than any
 * usual board, which has lost a row and a column. */
static bool ends_at_edge(const struct comb_words_detection *board)
{
    bool across = is_next_outside(board, -1, 0) || is_next_outside(board, 1, 0);
    bool down = is_next_outside(board, 0, -1) || is_next_outside(board, 0, 1);
    bool small = board->columns < USUAL_SIDE && board->rows < USUAL_SIDE;
    return (board->columns < board->rows && across) || (board->rows < board->columns && down) ||
           (small && (across || down)) || goes_on(board, 1, 0) || goes_on(board, -1, 0) || goes_on(board, 0, 1) ||
           goes_on(board, 0, -1);
}

static bool fit_squares(struct comb_words_detection *board, const struct table *table)
{
    struct extent box = {0, 0, table->width - 1, table->height - 1};
    trim(&box, table);
    int across = box.right - box.left + 1, down = box.bottom - box.top + 1;
    int max_side = max_cells_of(board->spec) > COMB_WORDS_MASK_CELLS ? LARGE_SIDE : MAX_SIDE;
    if (across < MIN_SIDE || down < MIN_SIDE || across > max_side || down > max_side)
        return false;
    board->origin_x = box.left;
    board->origin_y = box.top;
    board->columns = (unsigned)across;
    board->rows = (unsigned)down;
    for (int y = 0; y < down; y++)
        for (int x = 0; x < across; x++)
            add_place(board, table, x, y);
    if (holes_are_even(board))
        drop_holes(board);
    board->cut_off = ends_at_edge(board);
    return 2 * board->found >= board->count;
}

bool comb_words_fit(struct comb_words_detection *board, const struct comb_detection *detection,
                    const struct comb_detected_grid *grid, const struct comb_words_board_spec *spec)
{
    struct table table;
    *board = (struct comb_words_detection){.spec = spec, .detection = detection, .grid = grid};
    if (grid->kind != spec->kind || grid->count < MIN_CELLS || grid->count > 2 * max_cells_of(spec) ||
        !fill_table(&table, grid))
        return false;
    return spec->kind == COMB_DETECTED_SQUARE ? fit_squares(board, &table) : fit_hexagons(board, &table);
}
