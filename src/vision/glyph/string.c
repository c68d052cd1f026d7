/* Reads strings: segments the ink into glyphs and classifies them.
 *
 *      -  1 2  -          cuts: in the middle of every gap, and at the thinnest places of what is too wide for one
 * glyph |  |:|:|  |         (touching "22"). Every stretch between two cuts is a possible glyph and is classified once;
 *     0  1 2 3  4         each pattern then finds its cheapest cuts by dynamic programming:
 *
 *         best[k][j] = min over i < j of best[k-1][i] + cost(stretch i..j, slot k)
 *
 * A pattern's cost is the mean over its glyphs. A wrong cut is therefore expensive: neither half resembles a glyph.
 * Besides the best text of every pattern, texts that differ in one glyph are candidates.
 *
 * Cost: at most 17 cuts, hence 136 stretches of 60 microseconds, classified on first use. Most cells hold one glyph: if
 * that is certain, longer patterns are not tried. */
#include "vision/glyph/read.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
    MAX_CUTS = 17,
    CHARACTERS = COMB_GLYPH_CHARACTERS,
    EDGE = COMB_GLYPH_INK_THRESHOLD,
    MAX_MINIMA = 9,
    MAX_COLUMNS = 4 * COMB_GLYPH_MAX_SIDE + 2 * COMB_GLYPH_MARGIN
};

static const float height_penalty = 80; /* cost of a glyph with the wrong height for its line */
static const float through_ink = 25, over_gap = 30;
static const float max_cost = 400; /* beyond that all glyphs are equally wrong */
static const float certain_cost = 40, certain_width = 1.3F;
static const float widest_glyph = 1.2F; /* if there are several, in heights of the string */

struct stretch {
    bool classified, usable;
    float rel_height; /* fraction of the string's height */
    struct comb_glyph_vector vector;
    float costs[CHARACTERS];
};

struct work {
    const struct comb_glyph_reader *reader;
    const struct comb_glyph_ink *ink;
    const struct comb_glyph_vector *whole;
    struct comb_glyph_box box; /* of the whole string */
    unsigned cut_count;
    unsigned cuts[MAX_CUTS];
    float through[MAX_CUTS]; /* darkness of the ink along a cut, 0 (a gap) to 1 */
    struct stretch stretches[MAX_CUTS][MAX_CUTS];
};

/* A dash is low and a digit is not: the box alone does not show this, the rest of the string does. */
static float height_cost(char character, float rel_height)
{
    float min = 0.62F, max = 2;
    if (strchr("-.", character)) {
        min = 0;
        max = 0.42F;
    } else if (strchr("+:", character)) {
        min = 0.2F;
        max = 0.9F;
    } else if (islower((unsigned char)character)) {
        min = 0.4F;
    }
    float off = rel_height < min ? min - rel_height : rel_height > max ? rel_height - max : 0;
    return off > 0 ? height_penalty * (0.25F + off * 2) : 0;
}

/* Glyphs end at a gap or nearly one, not in the middle of ink. */
static float cut_cost(const struct work *w, unsigned i, unsigned j)
{
    float cost = through_ink * w->through[j];
    for (unsigned k = i + 1; k < j; k++)
        cost += over_gap * fmaxf(0, 1 - 4 * w->through[k]);
    return cost;
}

static void find_costs(struct work *w, struct stretch *s, float extra)
{
    const struct comb_glyph_plan *plan = w->reader->plan;
    comb_glyph_distances(s->costs, w->reader->model, &s->vector, plan->characters, w->reader->penalties);
    for (unsigned c = 0; c < CHARACTERS; c++)
        if (plan->characters >> c & 1) {
            float misfit = plan->longest == 1 ? 0 : height_cost(COMB_GLYPH_ALPHABET[c], s->rel_height);
            s->costs[c] = fminf(s->costs[c] + misfit + extra, max_cost);
        }
}

static const struct stretch *classify(struct work *w, unsigned i, unsigned j)
{
    struct stretch *s = &w->stretches[i][j];
    struct comb_glyph_box box;
    if (s->classified)
        return s;
    s->classified = true;
    if (i == 0 && j == w->cut_count - 1) {
        s->usable = true;
        s->rel_height = 1;
        s->vector = *w->whole;
        find_costs(w, s, cut_cost(w, i, j));
        return s;
    }
    float height = w->box.bottom - w->box.top, wide = (float)(w->cuts[j] - w->cuts[i]);
    if (wide > widest_glyph * height + 2 * COMB_GLYPH_MARGIN || !comb_glyph_box(&box, w->ink, w->cuts[i], w->cuts[j]))
        return s;
    s->usable = true;
    s->rel_height = (box.bottom - box.top) / height;
    float features[COMB_GLYPH_FEATURES];
    comb_glyph_features(features, w->ink, &box, w->cuts[i], w->cuts[j]);
    comb_glyph_project(&s->vector, w->reader->model, features);
    find_costs(w, s, cut_cost(w, i, j));
    return s;
}

