/* Internal header of the SAT encoding: the clauses for one panel, shared by the files of this folder. sat_line.c
 * explains the algorithm. */
#ifndef COMB_WITNESS_SAT_MODEL_H
#define COMB_WITNESS_SAT_MODEL_H

#include "base/bitset.h"
#include "base/vec.h"
#include "engine/sat/sat.h"
#include "games/witness/rules/region.h"
#include "games/witness/sat/sat_line.h"

/* A symbol that can be right or wrong, or that a star counts. */
struct comb_sat_symbol {
    const struct comb_witness_thing *thing;
    uint8_t colour;    /* as the rules count it; COMB_WITNESS_NO_COLOUR: no star counts it */
    uint16_t place;    /* cell; for a dot node or edge */
    bool dot;          /* a dot; `thing` may be a start or end with a dot */
    bool on_edge;      /* a dot on an edge */
    uint16_t cells[4]; /* region cells that it touches: its own, or those around a dot */
    unsigned cell_count;
    int kept;       /* literal: not eliminated */
    int right;      /* literal of a dot: covered; of a triangle: the count is right */
    bool was_right; /* in the current model */
    int label;      /* index of the label of its region, or -1 */
    int busy;       /* of an elimination mark: literal, it handles a symbol that is not a mark */
    int ladder;     /* of an elimination mark: the first variable of its ladder */
    int handler; /* of an elimination mark: the first of one variable per symbol (this symbol is its error); 0 if there
                    are none */
};

/* A set of cells that is a union of regions: equal on both sides of every edge that no line uses. A label with
 * sources is meant to be the regions of these cells; cuts keep it from including others. */
struct comb_sat_label {
    int first; /* variable of group 0, true where the label is absent; those of joints follow */
    bool has_sources;
    struct comb_witness_cells sources;
    struct comb_witness_cells members; /* groups that have it in the current model */
};

struct comb_sat_line {
    const struct comb_witness_task *task;
    const struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_sat *sat;
    struct comb_witness_region_checker *checker;
    bool symmetric;
    bool failed; /* out of memory */
    int truth;   /* a literal that is always true */
    struct COMB_VEC(int) clause;

    int line[COMB_WITNESS_MAX_EDGES]; /* literal: the line itself uses the edge */
    int used[COMB_WITNESS_MAX_EDGES]; /* the line or its mirror image does */
    int on[COMB_WITNESS_MAX_NODES];   /* the line itself visits the node */
    int starts[COMB_WITNESS_MAX_NODES];
    int ends[COMB_WITNESS_MAX_NODES];

    bool inside[COMB_WITNESS_MAX_CELLS];    /* belongs to regions at all */
    uint16_t group[COMB_WITNESS_MAX_CELLS]; /* cells that no line can ever separate have the same number */
    unsigned groups;
    const struct comb_witness_surface *surface; /* of the region checker */
    int visited[COMB_WITNESS_MAX_NODES];        /* literal, by joint: the line or its mirror image passes it */

    struct COMB_VEC(struct comb_sat_symbol) symbols;
    struct COMB_VEC(struct comb_sat_label) labels;
    unsigned eliminations; /* elimination marks in regions */
    int blue;              /* label: the region has a blue piece; -1 if the panel has none */

    int stop;                           /* the code returned by a tick */
    uint64_t effort;                    /* spent */
    uint64_t rounds;                    /* models that were not solutions */
    uint64_t effort_from, effort_limit; /* of the current run; limit 0: none */
    bool solving;                       /* not while clauses are added: what is left out then stays missing */
};

/* Adds a clause: drops constants, and omits a clause that is always true. */
void comb_sat_line_clause(struct comb_sat_line *model, const int *literals, size_t count);
#define comb_sat_line_add(model, ...)                                                                                  \
    comb_sat_line_clause((model), (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
/* At least `min` and at most `max`, while `guard` (a literal) holds. */
void comb_sat_line_count(struct comb_sat_line *model, int guard, const int *literals, size_t count, long min, long max);
int comb_sat_line_variable(struct comb_sat_line *model);

/* comb_sat_line_both: a literal that holds exactly if both do. comb_sat_line_at: the literal of a cell in a label. */
int comb_sat_line_both(struct comb_sat_line *model, int a, int b);
int comb_sat_line_at(const struct comb_sat_line *model, int label, unsigned cell);
/* Adds a label (-1 if out of memory); `source` is a cell or COMB_WITNESS_NOWHERE. */
int comb_sat_line_label(struct comb_sat_line *model, unsigned source);

static inline bool comb_sat_line_usable(const struct comb_sat_line *model, unsigned edge)
{
    return model->used[edge] != -model->truth;
}

/* The parts of the encoding, in the order in which they are built. */
void comb_sat_line_path(struct comb_sat_line *model);
void comb_sat_line_cells(struct comb_sat_line *model);
void comb_sat_line_symbols(struct comb_sat_line *model);
void comb_sat_line_pieces(struct comb_sat_line *model);
void comb_sat_line_blue_sums(struct comb_sat_line *model);

/* Checks the model found: COMB_OK and the line if it is a solution; COMB_NO if it added clauses that exclude the
 * model; otherwise the code to return. */
int comb_sat_line_refine(struct comb_sat_line *model, struct comb_witness_line *line);

#endif
