/* Exact counts of simple paths in a graph, by a frontier that sweeps over it: millions of states instead of one step
 * for every path. Nothing here knows a game. */
#ifndef COMB_ENGINE_FRONTIER_H
#define COMB_ENGINE_FRONTIER_H

#include "base/arena.h"
#include "base/error.h"
#include "engine/big.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_FRONTIER_MOST_WIDTH = 24, /* edges that the frontier may cut */
    COMB_FRONTIER_MOST_VERTICES = 1 << 12,
    COMB_FRONTIER_MOST_EDGES = 1 << 16
};

/* Paths are sequences: from each source to each target, over different vertices. Two that differ in which of several
 * parallel edges they take are different; a path from a to b is not the path from b to a. Loops are never walked. */
struct comb_frontier_task {
    unsigned vertex_count;
    size_t edge_count;
    const uint32_t (*edges)[2];
    const bool *source; /* by vertex */
    const bool *target;
    const bool *needed;       /* vertices that a path must visit; NULL: none */
    const bool *needed_edges; /* edges that it must take; NULL: none */
    bool points;              /* a source that is a target is a path of no edges */
    /* Every vertex once: the order in which they are swept. NULL: the best that is found. */
    const uint32_t *order;
    struct comb_budget *budget; /* memory is counted here; NULL: no limit */
    /* Asked every few milliseconds with the share of the work that is done, 0 .. 1; true ends it. NULL: never. */
    bool (*stop)(void *payload, double share);
    void *payload;
};

struct comb_frontier_count {
    struct comb_big paths;
    size_t states;  /* the most at one time */
    uint64_t moves; /* from state to state, all in all */
    unsigned width; /* the most edges that were cut at one time */
};

/* COMB_OK; COMB_INTERRUPTED when `stop` said so; COMB_LIMIT when the graph is too wide or the number too long;
 * COMB_NO_MEMORY; COMB_BAD_INPUT for numbers out of range. */
int comb_frontier_paths(struct comb_frontier_count *out, const struct comb_frontier_task *task, struct comb_error *err);

/* The order that comb_frontier_paths takes by itself, for who wants to look at it: `order` has room for every vertex;
 * *length of them are swept, those that no path from a source to a target can visit are left out. */
int comb_frontier_order(uint32_t *order, unsigned *length, const struct comb_frontier_task *task,
                        struct comb_error *err);

#endif
