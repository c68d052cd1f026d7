/* Glyph recognition: ink -> letters and digits, with a confidence.
 *
 * The templates are learned from free fonts (make glyphs, tools/glyph_fonts.txt), checked in and embedded in the
 * binary. A glyph is scaled to one size with its aspect ratio preserved, its edges are measured, and it is compared
 * with the templates of the characters that its position allows.
 *
 * Strings ("12", "-3-", "{10}", "Qu") are segmented by dynamic programming under patterns that list the allowed texts.
 */
#ifndef COMB_VISION_GLYPH_H
#define COMB_VISION_GLYPH_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ink coverage of each pixel, 0 none to 255 full, row by row. The caller must clear anything that is not ink of the
 * string (borders, badges). */
struct comb_glyph_bitmap {
    unsigned width, height;
    const unsigned char *cover;
};

enum { COMB_GLYPH_MAX_TEXT = 8 };

struct comb_glyph {
    char text[COMB_GLYPH_MAX_TEXT + 1];   /* best reading, upper case; "" if there is no ink */
    char second[COMB_GLYPH_MAX_TEXT + 1]; /* best reading that differs from `text` */
    double likeness;                      /* 0 to 1: how much the ink looks like `text` at all */
    double confidence;                    /* 0 to 1: calibrated fraction of such readings that are right */
    unsigned x, y, width, height;         /* the ink's bounding box */
};

/* The allowed texts, ended by NULL. '#' is any digit, '@' any letter A to Z, every other character itself: {"@", "Qu",
 * NULL} or {"?", "#", "##", "-#-", "-##-", "{#}", "{##}", NULL}. There are templates for A-Z, 0-9, ? - { } + : . and
 * the lower-case letters e h l n r u; other lower-case letters are assumed to look like capitals. At most 32 patterns
 * of at most COMB_GLYPH_MAX_TEXT characters; others are COMB_BAD_INPUT. */
typedef const char *const *comb_glyph_patterns;

int comb_glyph_read(struct comb_glyph *out, const struct comb_glyph_bitmap *ink, comb_glyph_patterns patterns,
                    struct comb_error *err);

/* Reads all glyphs of one board: equal ones (one font, one size) form a group and get one reading. groups[i] numbers
 * the groups from 0, so that one correction fixes all equal glyphs; it may be NULL. */
int comb_glyph_read_board(struct comb_glyph *out, unsigned *groups, const struct comb_glyph_bitmap *inks, size_t count,
                          comb_glyph_patterns patterns, struct comb_error *err);

/* Extracts the ink of a patch (detect.h: side x side pixels of RGB): coverage by anything that differs from the fill
 * colour. Only the circle of radius `keep` (0 to 1, fraction of half the side) around the centre counts; parts that
 * extend beyond it are borders and are cleared. `paper` and `ink_colour` receive the colours found, 0xRRGGBB; either
 * may be NULL. `cover` has room for side * side bytes. Returns false if there is no significant ink. */
bool comb_ink_of_patch(unsigned char *cover, unsigned *paper, unsigned *ink_colour, const unsigned char *rgb,
                       unsigned side, double keep);

#endif
