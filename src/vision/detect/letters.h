/* Finds squares of letters that have no tiles around them. Private to src/vision/detect. */
#ifndef COMB_VISION_DETECT_LETTERS_H
#define COMB_VISION_DETECT_LETTERS_H

#include "vision/detect/detect.h"
#include "vision/detect/mask.h"

/* COMB_OK; COMB_NO if there is none; COMB_NO_MEMORY. `scale_x` and `scale_y` convert working pixels to picture pixels.
 * Release the grid with comb_grid_release. */
int comb_letters_find(struct comb_detected_grid *out, const struct comb_planes *planes,
                      const struct comb_pixels *picture, double scale_x, double scale_y);

#endif
