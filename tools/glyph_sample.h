/* Glyphs as they appear in pictures: small, slightly rotated, blurred, noisy. */
#ifndef COMB_GLYPH_SAMPLE_H
#define COMB_GLYPH_SAMPLE_H

#include "base/rng.h"
#include "glyph_font.h"
#include "vision/glyph/glyph.h"

struct glyph_variant {
    double cap;              /* height of an H in pixels */
    double shift_x, shift_y; /* of the pixel grid, 0 to 1 */
    double turn, shear;      /* degrees clockwise; sideways per upwards */
    double blur;             /* standard deviation in pixels */
    double noise;            /* standard deviation, relative to full ink */
    double gain;             /* 1: full ink; less is fainter, with the same noise */
};

struct glyph_variant glyph_variant_random(struct comb_rng *rng);

/* The caller frees the cover with free(); NULL if out of memory. */
unsigned char *glyph_sample(struct comb_glyph_bitmap *out, const struct glyph_master *master,
                            const struct glyph_variant *variant, struct comb_rng *rng);

/* Joins the characters of a text, `gap` pixels apart or, if negative, overlapping. Returns false if the face lacks one
 * or memory runs out; the caller frees the cover. */
bool glyph_join(struct glyph_master *out, const struct glyph_face *face, const char *text, int gap);

#endif
