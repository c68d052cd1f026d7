/* Recognises polyominoes: blocks on a grid of their own.
 *
 *      ## ##          the grid's angle is one of a few; in the rotated frame the ink's box is n by m blocks minus one
 *      ## ##  ##      space, so each n gives the blocks' size and, if it is integral, m
 *         ##
 *
 * A block exists if most of it is covered. The resulting shape is drawn, full and hollow, and compared with the ink.
 * Spaces between the blocks distinguish a piece of many small blocks from one of few large ones; if the picture is too
 * small to show them, the usual size of blocks decides. */
#include "games/witness/read/symbols.h"

#include <math.h>
#include <string.h>

enum { SIDE = COMB_WITNESS_READ_SIDE, MAX_BLOCKS = 12 };

struct grid {
    double x, y, cosine, sine; /* centre and angle */
    double left, top;          /* of the first block, in the rotated frame */
    double pitch, half;        /* of blocks */
    double hollow;             /* half the hole's side; 0: full */
    int columns, rows;
    uint16_t blocks[MAX_BLOCKS];
};

struct frame {
    double x, y, cosine, sine;
    double left, right, top, bottom;
};

static void turn(double *a, double *b, double cosine, double sine, double dx, double dy)
{
    *a = dx * cosine + dy * sine;
    *b = dy * cosine - dx * sine;
}

/* The ink's box in a frame rotated clockwise by `degrees`. A partly covered pixel extends by its coverage. */
static struct frame frame_at(const struct comb_witness_ink *ink, double degrees)
{
    double angle = degrees * 3.14159265358979323846 / 180;
    struct frame frame = {.x = (ink->left + ink->right) / 2,
                          .y = (ink->top + ink->bottom) / 2,
                          .cosine = cos(angle),
                          .sine = sin(angle),
                          .left = 99,
                          .right = -99,
                          .top = 99,
                          .bottom = -99};
    for (int i = 0; i < COMB_PANEL_PATCH; i++) {
        double a, b, reach = (ink->cover[i] - 0.5) * ink->blur_width;
        if (reach < 0)
            continue;
        turn(&a, &b, frame.cosine, frame.sine, i % SIDE + 0.5 - frame.x, (double)(i / SIDE) + 0.5 - frame.y);
        frame.left = fmin(frame.left, a - reach);
        frame.right = fmax(frame.right, a + reach);
        frame.top = fmin(frame.top, b - reach);
        frame.bottom = fmax(frame.bottom, b + reach);
    }
    return frame;
}

static double grid_distance(double x, double y, const void *shape)
{
    const struct grid *grid = shape;
    double a, b;
    turn(&a, &b, grid->cosine, grid->sine, x - grid->x, y - grid->y);
    double space = grid->pitch / 2 - grid->half;
    int column = (int)floor((a - grid->left + space) / grid->pitch);
    int row = (int)floor((b - grid->top + space) / grid->pitch);
    column = column < 0 ? 0 : column >= grid->columns ? grid->columns - 1 : column;
    row = row < 0 ? 0 : row >= grid->rows ? grid->rows - 1 : row;
    if (!(grid->blocks[row] >> column & 1))
        return grid->pitch;
    double dx = a - grid->left - grid->half - column * grid->pitch;
    double dy = b - grid->top - grid->half - row * grid->pitch;
    double distance = comb_witness_box_distance(dx, dy, grid->half, grid->half);
    return grid->hollow > 0 ? fmax(distance, -comb_witness_box_distance(dx, dy, grid->hollow, grid->hollow)) : distance;
}

/* Finds the covered blocks; false if rows or columns at the border are not covered, or all of it is uncertain. */
static bool find_blocks(struct grid *grid, const struct comb_witness_ink *ink)
{
    double sums[MAX_BLOCKS][MAX_BLOCKS] = {{0}}, counts[MAX_BLOCKS][MAX_BLOCKS] = {{0}};
    int first = SIDE * (int)fmax(0, ink->top - 1), last = SIDE * (int)fmin(SIDE, ink->bottom + 2);
    for (int i = first; i < last; i++) {
        double a, b;
        if (i % SIDE < ink->left - 1 || i % SIDE > ink->right + 1)
            continue;
        turn(&a, &b, grid->cosine, grid->sine, i % SIDE + 0.5 - grid->x, (double)(i / SIDE) + 0.5 - grid->y);
        a = (a - grid->left) / grid->pitch;
        b = (b - grid->top) / grid->pitch;
        int column = (int)floor(a), row = (int)floor(b);
        if (column < 0 || row < 0 || column >= grid->columns || row >= grid->rows)
            continue;
        if (a - column > 2 * grid->half / grid->pitch || b - row > 2 * grid->half / grid->pitch)
            continue;
        sums[row][column] += ink->cover[i];
        counts[row][column]++;
    }
    unsigned all = 0;
    for (int row = 0; row < grid->rows; row++) {
        grid->blocks[row] = 0;
        for (int column = 0; column < grid->columns; column++)
            if (sums[row][column] > 0.38 * counts[row][column])
                grid->blocks[row] |= (uint16_t)(1u << column);
        all |= grid->blocks[row];
    }
    return grid->blocks[0] && grid->blocks[grid->rows - 1] && all & 1 && all >> (grid->columns - 1) & 1;
}

