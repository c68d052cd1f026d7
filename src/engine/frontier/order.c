/* Chooses the sweep order. The cost of a sweep depends on how many edges it cuts at a time: a factor of three per edge.
 *
 * Rows along the shorter side are best for a grid, but a graph has no rows. Distances from two corners make them:
 *
 *     a . . . b      from a: x + y      from b: (w - x) + y
 *     . . . . .      sum         w + 2 y       the same along a row
 *     . . . . .      difference  2 x - w       the same along a column
 *
 * so sorting the vertices by the sum or difference of their distances from two distant points sweeps them row by row,
 * also where the grid has holes, dents and folds. The points are chosen one after the other, each as far as possible
 * from those before it: first among the vertices with the fewest neighbours, which are the corners of a rectangle, then
 * among all. Every pair of points gives candidate orders; the caller's numbering and its reverse are two more. The
 * candidate with the least predicted work wins. Components are ordered one by one, as no path leaves its own; those
 * without a source and a target are left out.
 *
 * Cost: about a hundred sorts of the vertices, negligible beside the sweep. */
#include "engine/frontier/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { POINTS = 8, CORNERS = 4 };

bool comb_frontier_links_new(struct comb_frontier_links *links, const struct comb_frontier_task *task)
{
    *links = (struct comb_frontier_links){
        .first = calloc((size_t)task->vertex_count + 2, sizeof *links->first),
        .items = calloc(2 * task->edge_count + 1, sizeof *links->items),
    };
    if (!links->first || !links->items) {
        comb_frontier_links_free(links);
        return false;
    }
    /* first[v + 1] counts, then points at the start of v and advances to its end while the links are inserted. */
    uint32_t *end = links->first + 1;
    for (size_t e = 0; e < task->edge_count; e++)
        for (unsigned side = 0; side < 2 && task->edges[e][0] != task->edges[e][1]; side++)
            end[task->edges[e][side] + 1]++;
    for (unsigned v = 0; v < task->vertex_count; v++)
        end[v + 1] += end[v];
    for (size_t e = 0; e < task->edge_count; e++)
        for (unsigned side = 0; side < 2 && task->edges[e][0] != task->edges[e][1]; side++)
            links->items[end[task->edges[e][side]]++] =
                (struct comb_frontier_link){.vertex = task->edges[e][1 - side], .edge = (uint32_t)e};
    return true;
}

void comb_frontier_links_free(struct comb_frontier_links *links)
{
    free(links->first);
    free(links->items);
    *links = (struct comb_frontier_links){0};
}

/* An end of the path in the frontier: never, possibly, always. */
static double mark_weight(unsigned width, unsigned all, unsigned swept)
{
    double positions = 1 + width / 3.0;
    return swept == 0 ? 1 : swept < all ? 1 + positions : positions;
}

double comb_frontier_weight(unsigned width, const struct comb_frontier_ends *ends)
{
    return pow(3, width) * mark_weight(width, ends->sources, ends->sources_swept) *
           mark_weight(width, ends->targets, ends->targets_swept);
}

/* ---- one component ---- */

struct sorted {
    int64_t key;
    uint32_t vertex;
};

struct chooser {
    const struct comb_frontier_task *task;
    const struct comb_frontier_links *links;
    uint32_t *component; /* vertices of the current component, ascending */
    unsigned count;
    struct comb_frontier_ends ends; /* of the current component */
    uint32_t *queue;
    uint32_t *distance[POINTS]; /* by vertex; UINT32_MAX: not reached */
    unsigned points;
    struct sorted *trial;
    bool *swept;
    double best;
};

/* Computes distances from a vertex; returns the number of vertices reached, which stay in the queue. */
static unsigned measure_distances(struct chooser *chooser, uint32_t *distance, uint32_t from)
{
    const struct comb_frontier_links *links = chooser->links;
    unsigned head = 0, tail = 0;
    memset(distance, 0xff, chooser->task->vertex_count * sizeof *distance);
    distance[from] = 0;
    chooser->queue[tail++] = from;
    while (head < tail) {
        uint32_t v = chooser->queue[head++];
        for (uint32_t i = links->first[v]; i < links->first[v + 1]; i++)
            if (distance[links->items[i].vertex] == UINT32_MAX) {
                distance[links->items[i].vertex] = distance[v] + 1;
                chooser->queue[tail++] = links->items[i].vertex;
            }
    }
    assert(tail <= chooser->task->vertex_count);
    return tail;
}

static unsigned degree(const struct chooser *chooser, uint32_t v)
{
    return chooser->links->first[v + 1] - chooser->links->first[v];
}

/* Returns the vertex of at most this degree whose nearest point is farthest away; ties go to the largest sum. */
static uint32_t farthest(const struct chooser *chooser, unsigned max_degree)
{
    uint32_t best = chooser->component[0], best_nearest = 0, best_sum = 0;
    for (unsigned i = 0; i < chooser->count; i++) {
        uint32_t v = chooser->component[i], nearest = UINT32_MAX, sum = 0;
        for (unsigned p = 0; p < chooser->points; p++) {
            uint32_t distance = chooser->distance[p][v];
            nearest = distance < nearest ? distance : nearest;
            sum += distance;
        }
        if (degree(chooser, v) > max_degree || nearest < best_nearest || (nearest == best_nearest && sum <= best_sum))
            continue;
        best = v;
        best_nearest = nearest;
        best_sum = sum;
    }
    return best;
}

