/* Variations of a picture, as screens, cameras and chat programs make them: to measure reading with. */
#ifndef COMB_BENCH_VISION_VARY_H
#define COMB_BENCH_VISION_VARY_H

#include "vision/sight.h"

struct variation {
    const char *name;
    const char *what;   /* for the table's reader */
    double scale;       /* what it does to the size of letters */
    bool cuts;          /* what stands beside the board may be lost */
    bool swaps_colours; /* white becomes black */
    /* `board`: where the board lies, for crops. */
    int (*make)(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_box *board,
                struct comb_error *err);
};

/* Ended by a row without a name; the first leaves the picture as it is. */
extern const struct variation variations[];

#endif
