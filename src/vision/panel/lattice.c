/* Builds the lattice: from strokes to nodes, from nodes to a map.
 *
 *         |         a vertical and a horizontal stroke with nearby ends meet at a node, where the straight lines
 * through
 *     ----+----     them cross; up to four pairs of strokes give the same node, which is their mean
 *         |
 *
 * The pitch is the most frequent distance between neighbouring parallel strokes. From any node, neighbours are searched
 * one pitch away, and theirs again, each step with the local directions, so that rotated and slanted lattices grow as
 * well as straight ones. The largest such net gets a homography by least squares (an affine map if it has too few
 * nodes), fitted again without outliers.
 *
 * Cost: quadratic in a few hundred strokes. */
#include "vision/panel/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_USED = 700, MAX_NODES = 1200 };

struct node {
    double x, y;
    double hits;
    double slope[2];           /* of the strokes that cross there: of the upright and the level ones */
    double across[2], down[2]; /* the steps to its neighbours */
    int i, j, net;
};

struct net {
    struct comb_panel_stroke *used[2];
    size_t count[2];
    struct node *nodes;
    size_t node_count;
    int *queue;
    double width, pitch;
    double widths[2];  /* of upright and of level lines */
    double pitches[2]; /* across, down: equal unless the panel is seen at an angle */
    double slope[2];
    bool oblique; /* seen at an angle: every line has its own slope */
};

/* ---- strokes that can be lines ---- */

static int longer_first(const void *a, const void *b)
{
    const struct comb_panel_stroke *one = a, *other = b;
    double difference = (other->to - other->from) - (one->to - one->from);
    return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

static size_t choose(struct comb_panel_stroke *out, const struct comb_panel_stroke *strokes, size_t count, double width)
{
    double slack = 0.3 * width > 1.1 ? 0.3 * width : 1.1;
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++)
        if (fabs(strokes[i].width - width) <= slack)
            out[chosen++] = strokes[i];
    qsort(out, chosen, sizeof *out, longer_first);
    return chosen < MAX_USED ? chosen : MAX_USED;
}

static double middle_of(const struct comb_panel_stroke *stroke)
{
    return (stroke->from + stroke->to) / 2;
}

/* Most strokes of a lattice slant alike; the median is robust against the others. */
static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one > other ? 1 : one < other ? -1 : 0;
}

static double median_slope(const struct comb_panel_stroke *strokes, size_t count, double width)
{
    double slopes[MAX_USED];
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (strokes[i].to - strokes[i].from > 2.5 * width)
            slopes[n++] = strokes[i].slope;
    if (n == 0)
        return 0;
    qsort(slopes, n, sizeof *slopes, by_value);
    return slopes[n / 2];
}

/* Rotated by a few degrees at most, and the two directions roughly perpendicular. */
static bool is_upright(const struct net *net)
{
    return fabs(net->slope[0]) < 0.15 && fabs(net->slope[1]) < 0.15 && fabs(net->slope[0] + net->slope[1]) < 0.12;
}

/* Seen at an angle, lines slant more, and each by another amount. */
static bool is_oblique(const struct net *net)
{
    return fabs(net->slope[0]) < 0.5 && fabs(net->slope[1]) < 0.5;
}

/* ---- pitch ---- */

enum { STEPS = 64 };

/* Twelve steps per doubling, starting at twice the width. */
static double step_of(double distance, double width)
{
    return 12 * log2(distance / (2 * width));
}

/* For each stroke, counts the distance to the nearest parallel one beside it. */
static void count_distances(double lengths[STEPS], const struct comb_panel_stroke *strokes, size_t count, double width)
{
    for (size_t i = 0; i < count; i++) {
        double nearest = 0, overlap = 0;
        for (size_t k = 0; k < count; k++) {
            double from = fmax(strokes[i].from, strokes[k].from), to = fmin(strokes[i].to, strokes[k].to);
            double shorter = fmin(strokes[i].to - strokes[i].from, strokes[k].to - strokes[k].from);
            double at = (from + to) / 2;
            double distance = strokes[k].at + strokes[k].slope * at - strokes[i].at - strokes[i].slope * at;
            if (shorter < 1.3 * width || to - from < 0.6 * shorter || distance < 2 * width ||
                (nearest > 0 && distance > nearest))
                continue;
            nearest = distance;
            overlap = to - from;
        }
        double step = nearest > 0 ? step_of(nearest, width) : -1;
        if (step >= 0 && step < STEPS)
            lengths[(int)step] += overlap;
    }
}

