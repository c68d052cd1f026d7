/* Reads the counters at the top right of the game: two boxes of one colour, one above the other, each with a label and
 * a number.
 *
 *     +-------------+     A coarse copy of the picture is divided into areas of one colour. Boxes are areas that fill
 * an |   REMAINING |     upright rectangle about 2.6 times as wide as high, except for the text in them. Of two similar
 *     |          22 |     ones the upper is "remaining"; a single one is identified by its first letter.
 *     +-------------+ */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_COARSE = 700, /* columns or rows of the coarse picture */
    MAX_BOXES = 32,
    NEAR_SEED = 34,
    MIN_AREA = 60,
    BOX_HEIGHT = 80 /* height of a box in its patch, in pixels */
};

struct coarse {
    unsigned width, height, step;
    unsigned *colours;
    unsigned char *board;
    unsigned *queue;
};

struct area {
    unsigned left, top, right, bottom, pixels, colour;
};

/* ---- areas of one colour ---- */

static unsigned mean_at(const struct comb_pixels *picture, unsigned left, unsigned top, unsigned step)
{
    unsigned sum[3] = {0}, count = step * step;
    for (unsigned y = top; y < top + step; y++) {
        const unsigned char *rgb = picture->rgb + 3 * ((size_t)y * picture->width + left);
        for (unsigned x = 0; x < step; x++, rgb += 3) {
            sum[0] += rgb[0];
            sum[1] += rgb[1];
            sum[2] += rgb[2];
        }
    }
    return sum[0] / count << 16 | sum[1] / count << 8 | sum[2] / count;
}

static bool coarse_new(struct coarse *coarse, const struct comb_pixels *picture)
{
    unsigned longest = picture->width > picture->height ? picture->width : picture->height;
    coarse->step = (longest + MAX_COARSE - 1) / MAX_COARSE;
    coarse->width = picture->width / coarse->step;
    coarse->height = picture->height / coarse->step;
    size_t count = (size_t)coarse->width * coarse->height;
    coarse->colours = malloc(count * sizeof *coarse->colours);
    coarse->board = calloc(count, 1);
    coarse->queue = malloc(count * sizeof *coarse->queue);
    if (!coarse->colours || !coarse->board || !coarse->queue)
        return false;
    for (unsigned y = 0; y < coarse->height; y++)
        for (unsigned x = 0; x < coarse->width; x++)
            coarse->colours[y * coarse->width + x] = mean_at(picture, x * coarse->step, y * coarse->step, coarse->step);
    return true;
}

static void coarse_free(struct coarse *coarse)
{
    free(coarse->colours);
    free(coarse->board);
    free(coarse->queue);
}

static void visit(struct coarse *coarse, unsigned *tail, unsigned next, unsigned seed)
{
    if (coarse->board[next] || comb_hexcells_distance(coarse->colours[next], seed) > NEAR_SEED)
        return;
    coarse->board[next] = 1;
    coarse->queue[(*tail)++] = next;
}

static struct area area_from(struct coarse *coarse, unsigned start)
{
    unsigned head = 0, tail = 0, seed = coarse->colours[start], width = coarse->width;
    struct area area = {
        .left = start % width, .right = start % width, .top = start / width, .bottom = start / width, .colour = seed};
    visit(coarse, &tail, start, seed);
    for (; head < tail; head++) {
        unsigned at = coarse->queue[head], x = at % width, y = at / width;
        area.left = x < area.left ? x : area.left;
        area.right = x > area.right ? x : area.right;
        area.top = y < area.top ? y : area.top;
        area.bottom = y > area.bottom ? y : area.bottom;
        if (x > 0)
            visit(coarse, &tail, at - 1, seed);
        if (x + 1 < width)
            visit(coarse, &tail, at + 1, seed);
        if (y > 0)
            visit(coarse, &tail, at - width, seed);
        if (y + 1 < coarse->height)
            visit(coarse, &tail, at + width, seed);
    }
    area.pixels = tail;
    return area;
}

/* Approximate fraction of a column of the area's height that has its colour. */
static double column_fraction(const struct coarse *coarse, const struct area *area, unsigned x)
{
    unsigned near = 0;
    for (unsigned y = area->top; y <= area->bottom; y++)
        near += comb_hexcells_distance(coarse->colours[y * coarse->width + x], area->colour) <= 2 * NEAR_SEED;
    return near / (area->bottom + 1.0 - area->top);
}

/* If blurred text cuts a box in two, the area is only its left part: extends it as long as some of the colour is above,
 * between or below the text. */
static void extend(struct area *area, const struct coarse *coarse)
{
    unsigned max = area->right + (area->right - area->left) / 2;
    while (area->right + 1 < coarse->width && area->right < max &&
           column_fraction(coarse, area, area->right + 1) > 0.12)
        area->right++;
}

