/* Deduces edges of the line from nearby symbols, step by step, each with its reason. Sound under every rule set:
 * every solution uses an edge that is found to be used (under symmetry, it or its mirror image does). */
#ifndef COMB_WITNESS_HINTS_LOGIC_H
#define COMB_WITNESS_HINTS_LOGIC_H

#include "base/bitset.h"
#include "base/buf.h"
#include "games/witness/search/search.h"

enum comb_witness_reason {
    COMB_WITNESS_BY_DOT,       /* a dot on the edge */
    COMB_WITNESS_BY_SQUARES,   /* squares of different colours on both sides */
    COMB_WITNESS_BY_TRIANGLES, /* all remaining sides are needed */
    COMB_WITNESS_TRIANGLES_OUT,
    COMB_WITNESS_BY_NODE, /* a dot, start or end with as many edges left as the line needs there */
    COMB_WITNESS_BY_WAY,  /* the line reaches a node with one way on */
    COMB_WITNESS_NODE_OUT,
    COMB_WITNESS_DEAD_OUT, /* a node with one edge left */
    COMB_WITNESS_LOOP_OUT
};

enum { COMB_WITNESS_STEP_WORDS = COMB_BITSET_WORDS(COMB_WITNESS_MAX_EDGES) };

/* One application of a rule. */
struct comb_witness_step {
    enum comb_witness_reason reason;
    bool in;               /* the edges are used; otherwise they are not used */
    unsigned places[2][2]; /* column, row of the symbols or node in the reason */
    unsigned place_count;
    uint16_t edges[4];
    unsigned edge_count;
    uint64_t because[COMB_WITNESS_STEP_WORDS]; /* all steps that it depends on, by number, including itself */
};

struct comb_witness_logic {
    const struct comb_witness_graph *graph;
    bool symmetric;
    bool clues;                                /* there is no elimination mark, so every symbol must be satisfied */
    bool cell_clues;                           /* the same for symbols in cells */
    unsigned no_sides;                         /* required sides of triangles without a number */
    signed char state[COMB_WITNESS_MAX_EDGES]; /* 1 used, -1 not, 0 open */
    uint16_t step_of[COMB_WITNESS_MAX_EDGES];  /* the step that decided it; COMB_WITNESS_NOWHERE: the panel, or drawn */
    bool drawn[COMB_WITNESS_MAX_EDGES];
    signed char degree[COMB_WITNESS_MAX_NODES]; /* edges at a node: 1 or 2 exactly; 0: none or two; -1: up to two */
    struct comb_witness_step steps[COMB_WITNESS_MAX_EDGES];
    unsigned step_count;
};

/* Deduces everything that follows if the line begins with `drawn` (which may be empty). */
void comb_witness_logic_run(struct comb_witness_logic *logic, const struct comb_witness_graph *graph,
                            const struct comb_witness_rules *rules, const struct comb_witness_line *drawn);

/* Returns the step that decides a used edge not drawn yet and depends on the fewest steps, with a mere dot on an
 * edge last; among those the one nearest to the node. COMB_WITNESS_NOWHERE if there is none. */
unsigned comb_witness_logic_best(const struct comb_witness_logic *logic, unsigned near);

/* Appends a sentence, without its full stop. */
void comb_witness_logic_explain(struct comb_buf *out, const struct comb_witness_logic *logic, unsigned step);

void comb_witness_name_edge(struct comb_buf *out, const struct comb_witness_graph *graph, unsigned edge);

#endif
