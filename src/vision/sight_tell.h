/* Telling what was seen: from a lattice that was looked at to the structure that callers get. For sight.c only. */
#ifndef COMB_VISION_SIGHT_TELL_H
#define COMB_VISION_SIGHT_TELL_H

#include "vision/sight_look.h"

/* `scale_x` and `scale_y` lead from working pixels to those of the picture. False when memory ran out; what `out`
 * holds must be released in any case. */
bool comb_grid_tell(struct comb_grid_seen *out, const struct comb_look *look, const struct comb_pixels *picture,
                    double scale_x, double scale_y);
void comb_grid_release(struct comb_grid_seen *grid);

#endif
