/* Reading strings of glyphs: patterns, candidates and their costs. */
#ifndef COMB_VISION_GLYPH_READ_H
#define COMB_VISION_GLYPH_READ_H

#include "vision/glyph/glyph.h"
#include "vision/glyph/model.h"
#include "vision/glyph/shape.h"

enum { COMB_GLYPH_MAX_PATTERNS = 32, COMB_GLYPH_MAX_CANDIDATES = 64 };

/* The allowed characters at each position of a string, as sets. */
struct comb_glyph_pattern {
    unsigned length;
    uint64_t slots[COMB_GLYPH_MAX_TEXT];
};

struct comb_glyph_plan {
    unsigned count, longest;
    uint64_t characters; /* union of all of them */
    struct comb_glyph_pattern patterns[COMB_GLYPH_MAX_PATTERNS];
};

/* COMB_BAD_INPUT names the invalid pattern. */
int comb_glyph_plan(struct comb_glyph_plan *plan, comb_glyph_patterns patterns, struct comb_error *err);

/* Readings of one ink, each text once; `cost` is the mean squared distance of its glyphs from their templates. */
struct comb_glyph_candidate {
    char text[COMB_GLYPH_MAX_TEXT + 1];
    float cost;
};

struct comb_glyph_candidates {
    unsigned count;
    struct comb_glyph_candidate list[COMB_GLYPH_MAX_CANDIDATES];
};

/* Keeps the lower cost if the text exists already, and the cheapest texts if the list is full. */
void comb_glyph_candidate_add(struct comb_glyph_candidates *candidates, const char *text, float cost);

struct comb_glyph_reader {
    const struct comb_glyph_model *model;
    const struct comb_glyph_plan *plan;
    const float *penalties; /* one per face, or NULL */
    bool only_single;       /* use patterns of one character only */
};

/* The segmentation of a string for its best candidate, and the vectors of its glyphs. */
struct comb_glyph_segmentation {
    unsigned count;
    struct comb_glyph_vector vectors[COMB_GLYPH_MAX_TEXT];
    uint64_t characters[COMB_GLYPH_MAX_TEXT]; /* allowed by its pattern at that position */
};

/* Candidates sorted by cost; none if there is no ink. `whole` is the vector of all the ink as one glyph. */
void comb_glyph_string(struct comb_glyph_candidates *out, struct comb_glyph_segmentation *cut,
                       const struct comb_glyph_reader *reader, const struct comb_glyph_ink *ink,
                       const struct comb_glyph_vector *whole);

/* Fills in text, second, likeness and confidence. */
void comb_glyph_confidence(struct comb_glyph *out, const struct comb_glyph_candidates *candidates);

/* Reads a board with a given model, for measurements. */
int comb_glyph_read_with(struct comb_glyph *out, unsigned *groups, const struct comb_glyph_bitmap *inks, size_t count,
                         const struct comb_glyph_model *model, comb_glyph_patterns patterns, struct comb_error *err);

#endif
