/* Probes the places of a lattice for cells.
 *
 * The lattice determines a cell's outline except for its size. The size comes from the found cells: it is the scale at
 * which the picture changes most across their outlines.
 *
 *          ______
 *         /  in  \        a point of the outline is visible if the colour inside differs from that in the gap by a
 * large /   |    \       part of the difference at cells that are certain; a faint ornament of the same shape differs
 *        \  out   /       too little
 *         \______/
 *
 * Then every surrounding place is probed in the same way, repeatedly as long as cells are added, since masks may have
 * missed some. A place with a neighbour is accepted more easily than an isolated one.
 *
 * Cost: 36 points per place, two samples per point. */
#include "vision/detect/probe.h"

#include "vision/pixels/colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = COMB_PROBE_POINTS, MAX_SPOTS = 40000 };

static void set_points(struct comb_probe *probe)
{
    enum comb_detected_kind kind = probe->fit->kind;
    unsigned sides = kind == COMB_DETECTED_SQUARE ? 4 : 6, each = POINTS / sides;
    double reach = kind == COMB_DETECTED_SQUARE ? 0.7 : 0.8, half = 0.5 * tan(acos(-1) / sides);
    for (unsigned i = 0; i < POINTS; i++) {
        double angle = 2 * acos(-1) * (i / each) / sides + (kind == COMB_DETECTED_HEX_FLAT ? acos(-1) / 6 : 0);
        double along = half * reach * (2.0 * (i % each) / (each - 1) - 1);
        probe->points[i][0] = 0.5 * cos(angle) - along * sin(angle);
        probe->points[i][1] = 0.5 * sin(angle) + along * cos(angle);
    }
}

struct sample {
    bool inside;
    double colour[COMB_MASK_PLANES];
};

static struct sample sample_at(const struct comb_planes *planes, double x, double y)
{
    struct sample sample = {.inside = false};
    x -= 0.5;
    y -= 0.5;
    if (!(x >= 0 && y >= 0 && x < planes->width - 1.0 && y < planes->height - 1.0))
        return sample;
    size_t column = (size_t)x, row = (size_t)y, at = row * planes->width + column;
    double right = x - (double)column, down = y - (double)row;
    sample.inside = true;
    for (unsigned p = 0; p < COMB_MASK_PLANES; p++) {
        const unsigned char *pixel = planes->colour[p] + at;
        double above = pixel[0] * (1 - right) + pixel[1] * right;
        double below = pixel[planes->width] * (1 - right) + pixel[planes->width + 1] * right;
        sample.colour[p] = above * (1 - down) + below * down;
    }
    return sample;
}

static struct sample sample_place(const struct comb_probe *probe, const struct comb_probe_spot *spot, unsigned point,
                                  double scale)
{
    double u, v, x, y;
    comb_grid_place(&u, &v, probe->fit->kind, spot->x, spot->y);
    comb_map_apply(&x, &y, probe->fit->map, u + probe->points[point][0] * scale, v + probe->points[point][1] * scale);
    return sample_at(probe->planes, x, y);
}

static double difference(const struct sample *a, const struct sample *b)
{
    double largest = 0;
    for (unsigned p = 0; p < COMB_MASK_PLANES; p++)
        largest = fmax(largest, fabs(a->colour[p] - b->colour[p]));
    return largest;
}

/* Difference across the outline of a spot between two scales at one point; negative outside the picture. */
static double across(const struct comb_probe *probe, const struct comb_probe_spot *spot, unsigned point, double inner,
                     double outer)
{
    struct sample in = sample_place(probe, spot, point, inner);
    struct sample out = sample_place(probe, spot, point, outer);
    return in.inside && out.inside ? difference(&in, &out) : -1;
}

static double gap_scale(const struct comb_probe *probe)
{
    double middle = (probe->outline + 1) / 2;
    return fmin(fmax(middle, probe->outline + 0.02), probe->outline + 0.08);
}

static double inner_scale(const struct comb_probe *probe)
{
    return probe->outline - 0.07;
}

