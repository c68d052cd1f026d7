/* Shapes: regions of a mask that could be cells. Private to src/vision/detect. */
#ifndef COMB_VISION_DETECT_SHAPE_H
#define COMB_VISION_DETECT_SHAPE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The radius of the region's hull as a function of the angle is r (1 + stretch cos 2.. + harmonic4 cos 4.. + harmonic6
 * cos 6..): a square has harmonic4 = 0.14, a hexagon harmonic6 = 0.058, a circle neither. */
struct comb_shape {
    double x, y;                 /* centre */
    double size;                 /* square root of the area, holes filled */
    double stretch;              /* amplitude of the second harmonic */
    double harmonic4, harmonic6; /* amplitudes */
    double square_rotation;      /* degrees clockwise from an axis-aligned square, -45 to 45 */
    double hex_rotation;         /* degrees clockwise from a hexagon with a flat top, -30 to 30 */
    unsigned votes;              /* number of masks that showed it */
};

struct comb_shapes COMB_VEC(struct comb_shape);

/* Hash of shapes by position, to recognise those already found. */
struct comb_shape_pool {
    struct comb_shapes shapes;
    struct COMB_VEC(int32_t) next; /* next shape of the same bucket, or -1 */
    int32_t *buckets;
    unsigned columns, rows;
};

bool comb_shape_pool_init(struct comb_shape_pool *pool, unsigned width, unsigned height);
void comb_shape_pool_free(struct comb_shape_pool *pool);

/* Adds the regions of a mask that look like cells; false if out of memory. */
bool comb_shapes_find(struct comb_shape_pool *pool, const unsigned char *labels, unsigned width, unsigned height);

#endif
