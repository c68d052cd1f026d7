/* Training: linear discriminant analysis over samples of all fonts.
 *
 * Every character of every face is sampled in a dozen variants: small and large, rotated, blurred, noisy. The features
 * vary within a character for irrelevant reasons (variant, font) and between characters for the relevant one. Let S be
 * the covariance within: S = L L'. In the coordinates L^-1 x, irrelevant variation has variance 1 in every direction,
 * so Euclidean distances are the right ones; and of these coordinates only the span of the characters' means
 * distinguishes characters. That span (at most 48 dimensions) is the model's space, and the templates are the means of
 * the samples of each face's character there.
 *
 *     x  --L^-1-->  variance is a ball  --span of means-->  48 numbers  --step-->  48 bytes
 *
 * Scatter around a face's own mean is gathered once per fold; the scatter of the faces' means around the character's
 * mean is cheap and computed per model. So one pass over the samples gives a model for every held-out fold.
 *
 * Cost: about 150,000 samples of 0.15 ms and as many updates of a 354 x 354 matrix: half a minute. */
#include "glyph_train.h"

#include "glyph_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEATURES = COMB_GLYPH_FEATURES,
    CHARACTERS = COMB_GLYPH_CHARACTERS,
    DIMENSIONS = COMB_GLYPH_DIMENSIONS,
    VARIANTS = 10
};

static const double ridge =
    0.02; /* fraction of the mean variance added to each one, so that no direction has variance 0 */

unsigned glyph_fold(unsigned family)
{
    return family % GLYPH_FOLDS;
}

static bool sample_features(float *features, const struct glyph_master *master, struct comb_rng *rng)
{
    struct glyph_variant variant = glyph_variant_random(rng);
    struct comb_glyph_bitmap ink;
    struct comb_glyph_ink shape;
    struct comb_glyph_box box;
    unsigned char *cover = glyph_sample(&ink, master, &variant, rng);
    if (!cover || !comb_glyph_ink_new(&shape, &ink))
        abort(); /* a build tool: out of memory */
    bool has_ink = shape.parts > 0 && comb_glyph_box(&box, &shape, 0, shape.width);
    if (has_ink)
        comb_glyph_features(features, &shape, &box, 0, shape.width);
    comb_glyph_ink_free(&shape);
    free(cover);
    return has_ink;
}

static void add_scatter(double *scatter, float rows[VARIANTS][FEATURES], unsigned count)
{
    for (unsigned i = 0; i < FEATURES; i++) {
        float line[FEATURES] = {0};
        for (unsigned k = 0; k < count; k++) {
            float value = rows[k][i];
            for (unsigned j = i; j < FEATURES; j++)
                line[j] += value * rows[k][j];
        }
        for (unsigned j = i; j < FEATURES; j++)
            scatter[(size_t)i * FEATURES + j] += line[j];
    }
}

static void add_character(struct glyph_training *t, unsigned face, unsigned character)
{
    const struct glyph_master *master = &t->fonts->faces[face].masters[character];
    if (!master->cover)
        return;
    struct comb_rng rng;
    comb_rng_seed(&rng, (uint64_t)face * CHARACTERS + character);
    float rows[VARIANTS][FEATURES], *mean = t->means + ((size_t)face * CHARACTERS + character) * FEATURES;
    unsigned count = 0;
    for (unsigned k = 0; k < VARIANTS; k++)
        count += sample_features(rows[count], master, &rng);
    if (count == 0)
        return;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < FEATURES; i++)
            mean[i] += rows[k][i] / (float)count;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < FEATURES; i++)
            rows[k][i] -= mean[i];
    unsigned fold = glyph_fold(t->fonts->faces[face].family);
    add_scatter(t->scatter + (size_t)fold * FEATURES * FEATURES, rows, count);
    t->samples[fold] += count;
    t->present[(size_t)face * CHARACTERS + character] = 1;
}

bool glyph_training_new(struct glyph_training *out, const struct glyph_fonts *fonts)
{
    memset(out, 0, sizeof *out);
    out->fonts = fonts;
    size_t glyphs = (size_t)fonts->face_count * CHARACTERS;
    out->means = calloc(glyphs * FEATURES, sizeof *out->means);
    out->present = calloc(glyphs, 1);
    out->scatter = calloc((size_t)GLYPH_FOLDS * FEATURES * FEATURES, sizeof *out->scatter);
    if (!out->means || !out->present || !out->scatter) {
        glyph_training_free(out);
        return false;
    }
    for (unsigned f = 0; f < fonts->face_count; f++)
        for (unsigned c = 0; c < CHARACTERS; c++)
            add_character(out, f, c);
    return true;
}

void glyph_training_free(struct glyph_training *training)
{
    free(training->means);
    free(training->present);
    free(training->scatter);
    memset(training, 0, sizeof *training);
}

/* A model under construction. */
struct maker {
    const struct glyph_training *training;
    unsigned faces;
    unsigned *face; /* the ones that are used */
    double centre[FEATURES];
    double means[CHARACTERS][FEATURES]; /* of the characters, minus the centre; later whitened */
    double within[FEATURES][FEATURES];  /* covariance; later L in its lower half */
    double axes[DIMENSIONS][FEATURES];
    float *places; /* [character][face][dimension], NAN: lacking */
};

