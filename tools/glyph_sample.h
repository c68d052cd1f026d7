/* Glyphs as pictures show them: small, turned a little, blurred, noisy. */
#ifndef COMB_GLYPH_SAMPLE_H
#define COMB_GLYPH_SAMPLE_H

#include "base/rng.h"
#include "glyph_font.h"
#include "vision/glyph.h"

struct glyph_look {
    double cap;              /* height of an H in pixels */
    double shift_x, shift_y; /* of the pixel grid, 0 to 1 */
    double turn, shear;      /* degrees clockwise; sideways per upwards */
    double blur;             /* spread in pixels */
    double noise;            /* spread, of full ink 1 */
    double gain;             /* 1: full ink; less is fainter, and the noise stays */
};

struct glyph_look glyph_look_random(struct comb_rng *rng);

/* The cover is the caller's, to be freed with free(); NULL when out of memory. */
unsigned char *glyph_sample(struct comb_ink *out, const struct glyph_master *master, const struct glyph_look *look,
                            struct comb_rng *rng);

/* The characters of a text side by side, `gap` pixels apart or, when it is negative, over one another. False when the
 * face lacks one or memory runs out; the cover is the caller's. */
bool glyph_join(struct glyph_master *out, const struct glyph_face *face, const char *text, int gap);

#endif
