/* How sure a reading is.
 *
 * Two things make a reading doubtful: another text that costs little more, and a cost that is high by itself (a font
 * unlike any that is known, or no letter at all). The first is measured in costs of the reading: a margin of 10 is
 * plenty for a glyph that lies on its template and little for one that lies far from all of them.
 *
 *     z = margin / (1 + cost / 40)      of readings with z around     3     5     7     9    12    17    25
 *                                       so many % were right         78    86    92    96    98  99.5  99.9
 *
 * (letters and boards in fonts left out, 8 to 40 pixels high, clean to badly damaged; bench/glyph --dump). The
 * confidence is a logistic curve that stays below these shares, since a wrong reading that is believed costs more than
 * a right one that is asked about: at 0.8, 1.5 % of the right readings are asked about, and nine of ten wrong ones. */
#include "vision/glyph_read.h"

#include <math.h>
#include <string.h>

static const double cost_scale = 40;                       /* see z above */
static const double steepness = 0.3, doubt = 1;            /* of the curve over z */
static const double strange_cost = 150, strange_span = 12; /* where half of the confidence is lost, and how fast */
static const double likeness_scale = 120;
static const double lone_margin = 200; /* when there is no other text at all */

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

void comb_glyph_judge(struct comb_glyph *out, const struct comb_glyph_candidates *candidates)
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
    out->confidence =
        logistic(steepness * margin / (1 + cost / cost_scale) - doubt) * logistic((strange_cost - cost) / strange_span);
}