static const float *mean_of(const struct maker *m, unsigned used, unsigned character)
{
    size_t glyph = (size_t)m->face[used] * CHARACTERS + character;
    return m->training->present[glyph] ? m->training->means + glyph * FEATURES : NULL;
}

static void find_means(struct maker *m)
{
    for (unsigned c = 0; c < CHARACTERS; c++) {
        unsigned count = 0;
        for (unsigned f = 0; f < m->faces; f++) {
            const float *mean = mean_of(m, f, c);
            count += mean != NULL;
            for (unsigned i = 0; mean && i < FEATURES; i++)
                m->means[c][i] += mean[i];
        }
        for (unsigned i = 0; i < FEATURES; i++) {
            m->means[c][i] /= count ? count : 1;
            m->centre[i] += m->means[c][i] / CHARACTERS;
        }
    }
    for (unsigned c = 0; c < CHARACTERS; c++)
        for (unsigned i = 0; i < FEATURES; i++)
            m->means[c][i] -= m->centre[i];
}

/* Adds the scatter of faces around their character, as if each were LOOKS samples. */
static double add_face_scatter(struct maker *m)
{
    float off[FEATURES];
    double count = 0;
    for (unsigned c = 0; c < CHARACTERS; c++)
        for (unsigned f = 0; f < m->faces; f++) {
            const float *mean = mean_of(m, f, c);
            if (!mean)
                continue;
            count++;
            for (unsigned i = 0; i < FEATURES; i++)
                off[i] = mean[i] - (float)(m->means[c][i] + m->centre[i]);
            for (unsigned i = 0; i < FEATURES; i++)
                for (unsigned j = i; j < FEATURES; j++)
                    m->within[i][j] += off[i] * off[j];
        }
    return count;
}

static void find_within(struct maker *m, int without)
{
    double count = add_face_scatter(m), samples = 0, trace = 0;
    for (unsigned fold = 0; fold < GLYPH_FOLDS; fold++)
        samples += (int)fold == without ? 0 : m->training->samples[fold];
    for (unsigned i = 0; i < FEATURES; i++)
        for (unsigned j = i; j < FEATURES; j++) {
            double sum = 0;
            for (unsigned fold = 0; fold < GLYPH_FOLDS; fold++)
                if ((int)fold != without)
                    sum += m->training->scatter[((size_t)fold * FEATURES + i) * FEATURES + j];
            m->within[i][j] = m->within[i][j] / count + sum / samples;
        }
    for (unsigned i = 0; i < FEATURES; i++)
        trace += m->within[i][i];
    for (unsigned i = 0; i < FEATURES; i++)
        m->within[i][i] += ridge * trace / FEATURES;
}

/* L in place, from the upper half into the lower. */
static void cholesky(double a[FEATURES][FEATURES])
{
    for (unsigned i = 0; i < FEATURES; i++)
        for (unsigned j = i; j < FEATURES; j++) {
            double sum = a[i][j];
            for (unsigned k = 0; k < i; k++)
                sum -= a[i][k] * a[j][k];
            if (i == j)
                a[i][i] = sqrt(sum);
            else
                a[j][i] = sum / a[i][i];
        }
}

static void solve_lower(double a[FEATURES][FEATURES], double *x)
{
    for (unsigned i = 0; i < FEATURES; i++) {
        for (unsigned k = 0; k < i; k++)
            x[i] -= a[i][k] * x[k];
        x[i] /= a[i][i];
    }
}

static void solve_upper(double a[FEATURES][FEATURES], double *x)
{
    for (unsigned i = FEATURES; i-- > 0;) {
        for (unsigned k = i + 1; k < FEATURES; k++)
            x[i] -= a[k][i] * x[k];
        x[i] /= a[i][i];
    }
}

