/* Masks: ways of splitting a picture into regions, one of which, it is hoped, has every cell as a region of its own.
 * For sight.c only.
 *
 * A mask is a picture of labels. Pixels of label 0 belong to nothing; neighbouring pixels of one label belong together.
 */
#ifndef COMB_VISION_MASK_H
#define COMB_VISION_MASK_H

#include "vision/pixels.h"

enum { COMB_MASK_PLANES = 3, COMB_MASK_MOST_LEVELS = 12, COMB_MASK_MOST_COLOURS = 14 };

/* The working copy of a picture: planes of red, green and blue, of brightness, and of how much changes around a pixel.
 */
struct comb_planes {
    unsigned width, height;
    unsigned char *colour[COMB_MASK_PLANES];
    unsigned char *grey;
    unsigned char *edge;    /* greatest difference within 3 x 3 pixels in any colour */
    unsigned char *scratch; /* two more planes for whoever needs one for a moment */
    unsigned char *scratch2;
    double noise; /* edge where nothing is drawn, after smoothing */
};

bool comb_planes_init(struct comb_planes *out, const struct comb_pixels *pixels);
void comb_planes_free(struct comb_planes *planes);

/* Label 1 where the edge plane is at most `most`, else 0. */
void comb_mask_flat(unsigned char *labels, const struct comb_planes *planes, unsigned most);

/* Label 1 below the level, 2 from there on. */
void comb_mask_level(unsigned char *labels, const unsigned char *plane, size_t count, unsigned level);

/* Levels that are worth trying on a plane, ascending; returns how many. */
unsigned comb_mask_levels(unsigned char *levels, unsigned most, const unsigned char *plane, size_t count);

/* A label for each frequent colour, 0 for pixels that are far from all of them; false when memory ran out. */
bool comb_mask_colours(unsigned char *labels, const struct comb_planes *planes);

/* first - second, halved and around 128, into out. */
void comb_mask_difference(unsigned char *out, const unsigned char *first, const unsigned char *second, size_t count);

#endif
