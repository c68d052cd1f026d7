/* Internal header of the local search; local_line.c explains it. */
#ifndef COMB_WITNESS_LOCAL_PARTS_H
#define COMB_WITNESS_LOCAL_PARTS_H

#include "base/rng.h"
#include "games/witness/local/local_line.h"
#include "games/witness/rules/region.h"

/* Places: the cells with a frame of outside places around them. */
enum {
    STRIDE = COMB_WITNESS_MAX_SIDE + 2,
    PLACES = STRIDE * STRIDE,
    REGIONS = COMB_WITNESS_MAX_CELLS + 8,
    PARTS = 16,
    STATES = 8
};

/* What a place adds to the cost of its region. Sides are bits in the order of enum comb_witness_side. */
struct comb_local_cell {
    bool special;                 /* it has any of the following */
    bool local;                   /* triangles, dots or closed sides: what depends on the line beside the cell */
    bool near;                    /* so does some place of the eight around it, or itself */
    uint8_t square, star, census; /* colours; census: as stars count it */
    bool elimination, triangle, piece, blue;
    uint8_t sides;  /* required by triangles */
    uint8_t size;   /* of the piece; at most 255 */
    uint8_t nodes;  /* dots on its nodes (upper left, upper right, lower left, lower right), each listed at one cell */
    uint8_t edges;  /* dots on its sides, each listed once */
    uint8_t closed; /* sides that the line cannot use, each listed once */
};

/* What the costs of a region depend on, counted. `errors`: wrong triangles and missed dots; `closed`: sides that the
 * line uses but cannot. */
struct comb_local_tally {
    int size, yellow, blue, pieces, eliminations, errors, closed;
    uint8_t squares[COMB_WITNESS_COLOURS], stars[COMB_WITNESS_COLOURS], census[COMB_WITNESS_COLOURS];
};

/* A region, of the line as it is or as a change would make it. */
struct comb_local_region {
    struct comb_local_tally tally;
    struct comb_witness_cells cells;
    double cost;
    double least;    /* lower bound on the cost */
    bool open;       /* the region checker decides whether it is right */
    uint16_t number; /* of the region; NOWHERE: a new one */
};

/* A line, with its regions. */
struct comb_local_state {
    unsigned start, end;
    uint8_t side[PLACES]; /* of the line */
    struct comb_witness_edges used;
    uint16_t region[PLACES];
    struct comb_local_region regions[REGIONS];
    uint16_t unused[REGIONS], unused_count; /* numbers of regions */
    double cost;
    unsigned wrong; /* regions with a cost */
};

struct comb_local_line {
    const struct comb_witness_task *task;
    const struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_witness_region_checker *checker;
    struct comb_rng rng;
    int code; /* of a check that could not end */

    uint16_t place[COMB_WITNESS_MAX_CELLS], cell[PLACES]; /* cell: COMB_WITNESS_NOWHERE outside */
    struct comb_local_cell info[PLACES];
    uint8_t inside[PLACES];                               /* bits of the eight neighbours that are cells */
    bool can_flip[256], one_run[256];                     /* by bits of the eight neighbours: begin.c */
    uint8_t colours[COMB_WITNESS_COLOURS], colour_count;  /* of squares and stars */
    uint16_t pieces[COMB_WITNESS_MAX_CELLS], piece_count; /* cells with pieces */

    struct comb_local_state states[STATES];
    struct comb_local_state *at[STATES]; /* by temperature, coldest first */
    struct comb_local_state *now;        /* the one being changed */
    unsigned level;                      /* its temperature */
    double temperature;
    uint64_t rounds, done; /* done: changes of the current state in this round */
    unsigned least_wrong;  /* of all states so far */

    uint32_t mark[PLACES], stamp; /* places reached by the current floods: stamp, stamp + 1 */
    uint16_t list[2][PLACES];
    unsigned listed[2];
    struct comb_local_region parts[PARTS]; /* the regions at a changed cell; empty ones are given up */
    unsigned part_count;
};

/* The steps to the neighbours on the four sides. */
static const int comb_local_step[4] = {-1, 1, -STRIDE, STRIDE};

static inline unsigned comb_local_beside(unsigned place, unsigned side)
{
    return (unsigned)((int)place + comb_local_step[side]);
}

/* Sets what does not change: places and symbols. */
void comb_local_set_up(struct comb_local_line *local);

/* Number of outside places before a node on the border, clockwise from the upper left; NOWHERE for other nodes. */
unsigned comb_local_split(const struct comb_witness_graph *graph, unsigned node);

/* Draws a random line. */
void comb_local_begin(struct comb_local_line *local);

/* The eight neighbours clockwise from the upper left; those on the four sides have odd numbers. */
static const int comb_local_around[8] = {-STRIDE - 1, -STRIDE, -STRIDE + 1, 1, STRIDE + 1, STRIDE, STRIDE - 1, -1};

/* Moves a cell to the other side of the line, without regard to regions. */
void comb_local_toggle(struct comb_local_line *local, unsigned place);

/* Returns the bits of the neighbours on the other side of the line. */
static inline unsigned comb_local_others(const struct comb_local_line *local, unsigned place)
{
    unsigned others = 0;
    for (unsigned i = 0; i < 8; i++)
        others |= (unsigned)(local->now->side[(int)place + comb_local_around[i]] != local->now->side[place]) << i;
    return others;
}

/* Adds a cell to a tally, or with sign -1 removes it; without what depends on the line beside it. */
void comb_local_count(struct comb_local_tally *tally, const struct comb_local_cell *info, int sign);
/* The same for what depends on the line beside it. */
void comb_local_count_sides(struct comb_local_tally *tally, const struct comb_local_line *local, unsigned place,
                            int sign);

/* Finds the region of a place of the first line. */
void comb_local_add_region(struct comb_local_line *local, unsigned place);
/* Proposes to move a cell to the other side: does it if the result is a line, and the cost and chance allow it. */
void comb_local_try_flip(struct comb_local_line *local, unsigned place);

/* Sets the cost of a region as far as its tally shows it. */
void comb_local_set_cost(struct comb_local_region *region, const struct comb_local_line *local);
/* Lets the region checker decide an open region. */
void comb_local_check(struct comb_local_line *local, struct comb_local_region *region);

#endif
