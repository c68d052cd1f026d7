/* Fitting a lattice to shapes of about one size. For sight.c only. */
#ifndef COMB_VISION_LATTICE_FIT_H
#define COMB_VISION_LATTICE_FIT_H

#include "vision/shape.h"
#include "vision/sight.h"
#include "vision/sight_map.h"

struct comb_fit_place {
    int x, y;       /* lattice coordinates as in sight.h, not yet moved to begin at 0 */
    uint32_t shape; /* index into the shapes given */
    double error;   /* distance of the shape's centre from the place, in pitches */
};

struct comb_fit {
    enum comb_seen_kind kind;
    double map[9]; /* places in pitches -> pixels */
    double pitch, turn, residual;
    double size; /* median size of the shapes, in pitches */
    size_t count;
    struct comb_fit_place *places;
};

/* The first `core` of the shapes are of about one size; the others may be what perspective makes of such. COMB_NO when
 * there is no such lattice; COMB_NO_MEMORY. */
int comb_fit_new(struct comb_fit **out, const struct comb_shape *shapes, size_t count, size_t core,
                 enum comb_seen_kind kind);
void comb_fit_free(struct comb_fit *fit);

/* The steps from a place to its neighbours: 4 for squares, 6 for hexagons. */
unsigned comb_kind_neighbours(const int (**steps)[2], enum comb_seen_kind kind);

/* How many pitches long and wide a unit of the lattice's coordinates is. */
void comb_kind_units(double *x, double *y, enum comb_seen_kind kind);

#endif
