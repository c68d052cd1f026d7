/* Fits a lattice to shapes of similar size, some of which are not cells; many cells may be missing.
 *
 * In perspective, sizes shrink along with distances, so a step between neighbours is measured in units of their own
 * size. The first `core` shapes have the size in question; the others, somewhat smaller or larger, may only join.
 *
 * 1. Every pair of shapes about one cell apart votes for a pitch and a rotation; angles are folded by the lattice's own
 *    symmetry. The pair with most others near it wins: like RANSAC, but exhaustive, since pairs are few.
 *
 *          o   o         the six directions fold into one:   ----*--     rotation
 *        o   x   o                                             pitch
 *          o   o
 *
 * 2. From each shape in turn, neighbours are numbered by a breadth-first walk; the largest connected set is the seed.
 *    The walk tolerates perspective, since it predicts only one step at a time.
 * 3. The seed gives an affine map. Shapes near a place within a few pitches of a numbered one join and the map is
 *    fitted again, until nothing changes. This reaches islands, even those offset by half a cell.
 * 4. With enough places, a perspective map is fitted and used if it is clearly more accurate.
 *
 * Cost: pairs within reach, about ten per shape, squared in step 1 with a cap; the rest is linear in places. */
#include "vision/detect/lattice_fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (180 / acos(-1))

enum { MAX_PAIRS = 2500, MAX_COORDINATE = 400, UNKNOWN = -100000 };

static const double near_place = 0.2;

struct pair {
    uint32_t a, b;
    double distance; /* in units of the mean size of the two */
    double turn;
};

struct pairs COMB_VEC(struct pair);

struct position {
    int x, y; /* UNKNOWN: not numbered */
    double error;
};

struct ranked {
    double error;
    struct comb_correspondence match;
};

struct work {
    enum comb_detected_kind kind;
    const struct comb_shape *shapes;
    size_t count, core;
    struct pairs pairs;
    double pitch, turn; /* estimated from the core */
    double size;        /* median of the core */
    double sizes[3];    /* logarithm of the size at a place: constant, by u, by v */
    struct position *seats, *best_seats;
    uint32_t *queue;
    struct comb_correspondence *matches;
    struct ranked *ranked;
    double map[9];
};

unsigned comb_fit_neighbours(const int (**steps)[2], enum comb_detected_kind kind)
{
    static const int square[][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    static const int pointy[][2] = {{-1, -1}, {1, -1}, {-2, 0}, {2, 0}, {-1, 1}, {1, 1}};
    static const int flat[][2] = {{0, -2}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, 2}};
    *steps = kind == COMB_DETECTED_SQUARE ? square : kind == COMB_DETECTED_HEX_POINTY ? pointy : flat;
    return kind == COMB_DETECTED_SQUARE ? 4 : 6;
}

void comb_fit_units(double *x, double *y, enum comb_detected_kind kind)
{
    double tall = sqrt(0.75);
    *x = kind == COMB_DETECTED_HEX_POINTY ? 0.5 : kind == COMB_DETECTED_HEX_FLAT ? tall : 1;
    *y = kind == COMB_DETECTED_HEX_POINTY ? tall : kind == COMB_DETECTED_HEX_FLAT ? 0.5 : 1;
}

void comb_grid_place(double *u, double *v, enum comb_detected_kind kind, double x, double y)
{
    double unit_x, unit_y;
    comb_fit_units(&unit_x, &unit_y, kind);
    *u = x * unit_x;
    *v = y * unit_y;
}

/* Side-to-side width of a cell with this area. */
static double width_of(enum comb_detected_kind kind, double size)
{
    return kind == COMB_DETECTED_SQUARE ? size : size / sqrt(sqrt(0.75));
}

static double fold(enum comb_detected_kind kind, double degrees)
{
    double period = kind == COMB_DETECTED_SQUARE ? 90 : 60;
    double base = kind == COMB_DETECTED_HEX_FLAT ? 30 : 0;
    double angle = degrees - base;
    return angle - period * floor(angle / period + 0.5);
}

static double max_turn(enum comb_detected_kind kind)
{
    return kind == COMB_DETECTED_SQUARE ? 22 : 14.9;
}