/* The most frequent distance, or 0. */
static double top_distance(const double lengths[STEPS], double width)
{
    double best = 0;
    int top = 0;
    for (int step = 0; step + 1 < STEPS; step++) {
        double sum = lengths[step] + lengths[step + 1];
        top = sum > best ? step : top;
        best = fmax(best, sum);
    }
    return best > 0 ? 2 * width * exp2((top + 1) / 12.0) : 0;
}

static bool find_pitch(struct net *net)
{
    double lengths[STEPS] = {0};
    for (int side = 0; side < 2; side++)
        count_distances(lengths, net->used[side], net->count[side], net->widths[side]);
    net->pitch = net->pitches[0] = net->pitches[1] = top_distance(lengths, net->width);
    return net->pitch > 0 && net->pitch < 14 * net->width;
}

/* One pitch for each direction. */
static bool find_pitches(struct net *net)
{
    for (int side = 0; side < 2; side++) {
        double lengths[STEPS] = {0};
        count_distances(lengths, net->used[side], net->count[side], net->widths[side]);
        net->pitches[side] = top_distance(lengths, net->widths[side]);
    }
    double ratio = net->pitches[1] > 0 ? net->pitches[0] / net->pitches[1] : 0;
    net->pitch = (net->pitches[0] + net->pitches[1]) / 2;
    return ratio > 0.4 && ratio < 2.5 && net->pitch < 14 * net->width;
}

/* ---- nodes ---- */

/* Distance of a place from a stroke's nearer end; 0 within it. */
static double beyond(const struct comb_panel_stroke *stroke, double along)
{
    return along < stroke->from ? stroke->from - along : along > stroke->to ? along - stroke->to : 0;
}

static void add_node(struct net *net, double x, double y, const double slope[2])
{
    for (size_t i = 0; i < net->node_count; i++) {
        struct node *node = &net->nodes[i];
        if (fabs(node->x - x) + fabs(node->y - y) > 0.3 * net->pitch)
            continue;
        node->x = (node->x * node->hits + x) / (node->hits + 1);
        node->y = (node->y * node->hits + y) / (node->hits + 1);
        for (int side = 0; side < 2; side++)
            node->slope[side] = (node->slope[side] * node->hits + slope[side]) / (node->hits + 1);
        node->hits++;
        return;
    }
    if (net->node_count < MAX_NODES)
        net->nodes[net->node_count++] =
            (struct node){.x = x, .y = y, .hits = 1, .slope = {slope[0], slope[1]}, .net = -1};
}

/* A short stroke's own slope is unreliable; uses the lattice's instead. */
static double slope_of(const struct net *net, const struct comb_panel_stroke *stroke, int side)
{
    return stroke->to - stroke->from > 2.5 * net->widths[side] ? stroke->slope : net->slope[side];
}

static void cross(struct net *net, const struct comb_panel_stroke *upright, const struct comb_panel_stroke *level)
{
    double a = slope_of(net, upright, 0), b = slope_of(net, level, 1);
    double x0 = upright->at + upright->slope * middle_of(upright) - a * middle_of(upright);
    double y0 = level->at + level->slope * middle_of(level) - b * middle_of(level);
    double y = (y0 + b * x0) / (1 - a * b), x = x0 + a * y;
    double reach = 0.36 * net->pitch;
    if (beyond(upright, y) < reach && beyond(level, x) < reach)
        add_node(net, x, y, (const double[2]){a, b});
}

static void find_nodes(struct net *net)
{
    double slant = net->oblique ? 0.35 : 0.15; /* of a stroke, relative to the median */
    for (size_t i = 0; i < net->count[0]; i++)
        for (size_t k = 0; k < net->count[1]; k++)
            if (fabs(net->used[0][i].slope - net->slope[0]) < slant &&
                fabs(net->used[1][k].slope - net->slope[1]) < slant)
                cross(net, &net->used[0][i], &net->used[1][k]);
}

/* ---- growing ---- */

static struct node *node_near(struct net *net, double x, double y)
{
    struct node *best = NULL;
    double min = (net->oblique ? 0.28 : 0.2) * net->pitch;
    for (size_t i = 0; i < net->node_count; i++) {
        double distance = hypot(net->nodes[i].x - x, net->nodes[i].y - y);
        if (distance < min) {
            min = distance;
            best = &net->nodes[i];
        }
    }
    return best;
}

