/* Finds squares of letters that have no tiles around them: bare letters on a uniform ground.
 *
 *      F   N   H   A      Each letter is one piece of ink; all have about the same height. Their middles must form full
 *      G   H   E   K      rows and columns at equal distances, the same in both directions and much wider than in
 * running E   S   B   A      text. Every piece of that height in the picture must belong to the square, so that no part
 * of R   N   G   R      a larger board is taken for a whole one.
 *
 * Only for pictures without tiles. Cost: one threshold, one pass over the pixels. */
#include "vision/detect/letters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_SIDE = 3, MAX_SIDE = 8, MAX_LETTERS = MAX_SIDE * MAX_SIDE, MAX_PIECES = 4000, MIN_HEIGHT = 9 };

#define MAX_TALLER 0.35 /* relative difference of two letters: Q has a tail */
#define MAX_LOWER 0.18
#define MAX_OFF 0.17   /* of a letter's middle from its place, in pitches */
#define MIN_PITCH 1.45 /* in letter heights: running text is closer */
#define MAX_PITCH 4.0
#define SAME_PITCH 0.12 /* relative difference of the two directions */
#define MAX_INK 0.4     /* of the picture: more is not ink */

struct piece {
    int left, top, right, bottom;
};

struct pieces {
    unsigned count;
    struct piece list[MAX_PIECES];
};

struct finder {
    unsigned width, height;
    unsigned char *ink; /* 1 ink, 0 none or visited */
    unsigned *stack;
    struct pieces pieces;
};

static double middle_x(const struct piece *piece)
{
    return (piece->left + piece->right + 1) / 2.0;
}

static double middle_y(const struct piece *piece)
{
    return (piece->top + piece->bottom + 1) / 2.0;
}

static int tall(const struct piece *piece)
{
    return piece->bottom - piece->top + 1;
}

/* ---- pieces of ink ---- */

static void visit(struct finder *finder, struct piece *piece, unsigned *tail, unsigned x, unsigned y)
{
    unsigned at = y * finder->width + x;
    if (!finder->ink[at])
        return;
    finder->ink[at] = 0;
    finder->stack[(*tail)++] = at;
    piece->left = (int)x < piece->left ? (int)x : piece->left;
    piece->right = (int)x > piece->right ? (int)x : piece->right;
    piece->top = (int)y < piece->top ? (int)y : piece->top;
    piece->bottom = (int)y > piece->bottom ? (int)y : piece->bottom;
}

static struct piece take_piece(struct finder *finder, unsigned start)
{
    struct piece piece = {(int)finder->width, (int)finder->height, -1, -1};
    unsigned tail = 0;
    visit(finder, &piece, &tail, start % finder->width, start / finder->width);
    while (tail > 0) {
        unsigned at = finder->stack[--tail], x = at % finder->width, y = at / finder->width;
        for (unsigned ny = y > 0 ? y - 1 : 0; ny <= y + 1 && ny < finder->height; ny++)
            for (unsigned nx = x > 0 ? x - 1 : 0; nx <= x + 1 && nx < finder->width; nx++)
                visit(finder, &piece, &tail, nx, ny);
    }
    return piece;
}

/* Collects the pieces that are high enough to be letters; false if there are too many. */
static bool find_pieces(struct finder *finder)
{
    finder->pieces.count = 0;
    for (unsigned i = 0; i < finder->width * finder->height; i++) {
        if (!finder->ink[i])
            continue;
        struct piece piece = take_piece(finder, i);
        if (tall(&piece) < MIN_HEIGHT || 3 * tall(&piece) > (int)finder->height)
            continue;
        if (finder->pieces.count == MAX_PIECES)
            return false;
        finder->pieces.list[finder->pieces.count++] = piece;
    }
    return true;
}