/* Returns the scale at which the found cells' outlines are strongest. A mask's regions are smaller than the cells by
 * the width of the edge, hence the range. */
static double find_outline(const struct comb_probe *probe)
{
    enum { MAX_CELLS = 24 };
    double start = probe->fit->size / (probe->fit->kind == COMB_DETECTED_SQUARE ? 1 : sqrt(sqrt(0.75)));
    double best = start, best_sum = -1;
    size_t step = probe->fit->count / MAX_CELLS + 1;
    double first = start * 0.96, last = fmin(1.04, start * 1.3);
    for (int k = 0; first + k / 100.0 <= last; k++) {
        double scale = first + k / 100.0, sum = 0;
        for (size_t i = 0; i < probe->fit->count; i += step)
            for (unsigned p = 0; p < POINTS; p++) {
                struct comb_probe_spot spot = {.x = probe->fit->places[i].x, .y = probe->fit->places[i].y};
                sum += fmin(60, fmax(0, across(probe, &spot, p, scale - 0.025, scale + 0.025)));
            }
        if (sum > best_sum) {
            best_sum = sum;
            best = scale;
        }
    }
    return best;
}

static int by_value(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* The difference across the outline that half of a cell's points exceed. */
static double cell_contrast(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    double values[POINTS];
    for (unsigned p = 0; p < POINTS; p++)
        values[p] = fmax(0, across(probe, spot, p, inner_scale(probe), gap_scale(probe)));
    qsort(values, POINTS, sizeof *values, by_value);
    return values[POINTS / 2];
}

/* Sets the threshold for a visible outline point: a large part of what the fainter found cells show. */
static bool find_contrast(struct comb_probe *probe)
{
    static const double min = 3, fraction = 0.45;
    size_t count = probe->fit->count;
    double *values = malloc((count + 1) * sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct comb_probe_spot spot = {.x = probe->fit->places[i].x, .y = probe->fit->places[i].y};
        values[i] = cell_contrast(probe, &spot);
    }
    qsort(values, count, sizeof *values, by_value);
    probe->typical = values[count / 4];
    probe->contrast = fmax(fmax(min, 0.6 * probe->planes->noise), fraction * probe->typical);
    probe->faintest = fmin(probe->contrast, fmax(fmax(5, probe->planes->noise), 0.06 * probe->typical));
    free(values);
    return true;
}

static void unpack(double *colour, unsigned packed)
{
    for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
        colour[c] = packed >> (16 - 8 * c) & 255;
}

/* Finds the most common colour of the gaps around found cells. */
static void find_gap(struct comb_probe *probe)
{
    enum { MAX = 300 };
    unsigned colours[MAX] = {0};
    unpack(probe->gap, comb_colour_mode(colours, comb_probe_gaps(colours, MAX, probe)));
}

/* Finds the most common fill of places without a found cell. */
static void find_ground(struct comb_probe *probe)
{
    enum { MAX = 300 };
    unsigned colours[MAX] = {0};
    size_t count = 0, spots = (size_t)probe->columns * (size_t)probe->rows, step = spots / MAX + 1;
    for (size_t i = 0; i < spots && count < MAX; i += step) {
        const double *fill = probe->spots[i].fill;
        if (!probe->spots[i].found && probe->spots[i].visible >= 1)
            colours[count++] = (unsigned)fill[0] << 16 | (unsigned)fill[1] << 8 | (unsigned)fill[2];
    }
    unpack(probe->ground, comb_colour_mode(colours, count));
    if (count == 0)
        memcpy(probe->ground, probe->gap, sizeof probe->ground);
}

/* Samples across the outline of one place. */
struct samples {
    unsigned count;
    double step[POINTS][COMB_MASK_PLANES]; /* inside minus gap */
    double inside[COMB_MASK_PLANES];       /* mean */
    double mean[COMB_MASK_PLANES];         /* of the steps */
};

static void sample_outline(struct samples *samples, const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    *samples = (struct samples){0};
    for (unsigned p = 0; p < POINTS; p++) {
        struct sample in = sample_place(probe, spot, p, inner_scale(probe));
        struct sample out = sample_place(probe, spot, p, gap_scale(probe));
        if (!in.inside || !out.inside)
            continue;
        for (unsigned c = 0; c < COMB_MASK_PLANES; c++) {
            samples->step[samples->count][c] = in.colour[c] - out.colour[c];
            samples->mean[c] += in.colour[c] - out.colour[c];
            samples->inside[c] += in.colour[c];
        }
        samples->count++;
    }
    for (unsigned c = 0; c < COMB_MASK_PLANES && samples->count; c++) {
        samples->mean[c] /= samples->count;
        samples->inside[c] /= samples->count;
    }
}

static double greatest(const double *values)
{
    return fmax(fabs(values[0]), fmax(fabs(values[1]), fabs(values[2])));
}

static void measure_support(const struct comb_probe *probe, struct comb_probe_spot *spot)
{
    struct samples samples;
    unsigned detected = 0, faint = 0;
    sample_outline(&samples, probe, spot);
    for (unsigned i = 0; i < samples.count; i++) {
        const double *step = samples.step[i];
        double along = step[0] * samples.mean[0] + step[1] * samples.mean[1] + step[2] * samples.mean[2];
        detected += greatest(step) >= probe->contrast;
        faint += greatest(step) >= probe->faintest && along > 0;
    }
    spot->visible = (double)samples.count / POINTS;
    spot->support = samples.count ? (double)detected / samples.count : 0;
    spot->faint = samples.count ? (double)faint / samples.count : 0;
    for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
        spot->fill[c] = samples.inside[c];
}

static int place_spots(struct comb_probe *probe, int margin)
{
    const struct comb_fit *fit = probe->fit;
    int left = fit->places[0].x, right = left, top = fit->places[0].y, bottom = top;
    for (size_t i = 1; i < fit->count; i++) {
        left = fit->places[i].x < left ? fit->places[i].x : left;
        right = fit->places[i].x > right ? fit->places[i].x : right;
        top = fit->places[i].y < top ? fit->places[i].y : top;
        bottom = fit->places[i].y > bottom ? fit->places[i].y : bottom;
    }
    probe->left = left - margin;
    probe->top = top - margin;
    probe->columns = right - left + 1 + 2 * margin;
    probe->rows = bottom - top + 1 + 2 * margin;
    size_t count = (size_t)probe->columns * (size_t)probe->rows;
    if (count > MAX_SPOTS)
        return COMB_NO;
    probe->spots = calloc(count, sizeof *probe->spots);
    for (size_t i = 0; probe->spots && i < count; i++) {
        probe->spots[i].x = probe->left + (int)(i % (size_t)probe->columns);
        probe->spots[i].y = probe->top + (int)(i / (size_t)probe->columns);
    }
    for (size_t i = 0; probe->spots && i < fit->count; i++)
        comb_probe_at(probe, fit->places[i].x, fit->places[i].y)->found = true;
    return probe->spots ? COMB_OK : COMB_NO_MEMORY;
}

struct comb_probe_spot *comb_probe_at(const struct comb_probe *probe, int x, int y)
{
    int column = x - probe->left, row = y - probe->top;
    if (column < 0 || row < 0 || column >= probe->columns || row >= probe->rows)
        return NULL;
    return &probe->spots[row * probe->columns + column];
}

unsigned comb_probe_neighbours(const struct comb_probe *probe, int x, int y)
{
    const int(*steps)[2];
    unsigned count = comb_fit_neighbours(&steps, probe->fit->kind), cells = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct comb_probe_spot *spot = comb_probe_at(probe, x + steps[i][0], y + steps[i][1]);
        cells += spot && spot->state == COMB_PROBE_SPOT_CELL;
    }
    return cells;
}

