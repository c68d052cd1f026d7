/* Maps of the plane: homographies as nine numbers, row-major. For the files of sight only. */
#ifndef COMB_VISION_SIGHT_MAP_H
#define COMB_VISION_SIGHT_MAP_H

#include <stdbool.h>
#include <stddef.h>

/* A place in pitches and the pixel it was seen at. */
struct comb_match {
    double u, v;
    double x, y;
};

void comb_map_apply(double *x, double *y, const double map[9], double u, double v);

/* False for a map that has no inverse. */
bool comb_map_invert(double out[9], const double map[9]);

/* out = first applied after second. */
void comb_map_chain(double out[9], const double first[9], const double second[9]);

/* Turned clockwise by `degrees`, `scale` pixels a pitch, place (u, v) at pixel (x, y). */
void comb_map_similar(double out[9], double scale, double degrees, const struct comb_match *at);

/* Least squares. False when the matches lie on a line or are too few (3 and 4). */
bool comb_map_affine(double out[9], const struct comb_match *matches, size_t count);
bool comb_map_perspective(double out[9], const struct comb_match *matches, size_t count);

/* Mean distance in pixels between where the map puts the places and where they were seen. */
double comb_map_error(const double map[9], const struct comb_match *matches, size_t count);

#endif
