/* Counting paths: the sweep against a plain walk over all paths, in CPU time; the cost of longer counts; and how far
 * the sweep gets.
 *
 *     frontier [SIZE]        squares up to SIZE cells wide; default: 10
 *
 * The walk is the usual one: an array of visited nodes, recursion, no tables. */
#define _POSIX_C_SOURCE 200809L
#include "base/rng.h"
#include "engine/frontier/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WALKED = 5, MAX_SIZE = 16, MAX_NODES = (MAX_SIZE + 1) * (MAX_SIZE + 1), ROUNDS = 5 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- the walk ---- */

struct walker {
    int size;
    bool visited[MAX_NODES];
    uint64_t lines;
};

static void walk(struct walker *walker, int x, int y)
{
    int node = x + (walker->size + 1) * y;
    if (x < 0 || y < 0 || x > walker->size || y > walker->size || walker->visited[node])
        return;
    walker->visited[node] = true;
    walker->lines++;
    walk(walker, x + 1, y);
    walk(walker, x - 1, y);
    walk(walker, x, y + 1);
    walk(walker, x, y - 1);
    walker->visited[node] = false;
}

/* ---- the sweep ---- */

static void sweep(struct comb_frontier_count *count, unsigned size, bool anywhere)
{
    uint32_t edges[2 * MAX_NODES][2];
    bool source[MAX_NODES] = {false}, target[MAX_NODES] = {false};
    unsigned nodes = (size + 1) * (size + 1);
    size_t edge_count = 0;
    struct comb_error err = {0};
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t across = v % (size + 1) < size, down = v / (size + 1) < size;
        if (across)
            memcpy(edges[edge_count++], (uint32_t[]){v, v + 1}, sizeof *edges);
        if (down)
            memcpy(edges[edge_count++], (uint32_t[]){v, v + size + 1}, sizeof *edges);
        target[v] = anywhere || v == nodes - 1;
    }
    source[0] = true;
    struct comb_frontier_task task = {
        .vertex_count = nodes,
        .edge_count = edge_count,
        .edges = (const uint32_t(*)[2])edges,
        .source = source,
        .target = target,
        .allow_empty_paths = true,
    };
    if (comb_frontier_paths(count, &task, &err) != COMB_OK) {
        fprintf(stderr, "%ux%u: %s\n", size, size, err.message);
        exit(1);
    }
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static void compare_with_walk(void)
{
    double walking = 1e9, sweeping = 1e9;
    struct walker walker = {.size = WALKED};
    struct comb_frontier_count count;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double began = cpu_seconds();
        walker.lines = 0;
        walk(&walker, 0, 0);
        walking = smaller(walking, cpu_seconds() - began);
        began = cpu_seconds();
        sweep(&count, WALKED, true);
        sweeping = smaller(sweeping, cpu_seconds() - began);
    }
    printf("%dx%d, every path from a corner: walk %.3f s (%.1f ns per path), sweep %.6f s: %.0f times as fast\n",
           WALKED, WALKED, walking, walking / (double)walker.lines * 1e9, sweeping, walking / sweeping);
    if (count.paths.limbs[0] != walker.lines || comb_big_bits(&count.paths) > 64) {
        fprintf(stderr, "mismatch: the walk finds %llu paths\n", (unsigned long long)walker.lines);
        exit(1);
    }
}

static void measure_sizes(unsigned max_size)
{
    printf("\n%-6s %-9s %12s %14s %9s  %s\n", "size", "to", "states", "moves", "seconds", "lines");
    for (unsigned size = 6; size <= max_size; size++)
        for (unsigned anywhere = 0; anywhere < 2; anywhere++) {
            struct comb_frontier_count count;
            struct comb_buf number = {0};
            double began = cpu_seconds();
            sweep(&count, size, anywhere);
            double took = cpu_seconds() - began;
            comb_big_print(&number, &count.paths, ',');
            printf("%ux%-4u %-9s %12zu %14llu %9.3f  %s\n", size, size, anywhere ? "anywhere" : "corner", count.states,
                   (unsigned long long)count.moves, took, comb_buf_text(&number));
            comb_buf_free(&number);
        }
}

/* ---- what a limb costs ---- */

/* Returns nanoseconds per move into a table of `states` states whose counts have this many limbs. */
static double move_cost(unsigned limbs, unsigned states, unsigned moves)
{
    struct comb_frontier_layer layer = {0};
    struct comb_frontier_index index = {0};
    struct comb_frontier_move batch[64];
    struct comb_rng rng;
    uint64_t count[COMB_BIG_LIMBS] = {1, 1, 1, 1, 1, 1, 1};
    bool fine = comb_frontier_layer_clear(&layer, &index, NULL, 1, limbs);
    comb_rng_seed(&rng, 1);
    double began = cpu_seconds();
    for (unsigned done = 0; done < moves && fine; done += 64) {
        for (unsigned i = 0; i < 64; i++) {
            batch[i] = (struct comb_frontier_move){.state = {{comb_rng_next(&rng) % states, 0}}, .count = count};
            batch[i].hash = comb_frontier_hash(&batch[i].state);
            __builtin_prefetch(&index.slots[batch[i].hash & (index.size - 1)]);
        }
        fine = comb_frontier_layer_add(&layer, &index, NULL, batch, 64, limbs);
    }
    double took = cpu_seconds() - began;
    comb_frontier_layer_free(&layer, NULL);
    comb_frontier_index_free(&index, NULL);
    return took / moves * 1e9;
}

/* Residues modulo primes would need one sweep per 63 bits; a wide count needs one sweep that is a little slower. */
static void measure_limbs(void)
{
    printf("\nnanoseconds per move into 500,000 states, by 64-bit limbs per count:");
    for (unsigned limbs = 1; limbs <= COMB_BIG_LIMBS; limbs *= 2) {
        double best = 1e9;
        for (unsigned round = 0; round < ROUNDS; round++)
            best = smaller(best, move_cost(limbs, 500000, 4000000));
        printf("  %u: %.1f", limbs, best);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    long max_size = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    if (max_size < 1 || max_size > MAX_SIZE) {
        fprintf(stderr, "usage: frontier [SIZE]   SIZE from 1 to %d\n", MAX_SIZE);
        return 2;
    }
    compare_with_walk();
    measure_limbs();
    measure_sizes((unsigned)max_size);
    return 0;
}