static void find_points(struct chooser *chooser)
{
    unsigned nearest = UINT32_MAX;
    for (unsigned i = 0; i < chooser->count; i++)
        nearest = degree(chooser, chooser->component[i]) < nearest ? degree(chooser, chooser->component[i]) : nearest;
    chooser->points = 1;
    measure_distances(chooser, chooser->distance[0], chooser->component[0]);
    measure_distances(chooser, chooser->distance[0], farthest(chooser, nearest));
    for (; chooser->points < POINTS; chooser->points++)
        measure_distances(chooser, chooser->distance[chooser->points],
                          farthest(chooser, chooser->points < CORNERS ? nearest : UINT32_MAX));
}

/* Predicts the work of the candidate order. */
static double predict_work(struct chooser *chooser)
{
    const struct comb_frontier_task *task = chooser->task;
    const struct comb_frontier_links *links = chooser->links;
    struct comb_frontier_ends ends = chooser->ends;
    double work = 0;
    unsigned width = 0;
    for (unsigned i = 0; i < chooser->count; i++)
        chooser->swept[chooser->trial[i].vertex] = false;
    for (unsigned i = 0; i < chooser->count; i++) {
        uint32_t v = chooser->trial[i].vertex;
        for (uint32_t j = links->first[v]; j < links->first[v + 1]; j++)
            width += chooser->swept[links->items[j].vertex] ? -1u : 1u;
        chooser->swept[v] = true;
        ends.sources_swept += task->source[v];
        ends.targets_swept += task->target[v];
        work += comb_frontier_weight(width, &ends);
    }
    assert(width == 0); /* every cut edge has arrived */
    return work;
}

static int by_key(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->vertex < y->vertex ? -1 : x->vertex > y->vertex;
}

/* Sorts the candidate by its keys and stores it if it is the best so far. */
static void try_candidate(struct chooser *chooser, uint32_t *best)
{
    qsort(chooser->trial, chooser->count, sizeof *chooser->trial, by_key);
    double work = predict_work(chooser);
    if (work >= chooser->best)
        return;
    chooser->best = work;
    for (unsigned i = 0; i < chooser->count; i++)
        best[i] = chooser->trial[i].vertex;
}

static void try_numbering(struct chooser *chooser, uint32_t *best, int sign)
{
    for (unsigned i = 0; i < chooser->count; i++)
        chooser->trial[i] = (struct sorted){sign * (int64_t)chooser->component[i], chooser->component[i]};
    try_candidate(chooser, best);
}

static void try_pair(struct chooser *chooser, uint32_t *best, const uint32_t *from_a, const uint32_t *from_b)
{
    const int64_t weight = (int64_t)4 * COMB_FRONTIER_MAX_VERTICES;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (unsigned i = 0; i < chooser->count; i++) {
            uint32_t v = chooser->component[i];
            int64_t a = from_a[v], b = from_b[v];
            chooser->trial[i] = (struct sorted){(a + sign * b) * weight + (a - sign * b), v};
        }
        try_candidate(chooser, best);
    }
}

static void order_component(struct chooser *chooser, uint32_t *best)
{
    chooser->best = HUGE_VAL;
    for (unsigned i = 0; i < chooser->count; i++)
        best[i] = chooser->component[i];
    try_numbering(chooser, best, 1);
    try_numbering(chooser, best, -1);
    find_points(chooser);
    for (unsigned a = 0; a < POINTS; a++)
        for (unsigned b = 0; b < POINTS; b++)
            if (a != b)
                try_pair(chooser, best, chooser->distance[a], chooser->distance[b]);
}

/* ---- all components ---- */

/* Collects the component of `from`, in ascending order. */
static void gather_component(struct chooser *chooser, bool *known, uint32_t from)
{
    const struct comb_frontier_task *task = chooser->task;
    measure_distances(chooser, chooser->distance[0], from);
    chooser->count = 0;
    chooser->ends = (struct comb_frontier_ends){0};
    for (uint32_t v = from; v < task->vertex_count; v++) {
        if (chooser->distance[0][v] == UINT32_MAX)
            continue;
        known[v] = true;
        chooser->component[chooser->count++] = v;
        chooser->ends.sources += task->source[v];
        chooser->ends.targets += task->target[v];
    }
}

static void order_all(struct chooser *chooser, uint32_t *order, unsigned *length, bool *known)
{
    *length = 0;
    for (uint32_t v = 0; v < chooser->task->vertex_count; v++) {
        if (known[v])
            continue;
        gather_component(chooser, known, v);
        if (chooser->ends.sources == 0 || chooser->ends.targets == 0)
            continue;
        order_component(chooser, order + *length);
        *length += chooser->count;
        assert(*length <= chooser->task->vertex_count);
    }
}

bool comb_frontier_choose_order(uint32_t *order, unsigned *length, const struct comb_frontier_task *task,
                                const struct comb_frontier_links *links)
{
    size_t count = (size_t)task->vertex_count + 1;
    struct chooser chooser = {.task = task, .links = links};
    uint32_t *numbers = calloc((2 + POINTS) * count, sizeof *numbers);
    bool *flags = calloc(2 * count, sizeof *flags);
    chooser.trial = calloc(count, sizeof *chooser.trial);
    bool enough = numbers && flags && chooser.trial;
    if (enough) {
        chooser.component = numbers;
        chooser.queue = numbers + count;
        for (unsigned p = 0; p < POINTS; p++)
            chooser.distance[p] = numbers + (2 + p) * count;
        chooser.swept = flags;
        order_all(&chooser, order, length, flags + count);
    }
    free(numbers);
    free(flags);
    free(chooser.trial);
    return enough;
}