static bool find_pairs(struct work *work)
{
    for (uint32_t a = 0; a < work->count; a++)
        for (uint32_t b = a + 1; b < work->count; b++) {
            const struct comb_shape *first = &work->shapes[a], *second = &work->shapes[b];
            double size = (first->size + second->size) / 2, width = width_of(work->kind, size);
            double dx = second->x - first->x, dy = second->y - first->y;
            if (fabs(dx) > 1.75 * width || fabs(dy) > 1.75 * width)
                continue;
            double distance = hypot(dx, dy);
            if (distance > 1.75 * width || distance < 0.93 * width || fabs(first->size - second->size) > 0.13 * size)
                continue;
            struct pair pair = {a, b, distance / size, fold(work->kind, atan2(dy, dx) * DEGREES)};
            if (fabs(pair.turn) > max_turn(work->kind))
                continue;
            if (work->pairs.count < MAX_PAIRS && !comb_vec_push(&work->pairs, pair))
                return false;
        }
    return true;
}

static bool agree(const struct pair *a, const struct pair *b)
{
    return fabs(a->distance - b->distance) < 0.07 * a->distance && fabs(a->turn - b->turn) < 5;
}

/* Finds the pitch and rotation that most pairs agree on; ties go to the smaller pitch. */
static void vote_pitch(struct work *work)
{
    enum { MAX_ASKED = 500 };
    size_t best = 0, best_votes = 0, step = work->pairs.count / MAX_ASKED + 1;
    const struct pair *pairs = work->pairs.items;
    for (size_t i = 0; i < work->pairs.count; i += step) {
        size_t votes = 0;
        for (size_t j = 0; j < work->pairs.count; j++)
            votes += agree(&pairs[i], &pairs[j]);
        if (votes > best_votes || (votes == best_votes && pairs[i].distance < pairs[best].distance)) {
            best = i;
            best_votes = votes;
        }
    }
    double distance = 0, turn = 0;
    for (size_t j = 0; j < work->pairs.count; j++)
        if (agree(&pairs[best], &pairs[j])) {
            distance += pairs[j].distance / (double)best_votes;
            turn += pairs[j].turn / (double)best_votes;
        }
    work->pitch = distance * work->size;
    work->turn = turn;
}

/* Sets `step` to the lattice step from shape a to shape b; false if they are not neighbours. */
static bool step_between(int step[2], const struct work *work, uint32_t a, uint32_t b)
{
    const int(*steps)[2];
    unsigned count = comb_fit_neighbours(&steps, work->kind);
    double angle = -work->turn / DEGREES;
    double pitch = work->pitch / work->size * (work->shapes[a].size + work->shapes[b].size) / 2;
    double dx = (work->shapes[b].x - work->shapes[a].x) / pitch, dy = (work->shapes[b].y - work->shapes[a].y) / pitch;
    double u = cos(angle) * dx - sin(angle) * dy, v = sin(angle) * dx + cos(angle) * dy;
    for (unsigned i = 0; i < count; i++) {
        double step_u, step_v;
        comb_grid_place(&step_u, &step_v, work->kind, steps[i][0], steps[i][1]);
        if (hypot(u - step_u, v - step_v) < near_place) {
            memcpy(step, steps[i], 2 * sizeof *step);
            return true;
        }
    }
    return false;
}

/* Numbers everything that steps between neighbours reach from `start`; returns how many. */
static size_t number_from(struct work *work, uint32_t start)
{
    size_t head = 0, tail = 0;
    work->queue[tail++] = start;
    work->seats[start] = (struct position){0};
    while (head < tail) {
        uint32_t at = work->queue[head++];
        for (size_t i = 0; i < work->pairs.count; i++) {
            const struct pair *pair = &work->pairs.items[i];
            uint32_t other = pair->a == at ? pair->b : pair->a;
            int step[2];
            if ((pair->a != at && pair->b != at) || work->seats[other].x != UNKNOWN ||
                !step_between(step, work, at, other))
                continue;
            work->seats[other] = (struct position){work->seats[at].x + step[0], work->seats[at].y + step[1], 0};
            work->queue[tail++] = other;
        }
    }
    return tail;
}

static void clear_seats(struct position *seats, size_t count)
{
    for (size_t i = 0; i < count; i++)
        seats[i] = (struct position){UNKNOWN, UNKNOWN, 0};
}

