/* Finds the regions of a mask and decides which of them could be cells.
 *
 * A mask is cut into runs of equal labels per row; touching runs of adjacent rows are united (disjoint sets). A drawing
 * has few runs, so this is about ten times faster than flood filling pixel by pixel.
 *
 *     ....#######....      run
 *     ...#########...      run        outline: the first and the last pixel in every row; letters and other holes in
 * the
 *     ..###.@.#####..      two runs   middle are thereby ignored
 *
 * The hull of the outline is a polygon. The harmonics of its radius by angle describe it independently of its rotation:
 *
 *     square  |4|     hexagon  |6|     circle  none     elongated  |2|     letter: large residual
 *
 * Cost: linear in pixels plus, for each region that might be a cell, its height and 48 angles. */
#include "vision/detect/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ANGLES = 48, MIN_SIDE = 8, BUCKET = 16 };

#define PI 3.14159265358979323846

struct run {
    uint16_t from, to; /* both included */
    uint16_t y;
    unsigned char label;
    uint32_t parent; /* disjoint sets */
    uint32_t next;   /* next run of the same region, or NONE */
};

struct region {
    uint32_t first, last; /* runs */
    uint32_t area;
    uint16_t left, right, top, bottom;
};

static const uint32_t none = UINT32_MAX;

struct runs COMB_VEC(struct run);

static uint32_t find_root(struct run *runs, uint32_t at)
{
    while (runs[at].parent != at) {
        runs[at].parent = runs[runs[at].parent].parent;
        at = runs[at].parent;
    }
    return at;
}

static void unite(struct run *runs, uint32_t a, uint32_t b)
{
    a = find_root(runs, a);
    b = find_root(runs, b);
    if (a < b)
        runs[b].parent = a;
    else
        runs[a].parent = b;
}

/* The end of the run of equal bytes that starts at x; compares eight bytes at a time. */
static unsigned stretch_end(const unsigned char *row, unsigned x, unsigned width)
{
    unsigned char label = row[x];
    uint64_t eight, same = label * UINT64_C(0x0101010101010101);
    for (; x + 8 <= width; x += 8) {
        memcpy(&eight, row + x, sizeof eight);
        if (eight != same)
            break;
    }
    while (x < width && row[x] == label)
        x++;
    return x;
}

static bool cut_row(struct runs *runs, const unsigned char *row, unsigned width, unsigned y)
{
    unsigned x = 0;
    while (x < width) {
        unsigned char label = row[x];
        unsigned from = x;
        x = stretch_end(row, x, width);
        if (!label)
            continue;
        struct run run = {.from = (uint16_t)from,
                          .to = (uint16_t)(x - 1),
                          .y = (uint16_t)y,
                          .label = label,
                          .parent = (uint32_t)runs->count,
                          .next = none};
        if (!comb_vec_push(runs, run))
            return false;
    }
    return true;
}

/* Unites the runs above[..end) with touching runs of the same label in the row below. */
static void join_rows(struct run *runs, size_t above, size_t below, size_t end)
{
    size_t i = above;
    for (size_t j = below; j < end; j++) {
        while (i < below && runs[i].to < runs[j].from)
            i++;
        for (size_t k = i; k < below && runs[k].from <= runs[j].to; k++)
            if (runs[k].label == runs[j].label)
                unite(runs, (uint32_t)k, (uint32_t)j);
    }
}

static bool cut_all(struct runs *runs, const unsigned char *labels, unsigned width, unsigned height)
{
    size_t above = 0, below = 0;
    for (unsigned y = 0; y < height; y++) {
        if (!cut_row(runs, labels + (size_t)y * width, width, y))
            return false;
        join_rows(runs->items, above, below, runs->count);
        above = below;
        below = runs->count;
    }
    return true;
}

