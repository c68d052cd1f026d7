/* Trains a glyph model from fonts. */
#ifndef COMB_GLYPH_TRAIN_H
#define COMB_GLYPH_TRAIN_H

#include "glyph_font.h"
#include "vision/glyph/shape.h"

enum { GLYPH_FOLDS = 8 };

/* Statistics of the samples of all faces; families are assigned to folds so that a model can leave some out. */
struct glyph_training {
    const struct glyph_fonts *fonts;
    float *means;           /* [face][character][feature], of the samples of one face's character */
    unsigned char *present; /* [face][character] */
    double *scatter;        /* [fold][feature][feature], of samples around their mean; upper half */
    double samples[GLYPH_FOLDS];
};

bool glyph_training_new(struct glyph_training *out, const struct glyph_fonts *fonts);
void glyph_training_free(struct glyph_training *training);

unsigned glyph_fold(unsigned family);

/* Returns the model of all families except those of fold `without` (all if -1) as the bytes of its file; the caller
 * frees it. NULL if out of memory. */
unsigned char *glyph_train(size_t *size, const struct glyph_training *training, int without);

#endif
