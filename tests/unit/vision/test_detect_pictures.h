/* Boards painted through any map of the plane, so that the position of every cell is known exactly; and degradations:
 * blur, noise, JPEG, other colours. */
#ifndef COMB_TESTS_DETECT_PICTURES_H
#define COMB_TESTS_DETECT_PICTURES_H

#include "vision/detect/detect.h"
#include "vision/detect/map.h"

#include <leptonica/allheaders.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 400, BUCKETS = 20, MAX_IN_BUCKET = 12 };

/* Maximum distance of any part of a cell from its centre along either axis, in pitches. */
#define REACH 0.62

struct painted_cell {
    int x, y;
    unsigned colour;
};

struct board {
    enum comb_detected_kind kind;
    unsigned count;
    struct painted_cell cells[MAX_CELLS];
    double width; /* of a cell, in pitches */
    unsigned background, ink;
    bool has_border;    /* a darker rim in the cell and a white line around it */
    bool is_rounded;    /* squares only */
    bool has_ornaments; /* faint hexagons of other sizes behind the board */
};

struct view {
    unsigned width, height;
    double map[9]; /* places in pitches -> pixels */
    double back[9];
};

struct picture {
    unsigned width, height;
    unsigned char *rgb;
};

static void add_cell(struct board *board, int x, int y, unsigned colour)
{
    board->cells[board->count++] = (struct painted_cell){x, y, colour};
}

/* A hexagon of hexagons; a fixed hash chooses the colours. */
static void add_hexagon(struct board *board, int radius, const unsigned *colours, unsigned colour_count)
{
    for (int q = -radius; q <= radius; q++)
        for (int r = -radius; r <= radius; r++) {
            unsigned hash = (unsigned)(q + 50) * 2654435761U + (unsigned)(r + 50) * 40503U;
            unsigned colour = colours[(hash >> 13) % colour_count];
            if (abs(q + r) > radius)
                continue;
            if (board->kind == COMB_DETECTED_HEX_POINTY)
                add_cell(board, 2 * q + r, r, colour);
            else
                add_cell(board, q, 2 * r + q, colour);
        }
}

static inline void add_square(struct board *board, int side, unsigned colour)
{
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            add_cell(board, x, y, colour);
}

/* The board in the middle of a picture, `pitch` pixels between cells, rotated and slanted. */
static struct view view_of(const struct board *board, unsigned width, unsigned height, double pitch, double degrees,
                           double slant_x, double slant_y)
{
    struct view view = {.width = width, .height = height};
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (unsigned i = 0; i < board->count; i++) {
        double u, v;
        comb_grid_place(&u, &v, board->kind, board->cells[i].x, board->cells[i].y);
        left = fmin(left, u);
        right = fmax(right, u);
        top = fmin(top, v);
        bottom = fmax(bottom, v);
    }
    struct comb_correspondence middle = {(left + right) / 2, (top + bottom) / 2, 0, 0};
    comb_map_similarity(view.map, pitch, degrees, &middle);
    double slanted[9] = {1, 0, 0, 0, 1, 0, slant_x / width, slant_y / height, 1};
    double centred[9] = {1, 0, width / 2.0, 0, 1, height / 2.0, 0, 0, 1};
    comb_map_chain(view.map, slanted, view.map);
    comb_map_chain(view.map, centred, view.map);
    comb_map_invert(view.back, view.map);
    return view;
}

/* Half the side-to-side width of a hexagon or square through (u, v) around the origin. */
static double reach_of(enum comb_detected_kind kind, bool is_rounded, double u, double v)
{
    if (kind == COMB_DETECTED_SQUARE) {
        double a = fabs(u), b = fabs(v), corner = 0.32;
        if (is_rounded && a > corner && b > corner)
            return corner + hypot(a - corner, b - corner);
        return fmax(a, b);
    }
    double along = fabs(kind == COMB_DETECTED_HEX_FLAT ? v : u), aside = fabs(kind == COMB_DETECTED_HEX_FLAT ? u : v);
    return fmax(along, along / 2 + aside * 0.8660254037844386);
}

/* A letter of bars: always a stem, and others by number. */
static bool is_ink(unsigned number, double u, double v)
{
    if (fabs(u) > 0.15 || fabs(v) > 0.2)
        return false;
    return u < -0.09 || (number % 2 == 0 && fabs(v) < 0.03) || (number % 3 == 0 && v < -0.14) ||
           (number % 5 < 2 && u > 0.09);
}

static unsigned darker(unsigned colour)
{
    return (colour >> 1 & 0x7f7f7f) + (colour >> 2 & 0x3f3f3f);
}

static unsigned background_at(const struct board *board, double u, double v)
{
    static const double ornaments[][3] = {{-3.1, 0.4, 1.6}, {4.2, -2.3, 0.8}, {1.3, 3.4, 2.2}, {-4, -3, 0.5}};
    for (unsigned i = 0; board->has_ornaments && i < sizeof ornaments / sizeof *ornaments; i++) {
        double reach = reach_of(COMB_DETECTED_HEX_POINTY, false, u - ornaments[i][0], v - ornaments[i][1]);
        if (reach < ornaments[i][2] && reach > ornaments[i][2] - 0.06)
            return board->background - 0x030303;
    }
    return board->background;
}

/* Which cells may extend into each square of one pitch. */
struct buckets {
    unsigned char count[2 * BUCKETS][2 * BUCKETS];
    short cells[2 * BUCKETS][2 * BUCKETS][MAX_IN_BUCKET];
};

static int bucket_of(double value)
{
    int bucket = (int)floor(value) + BUCKETS;
    return bucket < 0 ? 0 : bucket >= 2 * BUCKETS ? 2 * BUCKETS - 1 : bucket;
}

