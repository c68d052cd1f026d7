/* Colours: how different two look, the prevailing one of many, and groups of alike ones. */
#ifndef COMB_VISION_COLOUR_H
#define COMB_VISION_COLOUR_H

#include <stdbool.h>
#include <stddef.h>

/* Lightness 0 to 100 and two axes of hue, such that the distance is about what the eye sees (CIELAB, white as on a
 * screen). */
struct comb_lab {
    double lightness, a, b;
};

struct comb_lab comb_lab_of(unsigned colour);
double comb_lab_distance(struct comb_lab first, struct comb_lab second);

/* The mean of the largest bunch of alike colours. `count` may be 0: black then. */
unsigned comb_colour_mode(const unsigned *colours, size_t count);

/* Groups colours: group[i] numbers from 0, the largest group first; returns how many groups there are, 0 when memory
 * ran out. Colours that shade into each other are one group. */
unsigned comb_colour_groups(unsigned *group, const unsigned *colours, size_t count);

#endif
