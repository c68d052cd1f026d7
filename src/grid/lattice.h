/* Lattices: cells at integer points, and which of them touch.
 *
 *     square                hexagons, pointy top        hexagons, flat top
 *     (0,0) (1,0) (2,0)        (1,0) (3,0)              (0,0)       (2,0)
 *     (0,1) (1,1) (2,1)     (0,1) (2,1) (4,1)                 (1,1)
 *                              (1,2) (3,2)              (0,2)       (2,2)
 *                                                             (1,3)
 *
 * y grows downwards. Hexagons use doubled coordinates, so that every cell has whole numbers: with a pointy top a step
 * to the right is (2,0), with a flat top a step down is (0,2). The cells of one tiling share the parity of x + y; a
 * lattice may hold both parities (two islands on shifted tilings), cells of different parity never touch.
 *
 * A hole is a point that is not there. Up to 64 cells there is a mask of neighbours for each cell. */
#ifndef COMB_GRID_LATTICE_H
#define COMB_GRID_LATTICE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum comb_lattice_kind {
    COMB_LATTICE_SQUARE,     /* 8 neighbours */
    COMB_LATTICE_SQUARE4,    /* 4 neighbours */
    COMB_LATTICE_HEX_POINTY, /* rows are shifted by half a cell: (+-2,0) (+-1,+-1) */
    COMB_LATTICE_HEX_FLAT,   /* columns are shifted by half a cell: (0,+-2) (+-1,+-1) */
    COMB_LATTICE_KINDS
};

enum {
    COMB_LATTICE_MOST_NEIGHBOURS = 8,
    COMB_LATTICE_MOST_CELLS = 1 << 20,
    COMB_LATTICE_REACH = 1 << 20 /* no coordinate is further from 0 */
};

struct comb_point {
    int x, y;
};

/* Lattices never change once they are made. */
struct comb_lattice {
    enum comb_lattice_kind kind;
    unsigned count;
    const struct comb_point *at;
    const unsigned char *degree;
    const unsigned (*neighbours)[COMB_LATTICE_MOST_NEIGHBOURS]; /* clockwise from north, missing ones left out */
    const uint64_t *masks;                                      /* per cell; NULL when there are more than 64 cells */
};

/* Cell i is points[i], in whatever order they come. Refused: a point given twice, none at all, one out of reach. */
int comb_lattice_from_points(struct comb_lattice **out, enum comb_lattice_kind kind, const struct comb_point *points,
                             size_t count, struct comb_error *err);

/* A board written as rows of cells, in reading order. All rows of one length make squares with 8 neighbours; rows that
 * differ from the row before by exactly one cell make centred pointy-top hexagons (3 4 5 4 3). In an error, `line` is
 * the row. */
int comb_lattice_from_rows(struct comb_lattice **out, const unsigned *lengths, size_t rows, struct comb_error *err);

/* The cells for which keep[cell] is true, in the same places and the same order: how holes are cut. */
int comb_lattice_keep(struct comb_lattice **out, const struct comb_lattice *lattice, const bool *keep,
                      struct comb_error *err);

void comb_lattice_free(struct comb_lattice *lattice);

/* The cell at a point, -1 when there is none. Constant time. */
int comb_lattice_find(const struct comb_lattice *lattice, struct comb_point point);

/* Directions are the neighbours of a full lattice, clockwise from north, numbered from 0:
 * square N NE E SE S SW W NW; square4 N E S W; pointy NE E SE SW W NW; flat N NE SE S SW NW. */
unsigned comb_direction_count(enum comb_lattice_kind kind);
struct comb_point comb_direction_step(enum comb_lattice_kind kind, unsigned direction);
int comb_direction_of(enum comb_lattice_kind kind, struct comb_point step); /* -1: not a step to a neighbour */

/* The neighbour of a cell in one direction, -1 when there is none. */
int comb_lattice_step(const struct comb_lattice *lattice, unsigned cell, unsigned direction);

/* Reading order: by y, then by x. */
int comb_point_compare(struct comb_point a, struct comb_point b);

#endif