/* Whether a cell there would overlap an existing one, half a step away. */
static bool overlaps(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    enum { REACH = 2 };
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
            double u, v;
            const struct comb_probe_spot *other = comb_probe_at(probe, spot->x + dx, spot->y + dy);
            comb_grid_place(&u, &v, probe->fit->kind, dx, dy);
            if (other && other != spot && other->state == COMB_PROBE_SPOT_CELL && hypot(u, v) < 0.9)
                return true;
        }
    return false;
}

/* Pointy hexagons have the same parity as those found. */
static bool is_place(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    if (probe->fit->kind != COMB_DETECTED_HEX_POINTY)
        return true;
    return ((spot->x ^ spot->y ^ probe->fit->places[0].x ^ probe->fit->places[0].y) & 1) == 0;
}

static double distance(const double *first, const double *second)
{
    double largest = 0;
    for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
        largest = fmax(largest, fabs(first[c] - second[c]));
    return largest;
}

/* A cell with less contrast than the others: a dark one among bright ones on a dark ground. It must differ in the same
 * way all around, and not only from a neighbour's border. */
static bool is_faint_cell(const struct comb_probe *probe, const struct comb_probe_spot *spot, unsigned neighbours)
{
    static const double by_mask = 0.7, by_neighbour = 0.85;
    return distance(spot->fill, probe->gap) >= probe->faintest &&
           distance(spot->fill, probe->ground) >= probe->faintest && (spot->found || neighbours) &&
           spot->faint >= (spot->found ? by_mask : by_neighbour);
}