static void add_run(struct region *region, struct run *runs, uint32_t at)
{
    const struct run *run = &runs[at];
    if (region->first == none) {
        *region = (struct region){.first = at, .left = run->from, .right = run->to, .top = run->y};
    } else {
        runs[region->last].next = at;
        region->left = run->from < region->left ? run->from : region->left;
        region->right = run->to > region->right ? run->to : region->right;
    }
    region->last = at;
    region->bottom = run->y;
    region->area += (uint32_t)(run->to - run->from) + 1;
}

/* Numbers the regions in the order of their first runs. `parent` of a root becomes its region's number. */
static struct region *gather(size_t *count, struct runs *runs)
{
    size_t regions = 0;
    for (size_t i = 0; i < runs->count; i++)
        regions += runs->items[i].parent == i;
    struct region *region = malloc((regions + 1) * sizeof *region);
    uint32_t *number = malloc((runs->count + 1) * sizeof *number);
    *count = 0;
    for (size_t i = 0; region && number && i < runs->count; i++) {
        uint32_t root = find_root(runs->items, (uint32_t)i);
        if (root == i) {
            number[i] = (uint32_t)*count;
            region[(*count)++].first = none;
        }
        add_run(&region[number[root]], runs->items, (uint32_t)i);
    }
    if (!number) {
        free(region);
        region = NULL;
    }
    free(number);
    return region;
}

struct point {
    double x, y;
};

struct outline {
    struct point *left, *right; /* hull chains from top to bottom */
    size_t left_count, right_count;
    double row_area;
};

