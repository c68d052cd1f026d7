/* Fitting a lattice to shapes of about one size, some of which are no cells and many of which may be missing.
 *
 * In perspective sizes shrink along with distances, so a step between neighbours is measured in their own size. The
 * first `core` shapes are of the size in question; the others, somewhat smaller or larger, may only join.
 *
 * 1. Every pair of shapes at about a cell's distance votes for a pitch and a turn; angles are folded by the lattice's
 *    own symmetry. The pair with most others near it wins: random sampling without chance, for pairs are few.
 *
 *          o   o         the six directions fold into one:   ----*--     turn
 *        o   x   o                                             pitch
 *          o   o
 *
 * 2. From each shape in turn, neighbours are numbered by walking; the largest connected set is the seed. Walking from
 *    neighbour to neighbour bears perspective, since only one step is predicted at a time.
 * 3. The seed gives an affine map. Shapes that lie near a place within a few pitches of what is numbered join, the
 *    map is fitted again, until nothing changes. Islands are reached this way, also those half a cell off.
 * 4. With enough places a perspective map is fitted and kept if it is clearly nearer.
 *
 * Cost: pairs within reach, some ten for each shape, squared in step 1 with a cap; the rest is linear in places. */
#include "vision/lattice_fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (180 / acos(-1))

enum { MOST_PAIRS = 2500, MOST_COORDINATE = 400, UNKNOWN = -100000 };

static const double near_place = 0.2;

struct pair {
    uint32_t a, b;
    double distance; /* in sizes of the two */
    double turn;
};

struct pairs COMB_VEC(struct pair);

struct seat {
    int x, y; /* UNKNOWN: not numbered */
    double error;
};

struct ranked {
    double error;
    struct comb_match match;
};

struct work {
    enum comb_seen_kind kind;
    const struct comb_shape *shapes;
    size_t count, core;
    struct pairs pairs;
    double pitch, turn; /* of the core */
    double size;        /* median of the core */
    double sizes[3];    /* logarithm of the size at a place: constant, by u, by v */
    struct seat *seats, *best_seats;
    uint32_t *queue;
    struct comb_match *matches;
    struct ranked *ranked;
    double map[9];
};

unsigned comb_kind_neighbours(const int (**steps)[2], enum comb_seen_kind kind)
{
    static const int square[][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    static const int pointy[][2] = {{-1, -1}, {1, -1}, {-2, 0}, {2, 0}, {-1, 1}, {1, 1}};
    static const int flat[][2] = {{0, -2}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, 2}};
    *steps = kind == COMB_SEEN_SQUARE ? square : kind == COMB_SEEN_HEX_POINTY ? pointy : flat;
    return kind == COMB_SEEN_SQUARE ? 4 : 6;
}

void comb_kind_units(double *x, double *y, enum comb_seen_kind kind)
{
    double tall = sqrt(0.75);
    *x = kind == COMB_SEEN_HEX_POINTY ? 0.5 : kind == COMB_SEEN_HEX_FLAT ? tall : 1;
    *y = kind == COMB_SEEN_HEX_POINTY ? tall : kind == COMB_SEEN_HEX_FLAT ? 0.5 : 1;
}

void comb_grid_place(double *u, double *v, enum comb_seen_kind kind, double x, double y)
{
    double unit_x, unit_y;
    comb_kind_units(&unit_x, &unit_y, kind);
    *u = x * unit_x;
    *v = y * unit_y;
}

/* The least distance from side to side of a cell with this area. */
static double width_of(enum comb_seen_kind kind, double size)
{
    return kind == COMB_SEEN_SQUARE ? size : size / sqrt(sqrt(0.75));
}

static double fold(enum comb_seen_kind kind, double degrees)
{
    double period = kind == COMB_SEEN_SQUARE ? 90 : 60;
    double base = kind == COMB_SEEN_HEX_FLAT ? 30 : 0;
    double angle = degrees - base;
    return angle - period * floor(angle / period + 0.5);
}

static double most_turn(enum comb_seen_kind kind)
{
    return kind == COMB_SEEN_SQUARE ? 22 : 14.9;
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
            if (fabs(pair.turn) > most_turn(work->kind))
                continue;
            if (work->pairs.count < MOST_PAIRS && !comb_vec_push(&work->pairs, pair))
                return false;
        }
    return true;
}

static bool agree(const struct pair *a, const struct pair *b)
{
    return fabs(a->distance - b->distance) < 0.07 * a->distance && fabs(a->turn - b->turn) < 5;
}

