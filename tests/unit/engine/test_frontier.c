/* The frontier counter: against a walk of every path on small random graphs, against a second method modulo primes on
 * grids, and against published numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "engine/frontier/frontier.h"

#include <stdlib.h>
#include <string.h>

enum { MAX = 400 };

/* A graph with its own storage. */
struct graph {
    unsigned vertices;
    size_t edges;
    uint32_t ends[2 * MAX][2];
    bool source[MAX], target[MAX], needed[MAX], needed_edges[2 * MAX];
    bool points;
};

static struct comb_frontier_task task_of(const struct graph *graph)
{
    return (struct comb_frontier_task){
        .vertex_count = graph->vertices,
        .edge_count = graph->edges,
        .edges = graph->ends,
        .source = graph->source,
        .target = graph->target,
        .needed = graph->needed,
        .needed_edges = graph->needed_edges,
        .allow_empty_paths = graph->points,
    };
}

static void add_edge(struct graph *graph, unsigned a, unsigned b)
{
    graph->ends[graph->edges][0] = a;
    graph->ends[graph->edges++][1] = b;
}

/* ---- the walk of every path ---- */

struct needs {
    uint32_t vertices;
    uint64_t edges;
};

static uint64_t walk(const struct graph *graph, const struct needs *needs, uint32_t at, uint32_t visited,
                     uint64_t taken)
{
    uint64_t count = graph->target[at] && (taken || graph->points) && (needs->vertices & ~visited) == 0 &&
                     (needs->edges & ~taken) == 0;
    for (size_t e = 0; e < graph->edges; e++)
        for (unsigned side = 0; side < 2; side++) {
            uint32_t next = graph->ends[e][1 - side];
            if (graph->ends[e][side] == at && !(visited >> next & 1))
                count += walk(graph, needs, next, visited | 1u << next, taken | (uint64_t)1 << e);
        }
    return count;
}

static uint64_t walk_all(const struct graph *graph)
{
    uint64_t count = 0;
    struct needs needs = {0};
    for (unsigned v = 0; v < graph->vertices; v++)
        needs.vertices |= (uint32_t)graph->needed[v] << v;
    for (size_t e = 0; e < graph->edges; e++)
        needs.edges |= (uint64_t)graph->needed_edges[e] << e;
    for (unsigned v = 0; v < graph->vertices; v++)
        if (graph->source[v])
            count += walk(graph, &needs, v, 1u << v, 0);
    return count;
}

static struct graph random_graph(struct comb_rng *rng, unsigned max_vertices, unsigned max_edges)
{
    struct graph graph = {.vertices = 1 + (unsigned)comb_rng_below(rng, max_vertices)};
    unsigned edges = (unsigned)comb_rng_below(rng, max_edges + 1);
    unsigned rare = 1 + (unsigned)comb_rng_below(rng, 6);
    bool needs = comb_rng_below(rng, 3) == 0;
    for (unsigned e = 0; e < edges; e++) /* may include parallel edges and loops */
        add_edge(&graph, (unsigned)comb_rng_below(rng, graph.vertices), (unsigned)comb_rng_below(rng, graph.vertices));
    for (unsigned v = 0; v < graph.vertices; v++) {
        graph.source[v] = comb_rng_below(rng, rare) == 0;
        graph.target[v] = comb_rng_below(rng, rare) == 0;
        graph.needed[v] = needs && comb_rng_below(rng, 8) == 0;
    }
    for (unsigned e = 0; e < edges; e++)
        graph.needed_edges[e] = needs && comb_rng_below(rng, 8) == 0;
    graph.points = comb_rng_below(rng, 2);
    return graph;
}

static void shuffle(uint32_t *order, unsigned count, struct comb_rng *rng)
{
    for (unsigned i = 0; i < count; i++)
        order[i] = i;
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)comb_rng_below(rng, i);
        uint32_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

static void expect_count(const struct comb_frontier_task *task, uint64_t expected)
{
    struct comb_frontier_count count;
    struct comb_error err = {0};
    assert_int_equal(comb_frontier_paths(&count, task, &err), COMB_OK);
    assert_true(comb_big_bits(&count.paths) <= 64);
    assert_int_equal(count.paths.limbs[0], expected);
}

/* 6000 graphs, each in the default order and in a random one. */
static void test_random_graphs_against_a_walk(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 7);
    unsigned many = 0;
    for (unsigned round = 0; round < 6000; round++) {
        struct graph graph = random_graph(&rng, 9, 18);
        struct comb_frontier_task task = task_of(&graph);
        uint32_t order[MAX];
        uint64_t expected = walk_all(&graph);
        expect_count(&task, expected);
        shuffle(order, graph.vertices, &rng);
        task.order = order;
        expect_count(&task, expected);
        many += expected > 20;
    }
    assert_true(many > 1000);
}