/* Numbers the largest connected set. */
static size_t find_seed(struct work *work)
{
    size_t best = 0;
    clear_seats(work->seats, work->count);
    clear_seats(work->best_seats, work->count);
    for (uint32_t start = 0; start < work->core; start++) {
        if (work->seats[start].x != UNKNOWN)
            continue;
        size_t reached = number_from(work, start);
        if (reached <= best)
            continue;
        best = reached;
        clear_seats(work->best_seats, work->count);
        for (size_t i = 0; i < reached; i++)
            work->best_seats[work->queue[i]] = work->seats[work->queue[i]];
    }
    memcpy(work->seats, work->best_seats, work->count * sizeof *work->seats);
    return best;
}

static size_t collect(struct work *work)
{
    size_t count = 0;
    for (size_t i = 0; i < work->count; i++) {
        if (work->seats[i].x == UNKNOWN)
            continue;
        struct comb_correspondence *match = &work->matches[count++];
        comb_grid_place(&match->u, &match->v, work->kind, work->seats[i].x, work->seats[i].y);
        match->x = work->shapes[i].x;
        match->y = work->shapes[i].y;
    }
    return count;
}

static int by_error(const void *a, const void *b)
{
    double first = ((const struct ranked *)a)->error, second = ((const struct ranked *)b)->error;
    return (first > second) - (first < second);
}

/* Moves the matches that the map explains well to the front and returns their number. A mark drawn on a cell may have
 * displaced the region that a mask found. */
static size_t trim(struct work *work, size_t count)
{
    static const double lenient = 3, min = 0.006;
    for (size_t i = 0; i < count; i++)
        work->ranked[i] = (struct ranked){comb_map_error(work->map, &work->matches[i], 1), work->matches[i]};
    qsort(work->ranked, count, sizeof *work->ranked, by_error);
    double max = fmax(lenient * work->ranked[count / 2].error, min * work->pitch);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        work->matches[i] = work->ranked[i].match;
        kept += work->ranked[i].error <= max;
    }
    return kept;
}

/* Few places do not determine a slant, so they get a similarity map. */
static void fit_map(struct work *work)
{
    enum { MIN_AFFINE = 5 };
    size_t count = collect(work);
    double map[9];
    if (count >= MIN_AFFINE && comb_map_affine(map, work->matches, count)) {
        memcpy(work->map, map, sizeof map);
        size_t kept = trim(work, count);
        if (kept >= MIN_AFFINE && comb_map_affine(map, work->matches, kept))
            memcpy(work->map, map, sizeof map);
        return;
    }
    struct comb_correspondence middle = {0};
    for (size_t i = 0; i < count; i++) {
        middle.u += work->matches[i].u / (double)count;
        middle.v += work->matches[i].v / (double)count;
        middle.x += work->matches[i].x / (double)count;
        middle.y += work->matches[i].y / (double)count;
    }
    comb_map_similarity(work->map, work->pitch, work->turn, &middle);
}

/* Fits how the size changes from place to place: a plane through the logarithms. */
static void fit_sizes(struct work *work)
{
    enum { MIN_COUNT = 7 };
    double map[9];
    size_t count = 0;
    work->sizes[0] = log(work->size);
    work->sizes[1] = work->sizes[2] = 0;
    for (size_t i = 0; i < work->count; i++) {
        if (work->seats[i].x == UNKNOWN)
            continue;
        struct comb_correspondence *match = &work->matches[count++];
        comb_grid_place(&match->u, &match->v, work->kind, work->seats[i].x, work->seats[i].y);
        match->x = match->y = log(work->shapes[i].size);
    }
    if (count < MIN_COUNT || !comb_map_affine(map, work->matches, count))
        return;
    work->sizes[0] = map[2];
    work->sizes[1] = map[0];
    work->sizes[2] = map[1];
}

static bool has_size(const struct work *work, const struct comb_shape *shape, const struct position *position)
{
    double u, v;
    comb_grid_place(&u, &v, work->kind, position->x, position->y);
    return fabs(log(shape->size) - work->sizes[0] - u * work->sizes[1] - v * work->sizes[2]) < 0.13;
}

static void refine_map(struct work *work)
{
    enum { MIN_PERSPECTIVE = 9 };
    double map[9];
    size_t count = collect(work);
    if (count < MIN_PERSPECTIVE || !comb_map_perspective(map, work->matches, count))
        return;
    if (comb_map_error(map, work->matches, count) >= 0.75 * comb_map_error(work->map, work->matches, count))
        return;
    memcpy(work->map, map, sizeof map);
    size_t kept = trim(work, count);
    if (kept >= MIN_PERSPECTIVE && comb_map_perspective(map, work->matches, kept))
        memcpy(work->map, map, sizeof map);
}

