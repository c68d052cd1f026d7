/* Reading strings of glyphs: patterns, candidates and what they cost. */
#ifndef COMB_VISION_GLYPH_READ_H
#define COMB_VISION_GLYPH_READ_H

#include "vision/glyph.h"
#include "vision/glyph_model.h"
#include "vision/glyph_shape.h"

enum { COMB_GLYPH_MOST_PATTERNS = 32, COMB_GLYPH_MOST_CANDIDATES = 64 };

/* What may stand in each place of a string, as sets of characters. */
struct comb_glyph_pattern {
    unsigned length;
    uint64_t slots[COMB_GLYPH_MOST_TEXT];
};

struct comb_glyph_plan {
    unsigned count, longest;
    uint64_t characters; /* all of them */
    struct comb_glyph_pattern patterns[COMB_GLYPH_MOST_PATTERNS];
};

/* COMB_BAD_INPUT names the pattern that cannot be. */
int comb_glyph_plan(struct comb_glyph_plan *plan, comb_glyph_patterns patterns, struct comb_error *err);

/* Readings of one ink, each text once; `cost` is the mean squared distance of its glyphs from their templates. */
struct comb_glyph_candidate {
    char text[COMB_GLYPH_MOST_TEXT + 1];
    float cost;
};

struct comb_glyph_candidates {
    unsigned count;
    struct comb_glyph_candidate list[COMB_GLYPH_MOST_CANDIDATES];
};

/* Keeps the lower cost where the text is there already, and the cheapest texts where there is no more room. */
void comb_glyph_candidate_add(struct comb_glyph_candidates *candidates, const char *text, float cost);

struct comb_glyph_reader {
    const struct comb_glyph_model *model;
    const struct comb_glyph_plan *plan;
    const float *fees; /* one a face, or NULL */
    bool only_single;  /* patterns of one character only */
};

/* Where a string was cut for its best candidate, and the glyphs' places. */
struct comb_glyph_cut {
    unsigned count;
    struct comb_glyph_vector vectors[COMB_GLYPH_MOST_TEXT];
    uint64_t characters[COMB_GLYPH_MOST_TEXT]; /* what its pattern allows there */
};

/* Sorted, cheapest first; none when there is no ink. `whole` is the place of all the ink as one glyph. */
void comb_glyph_string(struct comb_glyph_candidates *out, struct comb_glyph_cut *cut,
                       const struct comb_glyph_reader *reader, const struct comb_glyph_ink *ink,
                       const struct comb_glyph_vector *whole);

/* Fills in text, second, likeness and confidence. */
void comb_glyph_judge(struct comb_glyph *out, const struct comb_glyph_candidates *candidates);

/* The board's reading with a model of one's own, for measurements. */
int comb_glyph_read_with(struct comb_glyph *out, unsigned *groups, const struct comb_ink *inks, size_t count,
                         const struct comb_glyph_model *model, comb_glyph_patterns patterns, struct comb_error *err);

#endif