/* Adds the neighbour in one direction, or the next one if that was not found; NULL if it is not new. */
static struct node *step_to(struct net *net, const struct node *from, int di, int dj)
{
    double dx = di * from->across[0] + dj * from->down[0], dy = di * from->across[1] + dj * from->down[1];
    int steps = 1;
    if (net->oblique && di != 0) /* along the line itself */
        dy = dx * from->slope[1];
    else if (net->oblique)
        dx = dy * from->slope[0];
    struct node *to = node_near(net, from->x + dx, from->y + dy);
    if (!to) {
        to = node_near(net, from->x + 2 * dx, from->y + 2 * dy);
        steps = 2;
    }
    if (!to || to->net >= 0)
        return NULL;
    to->net = from->net;
    to->i = from->i + di * steps;
    to->j = from->j + dj * steps;
    memcpy(to->across, from->across, sizeof to->across);
    memcpy(to->down, from->down, sizeof to->down);
    double *way = di ? to->across : to->down;
    int sign = di + dj;
    way[0] = (way[0] + sign * (to->x - from->x) / steps) / 2;
    way[1] = (way[1] + sign * (to->y - from->y) / steps) / 2;
    return to;
}

static int grow(struct net *net, struct node *seed, int number)
{
    static const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int head = 0, tail = 0;
    *seed = (struct node){.x = seed->x,
                          .y = seed->y,
                          .hits = seed->hits,
                          .slope = {seed->slope[0], seed->slope[1]},
                          .across = {net->pitches[0], net->pitches[0] * net->slope[1]},
                          .down = {net->pitches[1] * net->slope[0], net->pitches[1]},
                          .net = number};
    net->queue[tail++] = (int)(seed - net->nodes);
    while (head < tail) {
        const struct node *from = &net->nodes[net->queue[head++]];
        for (int way = 0; way < 4; way++) {
            struct node *to = step_to(net, from, ways[way][0], ways[way][1]);
            if (to)
                net->queue[tail++] = (int)(to - net->nodes);
        }
    }
    return tail;
}

/* Grows all nets; returns the number of the largest. */
static int grow_all(struct net *net)
{
    int best = -1, max = 0, number = 0;
    for (size_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].net >= 0)
            continue;
        int size = grow(net, &net->nodes[i], number);
        if (size > max) {
            max = size;
            best = number;
        }
        number++;
    }
    return best;
}

/* ---- the map ---- */

void comb_panel_map(double *x, double *y, const double map[9], double u, double v)
{
    double w = map[6] * u + map[7] * v + map[8];
    *x = (map[0] * u + map[1] * v + map[2]) / w;
    *y = (map[3] * u + map[4] * v + map[5]) / w;
}

/* Gaussian elimination with pivoting; false if the equations are singular. */
static bool solve(double *x, double (*rows)[9], int n)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            pivot = fabs(rows[i][k]) > fabs(rows[pivot][k]) ? i : pivot;
        if (fabs(rows[pivot][k]) < 1e-12)
            return false;
        for (int j = 0; j < 9; j++) {
            double swap = rows[k][j];
            rows[k][j] = rows[pivot][j];
            rows[pivot][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            double fraction = i == k ? 0 : rows[i][k] / rows[k][k];
            for (int j = k; fraction != 0 && j < 9; j++)
                rows[i][j] -= fraction * rows[k][j];
        }
    }
    for (int k = 0; k < n; k++)
        x[k] = rows[k][8] / rows[k][k];
    return true;
}

/* Adds the equation a . x = b to the least-squares sums; the right-hand sides are in column 8. */
static void add_equation(double (*rows)[9], const double a[8], double b, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            rows[i][j] += a[i] * a[j];
        rows[i][8] += a[i] * b;
    }
}

/* Pixels are divided by `scale`, so that all unknowns have similar magnitude. */
static bool fit_map(double map[9], const struct node *const *nodes, size_t count, bool projective, double scale)
{
    double rows[8][9] = {{0}}, h[8] = {0};
    int n = projective ? 8 : 6;
    for (size_t k = 0; k < count; k++) {
        double u = nodes[k]->i, v = nodes[k]->j, x = nodes[k]->x / scale, y = nodes[k]->y / scale;
        double first[8] = {u, v, 1, 0, 0, 0, -u * x, -v * x}, second[8] = {0, 0, 0, u, v, 1, -u * y, -v * y};
        add_equation(rows, first, x, n);
        add_equation(rows, second, y, n);
    }
    if (!solve(h, rows, n))
        return false;
    for (int i = 0; i < 6; i++)
        map[i] = h[i] * scale;
    map[6] = h[6];
    map[7] = h[7];
    map[8] = 1;
    return true;
}

static double miss(const double map[9], const struct node *node)
{
    double x, y;
    comb_panel_map(&x, &y, map, node->i, node->j);
    return hypot(x - node->x, y - node->y);
}