/* Pointy hexagons use only one of the two interleaved lattices; islands of flat ones may use both. */
static struct position nearest_position(const struct work *work, const double back[9], const struct comb_shape *shape)
{
    double u, v, unit_x, unit_y;
    comb_map_apply(&u, &v, back, shape->x, shape->y);
    comb_fit_units(&unit_x, &unit_y, work->kind);
    double x = u / unit_x, y = v / unit_y;
    struct position position = {UNKNOWN, UNKNOWN, 1};
    if (!(fabs(x) < MAX_COORDINATE && fabs(y) < MAX_COORDINATE))
        return position;
    position.y = (int)floor(y + 0.5);
    position.x = work->kind == COMB_DETECTED_HEX_POINTY ? 2 * (int)floor((x - position.y) / 2 + 0.5) + position.y
                                                        : (int)floor(x + 0.5);
    position.error = hypot((x - position.x) * unit_x, (y - position.y) * unit_y);
    return position;
}

static bool is_near_numbered(const struct work *work, size_t count, const struct position *position)
{
    static const double reach = 3.7;
    double u, v;
    comb_grid_place(&u, &v, work->kind, position->x, position->y);
    for (size_t i = 0; i < count; i++)
        if (fabs(work->matches[i].u - u) < reach && fabs(work->matches[i].v - v) < reach)
            return true;
    return false;
}

/* Renumbers all shapes by the map; returns whether anything changed. */
static bool renumber(struct work *work)
{
    double back[9];
    bool changed = false;
    fit_sizes(work);
    size_t count = collect(work);
    if (!comb_map_invert(back, work->map))
        return false;
    for (size_t i = 0; i < work->count; i++) {
        struct position position = nearest_position(work, back, &work->shapes[i]);
        bool fits = position.x != UNKNOWN && position.error < near_place && is_near_numbered(work, count, &position) &&
                    has_size(work, &work->shapes[i], &position);
        if (!fits)
            position = (struct position){UNKNOWN, UNKNOWN, 0};
        changed = changed || position.x != work->seats[i].x || position.y != work->seats[i].y;
        work->seats[i] = position;
    }
    return changed;
}

static int by_size(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static double median_size(const struct comb_shape *shapes, size_t count, double *scratch)
{
    for (size_t i = 0; i < count; i++)
        scratch[i] = shapes[i].size;
    qsort(scratch, count, sizeof *scratch, by_size);
    return scratch[count / 2];
}

/* Selects one shape per place: the nearest. */
static void select_places(struct comb_fit *fit, const struct work *work)
{
    for (uint32_t i = 0; i < work->count; i++) {
        const struct position *position = &work->seats[i];
        struct comb_fit_place place = {position->x, position->y, i, position->error};
        size_t at = 0;
        if (position->x == UNKNOWN)
            continue;
        while (at < fit->count && (fit->places[at].x != position->x || fit->places[at].y != position->y))
            at++;
        if (at == fit->count)
            fit->places[fit->count++] = place;
        else if (position->error < fit->places[at].error)
            fit->places[at] = place;
    }
}

/* Measures pixels per pitch and the rotation in degrees at the middle of the places. */
static void measure_map(struct comb_fit *fit, const struct work *work, size_t count)
{
    double u = 0, v = 0, x[3], y[3];
    for (size_t i = 0; i < count; i++) {
        u += work->matches[i].u / (double)count;
        v += work->matches[i].v / (double)count;
    }
    comb_map_apply(&x[0], &y[0], work->map, u, v);
    comb_map_apply(&x[1], &y[1], work->map, u + 1, v);
    comb_map_apply(&x[2], &y[2], work->map, u, v + 1);
    fit->pitch = sqrt(fabs((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])));
    fit->rotation = atan2(y[1] - y[0] - (x[2] - x[0]), x[1] - x[0] + (y[2] - y[0])) * DEGREES;
    fit->residual = fit->pitch > 0 ? comb_map_error(work->map, work->matches, count) / fit->pitch : 1;
}

/* The rotation of a single shape comes from its own harmonics. */
static double turn_of_shape(const struct comb_shape *shape, enum comb_detected_kind kind)
{
    if (kind == COMB_DETECTED_SQUARE)
        return shape->square_rotation;
    double pointy = shape->hex_rotation > 0 ? shape->hex_rotation - 30 : shape->hex_rotation + 30;
    return kind == COMB_DETECTED_HEX_FLAT ? shape->hex_rotation : pointy;
}

