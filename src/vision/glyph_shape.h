/* Shape of one glyph: a soft cover -> box -> raster of one size -> features. */
#ifndef COMB_VISION_GLYPH_SHAPE_H
#define COMB_VISION_GLYPH_SHAPE_H

#include "vision/glyph.h"

enum {
    COMB_GLYPH_SIDE = 32,      /* of the raster */
    COMB_GLYPH_REACH = 24,     /* what the longer side of the glyph is brought to */
    COMB_GLYPH_DIRECTIONS = 8, /* of edges */
    COMB_GLYPH_ZONES = 6,      /* a side, for edges */
    COMB_GLYPH_SPOTS = 8,      /* a side, for ink */
    COMB_GLYPH_FEATURES =
        COMB_GLYPH_DIRECTIONS * COMB_GLYPH_ZONES * COMB_GLYPH_ZONES + COMB_GLYPH_SPOTS * COMB_GLYPH_SPOTS + 2
};

/* Sides in pixels, with fractions: left and top edge, right and bottom edge. */
struct comb_glyph_box {
    float left, top, right, bottom;
};

/* Ink made ready: at most `COMB_GLYPH_MOST_SIDE` pixels high, specks gone, full ink 255. */
enum {
    COMB_GLYPH_MOST_SIDE = 96,
    COMB_GLYPH_MARGIN = 3, /* pixels without ink on every side */
    COMB_GLYPH_EDGE = 105  /* of 255: from here on a pixel is ink */
};

struct comb_glyph_ink {
    unsigned width, height;
    unsigned left, top;     /* in the original, of the pixel at (MARGIN, MARGIN) */
    unsigned shrink;        /* pixels of the original a side of one pixel of this */
    unsigned parts;         /* connected ones that are kept */
    unsigned char *cover;   /* width * height */
    unsigned short *labels; /* 0 no part, else its number from 1 */
    unsigned *areas;        /* of the parts */
};

/* False when out of memory. What has no ink has no parts. */
bool comb_glyph_ink_new(struct comb_glyph_ink *out, const struct comb_ink *ink);
void comb_glyph_ink_free(struct comb_glyph_ink *ink);

/* The box of what ink there is within columns [from, to); false when there is none. */
bool comb_glyph_box(struct comb_glyph_box *box, const struct comb_glyph_ink *ink, unsigned from, unsigned to);

void comb_glyph_features(float features[COMB_GLYPH_FEATURES], const struct comb_glyph_ink *ink,
                         const struct comb_glyph_box *box, unsigned from, unsigned to);

#endif