static double turn_of(struct point a, struct point b, struct point c)
{
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

/* Extends one side of the hull; points arrive with increasing y; `side` is 1 for the left and -1 for the right one. */
static size_t push_hull(struct point *hull, size_t count, struct point point, double side)
{
    while (count >= 2 && side * turn_of(hull[count - 2], hull[count - 1], point) >= 0)
        count--;
    hull[count] = point;
    return count + 1;
}

static void push_row(struct outline *outline, unsigned from, unsigned to, double y)
{
    outline->left_count = push_hull(outline->left, outline->left_count, (struct point){from, y}, 1);
    outline->right_count = push_hull(outline->right, outline->right_count, (struct point){to + 1.0, y}, -1);
}

/* Traces the hull of a region: the first and last pixels in each row. */
static void trace(struct outline *outline, const struct region *region, const struct run *runs)
{
    uint32_t at = region->first;
    while (at != none) {
        unsigned y = runs[at].y, from = runs[at].from, to = runs[at].to;
        for (at = runs[at].next; at != none && runs[at].y == y; at = runs[at].next)
            to = runs[at].to > to ? runs[at].to : to;
        if (y == region->top)
            push_row(outline, from, to, y);
        push_row(outline, from, to, y + 0.5);
        if (y == region->bottom)
            push_row(outline, from, to, y + 1.0);
        outline->row_area += to - from + 1.0;
    }
}

/* The hull as one closed polygon, clockwise on the screen: the right side down, the left side up. */
static size_t close_hull(struct point *polygon, const struct outline *outline)
{
    size_t count = 0;
    for (size_t i = 0; i < outline->right_count; i++)
        polygon[count++] = outline->right[i];
    for (size_t i = outline->left_count; i-- > 0;)
        polygon[count++] = outline->left[i];
    return count;
}

static double polygon_area(struct point *centre, const struct point *polygon, size_t count)
{
    double area = 0, x = 0, y = 0;
    for (size_t i = 0; i < count; i++) {
        struct point a = polygon[i], b = polygon[(i + 1) % count];
        double cross = a.x * b.y - b.x * a.y;
        area += cross;
        x += (a.x + b.x) * cross;
        y += (a.y + b.y) * cross;
    }
    *centre = (struct point){x / (3 * area), y / (3 * area)};
    return area / 2;
}

/* Sine and cosine of the angles. */
struct circle {
    double sine[ANGLES], cosine[ANGLES];
};

static void set_circle(struct circle *circle)
{
    for (unsigned k = 0; k < ANGLES; k++) {
        circle->sine[k] = sin(2 * PI * k / ANGLES);
        circle->cosine[k] = cos(2 * PI * k / ANGLES);
    }
}

/* Computes the distance from the centre to the polygon at evenly spaced angles. The polygon is convex and clockwise, so
 * one pass around it meets all angles in turn. */
static bool radii(double *radius, struct point centre, const struct point *polygon, size_t count,
                  const struct circle *circle)
{
    unsigned filled = 0;
    for (size_t i = 0; i < count; i++) {
        struct point a = {polygon[i].x - centre.x, polygon[i].y - centre.y};
        struct point b = {polygon[(i + 1) % count].x - centre.x, polygon[(i + 1) % count].y - centre.y};
        double cross = a.x * b.y - a.y * b.x;
        if (cross <= 1e-9)
            continue;
        double from = atan2(a.y, a.x) * ANGLES / (2 * PI);
        double to = atan2(b.y, b.x) * ANGLES / (2 * PI);
        to = to < from ? to + ANGLES : to;
        for (int k = (int)ceil(from); k <= (int)floor(to); k++) {
            int at = (k + 2 * ANGLES) % ANGLES;
            double along = circle->cosine[at] * (b.y - a.y) - circle->sine[at] * (b.x - a.x);
            if (along > 1e-9) {
                radius[at] = cross / along;
                filled++;
            }
        }
    }
    return filled >= ANGLES;
}

struct harmonic {
    double size, phase; /* amplitude relative to the mean radius */
};

static struct harmonic harmonic(const double *radius, double mean, unsigned order, const struct circle *circle)
{
    double real = 0, imaginary = 0;
    for (unsigned k = 0; k < ANGLES; k++) {
        real += radius[k] * circle->cosine[k * order % ANGLES];
        imaginary += radius[k] * circle->sine[k * order % ANGLES];
    }
    double scale = 2 / (ANGLES * mean);
    return (struct harmonic){scale * hypot(real, imaginary), atan2(imaginary, real)};
}

/* Root mean square of the radius after removing the even harmonics, relative to its mean. */
static double unexplained(const double *radius, double mean)
{
    double residual = 0;
    for (unsigned k = 0; k < ANGLES / 2; k++) {
        double difference = (radius[k] - radius[k + ANGLES / 2]) / (2 * mean);
        residual += difference * difference;
    }
    return sqrt(residual / (ANGLES / 2));
}

static double wrap(double angle, double period)
{
    return angle - period * floor(angle / period + 0.5);
}

static bool describe_shape(struct comb_shape *shape, const double *radius, const struct circle *circle)
{
    static const double max_stretch = 0.13, max_residual = 0.06;
    double mean = 0;
    for (unsigned k = 0; k < ANGLES; k++)
        mean += radius[k] / ANGLES;
    struct harmonic two = harmonic(radius, mean, 2, circle);
    struct harmonic four = harmonic(radius, mean, 4, circle);
    struct harmonic six = harmonic(radius, mean, 6, circle);
    shape->stretch = two.size;
    shape->harmonic4 = four.size;
    shape->harmonic6 = six.size;
    shape->square_rotation = wrap(four.phase * 180 / PI / 4 - 45, 90);
    shape->hex_rotation = wrap(six.phase * 180 / PI / 6, 60);
    return two.size <= max_stretch && four.size < 0.2 && six.size < 0.1 && unexplained(radius, mean) <= max_residual;
}

static bool measure(struct comb_shape *shape, const struct region *region, const struct run *runs, struct point *points,
                    const struct circle *circle)
{
    static const double min_solidity = 0.9;
    size_t rows = (size_t)(region->bottom - region->top) + 4;
    struct outline outline = {.left = points, .right = points + rows};
    struct point *polygon = points + 2 * rows;
    struct point centre;
    double radius[ANGLES];
    trace(&outline, region, runs);
    size_t count = close_hull(polygon, &outline);
    double area = polygon_area(&centre, polygon, count);
    if (area < MIN_SIDE * MIN_SIDE / 2 || outline.row_area < min_solidity * area ||
        !radii(radius, centre, polygon, count, circle))
        return false;
    *shape = (struct comb_shape){.x = centre.x, .y = centre.y, .size = sqrt(area), .votes = 1};
    return describe_shape(shape, radius, circle);
}

/* Only regions with a cell's size and proportions that do not touch the picture's border. */
static bool is_candidate(const struct region *region, unsigned width, unsigned height)
{
    unsigned wide = region->right - region->left + 1u, high = region->bottom - region->top + 1u;
    unsigned longest = wide > high ? wide : high, shortest = wide > high ? high : wide;
    return shortest >= MIN_SIDE && longest * 10 <= shortest * 15 && longest * 10 <= 9 * (width + height) / 2 &&
           region->area * 8 >= wide * high && region->left > 0 && region->top > 0 && region->right + 1u < width &&
           region->bottom + 1u < height;
}

bool comb_shape_pool_init(struct comb_shape_pool *pool, unsigned width, unsigned height)
{
    *pool = (struct comb_shape_pool){.columns = width / BUCKET + 1, .rows = height / BUCKET + 1};
    size_t count = (size_t)pool->columns * pool->rows;
    pool->buckets = malloc(count * sizeof *pool->buckets);
    for (size_t i = 0; pool->buckets && i < count; i++)
        pool->buckets[i] = -1;
    return pool->buckets;
}

void comb_shape_pool_free(struct comb_shape_pool *pool)
{
    free(pool->buckets);
    comb_vec_free(&pool->next);
    comb_vec_free(&pool->shapes);
    *pool = (struct comb_shape_pool){0};
}

static bool same_shape(const struct comb_shape *a, const struct comb_shape *b)
{
    return fabs(a->size - b->size) < 0.04 * a->size && hypot(a->x - b->x, a->y - b->y) < 0.06 * a->size;
}

static struct comb_shape *find_same(const struct comb_shape_pool *pool, const struct comb_shape *shape)
{
    int column = (int)(shape->x / BUCKET), row = (int)(shape->y / BUCKET);
    for (int r = row > 0 ? row - 1 : 0; r <= row + 1 && r < (int)pool->rows; r++)
        for (int c = column > 0 ? column - 1 : 0; c <= column + 1 && c < (int)pool->columns; c++)
            for (int32_t at = pool->buckets[(size_t)r * pool->columns + (size_t)c]; at >= 0; at = pool->next.items[at])
                if (same_shape(&pool->shapes.items[at], shape))
                    return &pool->shapes.items[at];
    return NULL;
}

static bool pool_add(struct comb_shape_pool *pool, const struct comb_shape *shape)
{
    enum { MAX_SHAPES = 20000 };
    struct comb_shape *same = find_same(pool, shape);
    if (same) {
        same->votes++;
        return true;
    }
    if (pool->shapes.count >= MAX_SHAPES)
        return true;
    size_t bucket = (size_t)(shape->y / BUCKET) * pool->columns + (size_t)(shape->x / BUCKET);
    if (!comb_vec_grow(&pool->shapes) || !comb_vec_push(&pool->next, pool->buckets[bucket]))
        return false;
    pool->buckets[bucket] = (int32_t)pool->shapes.count;
    pool->shapes.items[pool->shapes.count++] = *shape;
    return true;
}

bool comb_shapes_find(struct comb_shape_pool *pool, const unsigned char *labels, unsigned width, unsigned height)
{
    struct runs runs = {0};
    struct circle circle;
    size_t count = 0;
    set_circle(&circle);
    struct point *points = malloc((4 * (size_t)height + 32) * sizeof *points);
    struct region *regions = points && cut_all(&runs, labels, width, height) ? gather(&count, &runs) : NULL;
    bool good = regions;
    for (size_t i = 0; good && i < count; i++) {
        struct comb_shape shape;
        if (is_candidate(&regions[i], width, height) && measure(&shape, &regions[i], runs.items, points, &circle))
            good = pool_add(pool, &shape);
    }
    free(regions);
    free(points);
    comb_vec_free(&runs);
    return good;
}