/* Dense graphs cut more than twelve edges: states of two words. */
static void test_wide_graphs_against_a_walk(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 8);
    unsigned wide = 0;
    for (unsigned round = 0; round < 600; round++) {
        struct graph graph = random_graph(&rng, 8, 30);
        struct comb_frontier_task task = task_of(&graph);
        struct comb_frontier_count count;
        uint32_t order[MAX];
        struct comb_error err = {0};
        shuffle(order, graph.vertices, &rng);
        task.order = order;
        int code = comb_frontier_paths(&count, &task, &err);
        if (code == COMB_LIMIT)
            continue;
        assert_int_equal(code, COMB_OK);
        assert_int_equal(count.paths.limbs[0], walk_all(&graph));
        wide += count.width > 12;
    }
    assert_true(wide > 50);
}

/* ---- grids ---- */

enum sweep { CHOSEN, ROWS, COLUMNS, BACKWARDS };

/* Paths from one corner to the opposite one, or (any) to every node. */
static struct graph grid(unsigned width, unsigned height, bool any)
{
    struct graph graph = {.vertices = (width + 1) * (height + 1), .points = true};
    for (unsigned v = 0; v < graph.vertices; v++) {
        if (v % (width + 1) < width)
            add_edge(&graph, v, v + 1);
        if (v / (width + 1) < height)
            add_edge(&graph, v, v + width + 1);
        graph.target[v] = any;
    }
    graph.source[(width + 1) * height] = true;
    graph.target[width] = true;
    return graph;
}

static void count_grid(struct comb_frontier_count *count, unsigned width, unsigned height, bool any, enum sweep sweep)
{
    struct graph graph = grid(width, height, any);
    struct comb_frontier_task task = task_of(&graph);
    struct comb_error err = {0};
    uint32_t order[MAX];
    for (unsigned i = 0; i < graph.vertices; i++)
        order[i] = sweep == ROWS        ? i
                   : sweep == BACKWARDS ? graph.vertices - 1 - i
                                        : i / (height + 1) + (width + 1) * (i % (height + 1));
    task.order = sweep == CHOSEN ? NULL : order;
    assert_int_equal(comb_frontier_paths(count, &task, &err), COMB_OK);
}

static void expect_grid(unsigned width, unsigned height, bool any, enum sweep sweep, const char *text)
{
    struct comb_frontier_count count;
    struct comb_buf out = {0};
    count_grid(&count, width, height, any, sweep);
    comb_big_print(&out, &count.paths, 0);
    assert_string_equal(comb_buf_text(&out), text);
    comb_buf_free(&out);
}

