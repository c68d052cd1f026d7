/* Maps of the plane: homographies as nine numbers, row-major. Private to src/vision/detect. */
#ifndef COMB_VISION_DETECT_MAP_H
#define COMB_VISION_DETECT_MAP_H

#include <stdbool.h>
#include <stddef.h>

/* A place in pitches and the pixel where it was found. */
struct comb_correspondence {
    double u, v;
    double x, y;
};

void comb_map_apply(double *x, double *y, const double map[9], double u, double v);

/* False if the map has no inverse. */
bool comb_map_invert(double out[9], const double map[9]);

/* out = first * second: applies `second`, then `first`. */
void comb_map_chain(double out[9], const double first[9], const double second[9]);

/* Rotation clockwise by `degrees`, `scale` pixels per pitch, place (u, v) at pixel (x, y). */
void comb_map_similarity(double out[9], double scale, double degrees, const struct comb_correspondence *at);

/* Least squares. False if the matches are collinear or too few (fewer than 3 and 4). */
bool comb_map_affine(double out[9], const struct comb_correspondence *matches, size_t count);
bool comb_map_perspective(double out[9], const struct comb_correspondence *matches, size_t count);

/* Mean distance in pixels between the mapped places and the pixels where they were found. */
double comb_map_error(const double map[9], const struct comb_correspondence *matches, size_t count);

#endif
