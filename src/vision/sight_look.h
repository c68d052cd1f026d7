/* Looking at the places of a fitted lattice: is there a cell? For sight.c only. */
#ifndef COMB_VISION_SIGHT_LOOK_H
#define COMB_VISION_SIGHT_LOOK_H

#include "vision/lattice_fit.h"
#include "vision/mask.h"

enum comb_spot_state {
    COMB_SPOT_EMPTY,
    COMB_SPOT_CELL,
    COMB_SPOT_CUT /* something is there, but the picture's edge cuts it */
};

/* A place of the lattice. */
struct comb_spot {
    int x, y;
    bool found; /* by a mask */
    enum comb_spot_state state;
    double support; /* share of the visible outline that was seen */
    double faint;   /* the same for a much smaller difference, all the way round towards the same colour */
    double fill[COMB_MASK_PLANES]; /* mean colour just inside the outline */
    double visible;                /* share of the outline within the picture */
};

enum { COMB_LOOK_POINTS = 36 };

/* Places around all that was found, row by row. */
struct comb_look {
    const struct comb_planes *planes;
    const struct comb_fit *fit;
    int left, top, columns, rows;
    struct comb_spot *spots;
    double points[COMB_LOOK_POINTS][2]; /* outline of a cell as wide as its pitch, relative to its middle */
    double outline;                     /* side to side of a cell, in pitches */
    double typical;                     /* difference across the outlines of the fainter found cells */
    double contrast;                    /* least difference across an outline that counts as seen */
    double faintest;                    /* least difference across an outline that counts at all */
    double gap[COMB_MASK_PLANES];       /* colour between the cells that are certain */
    double ground[COMB_MASK_PLANES];    /* colour of most places where no mask found a cell */
};

/* COMB_NO when the lattice cannot be (too many places, or a texture); COMB_NO_MEMORY. */
int comb_look_init(struct comb_look *look, const struct comb_planes *planes, const struct comb_fit *fit);
void comb_look_free(struct comb_look *look);

/* NULL outside. */
struct comb_spot *comb_look_at(const struct comb_look *look, int x, int y);

/* Neighbours of a place that are cells. */
unsigned comb_look_neighbours(const struct comb_look *look, int x, int y);

/* The colours half-way between a cell and its neighbours, for the background; returns how many of `most`. */
size_t comb_look_gaps(unsigned *colours, size_t most, const struct comb_look *look);

#endif
