/* What follows for the line from symbols nearby, step by step, each with its reason. Sound under every rule set: an
 * edge that is found to be used is used by every line that solves the panel (under symmetry by it or its mirror image).
 */
#ifndef COMB_WITNESS_HINT_LOGIC_H
#define COMB_WITNESS_HINT_LOGIC_H

#include "base/bitset.h"
#include "base/buf.h"
#include "games/witness/search.h"

enum comb_witness_reason {
    COMB_WITNESS_BY_DOT,       /* a dot on the edge */
    COMB_WITNESS_BY_SQUARES,   /* unlike squares on either side */
    COMB_WITNESS_BY_TRIANGLES, /* all sides that are left are needed */
    COMB_WITNESS_TRIANGLES_OUT,
    COMB_WITNESS_BY_NODE, /* a dot, start or end with as many edges left as the line needs there */
    COMB_WITNESS_BY_WAY,  /* the line comes to a node and has one way on */
    COMB_WITNESS_NODE_OUT,
    COMB_WITNESS_DEAD_OUT, /* a node with one edge left */
    COMB_WITNESS_LOOP_OUT
};

enum { COMB_WITNESS_STEP_WORDS = COMB_BITSET_WORDS(COMB_WITNESS_MOST_EDGES) };

/* One application of a rule. */
struct comb_witness_step {
    enum comb_witness_reason reason;
    bool in;               /* the edges are used; else they are not */
    unsigned places[2][2]; /* column, row of what the reason speaks of */
    unsigned place_count;
    uint16_t edges[4];
    unsigned edge_count;
    uint64_t because[COMB_WITNESS_STEP_WORDS]; /* all steps that it rests on, by number, itself among them */
};

struct comb_witness_logic {
    const struct comb_witness_graph *graph;
    bool symmetric;
    bool clues;                                 /* no elimination mark is about: symbols mean what they say */
    bool cell_clues;                            /* those in cells too */
    unsigned no_sides;                          /* what triangles without a number count */
    signed char state[COMB_WITNESS_MOST_EDGES]; /* 1 used, -1 not, 0 open */
    uint16_t step_of[COMB_WITNESS_MOST_EDGES];  /* that decided it; COMB_WITNESS_NOWHERE: the panel, or drawn */
    bool drawn[COMB_WITNESS_MOST_EDGES];
    signed char degree[COMB_WITNESS_MOST_NODES]; /* edges at a node: 1 or 2 exactly; 0: none or two; -1: up to two */
    struct comb_witness_step steps[COMB_WITNESS_MOST_EDGES];
    unsigned step_count;
};

/* All that follows when the line begins with `drawn` (which may be empty). */
void comb_witness_logic_run(struct comb_witness_logic *logic, const struct comb_witness_graph *graph,
                            const struct comb_witness_rules *rules, const struct comb_witness_line *drawn);

/* The step with an edge that is used and not drawn yet and that rests on the fewest, a mere dot on an edge coming last;
 * among those the one nearest to the node. COMB_WITNESS_NOWHERE when there is none. */
unsigned comb_witness_logic_best(const struct comb_witness_logic *logic, unsigned near);

/* A sentence, without its full stop. */
void comb_witness_logic_tell(struct comb_buf *out, const struct comb_witness_logic *logic, unsigned step);

void comb_witness_name_edge(struct comb_buf *out, const struct comb_witness_graph *graph, unsigned edge);

#endif
