/* Lattices: cells at integer points, and their neighbours.
 *
 *     square                hexagons, pointy top        hexagons, flat top
 *     (0,0) (1,0) (2,0)        (1,0) (3,0)              (0,0)       (2,0)
 *     (0,1) (1,1) (2,1)     (0,1) (2,1) (4,1)                 (1,1)
 *                              (1,2) (3,2)              (0,2)       (2,2)
 *                                                             (1,3)
 *
 * y grows downwards. Hexagons use doubled coordinates, so that all coordinates are integers: a step to the right is
 * (2,0) with a pointy top, a step down is (0,2) with a flat top. Cells of one tiling have the same parity of x + y. A
 * lattice may hold both parities (two islands on shifted tilings); cells of different parity never touch.
 *
 * A hole is a missing point. Lattices of up to 64 cells have a neighbour mask per cell. */
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
    COMB_LATTICE_MAX_NEIGHBOURS = 8,
    COMB_LATTICE_MAX_CELLS = 1 << 20,
    COMB_LATTICE_MAX_COORDINATE = 1 << 20 /* largest absolute coordinate */
};

struct comb_point {
    int x, y;
};

/* Lattices are immutable. */
struct comb_lattice {
    enum comb_lattice_kind kind;
    unsigned count;
    const struct comb_point *at;
    const unsigned char *degree;
    const unsigned (*neighbours)[COMB_LATTICE_MAX_NEIGHBOURS]; /* clockwise from north, without missing ones */
    const uint64_t *masks;                                     /* per cell; NULL if there are more than 64 cells */
};

/* Builds a lattice in which cell i is points[i]. Rejects duplicate points, no points, and coordinates out of range. */
int comb_lattice_from_points(struct comb_lattice **out, enum comb_lattice_kind kind, const struct comb_point *points,
                             size_t count, struct comb_error *err);

/* Builds a lattice from rows of cells, in reading order. Rows of equal length give squares with 8 neighbours; rows that
 * each differ from the row before by exactly one cell give centred pointy-top hexagons (3 4 5 4 3). In an error, `line`
 * is the row. */
int comb_lattice_from_rows(struct comb_lattice **out, const unsigned *lengths, size_t rows, struct comb_error *err);

void comb_lattice_free(struct comb_lattice *lattice);

/* The cell at a point, or -1. Constant time. */
int comb_lattice_find(const struct comb_lattice *lattice, struct comb_point point);

/* Directions to the neighbours in a full lattice, clockwise from north, numbered from 0: square N NE E SE S SW W NW;
 * square4 N E S W; pointy NE E SE SW W NW; flat N NE SE S SW NW. */
unsigned comb_direction_count(enum comb_lattice_kind kind);
struct comb_point comb_direction_step(enum comb_lattice_kind kind, unsigned direction);
int comb_direction_of(enum comb_lattice_kind kind, struct comb_point step); /* -1: not a step to a neighbour */

/* The neighbour of a cell in one direction, or -1. */
int comb_lattice_step(const struct comb_lattice *lattice, unsigned cell, unsigned direction);

/* Reading order: by y, then by x. */
int comb_point_compare(struct comb_point a, struct comb_point b);

#endif
