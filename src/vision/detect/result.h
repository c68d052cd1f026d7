/* Converts a probed lattice to the structure that callers receive. Private to src/vision/detect. */
#ifndef COMB_VISION_DETECT_RESULT_H
#define COMB_VISION_DETECT_RESULT_H

#include "vision/detect/probe.h"

/* `scale_x` and `scale_y` convert working pixels to picture pixels. Returns false if out of memory; the caller frees
 * `out` in either case. */
bool comb_grid_export(struct comb_detected_grid *out, const struct comb_probe *probe, const struct comb_pixels *picture,
                      double scale_x, double scale_y);
void comb_grid_release(struct comb_detected_grid *grid);

#endif