/* In a small or blurred picture the gap takes on the colour of the cells beside it, and a hole appears to have an
 * outline. Its fill is then beyond the gap's colour, as seen from most cells that masks found. */
static bool is_beyond_gap(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    static const double max = 0.75;
    size_t count = (size_t)probe->columns * (size_t)probe->rows, found = 0, opposite = 0;
    for (size_t i = 0; i < count; i++) {
        const struct comb_probe_spot *cell = &probe->spots[i];
        double dot = 0;
        for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
            dot += (spot->fill[c] - probe->gap[c]) * (cell->fill[c] - probe->gap[c]);
        found += cell->found && cell != spot;
        opposite += cell->found && cell != spot && dot <= 0;
    }
    return found && (double)opposite >= max * (double)found;
}

/* A mask may also find a hole if all its neighbours are cells. */
static bool is_ground(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    return is_beyond_gap(probe, spot) && distance(spot->fill, probe->ground) < 0.35 * probe->typical;
}

/* A place cut by the picture's edge is a cell only if it resembles a whole cell more than an empty place. */
static bool resembles_cell(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    static const double alike = 8;
    size_t count = (size_t)probe->columns * (size_t)probe->rows;
    double max = fmax(alike, distance(spot->fill, probe->ground) / 2);
    for (size_t i = 0; i < count; i++)
        if (probe->spots[i].state == COMB_PROBE_SPOT_CELL && distance(probe->spots[i].fill, spot->fill) < max)
            return true;
    return false;
}

static bool is_cell(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    static const double by_mask = 0.45, by_neighbour = 0.7, alone = 0.9;
    unsigned neighbours = comb_probe_neighbours(probe, spot->x, spot->y);
    if (spot->found)
        return (spot->support >= by_mask || is_faint_cell(probe, spot, neighbours)) && !is_ground(probe, spot);
    bool detected = spot->support >= (neighbours ? by_neighbour : alone) || is_faint_cell(probe, spot, neighbours);
    return detected && !is_ground(probe, spot);
}

/* A cut place is only ever reported as a hole, so weaker evidence suffices. */
static bool is_cut(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    static const double min_visible = 0.2, by_neighbour = 0.45, alone = 0.9;
    double needed = comb_probe_neighbours(probe, spot->x, spot->y) ? by_neighbour : alone;
    return spot->visible >= min_visible && fmax(spot->support, spot->faint) >= needed && resembles_cell(probe, spot);
}