/* Walks from a corner, as published by ttws. */
static void test_walks_from_a_corner(void **state)
{
    (void)state;
    static const struct {
        unsigned width, height;
        const char *paths;
    } rows[] = {{1, 1, "7"},     {1, 2, "18"},     {2, 2, "79"},      {2, 3, "309"},      {3, 3, "2111"},
                {3, 4, "13591"}, {4, 4, "153745"}, {4, 5, "1670522"}, {5, 5, "31811177"}, {5, 6, "588083855"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect_grid(rows[i].width, rows[i].height, true, CHOSEN, rows[i].paths);
        expect_grid(rows[i].height, rows[i].width, true, CHOSEN, rows[i].paths);
    }
}

/* From corner to corner: OEIS A007764, in four orders. */
static void test_corner_to_corner(void **state)
{
    (void)state;
    static const char *const paths[] = {"1",
                                        "2",
                                        "12",
                                        "184",
                                        "8512",
                                        "1262816",
                                        "575780564",
                                        "789360053252",
                                        "3266598486981642",
                                        "41044208702632496804",
                                        "1568758030464750013214100",
                                        "182413291514248049241470885236"};
    for (unsigned side = 0; side < sizeof paths / sizeof *paths; side++)
        for (enum sweep sweep = CHOSEN; sweep <= BACKWARDS; sweep++)
            if (side < 10 || sweep == CHOSEN)
                expect_grid(side, side, false, sweep, paths[side]);
}

static void test_long_grids_are_swept_along_the_short_side(void **state)
{
    (void)state;
    struct comb_frontier_count count;
    count_grid(&count, 3, 60, true, CHOSEN);
    assert_true(count.width <= 5);
    count_grid(&count, 60, 3, true, CHOSEN);
    assert_true(count.width <= 5);
}

/* From corner to corner of a ladder: each cell doubles the paths. */
static void test_counts_of_several_limbs(void **state)
{
    (void)state;
    struct comb_frontier_count count;
    for (unsigned cells = 1; cells < 190; cells += 9) {
        count_grid(&count, cells, 1, false, CHOSEN);
        assert_int_equal(comb_big_bits(&count.paths), cells + 1);
        for (unsigned i = 0; i < COMB_BIG_LIMBS; i++)
            assert_int_equal(count.paths.limbs[i], i == cells / 64 ? (uint64_t)1 << cells % 64 : 0);
    }
}

/* ---- a second method: edge by edge, a mate for every vertex, counts modulo a prime ----
 *
 * mate[v] is v itself while v has no edge, the other end of its piece while it has one, and NONE when it has two. The
 * source and the target get at most one edge each; all targets are joined to one extra vertex by an edge each, so that
 * there is only one. Tables are plain arrays that are sorted and merged after each edge. */

enum { NONE = 255, TWIN_MAX = 128 };

struct partial {
    uint8_t mate[TWIN_MAX];
    uint64_t count;
};

struct twin {
    struct partial *items;
    size_t count, room;
    unsigned vertices;
};

static int by_mates(const void *a, const void *b)
{
    return memcmp(((const struct partial *)a)->mate, ((const struct partial *)b)->mate, TWIN_MAX);
}

static void twin_push(struct twin *twin, const struct partial *partial)
{
    if (twin->count == twin->room) {
        twin->room = 2 * twin->room + 64;
        twin->items = realloc(twin->items, twin->room * sizeof *twin->items);
        assert_non_null(twin->items);
    }
    twin->items[twin->count++] = *partial;
}

static void twin_merge(struct twin *twin, uint64_t prime)
{
    size_t kept = 0;
    qsort(twin->items, twin->count, sizeof *twin->items, by_mates);
    for (size_t i = 0; i < twin->count; i++)
        if (kept > 0 && by_mates(&twin->items[kept - 1], &twin->items[i]) == 0)
            twin->items[kept - 1].count = (twin->items[kept - 1].count + twin->items[i].count) % prime;
        else
            twin->items[kept++] = twin->items[i];
    twin->count = kept;
}

/* Adds the edge if allowed. */
static void twin_add_edge(struct twin *twin, struct partial partial, const uint8_t *edge)
{
    uint8_t a = partial.mate[edge[0]], b = partial.mate[edge[1]];
    if (a == NONE || b == NONE || a == edge[1])
        return;
    partial.mate[edge[0]] = a == edge[0] ? partial.mate[edge[0]] : NONE;
    partial.mate[edge[1]] = b == edge[1] ? partial.mate[edge[1]] : NONE;
    partial.mate[a] = b;
    partial.mate[b] = a;
    twin_push(twin, &partial);
}

/* After its last edge a vertex must not be the end of a piece, except the source and the target (the last vertex); drop
 * it. */
static void twin_close(struct twin *twin, uint8_t vertex, uint8_t source)
{
    size_t kept = 0;
    for (size_t i = 0; i < twin->count; i++) {
        struct partial *partial = &twin->items[i];
        bool ends_here = partial->mate[vertex] != NONE && partial->mate[vertex] != vertex;
        if (ends_here && vertex != source)
            continue;
        if (!ends_here && vertex == source)
            continue;
        if (vertex != source)
            partial->mate[vertex] = NONE;
        twin->items[kept++] = *partial;
    }
    twin->count = kept;
}

static unsigned twin_edges(uint8_t (*edges)[2], const struct graph *graph)
{
    unsigned count = 0;
    for (uint8_t v = 0; v < graph->vertices; v++) {
        for (size_t e = 0; e < graph->edges; e++)
            if (graph->ends[e][0] == v) {
                edges[count][0] = v;
                edges[count++][1] = (uint8_t)graph->ends[e][1];
            }
        if (graph->target[v]) {
            edges[count][0] = v;
            edges[count++][1] = (uint8_t)graph->vertices;
        }
    }
    return count;
}

/* A source must have one edge in the end and every other vertex none or two; the path is then the piece from the source
 * to the extra vertex, and no other piece may be left. */
static uint64_t twin_count(const struct graph *graph, uint8_t source, uint64_t prime)
{
    uint8_t edges[3 * TWIN_MAX][2];
    unsigned count = twin_edges(edges, graph);
    struct twin now = {0}, next = {0};
    struct partial start = {.count = 1};
    uint64_t paths = 0;
    for (unsigned v = 0; v < TWIN_MAX; v++)
        start.mate[v] = v <= graph->vertices ? (uint8_t)v : NONE;
    twin_push(&now, &start);
    for (unsigned e = 0; e < count; e++) {
        next.count = 0;
        for (size_t i = 0; i < now.count; i++) {
            twin_push(&next, &now.items[i]);
            struct partial with = now.items[i];
            bool full = with.mate[source] != source && (edges[e][0] == source || edges[e][1] == source);
            if (!full && !(edges[e][1] == graph->vertices && with.mate[graph->vertices] != graph->vertices))
                twin_add_edge(&next, with, edges[e]);
        }
        if (e + 1 == count || edges[e + 1][0] != edges[e][0])
            twin_close(&next, edges[e][0], source);
        twin_merge(&next, prime);
        struct twin swap = now;
        now = next;
        next = swap;
    }
    for (size_t i = 0; i < now.count; i++) {
        uint8_t end = now.items[i].mate[source];
        if (end == graph->vertices)
            paths = (paths + now.items[i].count) % prime;
    }
    free(now.items);
    free(next.items);
    return paths;
}

static void test_two_methods_agree_modulo_primes(void **state)
{
    (void)state;
    static const uint64_t primes[] = {2305843009213693951u, 4294967291u};
    static const unsigned sizes[][2] = {{1, 1}, {2, 3}, {3, 3}, {4, 4}, {5, 4}, {6, 6}, {6, 7}, {7, 7}, {8, 7}, {8, 8}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned any = 0; any < 2; any++)
            for (size_t p = 0; p < 2; p++) {
                struct graph graph = grid(sizes[i][0], sizes[i][1], any);
                struct comb_frontier_count count;
                count_grid(&count, sizes[i][0], sizes[i][1], any, CHOSEN);
                uint8_t source = (uint8_t)((sizes[i][0] + 1) * sizes[i][1]);
                assert_int_equal(comb_big_modulo(&count.paths, primes[p]), twin_count(&graph, source, primes[p]));
            }
}

/* ---- limits ---- */

struct patience {
    unsigned left;
    double fraction;
};

static bool stop_after_calls(void *payload, double fraction)
{
    struct patience *patience = payload;
    assert_true(fraction >= patience->fraction && fraction <= 1);
    patience->fraction = fraction;
    return patience->left == 0 || --patience->left == 0;
}

static void test_stop_callback_ends_the_count(void **state)
{
    (void)state;
    struct graph graph = grid(8, 8, true);
    struct comb_frontier_task task = task_of(&graph);
    for (unsigned left = 1; left < 30; left += 7) {
        struct patience patience = {.left = left};
        struct comb_frontier_count count;
        struct comb_error err = {0};
        task.stop = stop_after_calls;
        task.payload = &patience;
        assert_int_equal(comb_frontier_paths(&count, &task, &err), COMB_INTERRUPTED);
        assert_int_equal(patience.left, 0);
    }
}

static void test_budget_is_respected_and_returned(void **state)
{
    (void)state;
    struct graph graph = grid(7, 7, true);
    struct comb_frontier_task task = task_of(&graph);
    struct comb_frontier_count count;
    unsigned refused = 0;
    assert_int_equal(comb_frontier_paths(&count, &task, NULL), COMB_OK);
    struct comb_big expected = count.paths;
    for (size_t limit = 1000; limit < 4000000; limit += limit / 3) {
        struct comb_budget budget = {.limit = limit};
        struct comb_error err = {0};
        task.budget = &budget;
        int code = comb_frontier_paths(&count, &task, &err);
        assert_true(code == COMB_OK || code == COMB_NO_MEMORY);
        refused += code == COMB_NO_MEMORY;
        if (code == COMB_NO_MEMORY)
            assert_non_null(strstr(err.message, "--memory-limit"));
        assert_int_equal(atomic_load(&budget.used), 0);
    }
    assert_true(refused > 3);
    assert_memory_equal(&count.paths, &expected, sizeof expected);
}

static void test_invalid_and_too_large_tasks_are_rejected(void **state)
{
    (void)state;
    struct graph full = {.vertices = 14};
    struct comb_frontier_count count;
    struct comb_error err = {0};
    for (unsigned a = 0; a < full.vertices; a++)
        for (unsigned b = a + 1; b < full.vertices; b++)
            add_edge(&full, a, b);
    full.source[0] = full.target[1] = true;
    struct comb_frontier_task task = task_of(&full);
    assert_int_equal(comb_frontier_paths(&count, &task, &err), COMB_LIMIT);
    assert_non_null(strstr(err.message, "24"));
    full.ends[3][1] = 14;
    assert_int_equal(comb_frontier_paths(&count, &task, &err), COMB_BAD_INPUT);
    assert_string_equal(err.message, "edge 3 ends at vertex 14, expected a number below 14");
}

static void test_empty_graph_has_no_paths(void **state)
{
    (void)state;
    struct graph graph = {0};
    struct comb_frontier_task task = task_of(&graph);
    expect_count(&task, 0);
}
