/* Counts simple paths in a graph exactly with a frontier sweep: millions of states instead of one step per path.
 * Independent of any game. */
#ifndef COMB_ENGINE_FRONTIER_H
#define COMB_ENGINE_FRONTIER_H

#include "base/arena.h"
#include "base/error.h"
#include "engine/frontier/big.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_FRONTIER_MAX_WIDTH = 24, /* edges that the frontier may cut */
    COMB_FRONTIER_MAX_VERTICES = 1 << 12,
    COMB_FRONTIER_MAX_EDGES = 1 << 16
};

/* Paths are directed sequences of distinct vertices from any source to any target. Paths that use different parallel
 * edges are different; a path from a to b is not the path from b to a. Loops are never used. */
struct comb_frontier_task {
    unsigned vertex_count;
    size_t edge_count;
    const uint32_t (*edges)[2];
    const bool *source; /* by vertex */
    const bool *target;
    const bool *needed;       /* vertices that a path must visit; NULL: none */
    const bool *needed_edges; /* edges that it must use; NULL: none */
    bool allow_empty_paths;   /* a source that is also a target counts as a path without edges */
    /* Sweep order: every vertex once. NULL: chooses the best order found. */
    const uint32_t *order;
    struct comb_budget *budget; /* memory is charged here; NULL: no limit */
    /* Called every few milliseconds with the fraction of work done, 0 .. 1; returns true to stop. NULL: never stops. */
    bool (*stop)(void *payload, double fraction);
    void *payload;
};

struct comb_frontier_count {
    struct comb_big paths;
    size_t states;  /* maximum at one time */
    uint64_t moves; /* state transitions in total */
    unsigned width; /* maximum number of edges cut at one time */
};

/* Returns COMB_OK; COMB_INTERRUPTED if `stop` returned true; COMB_LIMIT if the graph is too wide or the count too
 * large; COMB_NO_MEMORY; COMB_BAD_INPUT for numbers out of range. */
int comb_frontier_paths(struct comb_frontier_count *out, const struct comb_frontier_task *task, struct comb_error *err);

#endif