/* ---- boxes ---- */

struct box {
    double x, y, width, height; /* pixels; the centre */
    unsigned colour;
};

static bool is_box(const struct area *area, unsigned background)
{
    double width = area->right + 1.0 - area->left, height = area->bottom + 1.0 - area->top;
    return area->pixels >= MIN_AREA && width > 1.8 * height && width < 3.4 * height &&
           area->pixels > 0.42 * width * height && comb_hexcells_distance(area->colour, background) > 40;
}

/* Within one colour, not on an edge. */
static bool is_flat(const struct coarse *coarse, unsigned at)
{
    unsigned width = coarse->width, x = at % width, y = at / width;
    if (x + 2 >= width || y + 2 >= coarse->height)
        return false;
    for (unsigned k = 1; k <= 2; k++)
        if (comb_hexcells_distance(coarse->colours[at], coarse->colours[at + k]) > 12 ||
            comb_hexcells_distance(coarse->colours[at], coarse->colours[at + k * width]) > 12)
            return false;
    return true;
}

static unsigned find_boxes(struct box *boxes, struct coarse *coarse, unsigned background)
{
    unsigned count = 0;
    double step = coarse->step;
    for (unsigned i = 0; i < coarse->width * coarse->height && count < MAX_BOXES; i++) {
        if (coarse->board[i] || !is_flat(coarse, i))
            continue;
        struct area area = area_from(coarse, i);
        extend(&area, coarse);
        if (is_box(&area, background))
            boxes[count++] = (struct box){.x = (area.left + area.right + 1) * step / 2,
                                          .y = (area.top + area.bottom + 1) * step / 2,
                                          .width = (area.right + 1.0 - area.left) * step,
                                          .height = (area.bottom + 1.0 - area.top) * step,
                                          .colour = area.colour};
    }
    return count;
}

/* ---- exact edges ---- */

/* The directions of the board's rows and columns on the picture; boxes are rotated like the board. */
static void axes_of(double right[2], double down[2], const struct comb_detected_grid *grid, const struct box *box)
{
    double x, y, px, py;
    comb_grid_from_pixel(&x, &y, grid, box->x, box->y);
    comb_grid_to_pixel(&px, &py, grid, x + 1, y);
    double length = hypot(px - box->x, py - box->y);
    right[0] = (px - box->x) / length;
    right[1] = (py - box->y) / length;
    comb_grid_to_pixel(&px, &py, grid, x, y + 1);
    length = hypot(px - box->x, py - box->y);
    down[0] = (px - box->x) / length;
    down[1] = (py - box->y) / length;
}

/* Distance from `start`, going towards the box from outside, at which its colour begins; -1 if nowhere. */
static double first_fill(const struct comb_pixels *picture, const struct box *box, double x, double y,
                         const double way[2], double max)
{
    for (int halves = 0; halves < 2 * max; halves++) {
        double far = halves / 2.0, px = x + far * way[0], py = y + far * way[1];
        if (!(px >= 0 && py >= 0 && px < picture->width && py < picture->height))
            continue;
        const unsigned char *rgb = picture->rgb + 3 * ((size_t)py * picture->width + (size_t)px);
        unsigned colour = (unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2];
        if (comb_hexcells_distance(colour, box->colour) <= NEAR_SEED)
            return far;
    }
    return -1;
}

/* Moves one edge: from outside along `way` through the point (x, y) within the box; `half` is the expected position. */
static double edge_at(const struct comb_pixels *picture, const struct box *box, double x, double y, const double way[2],
                      double half)
{
    double out = 1.1 * half + 2, back[2] = {-way[0], -way[1]};
    double far = first_fill(picture, box, x + out * way[0], y + out * way[1], back, out);
    return far < 0 ? half : out - far;
}

/* Refines width, height and centre by where the colour begins; samples the top and bottom edges on the left, where
 * there is no text. */
static void refine(struct box *box, const struct comb_hexcells_detection *board)
{
    const struct comb_pixels *picture = board->detection->picture;
    double right[2], down[2];
    axes_of(right, down, board->grid, box);
    double up[2] = {-down[0], -down[1]}, left[2] = {-right[0], -right[1]};
    double aside = 0.36 * box->width, x = box->x - aside * right[0], y = box->y - aside * right[1];
    double above = edge_at(picture, box, x, y, up, box->height / 2);
    double below = edge_at(picture, box, x, y, down, box->height / 2);
    double before = edge_at(picture, box, box->x, box->y, left, box->width / 2);
    double after = edge_at(picture, box, box->x, box->y, right, box->width / 2);
    for (int i = 0; i < 2; i++) {
        double *at = i == 0 ? &box->x : &box->y;
        *at += (below - above) / 2 * down[i] + (after - before) / 2 * right[i];
    }
    box->height = above + below;
    box->width = before + after;
}