static void fill_buckets(struct buckets *buckets, const struct board *board)
{
    memset(buckets, 0, sizeof *buckets);
    for (unsigned i = 0; i < board->count; i++) {
        double u, v;
        comb_grid_place(&u, &v, board->kind, board->cells[i].x, board->cells[i].y);
        for (int row = bucket_of(v - REACH); row <= bucket_of(v + REACH); row++)
            for (int column = bucket_of(u - REACH); column <= bucket_of(u + REACH); column++) {
                assert_true(buckets->count[row][column] < MAX_IN_BUCKET);
                buckets->cells[row][column][buckets->count[row][column]++] = (short)i;
            }
    }
}

static unsigned colour_of(const struct board *board, const struct buckets *buckets, double u, double v)
{
    double half = board->width / 2;
    int row = bucket_of(v), column = bucket_of(u);
    for (unsigned k = 0; k < buckets->count[row][column]; k++) {
        unsigned i = (unsigned)buckets->cells[row][column][k];
        double cell_u, cell_v;
        comb_grid_place(&cell_u, &cell_v, board->kind, board->cells[i].x, board->cells[i].y);
        if (fabs(u - cell_u) > REACH || fabs(v - cell_v) > REACH)
            continue;
        double reach = reach_of(board->kind, board->is_rounded, u - cell_u, v - cell_v);
        if (reach < half && is_ink(i, u - cell_u, v - cell_v))
            return board->ink;
        if (reach < half)
            return board->has_border && reach > 0.84 * half ? darker(board->cells[i].colour) : board->cells[i].colour;
        if (board->has_border && reach < half * 1.04)
            return 0xffffff;
    }
    return background_at(board, u, v);
}

static struct picture blank(unsigned width, unsigned height)
{
    struct picture picture = {width, height, malloc((size_t)3 * width * height)};
    assert_non_null(picture.rgb);
    return picture;
}

static struct picture paint(const struct board *board, const struct view *view)
{
    enum { POINTS = 2 };
    struct picture picture = blank(view->width, view->height);
    struct buckets *buckets = malloc(sizeof *buckets);
    assert_non_null(buckets);
    fill_buckets(buckets, board);
    unsigned char *rgb = picture.rgb;
    for (unsigned y = 0; y < view->height; y++)
        for (unsigned x = 0; x < view->width; x++, rgb += 3) {
            unsigned sums[3] = {0};
            for (unsigned i = 0; i < POINTS * POINTS; i++) {
                double u, v;
                comb_map_apply(&u, &v, view->back, x + (i % POINTS + 0.5) / POINTS, y + (i / POINTS + 0.5) / POINTS);
                unsigned colour = colour_of(board, buckets, u, v);
                for (unsigned c = 0; c < 3; c++)
                    sums[c] += colour >> (16 - 8 * c) & 255;
            }
            for (unsigned c = 0; c < 3; c++)
                rgb[c] = (unsigned char)(sums[c] / (POINTS * POINTS));
        }
    free(buckets);
    return picture;
}

static inline void blur(struct picture *picture, double sigma)
{
    int reach = (int)ceil(3 * sigma), width = (int)picture->width, height = (int)picture->height;
    for (int pass = 0; pass < 2; pass++) {
        struct picture out = blank(picture->width, picture->height);
        for (int i = 0; i < 3 * width * height; i++) {
            int x = i / 3 % width, y = i / 3 / width, c = i % 3;
            double sum = 0, weights = 0;
            for (int k = -reach; k <= reach; k++) {
                int at_x = pass ? x : x + k, at_y = pass ? y + k : y;
                if (at_x < 0 || at_y < 0 || at_x >= width || at_y >= height)
                    continue;
                double weight = exp(-k * k / (2 * sigma * sigma));
                sum += weight * picture->rgb[3 * (at_y * width + at_x) + c];
                weights += weight;
            }
            out.rgb[i] = (unsigned char)(sum / weights + 0.5);
        }
        free(picture->rgb);
        *picture = out;
    }
}

static inline void add_noise(struct picture *picture, double sigma)
{
    uint64_t state = 1;
    for (size_t i = 0; i < (size_t)3 * picture->width * picture->height; i++) {
        double sum = 0;
        for (unsigned k = 0; k < 4; k++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            sum += (double)(state >> 40) / (1 << 24) - 0.5;
        }
        picture->rgb[i] = (unsigned char)fmin(255, fmax(0, picture->rgb[i] + sum * sqrt(3) * sigma));
    }
}

static inline void invert(struct picture *picture)
{
    for (size_t i = 0; i < (size_t)3 * picture->width * picture->height; i++)
        picture->rgb[i] = (unsigned char)(255 - picture->rgb[i]);
}

static inline void through_jpeg(struct picture *picture, int quality)
{
    PIX *pix = pixCreate((int)picture->width, (int)picture->height, 32);
    l_uint8 *bytes = NULL;
    size_t length = 0;
    struct comb_pixels *pixels = NULL;
    for (unsigned i = 0; i < picture->width * picture->height; i++) {
        const unsigned char *p = picture->rgb + (size_t)3 * i;
        pixSetRGBPixel(pix, (int)(i % picture->width), (int)(i / picture->width), p[0], p[1], p[2]);
    }
    assert_int_equal(pixWriteMemJpeg(&bytes, &length, pix, quality, 0), 0);
    assert_int_equal(comb_pixels_decode(&pixels, bytes, length, NULL), COMB_OK);
    memcpy(picture->rgb, pixels->rgb, (size_t)3 * picture->width * picture->height);
    comb_pixels_free(pixels);
    lept_free(bytes);
    pixDestroy(&pix);
}

#endif
