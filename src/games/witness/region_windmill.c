/* A region under the rules of The Windmill. Nothing is chosen: which squares and how many stars a Y takes away is a
 * formula, and of the pieces it is none, all, or one. `rem` starts as the number of Ys and must end at 0; it only
 * falls, so the first time it is negative is the end. */
#include "games/witness/region_parts.h"

#include <stdio.h>
#include <string.h>

/* Whether (count, color) comes after the other in the order of the texts "count,color". */
static bool comes_later(unsigned count, unsigned color, unsigned other_count, unsigned other_color)
{
    char text[32], other[32];
    snprintf(text, sizeof text, "%u,%u", count, color);
    snprintf(other, sizeof other, "%u,%u", other_count, other_color);
    return strcmp(text, other) > 0;
}

/* How many squares are not of the one colour that stays. */
static unsigned squares_to_drop(const struct comb_witness_judge *judge, const struct comb_witness_judged *region)
{
    unsigned all = comb_witness_masks_count(judge, &judge->all_squares, &region->cells), kept = 0, kept_color = 0;
    for (unsigned i = 0; i < judge->square_color_count && kept < all; i++) {
        unsigned color = judge->square_colors[i];
        unsigned count = comb_witness_masks_count(judge, &judge->squares[color], &region->cells);
        if (count > 0 && (kept == 0 || comes_later(count, color, kept, kept_color))) {
            kept = count;
            kept_color = color;
        }
    }
    return all - kept;
}

static unsigned stars_to_drop(const struct comb_witness_judge *judge, const struct comb_witness_judged *region)
{
    unsigned drop = 0;
    for (unsigned i = 0; i < judge->star_color_count; i++) {
        unsigned color = judge->star_colors[i];
        unsigned stars = comb_witness_masks_count(judge, &judge->stars[color], &region->cells);
        if (stars == 0)
            continue;
        unsigned all = comb_witness_masks_count(judge, &judge->census[color], &region->cells);
        if (all != 2)
            drop += stars > 1 && all - 2 < stars ? all - 2 : stars;
    }
    return drop;
}

static int fits(struct comb_witness_judge *judge, const struct comb_witness_judged *region,
                const struct comb_witness_removal *removal)
{
    if (removal->net == 0)
        return COMB_OK;
    return comb_witness_pieces_fit(judge->pieces, &region->cells, removal->kept, NULL);
}

/* COMB_OK when exactly `rem` eliminations make the pieces right. */
static int judge_pieces(struct comb_witness_judge *judge, const struct comb_witness_judged *region, unsigned rem)
{
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, judge, region);
    int code = fits(judge, region, &removal);
    if (code != COMB_NO)
        return code == COMB_OK && rem > 0 ? COMB_NO : code;
    if (rem == removal.total)
        return COMB_OK;
    while (rem == 1 && comb_witness_removal_next(&removal, judge, 1)) {
        code = fits(judge, region, &removal);
        if (code != COMB_NO)
            return code;
    }
    return COMB_NO;
}

int comb_witness_judge_windmill(struct comb_witness_judge *judge, const struct comb_witness_judged *region)
{
    unsigned errors = region->dots + region->wrong_triangles;
    if (errors <= region->ys)
        errors += squares_to_drop(judge, region);
    if (errors <= region->ys)
        errors += stars_to_drop(judge, region);
    if (errors > region->ys)
        return COMB_NO;
    unsigned rem = region->ys - errors;
    if (!comb_witness_masks_meet(judge, &judge->all_pieces, &region->cells))
        return rem == 0 ? COMB_OK : COMB_NO;
    return judge_pieces(judge, region, rem);
}
