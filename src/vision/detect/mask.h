/* Masks: ways of splitting a picture into regions; at least one of them should show every cell as a region of its own.
 * Private to src/vision/detect.
 *
 * A mask is a picture of labels. Pixels of label 0 belong to no region; adjacent pixels of equal label belong together.
 */
#ifndef COMB_VISION_DETECT_MASK_H
#define COMB_VISION_DETECT_MASK_H

#include "vision/pixels/pixels.h"

enum { COMB_MASK_PLANES = 3, COMB_MASK_MAX_LEVELS = 12, COMB_MASK_MAX_COLOURS = 14 };

/* The working copy of a picture: planes of red, green and blue, of brightness, and of local change. */
struct comb_planes {
    unsigned width, height;
    unsigned char *colour[COMB_MASK_PLANES];
    unsigned char *grey;
    unsigned char *edge;    /* greatest difference within 3 x 3 pixels in any colour */
    unsigned char *scratch; /* two more planes for temporary use */
    unsigned char *scratch2;
    double noise; /* edge value where nothing is drawn, after smoothing */
};

bool comb_planes_init(struct comb_planes *out, const struct comb_pixels *pixels);
void comb_planes_free(struct comb_planes *planes);

/* Label 1 where the edge plane is at most `max`, otherwise 0. */
void comb_mask_flat(unsigned char *labels, const struct comb_planes *planes, unsigned max);

/* Label 1 below the level, 2 from the level up. */
void comb_mask_level(unsigned char *labels, const unsigned char *plane, size_t count, unsigned level);

/* Finds levels worth trying on a plane, ascending, at most `max`; returns how many. */
unsigned comb_mask_levels(unsigned char *levels, unsigned max, const unsigned char *plane, size_t count);

/* Assigns a label to each frequent colour, and 0 to pixels far from all of them; false if out of memory. */
bool comb_mask_colours(unsigned char *labels, const struct comb_planes *planes);

/* out = (first - second) / 2 + 128. */
void comb_mask_difference(unsigned char *out, const unsigned char *first, const unsigned char *second, size_t count);

#endif