/* ---- reading ---- */

/* The patch of a box: a square at its right end, 1.6 times as high as the box. */
static const double REACH = 0.8, FROM_RIGHT = 0.74; /* in heights of the box */

/* Extracts the ink between two heights of a box, as fractions of its height. */
static int ink_in(struct comb_hexcells_ink *ink, struct comb_hexcells_detection *board, const struct box *box,
                  double top, double bottom, struct comb_error *err)
{
    double x, y, right[2], down[2], aside = box->width / 2 - FROM_RIGHT * box->height;
    enum { SIDE = 2 * BOX_HEIGHT * 4 / 5 };
    unsigned char *rgb = malloc(3 * SIDE * SIDE), *keep = malloc(SIDE * SIDE);
    if (rgb && keep) {
        axes_of(right, down, board->grid, box);
        comb_grid_from_pixel(&x, &y, board->grid, box->x + aside * right[0], box->y + aside * right[1]);
        comb_grid_patch(rgb, SIDE, board->detection->picture, board->grid, x, y,
                        REACH * box->height / board->grid->pitch, 0);
        for (int i = 0; i < SIDE * SIDE; i++) {
            double u = ((i % SIDE + 0.5) / SIDE - 0.5) * 2 * REACH, v = ((i / SIDE + 0.5) / SIDE - 0.5) * 2 * REACH;
            keep[i] = u < FROM_RIGHT - 0.02 && v + 0.5 >= top && v + 0.5 <= bottom;
        }
        comb_hexcells_ink_of(ink, rgb, keep, SIDE, true, &board->arena);
    } else {
        ink->cover = NULL;
    }
    free(rgb);
    free(keep);
    return ink->cover ? COMB_OK : comb_fail_memory(err);
}

static int read_box(struct comb_hexcells_counter *out, struct comb_hexcells_detection *board, const struct box *box,
                    struct comb_error *err)
{
    static const char *const patterns[] = {"#", "##", "###", NULL};
    struct comb_hexcells_ink ink;
    *out = (struct comb_hexcells_counter){.count = -1,
                                          .detected = true,
                                          .boxed = true,
                                          .colour = box->colour,
                                          .box = {(int)lround(box->x - box->width / 2),
                                                  (int)lround(box->y - box->height / 2), (int)lround(box->width),
                                                  (int)lround(box->height)}};
    int code = ink_in(&ink, board, box, 0.37, 0.975, err);
    if (code != COMB_OK || ink.contrast <= 0)
        return code;
    struct comb_glyph glyph;
    code = comb_hexcells_read_ink(&glyph, &ink, patterns, err);
    if (code != COMB_OK || !glyph.text[0])
        return code;
    out->count = strtol(glyph.text, NULL, 10);
    out->confidence = glyph.confidence;
    return COMB_OK;
}

static bool are_alike(const struct box *a, const struct box *b)
{
    return fabs(a->width - b->width) < 0.1 * a->width && fabs(a->height - b->height) < 0.12 * a->height + 2 &&
           fabs(a->x - b->x) < 0.2 * a->width && b->y - a->y > a->height && b->y - a->y < 2.2 * a->height &&
           comb_hexcells_distance(a->colour, b->colour) < 40;
}

/* Adjacent cells can look like a box too. */
static bool holds_cell(const struct comb_hexcells_detection *board, const struct box *box)
{
    for (unsigned i = 0; i < board->grid->count; i++) {
        const struct comb_detected_cell *cell = &board->grid->cells[i];
        if (fabs(cell->centre_x - box->x) < box->width / 2 && fabs(cell->centre_y - box->y) < box->height / 2)
            return true;
    }
    return false;
}

static int read_boxes(struct comb_hexcells_detection *board, struct box *boxes, unsigned count, struct comb_error *err)
{
    for (unsigned i = 0; i < count; i++)
        refine(&boxes[i], board);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++) {
            if (!are_alike(&boxes[i], &boxes[k]) || holds_cell(board, &boxes[i]) || holds_cell(board, &boxes[k]))
                continue;
            int code = read_box(&board->remaining, board, &boxes[i], err);
            return code == COMB_OK ? read_box(&board->mistakes, board, &boxes[k], err) : code;
        }
    return COMB_OK;
}

int comb_hexcells_detect_counters(struct comb_hexcells_detection *board, struct comb_error *err)
{
    struct coarse coarse = {0};
    struct box boxes[MAX_BOXES];
    board->remaining.count = board->mistakes.count = -1;
    bool ok = coarse_new(&coarse, board->detection->picture);
    unsigned count = ok ? find_boxes(boxes, &coarse, board->grid->background) : 0;
    coarse_free(&coarse);
    return ok ? read_boxes(board, boxes, count, err) : comb_fail_memory(err);
}