static unsigned otsu(const unsigned char *grey, size_t count)
{
    double counts[256] = {0}, sum = 0, below = 0, below_sum = 0, best = -1;
    unsigned limit = 128;
    for (size_t i = 0; i < count; i++)
        counts[grey[i]]++;
    for (unsigned i = 0; i < 256; i++)
        sum += i * counts[i];
    for (unsigned i = 0; i < 255; i++) {
        below += counts[i];
        below_sum += i * counts[i];
        double above = (double)count - below;
        if (below == 0 || above == 0)
            continue;
        double apart = below_sum / below - (sum - below_sum) / above;
        if (below * above * apart * apart > best) {
            best = below * above * apart * apart;
            limit = i;
        }
    }
    return limit;
}

/* Marks the ink: the rarer of dark and light. Returns false if neither is rare. */
static bool mark_ink(struct finder *finder, const unsigned char *grey)
{
    size_t count = (size_t)finder->width * finder->height, dark = 0;
    unsigned limit = otsu(grey, count);
    for (size_t i = 0; i < count; i++)
        dark += grey[i] <= limit;
    bool is_dark = 2 * dark < count;
    for (size_t i = 0; i < count; i++)
        finder->ink[i] = (grey[i] <= limit) == is_dark;
    return (double)(is_dark ? dark : count - dark) < MAX_INK * (double)count;
}

/* ---- the square ---- */

struct square {
    unsigned rows, columns;
    double x, y, step_x, step_y; /* working pixels: the first letter's place, and the steps */
    struct piece *at[MAX_LETTERS];
};

/* The pieces about as high as `height`; 0 if there are too many. Letters of one board: I is as high as the others. */
static unsigned gather(struct piece *family[MAX_LETTERS], struct pieces *pieces, int height)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pieces->count; i++) {
        struct piece *piece = &pieces->list[i];
        double more = (double)(tall(piece) - height) / height;
        bool same = more <= MAX_TALLER && more >= -MAX_LOWER;
        bool wide = piece->right - piece->left + 1 > 1.6 * height;
        if (!same || wide)
            continue;
        if (count == MAX_LETTERS)
            return 0;
        family[count++] = piece;
    }
    return count;
}

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Groups sorted values at gaps wider than `gap`; returns the number of groups and the first and last group's mean. */
static unsigned count_lines(double *first, double *last, double *values, unsigned count, double gap)
{
    unsigned lines = 0;
    qsort(values, count, sizeof *values, compare_doubles);
    for (unsigned i = 0; i < count;) {
        unsigned end = i;
        double sum = 0;
        do
            sum += values[end++];
        while (end < count && values[end] - values[end - 1] < gap);
        *last = sum / (end - i);
        *first = lines == 0 ? *last : *first;
        lines++;
        i = end;
    }
    return lines;
}

/* Puts every letter on its place; false if one is off, or a place is empty or taken twice. */
static bool place_letters(struct square *square, struct piece **family, unsigned count)
{
    memset(square->at, 0, sizeof square->at);
    for (unsigned i = 0; i < count; i++) {
        double u = (middle_x(family[i]) - square->x) / square->step_x;
        double v = (middle_y(family[i]) - square->y) / square->step_y;
        double column = floor(u + 0.5), row = floor(v + 0.5);
        if (fabs(u - column) > MAX_OFF || fabs(v - row) > MAX_OFF || column < 0 || row < 0 ||
            column >= square->columns || row >= square->rows)
            return false;
        struct piece **at = &square->at[(unsigned)row * square->columns + (unsigned)column];
        if (*at)
            return false;
        *at = family[i];
    }
    return true;
}

static bool in_range(unsigned side)
{
    return side >= MIN_SIDE && side <= MAX_SIDE;
}

static bool fit_square(struct square *square, struct piece **family, unsigned count, int height)
{
    double xs[MAX_LETTERS], ys[MAX_LETTERS], right = 0, bottom = 0;
    for (unsigned i = 0; i < count; i++) {
        xs[i] = middle_x(family[i]);
        ys[i] = middle_y(family[i]);
    }
    square->columns = count_lines(&square->x, &right, xs, count, 0.4 * height);
    square->rows = count_lines(&square->y, &bottom, ys, count, 0.4 * height);
    if (!in_range(square->columns) || !in_range(square->rows) || square->columns * square->rows != count)
        return false;
    square->step_x = (right - square->x) / (square->columns - 1);
    square->step_y = (bottom - square->y) / (square->rows - 1);
    double pitch = (square->step_x + square->step_y) / 2;
    return fabs(square->step_x - square->step_y) < SAME_PITCH * pitch && pitch > MIN_PITCH * height &&
           pitch < MAX_PITCH * height && place_letters(square, family, count);
}

