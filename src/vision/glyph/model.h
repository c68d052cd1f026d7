/* The glyph model, which comb-glyphs learns from the fonts at build time; used in place in the binary.
 *
 * A glyph is a vector of features (glyph/shape.h). One matrix projects it to a few dimensions in which noise, blur and
 * the differences between fonts have variance 1 in every direction. The model holds the vector of every character of
 * every face there; the distances of a glyph from them identify it. */
#ifndef COMB_VISION_GLYPH_MODEL_H
#define COMB_VISION_GLYPH_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The characters with templates; bit i of a set is the i-th. */
#define COMB_GLYPH_ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?-{}+:.ulnrhe"

enum {
    COMB_GLYPH_CHARACTERS = sizeof COMB_GLYPH_ALPHABET - 1,
    COMB_GLYPH_DIMENSIONS = 48,
    COMB_GLYPH_MODEL_VERSION = 1,
    COMB_GLYPH_MAX_FACES = 4096
};

/* Start of the file. The parts follow in this order, each at a multiple of 16 bytes:
 *     float mean[features]
 *     float axes[features][dimensions]
 *     uint16_t families[faces]
 *     int8_t templates[characters][faces][dimensions]     first byte -128: the face lacks the character */
struct comb_glyph_header {
    char magic[8];
    uint32_t version, features, dimensions, characters, faces;
    float step; /* one unit of a template byte */
};

enum { COMB_GLYPH_MISSING = -128, COMB_GLYPH_MAX_STEPS = 127 };

struct comb_glyph_model {
    unsigned faces;
    float step;
    const float *mean;
    const float *axes;
    const uint16_t *families;
    const int8_t *templates;
};

struct comb_glyph_vector {
    int8_t at[COMB_GLYPH_DIMENSIONS];
};

/* Returns false unless the bytes are a model of this build. */
bool comb_glyph_model_open(struct comb_glyph_model *model, const void *bytes, size_t size);

size_t comb_glyph_model_bytes(unsigned faces);

/* Returns -1 if there is no template for it. */
int comb_glyph_character(char character);

/* Projects features into template space. */
void comb_glyph_project(struct comb_glyph_vector *vector, const struct comb_glyph_model *model, const float *features);

/* Squared distance from the nearest template of each character in the set; other entries are unchanged. `penalties`
 * (one per face, or NULL) are added to the distances from that face's templates. */
void comb_glyph_distances(float *distances, const struct comb_glyph_model *model,
                          const struct comb_glyph_vector *vector, uint64_t characters, const float *penalties);

/* Distance of each face from the vector, by its nearest character in the set. */
void comb_glyph_face_distances(float *distances, const struct comb_glyph_model *model,
                               const struct comb_glyph_vector *vector, uint64_t characters);

#endif