/* Size at the middle of the places, where the pitch is measured too. */
static double local_size(struct work *work, size_t count)
{
    double u = 0, v = 0;
    fit_sizes(work);
    for (size_t i = 0; i < count; i++) {
        u += work->matches[i].u / (double)count;
        v += work->matches[i].v / (double)count;
    }
    return exp(work->sizes[0] + u * work->sizes[1] + v * work->sizes[2]);
}

/* How far the core's shapes are from the nearest places of an upright lattice around the first one, in pitches. */
static double mean_offset(const struct work *work, double pitch)
{
    double unit_x, unit_y, sum = 0;
    double cosine = cos(work->turn / DEGREES), sine = sin(work->turn / DEGREES);
    comb_fit_units(&unit_x, &unit_y, work->kind);
    for (size_t i = 0; i < work->core; i++) {
        double dx = (work->shapes[i].x - work->shapes[0].x) / pitch,
               dy = (work->shapes[i].y - work->shapes[0].y) / pitch;
        double x = (cosine * dx + sine * dy) / unit_x, y = (cosine * dy - sine * dx) / unit_y;
        sum += hypot((x - round(x)) * unit_x, (y - round(y)) * unit_y);
    }
    return sum / (double)work->core;
}

/* Estimates the pitch if no two shapes are neighbours: cells nearly touch their neighbours' places, and of the possible
 * gaps the one that puts all shapes on places is right. */
static void guess_pitch(struct work *work)
{
    static const double usual_gap = 1.08, max_gap = 1.3, step = 0.005;
    double width = width_of(work->kind, work->size), best = INFINITY;
    work->turn = turn_of_shape(&work->shapes[0], work->kind);
    work->pitch = usual_gap * width;
    for (double gap = 1; work->core > 2 && gap < max_gap; gap += step) {
        double offset = mean_offset(work, gap * width);
        if (offset < best) {
            best = offset;
            work->pitch = gap * width;
        }
    }
}

static int run(struct comb_fit *fit, struct work *work)
{
    enum { MAX_ROUNDS = 12 };
    work->size = median_size(work->shapes, work->core, (double *)work->matches);
    if (!find_pairs(work))
        return COMB_NO_MEMORY;
    if (work->pairs.count)
        vote_pitch(work);
    else
        guess_pitch(work);
    find_seed(work);
    fit_map(work);
    refine_map(work);
    for (unsigned i = 0; i < MAX_ROUNDS && renumber(work); i++) {
        fit_map(work);
        refine_map(work);
    }
    size_t count = collect(work);
    if (count == 0)
        return COMB_NO;
    memcpy(fit->map, work->map, sizeof fit->map);
    measure_map(fit, work, count);
    fit->guessed_pitch = work->pairs.count == 0;
    fit->size = fit->pitch > 0 ? local_size(work, count) / fit->pitch : 0;
    select_places(fit, work);
    return fit->pitch > 0 && fabs(fit->rotation) < 40 ? COMB_OK : COMB_NO;
}

int comb_fit_new(struct comb_fit **out, const struct comb_shape *shapes, size_t count, size_t core,
                 enum comb_detected_kind kind)
{
    assert(core > 0 && core <= count);
    struct work work = {.kind = kind, .shapes = shapes, .count = count, .core = core};
    struct comb_fit *fit = calloc(1, sizeof *fit);
    int code = COMB_NO_MEMORY;
    *out = NULL;
    work.seats = calloc(count, sizeof *work.seats);
    work.best_seats = calloc(count, sizeof *work.best_seats);
    work.queue = calloc(count, sizeof *work.queue);
    work.matches = calloc(count, sizeof *work.matches);
    work.ranked = calloc(count, sizeof *work.ranked);
    if (fit)
        fit->places = calloc(count, sizeof *fit->places);
    if (fit && fit->places && work.seats && work.best_seats && work.queue && work.matches && work.ranked) {
        fit->kind = kind;
        code = run(fit, &work);
    }
    free(work.ranked);
    free(work.matches);
    free(work.queue);
    free(work.best_seats);
    free(work.seats);
    comb_vec_free(&work.pairs);
    if (code) {
        comb_fit_free(fit);
        return code;
    }
    *out = fit;
    return COMB_OK;
}

void comb_fit_free(struct comb_fit *fit)
{
    if (!fit)
        return;
    free(fit->places);
    free(fit);
}
