/* Colours: perceived difference, the most common of many, and groups of similar ones. */
#ifndef COMB_VISION_PIXELS_COLOUR_H
#define COMB_VISION_PIXELS_COLOUR_H

#include <stdbool.h>
#include <stddef.h>

/* Lightness 0 to 100 and two axes of hue, in which distance approximates the perceived difference (CIELAB, white point
 * of a screen). */
struct comb_lab {
    double lightness, a, b;
};

struct comb_lab comb_lab_of(unsigned colour);
double comb_lab_distance(struct comb_lab first, struct comb_lab second);

/* The mean of the largest cluster of similar colours; black if `count` is 0. */
unsigned comb_colour_mode(const unsigned *colours, size_t count);

/* Groups colours: group[i] numbers from 0, the largest group first; returns the number of groups, 0 if out of memory.
 * Colours that shade into each other form one group. */
unsigned comb_colour_groups(unsigned *group, const unsigned *colours, size_t count);

#endif
