/* Internal header of the local search; local_line.c explains it. */
#ifndef COMB_WITNESS_LOCAL_PARTS_H
#define COMB_WITNESS_LOCAL_PARTS_H

#include "base/rng.h"
#include "games/witness/local/local_line.h"
#include "games/witness/rules/region.h"

/* Places: the cells with a frame of outside places around them. */
enum { STRIDE = COMB_WITNESS_MAX_SIDE + 2, PLACES = STRIDE * STRIDE, REGIONS = COMB_WITNESS_MAX_CELLS + 8 };

/* What a place adds to the cost of its region. Sides are bits in the order of enum comb_witness_side. */
struct comb_local_cell {
    bool special;                 /* it has any of the following */
    uint8_t square, star, census; /* colours; census: as stars count it */
    bool elimination, triangle, piece, blue;
    uint8_t sides;  /* required by triangles */
    uint8_t size;   /* of the piece; at most 255 */
    uint8_t nodes;  /* dots on its nodes (upper left, upper right, lower left, lower right), each listed at one cell */
    uint8_t edges;  /* dots on its sides, each listed once */
    uint8_t closed; /* sides that the line cannot use, each listed once */
};

/* A region that a change would make. */
struct comb_local_part {
    unsigned first, count; /* its places in `list` */
    double cost;
    double closed; /* part of the cost: sides that the line cannot use */
    double least;  /* lower bound on the cost */
    bool open;     /* the region checker decides whether it is right */
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
    bool can_flip[256]; /* by which of the eight neighbours are on the other side */

    unsigned start, end;
    uint8_t side[PLACES]; /* of the line */
    struct comb_witness_edges used;
    uint16_t region[PLACES];
    double region_cost[REGIONS];
    uint16_t unused[REGIONS], unused_count; /* numbers of regions */
    double cost;
    unsigned wrong; /* regions with a cost */

    uint32_t mark[PLACES], stamp; /* places reached by the current flood */
    uint16_t list[PLACES];
    struct comb_local_part parts[5];
    unsigned part_count;

    uint64_t attempts, length, done; /* of the current attempt */
    double temperature;
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

/* Moves a cell to the other side of the line, without regard to regions. */
void comb_local_toggle(struct comb_local_line *local, unsigned place);
bool comb_local_can_flip(const struct comb_local_line *local, unsigned place);

/* Adds the region of a place to the parts, with its cost as far as counts show it. */
void comb_local_flood(struct comb_local_line *local, unsigned place);
/* Lets the region checker decide an open part. */
void comb_local_check(struct comb_local_line *local, struct comb_local_part *part);

#endif
