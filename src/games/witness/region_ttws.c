/* A region under the rules of ttws: any choice of what the Ys take away that uses each of them once. Stars beyond the
 * second of a colour go first. A choice is a set of pieces to remove and a colour of squares to keep; what happens to
 * the stars follows. The cost of a choice depends on the pieces only by how many yellow and blue ones stay, so it is
 * counted before anything is packed. */
#include "games/witness/region_parts.h"

struct star_colors {
    unsigned count;
    uint8_t colors[COMB_WITNESS_COLORS], stars[COMB_WITNESS_COLORS]; /* 1 or 2 of each are left */
};

/* Eliminates stars beyond the second of each colour; how many those are. */
static unsigned count_stars(struct star_colors *out, const struct comb_witness_judge *judge,
                            const struct comb_witness_judged *region)
{
    unsigned surplus = 0;
    out->count = 0;
    for (unsigned i = 0; i < judge->star_color_count; i++) {
        unsigned stars = comb_witness_masks_count(judge, &judge->stars[judge->star_colors[i]], &region->cells);
        if (stars == 0)
            continue;
        surplus += stars > 2 ? stars - 2 : 0;
        out->colors[out->count] = judge->star_colors[i];
        out->stars[out->count++] = (uint8_t)(stars > 2 ? 2 : stars);
    }
    return surplus;
}

/* Stars that go when the squares of `square_color` stay (0: there are none). */
static unsigned stars_to_drop(const struct comb_witness_judge *judge, const struct comb_witness_judged *region,
                              const struct star_colors *stars, const struct comb_witness_removal *removal,
                              unsigned square_color)
{
    unsigned drop = 0;
    for (unsigned i = 0; i < stars->count; i++) {
        unsigned color = stars->colors[i], fixed = 0;
        if (color == square_color)
            fixed += comb_witness_masks_count(judge, &judge->squares[color], &region->cells);
        if (color == COMB_WITNESS_ORANGE)
            fixed += comb_witness_masks_count(judge, &judge->all_triangles, &region->cells) - region->wrong_triangles;
        fixed += color == COMB_WITNESS_YELLOW ? removal->yellow : 0;
        fixed += color == COMB_WITNESS_BLUE ? removal->blue : 0;
        drop += fixed + stars->stars[i] == 2 ? 0 : stars->stars[i];
    }
    return drop;
}

/* Whether some colour of squares can stay so that exactly `rem` eliminations are needed. */
static bool cost_is(const struct comb_witness_judge *judge, const struct comb_witness_judged *region,
                    const struct star_colors *stars, const struct comb_witness_removal *removal, unsigned rem)
{
    unsigned squares = comb_witness_masks_count(judge, &judge->all_squares, &region->cells);
    if (squares == 0)
        return removal->removed + stars_to_drop(judge, region, stars, removal, 0) == rem;
    for (unsigned i = 0; i < judge->square_color_count; i++) {
        unsigned color = judge->square_colors[i];
        unsigned kept = comb_witness_masks_count(judge, &judge->squares[color], &region->cells);
        unsigned cost = removal->removed + squares - kept;
        if (kept > 0 && cost <= rem && cost + stars_to_drop(judge, region, stars, removal, color) == rem)
            return true;
    }
    return false;
}

static int fits(struct comb_witness_judge *judge, const struct comb_witness_judged *region,
                const struct comb_witness_removal *removal)
{
    if (removal->yellow + removal->blue == 0)
        return COMB_OK;
    if (removal->yellow == 0)
        return COMB_NO;
    if (removal->blue > 0 && removal->net == 0)
        return comb_witness_pieces_cancel(judge->pieces, removal->kept);
    return comb_witness_pieces_fit(judge->pieces, &region->cells, removal->kept, NULL);
}

int comb_witness_judge_ttws(struct comb_witness_judge *judge, const struct comb_witness_judged *region)
{
    struct star_colors stars;
    unsigned forced = region->dots + region->wrong_triangles;
    if (forced <= region->ys)
        forced += count_stars(&stars, judge, region);
    if (forced > region->ys)
        return COMB_NO;
    unsigned rem = region->ys - forced;
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, judge, region);
    do {
        int code = cost_is(judge, region, &stars, &removal, rem) ? fits(judge, region, &removal) : COMB_NO;
        if (code != COMB_NO)
            return code;
        code = comb_witness_judge_tick(judge);
        if (code != COMB_OK)
            return code;
    } while (comb_witness_removal_next(&removal, judge, rem));
    return COMB_NO;
}
