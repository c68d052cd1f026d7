/* Inside of sat_line: the clauses about one panel, shared by the files sat_line*.c. The essay is in sat_line.c. */
#ifndef COMB_WITNESS_SAT_LINE_MODEL_H
#define COMB_WITNESS_SAT_LINE_MODEL_H

#include "base/bitset.h"
#include "base/vec.h"
#include "engine/sat.h"
#include "games/witness/region.h"
#include "games/witness/sat_line.h"

/* A symbol that can be right or wrong, or that a star counts. */
struct comb_sat_symbol {
    const struct comb_witness_thing *thing;
    uint8_t color;     /* as the rules see it; COMB_WITNESS_NO_COLOR: no star counts it */
    uint16_t place;    /* cell; for a dot node or edge */
    bool on_edge;      /* a dot on an edge */
    uint16_t cells[4]; /* the cells of regions that it touches: its own, or those around a dot */
    unsigned cell_count;
    int kept;       /* literal: not eliminated */
    int right;      /* literal of a dot: covered; of a triangle: the count is right */
    bool was_right; /* in the model that is looked at */
    int label;      /* index of the label of its region, or -1 */
    int busy;       /* of a Y: literal, it handles a symbol that is not a Y */
    int ladder;     /* of a Y: the first variable of its ladder */
    int handler;    /* of a Y: the first of one variable per symbol: that one is its error; 0 where there are none */
};

/* A set of cells that is a union of regions: equal on both sides of every edge that no line uses. One with sources is
 * meant to be the regions of these cells, and is kept from holding others by cuts. */
struct comb_sat_label {
    int first; /* variable of group 0, true where the label is not; those of joints follow */
    bool has_sources;
    struct comb_witness_cells sources;
    struct comb_witness_cells seen; /* groups that have it in the model that is looked at */
};

struct comb_sat_line {
    const struct comb_witness_task *task;
    const struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_sat *sat;
    struct comb_witness_judge *judge;
    bool symmetric;
    bool failed; /* memory ran out */
    int truth;   /* a literal that holds */
    struct COMB_VEC(int) clause;

    int line[COMB_WITNESS_MOST_EDGES]; /* literal: the line itself uses the edge */
    int used[COMB_WITNESS_MOST_EDGES]; /* the line or its mirror image does */
    int on[COMB_WITNESS_MOST_NODES];   /* the line itself visits the node */
    int starts[COMB_WITNESS_MOST_NODES];
    int ends[COMB_WITNESS_MOST_NODES];

    bool inside[COMB_WITNESS_MOST_CELLS];    /* belongs to regions at all */
    uint16_t group[COMB_WITNESS_MOST_CELLS]; /* cells that no line can ever part have one number */
    unsigned groups;
    const struct comb_witness_surface *surface; /* of the judge */
    int visited[COMB_WITNESS_MOST_NODES];       /* literal, by joint: the line or its mirror image passes it */

    struct COMB_VEC(struct comb_sat_symbol) symbols;
    struct COMB_VEC(struct comb_sat_label) labels;
    unsigned eliminations; /* Ys in regions */
    int blue;              /* label: the region has a blue piece; -1 when the panel has none */

    int stop;        /* the code that a tick gave */
    uint64_t effort; /* spent */
    uint64_t effort_most;
};

/* Clauses: constants are dropped, a clause that holds anyway is not written. */
void comb_sat_line_clause(struct comb_sat_line *model, const int *literals, size_t count);
#define comb_sat_line_say(model, ...)                                                                                  \
    comb_sat_line_clause((model), (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
/* At least `least` and at most `most`, while `guard` (a literal) holds. */
void comb_sat_line_count(struct comb_sat_line *model, int guard, const int *literals, size_t count, long least,
                         long most);
int comb_sat_line_variable(struct comb_sat_line *model);

/* A literal that holds exactly when both do; the literal of a cell in a label. */
int comb_sat_line_both(struct comb_sat_line *model, int a, int b);
int comb_sat_line_at(const struct comb_sat_line *model, int label, unsigned cell);
/* A new label (-1 when memory runs out); `source` is a cell or COMB_WITNESS_NOWHERE. */
int comb_sat_line_label(struct comb_sat_line *model, unsigned source);

static inline bool comb_sat_line_usable(const struct comb_sat_line *model, unsigned edge)
{
    return model->used[edge] != -model->truth;
}

/* The parts of the encoding, in the order in which they are made. */
void comb_sat_line_path(struct comb_sat_line *model);
void comb_sat_line_cells(struct comb_sat_line *model);
void comb_sat_line_symbols(struct comb_sat_line *model);
void comb_sat_line_pieces(struct comb_sat_line *model);
void comb_sat_line_blue_sums(struct comb_sat_line *model);

/* Looks at the model that was found: COMB_OK and the line when it is a solution; COMB_NO when clauses were added that
 * exclude it; else a code to leave with. */
int comb_sat_line_refine(struct comb_sat_line *model, struct comb_witness_line *line);

#endif