static void keep(struct comb_witness_symbol_candidate out[2], int *count, const struct grid *grid, bool turned,
                 double error, double twin)
{
    struct comb_witness_symbol_candidate symbol = {.error = error, .other_fill_error = twin};
    symbol.thing.kind = COMB_WITNESS_POLYOMINO;
    symbol.thing.free = turned;
    symbol.thing.negative = grid->hollow > 0;
    symbol.shape.width = (uint8_t)grid->columns;
    symbol.shape.height = (uint8_t)grid->rows;
    for (int row = 0; row < grid->rows; row++)
        symbol.shape.rows[row] = grid->blocks[row];
    for (int i = 0; i < *count; i++) { /* the same one, from another angle or size */
        bool same = memcmp(&out[i].shape, &symbol.shape, sizeof symbol.shape) == 0 && out[i].thing.free == turned &&
                    out[i].thing.negative == symbol.thing.negative;
        if (!same)
            continue;
        if (error < out[i].error)
            out[i] = symbol;
        if (i == 1 && out[1].error < out[0].error) {
            symbol = out[0];
            out[0] = out[1];
            out[1] = symbol;
        }
        return;
    }
    if (*count == 0 || error < out[0].error) {
        out[1] = out[0];
        out[0] = symbol;
    } else if (*count == 1 || error < out[1].error) {
        out[1] = symbol;
    }
    *count = *count < 2 ? *count + 1 : 2;
}

/* Blocks are about a fifth of a cell, smaller if a piece has more than three per side; never much larger. */
static double unusual(const struct grid *grid)
{
    double usual = 0.2 * SIDE, longest = grid->columns > grid->rows ? grid->columns : grid->rows;
    if (longest > 3)
        usual *= 3.3 / longest;
    double off = fabs(log2(grid->pitch / usual));
    return 0.07 * fmax(0, off - 0.35);
}

static void try_grid(struct comb_witness_symbol_candidate out[2], int *count, const struct comb_witness_ink *ink,
                     struct grid *grid, bool turned)
{
    double errors[2];
    if (!find_blocks(grid, ink))
        return;
    for (int hollow = 0; hollow < 2; hollow++) {
        grid->hollow = hollow ? 0.5 * grid->half : 0;
        errors[hollow] = comb_witness_shape_mismatch(ink, false, grid_distance, grid) + unusual(grid);
    }
    grid->hollow = 0;
    keep(out, count, grid, turned, errors[0], errors[1]);
    grid->hollow = 0.5 * grid->half;
    keep(out, count, grid, turned, errors[1], errors[0]);
}

/* Whether a region of the panel can have this shape; a rotated one may lie on its side. */
static bool fits_panel(const struct comb_witness_ink *ink, int columns, int rows, bool turned)
{
    int width = ink->panel_width, height = ink->panel_height;
    return (columns <= width && rows <= height) || (turned && columns <= height && rows <= width);
}

static void try_frame(struct comb_witness_symbol_candidate out[2], int *count, const struct comb_witness_ink *ink,
                      const struct frame *at, bool turned, double space, bool oversized)
{
    struct frame frame = *at;
    double width = frame.right - frame.left, height = frame.bottom - frame.top;
    double longer = fmax(width, height), shorter = fmin(width, height);
    for (int n = 1; n <= MAX_BLOCKS; n++) {
        double pitch = longer / (n - space), other = shorter / pitch + space;
        int m = (int)(other + 0.5);
        int columns = width >= height ? n : m, rows = width >= height ? m : n;
        bool fits = fits_panel(ink, columns, rows, turned);
        if (pitch < 2 || pitch > 0.29 * SIDE || m < 1 || fabs(other - m) > 0.28 || fits == oversized)
            continue;
        struct grid grid = {.x = frame.x,
                            .y = frame.y,
                            .cosine = frame.cosine,
                            .sine = frame.sine,
                            .left = frame.left,
                            .top = frame.top,
                            .pitch = pitch,
                            .half = pitch * (1 - space) / 2,
                            .columns = columns,
                            .rows = rows};
        try_grid(out, count, ink, &grid, turned);
    }
}

/* Programs leave spaces of about a sixth or two sevenths of the pitch. */
static void try_angle(struct comb_witness_symbol_candidate out[2], int *count, const struct comb_witness_ink *ink,
                      double degrees, bool oversized)
{
    static const double spaces[] = {0.16, 0.285};
    struct frame frame = frame_at(ink, degrees);
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        try_frame(out, count, ink, &frame, degrees != 0, spaces[i], oversized);
}

static int find_pieces(struct comb_witness_symbol_candidate out[2], const struct comb_witness_ink *ink, bool oversized)
{
    static const double angles[] = {0, -15, -30, 15, -20, 20, 30};
    int count = 0;
    memset(out, 0, 2 * sizeof *out);
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++)
        if (i < 3 || (count > 0 && out[0].error > 0.25))
            try_angle(out, &count, ink, angles[i], oversized);
    return count;
}

int comb_witness_read_pieces(struct comb_witness_symbol_candidate out[2], const struct comb_witness_ink *ink)
{
    return find_pieces(out, ink, false);
}

double comb_witness_oversized_error(const struct comb_witness_ink *ink)
{
    struct comb_witness_symbol_candidate pieces[2];
    return find_pieces(pieces, ink, true) > 0 ? pieces[0].error : 1;
}
