/* Fits a lattice to shapes of similar size. Private to src/vision/detect. */
#ifndef COMB_VISION_DETECT_LATTICE_FIT_H
#define COMB_VISION_DETECT_LATTICE_FIT_H

#include "vision/detect/detect.h"
#include "vision/detect/map.h"
#include "vision/detect/shape.h"

struct comb_fit_place {
    int x, y;       /* lattice coordinates as in detect.h, not yet shifted to start at 0 */
    uint32_t shape; /* index into the given shapes */
    double error;   /* distance of the shape's centre from the place, in pitches */
};

struct comb_fit {
    enum comb_detected_kind kind;
    double map[9]; /* places in pitches -> pixels */
    double pitch, rotation, residual;
    double size;        /* median size of the shapes, in pitches */
    bool guessed_pitch; /* no two shapes are neighbours: the pitch follows from their size */
    size_t count;
    struct comb_fit_place *places;
};

/* The first `core` shapes have about one size; the others may be cells that perspective made smaller or larger. Returns
 * COMB_NO if no lattice fits, or COMB_NO_MEMORY. */
int comb_fit_new(struct comb_fit **out, const struct comb_shape *shapes, size_t count, size_t core,
                 enum comb_detected_kind kind);
void comb_fit_free(struct comb_fit *fit);

/* The steps from a place to its neighbours: 4 for squares, 6 for hexagons. */
unsigned comb_fit_neighbours(const int (**steps)[2], enum comb_detected_kind kind);

/* Size in pitches of one unit of the lattice's coordinates. */
void comb_fit_units(double *x, double *y, enum comb_detected_kind kind);

#endif
