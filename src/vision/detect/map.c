/* Maps of the plane, fitted to matches by least squares.
 *
 * Affine: two sets of three unknowns with the same 3 x 3 normal matrix. Perspective: eight unknowns, linear after
 * multiplying out the denominator,
 *
 *     x (g u + h v + 1) = a u + b v + c        y (g u + h v + 1) = d u + e v + f
 *
 * which weights matches by their denominators; these are near 1 unless the view is steep. Places and pixels are centred
 * and scaled first, so that the normal matrix is well conditioned. */
#include "vision/detect/map.h"

#include <math.h>
#include <string.h>

enum { MAX_UNKNOWNS = 8 };

void comb_map_apply(double *x, double *y, const double map[9], double u, double v)
{
    double w = map[6] * u + map[7] * v + map[8];
    w = fabs(w) < 1e-9 ? 1e-9 : w;
    *x = (map[0] * u + map[1] * v + map[2]) / w;
    *y = (map[3] * u + map[4] * v + map[5]) / w;
}

bool comb_map_invert(double out[9], const double map[9])
{
    double minors[9] = {
        map[4] * map[8] - map[5] * map[7], map[2] * map[7] - map[1] * map[8], map[1] * map[5] - map[2] * map[4],
        map[5] * map[6] - map[3] * map[8], map[0] * map[8] - map[2] * map[6], map[2] * map[3] - map[0] * map[5],
        map[3] * map[7] - map[4] * map[6], map[1] * map[6] - map[0] * map[7], map[0] * map[4] - map[1] * map[3]};
    double determinant = map[0] * minors[0] + map[1] * minors[3] + map[2] * minors[6];
    if (fabs(determinant) < 1e-12)
        return false;
    for (unsigned i = 0; i < 9; i++)
        out[i] = minors[i] / determinant;
    return true;
}

void comb_map_chain(double out[9], const double first[9], const double second[9])
{
    double product[9];
    for (unsigned r = 0; r < 3; r++)
        for (unsigned c = 0; c < 3; c++)
            product[3 * r + c] =
                first[3 * r] * second[c] + first[3 * r + 1] * second[3 + c] + first[3 * r + 2] * second[6 + c];
    memcpy(out, product, sizeof product);
}

void comb_map_similarity(double out[9], double scale, double degrees, const struct comb_correspondence *at)
{
    double angle = degrees * acos(-1) / 180;
    double c = scale * cos(angle), s = scale * sin(angle);
    double map[9] = {c, -s, at->x - c * at->u + s * at->v, s, c, at->y - s * at->u - c * at->v, 0, 0, 1};
    memcpy(out, map, sizeof map);
}

/* Gaussian elimination with pivoting; each row has `count` coefficients and a right-hand side. */
static bool solve(double rows[MAX_UNKNOWNS][MAX_UNKNOWNS + 1], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned pivot = i;
        for (unsigned r = i + 1; r < count; r++)
            pivot = fabs(rows[r][i]) > fabs(rows[pivot][i]) ? r : pivot;
        if (fabs(rows[pivot][i]) < 1e-9)
            return false;
        for (unsigned c = 0; c <= count; c++) {
            double swap = rows[i][c];
            rows[i][c] = rows[pivot][c];
            rows[pivot][c] = swap;
        }
        for (unsigned r = 0; r < count; r++) {
            double factor = r == i ? 0 : rows[r][i] / rows[i][i];
            for (unsigned c = i; c <= count; c++)
                rows[r][c] -= factor * rows[i][c];
        }
    }
    for (unsigned i = 0; i < count; i++)
        rows[i][count] /= rows[i][i];
    return true;
}

static void add_equation(double rows[MAX_UNKNOWNS][MAX_UNKNOWNS + 1], const double *factors, double value,
                         unsigned count)
{
    for (unsigned r = 0; r < count; r++) {
        for (unsigned c = 0; c < count; c++)
            rows[r][c] += factors[r] * factors[c];
        rows[r][count] += factors[r] * value;
    }
}

/* Normalisation to mean 0 and mean distance about 1: (value - middle) * scale. */
struct frame {
    double x, y, scale;
};

