/* Shapes: regions of a mask that could be cells. For sight.c only. */
#ifndef COMB_VISION_SHAPE_H
#define COMB_VISION_SHAPE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The radius of the region's hull as a function of the angle is r (1 + stretch cos 2.. + four cos 4.. + six cos 6..):
 * a square has four = 0.14, a hexagon six = 0.058, a circle neither. */
struct comb_shape {
    double x, y;      /* centre */
    double size;      /* square root of the area, holes filled */
    double stretch;   /* amplitude of the second harmonic */
    double four, six; /* amplitudes */
    double four_turn; /* degrees clockwise from a square that stands upright, -45 to 45 */
    double six_turn;  /* degrees clockwise from a hexagon with a flat top, -30 to 30 */
    unsigned votes;   /* masks that showed it */
};

struct comb_shapes COMB_VEC(struct comb_shape);

/* Keeps what was found already apart from what is new: shapes by where they are. */
struct comb_shape_pool {
    struct comb_shapes shapes;
    struct COMB_VEC(int32_t) next; /* next shape of the same bucket, or -1 */
    int32_t *buckets;
    unsigned columns, rows;
};

bool comb_shape_pool_init(struct comb_shape_pool *pool, unsigned width, unsigned height);
void comb_shape_pool_free(struct comb_shape_pool *pool);

/* Adds the regions of a mask that look like cells; false when memory ran out. */
bool comb_shapes_find(struct comb_shape_pool *pool, const unsigned char *labels, unsigned width, unsigned height);

#endif
