/* Glyphs: ink -> letters and digits, with how sure that is.
 *
 * The templates are learned at build time from free fonts (comb-glyphs, cmake/glyphs_fonts.txt) and lie in the binary
 * ready for use. A glyph is brought to one size with its aspect kept, its edges are measured, and it is compared with
 * the templates of the characters that its place allows.
 *
 * Strings ("12", "-3-", "{10}", "Qu") are split by dynamic programming under patterns that say what may stand there. */
#ifndef COMB_VISION_GLYPH_H
#define COMB_VISION_GLYPH_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much of each pixel is ink, 0 none to 255 all; row by row. What is no ink of the string (borders, badges) must
 * have been cleared. */
struct comb_ink {
    unsigned width, height;
    const unsigned char *cover;
};

enum { COMB_GLYPH_MOST_TEXT = 8 };

struct comb_glyph {
    char text[COMB_GLYPH_MOST_TEXT + 1];   /* best reading, upper case; "" when there is no ink */
    char second[COMB_GLYPH_MOST_TEXT + 1]; /* the best one that differs */
    double likeness;                       /* 0 to 1: how much the ink looks like `text` at all */
    double confidence;                     /* 0 to 1: calibrated, the share of such readings that are right */
    unsigned x, y, width, height;          /* the ink's bounding box */
};

/* What may stand in a place: texts ended by NULL, in which '#' is any digit, '@' any letter A to Z, and every other
 * character itself; {"@", "Qu", NULL} or {"?", "#", "##", "-#-", "-##-", "{#}", "{##}", NULL}. Templates exist for
 * A-Z, 0-9, ? - { } + : . and the small letters e h l n r u; other small letters are taken to look like capitals. At
 * most 32 patterns of at most COMB_GLYPH_MOST_TEXT characters; others are COMB_BAD_INPUT. */
typedef const char *const *comb_glyph_patterns;

int comb_glyph_read(struct comb_glyph *out, const struct comb_ink *ink, comb_glyph_patterns patterns,
                    struct comb_error *err);

/* All glyphs of one board at once: equal ones are found (one font, one size), judged together and get one reading.
 * groups[i] numbers them from 0, so that one correction mends all its equals; it may be NULL. */
int comb_glyph_read_board(struct comb_glyph *out, unsigned *groups, const struct comb_ink *inks, size_t count,
                          comb_glyph_patterns patterns, struct comb_error *err);

/* Ink of a patch (sight.h: side x side pixels of RGB): what differs from the colour that fills it, as a soft cover.
 * Only what lies within `keep` (0 to 1, share of half the side) of the middle counts, and what reaches out of that
 * circle is cleared as being border. `paper` and `ink_colour` receive the colours found, 0xRRGGBB; either may be NULL.
 * `cover` has room for side * side bytes. False when there is no ink to speak of. */
bool comb_ink_of_patch(unsigned char *cover, unsigned *paper, unsigned *ink_colour, const unsigned char *rgb,
                       unsigned side, double keep);

#endif
