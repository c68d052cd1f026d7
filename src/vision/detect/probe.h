/* Probes the places of a fitted lattice for cells. Private to src/vision/detect. */
#ifndef COMB_VISION_DETECT_PROBE_H
#define COMB_VISION_DETECT_PROBE_H

#include "vision/detect/lattice_fit.h"
#include "vision/detect/mask.h"

enum comb_probe_spot_state {
    COMB_PROBE_SPOT_EMPTY,
    COMB_PROBE_SPOT_CELL,
    COMB_PROBE_SPOT_CUT /* something is there, but the picture's edge cuts it */
};

/* A place of the lattice. */
struct comb_probe_spot {
    int x, y;
    bool found; /* by a mask */
    enum comb_probe_spot_state state;
    double support;                /* fraction of the visible outline that was detected */
    double faint;                  /* the same for a much smaller difference, towards the same colour all around */
    double fill[COMB_MASK_PLANES]; /* mean colour just inside the outline */
    double visible;                /* fraction of the outline within the picture */
};

enum { COMB_PROBE_POINTS = 36 };

/* The places around everything that was found, row by row. */
struct comb_probe {
    const struct comb_planes *planes;
    const struct comb_fit *fit;
    int left, top, columns, rows;
    struct comb_probe_spot *spots;
    double points[COMB_PROBE_POINTS][2]; /* outline of a cell as wide as its pitch, relative to its centre */
    double outline;                      /* side to side of a cell, in pitches */
    double typical;                      /* difference across the outlines of the fainter found cells */
    double contrast;                     /* minimum difference across an outline for a visible point */
    double faintest;                     /* minimum difference across an outline that is considered at all */
    double gap[COMB_MASK_PLANES];        /* colour between the cells that are certain */
    double ground[COMB_MASK_PLANES];     /* colour of most places where no mask found a cell */
};

/* Returns COMB_NO if the lattice is impossible (too many places, or a texture), or COMB_NO_MEMORY. */
int comb_probe_init(struct comb_probe *probe, const struct comb_planes *planes, const struct comb_fit *fit);
void comb_probe_free(struct comb_probe *probe);

/* Returns NULL outside. */
struct comb_probe_spot *comb_probe_at(const struct comb_probe *probe, int x, int y);

/* Number of neighbours of a place that are cells. */
unsigned comb_probe_neighbours(const struct comb_probe *probe, int x, int y);

/* Samples the colours half-way between cells and their neighbours, for the background; returns how many, at most `max`.
 */
size_t comb_probe_gaps(unsigned *colours, size_t max, const struct comb_probe *probe);

#endif
