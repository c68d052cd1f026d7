/* Shape of one glyph: ink coverage -> box -> raster of fixed size -> features. */
#ifndef COMB_VISION_GLYPH_SHAPE_H
#define COMB_VISION_GLYPH_SHAPE_H

#include "vision/glyph/glyph.h"

enum {
    COMB_GLYPH_SIDE = 32,        /* of the raster */
    COMB_GLYPH_SCALED_SIDE = 24, /* size of the glyph's longer side in the raster */
    COMB_GLYPH_DIRECTIONS = 8,   /* of edges */
    COMB_GLYPH_ZONES = 6,        /* per side, for edges */
    COMB_GLYPH_INK_ZONES = 8,    /* per side, for ink */
    COMB_GLYPH_FEATURES =
        COMB_GLYPH_DIRECTIONS * COMB_GLYPH_ZONES * COMB_GLYPH_ZONES + COMB_GLYPH_INK_ZONES * COMB_GLYPH_INK_ZONES + 2
};

/* In pixels, with fractions: left and top edge, right and bottom edge. */
struct comb_glyph_box {
    float left, top, right, bottom;
};

/* Prepared ink: at most `COMB_GLYPH_MAX_SIDE` pixels high, without specks, full ink is 255. */
enum {
    COMB_GLYPH_MAX_SIDE = 96,
    COMB_GLYPH_MARGIN = 3,         /* pixels without ink on every side */
    COMB_GLYPH_INK_THRESHOLD = 105 /* of 255: minimum coverage of an ink pixel */
};

struct comb_glyph_ink {
    unsigned width, height;
    unsigned left, top;     /* position in the original of the pixel at (MARGIN, MARGIN) */
    unsigned shrink;        /* side in original pixels of one pixel here */
    unsigned parts;         /* number of retained connected parts */
    unsigned char *cover;   /* width * height */
    unsigned short *labels; /* 0 no part, otherwise its number from 1 */
    unsigned *areas;        /* of the parts */
};

/* Returns false if out of memory. Without ink there are no parts. */
bool comb_glyph_ink_new(struct comb_glyph_ink *out, const struct comb_glyph_bitmap *ink);
void comb_glyph_ink_free(struct comb_glyph_ink *ink);

/* Finds the box of the ink within columns [from, to); false if there is none. */
bool comb_glyph_box(struct comb_glyph_box *box, const struct comb_glyph_ink *ink, unsigned from, unsigned to);

void comb_glyph_features(float features[COMB_GLYPH_FEATURES], const struct comb_glyph_ink *ink,
                         const struct comb_glyph_box *box, unsigned from, unsigned to);

#endif