/* Keeps the nodes within `max` of the map. */
static size_t keep_fitting(const struct node **nodes, size_t count, const double map[9], double max)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (miss(map, nodes[i]) <= max)
            nodes[kept++] = nodes[i];
    return kept;
}

static void extent(int low[2], int high[2], const struct node *const *nodes, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        int at[2] = {nodes[k]->i, nodes[k]->j};
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = k == 0 || at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = k == 0 || at[axis] > high[axis] ? at[axis] : high[axis];
        }
    }
}

/* Moves the origin of the map to (u, v). */
static void shift_map(double map[9], int u, int v)
{
    for (int i = 0; i < 3; i++)
        map[3 * i + 2] += map[3 * i] * u + map[3 * i + 1] * v;
    for (int i = 0; i < 9; i++)
        map[i] /= map[8] != 0 && i != 8 ? map[8] : 1;
    map[8] = 1;
}

static bool describe(struct comb_panel_lattice *lattice, const struct net *net, const struct node **nodes, size_t count)
{
    int low[2] = {0}, high[2] = {0};
    double misses = 0;
    extent(low, high, nodes, count);
    if (count < 4 || high[0] - low[0] < 1 || high[1] - low[1] < 1 || high[0] - low[0] > COMB_PANEL_MAX_SIDE ||
        high[1] - low[1] > COMB_PANEL_MAX_SIDE)
        return false;
    for (size_t i = 0; i < count; i++)
        misses += miss(lattice->to_view, nodes[i]);
    shift_map(lattice->to_view, low[0], low[1]);
    lattice->width = (unsigned)(high[0] - low[0]);
    lattice->height = (unsigned)(high[1] - low[1]);
    lattice->nodes = (unsigned)count;
    double x[3], y[3], u = lattice->width / 2.0, v = lattice->height / 2.0;
    comb_panel_map(&x[0], &y[0], lattice->to_view, u, v);
    comb_panel_map(&x[1], &y[1], lattice->to_view, u + 0.5, v);
    comb_panel_map(&x[2], &y[2], lattice->to_view, u, v + 0.5);
    lattice->pitch = hypot(x[1] - x[0], y[1] - y[0]) + hypot(x[2] - x[0], y[2] - y[0]);
    lattice->residual = misses / (double)count / lattice->pitch;
    lattice->line = (net->widths[0] / net->pitches[0] + net->widths[1] / net->pitches[1]) / 2;
    return lattice->residual < 0.03;
}

static bool fit(struct comb_panel_lattice *lattice, const struct net *net, int number)
{
    const struct node *nodes[MAX_NODES];
    size_t count = 0;
    for (size_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].net == number)
            nodes[count++] = &net->nodes[i];
    double scale = 10 * net->pitch;
    for (int round = 0; round < 2; round++) {
        if (count < 4 || !fit_map(lattice->to_view, nodes, count, count >= 9, scale))
            return false;
        count = keep_fitting(nodes, count, lattice->to_view, (round ? 0.12 : 0.2) * net->pitch);
    }
    return describe(lattice, net, nodes, count);
}

/* If all nodes are in one row or column, the lines that leave it lead to the next one: discs may hide its nodes. Adds
 * these, one pitch away. */
static void add_second_row(struct net *net, int number, int flat)
{
    const int side = flat == 1 ? 0 : 1; /* the strokes that leave the row */
    size_t count = net->node_count;
    for (size_t i = 0; i < count && net->node_count < MAX_NODES; i++) {
        struct node *node = &net->nodes[i];
        double across = side == 0 ? node->x : node->y, along = side == 0 ? node->y : node->x;
        if (node->net != number)
            continue;
        for (size_t k = 0; k < net->count[side]; k++) {
            const struct comb_panel_stroke *stroke = &net->used[side][k];
            double away = stroke->at + stroke->slope * middle_of(stroke) - across;
            if (fabs(away) > 0.12 * net->pitch || beyond(stroke, along) > 0.36 * net->pitch ||
                fabs(middle_of(stroke) - along) < 0.3 * net->pitch)
                continue;
            int way = middle_of(stroke) > along ? 1 : -1;
            double step = way * net->pitch, aslant = step * net->slope[side];
            struct node next = {.x = node->x + (side == 0 ? aslant : step),
                                .y = node->y + (side == 0 ? step : aslant),
                                .hits = 1,
                                .i = node->i + (side == 0 ? 0 : way),
                                .j = node->j + (side == 0 ? way : 0),
                                .net = number};
            net->nodes[net->node_count++] = next;
            break;
        }
    }
}