/* The cheapest character of a set in a stretch, and its cost; INFINITY if the stretch is not a glyph. */
static float cheapest(const struct stretch *s, uint64_t set, unsigned *character)
{
    float best = INFINITY;
    for (unsigned c = 0; s->usable && c < CHARACTERS; c++)
        if ((set >> c & 1) && s->costs[c] < best) {
            best = s->costs[c];
            *character = c;
        }
    return best;
}

static void add_cut(struct work *w, unsigned column, float through)
{
    if (w->cut_count < MAX_CUTS - 1 && (w->cut_count == 0 || column > w->cuts[w->cut_count - 1])) {
        w->through[w->cut_count] = through;
        w->cuts[w->cut_count++] = column;
    }
}

/* How well a column separates two glyphs: a valley between hills of ink, or the step from a dash to a digit. */
static float split_score(const unsigned *sums, unsigned from, unsigned to, unsigned x, unsigned reach)
{
    unsigned left = 0, right = 0, beside = sums[x - 1] > sums[x + 1] ? sums[x - 1] : sums[x + 1];
    for (unsigned k = x > from + reach ? x - reach : from; k < x; k++)
        left = sums[k] > left ? sums[k] : left;
    for (unsigned k = x + 1; k < to && k <= x + reach; k++)
        right = sums[k] > right ? sums[k] : right;
    float valley = (float)(left < right ? left : right) - (float)sums[x], step = (float)beside - (float)sums[x];
    return fmaxf(valley, 0.5F * step) - 0.5F * (float)sums[x];
}

/* Adds the best columns to split a wide run of ink, away from its ends and from each other, in order. */
static void add_minima(struct work *w, const unsigned *sums, unsigned from, unsigned to)
{
    unsigned rel_height = (unsigned)(w->box.bottom - w->box.top), away = rel_height / 9 + 1, found[MAX_MINIMA] = {0},
             count = 0;
    unsigned max = 2 + 4 * (to - from) / (rel_height + 1);
    float scores[MAX_COLUMNS] = {0};
    for (unsigned x = from + away; x + away < to; x++)
        scores[x - from] = split_score(sums, from, to, x, rel_height / 4 + 2);
    while (count < MAX_MINIMA && count < max) {
        unsigned best = 0;
        for (unsigned x = from + away; x + away < to; x++) {
            bool free = true;
            for (unsigned k = 0; k < count; k++)
                free = free && (x > found[k] ? x - found[k] : found[k] - x) >= away;
            if (free && (best == 0 || scores[x - from] > scores[best - from]))
                best = x;
        }
        if (best == 0)
            break;
        found[count++] = best;
    }
    for (unsigned x = from; x < to; x++)
        for (unsigned k = 0; k < count; k++)
            if (found[k] == x)
                add_cut(w, x, fminf(1, (float)sums[x] / 255 / (0.3F * (float)rel_height)));
}

static void find_cuts(struct work *w)
{
    const struct comb_glyph_ink *ink = w->ink;
    unsigned sums[MAX_COLUMNS], run = 0, gap = 0;
    float height = w->box.bottom - w->box.top;
    add_cut(w, 0, 0);
    if (w->reader->plan->longest > 1) {
        bool inside = false;
        for (unsigned x = 0; x < ink->width; x++) {
            unsigned darkest = 0;
            sums[x] = 0;
            for (unsigned y = 0; y < ink->height; y++) {
                unsigned cover = ink->cover[(size_t)y * ink->width + x];
                sums[x] += cover;
                darkest = cover > darkest ? cover : darkest;
            }
            bool dark = darkest >= EDGE;
            if (dark && !inside) {
                if (gap > 0)
                    add_cut(w, (gap + x) / 2, 0);
                run = x;
            } else if (!dark && inside) {
                if ((float)(x - run) > 0.55F * height)
                    add_minima(w, sums, run, x);
                gap = x;
            }
            inside = dark;
        }
    }
    if (w->cuts[w->cut_count - 1] < ink->width)
        w->cuts[w->cut_count++] = ink->width;
}

struct path {
    float cost;
    unsigned cuts[COMB_GLYPH_MAX_TEXT + 1];
};

