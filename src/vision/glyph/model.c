/* The glyph model: projects a glyph into template space and computes its distance from each template.
 *
 * Vectors are bytes, so that all templates of one character in 300 faces are 14 KB in sequence, and the distance is a
 * sum of squared byte differences, which compilers vectorise: about 40 microseconds for all letters. */
#include "vision/glyph/model.h"
#include "vision/glyph/shape.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { DIMENSIONS = COMB_GLYPH_DIMENSIONS, CHARACTERS = COMB_GLYPH_CHARACTERS, COARSE = 16 };

static size_t padded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

size_t comb_glyph_model_bytes(unsigned faces)
{
    return padded(sizeof(struct comb_glyph_header)) + padded(COMB_GLYPH_FEATURES * sizeof(float)) +
           padded((size_t)COMB_GLYPH_FEATURES * DIMENSIONS * sizeof(float)) + padded(faces * sizeof(uint16_t)) +
           (size_t)CHARACTERS * faces * DIMENSIONS;
}

bool comb_glyph_model_open(struct comb_glyph_model *model, const void *bytes, size_t size)
{
    struct comb_glyph_header header;
    const unsigned char *at = bytes;
    if (size < sizeof header)
        return false;
    memcpy(&header, at, sizeof header);
    if (memcmp(header.magic, "combglf", 8) != 0 || header.version != COMB_GLYPH_MODEL_VERSION ||
        header.features != COMB_GLYPH_FEATURES || header.dimensions != DIMENSIONS || header.characters != CHARACTERS ||
        header.faces == 0 || header.faces > COMB_GLYPH_MAX_FACES || size != comb_glyph_model_bytes(header.faces))
        return false;
    model->faces = header.faces;
    model->step = header.step;
    at += padded(sizeof header);
    model->mean = (const void *)at;
    at += padded(COMB_GLYPH_FEATURES * sizeof(float));
    model->axes = (const void *)at;
    at += padded((size_t)COMB_GLYPH_FEATURES * DIMENSIONS * sizeof(float));
    model->families = (const void *)at;
    at += padded(header.faces * sizeof(uint16_t));
    model->templates = (const void *)at;
    return true;
}

int comb_glyph_character(char character)
{
    static const char alphabet[] = COMB_GLYPH_ALPHABET;
    const char *at = character ? strchr(alphabet, character) : NULL;
    return at ? (int)(at - alphabet) : -1;
}

void comb_glyph_project(struct comb_glyph_vector *vector, const struct comb_glyph_model *model, const float *features)
{
    float sums[DIMENSIONS] = {0};
    for (unsigned f = 0; f < COMB_GLYPH_FEATURES; f++) {
        float value = features[f] - model->mean[f];
        const float *axes = model->axes + (size_t)f * DIMENSIONS;
        for (unsigned d = 0; d < DIMENSIONS; d++)
            sums[d] += value * axes[d];
    }
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        float steps = roundf(sums[d] / model->step);
        float capped = fminf(fmaxf(steps, -COMB_GLYPH_MAX_STEPS), COMB_GLYPH_MAX_STEPS);
        vector->at[d] = (int8_t)capped;
    }
}

static int partial_distance(const int8_t *restrict a, const int8_t *restrict b, unsigned from, unsigned to)
{
    int sum = 0;
    for (unsigned d = from; d < to; d++) {
        int off = a[d] - b[d];
        sum += off * off;
    }
    return sum;
}

/* The axes are sorted by decreasing variance, so most templates exceed the limit after a third of them; any value above
 * the limit may then be returned. */
static int squared_distance(const int8_t *restrict a, const int8_t *restrict b, int limit)
{
    int sum = partial_distance(a, b, 0, COARSE);
    return sum > limit ? sum : sum + partial_distance(a, b, COARSE, DIMENSIONS);
}

void comb_glyph_distances(float *distances, const struct comb_glyph_model *model,
                          const struct comb_glyph_vector *vector, uint64_t characters, const float *penalties)
{
    float unit = model->step * model->step;
    for (unsigned c = 0; c < CHARACTERS; c++) {
        if (!(characters >> c & 1))
            continue;
        const int8_t *at = model->templates + (size_t)c * model->faces * DIMENSIONS;
        float nearest = INFINITY;
        int limit = INT_MAX;
        for (unsigned f = 0; f < model->faces; f++, at += DIMENSIONS) {
            if (at[0] == COMB_GLYPH_MISSING)
                continue;
            float distance = (float)squared_distance(vector->at, at, limit) * unit + (penalties ? penalties[f] : 0);
            if (distance < nearest) {
                nearest = distance;
                limit = (int)(nearest / unit) + 1;
            }
        }
        distances[c] = nearest;
    }
}

void comb_glyph_face_distances(float *distances, const struct comb_glyph_model *model,
                               const struct comb_glyph_vector *vector, uint64_t characters)
{
    float unit = model->step * model->step;
    for (unsigned f = 0; f < model->faces; f++)
        distances[f] = INFINITY;
    for (unsigned c = 0; c < CHARACTERS; c++) {
        if (!(characters >> c & 1))
            continue;
        const int8_t *at = model->templates + (size_t)c * model->faces * DIMENSIONS;
        for (unsigned f = 0; f < model->faces; f++, at += DIMENSIONS) {
            if (at[0] == COMB_GLYPH_MISSING)
                continue;
            int limit = distances[f] / unit < 1e9F ? (int)(distances[f] / unit) : INT_MAX;
            float distance = (float)squared_distance(vector->at, at, limit) * unit;
            distances[f] = distance < distances[f] ? distance : distances[f];
        }
    }
}
