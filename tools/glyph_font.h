/* Fonts for comb-glyphs: every wanted character of every upright face as one large coverage bitmap. */
#ifndef COMB_GLYPH_FONT_H
#define COMB_GLYPH_FONT_H

#include "vision/glyph/model.h"

enum { GLYPH_MASTER_CAP = 64 }; /* height of an H in pixels */

struct glyph_master {
    unsigned width, height;
    int top;              /* of its first row above the baseline */
    unsigned char *cover; /* NULL: the face lacks it */
};

struct glyph_face {
    unsigned family; /* index among names */
    struct glyph_master masters[COMB_GLYPH_CHARACTERS];
};

struct glyph_fonts {
    unsigned family_count, face_count;
    char (*families)[32];
    struct glyph_face *faces;
};

/* Reads the fonts of a list, one per line: family, a blank, a path. Unusable fonts are skipped with a note on stderr;
 * returns false if none is left or memory runs out. */
bool glyph_fonts_load(struct glyph_fonts *out, const char *list);
void glyph_fonts_free(struct glyph_fonts *fonts);

#endif