/* One rotation of Jacobi's method that makes a[p][q] zero. */
static void rotate(double a[CHARACTERS][CHARACTERS], double v[CHARACTERS][CHARACTERS], unsigned p, unsigned q)
{
    if (fabs(a[p][q]) < 1e-14)
        return;
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (unsigned k = 0; k < CHARACTERS; k++) {
        double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (unsigned k = 0; k < CHARACTERS; k++) {
        double pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
    }
    for (unsigned k = 0; k < CHARACTERS; k++) {
        double kp = v[k][p], kq = v[k][q];
        v[k][p] = c * kp - s * kq;
        v[k][q] = s * kp + c * kq;
    }
}

static void eigen(double a[CHARACTERS][CHARACTERS], double v[CHARACTERS][CHARACTERS])
{
    for (unsigned i = 0; i < CHARACTERS; i++)
        for (unsigned j = 0; j < CHARACTERS; j++)
            v[i][j] = i == j;
    for (unsigned sweep = 0; sweep < 30; sweep++)
        for (unsigned p = 0; p < CHARACTERS; p++)
            for (unsigned q = p + 1; q < CHARACTERS; q++)
                rotate(a, v, p, q);
}

/* Finds orthogonal axes of the span of the whitened means, widest first, and converts them to axes of features. */
static void find_axes(struct maker *m)
{
    _Static_assert((int)DIMENSIONS < (int)CHARACTERS, "the span has one dimension less than there are characters");
    double gram[CHARACTERS][CHARACTERS], v[CHARACTERS][CHARACTERS];
    for (unsigned c = 0; c < CHARACTERS; c++)
        solve_lower(m->within, m->means[c]);
    for (unsigned a = 0; a < CHARACTERS; a++)
        for (unsigned b = 0; b < CHARACTERS; b++) {
            gram[a][b] = 0;
            for (unsigned i = 0; i < FEATURES; i++)
                gram[a][b] += m->means[a][i] * m->means[b][i];
        }
    eigen(gram, v);
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        unsigned widest = 0;
        for (unsigned k = 1; k < CHARACTERS; k++)
            widest = gram[k][k] > gram[widest][widest] ? k : widest;
        double length = sqrt(gram[widest][widest]);
        gram[widest][widest] = -1;
        for (unsigned i = 0; i < FEATURES; i++) {
            m->axes[d][i] = 0;
            for (unsigned c = 0; c < CHARACTERS; c++)
                m->axes[d][i] += v[c][widest] * m->means[c][i] / length;
        }
        solve_upper(m->within, m->axes[d]);
    }
}

static float place_templates(struct maker *m)
{
    float farthest = 0;
    float *at = m->places;
    for (unsigned c = 0; c < CHARACTERS; c++)
        for (unsigned f = 0; f < m->faces; f++, at += DIMENSIONS) {
            const float *mean = mean_of(m, f, c);
            for (unsigned d = 0; d < DIMENSIONS; d++) {
                double sum = 0;
                for (unsigned i = 0; mean && i < FEATURES; i++)
                    sum += (mean[i] - m->centre[i]) * m->axes[d][i];
                at[d] = mean ? (float)sum : NAN;
                farthest = mean && fabsf(at[d]) > farthest ? fabsf(at[d]) : farthest;
            }
        }
    return farthest;
}

static unsigned char *write_part(unsigned char *at, const void *part, size_t size)
{
    memcpy(at, part, size);
    return at + (size + 15) / 16 * 16;
}

static void write_templates(int8_t *at, const struct maker *m, float step)
{
    size_t numbers = (size_t)CHARACTERS * m->faces * DIMENSIONS;
    for (size_t i = 0; i < numbers; i++)
        at[i] = (int8_t)(isnan(m->places[i]) ? COMB_GLYPH_MISSING : lrintf(m->places[i] / step));
}

static unsigned char *write_model(size_t *size, const struct maker *m, float farthest)
{
    *size = comb_glyph_model_bytes(m->faces);
    unsigned char *bytes = calloc(1, *size), *at = bytes;
    float *axes = malloc(sizeof(float) * FEATURES * DIMENSIONS);
    uint16_t *families = malloc(m->faces * sizeof *families);
    if (bytes && axes && families) {
        struct comb_glyph_header header = {"combglf", COMB_GLYPH_MODEL_VERSION,       FEATURES, DIMENSIONS, CHARACTERS,
                                           m->faces,  farthest / COMB_GLYPH_MAX_STEPS};
        float centre[FEATURES];
        for (unsigned i = 0; i < FEATURES; i++) {
            centre[i] = (float)m->centre[i];
            for (unsigned d = 0; d < DIMENSIONS; d++)
                axes[i * DIMENSIONS + d] = (float)m->axes[d][i];
        }
        for (unsigned f = 0; f < m->faces; f++)
            families[f] = (uint16_t)m->training->fonts->faces[m->face[f]].family;
        at = write_part(at, &header, sizeof header);
        at = write_part(at, centre, sizeof centre);
        at = write_part(at, axes, sizeof(float) * FEATURES * DIMENSIONS);
        at = write_part(at, families, m->faces * sizeof *families);
        write_templates((int8_t *)at, m, header.step);
    }
    free(axes);
    free(families);
    return bytes;
}

unsigned char *glyph_train(size_t *size, const struct glyph_training *training, int without)
{
    struct maker *m = calloc(1, sizeof *m);
    unsigned char *bytes = NULL;
    if (!m)
        return NULL;
    m->training = training;
    m->face = malloc(training->fonts->face_count * sizeof *m->face);
    m->places = malloc(sizeof(float) * CHARACTERS * training->fonts->face_count * DIMENSIONS);
    if (m->face && m->places) {
        for (unsigned f = 0; f < training->fonts->face_count; f++)
            if ((int)glyph_fold(training->fonts->faces[f].family) != without)
                m->face[m->faces++] = f;
        find_means(m);
        find_within(m, without);
        cholesky(m->within);
        find_axes(m);
        bytes = write_model(size, m, place_templates(m));
    }
    free(m->face);
    free(m->places);
    free(m);
    return bytes;
}