static enum comb_probe_spot_state classify_spot(const struct comb_probe *probe, const struct comb_probe_spot *spot)
{
    static const double whole = 0.7;
    if (overlaps(probe, spot))
        return COMB_PROBE_SPOT_EMPTY;
    if (spot->visible >= whole && is_cell(probe, spot))
        return COMB_PROBE_SPOT_CELL;
    return spot->visible < 1 && is_cut(probe, spot) ? COMB_PROBE_SPOT_CUT : COMB_PROBE_SPOT_EMPTY;
}

/* Accepts places found by masks (`found`) or places next to cells; returns whether any became a cell. */
static bool grow(struct comb_probe *probe, bool found)
{
    bool grown = false;
    size_t count = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < count; i++) {
        struct comb_probe_spot *spot = &probe->spots[i];
        if (spot->state == COMB_PROBE_SPOT_CELL || spot->found != found || !is_place(probe, spot))
            continue;
        spot->state = classify_spot(probe, spot);
        grown = grown || spot->state == COMB_PROBE_SPOT_CELL;
    }
    return grown;
}

/* A few cells found by masks and very many found by probing indicate a texture, in which every place has an outline. */
static bool is_texture(const struct comb_probe *probe)
{
    enum { TIMES = 5, MORE = 20 };
    size_t count = (size_t)probe->columns * (size_t)probe->rows, cells = 0;
    for (size_t i = 0; i < count; i++)
        cells += probe->spots[i].state == COMB_PROBE_SPOT_CELL;
    return cells > TIMES * probe->fit->count + MORE;
}

static void probe_places(struct comb_probe *probe)
{
    enum { MAX_ROUNDS = 50 };
    size_t count = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < count; i++)
        if (is_place(probe, &probe->spots[i]))
            measure_support(probe, &probe->spots[i]);
    find_ground(probe);
    grow(probe, true);
    for (unsigned i = 0; i < MAX_ROUNDS && grow(probe, false); i++)
        ;
}

/* Whether a cell is so near the border of the probed area that it might have neighbours beyond. */
static bool reaches_end(const struct comb_probe *probe)
{
    enum { REACH = 2 };
    size_t count = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < count; i++) {
        int column = probe->spots[i].x - probe->left, row = probe->spots[i].y - probe->top;
        if (probe->spots[i].state == COMB_PROBE_SPOT_CELL &&
            (column < REACH || row < REACH || column >= probe->columns - REACH || row >= probe->rows - REACH))
            return true;
    }
    return false;
}

int comb_probe_init(struct comb_probe *probe, const struct comb_planes *planes, const struct comb_fit *fit)
{
    enum { MARGIN = 4, MAX_MARGIN = 64 };
    *probe = (struct comb_probe){.planes = planes, .fit = fit};
    set_points(probe);
    probe->outline = find_outline(probe);
    if (!find_contrast(probe))
        return COMB_NO_MEMORY;
    for (int margin = MARGIN; margin <= MAX_MARGIN; margin *= 2) {
        comb_probe_free(probe);
        int code = place_spots(probe, margin);
        if (code)
            return code;
        find_gap(probe);
        probe_places(probe);
        if (is_texture(probe)) {
            comb_probe_free(probe);
            return COMB_NO;
        }
        if (!reaches_end(probe))
            break;
    }
    return COMB_OK;
}

void comb_probe_free(struct comb_probe *probe)
{
    free(probe->spots);
    probe->spots = NULL;
}

size_t comb_probe_gaps(unsigned *colours, size_t max, const struct comb_probe *probe)
{
    size_t count = 0, spots = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < spots; i++) {
        if (probe->spots[i].state != COMB_PROBE_SPOT_CELL && !probe->spots[i].found)
            continue;
        for (unsigned p = 0; p < POINTS && count < max; p += 5) {
            struct sample sample = sample_place(probe, &probe->spots[i], p, gap_scale(probe));
            if (sample.inside)
                colours[count++] =
                    (unsigned)sample.colour[0] << 16 | (unsigned)sample.colour[1] << 8 | (unsigned)sample.colour[2];
        }
    }
    return count;
}