/* Pitch and turn that most pairs agree on; of equals the smaller pitch. */
static void vote(struct work *work)
{
    enum { MOST_ASKED = 500 };
    size_t best = 0, best_votes = 0, step = work->pairs.count / MOST_ASKED + 1;
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

/* The neighbour of shape a that shape b is, as a step; false when it is none. */
static bool step_between(int step[2], const struct work *work, uint32_t a, uint32_t b)
{
    const int(*steps)[2];
    unsigned count = comb_kind_neighbours(&steps, work->kind);
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

/* Numbers everything that is reached from `start` by steps between neighbours; returns how many. */
static size_t walk(struct work *work, uint32_t start)
{
    size_t head = 0, tail = 0;
    work->queue[tail++] = start;
    work->seats[start] = (struct seat){0};
    while (head < tail) {
        uint32_t at = work->queue[head++];
        for (size_t i = 0; i < work->pairs.count; i++) {
            const struct pair *pair = &work->pairs.items[i];
            uint32_t other = pair->a == at ? pair->b : pair->a;
            int step[2];
            if ((pair->a != at && pair->b != at) || work->seats[other].x != UNKNOWN ||
                !step_between(step, work, at, other))
                continue;
            work->seats[other] = (struct seat){work->seats[at].x + step[0], work->seats[at].y + step[1], 0};
            work->queue[tail++] = other;
        }
    }
    return tail;
}

static void clear_seats(struct seat *seats, size_t count)
{
    for (size_t i = 0; i < count; i++)
        seats[i] = (struct seat){UNKNOWN, UNKNOWN, 0};
}

/* The largest connected set keeps its numbers. */
static size_t find_seed(struct work *work)
{
    size_t best = 0;
    clear_seats(work->seats, work->count);
    clear_seats(work->best_seats, work->count);
    for (uint32_t start = 0; start < work->core; start++) {
        if (work->seats[start].x != UNKNOWN)
            continue;
        size_t reached = walk(work, start);
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
        struct comb_match *match = &work->matches[count++];
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

/* Puts those matches first that the map explains well, and returns how many they are: a mark drawn on a cell may have
 * moved what a mask saw of it. */
static size_t trim(struct work *work, size_t count)
{
    static const double lenient = 3, least = 0.006;
    for (size_t i = 0; i < count; i++)
        work->ranked[i] = (struct ranked){comb_map_error(work->map, &work->matches[i], 1), work->matches[i]};
    qsort(work->ranked, count, sizeof *work->ranked, by_error);
    double most = fmax(lenient * work->ranked[count / 2].error, least * work->pitch);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        work->matches[i] = work->ranked[i].match;
        kept += work->ranked[i].error <= most;
    }
    return kept;
}

/* Few places cannot say how the lattice is slanted, so they get a map that is not. */
static void fit_map(struct work *work)
{
    enum { LEAST_AFFINE = 5 };
    size_t count = collect(work);
    double map[9];
    if (count >= LEAST_AFFINE && comb_map_affine(map, work->matches, count)) {
        memcpy(work->map, map, sizeof map);
        size_t kept = trim(work, count);
        if (kept >= LEAST_AFFINE && comb_map_affine(map, work->matches, kept))
            memcpy(work->map, map, sizeof map);
        return;
    }
    struct comb_match middle = {0};
    for (size_t i = 0; i < count; i++) {
        middle.u += work->matches[i].u / (double)count;
        middle.v += work->matches[i].v / (double)count;
        middle.x += work->matches[i].x / (double)count;
        middle.y += work->matches[i].y / (double)count;
    }
    comb_map_similar(work->map, work->pitch, work->turn, &middle);
}

/* How the size changes from place to place: a plane through the logarithms. */
static void fit_sizes(struct work *work)
{
    enum { LEAST = 7 };
    double map[9];
    size_t count = 0;
    work->sizes[0] = log(work->size);
    work->sizes[1] = work->sizes[2] = 0;
    for (size_t i = 0; i < work->count; i++) {
        if (work->seats[i].x == UNKNOWN)
            continue;
        struct comb_match *match = &work->matches[count++];
        comb_grid_place(&match->u, &match->v, work->kind, work->seats[i].x, work->seats[i].y);
        match->x = match->y = log(work->shapes[i].size);
    }
    if (count < LEAST || !comb_map_affine(map, work->matches, count))
        return;
    work->sizes[0] = map[2];
    work->sizes[1] = map[0];
    work->sizes[2] = map[1];
}

static bool has_size(const struct work *work, const struct comb_shape *shape, const struct seat *seat)
{
    double u, v;
    comb_grid_place(&u, &v, work->kind, seat->x, seat->y);
    return fabs(log(shape->size) - work->sizes[0] - u * work->sizes[1] - v * work->sizes[2]) < 0.13;
}

static void refine_map(struct work *work)
{
    enum { LEAST_PERSPECTIVE = 9 };
    double map[9];
    size_t count = collect(work);
    if (count < LEAST_PERSPECTIVE || !comb_map_perspective(map, work->matches, count))
        return;
    if (comb_map_error(map, work->matches, count) >= 0.75 * comb_map_error(work->map, work->matches, count))
        return;
    memcpy(work->map, map, sizeof map);
    size_t kept = trim(work, count);
    if (kept >= LEAST_PERSPECTIVE && comb_map_perspective(map, work->matches, kept))
        memcpy(work->map, map, sizeof map);
}

/* Hexagons with a pointed top keep to one of the two interleaved lattices; islands of flat ones need not. */
static struct seat nearest_seat(const struct work *work, const double back[9], const struct comb_shape *shape)
{
    double u, v, unit_x, unit_y;
    comb_map_apply(&u, &v, back, shape->x, shape->y);
    comb_kind_units(&unit_x, &unit_y, work->kind);
    double x = u / unit_x, y = v / unit_y;
    struct seat seat = {UNKNOWN, UNKNOWN, 1};
    if (!(fabs(x) < MOST_COORDINATE && fabs(y) < MOST_COORDINATE))
        return seat;
    seat.y = (int)floor(y + 0.5);
    seat.x = work->kind == COMB_SEEN_HEX_POINTY ? 2 * (int)floor((x - seat.y) / 2 + 0.5) + seat.y : (int)floor(x + 0.5);
    seat.error = hypot((x - seat.x) * unit_x, (y - seat.y) * unit_y);
    return seat;
}

static bool is_near_numbered(const struct work *work, size_t count, const struct seat *seat)
{
    static const double reach = 3.7;
    double u, v;
    comb_grid_place(&u, &v, work->kind, seat->x, seat->y);
    for (size_t i = 0; i < count; i++)
        if (fabs(work->matches[i].u - u) < reach && fabs(work->matches[i].v - v) < reach)
            return true;
    return false;
}

/* Numbers all shapes anew by the map; returns whether anything changed. */
static bool reseat(struct work *work)
{
    double back[9];
    bool changed = false;
    fit_sizes(work);
    size_t count = collect(work);
    if (!comb_map_invert(back, work->map))
        return false;
    for (size_t i = 0; i < work->count; i++) {
        struct seat seat = nearest_seat(work, back, &work->shapes[i]);
        bool fits = seat.x != UNKNOWN && seat.error < near_place && is_near_numbered(work, count, &seat) &&
                    has_size(work, &work->shapes[i], &seat);
        if (!fits)
            seat = (struct seat){UNKNOWN, UNKNOWN, 0};
        changed = changed || seat.x != work->seats[i].x || seat.y != work->seats[i].y;
        work->seats[i] = seat;
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

/* One shape a place: the nearest. */
static void take_places(struct comb_fit *fit, const struct work *work)
{
    for (uint32_t i = 0; i < work->count; i++) {
        const struct seat *seat = &work->seats[i];
        struct comb_fit_place place = {seat->x, seat->y, i, seat->error};
        size_t at = 0;
        if (seat->x == UNKNOWN)
            continue;
        while (at < fit->count && (fit->places[at].x != seat->x || fit->places[at].y != seat->y))
            at++;
        if (at == fit->count)
            fit->places[fit->count++] = place;
        else if (seat->error < fit->places[at].error)
            fit->places[at] = place;
    }
}

/* Pixels a pitch and degrees of turn in the middle of the places. */
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
    fit->turn = atan2(y[1] - y[0] - (x[2] - x[0]), x[1] - x[0] + (y[2] - y[0])) * DEGREES;
    fit->residual = fit->pitch > 0 ? comb_map_error(work->map, work->matches, count) / fit->pitch : 1;
}

/* A shape alone says how it is turned by itself. */
static double turn_of_shape(const struct comb_shape *shape, enum comb_seen_kind kind)
{
    if (kind == COMB_SEEN_SQUARE)
        return shape->four_turn;
    double pointy = shape->six_turn > 0 ? shape->six_turn - 30 : shape->six_turn + 30;
    return kind == COMB_SEEN_HEX_FLAT ? shape->six_turn : pointy;
}

/* The size in the middle of the places, where the pitch is measured too. */
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

static int run(struct comb_fit *fit, struct work *work)
{
    enum { MOST_ROUNDS = 12 };
    static const double usual_gap = 1.08;
    work->size = median_size(work->shapes, work->core, (double *)work->matches);
    if (!find_pairs(work))
        return COMB_NO_MEMORY;
    if (work->pairs.count) {
        vote(work);
    } else {
        work->pitch = usual_gap * width_of(work->kind, work->size);
        work->turn = turn_of_shape(&work->shapes[0], work->kind);
    }
    find_seed(work);
    fit_map(work);
    refine_map(work);
    for (unsigned i = 0; i < MOST_ROUNDS && reseat(work); i++) {
        fit_map(work);
        refine_map(work);
    }
    size_t count = collect(work);
    if (count == 0)
        return COMB_NO;
    memcpy(fit->map, work->map, sizeof fit->map);
    measure_map(fit, work, count);
    fit->size = fit->pitch > 0 ? local_size(work, count) / fit->pitch : 0;
    take_places(fit, work);
    return fit->pitch > 0 && fabs(fit->turn) < 40 ? COMB_OK : COMB_NO;
}

int comb_fit_new(struct comb_fit **out, const struct comb_shape *shapes, size_t count, size_t core,
                 enum comb_seen_kind kind)
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
