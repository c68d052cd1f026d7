/* Search for lines: the solver's one entrance. */
#ifndef COMB_WITNESS_SEARCH_H
#define COMB_WITNESS_SEARCH_H

#include "core/job.h"
#include "games/witness/graph.h"
#include "games/witness/rules.h"

struct comb_witness_line {
    unsigned count; /* nodes */
    uint16_t nodes[COMB_WITNESS_MOST_NODES];
};

struct comb_witness_task {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    const struct comb_witness_edges
        *closed; /* edges that the line must leave alone; NULL: none beyond the panel's own */
    const struct comb_witness_edges
        *needed;       /* edges that the line itself (not its mirror image) must use; NULL: none */
    bool shortest;     /* lines in order of their length: the first found is a shortest one */
    bool random_order; /* by the job's seed; restarts are used only then or when one line is asked for */
    /* Called for every line, each once, one call at a time; false ends the search. Two lines that under symmetry
     * without line colours draw the same picture (the line of one is the mirror line of the other) are one: the one
     * whose start has the lower number. NULL: the first line ends the search. */
    bool (*found)(void *payload, const struct comb_witness_line *line);
    void *payload;
};

struct comb_witness_outcome {
    struct comb_witness_line line; /* the first found, or with `shortest` the shortest; count 0: none */
    uint64_t lines;                /* found */
    uint64_t nodes;                /* steps of the search */
    bool exhausted;                /* every line there is was found: with lines == 0, there is no solution */
};

/* COMB_OK when it ended by itself (a line found, `found` said stop, or exhausted); COMB_LIMIT, COMB_INTERRUPTED or
 * COMB_NO_MEMORY with what there is. Uses comb_job_threads(job) threads; ticks, notes progress (share of the search
 * space done). */
int comb_witness_search(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                        struct comb_error *err);

#endif
