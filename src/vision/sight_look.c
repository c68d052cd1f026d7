/* Looking at the places of a lattice.
 *
 * A cell's outline is known from the lattice but for its size. Which size that is, is what the found cells show: the
 * scale at which the picture changes most across their outlines.
 *
 *          ______
 *         /  in  \        a point of the outline is seen when the colour inside differs from that in the gap, by a
 *        /   |    \       good part of what it differs by at cells that are certain; a faint ornament of the same
 *        \  out   /       shape differs too little
 *         \______/
 *
 * Then every place around is looked at in the same way, again and again as long as cells are added: masks may have
 * missed some. A place with a neighbour is believed more easily than one alone.
 *
 * Cost: 36 points a place, two looks a point. */
#include "vision/sight_look.h"

#include "vision/colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = COMB_LOOK_POINTS, MOST_SPOTS = 40000 };

static void set_points(struct comb_look *look)
{
    enum comb_seen_kind kind = look->fit->kind;
    unsigned sides = kind == COMB_SEEN_SQUARE ? 4 : 6, each = POINTS / sides;
    double reach = kind == COMB_SEEN_SQUARE ? 0.7 : 0.8, half = 0.5 * tan(acos(-1) / sides);
    for (unsigned i = 0; i < POINTS; i++) {
        double angle = 2 * acos(-1) * (i / each) / sides + (kind == COMB_SEEN_HEX_FLAT ? acos(-1) / 6 : 0);
        double along = half * reach * (2.0 * (i % each) / (each - 1) - 1);
        look->points[i][0] = 0.5 * cos(angle) - along * sin(angle);
        look->points[i][1] = 0.5 * sin(angle) + along * cos(angle);
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

static struct sample sample_place(const struct comb_look *look, const struct comb_spot *spot, unsigned point,
                                  double scale)
{
    double u, v, x, y;
    comb_grid_place(&u, &v, look->fit->kind, spot->x, spot->y);
    comb_map_apply(&x, &y, look->fit->map, u + look->points[point][0] * scale, v + look->points[point][1] * scale);
    return sample_at(look->planes, x, y);
}

static double difference(const struct sample *a, const struct sample *b)
{
    double largest = 0;
    for (unsigned p = 0; p < COMB_MASK_PLANES; p++)
        largest = fmax(largest, fabs(a->colour[p] - b->colour[p]));
    return largest;
}

/* Difference across the outline of a spot between two scales at one point; negative outside the picture. */
static double across(const struct comb_look *look, const struct comb_spot *spot, unsigned point, double inner,
                     double outer)
{
    struct sample in = sample_place(look, spot, point, inner);
    struct sample out = sample_place(look, spot, point, outer);
    return in.inside && out.inside ? difference(&in, &out) : -1;
}

static double gap_scale(const struct comb_look *look)
{
    double middle = (look->outline + 1) / 2;
    return fmin(fmax(middle, look->outline + 0.02), look->outline + 0.08);
}

static double inner_scale(const struct comb_look *look)
{
    return look->outline - 0.07;
}

/* The scale at which the found cells' outlines are strongest. A mask's regions are smaller than the cells by what the
 * edge takes, hence the range. */
static double find_outline(const struct comb_look *look)
{
    enum { MOST_CELLS = 24 };
    double start = look->fit->size / (look->fit->kind == COMB_SEEN_SQUARE ? 1 : sqrt(sqrt(0.75)));
    double best = start, best_sum = -1;
    size_t step = look->fit->count / MOST_CELLS + 1;
    for (double scale = start * 0.96; scale <= fmin(1.04, start * 1.3); scale += 0.01) {
        double sum = 0;
        for (size_t i = 0; i < look->fit->count; i += step)
            for (unsigned p = 0; p < POINTS; p++) {
                struct comb_spot spot = {.x = look->fit->places[i].x, .y = look->fit->places[i].y};
                sum += fmin(60, fmax(0, across(look, &spot, p, scale - 0.025, scale + 0.025)));
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

/* The difference across the outline that half of a cell's points reach. */
static double cell_contrast(const struct comb_look *look, const struct comb_spot *spot)
{
    double values[POINTS];
    for (unsigned p = 0; p < POINTS; p++)
        values[p] = fmax(0, across(look, spot, p, inner_scale(look), gap_scale(look)));
    qsort(values, POINTS, sizeof *values, by_value);
    return values[POINTS / 2];
}

/* What counts as seen: a good part of what the fainter found cells show. */
static bool find_contrast(struct comb_look *look)
{
    static const double least = 3, share = 0.45;
    size_t count = look->fit->count;
    double *values = malloc((count + 1) * sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct comb_spot spot = {.x = look->fit->places[i].x, .y = look->fit->places[i].y};
        values[i] = cell_contrast(look, &spot);
    }
    qsort(values, count, sizeof *values, by_value);
    look->typical = values[count / 4];
    look->contrast = fmax(fmax(least, 0.6 * look->planes->noise), share * look->typical);
    look->faintest = fmin(look->contrast, fmax(fmax(5, look->planes->noise), 0.06 * look->typical));
    free(values);
    return true;
}

static void unpack(double *colour, unsigned packed)
{
    for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
        colour[c] = packed >> (16 - 8 * c) & 255;
}

/* The colour that most gaps around found cells have. */
static void find_gap(struct comb_look *look)
{
    enum { MOST = 300 };
    unsigned colours[MOST] = {0};
    unpack(look->gap, comb_colour_mode(colours, comb_look_gaps(colours, MOST, look)));
}

/* The colour that most places without a found cell are filled with. */
static void find_ground(struct comb_look *look)
{
    enum { MOST = 300 };
    unsigned colours[MOST] = {0};
    size_t count = 0, spots = (size_t)look->columns * (size_t)look->rows, step = spots / MOST + 1;
    for (size_t i = 0; i < spots && count < MOST; i += step) {
        const double *fill = look->spots[i].fill;
        if (!look->spots[i].found && look->spots[i].visible >= 1)
            colours[count++] = (unsigned)fill[0] << 16 | (unsigned)fill[1] << 8 | (unsigned)fill[2];
    }
    unpack(look->ground, comb_colour_mode(colours, count));
    if (count == 0)
        memcpy(look->ground, look->gap, sizeof look->ground);
}

/* The looks across the outline of one place. */
struct looks {
    unsigned count;
    double step[POINTS][COMB_MASK_PLANES]; /* inside minus gap */
    double inside[COMB_MASK_PLANES];       /* mean */
    double mean[COMB_MASK_PLANES];         /* of the steps */
};

static void look_across(struct looks *looks, const struct comb_look *look, const struct comb_spot *spot)
{
    *looks = (struct looks){0};
    for (unsigned p = 0; p < POINTS; p++) {
        struct sample in = sample_place(look, spot, p, inner_scale(look));
        struct sample out = sample_place(look, spot, p, gap_scale(look));
        if (!in.inside || !out.inside)
            continue;
        for (unsigned c = 0; c < COMB_MASK_PLANES; c++) {
            looks->step[looks->count][c] = in.colour[c] - out.colour[c];
            looks->mean[c] += in.colour[c] - out.colour[c];
            looks->inside[c] += in.colour[c];
        }
        looks->count++;
    }
    for (unsigned c = 0; c < COMB_MASK_PLANES && looks->count; c++) {
        looks->mean[c] /= looks->count;
        looks->inside[c] /= looks->count;
    }
}

static double greatest(const double *values)
{
    return fmax(fabs(values[0]), fmax(fabs(values[1]), fabs(values[2])));
}

static void see(const struct comb_look *look, struct comb_spot *spot)
{
    struct looks looks;
    unsigned seen = 0, faint = 0;
    look_across(&looks, look, spot);
    for (unsigned i = 0; i < looks.count; i++) {
        const double *step = looks.step[i];
        double along = step[0] * looks.mean[0] + step[1] * looks.mean[1] + step[2] * looks.mean[2];
        seen += greatest(step) >= look->contrast;
        faint += greatest(step) >= look->faintest && along > 0;
    }
    spot->visible = (double)looks.count / POINTS;
    spot->support = looks.count ? (double)seen / looks.count : 0;
    spot->faint = looks.count ? (double)faint / looks.count : 0;
    for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
        spot->fill[c] = looks.inside[c];
}

static int place_spots(struct comb_look *look, int margin)
{
    const struct comb_fit *fit = look->fit;
    int left = fit->places[0].x, right = left, top = fit->places[0].y, bottom = top;
    for (size_t i = 1; i < fit->count; i++) {
        left = fit->places[i].x < left ? fit->places[i].x : left;
        right = fit->places[i].x > right ? fit->places[i].x : right;
        top = fit->places[i].y < top ? fit->places[i].y : top;
        bottom = fit->places[i].y > bottom ? fit->places[i].y : bottom;
    }
    look->left = left - margin;
    look->top = top - margin;
    look->columns = right - left + 1 + 2 * margin;
    look->rows = bottom - top + 1 + 2 * margin;
    size_t count = (size_t)look->columns * (size_t)look->rows;
    if (count > MOST_SPOTS)
        return COMB_NO;
    look->spots = calloc(count, sizeof *look->spots);
    for (size_t i = 0; look->spots && i < count; i++) {
        look->spots[i].x = look->left + (int)(i % (size_t)look->columns);
        look->spots[i].y = look->top + (int)(i / (size_t)look->columns);
    }
    for (size_t i = 0; look->spots && i < fit->count; i++)
        comb_look_at(look, fit->places[i].x, fit->places[i].y)->found = true;
    return look->spots ? COMB_OK : COMB_NO_MEMORY;
}

struct comb_spot *comb_look_at(const struct comb_look *look, int x, int y)
{
    int column = x - look->left, row = y - look->top;
    if (column < 0 || row < 0 || column >= look->columns || row >= look->rows)
        return NULL;
    return &look->spots[row * look->columns + column];
}

unsigned comb_look_neighbours(const struct comb_look *look, int x, int y)
{
    const int(*steps)[2];
    unsigned count = comb_kind_neighbours(&steps, look->fit->kind), cells = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct comb_spot *spot = comb_look_at(look, x + steps[i][0], y + steps[i][1]);
        cells += spot && spot->state == COMB_SPOT_CELL;
    }
    return cells;
}

/* Whether a cell there would lie over one that is there already: half a step away. */
static bool overlaps(const struct comb_look *look, const struct comb_spot *spot)
{
    enum { REACH = 2 };
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
            double u, v;
            const struct comb_spot *other = comb_look_at(look, spot->x + dx, spot->y + dy);
            comb_grid_place(&u, &v, look->fit->kind, dx, dy);
            if (other && other != spot && other->state == COMB_SPOT_CELL && hypot(u, v) < 0.9)
                return true;
        }
    return false;
}

/* Pointy hexagons keep to the parity of those found. */
static bool is_place(const struct comb_look *look, const struct comb_spot *spot)
{
    if (look->fit->kind != COMB_SEEN_HEX_POINTY)
        return true;
    return ((spot->x ^ spot->y ^ look->fit->places[0].x ^ look->fit->places[0].y) & 1) == 0;
}

static double distance(const double *first, const double *second)
{
    double largest = 0;
    for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
        largest = fmax(largest, fabs(first[c] - second[c]));
    return largest;
}

/* A cell that differs less from what surrounds it than the others do: dark ones among bright ones in the dark. It must
 * differ everywhere in the same way, and not only from a neighbour's border. */
static bool is_faint_cell(const struct comb_look *look, const struct comb_spot *spot, unsigned neighbours)
{
    static const double by_mask = 0.7, by_neighbour = 0.85;
    return distance(spot->fill, look->gap) >= look->faintest && distance(spot->fill, look->ground) >= look->faintest &&
           (spot->found || neighbours) && spot->faint >= (spot->found ? by_mask : by_neighbour);
}

/* In a small or blurred picture the gap takes colour from the cells beside it, and a hole shows an outline where it is
 * none: but then its filling lies beyond the gap's colour, seen from most cells that masks have found. */
static bool is_beyond_gap(const struct comb_look *look, const struct comb_spot *spot)
{
    static const double most = 0.75;
    size_t count = (size_t)look->columns * (size_t)look->rows, found = 0, opposite = 0;
    for (size_t i = 0; i < count; i++) {
        const struct comb_spot *cell = &look->spots[i];
        double dot = 0;
        for (unsigned c = 0; c < COMB_MASK_PLANES; c++)
            dot += (spot->fill[c] - look->gap[c]) * (cell->fill[c] - look->gap[c]);
        found += cell->found && cell != spot;
        opposite += cell->found && cell != spot && dot <= 0;
    }
    return found && (double)opposite >= most * (double)found;
}

/* A mask may find a hole too, when all around it is full. */
static bool is_ground(const struct comb_look *look, const struct comb_spot *spot)
{
    return is_beyond_gap(look, spot) && distance(spot->fill, look->ground) < 0.35 * look->typical;
}

/* What the picture's edge cuts is a cell only if it looks more like one of those that are whole than like nothing. */
static bool resembles_cell(const struct comb_look *look, const struct comb_spot *spot)
{
    static const double alike = 8;
    size_t count = (size_t)look->columns * (size_t)look->rows;
    double most = fmax(alike, distance(spot->fill, look->ground) / 2);
    for (size_t i = 0; i < count; i++)
        if (look->spots[i].state == COMB_SPOT_CELL && distance(look->spots[i].fill, spot->fill) < most)
            return true;
    return false;
}

static bool is_seen(const struct comb_look *look, const struct comb_spot *spot)
{
    static const double by_mask = 0.45, by_neighbour = 0.7, alone = 0.9;
    unsigned neighbours = comb_look_neighbours(look, spot->x, spot->y);
    if (spot->found)
        return (spot->support >= by_mask || is_faint_cell(look, spot, neighbours)) && !is_ground(look, spot);
    bool seen = spot->support >= (neighbours ? by_neighbour : alone) || is_faint_cell(look, spot, neighbours);
    return seen && !is_ground(look, spot);
}

/* What the edge cuts is only ever told as a hole, so less will do. */
static bool is_cut(const struct comb_look *look, const struct comb_spot *spot)
{
    static const double least_visible = 0.2, by_neighbour = 0.45, alone = 0.9;
    double needed = comb_look_neighbours(look, spot->x, spot->y) ? by_neighbour : alone;
    return spot->visible >= least_visible && fmax(spot->support, spot->faint) >= needed && resembles_cell(look, spot);
}

static enum comb_spot_state judge(const struct comb_look *look, const struct comb_spot *spot)
{
    static const double whole = 0.7;
    if (overlaps(look, spot))
        return COMB_SPOT_EMPTY;
    if (spot->visible >= whole && is_seen(look, spot))
        return COMB_SPOT_CELL;
    return spot->visible < 1 && is_cut(look, spot) ? COMB_SPOT_CUT : COMB_SPOT_EMPTY;
}

/* Places found by masks first, then by growing; returns whether any became a cell. */
static bool grow(struct comb_look *look, bool found)
{
    bool grown = false;
    size_t count = (size_t)look->columns * (size_t)look->rows;
    for (size_t i = 0; i < count; i++) {
        struct comb_spot *spot = &look->spots[i];
        if (spot->state == COMB_SPOT_CELL || spot->found != found || !is_place(look, spot))
            continue;
        spot->state = judge(look, spot);
        grown = grown || spot->state == COMB_SPOT_CELL;
    }
    return grown;
}

/* A few cells found by masks and a great many seen beside them: a texture, in which there is an outline wherever one
 * is looked for. */
static bool is_texture(const struct comb_look *look)
{
    enum { TIMES = 5, MORE = 20 };
    size_t count = (size_t)look->columns * (size_t)look->rows, cells = 0;
    for (size_t i = 0; i < count; i++)
        cells += look->spots[i].state == COMB_SPOT_CELL;
    return cells > TIMES * look->fit->count + MORE;
}

static void look_around(struct comb_look *look)
{
    enum { MOST_ROUNDS = 50 };
    size_t count = (size_t)look->columns * (size_t)look->rows;
    for (size_t i = 0; i < count; i++)
        if (is_place(look, &look->spots[i]))
            see(look, &look->spots[i]);
    find_ground(look);
    grow(look, true);
    for (unsigned i = 0; i < MOST_ROUNDS && grow(look, false); i++)
        ;
}

/* Whether a cell lies so near the end of what was looked at that it might have neighbours beyond. */
static bool reaches_end(const struct comb_look *look)
{
    enum { REACH = 2 };
    size_t count = (size_t)look->columns * (size_t)look->rows;
    for (size_t i = 0; i < count; i++) {
        int column = look->spots[i].x - look->left, row = look->spots[i].y - look->top;
        if (look->spots[i].state == COMB_SPOT_CELL &&
            (column < REACH || row < REACH || column >= look->columns - REACH || row >= look->rows - REACH))
            return true;
    }
    return false;
}

int comb_look_init(struct comb_look *look, const struct comb_planes *planes, const struct comb_fit *fit)
{
    enum { MARGIN = 4, MOST_MARGIN = 64 };
    *look = (struct comb_look){.planes = planes, .fit = fit};
    set_points(look);
    look->outline = find_outline(look);
    if (!find_contrast(look))
        return COMB_NO_MEMORY;
    for (int margin = MARGIN; margin <= MOST_MARGIN; margin *= 2) {
        comb_look_free(look);
        int code = place_spots(look, margin);
        if (code)
            return code;
        find_gap(look);
        look_around(look);
        if (is_texture(look)) {
            comb_look_free(look);
            return COMB_NO;
        }
        if (!reaches_end(look))
            break;
    }
    return COMB_OK;
}

void comb_look_free(struct comb_look *look)
{
    free(look->spots);
    look->spots = NULL;
}

size_t comb_look_gaps(unsigned *colours, size_t most, const struct comb_look *look)
{
    size_t count = 0, spots = (size_t)look->columns * (size_t)look->rows;
    for (size_t i = 0; i < spots; i++) {
        if (look->spots[i].state != COMB_SPOT_CELL && !look->spots[i].found)
            continue;
        for (unsigned p = 0; p < POINTS && count < most; p += 5) {
            struct sample sample = sample_place(look, &look->spots[i], p, gap_scale(look));
            if (sample.inside)
                colours[count++] =
                    (unsigned)sample.colour[0] << 16 | (unsigned)sample.colour[1] << 8 | (unsigned)sample.colour[2];
        }
    }
    return count;
}
