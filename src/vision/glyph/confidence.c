/* Computes the confidence of a reading.
 *
 * A reading is uncertain if another text costs little more, or if its cost is high (an unknown font, or not a letter at
 * all). The margin is measured relative to the reading's cost: a margin of 10 is plenty for a glyph close to its
 * template and little for one far from all of them.
 *
 *     z = margin / (1 + cost / 40)      of readings with z around     3     5     7     9    12    17    25
 *                                       so many % were right         78    86    92    96    98  99.5  99.9
 *
 * (letters and boards in held-out fonts, 8 to 40 pixels high, clean to badly damaged; bench/glyph --dump). The
 * confidence is a logistic curve that stays below these fractions, since a wrong reading that is accepted costs more
 * than a right one that the user must confirm: at 0.8, users confirm 1.5 % of the right readings and nine of ten wrong
 * ones. */
#include "vision/glyph/read.h"

#include <math.h>
#include <string.h>

static const double cost_scale = 40;                       /* see z above */
static const double steepness = 0.3, offset = 1;           /* of the logistic curve over z */
static const double unknown_cost = 150, unknown_span = 12; /* where half of the confidence is lost, and how fast */
static const double likeness_scale = 120;
static const double lone_margin = 200; /* used if there is no other text */

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

void comb_glyph_confidence(struct comb_glyph *out, const struct comb_glyph_candidates *candidates)
{
    out->text[0] = out->second[0] = '\0';
    out->likeness = out->confidence = 0;
    if (candidates->count == 0)
        return;
    const struct comb_glyph_candidate *best = &candidates->list[0];
    double cost = best->cost, margin = lone_margin;
    strcpy(out->text, best->text);
    if (candidates->count > 1) {
        strcpy(out->second, best[1].text);
        margin = (best[1].cost - cost) * (double)strlen(best->text); /* costs are means over the glyphs */
    }
    out->likeness = exp(-cost / likeness_scale);
    out->confidence = logistic(steepness * margin / (1 + cost / cost_scale) - offset) *
                      logistic((unknown_cost - cost) / unknown_span);
}