/* Finds the cheapest cuts for a pattern. */
static bool best_path(struct path *out, struct work *w, const struct comb_glyph_pattern *pattern)
{
    float best[COMB_GLYPH_MAX_TEXT + 1][MAX_CUTS];
    unsigned before[COMB_GLYPH_MAX_TEXT + 1][MAX_CUTS] = {0}, character, last = w->cut_count - 1;
    for (unsigned j = 0; j <= last; j++)
        best[0][j] = j == 0 ? 0 : INFINITY;
    for (unsigned k = 1; k <= pattern->length; k++)
        for (unsigned j = 0; j <= last; j++) {
            best[k][j] = INFINITY;
            if (k == pattern->length ? j < last : j + pattern->length - k > last)
                continue; /* the remaining glyphs would not fit, or ink would be left over */
            for (unsigned i = 0; i < j; i++) {
                if (isinf(best[k - 1][i]))
                    continue;
                float cost = best[k - 1][i] + cheapest(classify(w, i, j), pattern->slots[k - 1], &character);
                if (cost < best[k][j]) {
                    best[k][j] = cost;
                    before[k][j] = i;
                }
            }
        }
    if (isinf(best[pattern->length][last]))
        return false;
    out->cost = best[pattern->length][last] / (float)pattern->length;
    out->cuts[pattern->length] = last;
    for (unsigned k = pattern->length; k > 0; k--)
        out->cuts[k - 1] = before[k][out->cuts[k]];
    return true;
}

static void add_texts(struct comb_glyph_candidates *out, const struct work *w, const struct comb_glyph_pattern *pattern,
                      const struct path *path)
{
    static const char alphabet[] = COMB_GLYPH_ALPHABET;
    char text[COMB_GLYPH_MAX_TEXT + 1] = "";
    unsigned chosen[COMB_GLYPH_MAX_TEXT] = {0};
    for (unsigned k = 0; k < pattern->length; k++) {
        cheapest(&w->stretches[path->cuts[k]][path->cuts[k + 1]], pattern->slots[k], &chosen[k]);
        text[k] = (char)toupper((unsigned char)alphabet[chosen[k]]);
    }
    comb_glyph_candidate_add(out, text, path->cost);
    for (unsigned k = 0; k < pattern->length; k++) {
        const float *costs = w->stretches[path->cuts[k]][path->cuts[k + 1]].costs;
        char original = text[k];
        for (unsigned c = 0; c < CHARACTERS; c++) {
            if (!(pattern->slots[k] >> c & 1) || c == chosen[k])
                continue;
            text[k] = (char)toupper((unsigned char)alphabet[c]);
            comb_glyph_candidate_add(out, text, path->cost + (costs[c] - costs[chosen[k]]) / (float)pattern->length);
        }
        text[k] = original;
    }
}

static void sort_candidates(struct comb_glyph_candidates *candidates)
{
    for (unsigned i = 1; i < candidates->count; i++) {
        struct comb_glyph_candidate moved = candidates->list[i];
        unsigned j = i;
        for (; j > 0 && candidates->list[j - 1].cost > moved.cost; j--)
            candidates->list[j] = candidates->list[j - 1];
        candidates->list[j] = moved;
    }
}

static void export_cut(struct comb_glyph_segmentation *cut, const struct work *w,
                       const struct comb_glyph_pattern *pattern, const struct path *path)
{
    cut->count = pattern->length;
    for (unsigned k = 0; k < pattern->length; k++) {
        cut->vectors[k] = w->stretches[path->cuts[k]][path->cuts[k + 1]].vector;
        cut->characters[k] = pattern->slots[k];
    }
}

/* One glyph of plausible shape with a very low cost is not two. */
static bool is_certain(const struct work *w, const struct path *path, const struct comb_glyph_pattern *pattern)
{
    float wide = w->box.right - w->box.left, rel_height = w->box.bottom - w->box.top;
    return pattern->length == 1 && path->cost < certain_cost && wide < certain_width * rel_height;
}

void comb_glyph_string(struct comb_glyph_candidates *out, struct comb_glyph_segmentation *cut,
                       const struct comb_glyph_reader *reader, const struct comb_glyph_ink *ink,
                       const struct comb_glyph_vector *whole)
{
    struct work w = {.reader = reader, .ink = ink, .whole = whole};
    out->count = cut->count = 0;
    if (ink->parts == 0 || !comb_glyph_box(&w.box, ink, 0, ink->width))
        return;
    find_cuts(&w);
    float min = INFINITY;
    bool uncertain = true;
    unsigned longest = reader->only_single ? 1 : reader->plan->longest;
    for (unsigned length = 1; length <= longest && uncertain; length++)
        for (unsigned p = 0; p < reader->plan->count; p++) {
            const struct comb_glyph_pattern *pattern = &reader->plan->patterns[p];
            struct path path;
            if (pattern->length != length || !best_path(&path, &w, pattern))
                continue;
            add_texts(out, &w, pattern, &path);
            uncertain = uncertain && !is_certain(&w, &path, pattern);
            if (path.cost < min)
                export_cut(cut, &w, pattern, &path);
            min = path.cost < min ? path.cost : min;
        }
    sort_candidates(out);
}