static void extend_row(struct net *net, int number)
{
    const struct node *nodes[MAX_NODES];
    size_t count = 0;
    int low[2] = {0}, high[2] = {0};
    for (size_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].net == number)
            nodes[count++] = &net->nodes[i];
    extent(low, high, nodes, count);
    for (int axis = 0; axis < 2; axis++)
        if (count >= 2 && low[axis] == high[axis])
            add_second_row(net, number, axis);
}

bool comb_panel_lattice_refit(struct comb_panel_lattice *lattice, double *worst, const struct comb_panel_node *found,
                              unsigned count)
{
    struct node nodes[COMB_PANEL_MAX_NODES];
    const struct node *list[COMB_PANEL_MAX_NODES] = {NULL};
    double map[9];
    int low[2] = {0}, high[2] = {0};
    *worst = 0;
    if (count < 4)
        return false;
    for (unsigned k = 0; k < count; k++) {
        nodes[k] = (struct node){.i = found[k].i, .j = found[k].j};
        comb_panel_map(&nodes[k].x, &nodes[k].y, lattice->to_view, found[k].u, found[k].v);
        list[k] = &nodes[k];
        *worst = fmax(*worst, hypot(found[k].u - found[k].i, found[k].v - found[k].j));
    }
    extent(low, high, list, count);
    bool wide = high[0] - low[0] >= 2 && high[1] - low[1] >= 2 && count >= 9;
    if (high[0] == low[0] || high[1] == low[1] || !fit_map(map, list, count, wide, 10 * lattice->pitch))
        return false;
    memcpy(lattice->to_view, map, sizeof map);
    return true;
}

static bool fit_net(struct comb_panel_lattice *lattice, struct net *net, bool oblique)
{
    net->oblique = oblique;
    net->node_count = 0;
    find_nodes(net);
    int largest = grow_all(net);
    extend_row(net, largest);
    return fit(lattice, net, largest);
}

/* Upright or, if that explains few nodes, seen at an angle. */
static bool fit_either(struct comb_panel_lattice *lattice, struct net *net)
{
    enum { ENOUGH = 9 };
    struct comb_panel_lattice other;
    bool fits = is_upright(net) && find_pitch(net) && fit_net(lattice, net, false);
    if (fits && lattice->nodes >= ENOUGH)
        return true;
    bool oblique = is_oblique(net) && find_pitches(net) && fit_net(&other, net, true) && other.nodes >= ENOUGH;
    if (oblique)
        *lattice = other;
    return fits || oblique;
}

/* Takes the strokes that have the given widths. */
static void choose_strokes(struct net *net, const struct comb_panel_strokes *strokes, const double widths[2])
{
    net->width = (widths[0] + widths[1]) / 2;
    for (int side = 0; side < 2; side++) {
        net->widths[side] = widths[side];
        net->count[side] = choose(net->used[side], strokes->strokes[side], strokes->count[side], widths[side]);
        net->slope[side] = median_slope(net->used[side], net->count[side], widths[side]);
    }
}

/* Seen from the side, the lines of one direction are thinner than the others. */
static bool fit_oblique(struct comb_panel_lattice *lattice, struct net *net, const struct comb_panel_strokes *strokes)
{
    enum { ENOUGH = 9 };
    double ratio = strokes->widths[1] > 0 ? strokes->widths[0] / strokes->widths[1] : 1;
    if (ratio > 0.87 && ratio < 1.15)
        return false;
    choose_strokes(net, strokes, strokes->widths);
    return is_oblique(net) && find_pitches(net) && fit_net(lattice, net, true) && lattice->nodes >= ENOUGH;
}

int comb_panel_lattice_fit(struct comb_panel_lattice *lattice, const struct comb_panel_strokes *strokes)
{
    struct net net = {.width = strokes->width};
    for (int side = 0; side < 2; side++)
        net.used[side] = malloc((strokes->count[side] + 1) * sizeof *net.used[side]);
    net.nodes = malloc(MAX_NODES * sizeof *net.nodes);
    net.queue = malloc(MAX_NODES * sizeof *net.queue);
    int code = net.used[0] && net.used[1] && net.nodes && net.queue ? COMB_OK : COMB_NO_MEMORY;
    if (code == COMB_OK) {
        choose_strokes(&net, strokes, (const double[2]){strokes->width, strokes->width});
        code = fit_either(lattice, &net) || fit_oblique(lattice, &net, strokes) ? COMB_OK : COMB_NO;
    }
    free(net.used[0]);
    free(net.used[1]);
    free(net.nodes);
    free(net.queue);
    return code;
}