/* The first piece's height that gives a square. */
static bool find_square(struct square *square, struct pieces *pieces)
{
    struct piece *family[MAX_LETTERS];
    int tried = 0;
    for (unsigned i = 0; i < pieces->count; i++) {
        int height = tall(&pieces->list[i]);
        if (height == tried)
            continue;
        tried = height;
        unsigned count = gather(family, pieces, height);
        if (count >= MIN_SIDE * MIN_SIDE && fit_square(square, family, count, height))
            return true;
    }
    return false;
}

/* ---- the grid ---- */

static unsigned colour_at(const struct comb_pixels *picture, double x, double y)
{
    unsigned px = x <= 0 ? 0 : x >= picture->width ? picture->width - 1 : (unsigned)x;
    unsigned py = y <= 0 ? 0 : y >= picture->height ? picture->height - 1 : (unsigned)y;
    const unsigned char *rgb = picture->rgb + 3 * ((size_t)py * picture->width + px);
    return (unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2];
}

static int export_square(struct comb_detected_grid *out, const struct square *square, const struct comb_pixels *picture,
                         double scale_x, double scale_y)
{
    double step_x = square->step_x * scale_x, step_y = square->step_y * scale_y;
    double x = square->x * scale_x, y = square->y * scale_y;
    unsigned ground = colour_at(picture, x + step_x / 2, y + step_y / 2);
    *out = (struct comb_detected_grid){.kind = COMB_DETECTED_SQUARE,
                                       .pitch = sqrt(step_x * step_y),
                                       .colour_count = 1,
                                       .to_picture = {step_x, 0, x, 0, step_y, y, 0, 0, 1},
                                       .background = ground};
    out->cells = calloc((size_t)square->rows * square->columns, sizeof *out->cells);
    out->holes = calloc(1, sizeof *out->holes);
    out->colours = calloc(1, sizeof *out->colours);
    if (!out->cells || !out->holes || !out->colours)
        return COMB_NO_MEMORY;
    for (unsigned i = 0; i < square->rows * square->columns; i++) {
        double centre_x = x + step_x * (i % square->columns), centre_y = y + step_y * (i / square->columns);
        out->cells[out->count++] = (struct comb_detected_cell){
            .x = (int)(i % square->columns),
            .y = (int)(i / square->columns),
            .centre_x = centre_x,
            .centre_y = centre_y,
            .box = {(int)(centre_x - step_x / 2), (int)(centre_y - step_y / 2), (int)step_x, (int)step_y},
            .colour = ground,
            .support = 1};
    }
    out->colours[0] = (struct comb_detected_colour){ground, out->count};
    return COMB_OK;
}

int comb_letters_find(struct comb_detected_grid *out, const struct comb_planes *planes,
                      const struct comb_pixels *picture, double scale_x, double scale_y)
{
    struct square square;
    size_t count = (size_t)planes->width * planes->height;
    struct finder *finder = malloc(sizeof *finder);
    unsigned char *ink = malloc(count);
    unsigned *stack = malloc(count * sizeof *stack);
    int code = finder && ink && stack ? COMB_OK : COMB_NO_MEMORY;
    *out = (struct comb_detected_grid){0};
    if (code == COMB_OK) {
        finder->width = planes->width;
        finder->height = planes->height;
        finder->ink = ink;
        finder->stack = stack;
        bool found = mark_ink(finder, planes->grey) && find_pieces(finder) && find_square(&square, &finder->pieces);
        code = found ? export_square(out, &square, picture, scale_x, scale_y) : COMB_NO;
    }
    free(stack);
    free(ink);
    free(finder);
    return code;
}