static struct frame frame_of(const double *x, const double *y, size_t stride, size_t count)
{
    struct frame frame = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        frame.x += x[i * stride] / (double)count;
        frame.y += y[i * stride] / (double)count;
    }
    for (size_t i = 0; i < count; i++)
        frame.scale += hypot(x[i * stride] - frame.x, y[i * stride] - frame.y) / (double)count;
    frame.scale = frame.scale > 1e-9 ? 1 / frame.scale : 1;
    return frame;
}

struct frames {
    struct frame place, pixel;
};

static struct frames frames_of(const struct comb_correspondence *matches, size_t count)
{
    enum { STRIDE = sizeof *matches / sizeof matches->u };
    return (struct frames){frame_of(&matches->u, &matches->v, STRIDE, count),
                           frame_of(&matches->x, &matches->y, STRIDE, count)};
}

static struct comb_correspondence normalised(const struct comb_correspondence *match, const struct frames *frames)
{
    return (struct comb_correspondence){
        (match->u - frames->place.x) * frames->place.scale, (match->v - frames->place.y) * frames->place.scale,
        (match->x - frames->pixel.x) * frames->pixel.scale, (match->y - frames->pixel.y) * frames->pixel.scale};
}

/* Converts a map between normalised places and pixels into one between the original ones. */
static void denormalise(double map[9], const struct frames *frames)
{
    double in = frames->place.scale, back = 1 / frames->pixel.scale;
    double before[9] = {in, 0, -in * frames->place.x, 0, in, -in * frames->place.y, 0, 0, 1};
    double after[9] = {back, 0, frames->pixel.x, 0, back, frames->pixel.y, 0, 0, 1};
    comb_map_chain(map, map, before);
    comb_map_chain(map, after, map);
    double last = fabs(map[8]) > 1e-12 ? map[8] : 1;
    for (unsigned i = 0; i < 9; i++)
        map[i] /= last;
}

bool comb_map_affine(double out[9], const struct comb_correspondence *matches, size_t count)
{
    if (count < 3)
        return false;
    struct frames frames = frames_of(matches, count);
    double rows[2][MAX_UNKNOWNS][MAX_UNKNOWNS + 1] = {{{0}}};
    for (size_t i = 0; i < count; i++) {
        struct comb_correspondence match = normalised(&matches[i], &frames);
        double factors[3] = {match.u, match.v, 1};
        add_equation(rows[0], factors, match.x, 3);
        add_equation(rows[1], factors, match.y, 3);
    }
    for (unsigned i = 0; i < 3; i++)
        if (rows[0][i][i] < 1e-3 * (double)count)
            return false;
    if (!solve(rows[0], 3) || !solve(rows[1], 3))
        return false;
    double map[9] = {rows[0][0][3], rows[0][1][3], rows[0][2][3], rows[1][0][3], rows[1][1][3], rows[1][2][3], 0, 0, 1};
    memcpy(out, map, sizeof map);
    denormalise(out, &frames);
    return true;
}

bool comb_map_perspective(double out[9], const struct comb_correspondence *matches, size_t count)
{
    if (count < 4)
        return false;
    struct frames frames = frames_of(matches, count);
    double rows[MAX_UNKNOWNS][MAX_UNKNOWNS + 1] = {{0}};
    for (size_t i = 0; i < count; i++) {
        struct comb_correspondence m = normalised(&matches[i], &frames);
        double for_x[8] = {m.u, m.v, 1, 0, 0, 0, -m.x * m.u, -m.x * m.v};
        double for_y[8] = {0, 0, 0, m.u, m.v, 1, -m.y * m.u, -m.y * m.v};
        add_equation(rows, for_x, m.x, 8);
        add_equation(rows, for_y, m.y, 8);
    }
    if (!solve(rows, 8))
        return false;
    for (unsigned i = 0; i < 8; i++)
        out[i] = rows[i][8];
    out[8] = 1;
    denormalise(out, &frames);
    return true;
}

double comb_map_error(const double map[9], const struct comb_correspondence *matches, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double x, y;
        comb_map_apply(&x, &y, map, matches[i].u, matches[i].v);
        sum += hypot(x - matches[i].x, y - matches[i].y);
    }
    return count ? sum / (double)count : 0;
}
