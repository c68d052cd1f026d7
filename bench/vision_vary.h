/* Variations of a picture, as made by screens, cameras and chat programs, for measuring the reader. */
#ifndef COMB_BENCH_VISION_VARY_H
#define COMB_BENCH_VISION_VARY_H

#include "vision/detect/detect.h"

struct variation {
    const char *name;
    const char *what;   /* explanation for the table */
    double scale;       /* factor for the size of letters */
    bool cuts;          /* may cut off what is beside the board */
    bool swaps_colours; /* white becomes black */
    /* `board`: bounds of the board, for crops. */
    int (*make)(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_pixel_box *board,
                struct comb_error *err);
};

/* Ended by a row without a name; the first leaves the picture unchanged. */
extern const struct variation variations[];

#endif
