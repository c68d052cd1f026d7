/* Searches for solutions: the entry point of the solver. */
#ifndef COMB_WITNESS_SEARCH_H
#define COMB_WITNESS_SEARCH_H

#include "core/job.h"
#include "games/witness/panel/graph.h"
#include "games/witness/rules/rules.h"

/* Points (graph.h): nodes, and first and last perhaps the middle of an edge. */
struct comb_witness_line {
    unsigned count;
    uint16_t nodes[COMB_WITNESS_MAX_POINTS];
};

/* Lines from one start and to one end, each in the middle of an edge (half) beside a node. NOWHERE: lines from all
 * starts, or to all ends, that are nodes. */
struct comb_witness_part {
    uint16_t start, start_half, end, end_half;
};

struct comb_witness_task {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    const struct comb_witness_edges *closed; /* edges that the line must not use; NULL: none beyond the panel's own */
    const struct comb_witness_edges
        *needed;                          /* edges that the line itself (not its mirror image) must use; NULL: none */
    const struct comb_witness_part *part; /* NULL: all lines */
    uint64_t effort;                      /* of a search for one line: give up after about this much work; 0: never */
    bool shortest;                        /* find lines in order of length: the first is a shortest one */
    bool random_order; /* from the job's seed; restarts happen only then or in a search for one line */
    /* Called once for every line, one call at a time; returning false ends the search. Under symmetry without line
     * colours, two lines that draw the same picture (each is the mirror line of the other) count as one: the one
     * whose start has the lower number. NULL: the first line ends the search. */
    bool (*on_found)(void *payload, const struct comb_witness_line *line);
    void *payload;
};

struct comb_witness_outcome {
    struct comb_witness_line line; /* the first found, or with `shortest` the shortest; count 0: none */
    uint64_t lines;                /* found */
    uint64_t nodes;                /* steps of the search */
    bool exhausted;                /* every line was found: with lines == 0, there is no solution */
};

/* Steps of a line; half an edge counts as half a step. Doubled. */
unsigned comb_witness_line_length(const struct comb_witness_graph *graph, const struct comb_witness_line *line);

/* COMB_OK if the search ended by itself (a line found, `on_found` returned false, or exhausted); COMB_LIMIT,
 * COMB_INTERRUPTED or COMB_NO_MEMORY with a partial result. Uses comb_job_threads(job) threads; ticks; reports
 * progress (fraction of the search space done). */
int comb_witness_search(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                        struct comb_error *err);

#endif
